import { createEnv, type Observation } from '@khara/bench';
import type { LeagueMarket } from './bots.ts';
import { type Fill, middle, type Run } from './run.ts';

/** Steps from the first day's first on, after which the market without a program is looked at for its fill. */
const instantOf = ({ day, step, touch }: Fill, daySteps: number): number => day * daySteps + (touch?.step ?? step + 1);

/**
 * Plays a seed once without any program, and gives each fill of the runs on it the price that stood there:
 * the middle of the book, or in an auction its price. A Kite program's fills have it from their server.
 */
export function withUndisturbed(market: LeagueMarket, runs: readonly Run[]): readonly Run[] {
  const daySteps = 4 * (market.daySeconds ?? 900);
  const lacking = runs.flatMap(({ fills }) => fills.filter(({ without }) => without === undefined));
  const instants = [...new Set(lacking.map((fill) => instantOf(fill, daySteps)))].toSorted((a, b) => a - b);
  const env = createEnv({ ...market, depth: 1 });
  let { observation } = env.reset();
  const seen = new Map<number, Observation>();
  for (const instant of instants) {
    const { clock } = observation;
    const steps = instant - clock.day * daySteps - clock.step;
    if (steps > 0) ({ observation } = env.step([], { steps }));
    seen.set(instant, observation);
  }
  return runs.map((run) => ({
    ...run,
    fills: run.fills.map((fill) => ({
      ...fill,
      without: fill.without ?? priceAt(seen.get(instantOf(fill, daySteps))!, fill),
    })),
  }));
}

function priceAt({ book, quote }: Observation, { code, touch }: Fill): number | undefined {
  if (!touch) return quote[code]?.last;
  const [bid, ask] = [book[code]?.bids[0]?.[0], book[code]?.asks[0]?.[0]];
  return bid === undefined || ask === undefined ? undefined : middle({ bid, ask });
}
