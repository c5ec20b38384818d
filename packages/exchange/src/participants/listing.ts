import type { Listing } from '../types.ts';

/**
 * Where the market's opinion of a new share stands against its issue price on average, in basis points, by how
 * often the issue was asked for, in hundredths. Between two rows it goes straight, beyond the last ones it stays. An
 * issue that finds too few buyers lists below its price; what many want and few get lists above. Gains are
 * small where allotments are many: an applicant for every issue gets all of the bad ones and a part of the good
 * (Rock 1986), and gains nothing on average. docs/market.md has the figures.
 */
const OPINION: readonly (readonly [demand: number, bps: number])[] = [
  [50, -1_600],
  [100, -800],
  [200, -350],
  [500, 50],
  [1_000, 350],
  [3_000, 1_000],
  [10_000, 2_000],
];

/** What demand does not say, as a deviation: the day's seed decides it. */
const DEVIATION = 0.13;

/** How far the market's opinion of a listing stands from its issue price, as a part of it. `chance` is normal. */
export function listingSurprise({ demandHundredths: demand }: Listing, chance: number): number {
  return meanBps(demand) / 10_000 + DEVIATION * chance;
}

function meanBps(demand: number): number {
  const next = OPINION.findIndex(([times]) => times >= demand);
  if (next === -1) return OPINION.at(-1)![1];
  const [upTo, to] = OPINION[next]!;
  const [from, bps] = OPINION[Math.max(0, next - 1)]!;
  return upTo === from ? to : bps + ((to - bps) * (demand - from)) / (upTo - from);
}
