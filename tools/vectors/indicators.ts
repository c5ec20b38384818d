import { MINUTE_MS } from '@khara/rules';
import { z } from 'zod';
import type { Candle } from '../../apps/web/src/features/chart/candles.ts';
import { computeLines, INDICATOR_IDS } from '../../apps/web/src/features/chart/indicators.ts';
import { kind, type Suite } from './case.ts';

/** Candles of one market day, a minute each; prices in rupees. */
const candle = z
  .tuple([z.number(), z.number(), z.number(), z.number(), z.number()])
  .transform(([open, high, low, close, volume]) => ({ open, high, low, close, volume }));
const closed = z.number().transform((close) => ({ open: close, high: close, low: close, close, volume: 1 }));

/** Lines of indicators, with as many places as a case has. */
export const indicators: Suite = {
  lines: kind(
    z.object({
      indicator: z.enum(INDICATOR_IDS),
      settings: z.array(z.number()),
      places: z.int(),
      closes: z.array(closed).optional(),
      candles: z.array(candle).optional(),
    }),
    ({ indicator: id, settings, places, closes, candles = closes ?? [] }) => ({
      lines: computeLines(
        candles.map((one, at): Candle => ({ ...one, t: at * MINUTE_MS })),
        { id, settings },
      ).map((line) => line.map((value) => value?.toFixed(places))),
    }),
  ),
};
