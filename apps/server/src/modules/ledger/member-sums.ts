import { LRUCache } from 'lru-cache';
import { memoize } from '#src/kernel/memoize.ts';
import type { Queryable } from '#src/ports/database.ts';

/* What a member put in, took out, was charged and is owed shares for, by the member's entries. */

/** What of one asset came, went and was charged on one market date, in its minor units. */
export type MoveSums = {
  readonly marketDate: string;
  readonly asset: string;
  /** What came from the rails, and what went there. */
  readonly came: bigint;
  readonly went: bigint;
  /** What the bank took back of recharges, and what came back of withdrawals: a part of neither. */
  readonly tookBack: bigint;
  readonly cameBack: bigint;
  readonly charges: bigint;
};

/** The same, with the change of what is owned, free and frozen, less what is owed to the platform (220, decision 9). */
export type DaySums = MoveSums & { readonly owned: bigint };

const MOVES = `e.mdate AS market_date, a.name AS asset,
            coalesce(-sum(l.amount) FILTER (WHERE l.code IN (301, 302) AND l.amount < 0 AND e.kind <> 'withdraw_return'), 0)::bigint AS came,
            coalesce(sum(l.amount) FILTER (WHERE l.code IN (301, 302) AND l.amount > 0 AND e.kind <> 'recharge_return'), 0)::bigint AS went,
            coalesce(sum(l.amount) FILTER (WHERE l.code IN (301, 302) AND e.kind = 'recharge_return'), 0)::bigint AS took_back,
            coalesce(-sum(l.amount) FILTER (WHERE l.code IN (301, 302) AND e.kind = 'withdraw_return'), 0)::bigint AS came_back,
            coalesce(sum(l.amount) FILTER (WHERE l.code IN (201, 202)), 0)::bigint AS charges`;

const LINES = `ledger.entry e
     CROSS JOIN LATERAL unnest(e.asset, e.code, e.amount) AS l (asset, code, amount)
     JOIN ledger.asset a ON a.id = l.asset
     WHERE e.person = (SELECT p.id FROM ledger.person p WHERE p.owner = $1)`;

/** Members whose sums a server keeps. */
const MEMBERS_KEPT = 10_000;
/** Entries stay as they are, and those of one member come in the order of their numbers: what was summed is summed. */
const keptSums = memoize(
  (_db: Queryable) =>
    new LRUCache<string, { readonly upTo: bigint; readonly sums: readonly MoveSums[] }>({ max: MEMBERS_KEPT }),
);

type SumsSince = { readonly upTo: bigint | undefined } & (MoveSums | { readonly marketDate: undefined });

/**
 * Sums of a member's moves by market date; of rupees the dates before the newest are one, and have the oldest. The desk
 * asks often: lines of any other account are not looked at, and no entry twice.
 */
export async function moveSums(db: Queryable, owner: string): Promise<readonly MoveSums[]> {
  const kept = keptSums(db);
  const before = kept.get(owner) ?? { upTo: 0n, sums: [] };
  const rows = await db.query<SumsSince>(
    'ledger.move_sums',
    `SELECT n.up_to, s.* FROM (
       SELECT max(e.id) AS up_to FROM ledger.entry e WHERE e.person = (SELECT p.id FROM ledger.person p WHERE p.owner = $1)
     ) n
     LEFT JOIN LATERAL (
       SELECT ${MOVES} FROM ${LINES} AND e.id > $2 AND l.code IN (201, 202, 301, 302) GROUP BY e.mdate, a.name
     ) s ON true ORDER BY s.market_date`,
    [owner, before.upTo],
  );
  const upTo = rows[0]?.upTo;
  if (upTo === undefined) return [];
  const sums = together([...before.sums, ...rows.flatMap((row) => (row.marketDate === undefined ? [] : [row]))]);
  kept.set(owner, { upTo, sums });
  return sums;
}

/** One for each asset and date, but for rupees of earlier dates: no rate of a day is asked about these. */
function together(sums: readonly MoveSums[]): readonly MoveSums[] {
  const newest = sums.reduce((date, { marketDate }) => (marketDate > date ? marketDate : date), '');
  const groups = Map.groupBy(sums, ({ asset, marketDate }) =>
    asset === 'INR' && marketDate < newest ? asset : `${asset} ${marketDate}`,
  );
  return [...groups.values()].map((some) =>
    some.reduce((sum, one) => ({
      marketDate: sum.marketDate,
      asset: sum.asset,
      came: sum.came + one.came,
      went: sum.went + one.went,
      tookBack: sum.tookBack + one.tookBack,
      cameBack: sum.cameBack + one.cameBack,
      charges: sum.charges + one.charges,
    })),
  );
}

/** Sums of a member's entries by market date. Entries that freeze, release or settle change nothing that is owned. */
export const daySums = (db: Queryable, owner: string): Promise<readonly DaySums[]> =>
  db.query(
    'ledger.day_sums',
    `SELECT ${MOVES}, coalesce(sum(l.amount) FILTER (WHERE l.code < 200 OR l.code = 220), 0)::bigint AS owned
     FROM ${LINES}
       AND e.kind NOT IN ('withdraw_hold', 'withdraw_release', 'order_hold', 'order_release', 'sell_hold', 'sell_release',
         'apply_hold', 'apply_release', 'margin_hold', 'margin_release', 'settle', 'corporate_hold', 'corporate_release',
         'rights_hold', 'rights_release')
     GROUP BY e.mdate, a.name
     ORDER BY e.mdate`,
    [owner],
  );

/** Shares of an issue, a block or a placement: paid for on one day, credited on another or not yet. */
export type Allotted = {
  readonly asset: string;
  readonly ref: string;
  readonly paidOn: string;
  readonly creditedOn: string | undefined;
  readonly at: number;
  readonly shares: bigint;
  readonly costPaise: bigint;
  readonly chargesPaise: bigint;
};

export const allotted = (db: Queryable, owner: string): Promise<readonly Allotted[]> =>
  db.query(
    'ledger.allotted',
    `SELECT s.asset, e.ref, e.mdate AS paid_on, c.mdate AS credited_on, coalesce(c.at_ms, e.at_ms) AS at, s.amount AS shares,
            coalesce(sum(l.amount) FILTER (WHERE l.code = 211), 0)::bigint AS cost_paise,
            coalesce(sum(l.amount) FILTER (WHERE l.code = 202), 0)::bigint AS charges_paise
     FROM ledger.entry e
     CROSS JOIN LATERAL unnest(e.code, e.amount) AS l (code, amount)
     JOIN ledger.source s ON s.type = 'allotment' AND s.id = e.ref
     LEFT JOIN ledger.entry c ON c.kind = 'share_credit' AND c.ref = e.ref
     WHERE e.person = (SELECT p.id FROM ledger.person p WHERE p.owner = $1) AND e.kind IN ('allot_pay', 'block_pay', 'sign_pay')
     GROUP BY e.id, s.asset, e.ref, e.mdate, c.mdate, c.at_ms, s.amount
     ORDER BY e.id`,
    [owner],
  );

/** Of allotted shares what was paid by a market date, in paise, while they are not credited. */
export const onTheWay = (allotments: readonly Allotted[], marketDate: string): bigint =>
  allotments
    .filter(({ paidOn, creditedOn }) => paidOn <= marketDate && (creditedOn === undefined || creditedOn > marketDate))
    .reduce((sum, { costPaise }) => sum + costPaise, 0n);
