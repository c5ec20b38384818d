import { readMarketTime, unsettledSince } from '@khara/rules';
import type { Queryable } from '#src/ports/database.ts';
import type { Asset, Code, Owner } from './chart.ts';

export type Balance = { readonly asset: Asset; readonly code: Code; readonly amount: bigint };

/** What an owner has, account by account; accounts that were never used are absent. */
export function readBalances(db: Queryable, owner: Owner): Promise<readonly Balance[]> {
  return db.query(
    'ledger.balances_of',
    'SELECT asset, code, balance AS amount FROM ledger.account WHERE owner = $1 ORDER BY asset, code',
    [owner],
  );
}

/** A line of the bill: one change of the money owned, available and frozen together. */
export type BillLine = {
  /** `<entry id>-<line>`. */
  readonly id: string;
  readonly seq: bigint;
  readonly businessType: string;
  readonly asset: 'INR' | 'USDT';
  readonly amount: bigint;
  readonly before: bigint;
  readonly after: bigint;
  readonly at: number;
  readonly marketDate: string;
  readonly kind: string;
  readonly ref: string;
};

/** What a module reads of a line to say where it came from. */
export type RemarkedLine = Pick<BillLine, 'kind' | 'ref' | 'businessType' | 'amount'>;

/** The remark of a line of the bill; undefined for one that the module does not know. */
export type RemarkOf = (line: RemarkedLine) => string | undefined;

export type BillFilter = {
  readonly owner: Owner;
  readonly asset?: 'INR' | 'USDT';
  readonly businessType?: string;
  /** First and last market date, both included. */
  readonly from?: string;
  readonly to?: string;
  /** Lines older than the last one shown. */
  readonly after?: BillCursor;
  readonly size: number;
};
export type BillCursor = { readonly entry: bigint; readonly line: number };

/** No line is so late. */
const AFTER_ALL = 9_223_372_036_854_775_807n;

/**
 * A page of the bill, newest first: it reads a user's entries in the order of their ids, back from where the
 * page begins.
 */
export async function billPage(db: Queryable, filter: BillFilter): Promise<readonly BillLine[]> {
  const rows = await db.query<Omit<BillLine, 'at'> & { at: number }>(
    'ledger.bill_page',
    `SELECT b.entry_id || '-' || b.line AS id, b.seq, b.business_type, b.asset, b.amount, b.before, b.after,
            b.at_ms AS at, b.mdate AS market_date, b.kind, b.ref
     FROM ledger.bill_line b
     WHERE b.person = (SELECT p.id FROM ledger.person p WHERE p.owner = $1) AND b.entry_id <= $6
       AND ($2::text IS NULL OR b.asset = $2) AND ($3::text IS NULL OR b.business_type = $3)
       AND ($4::text IS NULL OR b.mdate >= $4) AND ($5::text IS NULL OR b.mdate <= $5)
       AND (b.entry_id < $6 OR b.line < $7)
     ORDER BY b.entry_id DESC, b.line DESC
     LIMIT $8`,
    [
      filter.owner,
      filter.asset ?? null,
      filter.businessType ?? null,
      filter.from ?? null,
      filter.to ?? null,
      // Always a place, so that every plan begins there: with "or null" one made for any page would walk to
      // it from the newest line.
      filter.after?.entry ?? AFTER_ALL,
      filter.after?.line ?? 0,
      filter.size,
    ],
  );
  return rows.map((row) => ({ ...row, at: row.at }));
}

/** Where the page after this line begins. */
export function billCursor({ id }: BillLine): BillCursor {
  const [entry = '0', line = '0'] = id.split('-');
  return { entry: BigInt(entry), line: Number(line) };
}

/**
 * What a user's sales brought that has not settled at a market time, after charges: it can leave when it has.
 * So with close-out money. Of intraday trading, what a day gained. A settlement holiday keeps the money of
 * several days. Reads the newest lines back to the first older day, however long the account: market dates
 * never run backwards within it.
 */
export async function saleProceeds(db: Queryable, owner: Owner, marketTime: string): Promise<bigint> {
  const now = readMarketTime(marketTime);
  const [row] = await db.query<{ proceeds: bigint }>(
    'ledger.sale_proceeds',
    `SELECT coalesce(sum(d.sold + greatest(0, d.gained)), 0)::bigint AS proceeds
     FROM (
       SELECT coalesce(sum(b.amount) FILTER (WHERE b.kind IN ('sell', 'sell_fill', 'close_out')), 0) AS sold,
              coalesce(sum(b.amount) FILTER (WHERE b.kind NOT IN ('sell', 'sell_fill', 'close_out')), 0) AS gained
       FROM ledger.bill_line b
       WHERE b.person = (SELECT p.id FROM ledger.person p WHERE p.owner = $1) AND b.asset = 'INR' AND b.mdate BETWEEN $2 AND $3
         AND b.entry_id > coalesce((
           SELECT o.id FROM ledger.entry o
           WHERE o.person = (SELECT p.id FROM ledger.person p WHERE p.owner = $1) AND o.owned[1] IS NOT NULL AND o.mdate < $2
           ORDER BY o.id DESC LIMIT 1), 0)
         AND b.kind IN ('sell', 'sell_fill', 'close_out', 'margin_settle', 'margin_charge')
       GROUP BY b.mdate
     ) d`,
    [owner, unsettledSince(now), now.day],
  );
  return row?.proceeds ?? 0n;
}
