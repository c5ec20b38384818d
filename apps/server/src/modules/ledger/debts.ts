import { SqlError, type Queryable } from '#src/ports/database.ts';
import type { Owner } from './chart.ts';

/* What members owe: losses that the platform has borne for them, until they are paid back (decision 9). */

type Money = 'INR' | 'USDT';
/** Minor units of each money. */
export type Owed = { readonly INR: bigint; readonly USDT: bigint };

const owedWhere = async (db: Queryable, column: 'owner' | 'mdate', value: string): Promise<Owed> => {
  const rows = await db.query<{ asset: Money; amount: bigint }>(
    `ledger.owed_where.${column}`,
    `SELECT asset, sum(remaining)::bigint AS amount FROM ledger.debt WHERE ${column} = $1 AND remaining > 0 GROUP BY asset`,
    [value],
  );
  const of = (money: Money) => rows.find(({ asset }) => asset === money)?.amount ?? 0n;
  return { INR: of('INR'), USDT: of('USDT') };
};

export const owedBy = (db: Queryable, owner: Owner): Promise<Owed> => owedWhere(db, 'owner', owner);

/** What is owed of losses of a market date, by all members together. */
export const readOwed = (db: Queryable, marketDate: string): Promise<Owed> => owedWhere(db, 'mdate', marketDate);

export type Debt = {
  /** Of the entry by which the platform bore the loss. */
  readonly uid: string;
  readonly asset: Money;
  readonly remaining: bigint;
};

/** Open debts of an owner, the oldest first: uids are in the order of time. */
export const listDebts = (db: Queryable, owner: Owner): Promise<readonly Debt[]> =>
  db.query(
    'ledger.debts_of',
    'SELECT uid, asset, remaining FROM ledger.debt WHERE owner = $1 AND remaining > 0 ORDER BY uid',
    [owner],
  );

/** Who owes and has money that is free, or owes something that `known` does not name. */
export const debtors = (db: Queryable, known: readonly string[]): Promise<readonly { readonly owner: Owner }[]> =>
  db.query(
    'ledger.debtors',
    `SELECT DISTINCT d.owner FROM ledger.debt d
     WHERE d.remaining > 0 AND (d.uid <> ALL ($1::uuid[]) OR EXISTS (SELECT FROM ledger.account a
       WHERE a.owner = d.owner AND a.asset IN ('INR', 'USDT') AND a.code = 101 AND a.balance > 0))`,
    [known],
  );

/** What a member owes, if that is why the database has ended a transaction. */
export function debtIn(error: unknown): { readonly asset: Money; readonly amount: bigint } | undefined {
  if (!(error instanceof SqlError) || error.code !== 'KH007') return undefined;
  const { asset, amount } = JSON.parse(error.detail ?? '') as { asset: Money; amount: string }; // ledger.refuse_debtor
  return { asset, amount: BigInt(amount) };
}
