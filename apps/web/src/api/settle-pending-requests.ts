import type { CallName, Payload } from '@khara/contract';
import { call, refresh } from './client.ts';
import { isUnderWay, readPendingRequests, removePendingRequest, type PendingRequest } from './pending-request.ts';
import { keepReceipts } from './receipts.ts';
import { AFTER_MONEY, AFTER_ORDER } from './query-keys.ts';
import { whoIsSignedIn } from './session.ts';

type RequestOutcome = 'done' | 'not done' | 'unknown';

/** Asks about everything of this member whose answer was lost; not about what is under way. */
export async function settlePendingRequests(): Promise<
  readonly { request: PendingRequest; settled: RequestOutcome }[]
> {
  const owner = whoIsSignedIn();
  if (owner === undefined) return [];
  const outcomes: { request: PendingRequest; settled: RequestOutcome }[] = [];
  for (const request of readPendingRequests(owner)) {
    if (isUnderWay(request.requestId)) continue;
    // Asking again may do the thing: never with the session of another member, who may have come meanwhile.
    if (whoIsSignedIn() !== owner) return outcomes;
    const settled = await ask(request);
    if (settled !== 'unknown') removePendingRequest(request.requestId);
    outcomes.push({ request, settled });
  }
  if (outcomes.length > 0) refresh([...AFTER_ORDER, ...AFTER_MONEY]);
  return outcomes;
}

async function ask({ owner, call: name, requestId, payload }: PendingRequest): Promise<RequestOutcome> {
  if (name === 'placeBuyOrder' || name === 'placeSellOrder') {
    // Repeating an order needs the password, which is never kept; but every order tells the requestId it came with.
    const orders = await call('orders', { size: 50 });
    if (!orders.ok) return 'unknown';
    return orders.data.list.some((order) => order.requestId === requestId) ? 'done' : 'not done';
  }
  if (name === 'subscribe' || name === 'reviseSubscription') {
    // So does an application to an offering; a change of one shows in its lots.
    const lists = await Promise.all([
      call('subscriptions', { size: 50 }),
      call('subscriptions', { kind: 'block', size: 50 }),
    ]);
    const applications = lists.flatMap((list) => (list.ok ? list.data.list : []));
    const isThere = applications.some((application) =>
      name === 'subscribe'
        ? application.requestId === requestId
        : application.id === payload['id'] && application.lots === Number(payload['lots']),
    );
    return isThere ? 'done' : lists.every((list) => list.ok) ? 'not done' : 'unknown';
  }
  // The payload this call was first made with.
  const result = await call(name, { ...payload, requestId } as Payload<CallName>);
  if (result.ok) {
    keepReceipts(owner, result.data); // it may come before anything watches for receipts
    return 'done';
  }
  return result.outcomeUnknown ? 'unknown' : 'not done';
}
