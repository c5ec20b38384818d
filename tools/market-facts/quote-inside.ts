import type { Issuer } from '@khara/universe';
import type { ScriptTrader } from './script-trader.ts';
import { closeOut, stand } from './resting.ts';
import { dayText, runScripts, type Script, type ScriptRun } from './script-days.ts';
import { groupStrategies } from './strategy.ts';

/** Ticks by which quotes stand inside those of others; none joins their queues. */
const INSIDE = [0, 1] as const;
/** Steps between two looks at the book. */
const LOOKS = [1, 8] as const;
/** Market minutes of a trip, at whose end the position is closed at the quotes. */
const MINUTES = 80;
/** Most that is held either way: rupees, and of what is visible. */
const STAKE = 1_000_000;
const MAX_OF_DEPTH = 0.25;
/** Shares with a turnover below this, in crore rupees a day, have lines of their own: their spreads are the widest. */
const MIN_CRORE = 10;

const VARIANTS = INSIDE.flatMap((inside) => LOOKS.map((look) => ({ inside, look })));

/**
 * Rests orders to buy and to sell at once, follows the quotes of others, and never takes before the end of the trip.
 */
function* quoteBothSides(trader: ScriptTrader, until: number, inside: number, look: number): Script {
  while (trader.step < until) {
    const { middle, band } = trader;
    if (!Number.isNaN(middle)) {
      const size = Math.min((STAKE * 100) / middle, trader.visible('buy') * MAX_OF_DEPTH);
      for (const side of ['buy', 'sell'] as const) {
        const room = Math.floor(size - (side === 'buy' ? trader.position : -trader.position));
        if (room >= 1) stand(trader, side, room, inside);
        // Far away instead of cancelled: an order that lives on pays no further brokerage once it has reached the cap.
        else trader.keep(side, 1, side === 'buy' ? band.lower : band.upper);
      }
    }
    yield look;
  }
  yield* closeOut(trader);
}

export function quotingStrategies(issuers: readonly Issuer[], run: Pick<ScriptRun, 'length' | 'days' | 'seed'>) {
  const day = dayText(run.length);
  const trips = runScripts({
    ...run,
    issuers,
    unfinished: `${day}, not finished`,
    script: function* (trader, { dayIndex, to, countSteps: stepsOf }) {
      const { referencePricePaise, averageDailyVolume } = issuers[trader.share]!;
      const isLeast = referencePricePaise * averageDailyVolume < MIN_CRORE * 1e9;
      for (let trip = 0; trader.step < to - stepsOf(MINUTES); trip++) {
        const { inside, look } = VARIANTS[(trader.share + dayIndex + trip) % VARIANTS.length]!;
        yield* quoteBothSides(trader, trader.step + stepsOf(MINUTES) - 4, inside, look);
        const where = inside === 0 ? 'at the best prices' : 'a tick inside';
        const often = look === 1 ? 'each step' : `every ${look} steps`;
        trader.endTrip(`${day}, ${isLeast ? 'least traded, ' : ''}${where}, ${often}`);
        yield 1;
      }
    },
  });
  return groupStrategies('quotes on both sides', trips);
}
