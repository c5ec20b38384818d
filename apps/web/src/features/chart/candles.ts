import type { Data, Interval } from '@khara/contract';
import { DAY_MS, MINUTE_MS, INDIA_MS } from '@khara/rules';

/*
 * Candles as the chart draws them. Prices are numbers here because they become pixels; nothing computed from
 * them is shown as an amount of money. `t` is the ms of the market instant at which a candle begins.
 */
export type Candle = {
  readonly t: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

type CandleDto = Data<'candles'>['candles'][number];

export const readCandle = ([t, open, high, low, close, volume]: CandleDto): Candle => ({
  t,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume,
});

/** Length of the intervals that live inside a market day; the others end with a day, a week or a month. */
const LENGTH_MS: Partial<Record<Interval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
};

/** Whether candles of this interval divide a day: then the day's average price is drawn, else a moving average. */
export const isIntraday = (interval: Interval): boolean => interval in LENGTH_MS;

/** Number of the market day in which an instant lies; days begin at midnight in India. */
export const marketDay = (t: number): number => Math.floor((t + INDIA_MS) / DAY_MS);

/** Continuous trading, in milliseconds of India's day: candles stand in it. */
const OPENS_MS = 555 * MINUTE_MS; // 09:15
const CLOSES_MS = 930 * MINUTE_MS; // 15:30

/**
 * The instant at which a trade stands in the chart. What an auction or trading at the close brings comes
 * before or after continuous trading, and counts to its first or last minute, as in the server's candles.
 */
export function tradedAt(t: number): number {
  const midnight = marketDay(t) * DAY_MS - INDIA_MS;
  return midnight + Math.min(Math.max(t - midnight, OPENS_MS), CLOSES_MS - 1);
}

/** A trade as the socket brings it. */
type Trade = {
  readonly price: number;
  /** Shares of the whole day so far. */
  readonly dayVolume: number;
  /** ms of the market instant. */
  readonly t: number;
};

export type LiveCandle = {
  readonly candle: Candle;
  /** True when the trade opened a new candle. */
  readonly opened: boolean;
};

/**
 * The newest candle after a trade. `volumeBefore` is the day's volume when the trade before it was seen.
 * Undefined when the trade belongs to another day than the candle: the chart then loads again instead of
 * guessing where the day began.
 */
export function withTrade(
  last: Candle,
  trade: Trade,
  interval: Interval,
  volumeBefore: number,
): LiveCandle | undefined {
  if (marketDay(trade.t) !== marketDay(last.t) && isIntraday(interval)) return undefined;
  const length = LENGTH_MS[interval];
  const volume = Math.max(0, trade.dayVolume - volumeBefore);
  const passed = length === undefined ? 0 : Math.floor((trade.t - last.t) / length);
  if (passed > 0 && length !== undefined) {
    const { price } = trade;
    return {
      candle: { t: last.t + passed * length, open: price, high: price, low: price, close: price, volume },
      opened: true,
    };
  }
  return {
    candle: {
      ...last,
      high: Math.max(last.high, trade.price),
      low: Math.min(last.low, trade.price),
      close: trade.price,
      volume: last.volume + volume,
    },
    opened: false,
  };
}

/**
 * Average price at each candle, weighted by volume, over its market day so far; a candle stands for its
 * trades by (high + low + close) / 3. Zero volume carries the average on; before the day's first trade, and
 * for an index, there is none.
 */
export function averagePrices(candles: readonly Candle[]): readonly (number | undefined)[] {
  let day = Number.NaN;
  let value = 0;
  let volume = 0;
  return candles.map((candle) => {
    if (marketDay(candle.t) !== day) {
      day = marketDay(candle.t);
      value = 0;
      volume = 0;
    }
    value += ((candle.high + candle.low + candle.close) / 3) * candle.volume;
    volume += candle.volume;
    return volume === 0 ? undefined : value / volume;
  });
}

/** Number of candles in the moving average that longer intervals show. */
const MOVING_AVERAGE = 20;

/** Average of the last twenty closes at each candle; undefined where there are fewer. */
export function movingAverage(candles: readonly Candle[]): readonly (number | undefined)[] {
  let sum = 0;
  return candles.map((candle, index) => {
    sum += candle.close - (candles[index - MOVING_AVERAGE]?.close ?? 0);
    return index >= MOVING_AVERAGE - 1 ? sum / MOVING_AVERAGE : undefined;
  });
}

/**
 * What is drawn as the line of averages: the day's average price inside a day, a moving average over longer
 * intervals, nothing for an index.
 */
export const averages = (
  candles: readonly Candle[],
  interval: Interval,
  traded: boolean,
): readonly (number | undefined)[] =>
  !isIntraday(interval) ? movingAverage(candles) : traded ? averagePrices(candles) : [];

/** The average of the newest of these candles. */
export const lastAverage = (candles: readonly Candle[], interval: Interval, traded: boolean): number | undefined =>
  averages(candles, interval, traded).at(-1);
