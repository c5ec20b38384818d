import { type Run, splitCosts } from './run.ts';

/** A program with what it came to on each seed, in the order of the seeds. */
export type Entry = { readonly name: string; readonly about?: string | undefined; readonly runs: readonly Run[] };

/** Change of the money put in, in per cent after charges. */
export const toPercent = ({ equity }: Run): number => (equity.at(-1)! / equity[0]! - 1) * 100;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Seeds, by their place, that a program played to the end. One that was stopped is no result. */
export const seedsPlayed = ({ runs }: Entry): readonly number[] =>
  runs.flatMap(({ stopped }, seed) => (stopped === undefined ? [seed] : []));

const runsOf = ({ runs }: Entry, seeds: readonly number[]): readonly Run[] => seeds.map((seed) => runs[seed]!);

/** What a program came to on the seeds that it played to the end, in per cent. */
export type Result = {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
  readonly worstDay: number;
  /** Basis points of the money put in, median of the seeds. */
  readonly costs: Readonly<Record<'spread' | 'impact' | 'charges', number>>;
};

export type Summary = {
  /** Undefined where it played no seed to the end. */
  readonly result: Result | undefined;
  /** Seeds that it played to the end. */
  readonly played: number;
  /** Of all its runs. */
  readonly orders: number;
  readonly fills: number;
  /** Shares in front of an order as it came to rest, median over fills of orders that waited. */
  readonly waitedBehind: number | undefined;
  /** How many runs ended before their days did, and why the first of them did. */
  readonly stopped: { readonly count: number; readonly why: string } | undefined;
};

export function summarize(entry: Entry): Summary {
  const { runs } = entry;
  const played = runsOf(entry, seedsPlayed(entry));
  const waited = runs.flatMap(({ fills }) => fills.flatMap(({ ahead }) => (ahead === undefined ? [] : [ahead])));
  const stopped = runs.flatMap((run) => run.stopped ?? []);
  return {
    result: played.length > 0 ? resultOf(played) : undefined,
    played: played.length,
    orders: runs.reduce((sum, run) => sum + run.orders, 0),
    fills: runs.reduce((sum, run) => sum + run.fills.length, 0),
    waitedBehind: waited.length > 0 ? median(waited) : undefined,
    stopped: stopped.length > 0 ? { count: stopped.length, why: stopped[0]! } : undefined,
  };
}

function resultOf(runs: readonly Run[]): Result {
  const results = runs.map(toPercent);
  const costs = runs.map((run) => ({ paid: splitCosts(run), cash: run.equity[0]! }));
  const bps = (part: 'spread' | 'impact' | 'charges') =>
    median(costs.map(({ paid, cash }) => (paid[part] / cash) * 10_000));
  return {
    median: median(results),
    lowest: Math.min(...results),
    highest: Math.max(...results),
    worstDay: Math.min(...runs.map(({ worstDay }) => worstDay)) * 100,
    costs: { spread: bps('spread'), impact: bps('impact'), charges: bps('charges') },
  };
}

/** Seeds on which a program came to more than its twin. */
export const countAbove = (own: Entry, twin: Entry): number =>
  seedsPlayed(own).filter((seed) => toPercent(own.runs[seed]!) > toPercent(twin.runs[seed]!)).length;

/**
 * Whether a program came to more than its twin in the median of the seeds that it played; undefined where it
 * played none.
 */
export function isBetter(own: Entry, twin: Entry): boolean | undefined {
  const seeds = seedsPlayed(own);
  const medianOf = (entry: Entry): number => median(runsOf(entry, seeds).map(toPercent));
  return seeds.length === 0 ? undefined : medianOf(own) > medianOf(twin);
}

/** How far the median of these seeds may be from that of all seeds, in per cent: twice its standard error. */
export function medianError(entry: Entry): number {
  const results = runsOf(entry, seedsPlayed(entry)).map(toPercent);
  const mean = results.reduce((sum, value) => sum + value, 0) / results.length;
  const variance = results.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, results.length - 1);
  return results.length === 0 ? 0 : 2 * 1.25 * Math.sqrt(variance / results.length);
}
