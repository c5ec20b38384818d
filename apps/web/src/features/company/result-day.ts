import type { Data } from '@khara/contract';
import { MINUTE_MS } from '@khara/rules';
import { toIndiaFields } from '#api/market-clock.ts';

type Candle = Data<'candles'>['candles'][number];

/** What a share's move is compared with. */
export const INDEX = 'KHARA50';

/** What a price did on a day, in per cent from the close before; undefined what is not known. */
export type DayMoves = {
  /** Minute by minute. */
  readonly line: readonly number[];
  /** Where within the line the news came, from 0 to 1. */
  readonly newsAt: number | undefined;
  /** Of the last whole minute before the news, and of the first that begins after it. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The first price, where results came before the market opened. */
  readonly opened: string | undefined;
  readonly close: string | undefined;
  readonly index: string | undefined;
};

/** Undefined where the close before is not known. */
export function dayMoves(
  day: string,
  { minutes, days, index }: Readonly<Record<'minutes' | 'days' | 'index', readonly Candle[]>>,
  newsAt: number | null,
): DayMoves | undefined {
  const [base] = closesOf(day, days);
  if (base === undefined) return undefined;
  const ofDay = minutes.filter(([from]) => dayOf(from) === day);
  const [first, last] = [ofDay[0]?.[0] ?? 0, ofDay.at(-1)?.[0] ?? 0];
  const before = newsAt === null ? undefined : ofDay.findLast(([from]) => from + MINUTE_MS <= newsAt);
  const after = newsAt === null ? undefined : ofDay.find(([from]) => from >= newsAt);
  const move = (candle: Candle | undefined, price: 1 | 4) => candle && percent(candle[price], base);
  return {
    line: ofDay.map(([, , , , close]) => Number(percent(close, base))),
    newsAt: newsAt === null || last === first ? undefined : Math.min(1, Math.max(0, (newsAt - first) / (last - first))),
    before: move(before, 4),
    after: move(after, 4),
    opened: newsAt === null ? move(ofDay[0], 1) : undefined,
    close: moveOn(day, days),
    index: moveOn(day, index),
  };
}

/** What a price did on a day by daily candles, in per cent from the close before; undefined where that is not known. */
export function moveOn(day: string, days: readonly Candle[]): string | undefined {
  const [base, closed] = closesOf(day, days);
  return base === undefined || closed === undefined ? undefined : percent(closed, base);
}

/** Closes of the day before and of the day, of daily candles. */
function closesOf(day: string, days: readonly Candle[]): readonly [before: string | undefined, of: string | undefined] {
  const place = days.findIndex(([from]) => dayOf(from) === day);
  return [days[place - 1]?.[4], days[place]?.[4]];
}

/** The market date of an instant, by India's clock. */
const dayOf = (instant: number): string => new Date(toIndiaFields(instant)).toISOString().slice(0, 10);
const percent = (price: string, base: string): string => ((Number(price) / Number(base) - 1) * 100).toFixed(2);
