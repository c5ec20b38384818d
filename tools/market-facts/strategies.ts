import type { Issuer } from '@khara/universe';
import { circuitStrategies } from './circuit-pushes.ts';
import { flowStrategies } from './flow-trades.ts';
import { newsStrategies } from './news-trades.ts';
import { listingStrategies, offerStrategies } from './offers-and-listings.ts';
import type { ScriptRun } from './script-days.ts';
import type { Strategy } from './strategy.ts';
import { sweepStrategies } from './sweep-and-cover.ts';

type Run = Pick<ScriptRun, 'length' | 'days' | 'seed'>;

const DAY_LENGTHS = [120, 300, 900] as const;
const STRATEGIES: readonly ((issuers: readonly Issuer[], run: Run) => readonly Strategy[])[] = [
  sweepStrategies,
  newsStrategies,
  flowStrategies,
  circuitStrategies,
];

/** All strategies over so many days of each length. None of them may earn; what a listing brings is chance. */
export const runStrategies = (issuers: readonly Issuer[], days: number, seed: bigint): readonly Strategy[] => [
  ...STRATEGIES.flatMap((strategies) => DAY_LENGTHS.flatMap((length) => strategies(issuers, { length, days, seed }))),
  ...offerStrategies(issuers, { days, seed }),
  ...listingStrategies(issuers, { days, seed }).strategies,
];
