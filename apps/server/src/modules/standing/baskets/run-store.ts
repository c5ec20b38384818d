import { recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import { columnNames, columnValues, jsonOf, unnested, type SqlColumns } from '#src/kernel/sql-rows.ts';
import { readSentOrder, SENT_ORDER, type SentOrderJson } from '#modules/orders/index.ts';
import type { BasketOrder, OrderRun, RunLine, RunOutcome } from './basket.ts';
import { LISTED_TERMS, readTerms, TERMS, type TermsJson } from './basket-store.ts';

/* SQL of orders that are sent together. */

/** What a run asks for in one of its orders, and why it was not sent. */
const LINES: SqlColumns<Omit<RunLine, 'order'>> = { ...LISTED_TERMS, reason: ['text', ({ reason }) => reason] };

/**
 * What is sent together and by what authority, and which of its orders was refused: the log answers for it.
 * An order that was placed says by its request what it is of.
 */
export const ORDER_RUNS: RecordedTable = {
  type: 'intent.run',
  table: 'trading.order_run',
  id: 'id',
  member: 'user_id',
  columns: [
    't.account_key',
    't.basket_id',
    't.regular_id',
    't.due',
    't.request_id',
    "encode(t.req, 'hex')",
    't.name',
    "t.state = 'skipped'",
    't.reason',
    't.at_ms',
    't.market_date',
    't.market_time',
    't.authority',
    `(SELECT json_agg(json_build_array(l.no, ${Object.keys(TERMS)
      .map((column) => `l.${column}`)
      .join(', ')}, l.reason) ORDER BY l.no) FROM trading.order_run_line l WHERE l.run_id = t.id)`,
  ],
};

const RUNS = `SELECT r.id, r.user_id, r.account_key, r.basket_id, r.regular_id, r.due, r.name, r.state, r.reason, r.at_ms, r.market_date,
    r.market_time, (SELECT json_agg(json_build_object('line', ${jsonOf(LINES, 'l')}, 'order', ${SENT_ORDER}) ORDER BY l.no)
      FROM trading.order_run_line l LEFT JOIN trading."order" o ON o.id = l.order_id WHERE l.run_id = r.id) AS lines
  FROM trading.order_run r`;

async function runsBy(
  db: Queryable,
  name: string,
  rest: string,
  params: readonly (string | number | bigint | null)[],
): Promise<readonly OrderRun[]> {
  const found = await db.query<
    Omit<OrderRun, 'lines'> & {
      readonly lines: readonly {
        readonly line: TermsJson & Pick<RunLine, 'no' | 'reason'>;
        readonly order: SentOrderJson;
      }[];
    }
  >(name, `${RUNS} ${rest}`, params);
  return found.map((run) => ({
    ...run,
    lines: run.lines.map(({ line, order }) => ({ ...readTerms(line), order: readSentOrder(order) })),
  }));
}

export async function findRun(db: Queryable, id: bigint): Promise<OrderRun | undefined> {
  const [found] = await runsBy(db, 'orders.run', 'WHERE r.id = $1', [id]);
  return found;
}

export const runsPage = (
  db: Queryable,
  page: {
    readonly userId: string;
    readonly basketId: bigint | undefined;
    readonly regularId: bigint | undefined;
    readonly before: bigint | undefined;
    readonly limit: number;
  },
): Promise<readonly OrderRun[]> =>
  runsBy(
    db,
    'orders.runs_page',
    `WHERE r.user_id = $1 AND ($2::bigint IS NULL OR r.basket_id = $2) AND ($3::bigint IS NULL OR r.regular_id = $3)
       AND ($4::bigint IS NULL OR r.id < $4) ORDER BY r.id DESC LIMIT $5`,
    [page.userId, page.basketId ?? null, page.regularId ?? null, page.before ?? null, page.limit],
  );

/** Those of which some orders may have no answer, oldest first. */
export async function openRuns(db: Queryable): Promise<readonly bigint[]> {
  const rows = await db.query<{ id: bigint }>(
    'orders.open_runs',
    `SELECT r.id FROM trading.order_run r WHERE r.state = 'placing' ORDER BY r.id`,
    [],
  );
  return rows.map(({ id }) => id);
}

/** What an earlier request sent; `req` says whether it was the same. */
export async function runByRequest(
  db: Queryable,
  userId: string,
  requestId: string,
): Promise<{ readonly id: bigint; readonly req: Uint8Array } | undefined> {
  const [row] = await db.query<{ id: bigint; req: Uint8Array }>(
    'orders.run_request',
    'SELECT r.id, r.req FROM trading.order_run r WHERE r.user_id = $1 AND r.request_id = $2',
    [userId, requestId],
  );
  return row;
}

export type NewRun = Pick<
  OrderRun,
  | 'userId'
  | 'accountKey'
  | 'basketId'
  | 'regularId'
  | 'due'
  | 'name'
  | 'state'
  | 'reason'
  | 'at'
  | 'marketDate'
  | 'marketTime'
> & {
  readonly authority: string;
  readonly requestId?: string;
  readonly req?: Uint8Array;
  readonly orders: readonly (BasketOrder & { readonly reason?: string | undefined })[];
};

/** Undefined when the same request, or the same date of a regular purchase, has one. */
export async function insertRun(tx: Tx, run: NewRun): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    'orders.insert_run',
    `INSERT INTO trading.order_run (user_id, account_key, basket_id, regular_id, due, request_id, req, name, state, reason, at_ms,
       market_date, market_time, authority)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING RETURNING id`,
    [
      run.userId,
      run.accountKey,
      run.basketId,
      run.regularId,
      run.due,
      run.requestId,
      run.req,
      run.name,
      run.state,
      run.reason,
      run.at,
      run.marketDate,
      run.marketTime,
      run.authority,
    ],
  );
  if (!row) return undefined;
  const lines = columnValues(
    LINES,
    run.orders.map((order, at) => ({ reason: undefined, ...order, no: at + 1 })),
  );
  await tx.query(
    'orders.insert_run_lines',
    `INSERT INTO trading.order_run_line (${columnNames(LINES)}, run_id) SELECT ${unnested(LINES)}, $${lines.length + 1}::bigint`,
    [...lines, row.id],
  );
  await recordRow(tx, ORDER_RUNS, row.id, run.state);
  return row.id;
}

/** Notes what became of an order that had no answer. */
export async function noteLine(tx: Tx, runId: bigint, no: number, outcome: RunOutcome): Promise<void> {
  const rows = await tx.query(
    'orders.note_run_line',
    `UPDATE trading.order_run_line SET order_id = $3, reason = $4
     WHERE run_id = $1 AND no = $2 AND order_id IS NULL AND reason IS NULL RETURNING no`,
    [runId, no, outcome.orderId ?? null, outcome.reason ?? null],
  );
  if (rows.length > 0 && outcome.reason !== undefined) await recordRow(tx, ORDER_RUNS, runId, 'refused');
}

/** Ends a run each of whose orders has its answer; false when it had ended before. */
export async function endRun(tx: Tx, id: bigint): Promise<boolean> {
  const rows = await tx.query(
    'orders.end_run',
    `UPDATE trading.order_run r SET state = 'done' WHERE r.id = $1 AND r.state = 'placing'
       AND NOT EXISTS (SELECT FROM trading.order_run_line l WHERE l.run_id = r.id AND l.order_id IS NULL AND l.reason IS NULL)
     RETURNING r.id`,
    [id],
  );
  return rows.length > 0;
}
