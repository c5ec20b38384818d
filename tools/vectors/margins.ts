import { coveringMargin, impactPpm, marginPrices, marginRate, marginStanding, varianceAfter } from '@khara/rules';
import { z } from 'zod';
import { kind, paise, type Suite } from './case.ts';

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
  covering_margin: kind(
    z.object({ quantity: z.int(), value: paise, rate_bps: z.int(), lower_band: z.int(), upper_band: z.int() }),
    ({ quantity, value, rate_bps: rateBps, lower_band: lower, upper_band: upper }) => ({
      margin: coveringMargin({ quantity, valuePaise: value }, { rateBps, band: { lower, upper } }),
    }),
  ),
  margin_call: kind(
    z.object({ quantity: z.int(), cost: paise, held: paise, rate_bps: z.int(), last_price: paise }),
    ({ quantity, cost, held, rate_bps: rateBps, last_price: lastPrice }) => {
      const position = { quantity, costPaise: cost, heldPaise: held, rateBps };
      const { marginPaise, lossPaise, isCalled, isSquaredOff } = marginStanding(position, lastPrice);
      const { callPaise, squareOffPaise } = marginPrices(position);
      return {
        margin: marginPaise,
        loss: lossPaise,
        called: isCalled,
        squared_off: isSquaredOff,
        call_price: callPaise,
        square_off_price: squareOffPaise,
      };
    },
  ),
  variance_after: kind(z.object({ before: large, base: z.int(), close: z.int() }), ({ before, base, close }) => ({
    variance: String(varianceAfter(before, { base, close })),
  })),
};
