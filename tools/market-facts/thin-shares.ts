import { fixedBandPercent } from '@khara/market-day';
import type { Side } from '@khara/exchange';
import type { Issuer } from '@khara/universe';
import { pushToLimit } from './circuit-pushes.ts';
import { closeOut, otherSide } from './resting.ts';
import type { ScriptTrader } from './script-trader.ts';
import { dayText, runScripts, type Script, type ScriptRun } from './script-days.ts';
import { groupStrategies, type Strategy } from './strategy.ts';

type Run = Pick<ScriptRun, 'length' | 'days' | 'seed'>;

/** Of a day's turnover, in crore rupees, below which makers are absent at times (packages/exchange, character). */
const THIN_CRORE = 5;
/** Market date whose bands the shares have: any on which none is new. */
const DATE = '2026-11-26';
/** Ticks off the last price, as a part of it, at which orders wait in an empty side. */
const OFF = [0.0025, 0.01, 0.02] as const;
/** Rupees of an order that waits. */
const STAKE = 20_000;
/** Market minutes for which a trip waits to be filled, and then to leave by an order that waits. */
const MINUTES = 30;

const isThin = ({ referencePricePaise, averageDailyVolume }: Issuer): boolean =>
  referencePricePaise * averageDailyVolume < THIN_CRORE * 1e9;

/** Per cent of the share's band. */
const bandPercent = (issuer: Issuer): number => fixedBandPercent(issuer, DATE) ?? 20;

/**
 * Waits where a book has one side alone, in place of the makers that are absent or in the queue at a limit; then
 * offers what it got on the other side, and takes what it can for the rest.
 */
function* restWhereEmpty(trader: ScriptTrader, until: number, off: number, minutes: number): Script {
  while (trader.step < until && trader.position === 0) {
    const { quote, band } = trader;
    trader.cancelAll();
    const empty: Side | undefined = quote.bid === undefined ? 'buy' : quote.ask === undefined ? 'sell' : undefined;
    if (empty) {
      const sign = empty === 'buy' ? -1 : 1;
      const price = onGrid(quote.last * (1 + sign * off), trader.tick);
      trader.rest(empty, (STAKE * 100) / quote.last, Math.min(Math.max(price, band.lower), band.upper));
    } else if (quote.bid === band.upper || quote.ask === band.lower) {
      const side = quote.bid === band.upper ? 'buy' : 'sell';
      trader.rest(side, (STAKE * 100) / quote.last, side === 'buy' ? band.upper : band.lower);
    }
    yield 2;
  }
  trader.cancelAll();
  const leaving: Side = trader.position > 0 ? 'sell' : 'buy';
  const patience = trader.step + minutes;
  while (trader.position !== 0 && trader.step < patience) {
    const { quote, band } = trader;
    const best = trader.bestOfOthers(leaving)?.price ?? trader.bestOfOthers(otherSide(leaving))?.price ?? quote.last;
    trader.keep(leaving, Math.abs(trader.position), Math.min(Math.max(best, band.lower), band.upper));
    yield 2;
  }
  yield* closeOut(trader);
}

const onGrid = (price: number, tick: number): number => Math.round(price / tick) * tick;

/** Shares that hardly trade, in their own bands: pushed to a limit and given back, and waited for where no maker is. */
export function thinStrategies(issuers: readonly Issuer[], run: Run): readonly Strategy[] {
  const day = dayText(run.length);
  const byBand = Map.groupBy(issuers.filter(isThin), bandPercent);
  const trips = (script: ScriptRun['script']) =>
    [...byBand].flatMap(([percent, some]) =>
      runScripts({ ...run, issuers: some, band: percent / 100, unfinished: `${day}, not finished`, script }),
    );
  return [
    ...groupStrategies(
      'thin share, circuit push',
      trips((trader, { to }) => pushToLimit(trader, to - 120, day)),
    ),
    ...groupStrategies(
      'thin share, wait where a side is empty',
      trips(function* (trader, { dayIndex, to, countSteps: stepsOf }) {
        const wait = stepsOf(MINUTES);
        for (let trip = 0; trader.step < to - 3 * wait; trip++) {
          const off = OFF[(trader.share + dayIndex + trip) % OFF.length]!;
          yield* restWhereEmpty(trader, Math.min(trader.step + wait, to - 2 * wait), off, wait);
          trader.endTrip(`${day}, ${off * 100} % off`);
          yield 1;
        }
      }),
    ),
  ];
}
