import type { CallName } from '@khara/contract';
import { PENDING_REQUESTS, readStoredJson, store } from '#lib/storage.ts';

/**
 * One requestId for each press of the button: kept before sending, the same for every retry, gone once the
 * outcome is known (design of retries). After a reload, what is still here has an unknown outcome and is
 * asked about. Passwords are never kept. A telephone may have several members: a request names its own, is
 * asked about for no other, and goes with the session (api/session.ts).
 */
export type PendingRequest = {
  /** User id of the member who pressed the button. */
  readonly owner: string;
  readonly call: CallName;
  readonly requestId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly at: number;
};

const read = (): PendingRequest[] => {
  const kept = readStoredJson(PENDING_REQUESTS);
  return Array.isArray(kept) ? (kept as PendingRequest[]) : []; // written by us below
};
const write = (requests: readonly PendingRequest[]) =>
  store(PENDING_REQUESTS, requests.length === 0 ? null : JSON.stringify(requests.slice(-20)));

/**
 * 128 random bits as hex. Not `crypto.randomUUID`, which browsers have in secure contexts only: a phone may
 * reach us by plain HTTP on the local network.
 */
const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Those whose answer this page itself waits for: nothing is lost yet, so nothing is asked about them. */
const underWay = new Set<string>();
export const isUnderWay = (requestId: string): boolean => underWay.has(requestId);
/** The call has ended, with an answer or without one. */
export const requestEnded = (requestId: string): void => void underWay.delete(requestId);

export function createPendingRequest(
  owner: string,
  call: CallName,
  payload: Readonly<Record<string, unknown>>,
  now = Date.now(),
): PendingRequest {
  const { transactionPassword: _, password: __, ...kept } = payload;
  const request = { owner, call, requestId: newRequestId(), payload: kept, at: now };
  underWay.add(request.requestId);
  write([...read(), request]);
  return request;
}

export const removePendingRequest = (requestId: string): void =>
  write(read().filter((request) => request.requestId !== requestId));

/** What this member is still waiting to hear of. What others left is deleted. */
export function readPendingRequests(owner: string): readonly PendingRequest[] {
  const kept = read();
  const own = kept.filter((request) => request.owner === owner);
  if (own.length < kept.length) write(own);
  return own;
}
