import { allowsIntraday, bandPercentFor, seriesOn, tradeForTradeUntil } from '@khara/rules';
import { z } from 'zod';
import { kind, type Suite } from './case.ts';

export const series: Suite = {
  series_on: kind(
    z.object({
      series: z.string(),
      listed_on: z.iso.date(),
      issue_size_crore: z.number(),
      day: z.iso.date(),
    }),
    ({ series: base, listed_on: listedOn, issue_size_crore: issueCrore, day }) => {
      const share = { series: base, listedOn, issueCrore };
      const now = seriesOn(share, day);
      return {
        series: now,
        trade_for_trade_until: now === base ? null : (tradeForTradeUntil(share) ?? null),
        intraday: allowsIntraday(now),
        band_pct: bandPercentFor(now),
      };
    },
  ),
};
