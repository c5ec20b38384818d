import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import * as ledger from '#modules/ledger/index.ts';
import { ofOneDate } from '#modules/market/index.ts';
import { inPaise, sumMoves, rateOn } from '#modules/wallet/index.ts';
import type { DayValue } from './day-series.ts';
import * as store from './store.ts';

/** The index that a record stands beside. */
const INDEX = 'KHARA50';

export type RecordDay = DayValue & {
  readonly marketDay: number;
  /** Of `outPaise`: recharges that the bank took back. Of `inPaise`: withdrawals that came back. */
  readonly tookBackPaise: bigint;
  readonly cameBackPaise: bigint;
  readonly chargesPaise: bigint;
};

type ValueDeps = Pick<Deps, 'market' | 'keys'>;

/**
 * The member's value at each close since the first entry, and of a day that runs at its last prices: money at the
 * day's rate, shares at their closing prices, and allotted shares at what they cost until they are credited. What
 * happened after a day's close is a part of the next day. Empty before the first entry.
 */
export async function dayValues(deps: ValueDeps, db: Queryable, userId: string): Promise<readonly RecordDay[]> {
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
  const running = days.findLast(({ isClosed }) => !isClosed);
  const positions = await ofOneDate(deps.market, (on) => store.openPositions(db, userId, on));
  if (running) shares.set(running.marketDate, worthNow(deps, positions, issued, allotments));
  /** Where what has a date belongs: to the first day that ends after it. */
  const dates = new Set(days.map(({ marketDate }) => marketDate));
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
