import type { Issuer } from '@khara/universe';
import { runScripts, type Script, type ScriptRun } from './script-days.ts';
import type { Hands } from './hands.ts';
import { strategiesOf, type Strategy } from './strategy.ts';

/** Of what is visible at the five best prices. */
export const SWEEP_SIZES = [0.25, 0.5, 1, 2, 4] as const;
/** Real time of 1.5 seconds, in steps. */
const COVER_AFTER = 6;
/** Between two trips: none, or so long that the makers have forgotten. */
const RESTS = [1, 80] as const;

/** Sells through the bids, or buys through the asks, and takes the same number back from the makers' new quotes. */
function* sweepAndCover(hands: Hands, until: number, size: number, rest: number, settings: string): Script {
  for (let trip = 0; hands.step < until; trip++) {
    const [first, second] = trip % 2 === 0 ? (['sell', 'buy'] as const) : (['buy', 'sell'] as const);
    hands.trade(first, hands.visible(first) * size);
    yield COVER_AFTER;
    while (hands.position !== 0) {
      hands.trade(second, Math.abs(hands.position));
      if (hands.position !== 0) yield 1;
    }
    hands.endTrip(settings);
    yield rest;
  }
}

export function sweepStrategies(
  issuers: readonly Issuer[],
  run: Pick<ScriptRun, 'length' | 'days' | 'seed'>,
  name = 'sweep and cover',
): readonly Strategy[] {
  const variants = SWEEP_SIZES.flatMap((size) => RESTS.map((rest) => ({ size, rest })));
  const day = run.length === 'nse' ? 'real hours' : `day of ${run.length} s`;
  const trips = runScripts({
    ...run,
    issuers,
    unfinished: `${day}, unfinished`,
    script: (hands, { dayIndex, to }) => {
      const { size, rest } = variants[(hands.share + dayIndex) % variants.length]!;
      const settings = `${day}, ${size * 100} % of the depth, ${rest > 1 ? `rests of ${rest / 4} s` : 'at once again'}`;
      return sweepAndCover(hands, to - 40, size, rest, settings);
    },
  });
  return strategiesOf(name, trips);
}
