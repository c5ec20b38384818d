import type { Issuer } from '@khara/universe';
import { dayText, runScripts, type Script, type ScriptRun } from './script-days.ts';
import type { ScriptTrader } from './script-trader.ts';
import { groupStrategies } from './strategy.ts';

/** Of what is visible at the five best prices. */
const SIZES = [0.25, 0.5, 1, 2, 4] as const;
/** A second and a half of real time, in steps. */
const COVER_AFTER = 6;
/** Steps between two trips: none, or enough that the makers have forgotten. */
const RESTS = [1, 80] as const;
/** Steps from one piece to the next of an order that is cut into pieces. */
const BETWEEN_PIECES = 2;

/** How a trip is made: all at once, or one of its ways in pieces. */
const MANNERS = [
  { name: 'at once', there: 1, back: 1 },
  { name: 'in 6 pieces, back at once', there: 6, back: 1 },
  { name: 'at once, back in 6 pieces', there: 1, back: 6 },
] as const;

type Terms = {
  readonly size: number;
  readonly rest: number;
  readonly there: number;
  readonly back: number;
  readonly settings: string;
};

/** Sells through the bids, or buys through the asks, and takes the same number back from the makers' new quotes. */
function* sweepAndCover(trader: ScriptTrader, until: number, { size, rest, there, back, settings }: Terms): Script {
  for (let trip = 0; trader.step < until; trip++) {
    const [first, second] = trip % 2 === 0 ? (['sell', 'buy'] as const) : (['buy', 'sell'] as const);
    for (let piece = 0; piece < there; piece++) {
      trader.trade(first, (trader.visible(first) * size) / there);
      if (piece + 1 < there) yield BETWEEN_PIECES;
    }
    yield COVER_AFTER;
    const part = Math.ceil(Math.abs(trader.position) / back);
    while (trader.position !== 0) {
      trader.trade(second, Math.min(part, Math.abs(trader.position)));
      if (trader.position !== 0) yield BETWEEN_PIECES;
    }
    trader.endTrip(settings);
    yield rest;
  }
}

/** Sweeps of every size, in every share in turn. */
export function sweepStrategies(issuers: readonly Issuer[], run: Pick<ScriptRun, 'length' | 'days' | 'seed'>) {
  const variants = SIZES.flatMap((size) => [
    ...RESTS.map((rest) => ({ size, rest, manner: MANNERS[0] })),
    ...MANNERS.slice(1).map((manner) => ({ size, rest: 1, manner })),
  ]);
  const day = dayText(run.length);
  const trips = runScripts({
    ...run,
    issuers,
    unfinished: `${day}, not finished`,
    script: (trader, { dayIndex, to }) => {
      const { size, rest, manner } = variants[(trader.share + dayIndex) % variants.length]!;
      const pause = rest > 1 ? `, rests of ${rest / 4} s` : '';
      const settings = `${day}, ${manner.name}${pause}, ${size * 100} % of the depth`;
      return sweepAndCover(trader, to - 40, { size, rest, ...manner, settings });
    },
  });
  return groupStrategies('sweep and cover', trips);
}
