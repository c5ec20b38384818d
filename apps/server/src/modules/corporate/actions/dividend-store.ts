import type { Queryable, Tx } from '#src/ports/database.ts';
import { lockUsers } from '#modules/orders/index.ts';

/** What a holder is owed by an action, or was paid. */
export type HolderDividend = {
  readonly actionId: string;
  readonly userId: string;
  readonly code: string;
  /** Shares at the close before the ex-date. */
  readonly held: bigint;
  readonly grossPaise: bigint;
  readonly tdsPaise: bigint;
  readonly onDate: string;
  readonly paysOn: string;
  readonly paidAt: number | undefined;
};

const ROW = 'e.action_id, e.user_id, e.code, e.held, e.gross_paise, e.tds_paise, e.on_date, e.pays_on, e.paid_ms';

/** The next of those that are due by a market date, with their users locked. */
export async function unpaidDividends(tx: Tx, marketDate: string, limit: number): Promise<readonly HolderDividend[]> {
  const due = await tx.query<{ actionId: string; userId: string }>(
    'orders.due_dividends',
    `SELECT e.action_id, e.user_id FROM trading.entitlement e
     WHERE e.pays_on <= $1 AND e.pays_on IS NOT NULL AND e.paid_ms IS NULL
     ORDER BY e.pays_on, e.action_id, e.user_id LIMIT $2`,
    [marketDate, limit],
  );
  if (due.length === 0) return [];
  await lockUsers(
    tx,
    due.map((one) => one.userId),
  );
  return tx.query<HolderDividend>(
    'orders.unpaid_dividends',
    `SELECT ${ROW} FROM trading.entitlement e
     JOIN unnest($1::text[], $2::text[]) AS d (action_id, user_id) ON d.action_id = e.action_id AND d.user_id = e.user_id
     WHERE e.paid_ms IS NULL ORDER BY e.pays_on, e.action_id, e.user_id FOR UPDATE OF e`,
    [due.map((one) => one.actionId), due.map((one) => one.userId)],
  );
}

export const markPaid = (tx: Tx, paid: readonly HolderDividend[], at: number): Promise<unknown> =>
  tx.query(
    'orders.dividends_paid',
    `UPDATE trading.entitlement e SET paid_ms = $3 FROM unnest($1::text[], $2::text[]) AS d (action_id, user_id)
     WHERE e.action_id = d.action_id AND e.user_id = d.user_id`,
    [paid.map((one) => one.actionId), paid.map((one) => one.userId), at],
  );

/** Dividends that a member has still to get, the next first; of one code, or of all. */
export const dividendsAhead = (
  db: Queryable,
  { userId, code }: { readonly userId: string; readonly code: string | undefined },
): Promise<readonly HolderDividend[]> =>
  db.query<HolderDividend>(
    'orders.dividends_ahead',
    `SELECT ${ROW} FROM trading.entitlement e
     WHERE e.user_id = $1 AND ($2::text IS NULL OR e.code = $2) AND e.pays_on IS NOT NULL AND e.paid_ms IS NULL
     ORDER BY e.pays_on, e.action_id`,
    [userId, code ?? null],
  );

/** The last ones that a member was paid, newest first. */
export const dividendsPaid = (
  db: Queryable,
  { userId, code, limit }: { readonly userId: string; readonly code: string | undefined; readonly limit: number },
): Promise<readonly HolderDividend[]> =>
  db.query<HolderDividend>(
    'orders.dividends_paid_to',
    `SELECT ${ROW} FROM trading.entitlement e
     WHERE e.user_id = $1 AND ($2::text IS NULL OR e.code = $2) AND e.paid_ms IS NOT NULL
     ORDER BY e.pays_on DESC, e.action_id DESC LIMIT $3`,
    [userId, code ?? null, limit],
  );
