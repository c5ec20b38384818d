import {
  fixedBandPercent,
  instantOfStep,
  issuerSeries,
  marketTimeText,
  surveillanceStage,
  type TradingDay,
} from '@khara/market-day';
import type { MarginBasis, MarginFacts, MarginRate } from '@khara/rules';
import type { Share } from './order-checks.ts';
import { mostOpen } from './position-limit.ts';

/** Market time of day at a step, "14:32:08". */
export const timeOnDay = ({ inputs }: TradingDay, step: number): string =>
  marketTimeText(instantOfStep(inputs.plan, inputs.marketDate, step)).slice(11, 19);

/** A share by its number, as an order that comes to the market day now finds it. */
export function shareOnDay(
  day: TradingDay,
  share: number,
  margin: Pick<MarginFacts & MarginRate, 'rateBps' | 'meanTurnoverPaise'>,
): Share {
  const { market, phases, spec, universe, inputs, step } = day;
  const issuer = universe.issuers[share]!;
  const { lower, upper } = market.band(share);
  const { squareOffAuctioned, squareOffOthers } = phases.schedule;
  return {
    instrument: {
      code: issuer.code,
      issuer,
      asset: `EQ:${issuer.isin}`,
      tick: spec.instruments[share]!.tick,
      tradable: day.isTradable(share),
    },
    quote: {
      lastPrice: market.quote(share).last,
      bandLow: lower,
      bandHigh: upper,
      closing: day.closingPrice(share),
    },
    phase: day.phaseOfShare(share),
    time: timeOnDay(day, step),
    marginBps: margin.rateBps,
    mostOpen: mostOpen(margin, spec.instruments[share]!.previousClose),
    range: day.protectedRange(share),
    series: issuerSeries(issuer, inputs.marketDate),
    bandPercent: fixedBandPercent(issuer, inputs.marketDate),
    stage: surveillanceStage(issuer),
    squareOff: timeOnDay(day, issuer.casEligible ? squareOffAuctioned : squareOffOthers),
  };
}

/**
 * What decides the margin of a share's intraday positions now. After continuous trading, whose band is another, what a
 * position needs is not less than before.
 */
export function marginBasisOnDay(day: TradingDay, share: number, rateBps: number): MarginBasis {
  const isOn = day.phaseOfShare(share) === 'continuous' || day.market.auction(share) === 'opening';
  return { rateBps, band: isOn ? day.market.band(share) : day.spec.instruments[share] };
}
