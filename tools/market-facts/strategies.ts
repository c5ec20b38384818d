import type { Issuer } from '@khara/universe';
import type { Strategy } from './strategy.ts';
import { sweepStrategies } from './sweep-and-cover.ts';

const DAY_LENGTHS = [120, 300, 900] as const;

/** All strategies over so many days of each length. None of them may earn. */
export const runStrategies = (issuers: readonly Issuer[], days: number, seed: bigint): readonly Strategy[] =>
  DAY_LENGTHS.flatMap((length) => [...sweepStrategies(issuers, { length, days, seed })]);
