import { planDay, stepMarketMs } from '@khara/market-day';
import { createSessionMarket, newsOfDay, type CompanyNews, type MarketSpec } from '@khara/exchange';
import type { Issuer } from '@khara/universe';
import { ScriptTrader } from './script-trader.ts';
import { endAuctions, instrument, MINUTES, openAuctions, withResults } from './live-days.ts';
import type { Trip } from './strategy.ts';

/** A script acts through its trader, and yields how many steps it waits. It ends its trips itself. */
export type Script = Generator<number, void>;

/** What a script may know of its day besides the books. */
export type ScriptDay = {
  readonly dayIndex: number;
  /** Step at which continuous trading began, and the one by which scripts have to be out. */
  readonly from: number;
  readonly to: number;
  /** Of all shares, in order. Its step is the one at which participants hear of it. */
  readonly news: readonly CompanyNews[];
  /** Market minutes in steps. */
  readonly countSteps: (minutes: number) => number;
  /** By share: what takers bought less what they sold in the last step, shares. */
  readonly flow: Float64Array;
};

export type ScriptRun = {
  readonly issuers: readonly Issuer[];
  /** Real seconds of a market day; or the hours of an exchange. */
  readonly length: number | 'nse';
  readonly days: number;
  readonly seed: bigint;
  /** Of the band, either way. */
  readonly band?: number;
  /** Settings of what is still open when the day ends. */
  readonly unfinished?: string;
  /** Instead of the seed's own news: what is to come out on a day. */
  readonly newsOf?: (spec: MarketSpec, from: number, to: number) => readonly CompanyNews[];
  readonly script: (trader: ScriptTrader, day: ScriptDay) => Script | undefined;
};

export const dayText = (length: ScriptRun['length']): string =>
  length === 'nse' ? 'real hours' : `day of ${length} s`;

/** News comes out from 09:20 to 15:00, scripts trade until 15:05. */
const NEWS_MINUTES = { from: 5, to: 345 } as const;
const OUT_BY_MINUTE = 350;

/**
 * Market days with one member in each share; what happens in one share touches no other. The same seed gives
 * the same trips.
 */
export function runScripts(run: ScriptRun): readonly Trip[] {
  const { issuers, seed, band } = run;
  const plan = run.length === 'nse' ? planDay('nse', 900) : planDay('compressed', run.length);
  const auctionSteps = plan.marks[4]! - plan.marks[1]!;
  const steps = auctionSteps + plan.closesAt - plan.opensAt;
  const stepAt = (minute: number) => auctionSteps + Math.round((minute * (plan.closesAt - plan.opensAt)) / MINUTES);
  const countSteps = (minutes: number) => stepAt(minutes) - auctionSteps;
  const trips: Trip[] = [];
  let spec: MarketSpec = {
    seed,
    dayIndex: 0,
    steps,
    stepMarketMs: stepMarketMs(plan),
    instruments: issuers.map((issuer) => instrument(issuer, issuer.referencePricePaise, band)),
  };
  for (let dayIndex = 0; dayIndex < run.days; dayIndex++) {
    spec = withResults(Object.assign({}, spec, { dayIndex }));
    const market = createSessionMarket(spec);
    const shares = [...issuers.keys()].filter((share) => !issuers[share]!.suspended);
    const [newsFrom, newsTo] = [stepAt(NEWS_MINUTES.from), stepAt(NEWS_MINUTES.to)];
    const news = [...(run.newsOf ?? newsOfDay)(spec, newsFrom, newsTo)];
    let orderId = 0;
    const flow = new Float64Array(issuers.length);
    const at = { dayIndex, from: auctionSteps, to: stepAt(OUT_BY_MINUTE), news: [...news], flow, countSteps };
    const running = shares.flatMap((share) => {
      const trader = new ScriptTrader(market, share, spec.instruments[share]!, () => orderId++);
      const script = run.script(trader, at);
      return script ? [{ trader, script, wakes: auctionSteps }] : [];
    });
    const traderOf = new Map(running.map(({ trader }) => [trader.share, trader]));
    openAuctions(market, [...issuers.keys()], 'opening');
    while (market.step < at.to) {
      if (market.step === auctionSteps) endAuctions(market, [...issuers.keys()]);
      while (news[0]?.step === market.step) {
        const { instrument: of, bps } = news.shift()!;
        market.apply({ kind: 'shift_reference', instrument: of, bps, about: 'news' });
      }
      for (const one of running) {
        if (one.wakes !== market.step) continue;
        const { done, value } = one.script.next();
        one.wakes = done ? -1 : market.step + Math.max(1, Math.round(value));
      }
      market.advance();
      flow.fill(0);
      market.events.forEachTrade((share, _price, quantity, _step, _no, aggressor) => {
        flow[share]! += aggressor === 'buy' ? quantity : -quantity;
      });
      for (const event of market.events.orders) traderOf.get(event.instrument)?.hear(event);
      market.events.clear();
    }
    for (const { trader } of running) trader.cancelAll();
    for (const { trader } of running) {
      for (let tries = 0; trader.position !== 0 && tries < 20 && market.step < steps; tries++) {
        trader.square();
        market.advance();
      }
      if (trader.position === 0) trader.endTrip(run.unfinished ?? 'to the end of the day');
      trips.push(...trader.trips);
    }
    while (market.step < steps) {
      market.advance();
      market.events.clear();
    }
    const { closes, factorState } = market.close();
    spec = Object.assign({}, spec, {
      factorState,
      instruments: issuers.map((issuer, share) => instrument(issuer, closes[share]!, band)),
    });
  }
  return trips;
}
