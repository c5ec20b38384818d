import type { CallName } from '@khara/contract';
import { INTENTIONS, readStoredJson, store } from '#lib/storage.ts';

/**
 * One requestId per intention, that is per press of the button: kept before sending, the same for every retry, gone once the outcome is known
 * (design of retries). After a reload, what is still here has an unknown outcome and is asked about. Passwords are never kept. A telephone may have
 * several members: an intention names its own, is asked about for no other, and goes with the session (api/session.ts).
 */
export type Intention = {
  /** User id of the member who pressed the button. */
  readonly owner: string;
  readonly call: CallName;
  readonly requestId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly at: number;
};

const read = (): Intention[] => {
  const kept = readStoredJson(INTENTIONS);
  return Array.isArray(kept) ? (kept as Intention[]) : []; // written by us below
};
const write = (intentions: readonly Intention[]) =>
  store(INTENTIONS, intentions.length === 0 ? null : JSON.stringify(intentions.slice(-20)));

/** 128 random bits as hex. Not `crypto.randomUUID`, which browsers have in secure contexts only: a phone may reach us by plain HTTP on the local network. */
const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export function intend(
  owner: string,
  call: CallName,
  payload: Readonly<Record<string, unknown>>,
  now = Date.now(),
): Intention {
  const { transactionPassword: _, password: __, ...kept } = payload;
  const intention = { owner, call, requestId: newRequestId(), payload: kept, at: now };
  write([...read(), intention]);
  return intention;
}

export const settleIntention = (requestId: string): void =>
  write(read().filter((intention) => intention.requestId !== requestId));

/** What this member is still waiting to hear of. What others left is deleted. */
export function openIntentions(owner: string): readonly Intention[] {
  const kept = read();
  const own = kept.filter((intention) => intention.owner === owner);
  if (own.length < kept.length) write(own);
  return own;
}
