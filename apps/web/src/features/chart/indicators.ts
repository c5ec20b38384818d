import { averagePrices, type Candle } from './candles.ts';

/*
 * Indicators as their authors published them. A value exists once all that it needs has been: before that there is
 * none, never a guess from fewer candles. Sources: Wilder, New Concepts in Technical Trading Systems (1978): RSI, ATR,
 * Parabolic SAR; Appel, The Moving Average Convergence-Divergence Method (1979); Bollinger on Bollinger Bands (2001);
 * Lane, Stochastics (1984); Granville, New Key to Stock Market Profits (1963): OBV.
 */

/** A value at each candle; undefined where it has none yet. */
export type Series = readonly (number | undefined)[];

/** One of the numbers of an indicator: what it may be, and how far a tap moves it. */
export type Setting = {
  readonly key: string;
  readonly usual: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** A line to read the values against: it is drawn, and nothing is computed with it. */
  readonly isLine?: true;
};

type Definition = {
  /** On the price, or in a pane of its own below. */
  readonly place: 'price' | 'pane';
  readonly settings: readonly Setting[];
  readonly lines: readonly string[];
  /** Each of its lines, in their order. */
  readonly compute: (candles: readonly Candle[], settings: readonly number[]) => readonly Series[];
  /** Of settings that do not fit each other. */
  readonly refuses?: (settings: readonly number[]) => boolean;
};

const count = (key: string, usual: number, min = 2, max = 200): Setting => ({ key, usual, min, max, step: 1 });
const closes = (candles: readonly Candle[]): Series => candles.map(({ close }) => close);

const INDICATORS = {
  ma: {
    place: 'price',
    settings: [count('length', 20)],
    lines: ['ma'],
    compute: (candles, [length]) => [mean(closes(candles), length!)],
  },
  ema: {
    place: 'price',
    settings: [count('length', 9)],
    lines: ['ema'],
    compute: (candles, [length]) => [exponentialMean(closes(candles), length!)],
  },
  vwap: { place: 'price', settings: [], lines: ['vwap'], compute: (candles) => [averagePrices(candles)] },
  boll: {
    place: 'price',
    settings: [count('length', 20), { key: 'width', usual: 2, min: 1, max: 5, step: 0.5 }],
    lines: ['upper', 'middle', 'lower'],
    compute: (candles, [length, width]) => bands(closes(candles), length!, width!),
  },
  sar: {
    place: 'price',
    settings: [
      { key: 'sarStep', usual: 0.02, min: 0.01, max: 0.1, step: 0.01 },
      { key: 'sarMax', usual: 0.2, min: 0.1, max: 0.5, step: 0.05 },
    ],
    lines: ['sar'],
    compute: (candles, [step, max]) => [parabolic(candles, step!, max!)],
  },
  rsi: {
    place: 'pane',
    settings: [
      count('length', 14, 2, 100),
      { ...count('low', 30, 1, 49), isLine: true },
      { ...count('high', 70, 51, 99), isLine: true },
    ],
    lines: ['rsi'],
    compute: (candles, [length]) => [relativeStrength(candles, length!)],
  },
  macd: {
    place: 'pane',
    settings: [count('fast', 12, 2, 100), count('slow', 26, 3), count('signal', 9, 2, 100)],
    lines: ['dif', 'dea', 'bars'],
    compute: (candles, [fast, slow, signal]) =>
      convergence(closes(candles), { fast: fast!, slow: slow!, signal: signal! }),
    refuses: ([fast, slow]) => fast! >= slow!,
  },
  stoch: {
    place: 'pane',
    settings: [count('length', 14, 2, 100), count('smooth', 3, 1, 20), count('signal', 3, 1, 20)],
    lines: ['k', 'd'],
    compute: (candles, [length, smooth, signal]) => {
      const k = mean(rangePlace(candles, length!), smooth!);
      return [k, mean(k, signal!)];
    },
  },
  obv: { place: 'pane', settings: [], lines: ['obv'], compute: (candles) => [onBalanceVolume(candles)] },
  atr: {
    place: 'pane',
    settings: [count('length', 14, 2, 100)],
    lines: ['atr'],
    compute: (candles, [length]) => [wilderMean(trueRanges(candles), length!)],
  },
} as const satisfies Record<string, Definition>;

export type IndicatorId = keyof typeof INDICATORS;
export const INDICATOR_IDS = Object.keys(INDICATORS) as readonly IndicatorId[]; // of our own table

/** What it is called in every language, but for Stochastic. */
export const indicatorSign = (id: IndicatorId): string => id.toUpperCase();

/** How many of a place are shown at once. */
export const MAX_SHOWN = { price: 3, pane: 2 } as const;

/** An indicator with its numbers, in the order of its settings. */
export type ActiveIndicator = { readonly id: IndicatorId; readonly settings: readonly number[] };

export const definition = (id: IndicatorId): Definition => INDICATORS[id];
export const usualSettings = (id: IndicatorId): readonly number[] => definition(id).settings.map(({ usual }) => usual);

/** The numbers that an indicator is computed with: its name in a legend has these. */
export const computedWith = ({ id, settings }: ActiveIndicator): readonly number[] =>
  settings.filter((_, at) => !definition(id).settings[at]?.isLine);

/** Each line of an indicator at each candle. */
export const computeLines = (candles: readonly Candle[], { id, settings }: ActiveIndicator): readonly Series[] =>
  definition(id).compute(candles, settings);

/** How many candles one needs before it has a value. */
export function candlesNeeded({ id, settings }: ActiveIndicator): number {
  const [first = 1, second = 1] = settings;
  if (id === 'macd') return second; // DIF; its signal comes later
  if (id === 'stoch') return first + second - 1;
  if (id === 'sar') return 2;
  if (id === 'rsi' || id === 'atr') return first + 1;
  return first;
}

/** The mean of the last `length` values, where there are that many in a row. */
function mean(values: Series, length: number): Series {
  const window: number[] = [];
  return values.map((value) => {
    if (value === undefined) return void window.splice(0);
    window.push(value);
    if (window.length > length) window.shift();
    return window.length < length ? undefined : window.reduce((sum, one) => sum + one, 0) / length;
  });
}

/** Moves by `weight` of the way to each new value; begins with the mean of the first `length`. */
function smoothed(values: Series, length: number, weight: number): Series {
  const first: number[] = [];
  let last: number | undefined;
  return values.map((value) => {
    if (value === undefined) return undefined;
    if (last !== undefined) return (last += (value - last) * weight);
    first.push(value);
    if (first.length === length) last = first.reduce((sum, one) => sum + one, 0) / length;
    return last;
  });
}

const exponentialMean = (values: Series, length: number): Series => smoothed(values, length, 2 / (length + 1));
const wilderMean = (values: Series, length: number): Series => smoothed(values, length, 1 / length);

/** With the population's deviation, as Bollinger has it. */
function bands(values: Series, length: number, width: number): readonly Series[] {
  const middle = mean(values, length);
  const deviation = middle.map((centre, at) => {
    if (centre === undefined) return undefined;
    const squares = values.slice(at - length + 1, at + 1).map((value) => (value! - centre) ** 2);
    return Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / length);
  });
  const edge = (by: number): Series =>
    middle.map((centre, at) => (centre === undefined ? undefined : centre + by * deviation[at]!));
  return [edge(width), middle, edge(-width)];
}

function relativeStrength(candles: readonly Candle[], length: number): Series {
  const changes = candles.map(({ close }, at) => (at === 0 ? undefined : close - candles[at - 1]!.close));
  const side = (of: (change: number) => number): Series =>
    wilderMean(
      changes.map((change) => (change === undefined ? undefined : of(change))),
      length,
    );
  const [gains, losses] = [side((change) => Math.max(change, 0)), side((change) => Math.max(-change, 0))];
  return gains.map((gain, at) => {
    const loss = losses[at];
    if (gain === undefined || loss === undefined) return undefined;
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss); // no change at all is on neither side
  });
}

/** DIF, DEA, and bars of their difference: some programs draw twice that. */
function convergence(
  values: Series,
  { fast, slow, signal }: { readonly fast: number; readonly slow: number; readonly signal: number },
): readonly Series[] {
  const [quick, calm] = [exponentialMean(values, fast), exponentialMean(values, slow)];
  const less = (one: Series, other: Series): Series =>
    one.map((value, at) => (value === undefined || other[at] === undefined ? undefined : value - other[at]));
  const dif = less(quick, calm);
  const dea = exponentialMean(dif, signal);
  return [dif, dea, less(dif, dea)];
}

/** Where the close stands between the lowest and the highest price of the last candles, in per cent. */
const rangePlace = (candles: readonly Candle[], length: number): Series =>
  candles.map(({ close }, at) => {
    if (at < length - 1) return undefined;
    const last = candles.slice(at - length + 1, at + 1);
    const low = Math.min(...last.map((candle) => candle.low));
    const high = Math.max(...last.map((candle) => candle.high));
    return high === low ? 50 : (100 * (close - low)) / (high - low);
  });

/** From the oldest candle that is loaded: its direction says something, its level nothing. */
function onBalanceVolume(candles: readonly Candle[]): Series {
  let sum = 0;
  return candles.map(({ close, volume }, at) => {
    const before = candles[at - 1]?.close ?? close;
    sum += close > before ? volume : close < before ? -volume : 0;
    return sum;
  });
}

/** Wilder's: from the close before. The first candle has none. */
const trueRanges = (candles: readonly Candle[]): Series =>
  candles.map(({ high, low }, at) => {
    const before = candles[at - 1]?.close;
    return before === undefined ? undefined : Math.max(high, before) - Math.min(low, before);
  });

/** Wilder's stop and reverse. The first direction is that of the first two closes. */
function parabolic(candles: readonly Candle[], step: number, max: number): Series {
  let isUp = (candles[1]?.close ?? 0) >= (candles[0]?.close ?? 0);
  let stop = 0;
  let extreme = 0;
  let factor = step;
  return candles.map((candle, at) => {
    if (at === 0) return undefined;
    const [before, beforeThat] = [candles[at - 1]!, candles[at - 2]];
    if (at === 1) {
      [stop, extreme] = isUp ? [before.low, candle.high] : [before.high, candle.low];
      return stop;
    }
    stop += factor * (extreme - stop);
    // Never within the range of the two candles before.
    stop = isUp ? Math.min(stop, before.low, beforeThat!.low) : Math.max(stop, before.high, beforeThat!.high);
    if (isUp ? candle.low < stop : candle.high > stop) {
      [stop, extreme] = isUp ? [extreme, candle.low] : [extreme, candle.high];
      isUp = !isUp;
      factor = step;
      return stop;
    }
    const isFurther = isUp ? candle.high > extreme : candle.low < extreme;
    if (isFurther) {
      extreme = isUp ? candle.high : candle.low;
      factor = Math.min(max, factor + step);
    }
    return stop;
  });
}
