import type { After, Before, DpOfDay, Due, Fill, Order } from '@khara/broker';
import assert from 'node:assert/strict';
import { changeOrInsert, columnValues } from '#src/kernel/sql-rows.ts';
import type { Tx } from '#src/ports/database.ts';
import { MatchUnwritable, type SettlementBatch } from '#src/ports/exchange.ts';
import {
  PLACED_COMMAND,
  isOwnApplied,
  isOwnWaiting,
  type PlacedRow,
  OPEN_STATES_SQL,
  lockOrderUsers,
  ownOf,
  SIGNED_CHANGES,
  SIGNED_DPS,
  SIGNED_DUES,
  SIGNED_FILLS,
  ownPositions,
  signedBy,
  takePositionNumbers,
  asJson,
  DP_COLUMNS,
  DUE_COLUMNS,
  toOrder,
  fillRow,
  CHANGING_COLUMNS,
  orderChange,
  timelineRow,
  type OrderRow,
  type SignedPosition,
  writePositions,
} from '#modules/orders/index.ts';
import type { Arrival } from './arrival.ts';
import { toMarginHolder, type ChangeRow } from './margin-holder.ts';
import type { Signed } from '#src/security/row-mac.ts';

/*
 * SQL of the settlement. A batch is read in one round trip and written in one: statements that are not
 * awaited one by one travel together, and each carries all rows of its kind.
 */

/** An account's shares of one kind. */
export type Holding = Pick<Order, 'userId' | 'asset' | 'product'>;

/** What is read for a batch: see `Before`. */
export type Loaded = Omit<Before, 'settlesOn'>;

/**
 * Reads what fills of these orders, and of others in these holdings, may change. The orders are locked after their
 * users, in order of their ids, as everywhere. Positions and what will settle need no lock of their own: they change
 * under their user's alone, which the caller has for `holdings`. `most`: how many positions and fills can come to be.
 */
export async function loadBefore(
  tx: Tx,
  of: {
    readonly orderIds: readonly bigint[];
    readonly holdings: readonly Holding[];
    readonly most: { readonly positions: number; readonly fills: number };
    readonly marketDate: string;
  },
): Promise<Loaded> {
  const { orderIds, marketDate, most } = of;
  const intraday = of.holdings.filter(({ product }) => product === 'intraday');
  const users = of.holdings.map(({ userId }) => userId);
  const assets = of.holdings.map(({ asset }) => asset);
  const hasOrders = orderIds.length + intraday.length > 0;
  const isTouched = orderIds.length + of.holdings.length > 0;
  const [, orders, becameIntraday, positions, dues, dps, positionIds, fillIds, available] = await Promise.all([
    // The users first, in the ledger's order: who holds a user's lock never waits for an order of theirs.
    orderIds.length > 0 && lockOrderUsers(tx, orderIds),
    hasOrders ? lockOrders(tx, orderIds, intraday) : [],
    hasOrders
      ? tx.query<ChangeRow>(
          'orders.settle_became_intraday',
          `SELECT c.*
           FROM (SELECT e.user_id, e.asset FROM trading."order" e WHERE e.id = ANY ($1::bigint[]) AND e.product = 'intraday'
             UNION SELECT * FROM unnest($2::text[], $3::text[])) h
           JOIN trading.product_change c ON c.user_id = h.user_id AND c.asset = h.asset AND c.margin_paise > 0
           ORDER BY c.id`,
          [orderIds, intraday.map(({ userId }) => userId), intraday.map(({ asset }) => asset)],
        )
      : [],
    isTouched
      ? tx.query<SignedPosition>(
          'orders.settle_positions',
          // Delivery shares that the day sold are bought back into the same position: each half by its own index.
          `SELECT x.* FROM (${TOUCHED}) t
       CROSS JOIN LATERAL (
         SELECT p.* FROM trading.position p WHERE p.user_id = t.user_id AND p.asset = t.asset AND p.state = 'in_position'
         UNION ALL
         SELECT p.* FROM trading.position p WHERE p.user_id = t.user_id AND p.market_date = $4 AND p.state <> 'in_position'
           AND p.asset = t.asset AND p.product = 'delivery' OFFSET 0
       ) x ORDER BY x.id`,
          [orderIds, users, assets, marketDate],
        )
      : [],
    isTouched
      ? tx.query<Signed<Due>>(
          'orders.settle_dues',
          `SELECT d.user_id, d.asset, d.settles_on, d.bought, d.sold, d.settled, d.noted, d.mac FROM (${TOUCHED}) t
       CROSS JOIN LATERAL (SELECT x.* FROM trading.settlement_due x
         WHERE x.user_id = t.user_id AND x.asset = t.asset AND x.outstanding OFFSET 0) d`,
          [orderIds, users, assets],
        )
      : [],
    isTouched
      ? tx.query<Signed<DpOfDay>>(
          'orders.settle_dp',
          `SELECT c.user_id, c.asset, c.sold_paise, c.dp_paise, c.mac FROM (${TOUCHED}) t
       CROSS JOIN LATERAL (SELECT * FROM trading.dp_charged x
         WHERE x.user_id = t.user_id AND x.asset = t.asset AND x.market_date = $4 OFFSET 0) c`,
          [orderIds, users, assets, marketDate],
        )
      : [],
    takePositionNumbers(tx, most.positions),
    most.fills > 0
      ? tx.query<{ id: bigint }>(
          'orders.settle_fill_ids',
          'SELECT n << 16 AS id FROM trading.next_journal_numbers($1) AS n',
          [most.fills],
        )
      : [],
    hasOrders
      ? tx.query<{ userId: string; balance: bigint }>(
          'orders.settle_available',
          `SELECT h.user_id, a.balance FROM (
         SELECT o.user_id FROM trading."order" o WHERE o.id = ANY ($1::bigint[]) AND o.product = 'intraday'
         UNION SELECT * FROM unnest($2::text[])
       ) h
       JOIN ledger.account a ON a.owner = 'u:' || h.user_id AND a.asset = 'INR' AND a.code = 101`,
          [orderIds, intraday.map(({ userId }) => userId)],
        )
      : [],
  ]);
  return {
    orders: orders.map(toOrder),
    becameIntraday: ownOf(tx, SIGNED_CHANGES, becameIntraday).map(toMarginHolder),
    positions: ownPositions(tx, positions),
    dues: ownOf(tx, SIGNED_DUES, dues).map(({ mac: _, ...due }) => due),
    dpOfDay: ownOf(
      tx,
      SIGNED_DPS,
      dps.map((dp) => ({ ...dp, marketDate })),
    ).map(({ mac: _, marketDate: _date, ...dp }) => dp),
    nextPositionId: takeNumbers(positionIds),
    nextFillId: takeNumbers(fillIds.map(({ id }) => id)),
    available: new Map(available.map((row) => [row.userId, row.balance])),
  };
}

/** Orders that a batch changes, and those behind the same intraday positions. */
const IS_TOUCHED = `o.id = ANY (ARRAY( -- one list of ids: with an OR every order there ever was would be looked at
         WITH holding AS (
           SELECT e.user_id, e.asset FROM trading."order" e WHERE e.id = ANY ($1::bigint[]) AND e.product = 'intraday'
           UNION SELECT * FROM unnest($2::text[], $3::text[])
         )
         SELECT unnest($1::bigint[])
         UNION SELECT n.id FROM holding h JOIN trading."order" n ON n.user_id = h.user_id AND n.asset = h.asset
         WHERE n.margin_paise > 0
         UNION SELECT n.id FROM holding h JOIN trading."order" n ON n.user_id = h.user_id AND n.asset = h.asset
         WHERE n.product = 'intraday' AND n.state IN ${OPEN_STATES_SQL}))`;

/**
 * Locks them. One whose owner, share or terms are not those with which a server took it is as if it were not there.
 * Throws where the exchange has matched it.
 */
async function lockOrders(
  tx: Tx,
  orderIds: readonly bigint[],
  intraday: readonly Holding[],
): Promise<readonly OrderRow[]> {
  const of = [orderIds, intraday.map(({ userId }) => userId), intraday.map(({ asset }) => asset)];
  const [orders, commands] = await Promise.all([
    tx.query<OrderRow>(
      'orders.settle_orders',
      `SELECT o.* FROM trading."order" o WHERE ${IS_TOUCHED} ORDER BY o.id FOR NO KEY UPDATE`,
      of,
    ),
    tx.query<PlacedRow>(
      'orders.settle_commands',
      `SELECT ${PLACED_COMMAND} FROM trading."order" o
       CROSS JOIN LATERAL (SELECT * FROM trading.command x WHERE x.order_id = o.id AND x.kind = 'place' OFFSET 0) c
       WHERE ${IS_TOUCHED}`,
      of,
    ),
  ]);
  const keys = tx.ownKeys();
  const own = new Set(commands.flatMap((row) => (row.kind === 'place' && isOwnApplied(keys, row) ? row.orderId : [])));
  const isOwn = (row: OrderRow) => own.has(row.id) || isOwnWaiting(keys, toOrder(row), row.mac);
  const strange = orders.filter((row) => !isOwn(row)).map(({ id }) => id);
  if (strange.length === 0) return orders;
  const matched = new Set(orderIds);
  if (!strange.some((id) => matched.has(id))) return orders.filter(({ id }) => !strange.includes(id));
  throw new MatchUnwritable(
    `order ${strange.find((id) => matched.has(id))} is not as a server took it. It was changed in the database: run npm run verify, and put a backup back`,
  );
}

function takeNumbers(ids: readonly bigint[]): () => bigint {
  let used = 0;
  return () => {
    const id = ids[used++];
    assert(id !== undefined, 'more numbers are needed than were taken');
    return id;
  };
}

const TOUCHED =
  'SELECT o.user_id, o.asset FROM trading."order" o WHERE o.id = ANY ($1::bigint[]) UNION SELECT unnest($2::text[]), unnest($3::text[])';

const WRITE_FILLS =
  'INSERT INTO trading.resting_fill SELECT * FROM json_populate_recordset(NULL::trading.resting_fill, $1::json)';

/**
 * Writes fills at once of which their orders' rows do not tell, with the positions that they changed: see `toldByRow`.
 */
export async function writeOtherFills(
  tx: Tx,
  fills: readonly Fill[],
  { positions }: Pick<After, 'positions'>,
): Promise<void> {
  if (fills.length === 0) return;
  const changed = new Set(fills.map(({ positionId }) => positionId));
  await Promise.all([
    writePositions(
      tx,
      positions.filter(({ id }) => changed.has(id)),
    ),
    tx.query('orders.write_fills', WRITE_FILLS, [asJson(signedBy(tx, SIGNED_FILLS, fills).map(fillRow))]),
  ]);
}

/**
 * Writes what a batch became, but for the rows of orders that it placed and their fills at once. The
 * statements are sent together; the caller awaits them all.
 */
export function writeAfter(
  tx: Tx,
  batch: SettlementBatch,
  { after, arrivals }: { readonly after: After; readonly arrivals: ReadonlyMap<bigint, Arrival> },
): Promise<unknown>[] {
  const placed = [...arrivals.values()];
  const isLater = ({ orderId }: { readonly orderId: bigint }) => !arrivals.has(orderId);
  const writes: Promise<unknown>[] = [];
  const write = (name: string, text: string, rows: readonly object[], ...more: readonly unknown[]) => {
    if (rows.length > 0) writes.push(tx.query(`orders.${name}`, text, [asJson(rows), ...more]));
  };
  writes.push(writePositions(tx, after.positions));
  write('write_fills', WRITE_FILLS, signedBy(tx, SIGNED_FILLS, after.fills.filter(isLater)).map(fillRow));
  const changed = after.orders.filter(({ id }) => !arrivals.has(id));
  write(
    'write_orders',
    `UPDATE trading."order" o SET ${CHANGING_COLUMNS.map((name) => `${name} = n.${name}`).join(', ')}
     FROM json_populate_recordset(NULL::trading."order", $1::json) n WHERE o.id = n.id AND o.id = ANY ($2::bigint[])`,
    changed.map(orderChange),
    // By which the rows are found: a plan that does not know how many there are may look at all.
    changed.map(({ id }) => id),
  );
  write(
    'write_timeline',
    'INSERT INTO trading.order_step SELECT * FROM json_populate_recordset(NULL::trading.order_step, $1::json)',
    [...placed.flatMap(({ otherSteps }) => otherSteps), ...after.timeline.filter(isLater)].map(timelineRow),
  );
  write(
    'write_became_intraday',
    `UPDATE trading.product_change c SET margin_paise = n.margin_paise
     FROM json_populate_recordset(NULL::trading.product_change, $1::json) n WHERE c.id = n.id AND c.id = ANY ($2::bigint[])`,
    after.becameIntraday.map(({ id, marginPaise }) => ({ id, margin_paise: marginPaise })),
    after.becameIntraday.map(({ id }) => id),
  );
  if (after.dues.length > 0) writes.push(writeDues(tx, after.dues));
  if (after.dpOfDay.length > 0) {
    const { marketDate } = batch;
    const dps = signedBy(
      tx,
      SIGNED_DPS,
      after.dpOfDay.map((dp) => ({ ...dp, marketDate })),
    );
    writes.push(tx.query('orders.write_dp', WRITE_DP, columnValues(DP_COLUMNS, dps)));
  }
  const places = batch.applied
    .filter(({ seq }) => !arrivals.has(BigInt(seq)))
    .map(({ seq, step, index }) => ({
      seq,
      market_day: batch.marketDay,
      applied_step: step,
      applied_index: index,
    }));
  write(
    'write_places',
    `UPDATE trading.journal_command c SET market_day = n.market_day, applied_step = n.applied_step, applied_index = n.applied_index
     FROM json_populate_recordset(NULL::trading.journal_command, $1::json) n
     WHERE c.seq = n.seq AND c.seq = ANY ($2::bigint[]) AND c.applied_step IS NULL`,
    places,
    places.map(({ seq }) => seq),
  );
  return writes;
}

export async function writeDues(tx: Tx, dues: readonly Due[]): Promise<void> {
  if (dues.length === 0) return;
  await tx.query('orders.write_dues', WRITE_DUES, columnValues(DUE_COLUMNS, signedBy(tx, SIGNED_DUES, dues)));
}

const WRITE_DP = changeOrInsert('trading.dp_charged', DP_COLUMNS, ['user_id', 'asset', 'market_date']);
const WRITE_DUES = changeOrInsert('trading.settlement_due', DUE_COLUMNS, ['user_id', 'asset', 'settles_on']);
