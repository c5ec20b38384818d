import { mostOpen, type Share } from '@khara/broker';
import { fixedBandPercent, issuerSeries, surveillanceStage } from '@khara/market-day';
import { isUnlisted } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';

/** A share as it stands now; undefined for an unknown code. */
export function findShare({ market }: Pick<Deps, 'market'>, code: string): Share | undefined {
  const instrument = market.instrument(code);
  const quote = market.quote(code);
  if (!instrument || !quote) return undefined;
  // An index is known, and cannot be bought.
  const { asset = '', tradable } = instrument;
  const margin = market.margin(code);
  const { marketDate, marketTime, pace, squareOff } = market.now();
  return {
    instrument: { ...instrument, asset, tradable: tradable && asset !== '' },
    quote,
    phase: market.phase(code),
    isPaused: pace === 'paused',
    // Of a share that the day does not have, the whole value.
    marginBps: margin?.rateBps ?? 10_000,
    mostOpen: margin && mostOpen(margin, quote.previousClose),
    range: market.protectedRange(code),
    series: instrument.issuer ? issuerSeries(instrument.issuer, marketDate) : 'EQ',
    bandPercent: instrument.issuer && fixedBandPercent(instrument.issuer, marketDate),
    isUnlisted: instrument.issuer && isUnlisted(instrument.issuer, marketDate),
    stage: instrument.issuer && surveillanceStage(instrument.issuer),
    time: marketTime.slice(11, 19),
    squareOff: instrument.issuer?.casEligible === true ? squareOff.auctioned : squareOff.others,
  };
}
