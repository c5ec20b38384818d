import assert from 'node:assert/strict';
import type { Tx } from '#src/ports/database.ts';
import type { SettlementBatch } from '#src/ports/exchange.ts';
import type { After, DpOfDay, Due } from './batch.ts';
import {
  asJson,
  dueOf,
  firstAnswerJson,
  orderOf,
  positionOf,
  dpRow,
  dueRow,
  fillRow,
  orderChange,
  positionRow,
  timelineRow,
  type DueRow,
  type OrderRow,
  type PositionRow,
} from '../rows.ts';

/*
 * SQL of the settlement. A batch is read in one round trip and written in one: statements that are not
 * awaited one by one travel together, and each carries all rows of its kind.
 */

/** Locks the orders, and reads what their fills may change. Rows are locked in order of their ids, as everywhere. */
export async function loadBefore(tx: Tx, orderIds: readonly bigint[], fills: number, marketDate: string) {
  const [, orders, positions, dues, dps, ids, available] = await Promise.all([
    // The users first, in the ledger's order: who holds a user's lock never waits for an order of theirs.
    tx.query(
      'orders.settle_users',
      `SELECT pg_advisory_xact_lock(7365, u.lock) FROM (
      SELECT DISTINCT hashtext('u:' || o.user_id) AS lock FROM trading."order" o WHERE o.id = ANY ($1::bigint[]) ORDER BY 1) u`,
      [orderIds],
    ),
    tx.query<OrderRow>(
      'orders.settle_orders',
      `SELECT o.* FROM trading."order" o
       WHERE o.id = ANY (ARRAY( -- one list of ids: with an OR every order there ever was would be looked at
         SELECT unnest($1::bigint[])
         UNION SELECT n.id FROM trading."order" e JOIN trading."order" n ON n.user_id = e.user_id AND n.asset = e.asset
         WHERE e.id = ANY ($1::bigint[]) AND e.product = 'intraday' AND n.margin_paise > 0
         UNION SELECT n.id FROM trading."order" e JOIN trading."order" n ON n.user_id = e.user_id AND n.asset = e.asset
         WHERE e.id = ANY ($1::bigint[]) AND e.product = 'intraday' AND n.product = 'intraday' AND n.state IN ('pending', 'open', 'trigger_pending')))
       ORDER BY o.id FOR NO KEY UPDATE`,
      [orderIds],
    ),
    tx.query<PositionRow>(
      'orders.settle_positions',
      `SELECT p.* FROM trading.position p
       WHERE p.state = 'in_position' AND (p.user_id, p.asset) IN (${TOUCHED}) ORDER BY p.id FOR NO KEY UPDATE`,
      [orderIds],
    ),
    tx.query<DueRow>(
      'orders.settle_dues',
      `SELECT d.* FROM trading.settlement_due d
       WHERE d.sold + d.settled < d.bought AND (d.user_id, d.asset) IN (${TOUCHED}) FOR NO KEY UPDATE`,
      [orderIds],
    ),
    tx.query<{ user_id: string; asset: string; sold_paise: bigint; dp_paise: bigint }>(
      'orders.settle_dp',
      `SELECT c.user_id, c.asset, c.sold_paise, c.dp_paise FROM trading.dp_charged c
       WHERE c.market_date = $2 AND (c.user_id, c.asset) IN (${TOUCHED}) FOR NO KEY UPDATE`,
      [orderIds, marketDate],
    ),
    tx.query<{ id: bigint }>(
      'orders.settle_ids',
      "SELECT nextval('trading.number') AS id FROM generate_series(1, $1)",
      [
        fills * 2, // a fill, and the position that it may begin
      ],
    ),
    tx.query<{ user_id: string; balance: bigint }>(
      'orders.settle_available',
      `SELECT DISTINCT o.user_id, a.balance FROM trading."order" o
       JOIN ledger.account a ON a.owner = 'u:' || o.user_id AND a.asset = 'INR' AND a.code = 101
       WHERE o.id = ANY ($1::bigint[]) AND o.product = 'intraday'`,
      [orderIds],
    ),
  ]);
  const dpOfDay = dps.map((row): DpOfDay => ({
    userId: row.user_id,
    asset: row.asset,
    soldPaise: row.sold_paise,
    dpPaise: row.dp_paise,
  }));
  let used = 0;
  const nextId = (): bigint => {
    const row = ids[used++];
    assert(row, 'more numbers are needed than were taken');
    return row.id;
  };
  return {
    orders: orders.map(orderOf),
    positions: positions.map(positionOf),
    dues: dues.map(dueOf),
    dpOfDay,
    nextId,
    available: new Map(available.map((row) => [row.user_id, row.balance])),
  };
}

const TOUCHED = 'SELECT o.user_id, o.asset FROM trading."order" o WHERE o.id = ANY ($1::bigint[])';

/**
 * The command of an order that is placed by the transaction that settles it: a row of the journal without its place.
 */
export type PlacedCommand = {
  readonly seq: bigint;
  readonly order_id: bigint;
  readonly accepted_ms: number;
  readonly price_paise: bigint;
  readonly quantity: number;
  readonly trigger_paise: bigint | undefined;
  readonly disclosed: number | undefined;
};

/** Writes what a batch became. The statements are sent together; the caller awaits them all. */
export function writeAfter(
  tx: Tx,
  batch: SettlementBatch,
  { after, placed }: { readonly after: After; readonly placed: readonly PlacedCommand[] },
): Promise<unknown>[] {
  const writes: Promise<unknown>[] = [];
  const write = (name: string, text: string, rows: readonly object[], ...more: readonly unknown[]) => {
    if (rows.length > 0) writes.push(tx.query(`orders.${name}`, text, [asJson(rows), ...more]));
  };
  write(
    'write_positions',
    `INSERT INTO trading.position SELECT * FROM json_populate_recordset(NULL::trading.position, $1::json)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, quantity = excluded.quantity, cost_paise = excluded.cost_paise,
       buy_charges_paise = excluded.buy_charges_paise, bought_quantity = excluded.bought_quantity,
       bought_paise = excluded.bought_paise, sold_quantity = excluded.sold_quantity, sold_paise = excluded.sold_paise,
       realised_paise = excluded.realised_paise, charges_paise = excluded.charges_paise, last_sell_ms = excluded.last_sell_ms,
       market_date = excluded.market_date, day_bought_quantity = excluded.day_bought_quantity,
       day_bought_paise = excluded.day_bought_paise, day_sold_quantity = excluded.day_sold_quantity,
       day_sold_paise = excluded.day_sold_paise`,
    after.positions.map(positionRow),
  );
  write(
    'write_fills',
    'INSERT INTO trading.fill SELECT * FROM json_populate_recordset(NULL::trading.fill, $1::json)',
    after.fills.map(fillRow),
  );
  write(
    'write_orders',
    `UPDATE trading."order" o SET state = n.state, reason = n.reason, filled = n.filled, filled_paise = n.filled_paise,
       brokerage_paise = n.brokerage_paise, stt_paise = n.stt_paise, exchange_paise = n.exchange_paise, sebi_paise = n.sebi_paise,
       stamp_paise = n.stamp_paise, gst_paise = n.gst_paise, dp_paise = n.dp_paise, frozen_paise = n.frozen_paise,
       frozen_shares = n.frozen_shares, frozen_unsettled = n.frozen_unsettled, margin_paise = n.margin_paise,
       quantity = n.quantity, price_paise = n.price_paise, trigger_paise = n.trigger_paise, updated_ms = n.updated_ms,
       timeline_length = n.timeline_length, became_limit = n.became_limit,
       first_answer = coalesce(o.first_answer, ${firstAnswerJson('n')})
     FROM json_populate_recordset(NULL::trading."order", $1::json) n WHERE o.id = n.id AND o.id = ANY ($2::bigint[])`,
    after.orders.map(orderChange),
    after.orders.map(({ id }) => id), // by which the rows are found: a plan that does not know how many there are may look at all
  );
  write(
    'write_timeline',
    'INSERT INTO trading.order_event SELECT * FROM json_populate_recordset(NULL::trading.order_event, $1::json)',
    after.timeline.map(timelineRow),
  );
  if (after.dues.length > 0) writes.push(writeDues(tx, after.dues));
  write(
    'write_dp',
    `INSERT INTO trading.dp_charged SELECT * FROM json_populate_recordset(NULL::trading.dp_charged, $1::json)
     ON CONFLICT (user_id, asset, market_date) DO UPDATE SET sold_paise = excluded.sold_paise, dp_paise = excluded.dp_paise`,
    after.dpOfDay.map((dp) => dpRow(dp, batch.marketDate)),
  );
  const isPlaced = new Set(placed.map(({ seq }) => Number(seq)));
  const places = batch.applied.map(({ seq, step, index }) => ({
    seq,
    market_day: batch.marketDay,
    applied_step: step,
    applied_index: index,
  }));
  const placeOf = new Map(places.map((place) => [place.seq, place]));
  write(
    'write_commands',
    `INSERT INTO trading.command (seq, kind, order_id, accepted_ms, price_paise, quantity, trigger_paise, disclosed,
       market_day, applied_step, applied_index)
     OVERRIDING SYSTEM VALUE
     SELECT n.seq, 'place', n.order_id, n.accepted_ms, n.price_paise, n.quantity, n.trigger_paise, n.disclosed,
       n.market_day, n.applied_step, n.applied_index
     FROM json_populate_recordset(NULL::trading.command, $1::json) n`,
    placed.map((command) => ({ ...command, ...placeOf.get(Number(command.seq)) })),
  );
  const journalled = places.filter(({ seq }) => !isPlaced.has(seq));
  write(
    'write_places',
    `UPDATE trading.command c SET market_day = n.market_day, applied_step = n.applied_step, applied_index = n.applied_index
     FROM json_populate_recordset(NULL::trading.command, $1::json) n
     WHERE c.seq = n.seq AND c.seq = ANY ($2::bigint[]) AND c.applied_step IS NULL`,
    journalled,
    journalled.map(({ seq }) => seq),
  );
  return writes;
}

export async function writeDues(tx: Tx, dues: readonly Due[]): Promise<void> {
  if (dues.length === 0) return;
  await tx.query(
    'orders.write_dues',
    `INSERT INTO trading.settlement_due SELECT * FROM json_populate_recordset(NULL::trading.settlement_due, $1::json)
     ON CONFLICT (user_id, asset, settles_on) DO UPDATE SET bought = excluded.bought, sold = excluded.sold, settled = excluded.settled`,
    [asJson(dues.map(dueRow))],
  );
}
