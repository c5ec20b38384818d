import { yearOfGains } from '@khara/rules';
import { z } from 'zod';
import { kind, paise, type Suite } from './case.ts';

export const capitalGains: Suite = {
  year: kind(
    z.object({
      year: z.int(),
      gains: z.array(
        z
          .object({ sold_on: z.string(), kind: z.enum(['short', 'entitlement', 'long']), gain: paise })
          .transform((one) => ({ soldOn: one.sold_on, kind: one.kind, paise: one.gain })),
      ),
      before: z.array(z.object({ year: z.int(), short: paise, long: paise })),
    }),
    ({ year, gains, before }) => yearOfGains(year, gains, before),
  ),
};
