import type { CallName, Data, Payload } from '@khara/contract';
import { call } from './client.ts';
import type { Result } from './failure.ts';
import { createPendingRequest, removePendingRequest, requestEnded } from './pending-request.ts';
import { whoIsSignedIn } from './session.ts';

/** Calls that move money or quantity. */
export type MoneyCall = { [N in CallName]: 'requestId' extends keyof Payload<N> ? N : never }[CallName];
type MoneyPayload<N extends MoneyCall> = Omit<Payload<N>, 'requestId'>;

/**
 * Does a thing that moves money, once: makes the requestId, keeps it until the outcome is known, repeats
 * through lost answers with the same id. `onChecking` is called when an answer was lost and the page has to
 * say "Checking…". A result with `outcomeUnknown` stays kept, and is asked about after a reload
 * (settle-pending-requests.ts). `onRequestId` gets the requestId before it is sent, for what has to be kept
 * for good.
 */
export async function mutate<N extends MoneyCall>(
  name: N,
  payload: MoneyPayload<N>,
  onChecking?: () => void,
  onRequestId?: (requestId: string) => void,
): Promise<Result<Data<N>>> {
  const { requestId } = createPendingRequest(whoIsSignedIn() ?? '', name, payload);
  onRequestId?.(requestId);
  const full = { ...payload, requestId } as unknown as Payload<N>; // MoneyPayload is Payload without requestId
  const result = await call(name, full, onChecking ? { onChecking } : undefined).finally(() => requestEnded(requestId));
  if (result.ok || !result.outcomeUnknown) removePendingRequest(requestId);
  return result;
}
