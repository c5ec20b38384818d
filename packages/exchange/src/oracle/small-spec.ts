import type { InstrumentSpec, MarketSpec } from '../types.ts';

/** Invented shares of every size, for tests: from 1,800 crore a day down to 5, ticks from one paisa to five rupees. */
const shares: readonly Partial<InstrumentSpec>[] = [
  { code: 'GIANT', previousClose: 1_467_60, tick: 10, averageDailyVolume: 12_000_000, annualVolatilityBps: 2_200 },
  { code: 'LARGE', previousClose: 184_47, tick: 1, averageDailyVolume: 20_000_000, annualVolatilityBps: 2_400 },
  { code: 'DEAR', previousClose: 36_670_00, tick: 500, averageDailyVolume: 90_000, annualVolatilityBps: 2_900 },
  { code: 'MIDDLE', previousClose: 863_10, tick: 5, averageDailyVolume: 930_000, annualVolatilityBps: 3_000 },
  { code: 'SMALL', previousClose: 2_335_60, tick: 10, averageDailyVolume: 47_000, annualVolatilityBps: 2_600 },
  { code: 'TINY', previousClose: 57_67, tick: 1, averageDailyVolume: 900_000, annualVolatilityBps: 4_000 },
  { code: 'ASLEEP', previousClose: 100_00, tick: 1, averageDailyVolume: 100_000, tradable: false },
];

export const SHARE = { giant: 0, large: 1, dear: 2, middle: 3, small: 4, tiny: 5, asleep: 6 } as const;

export function smallSpec(changes: Partial<MarketSpec> = {}): MarketSpec {
  return {
    seed: 7n,
    dayIndex: 0,
    steps: 3_100,
    stepMarketMs: 7_258,
    instruments: shares.map((share, index) => instrument(share, index)),
    ...changes,
  };
}

function instrument(share: Partial<InstrumentSpec>, index: number): InstrumentSpec {
  const { previousClose = 100_00, tick = 1 } = share;
  return {
    code: 'NAME',
    ...tenPercentBand(previousClose, tick),
    tradable: true,
    lotSize: 1,
    sector: index % 3,
    betaMilli: 900 + index * 50,
    annualVolatilityBps: 2_500,
    averageDailyVolume: 1_000_000,
    ...share,
    previousClose,
    tick,
  };
}

/** 10 % either way, rounded inward. */
export const tenPercentBand = (previousClose: number, tick: number) => ({
  lower: Math.ceil((previousClose * 0.9) / tick) * tick,
  upper: Math.floor((previousClose * 1.1) / tick) * tick,
});
