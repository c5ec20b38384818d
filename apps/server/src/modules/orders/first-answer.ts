import type { Deps } from '#src/deps.ts';
import { asFirstAnswered, type FillRow, type OrderRow } from './rows.ts';
import { keepFirstAnswer } from './place-store.ts';
import * as store from './store.ts';

/** How long an answer waits for the settlement of what its command caused at once. */
const PATIENCE_MS = 1_000;

/**
 * An order as its request is answered: as it stood when what it caused at once had been settled, or after a second when that takes longer.
 * The same for every repeat of the request, whatever has become of the order since.
 */
export async function firstAnswerTo(
  deps: Deps,
  userId: string,
  {
    orderId,
    seq,
    repeated,
  }: { readonly orderId: bigint; readonly seq: number | undefined; readonly repeated: boolean },
): Promise<{ readonly order: OrderRow; readonly fills: readonly FillRow[] }> {
  let order = repeated ? await store.findOrder(deps.db, userId, orderId) : undefined;
  if (!order?.first_answer) {
    if (seq !== undefined) await settledSoon(deps, seq);
    order = await store.findOrder(deps.db, userId, orderId);
  }
  if (order && !order.first_answer) {
    await keepFirstAnswer(deps.db, orderId);
    order = await store.findOrder(deps.db, userId, orderId);
  }
  if (!order) throw new Error(`order ${orderId} of ${userId} is gone`);
  return withFills(deps, asFirstAnswered(order));
}

/** An order with the fills that make up what it says is filled: later ones, settled in between, are left out. */
export async function withFills(deps: Pick<Deps, 'db'>, order: OrderRow) {
  const fills: FillRow[] = [];
  let filled = 0;
  for (const fill of order.filled === 0 ? [] : await store.fillsOfOrder(deps.db, order.id)) {
    if (filled === order.filled) break;
    filled += fill.quantity;
    fills.push(fill);
  }
  return { order, fills };
}

/** Waits until everything that commands up to `seq` caused at once is settled, but not for ever. */
export async function settledSoon({ venue }: Pick<Deps, 'venue'>, seq: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([venue.settled(seq), patience]);
  clearTimeout(timer);
}
