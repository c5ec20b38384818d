import type { CallName } from '@khara/contract';
import { readStoredJson, store } from './storage.ts';

/**
 * One requestId per intention, that is per press of the button: kept before sending, the same for every retry, gone once the outcome is known
 * (design of retries). After a reload, what is still here has an unknown outcome and is asked about. Passwords are never kept.
 */
export type Intention = {
  readonly call: CallName;
  readonly requestId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly at: number;
};

const KEY = 'intentions';

const read = (): Intention[] => {
  const kept = readStoredJson(KEY);
  return Array.isArray(kept) ? (kept as Intention[]) : []; // written by us below
};
const write = (intentions: readonly Intention[]) =>
  store(KEY, intentions.length === 0 ? null : JSON.stringify(intentions.slice(-20)));

/** 128 random bits as hex. Not `crypto.randomUUID`, which browsers have in secure contexts only: a phone may reach us by plain HTTP on the local network. */
const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export function intend(call: CallName, payload: Readonly<Record<string, unknown>>, now = Date.now()): Intention {
  const { transactionPassword: _, password: __, ...kept } = payload;
  const intention = { call, requestId: newRequestId(), payload: kept, at: now };
  write([...read(), intention]);
  return intention;
}

export const settleIntention = (requestId: string): void =>
  write(read().filter((intention) => intention.requestId !== requestId));

export const openIntentions = (): readonly Intention[] => read();
