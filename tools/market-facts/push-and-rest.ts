import type { Issuer } from '@khara/universe';
import type { ScriptTrader } from './script-trader.ts';
import { closeOut, otherSide, stand } from './resting.ts';
import { dayText, runScripts, type Script, type ScriptRun } from './script-days.ts';
import { groupStrategies } from './strategy.ts';

/** Market minutes for which an order rests at most, before the push and after it. */
const FILL_MINUTES = 60;
/** Steps between two pushes, and between two pieces on the way out. */
const BETWEEN = 6;
const BETWEEN_PIECES = 4;
/** Of what was wanted, enough to begin pushing. */
const GATHERED = 0.9;

/** All sizes are parts of what is visible at the five best prices. */
type Manner = {
  readonly name: string;
  /** Gathered first by orders that rest, so that no price moves. */
  readonly gather: number;
  /** How many times it is taken at once. */
  readonly push: number;
  readonly times: number;
  /** Whether the way out rests in the book before the push. */
  readonly isBefore?: true;
  /** Ticks inside the best prices of others at which it rests. */
  readonly inside: number;
  /** The way out takes so much at a time instead of resting. */
  readonly piece?: number;
};

const MANNERS: readonly Manner[] = [
  { name: '50 %, out at the best price', gather: 0, push: 0.5, times: 1, inside: 0 },
  { name: '100 %, out a tick inside', gather: 0, push: 1, times: 1, inside: 1 },
  { name: '100 %, out rests before', gather: 0, push: 1, times: 1, inside: 1, isBefore: true },
  { name: '100 % after as much at rest', gather: 1, push: 1, times: 1, inside: 1 },
  { name: '800 % at rest, out in pieces of 10 %', gather: 8, push: 0, times: 0, inside: 1, piece: 0.1 },
  { name: '20 times 40 % after 800 % at rest', gather: 8, push: 0.4, times: 20, inside: 1 },
  { name: '40 times 20 % after 1600 % at rest', gather: 16, push: 0.2, times: 40, inside: 1 },
];

/** Moves the price, and leaves by orders that rest or in pieces; what is left after a while goes at the quotes. */
function* pushAndRest(
  trader: ScriptTrader,
  until: number,
  fillSteps: number,
  manner: Manner,
  settings: string,
): Script {
  const { gather, push, times, inside, isBefore = false, piece = 0 } = manner;
  for (let trip = 0; trader.step < until - 2 * fillSteps - times * BETWEEN; trip++) {
    const side = trip % 2 === 0 ? 'buy' : 'sell';
    const sign = side === 'buy' ? 1 : -1;
    const wanted = trader.visible(side) * gather;
    const missing = () => wanted - sign * trader.position;
    for (let waited = 0; waited < fillSteps && missing() > wanted * (1 - GATHERED); waited++) {
      stand(trader, side, missing(), inside);
      yield 1;
    }
    trader.cancelAll();
    for (let time = 0; time < times; time++) {
      const end = trader.farthest(side);
      const quantity = trader.visible(side) * push;
      if (isBefore && end !== undefined) {
        trader.rest(otherSide(side), quantity, end);
        trader.trade(side, quantity, end - sign * trader.tick);
      } else trader.trade(side, quantity);
      yield time + 1 < times ? BETWEEN : 1;
    }
    const out = trader.step + fillSteps;
    while (trader.step < out && sign * trader.position > 0) {
      const held = Math.abs(trader.position);
      if (piece === 0) stand(trader, otherSide(side), held, inside);
      else trader.trade(otherSide(side), Math.min(held, trader.visible(otherSide(side)) * piece));
      yield piece === 0 ? 1 : BETWEEN_PIECES;
    }
    yield* closeOut(trader);
    trader.endTrip(settings);
    yield 1;
  }
}

export function pushingStrategies(issuers: readonly Issuer[], run: Pick<ScriptRun, 'length' | 'days' | 'seed'>) {
  const day = dayText(run.length);
  const trips = runScripts({
    ...run,
    issuers,
    unfinished: `${day}, not finished`,
    script: (trader, { dayIndex, to, countSteps: stepsOf }) => {
      const manner = MANNERS[(trader.share + dayIndex) % MANNERS.length]!;
      return pushAndRest(trader, to - 20, stepsOf(FILL_MINUTES), manner, `${day}, ${manner.name}`);
    },
  });
  return groupStrategies('push and rest', trips);
}
