import type { Issuer } from '@khara/universe';
import type { ScriptTrader } from './script-trader.ts';
import { dayText, runScripts, type Script, type ScriptDay, type ScriptRun } from './script-days.ts';
import { groupStrategies } from './strategy.ts';

/** Steps over which flow is added up, and for which a trade is held. */
const WINDOWS = [8, 40] as const;
/** Multiple of its usual size at which the flow is traded on. */
const UNUSUAL = 2.5;
const STAKE = 300_000;
const MAX_OF_DEPTH = 0.5;

type Terms = { readonly window: number; readonly follows: boolean; readonly settings: string };

/** Watches who comes: after much more buying than selling it buys too, or sells against it; and the other way round. */
function* tradeOnFlow(trader: ScriptTrader, { flow, to }: ScriptDay, { window, follows, settings }: Terms): Script {
  let usual = 0;
  for (let windows = 1; trader.step < to - 2 * window; windows++) {
    let sum = 0;
    for (let step = 0; step < window; step++) {
      yield 1;
      sum += flow[trader.share]!;
    }
    const isUnusual = windows > 6 && Math.abs(sum) > UNUSUAL * usual;
    usual += (Math.abs(sum) - usual) / Math.min(windows, 20);
    if (!isUnusual || Number.isNaN(trader.middle)) continue;
    const side = sum > 0 === follows ? 'buy' : 'sell';
    trader.trade(side, Math.min((STAKE * 100) / trader.middle, trader.visible(side) * MAX_OF_DEPTH));
    yield window;
    while (trader.position !== 0) {
      trader.square();
      if (trader.position !== 0) yield 1;
    }
    trader.endTrip(settings);
  }
}

export function flowStrategies(issuers: readonly Issuer[], run: Pick<ScriptRun, 'length' | 'days' | 'seed'>) {
  const variants = WINDOWS.flatMap((window) => [true, false].map((follows) => ({ window, follows })));
  const day = dayText(run.length);
  const trips = runScripts({
    ...run,
    issuers,
    unfinished: `${day}, not finished`,
    script: (trader, today) => {
      const { window, follows } = variants[(trader.share + today.dayIndex) % variants.length]!;
      const settings = `${day}, ${follows ? 'followed' : 'faded'}, ${window} steps`;
      return tradeOnFlow(trader, today, { window, follows, settings });
    },
  });
  return groupStrategies('signed flow', trips);
}
