import { type After, settle } from '@khara/broker';
import { moveFrontier } from '#modules/market/index.ts';
import { addSources, postBatch } from '#modules/ledger/index.ts';
import { completeTask, notifyAll, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import type { SettlementBatch } from '#src/ports/exchange.ts';
import { settlementDate } from '@khara/rules';
import { announceSettled, batchNotices, type Settled } from '#modules/orders/index.ts';
import { toEntry, listSources } from './postings.ts';
import type { Arrival } from './arrival.ts';
import { loadBefore, writeAfter } from './settlement-store.ts';

/**
 * Events of one transaction: the end of a day with thousands of open orders must not take longer than a statement may.
 */
const BATCH_SIZE = 400;

/**
 * Writes what the exchange made of members' orders: fills of every side, their ledger entries and charges,
 * positions, order states and timelines, what will settle, the places of the commands and the frontier. One
 * transaction, or several in the order of events when there are very many; the places go with the first, so
 * that a restart in between plays the same day again. Then tells the owners.
 *
 * Sending a batch again changes nothing: the frontier knows the last event that was settled. Two round trips
 * and a commit, however many events there are: this is what limits how many orders a second the server can
 * take.
 */
export async function settleBatch(deps: Omit<Deps, 'venue'>, batch: SettlementBatch): Promise<void> {
  await settleAtOnce(deps, { ...batch, events: batch.events.slice(0, BATCH_SIZE) });
  for (let from = BATCH_SIZE; from < batch.events.length; from += BATCH_SIZE) {
    await settleAtOnce(deps, { ...batch, applied: [], events: batch.events.slice(from, from + BATCH_SIZE) });
  }
}

async function settleAtOnce(deps: Omit<Deps, 'venue'>, batch: SettlementBatch): Promise<void> {
  announceSettled(deps, await deps.db.transaction((tx) => settleIn(tx, batch)));
}

async function settleIn(tx: Tx, batch: SettlementBatch): Promise<Settled> {
  const orderIds = [...new Set(batch.events.map((event) => BigInt(event.orderId)))];
  const fills = batch.events.filter((event) => event.kind === 'filled').length;
  const [settled, before] = await Promise.all([
    moveFrontier(tx, batch),
    loadBefore(tx, { orderIds, holdings: [], most: { positions: fills, fills }, marketDate: batch.marketDate }),
  ]);
  const events = batch.events.filter((event) => event.eventNo > settled);
  const after = settle(batch, events, { ...before, settlesOn: settlementDate(batch.marketDate) });
  const [sent] = await Promise.all(writeSettled(tx, batch, { after, arrivals: new Map() }));
  return { after, sent, at: batch.at };
}

/**
 * Writes what a batch became, notices and movements of money and shares with it: the notices first. The
 * statements are sent together; the caller awaits them all. `arrivals`: orders that the same transaction
 * places, whose rows and entries stand before these, and whose notices are made later.
 */
export function writeSettled(
  tx: Tx,
  batch: SettlementBatch,
  { after, arrivals }: { readonly after: After; readonly arrivals: ReadonlyMap<bigint, Arrival> },
): [Promise<readonly SentNotice[]>, ...Promise<unknown>[]] {
  // What a delivery order was filled for as it was placed has its entry.
  const movements = after.movements.filter(({ order }) => order.product === 'intraday' || !arrivals.has(order.id));
  return [
    notifyAll(tx, batchNotices(after, { at: batch.at, arrivals })),
    completeTask(
      tx,
      after.orders.filter(({ id, filled }) => filled > 0 && !arrivals.has(id)).map(({ userId }) => userId),
      'order',
      batch.at,
    ),
    addSources(tx, batch.marketDate, listSources(movements, batch.marketDay)),
    postBatch(
      tx,
      movements.map((movement) => toEntry(movement, batch)),
    ),
    ...writeAfter(tx, batch, { after, arrivals }),
  ];
}
