import { unpackMinutes } from '@khara/market-day';
import { priceText } from '@khara/money';
import type { Queryable } from '#src/ports/database.ts';
import type { MarketView } from '#src/ports/market.ts';
import { minutesOfDays } from './candle-store.ts';
import { presentSpark, SPARK_POINTS } from './quotes.ts';

export type TradedDay = { readonly code: string; readonly marketDate: string };

const keyOf = ({ code, marketDate }: TradedDay): string => `${marketDate} ${code}`;

/** As many of them as a small line has points, the last among them. */
function thinOut(closes: ArrayLike<number>): readonly number[] {
  const points = Math.min(SPARK_POINTS, closes.length);
  return Array.from({ length: points }, (_, at) => closes[Math.round(((at + 1) * closes.length) / points) - 1]!);
}

/**
 * What shares traded at on a day each, running or finished, the oldest price first: by one query. Answers how to look
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
    stored.map((row) => [keyOf(row), thinOut(unpackMinutes(row.minutes).candles.close).map(priceText)]),
  );
  return (day) => (day.marketDate === today ? presentSpark(market, day.code) : (lines.get(keyOf(day)) ?? []));
}
