import type { Issuer } from '@khara/universe';
import type { ScriptTrader } from './script-trader.ts';
import { dayText, runScripts, type Script, type ScriptRun } from './script-days.ts';
import { groupStrategies } from './strategy.ts';

const BANDS = [0.02, 0.05] as const;
/** Orders of a push, at most; it ends at the limit of the band. */
const MAX_ORDERS = 30;
/** Steps between two orders of a push, and before what was taken goes back. */
const BETWEEN = 2;
const BEFORE_BACK = 6;
const REST = 40;

/** Takes all it sees until the price stands at the limit of the band, then gives all back. */
export function* pushToLimit(trader: ScriptTrader, until: number, settings: string): Script {
  for (let trip = 0; trader.step < until; trip++) {
    const side = trip % 2 === 0 ? 'buy' : 'sell';
    for (let order = 0; order < MAX_ORDERS && !isAtLimit(trader, side); order++) {
      trader.trade(side, trader.visible(side));
      yield BETWEEN;
    }
    yield BEFORE_BACK;
    while (trader.position !== 0) {
      trader.square();
      if (trader.position !== 0) yield 1;
    }
    trader.endTrip(settings);
    yield REST;
  }
}

function isAtLimit({ band, quote }: ScriptTrader, side: 'buy' | 'sell'): boolean {
  return side === 'buy'
    ? quote.ask === undefined || quote.last >= band.upper
    : quote.bid === undefined || quote.last <= band.lower;
}

export function circuitStrategies(issuers: readonly Issuer[], run: Pick<ScriptRun, 'length' | 'days' | 'seed'>) {
  const day = dayText(run.length);
  return BANDS.flatMap((band) =>
    groupStrategies(
      'circuit push',
      runScripts({
        ...run,
        issuers,
        band,
        unfinished: `${day}, band of ${band * 100} %, not finished`,
        script: (trader, { to }) => pushToLimit(trader, to - 120, `${day}, band of ${band * 100} %`),
      }),
    ),
  );
}
