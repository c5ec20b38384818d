import { CHARGE_ITEMS } from '@khara/charges';
import { sqlArray } from '#src/kernel/sql-array.ts';
import { columnNames, unnested, columnValues, type SqlColumns } from '#src/kernel/sql-rows.ts';
import type { Tx } from '#src/ports/database.ts';
import {
  macOfOrder,
  OPEN_STATES_SQL,
  ORDER_COLUMNS,
  SIGNED_FILLS,
  signedBy,
  firstAnswerJson,
} from '#modules/orders/index.ts';
import type { Arrival } from './arrival.ts';

/** Columns of an order's row with one value each. */
const COLUMNS: SqlColumns<Arrival & { readonly mac: Uint8Array }> = {
  ...Object.fromEntries(
    Object.entries(ORDER_COLUMNS).map(
      ([name, [type, of]]) => [name, [type, ({ order }: Arrival) => of(order)]] as const,
    ),
  ),
  req: ['bytea', ({ hash }) => hash],
  market_day: ['integer', ({ taken }) => taken?.marketDay],
  applied_step: ['integer', ({ taken }) => taken?.step],
  applied_index: ['integer', ({ taken }) => taken?.index],
  first_index: ['integer', ({ taken }) => taken?.first],
  matched_ms: ['bigint', ({ taken }) => taken?.at],
  matched_time: ['text', ({ taken }) => taken?.marketTime],
  position_id: ['bigint', ({ fills }) => fills[0]?.positionId],
  fill_phase: ['text', ({ fills }) => fills[0]?.phase],
  fill_aggressor: ['boolean', ({ fills }) => fills[0]?.aggressor],
  mac: ['bytea', ({ mac }) => mac],
};

const NAMES = columnNames(COLUMNS);
const AT = Object.keys(COLUMNS).length;

const INSERT = `INSERT INTO trading."order" (${NAMES}, first_answer, book, fill_trade, fill_quantity, fill_price_paise, fill_charges, fill_mac)
  SELECT ${Object.keys(COLUMNS)
    .map((name) => `n.${name}`)
    .join(', ')},
    CASE WHEN n.state IN ${OPEN_STATES_SQL} THEN ${firstAnswerJson('n')} END,
    CASE WHEN n.has_opened THEN ($${AT + 3}::bigint[])[n.first_book : n.last_book] END,
    CASE WHEN n.last_fill >= n.first_fill THEN ($${AT + 4}::bigint[])[n.first_fill : n.last_fill] END,
    CASE WHEN n.last_fill >= n.first_fill THEN ($${AT + 5}::integer[])[n.first_fill : n.last_fill] END,
    CASE WHEN n.last_fill >= n.first_fill THEN ($${AT + 6}::bigint[])[n.first_fill : n.last_fill] END,
    CASE WHEN n.last_fill > n.first_fill OR (n.last_fill = n.first_fill AND n.state <> 'complete')
      THEN ($${AT + 7}::bigint[])[7 * n.first_fill - 6 : 7 * n.last_fill] END,
    CASE WHEN n.last_fill >= n.first_fill THEN ($${AT + 9}::bytea[])[n.first_fill : n.last_fill] END
  FROM (
    SELECT x.*, coalesce(lag(x.last_book) OVER (), 0) + 1 AS first_book,
      coalesce(lag(x.last_fill) OVER (), 0) + 1 AS first_fill
    FROM (
      SELECT ${unnested(COLUMNS)}, unnest($${AT + 1}::integer[]) AS last_book, unnest($${AT + 2}::integer[]) AS last_fill,
        unnest($${AT + 8}::boolean[]) AS has_opened
    ) x
  ) n`;

const macOf = (tx: Tx, { order, taken }: Arrival): Uint8Array =>
  macOfOrder(tx.ownKeys(), order, taken ? [taken.marketDay, taken.step, taken.index] : []);

/** Writes orders with what became of them at once: one row each. */
export async function insertOrders(tx: Tx, arrivals: readonly Arrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  const fills = arrivals.flatMap((arrival) => arrival.fills);
  let lastBook = 0;
  let lastFill = 0;
  await tx.query('orders.insert', INSERT, [
    ...columnValues(
      COLUMNS,
      arrivals.map((arrival) => ({ ...arrival, mac: macOf(tx, arrival) })),
    ),
    sqlArray(
      'integer',
      arrivals.map(({ book }) => (lastBook += book?.length ?? 0)),
    ),
    sqlArray(
      'integer',
      arrivals.map((arrival) => (lastFill += arrival.fills.length)),
    ),
    sqlArray(
      'bigint',
      arrivals.flatMap(({ book }) => book ?? []),
    ),
    sqlArray(
      'bigint',
      fills.map(({ tradeNo }) => tradeNo),
    ),
    sqlArray(
      'integer',
      fills.map(({ quantity }) => quantity),
    ),
    sqlArray(
      'bigint',
      fills.map(({ pricePaise }) => pricePaise),
    ),
    sqlArray(
      'bigint',
      fills.flatMap(({ charges }) => CHARGE_ITEMS.map((item) => charges[item])),
    ),
    sqlArray(
      'boolean',
      arrivals.map(({ book }) => book !== undefined),
    ),
    sqlArray(
      'bytea',
      signedBy(tx, SIGNED_FILLS, fills).map(({ mac }) => mac),
    ),
  ]);
}
