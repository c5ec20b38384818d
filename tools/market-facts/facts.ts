import { type LivedDays, MINUTES, type ShareDay } from './live-days.ts';
import { tryRules, type RuleResult } from './rules-of-thumb.ts';
import { autocorrelation, correlation, deviation, kurtosis, mean, median } from './statistics.ts';

/** Sizes by usual turnover a day, crore rupees. */
const SIZES = [
  { name: 'large: 100 crore a day and more', least: 100 },
  { name: 'middle: 10 to 100 crore', least: 10 },
  { name: 'small: under 10 crore', least: 0 },
] as const;
const CRORE_PAISE = 1e9;
/** Pairs of shares for which correlations are computed, at most: enough for an average. */
const MAX_PAIRS = 4_000;
const HALF_HOUR = 30;

type SizeFacts = {
  readonly size: string;
  readonly shares: number;
  readonly spreadTicks: number;
  readonly spreadBps: number;
  /** Rupees at the five best prices of both sides. */
  readonly depth: number;
};

export type Facts = {
  readonly sizes: readonly SizeFacts[];
  /** By half hour from 09:15 to 15:15. */
  readonly spreadBpsByHalfHour: readonly number[];
  readonly volumeShareByHalfHour: readonly number[];
  /** Median over shares. */
  readonly kurtosis: Readonly<Record<'1' | '5' | '30', number>>;
  readonly returnsAutocorrelation: Readonly<Record<string, number>>;
  readonly sizesAutocorrelation: Readonly<Record<string, number>>;
  readonly correlationWithin: number;
  readonly correlationAcross: number;
  /** Close to close, against the yearly volatility of the universe. */
  readonly dailyDeviation: number;
  /** Of the opening against the close before, as a part of the daily deviation. */
  readonly gapDeviation: number;
  readonly volumeOfDay: number;
  readonly openingVolume: number;
  readonly closingVolume: number;
  readonly rules: readonly RuleResult[];
};

/** All stylised facts of some days. */
export function measure(lived: LivedDays): Facts {
  const { issuers, days } = lived;
  const traded = issuers.flatMap(({ suspended }, share) => (suspended ? [] : [share]));
  const ofShare = (share: number) => days.map((shares) => shares[share]!);
  const returns = new Map<number, ReadonlyMap<number, readonly (readonly number[])[]>>(
    [1, 5, 30].map((minutes) => [
      minutes,
      new Map(traded.map((share) => [share, ofShare(share).map((day) => minuteReturns(day, minutes))])),
    ]),
  );
  const over = (minutes: number, statistic: (lists: readonly (readonly number[])[]) => number) =>
    median([...returns.get(minutes)!.values()].map(statistic));
  const pairs = averageCorrelations(lived, traded, returns.get(5)!);

  return {
    sizes: SIZES.map(({ name }, size) => sizeFacts(lived, traded, name, size)),
    spreadBpsByHalfHour: byHalfHour((from, to) =>
      median(
        traded.flatMap((share) =>
          ofShare(share).flatMap((day) => {
            // A thin share may have no two sides in all of it.
            const list = spreads(day, from, to);
            return list.length > 0 ? [mean(list.map(({ bps }) => bps))] : [];
          }),
        ),
      ),
    ),
    volumeShareByHalfHour: byHalfHour((from, to) =>
      mean(
        traded.flatMap((share) =>
          ofShare(share).flatMap(({ volume }) => {
            const day = sum(volume.slice(0, 12 * HALF_HOUR));
            return day > 0 ? [sum(volume.slice(from, to)) / day] : [];
          }),
        ),
      ),
    ),
    kurtosis: {
      1: over(1, (lists) => kurtosis(lists.flat())),
      5: over(5, (lists) => kurtosis(lists.flat())),
      30: over(30, (lists) => kurtosis(lists.flat())),
    },
    returnsAutocorrelation: {
      '1 min, lag 1': over(1, (lists) => autocorrelation(lists, 1)),
      '1 min, lag 5': over(1, (lists) => autocorrelation(lists, 5)),
      '5 min, lag 1': over(5, (lists) => autocorrelation(lists, 1)),
      '5 min, lag 6': over(5, (lists) => autocorrelation(lists, 6)),
    },
    sizesAutocorrelation: {
      '5 min, lag 1': over(5, (lists) => autocorrelation(absolute(lists), 1)),
      '5 min, lag 3': over(5, (lists) => autocorrelation(absolute(lists), 3)),
      '5 min, lag 6': over(5, (lists) => autocorrelation(absolute(lists), 6)),
      '5 min, lag 12': over(5, (lists) => autocorrelation(absolute(lists), 12)),
      '5 min, lag 24': over(5, (lists) => autocorrelation(absolute(lists), 24)),
    },
    ...pairs,
    dailyDeviation: deviation(traded.flatMap((share) => ofShare(share).map((day) => surprise(lived, share, day)))),
    // The very first day opens at its reference prices.
    gapDeviation: deviation(
      traded.flatMap((share) =>
        ofShare(share)
          .slice(1)
          .map((day) => (day.opening.price / day.previousClose - 1) / dayDeviation(lived, share)),
      ),
    ),
    volumeOfDay: median(
      traded.map((share) => mean(ofShare(share).map((day) => day.volumeOfDay)) / usual(lived, share)),
    ),
    openingVolume: median(
      traded.map((share) => mean(ofShare(share).map((day) => day.opening.volume)) / usual(lived, share)),
    ),
    closingVolume: median(
      traded.flatMap((share) => {
        const volumes = ofShare(share).flatMap(({ closing }) => (closing ? [closing.volume] : []));
        return volumes.length > 0 ? [mean(volumes) / usual(lived, share)] : [];
      }),
    ),
    rules: tryRules(lived, [1, 5, 15, 60]),
  };
}

const absolute = (lists: readonly (readonly number[])[]) => lists.map((list) => list.map(Math.abs));
const sum = (list: Float64Array): number => list.reduce((total, each) => total + each, 0);
const usual = ({ issuers }: LivedDays, share: number): number => issuers[share]!.averageDailyVolume;
const dayDeviation = ({ issuers }: LivedDays, share: number): number =>
  issuers[share]!.annualVolatilityBps / 10_000 / Math.sqrt(252);
const surprise = (lived: LivedDays, share: number, { close, previousClose }: ShareDay): number =>
  (close / previousClose - 1) / dayDeviation(lived, share);

/** To 15:15, when the first shares stop. */
const byHalfHour = (statistic: (from: number, to: number) => number): number[] =>
  Array.from({ length: 12 }, (_, at) => statistic(at * HALF_HOUR, (at + 1) * HALF_HOUR));

function spreads({ bid, ask, tick }: ShareDay, from = 0, to = MINUTES): { ticks: number; bps: number }[] {
  const found: { ticks: number; bps: number }[] = [];
  for (let minute = from; minute < to; minute++) {
    const spread = ask[minute]! - bid[minute]!;
    if (Number.isNaN(spread)) continue;
    found.push({ ticks: spread / tick, bps: (spread / ((ask[minute]! + bid[minute]!) / 2)) * 10_000 });
  }
  return found;
}

function sizeClass({ issuers }: LivedDays, share: number): number {
  const { referencePricePaise, averageDailyVolume } = issuers[share]!;
  const crore = (referencePricePaise * averageDailyVolume) / CRORE_PAISE;
  return SIZES.findIndex(({ least }) => crore >= least);
}

function sizeFacts(lived: LivedDays, traded: readonly number[], name: string, size: number): SizeFacts {
  const shares = traded.filter((share) => sizeClass(lived, share) === size);
  const all = shares.flatMap((share) => lived.days.map((day) => day[share]!));
  const seen = all.flatMap((day) => {
    const list = spreads(day);
    return list.length > 0
      ? [{ ticks: mean(list.map((each) => each.ticks)), bps: mean(list.map((each) => each.bps)) }]
      : [];
  });
  return {
    size: name,
    shares: shares.length,
    spreadTicks: median(seen.map(({ ticks }) => ticks)),
    spreadBps: median(seen.map(({ bps }) => bps)),
    depth: median(all.flatMap(({ depth }) => depth.map(({ value }) => value))),
  };
}

/** Of middle prices, over a number of minutes, inside the day; where the book had two sides. */
function minuteReturns({ bid, ask }: ShareDay, minutes: number): number[] {
  const found: number[] = [];
  for (let minute = minutes - 1; minute + minutes < MINUTES; minute += minutes) {
    const move = (bid[minute + minutes]! + ask[minute + minutes]!) / (bid[minute]! + ask[minute]!) - 1;
    if (!Number.isNaN(move)) found.push(move);
  }
  return found;
}

/** Average over pairs of shares of one sector, and of two; pairs are taken evenly from all. */
function averageCorrelations(
  { issuers }: LivedDays,
  traded: readonly number[],
  returns: ReadonlyMap<number, readonly (readonly number[])[]>,
): { correlationWithin: number; correlationAcross: number } {
  const within: number[] = [];
  const across: number[] = [];
  const stride = Math.max(1, Math.floor((traded.length * traded.length) / 2 / MAX_PAIRS));
  let pair = 0;
  for (const one of traded) {
    for (const other of traded) {
      if (other <= one) continue;
      const together = issuers[one]!.sectorKey === issuers[other]!.sectorKey;
      if (!together && pair++ % stride !== 0) continue;
      const [a, b] = [returns.get(one)!, returns.get(other)!];
      if (a.some((list, day) => list.length !== b[day]!.length)) continue; // one of them closes through an auction
      (together ? within : across).push(correlation(a.flat(), b.flat()));
    }
  }
  return { correlationWithin: mean(within), correlationAcross: mean(across) };
}
