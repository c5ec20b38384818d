import {
  allowsIntraday,
  bandPercentFor,
  MEASURES,
  reviewStage,
  seriesOn,
  staticBand,
  SURVEILLANCE_STAGES,
  whyNotOrder,
  tradeForTradeUntil,
} from '@khara/rules';
import { z } from 'zod';
import { kind, type Suite } from './case.ts';

const stage = z.enum(SURVEILLANCE_STAGES);
const DAY = '2026-11-26';

export const surveillance: Suite = {
  measures: kind(
    z.object({ stage, series: z.string(), own_band_pct: z.number() }),
    ({ stage: at, series, own_band_pct: own }) => {
      const now = seriesOn({ series, listedOn: '2015-01-01', issueCrore: 9_999, stage: at }, DAY);
      return {
        series: now,
        intraday: allowsIntraday(now, at),
        margin_pct: MEASURES[at].marginPercent,
        band_pct: bandPercentFor(now, { own, stage: at }),
      };
    },
  ),
  review: kind(
    z.object({
      stage: stage.nullable(),
      days: z.int().min(0),
      /** Closes in paise as runs: how many, at which price. */
      closes: z.array(z.tuple([z.int().min(1), z.int().min(1)])),
    }),
    ({ stage: now, days, closes }) => ({
      stage:
        reviewStage(
          { stage: now ?? undefined, days },
          closes.flatMap(([count, close]) => Array.from({ length: count }, () => close)),
        ) ?? null,
    }),
  ),
  order: kind(
    z.object({
      stage,
      own_band_pct: z.number(),
      previous_close: z.int(),
      tick: z.int(),
      side: z.enum(['buy', 'sell']),
      product: z.enum(['delivery', 'intraday']),
      qty: z.int(),
      price: z.int(),
      sellable: z.int().optional(),
    }),
    (input) => {
      const series = seriesOn({ series: 'EQ', listedOn: '2015-01-01', issueCrore: 9_999, stage: input.stage }, DAY);
      const percent = bandPercentFor(series, { own: input.own_band_pct, stage: input.stage });
      const band = staticBand(input.previous_close, percent, input.tick);
      const { side, product, price, qty: quantity } = input;
      const refused = whyNotOrder(
        { side, product, type: 'limit', validity: 'day', quantity, price },
        {
          phase: 'continuous',
          series,
          stage: input.stage,
          lotSize: 1,
          tick: input.tick,
          band,
          lastPrice: input.previous_close,
          ...(input.sellable !== undefined && { sellableQuantity: input.sellable }),
        },
      );
      return { refused: refused ?? null, low: band.lower, high: band.upper };
    },
  ),
};

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
