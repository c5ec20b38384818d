import { mean } from './statistics.ts';

/** What a member's script earns in the simulated market: one line of `npm run market-facts`. */
export type Strategy = {
  readonly name: string;
  /** What tells this line from others of the same name: length of the day, size, wait. */
  readonly settings: string;
  readonly trips: number;
  /** Average result of a trip after charges, basis points of the value that it bought and sold, halved. */
  readonly meanBps: number;
  readonly standardError: number;
};

/** One trip: bought and sold again, or the other way round. */
export type Trip = { readonly settings: string; readonly bps: number };

/** One line for each settings that occurs, in order of text. */
export function groupStrategies(name: string, trips: readonly Trip[]): Strategy[] {
  const bySettings = Map.groupBy(trips, ({ settings }) => settings);
  return [...bySettings]
    .map(([settings, list]) =>
      summarizeStrategy(
        name,
        settings,
        list.map(({ bps }) => bps),
      ),
    )
    .sort((a, b) => a.settings.localeCompare(b.settings, 'en', { numeric: true }));
}

/** `results`: of each trip, basis points after charges. */
export function summarizeStrategy(name: string, settings: string, results: readonly number[]): Strategy {
  const meanBps = mean(results);
  const squares = results.reduce((sum, bps) => sum + (bps - meanBps) ** 2, 0);
  const trips = results.length;
  return { name, settings, trips, meanBps, standardError: Math.sqrt(squares / Math.max(trips - 1, 1) / trips) };
}

/** Whether the result is indistinguishable from an earning one: its mean and two standard errors lie above zero. */
export const mayEarn = ({ meanBps, standardError }: Strategy): boolean => meanBps + 2 * standardError > 0;

export const showStrategies = (strategies: readonly Strategy[]): string[] => [
  '| strategy | settings | trips | bps a trip after charges | standard error |',
  '|---|---|---|---|---|',
  ...strategies.map(
    ({ name, settings, trips, meanBps, standardError }) =>
      `| ${name} | ${settings} | ${trips.toLocaleString('en')} | ${meanBps.toFixed(1)} | ${standardError.toFixed(1)} |`,
  ),
];
