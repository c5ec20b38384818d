import { impactPpm, marginRate, varianceAfter } from '@khara/rules';
import { z } from 'zod';
import { kind, type Suite } from './case.ts';

/** Beyond what JSON's numbers hold exactly. */
const large = z.string().regex(/^\d+$/).transform(BigInt);

export const margins: Suite = {
  margin_rate: kind(
    z.object({
      day: z.iso.date(),
      daily_variance: large,
      days: z.int(),
      traded_days: z.int(),
      mean_turnover: large,
      surveillance_bps: z.int().optional(),
    }),
    (input) => {
      const facts = {
        dailyVariance: input.daily_variance,
        days: input.days,
        tradedDays: input.traded_days,
        meanTurnoverPaise: input.mean_turnover,
        surveillanceBps: input.surveillance_bps,
      };
      const rate = marginRate(facts, input.day);
      return {
        group: rate.group,
        impact_ppm: Number(impactPpm(facts)),
        var_bps: rate.varBps,
        elm_bps: rate.elmBps,
        least_bps: rate.leastBps,
        rate_bps: rate.rateBps,
      };
    },
  ),
  variance_after: kind(z.object({ before: large, base: z.int(), close: z.int() }), ({ before, base, close }) => ({
    variance: String(varianceAfter(before, { base, close })),
  })),
};
