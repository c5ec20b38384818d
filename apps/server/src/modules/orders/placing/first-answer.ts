import type { Db } from '#src/ports/database.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { createBatcher } from '#src/kernel/batcher.ts';
import { asFirstAnswered, type Fill, type Order } from '../order.ts';
import * as store from '../store.ts';
import { keepFirstAnswer, keepFirstAnswers } from './place-store.ts';
import { takeResult, type OrderResult } from './recent-results-cache.ts';

/** How long an answer waits for the settlement of what its command caused at once. */
const TIMEOUT_MS = 1_000;

/**
 * An order as its request is answered: as it stood when what it caused at once had been settled, or after a
 * second when that takes longer. The same for every repeat of the request, whatever has become of the order
 * since.
 */
export async function firstAnswerTo(
  deps: Deps,
  userId: string,
  {
    orderId,
    seq,
    repeated,
  }: { readonly orderId: bigint; readonly seq: number | undefined; readonly repeated: boolean },
): Promise<OrderResult> {
  const known = repeated ? await store.findOrder(deps.db, userId, orderId) : undefined;
  if (!known?.firstAnswer && seq !== undefined) await settledSoon(deps, seq);
  const { order, fills } = takeResult(deps.db, orderId) ?? (await answerInDatabase(deps.db, orderId));
  if (order?.userId !== userId) throw new Error(`order ${orderId} of ${userId} is gone`);
  return withFills(asFirstAnswered(order), fills);
}

async function answerInDatabase(db: Db, orderId: bigint): Promise<StoredResult> {
  const kept = await answersOf(db)(orderId);
  if (!kept.order || kept.order.firstAnswer) return kept;
  await keepFirstAnswer(db, orderId);
  const [order] = await store.ordersById(db, [orderId]);
  return { order, fills: await store.fillsOfOrder(db, orderId) };
}

type StoredResult = { readonly order: Order | undefined; readonly fills: readonly Fill[] };

/** Orders whose first answers are kept in one transaction. */
const BATCH_SIZE = 64;

/** Keeps first answers and reads them, for many orders at once: of the work of an answer most would be the commit. */
function answersOf(db: Db): (orderId: bigint) => Promise<StoredResult> {
  const found = groups.get(db) ?? createBatcher(BATCH_SIZE, (ids: readonly bigint[]) => keepAndRead(db, ids));
  groups.set(db, found);
  return found;
}
const groups = new WeakMap<Db, (orderId: bigint) => Promise<StoredResult>>();

async function keepAndRead(db: Db, ids: readonly bigint[]): Promise<readonly StoredResult[]> {
  const [, orders, fills] = await db.transaction((tx) =>
    Promise.all([keepFirstAnswers(tx, ids), store.ordersById(tx, ids), store.fillsOfOrders(tx, ids)]),
  );
  const rows = new Map(orders.map((order) => [order.id, order]));
  const filled = Map.groupBy(fills, (fill) => fill.orderId);
  return ids.map((id) => ({ order: rows.get(id), fills: filled.get(id) ?? [] }));
}

/** An order with the fills that make up what it says is filled: later ones, settled in between, are left out. */
export function withFills(order: Order, all: readonly Fill[]): OrderResult {
  const fills: Fill[] = [];
  let filled = 0;
  for (const fill of all) {
    if (filled === order.filled) break;
    filled += fill.quantity;
    fills.push(fill);
  }
  return { order, fills };
}

/** Waits until everything that commands up to `seq` caused at once is settled, but not for ever. */
export async function settledSoon({ venue }: Pick<Deps, 'venue'>, seq: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS);
  });
  await Promise.race([venue.settled(seq), timeout]);
  clearTimeout(timer);
}
