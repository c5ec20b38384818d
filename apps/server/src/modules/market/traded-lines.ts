import { unpackMinutes } from '@khara/market-day';
import { asPrice, priceText } from '@khara/money';
import type { Queryable } from '#src/ports/database.ts';
import type { MarketView } from '#src/ports/market.ts';
import { minutesOfDays } from './candle-store.ts';
import { SPARK_POINTS } from './quotes.ts';

export type TradedDay = { readonly code: string; readonly marketDate: string };

const keyOf = ({ code, marketDate }: TradedDay): string => `${marketDate} ${code}`;

/** No band lets a price open further from the close before: more is a split or a bonus. */
const MAX_BAND_PERCENT = 20;

/** As many of them as a small line has points, the last among them. */
function thinOut(closes: ArrayLike<number>): readonly number[] {
  const points = Math.min(SPARK_POINTS - 1, closes.length);
  return Array.from({ length: points }, (_, at) => closes[Math.round(((at + 1) * closes.length) / points) - 1]!);
}

/** A line that begins at the close before: a share that opens higher and falls may still have risen. */
function withClose(before: number | undefined, prices: readonly number[]): readonly string[] {
  const [first] = prices;
  if (first === undefined) return [];
  const isNear = before !== undefined && Math.abs(first - before) * 100 <= before * MAX_BAND_PERCENT;
  return [...(isNear ? [before] : []), ...prices].map(priceText);
}

/**
 * What shares traded at on a day each, running or finished, the oldest price first and the close before as the first
 * of all: by one query. Answers how to look
 * one up; nothing of a day without trades, and of one whose minutes were dropped.
 */
export async function tradedLines(
  { db, market }: { readonly db: Queryable; readonly market: MarketView },
  days: readonly TradedDay[],
): Promise<(day: TradedDay) => readonly string[]> {
  const today = market.now().marketDate;
  const stored = await minutesOfDays(
    db,
    days.filter(({ marketDate }) => marketDate < today),
  );
  const lines = new Map(
    stored.map((row) => [
      keyOf(row),
      withClose(
        row.beforePaise === undefined ? undefined : asPrice(row.beforePaise),
        thinOut(unpackMinutes(row.minutes).candles.close),
      ),
    ]),
  );
  return (day) =>
    day.marketDate === today
      ? withClose(market.quote(day.code)?.previousClose, market.spark(day.code, SPARK_POINTS - 1))
      : (lines.get(keyOf(day)) ?? []);
}
