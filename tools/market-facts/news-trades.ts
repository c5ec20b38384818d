import { ARTICLE_AFTER_STEPS, newsOfDay, type CompanyNews, type MarketSpec } from '@khara/exchange';
import type { Issuer } from '@khara/universe';
import type { ScriptTrader } from './script-trader.ts';
import { dayText, runScripts, type Script, type ScriptRun } from './script-days.ts';
import { groupStrategies } from './strategy.ts';

/** Steps after the article. */
const WAITS = [0, 2, 4, 8, 12, 20] as const;
/** Market minutes for which a trade is held. */
const HOLD = 8;
/** Rupees of a trade, and of what is visible at most. */
const STAKE = 300_000;
const MAX_OF_DEPTH = 0.5;
/** More news than a day has: of one share in this number. */
const NEWS_IN = 2;

type Terms = { readonly at: number; readonly side: 'buy' | 'sell'; readonly hold: number; readonly settings: string };

/** Trades in the direction of an article, and closes after a while. */
function* tradeOnArticle(trader: ScriptTrader, from: number, { at, side, hold, settings }: Terms): Script {
  yield Math.max(at - from, 1);
  if (Number.isNaN(trader.middle)) return;
  trader.trade(side, Math.min((STAKE * 100) / trader.middle, trader.visible(side) * MAX_OF_DEPTH));
  yield hold;
  while (trader.position !== 0) {
    trader.square();
    if (trader.position !== 0) yield 1;
  }
  trader.endTrip(settings);
}

/**
 * Reads every article at once, or some steps later, and trades the company, or another of its sector that is
 * not in the news itself.
 */
export function newsStrategies(issuers: readonly Issuer[], run: Pick<ScriptRun, 'length' | 'days' | 'seed'>) {
  const day = dayText(run.length);
  const trips = runScripts({
    ...run,
    issuers,
    unfinished: `${day}, not finished`,
    newsOf: muchNews,
    script: (trader, { dayIndex, from, to, news, countSteps: stepsOf }) => {
      const about = (share: number) => news.find(({ instrument }) => instrument === share);
      const peer = issuers.findIndex(
        ({ sectorKey }, share) => sectorKey === issuers[trader.share]!.sectorKey && about(share) !== undefined,
      );
      const own = about(trader.share) ?? about(peer);
      if (!own) return undefined;
      const wait = WAITS[(trader.share + 5 * dayIndex) % WAITS.length]!;
      const terms = {
        at: own.step + ARTICLE_AFTER_STEPS + wait,
        side: own.bps > 0 ? 'buy' : 'sell',
        hold: stepsOf(HOLD),
      } as const;
      if (terms.at + terms.hold >= to) return undefined;
      const settings =
        own.instrument === trader.share ? `${day}, ${wait} steps after the article` : `${day}, another of its sector`;
      return tradeOnArticle(trader, from, { ...terms, settings });
    },
  });
  return groupStrategies('article followed', trips);
}

/** The news of many days put into one, so that fewer days say as much. */
function muchNews(spec: MarketSpec, from: number, to: number): readonly CompanyNews[] {
  const found = new Map<number, CompanyNews>();
  for (let extra = 0; found.size < spec.instruments.length / NEWS_IN; extra++)
    for (const news of newsOfDay({ ...spec, dayIndex: spec.dayIndex * 1_000 + extra }, from, to))
      if (!found.has(news.instrument)) found.set(news.instrument, news);
  return [...found.values()].sort((a, b) => a.step - b.step || a.instrument - b.instrument);
}
