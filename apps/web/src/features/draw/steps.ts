import type { ReaderStep } from './check-draw.ts';

/**
 * The steps in their order. Written again because the list beside the check would bring its hashes into the
 * page; a test holds the two together.
 */
export const STEP_NAMES = [
  'sealed',
  'list',
  'yours',
  'simulated',
  'seed',
  'entropy',
  'result',
  'log',
] as const satisfies readonly ReaderStep[];
