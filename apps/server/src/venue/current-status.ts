import { marketStatus, type MarketStatus, type TradingDay } from '@khara/market-day';
import type { VenueParts } from './venue-parts.ts';

/** The market as it is now. An order asks several times, and many orders come within a millisecond. */
export function currentStatus(
  day: () => TradingDay,
  clock: VenueParts['clock'],
  pace: () => MarketStatus['pace'] = () => undefined,
): () => MarketStatus {
  let known: { readonly of: string; readonly day: TradingDay; readonly status: MarketStatus } | undefined;
  return () => {
    const today = day();
    const realMs = clock.now();
    const now = pace();
    const of = `${realMs} ${today.step} ${today.phaseNo} ${now}`;
    if (known?.of !== of || known.day !== today) {
      const status = marketStatus(today, realMs);
      known = { of, day: today, status: now === undefined ? status : { ...status, pace: now } };
    }
    return known.status;
  };
}
