/**
 * How often a property is tried: a few seconds' worth usually, three times as often with TESTS=all, and PROPERTY_RUNS
 * times as often where that is set. For tests only. `PROPERTY_RUNS=60 npx vitest run --testTimeout 0 packages/exchange`
 * generates several million commands.
 */
export const propertyRuns = (
  usual: number,
  { PROPERTY_RUNS, TESTS }: { readonly PROPERTY_RUNS?: string | undefined; readonly TESTS?: string | undefined },
): number => usual * Number(PROPERTY_RUNS ?? (TESTS === 'all' ? 3 : 1));
