import { readFileSync } from 'node:fs';
import { hasRegularHours, lastQuarterEnd, placesInQuarter, resultsPlace, staticBand, weekday } from '@khara/rules';
import { DATA_FILES, isFund, loadUniverse, ownBandOf } from '@khara/universe';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pastResults } from './share-days.ts';
import {
  createHistory,
  dayOfMinutes,
  EXACT_INDEX_DAYS,
  fromDays,
  fromMinutes,
  historyDays,
  INTRADAY_MINUTES,
  MINUTES_OF_DAY,
  type Candles,
  type IntradayInterval,
} from './index.ts';

const file = (name: string) => readFileSync(new URL(import.meta.resolve(`@khara/universe/data/${name}`)), 'utf8');
const { issuers, indices } = loadUniverse({
  issuers: file(DATA_FILES.issuers),
  funds: file(DATA_FILES.funds),
  indices: file(DATA_FILES.indices),
  offerings: file(DATA_FILES.offerings),
});
const companies = issuers.filter((issuer) => !isFund(issuer));
const days = historyDays('2026-11-23');
const seeded = (seed: number) => createHistory({ seed: new Uint8Array(32).fill(seed), days, issuers, indices });
const history = seeded(1);

const rank = (values: readonly number[]): number[] => {
  const sorted = values.toSorted((a, b) => a - b);
  return values.map((value) => sorted.indexOf(value) - values.length / 2);
};
const product = (a: readonly number[], b: readonly number[]) => a.reduce((sum, one, at) => sum + one * b[at]!, 0);

const issuer = fc.constantFrom(...issuers);
const index = fc.constantFrom(...indices);
const back = fc.nat({ max: days.length - 1 });
const rows = (candles: Candles) =>
  Array.from({ length: candles.length }, (_, at) => [
    candles.open[at]!,
    candles.high[at]!,
    candles.low[at]!,
    candles.close[at]!,
    candles.volume[at]!,
  ]);
const sound = ([open, high, low, close, volume]: readonly number[]) =>
  low! > 0 &&
  low! <= Math.min(open!, close!) &&
  high! >= Math.max(open!, close!) &&
  Number.isSafeInteger(volume) &&
  volume! >= 0;

const returns = (code: string) => {
  const { close } = history.daily(code)!;
  return Array.from({ length: close.length - 1 }, (_, at) => close[at + 1]! / close[at]! - 1);
};
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
const correlation = (a: readonly number[], b: readonly number[]) => {
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = mean(a.map((value, at) => (value - meanA) * (b[at]! - meanB)));
  return (
    product / Math.sqrt(mean(a.map((value) => (value - meanA) ** 2)) * mean(b.map((value) => (value - meanB) ** 2)))
  );
};

describe('the generated history', () => {
  it('runs through five years of trading days without a gap and ends before the first market day', () => {
    expect(days[0]! >= '2021-11-23').toBe(true);
    expect(days.at(-1)).toBe('2026-11-20');
    // The budget Sunday of 2026.
    expect(days.every((day) => hasRegularHours(day) && ![0, 6].includes(weekday(day)))).toBe(false);
    expect(days.every((day) => hasRegularHours(day))).toBe(true);
    expect(new Set(days).size).toBe(days.length);
  });

  it('ends at the reference prices of the universe, and every index at its base value', () => {
    for (const { code, referencePricePaise } of issuers)
      expect(history.daily(code)!.close.at(-1)).toBe(referencePricePaise);
    for (const { code, baseLevel } of indices) expect(history.daily(code)!.close.at(-1)).toBe(baseLevel);
  });

  it('never begins before a share was listed', () => {
    for (const { code, listedOn } of issuers) {
      const first = days[days.length - history.daily(code)!.length]!;
      expect(first >= listedOn).toBe(true);
    }
    expect(issuers.some(({ code }) => history.daily(code)!.length < days.length)).toBe(true);
  });

  it('is made of sound candles on the tick', () => {
    fc.assert(
      fc.property(issuer, ({ code, tickPaise }) => {
        const daily = rows(history.daily(code)!);
        expect(daily.every(sound)).toBe(true);
        expect(daily.every((row) => row.slice(0, 4).every((price) => price % tickPaise === 0))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('agrees with itself: the minutes of any day of any share add up to its candle, at every interval', () => {
    fc.assert(
      fc.property(issuer, back, ({ code, tickPaise }, ago) => {
        const daily = history.daily(code)!;
        const at = daily.length - 1 - ago;
        const minutes = history.minutes(code, days[days.length - 1 - ago]!);
        if (at < 0) {
          expect(minutes).toBeUndefined();
          return;
        }
        expect(minutes!.length).toBe(MINUTES_OF_DAY);
        expect(rows(minutes!).every(sound)).toBe(true);
        expect(
          rows(minutes!).every((row) => row.slice(0, 4).every((price) => price % tickPaise === 0) && row[4]! > 0),
        ).toBe(true);
        expect(rows(dayOfMinutes(minutes!)!)).toEqual([rows(daily)[at]]);
        for (const interval of Object.keys(INTRADAY_MINUTES) as IntradayInterval[]) {
          // the table's own keys
          expect(rows(dayOfMinutes(fromMinutes(minutes!, interval))!)).toEqual([rows(daily)[at]]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('does so for indices, whose last days are the sums of their constituents, minute by minute', () => {
    fc.assert(
      fc.property(index, fc.oneof(back, fc.nat({ max: EXACT_INDEX_DAYS })), ({ code }, ago) => {
        const daily = history.daily(code)!;
        const minutes = history.minutes(code, days[days.length - 1 - ago]!)!;
        expect(rows(dayOfMinutes(minutes)!)).toEqual([rows(daily)[daily.length - 1 - ago]]);
        expect(rows(minutes).every(sound)).toBe(true);
      }),
      { numRuns: 60 },
    );
    const { baseLevel, basePaise, constituents, code } = indices.find(({ code }) => code === 'KHARABANK')!;
    const day = days.at(-3)!;
    let value = 0n;
    for (const member of constituents) {
      const { sharesOutstanding, freeFloatBps } = issuers.find((issuer) => issuer.code === member)!;
      value += BigInt(sharesOutstanding) * BigInt(freeFloatBps) * BigInt(history.minutes(member, day)!.close[100]!);
    }
    const exact = (BigInt(baseLevel) * value * 2n + basePaise * 10_000n) / (basePaise * 20_000n);
    expect(history.minutes(code, day)!.close[100]).toBe(Number(exact));
    const volumes = constituents.map((member) => history.minutes(member, day)!.volume[100]!);
    expect(history.minutes(code, day)!.volume[100]).toBe(volumes.reduce((sum, volume) => sum + volume));
    const ofDays = constituents.map((member) => history.daily(member)!.volume.at(-400)!);
    expect(history.daily(code)!.volume.at(-400)).toBe(ofDays.reduce((sum, volume) => sum + volume));
  });

  it('an index does not jump when a share joins it', () => {
    const joining = indices.find(({ constituents }) =>
      constituents.some((code) => history.daily(code)!.length < days.length),
    )!;
    const { close } = history.daily(joining.code)!;
    for (let at = 1; at < close.length; at += 1) expect(Math.abs(close[at]! / close[at - 1]! - 1)).toBeLessThan(0.14);
  });

  it('adds weeks and months up from days', () => {
    const daily = history.daily('AAMRAI')!;
    for (const interval of ['1w', '1M'] as const) {
      const { candles, starts } = fromDays(daily, days, interval);
      expect(candles.volume.reduce((a, b) => a + b)).toBe(daily.volume.reduce((a, b) => a + b));
      expect(candles.close.at(-1)).toBe(daily.close.at(-1));
      expect(starts).toHaveLength(candles.length);
      expect(starts[0]).toBe(days[0]);
      expect(rows(candles).every(sound)).toBe(true);
    }
    const months = fromDays(daily, days, '1M').starts;
    expect(new Set(months.map((day) => day.slice(0, 7))).size).toBe(months.length);
  });

  it('is the same for the same seed in any order of asking, and another for another seed', () => {
    const again = seeded(1);
    const minutes = again.minutes('KORKAI', days[700]!)!; // before anything else was asked
    expect(rows(minutes)).toEqual(rows(history.minutes('KORKAI', days[700]!)!));
    expect(rows(again.daily('KHARA50')!)).toEqual(rows(history.daily('KHARA50')!));
    expect(rows(seeded(2).daily('KORKAI')!)).not.toEqual(rows(history.daily('KORKAI')!));
  });

  it('is the same on every machine: these figures were made once and must never change', () => {
    expect(rows(history.daily('AAMRAI')!).at(-2)).toMatchInlineSnapshot(`
      [
        132650,
        133280,
        131630,
        132140,
        1618296,
      ]
    `);
    expect(rows(history.minutes('AAMRAI', days[100]!)!)[200]).toMatchInlineSnapshot(`
      [
        92260,
        92260,
        92230,
        92230,
        2576,
      ]
    `);
    expect(rows(history.daily('KHARA200')!)[10]).toMatchInlineSnapshot(`
      [
        746794,
        756033,
        745423,
        754285,
        455624774,
      ]
    `);
  });

  it('has fat tails, restless times that last for weeks, and volume that comes and goes for all shares at once', () => {
    const kurtosis = (values: readonly number[]) => {
      const middle = mean(values);
      const squares = values.map((value) => (value - middle) ** 2);
      return mean(squares.map((square) => square * square)) / mean(squares) ** 2;
    };
    const old = companies.filter(({ code }) => history.daily(code)!.length === days.length);
    expect(mean(old.map(({ code }) => kurtosis(returns(code))))).toBeGreaterThan(5);
    expect(kurtosis(returns('KHARA50'))).toBeGreaterThan(5);
    const sizes = returns('KHARA200').map(Math.abs);
    expect(correlation(sizes.slice(20), sizes.slice(0, -20))).toBeGreaterThan(0.03);
    const volumes = [...history.daily('KHARA50')!.volume];
    const variance = mean(volumes.map((volume) => (volume - mean(volumes)) ** 2));
    expect(Math.sqrt(variance) / mean(volumes)).toBeGreaterThan(0.2);
  });

  it('has one crash, which all shares feel and most of which is won back within a year', () => {
    for (const seed of [1, 2, 3]) {
      const { close } = seeded(seed).daily('KHARA200')!;
      const falls = Array.from({ length: close.length - 30 }, (_, at) => close[at + 30]! / close[at]! - 1);
      const worst = Math.min(...falls);
      const from = falls.indexOf(worst);
      expect(worst).toBeLessThan(-0.18);
      const low = Math.min(...close.slice(from, from + 40));
      const after = Math.max(...close.slice(from + 30, from + 280));
      expect((after - low) / (close[from]! - low)).toBeGreaterThan(0.6);
      const fell = companies.filter(({ code }) => {
        const of = seeded(seed).daily(code)!.close;
        const at = of.length - close.length + from;
        return at >= 0 && of[at + 30]! < of[at]!;
      });
      expect(fell.length / companies.length).toBeGreaterThan(0.75);
    }
  }, 30_000);

  it('opens away from the close before on days of results, which follow the calendar', () => {
    const gaps = { results: [] as number[], others: [] as number[] };
    const places = placesInQuarter(days);
    for (const { code } of companies) {
      const { open, close } = history.daily(code)!;
      const since = places.length - open.length;
      for (let at = 1; at < open.length; at += 1) {
        const gap = Math.abs(open[at]! / close[at - 1]! - 1);
        (places[since + at] === resultsPlace(code) ? gaps.results : gaps.others).push(gap);
      }
    }
    expect(mean(gaps.results)).toBeGreaterThan(2 * mean(gaps.others));
    // Four times a year.
    expect(gaps.others.length / gaps.results.length).toBeGreaterThan(50);
  });

  it('follows the surprise of results, with noise: ranks of surprises and of moves against the index', () => {
    const index = history.daily('KHARA50')!.close;
    const places = placesInQuarter(days);
    const found = companies.flatMap(({ code, annualVolatilityBps }) => {
      const { close } = history.daily(code)!;
      const since = days.length - close.length;
      return Array.from(close, (price, at) => ({ price, at, on: since + at }))
        .filter(({ at, on }) => at > 0 && places[on] === resultsPlace(code))
        .map(({ price, at, on }) => ({
          surprise: pastResults(new Uint8Array(32).fill(1), code, lastQuarterEnd(days[on]!)).surprise,
          move: (price / close[at - 1]! - index[on]! / index[on - 1]!) / annualVolatilityBps,
        }));
    });
    const [surprises, moves] = [rank(found.map((one) => one.surprise)), rank(found.map((one) => one.move))];
    const together = product(surprises, moves) / Math.sqrt(product(surprises, surprises) * product(moves, moves));
    expect(together).toBeGreaterThan(0.3);
    expect(together).toBeLessThan(0.6);
  });

  it('keeps a share with a fixed band inside it, with days that close at the limit', () => {
    let limits = 0;
    for (const issuer of companies) {
      const { code, tickPaise } = issuer;
      const percent = ownBandOf(issuer);
      if (percent === undefined) continue;
      const { high, low, close } = history.daily(code)!;
      for (let at = 1; at < close.length; at += 1) {
        const { lower, upper } = staticBand(close[at - 1]!, percent, tickPaise);
        expect(high[at]! <= upper && low[at]! >= lower).toBe(true);
        if (close[at]! >= upper - tickPaise || close[at]! <= lower + tickPaise) limits += 1;
      }
    }
    expect(limits).toBeGreaterThan(50);
  });

  it('a fund follows its index, day by day and minute by minute, less its expenses', () => {
    for (const fund of issuers.filter(isFund)) {
      const { code, tickPaise } = fund;
      const levels = history.daily(fund.fund.index)!;
      const units = history.daily(code)!;
      const ratio = (at: number) => units.close[at]! / levels.close[at]!;
      const years = 1 - ratio(days.length - 1) / ratio(0);
      expect(years * 10_000 * (250 / days.length)).toBeCloseTo(fund.fund.expenseBps, 0);
      const minutes = history.minutes(code, days[700]!)!;
      const ofIndex = history.minutes(fund.fund.index, days[700]!)!;
      for (let minute = 0; minute < MINUTES_OF_DAY; minute += 1) {
        expect(Math.abs(minutes.close[minute]! - ofIndex.close[minute]! * ratio(700))).toBeLessThanOrEqual(tickPaise);
      }
    }
  });

  it('looks like a market: volatility as in the universe, restless times that last, shares that move together', () => {
    const old = companies.filter(({ code }) => history.daily(code)!.length === days.length);
    const ratios = old.map(({ code, annualVolatilityBps }) => {
      const annual = Math.sqrt(mean(returns(code).map((value) => value * value)) * 250);
      return (annual * 10_000) / annualVolatilityBps;
    });
    expect(mean(ratios)).toBeGreaterThan(0.85);
    expect(mean(ratios)).toBeLessThan(1.15);

    const market = returns('KHARA200');
    const size = market.map(Math.abs);
    expect(correlation(size.slice(1), size.slice(0, -1))).toBeGreaterThan(0.05); // clustering
    const banks = old.filter(({ sectorKey }) => sectorKey === 'financial_services').slice(0, 8);
    const others = old.filter(({ sectorKey }) => sectorKey === 'healthcare').slice(0, 8);
    const between = (left: typeof banks, right: typeof banks) =>
      mean(left.flatMap((a) => right.filter((b) => b !== a).map((b) => correlation(returns(a.code), returns(b.code)))));
    expect(between(banks, others)).toBeGreaterThan(0.1);
    expect(between(banks, banks)).toBeGreaterThan(between(banks, others));
  });
});
