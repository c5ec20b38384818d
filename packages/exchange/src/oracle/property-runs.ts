/**
 * How often a property is tried: a few seconds' worth usually, PROPERTY_RUNS times as often in a long run.
 * For tests only. `PROPERTY_RUNS=60 npx vitest run --testTimeout 0 packages/exchange` generates several
 * million commands.
 */
export const propertyRuns = (
  usual: number,
  { PROPERTY_RUNS = '1' }: { readonly PROPERTY_RUNS?: string | undefined },
): number => usual * Number(PROPERTY_RUNS);
