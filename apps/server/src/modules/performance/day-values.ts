import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import * as ledger from '#modules/ledger/index.ts';
import { listLeftOver } from '#modules/orders/index.ts';
import { inPaise, sumMoves, rateOn } from '#modules/wallet/index.ts';
import type { DayValue } from './day-series.ts';
import * as store from './store.ts';

/** The index that a record stands beside. */
const INDEX = 'KHARA50';

export type RecordDay = DayValue & {
  readonly marketDay: number;
  /** At last prices: no other day has followed it. */
  readonly isNow: boolean;
  /** Of `outPaise`: recharges that the bank took back. Of `inPaise`: withdrawals that came back. */
  readonly tookBackPaise: bigint;
  readonly cameBackPaise: bigint;
  readonly chargesPaise: bigint;
};

type ValueDeps = Pick<Deps, 'market' | 'keys'>;

/**
 * The member's value at each close since the first entry, and at last prices of the day that no other has
 * followed, as all pages show it: money at the day's rate, shares at their closing prices, what intraday
 * positions that the day left have gained at these, and allotted shares at what they cost until they are
 * credited. What happened after a day's close is a part of the next day. Empty before the first entry.
 */
export async function dayValues(
  deps: ValueDeps,
  db: Queryable,
  userId: string,
  today: string,
): Promise<readonly RecordDay[]> {
  const owner = ledger.userOwner(userId);
  const sums = await ledger.daySums(db, owner);
  const first = sums[0]?.marketDate;
  if (first === undefined) return [];
  const [days, allotments] = await Promise.all([store.marketDays(db, first, INDEX), ledger.allotted(db, owner)]);
  const issued = Object.fromEntries(
    allotments.map(({ asset, costPaise, shares }) => [asset, String(costPaise / shares)]),
  );
  const shares = new Map(
    (await store.shareValues(db, userId, issued)).map(({ marketDate, paise }) => [marketDate, paise]),
  );
  for (const { marketDate, paise } of await store.leftOverValues(db, await listLeftOver(db, userId)))
    shares.set(marketDate, (shares.get(marketDate) ?? 0n) + paise);
  /** Where what has a date belongs: to the first day that ends after it. */
  const dates = new Set(days.map(({ marketDate }) => marketDate));
  const last = days.at(-1);
  const now = last && (!last.isClosed || last.marketDate === today) ? last.marketDate : undefined;
  if (now !== undefined)
    shares.set(now, worthNow(deps, await store.openPositions(db, userId, today), issued, allotments));
  const dayWithValue = (date: string) =>
    dates.has(date) ? date : (days.find(({ marketDate }) => marketDate > date) ?? days.at(-1))?.marketDate;
  const byDay = Map.groupBy(sums, ({ marketDate }) => dayWithValue(marketDate));
  const indexNow = deps.market.quote(INDEX)?.lastPrice;

  let rupees = 0n;
  let usdt = 0n;
  return days.map(({ marketDay, marketDate, isClosed, index }): RecordDay => {
    const sumsOfDay = byDay.get(marketDate) ?? [];
    for (const { asset, owned } of sumsOfDay) {
      if (asset === 'INR') rupees += owned;
      if (asset === 'USDT') usdt += owned;
    }
    const { came, went, tookBack, cameBack, charges } = sumMoves(deps.keys, sumsOfDay);
    const level = isClosed || indexNow === undefined ? index : BigInt(indexNow);
    return {
      marketDay,
      marketDate,
      isNow: marketDate === now,
      valuePaise:
        rupees +
        (usdt === 0n ? 0n : inPaise(usdt, rateOn(deps.keys, marketDate).middlePaise)) +
        ledger.onTheWay(allotments, marketDate) +
        (shares.get(marketDate) ?? 0n),
      inPaise: came + cameBack,
      outPaise: went + tookBack,
      tookBackPaise: tookBack,
      cameBackPaise: cameBack,
      index: level,
      chargesPaise: charges,
    };
  });
}

/** Shares at their last prices, and what open intraday positions have gained: their shares have no owner. */
function worthNow(
  { market }: Pick<Deps, 'market'>,
  positions: Awaited<ReturnType<typeof store.openPositions>>,
  issued: Readonly<Record<string, string>>,
  allotments: readonly ledger.Allotted[],
): bigint {
  return positions.reduce((sum, { code, product, quantity, costPaise: cost }) => {
    const asked = allotments.find(({ asset }) => asset === market.instrument(code)?.asset);
    const price = BigInt(market.quote(code)?.lastPrice ?? (asked ? (issued[asked.asset] ?? 0) : 0));
    const worth = BigInt(quantity) * price;
    if (product === 'delivery') return sum + worth;
    return sum + worth + (quantity < 0 ? cost : -cost);
  }, 0n);
}
