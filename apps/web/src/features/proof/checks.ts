import type { StatementCheck } from '@khara/proof';

/**
 * The checks in their order. Written again because the list of packages/proof would bring the hashes along; a
 * test holds the two together.
 */
export const STATEMENT_CHECK_NAMES = [
  'lines',
  'bill',
  'signature',
  'consistency',
  'inclusion',
] as const satisfies readonly StatementCheck[];
export type StatementCheckName = (typeof STATEMENT_CHECK_NAMES)[number];
