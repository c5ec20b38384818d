import {
  adjustPrice,
  adjustQuantity,
  bonusFactor,
  dividend,
  inverse,
  rights,
  splitFactor,
  type Ratio,
} from '@khara/rules';
import { z } from 'zod';
import { kind, paise, RULES_AS_OF, type Suite } from './case.ts';

const price = z.int();
const qty = z.int();
const show = ({ numerator, denominator }: Ratio): string => `${numerator}/${denominator}`;

/** "a:b", a new for every b held. */
const forEvery = z
  .string()
  .regex(/^\d+:\d+$/)
  .transform((text) => {
    const [a = 0, b = 0] = text.split(':').map(Number);
    return { a, b };
  });

/** What a split and a bonus share. */
const adjusted = (input: { qty: number; average_price: number; prev_close: number }, factor: Ratio) => {
  const { quantity, fraction } = adjustQuantity(input.qty, factor);
  return {
    qty: quantity,
    fraction_cashed_out: show(fraction),
    average_price: adjustPrice(input.average_price, factor),
    adjusted_base_price: adjustPrice(input.prev_close, factor),
    adjustment_factor: show(factor),
    history_price_multiplier: show(inverse(factor)),
    history_volume_multiplier: show(factor),
  };
};

export const corporateActions: Suite = {
  split: kind(
    z.object({ qty, average_price: price, old_face: z.int(), new_face: z.int(), prev_close: price }),
    (input) => adjusted(input, splitFactor(input.old_face, input.new_face)),
  ),
  bonus: kind(z.object({ qty, average_price: price, ratio: forEvery, prev_close: price }), (input) =>
    adjusted(input, bonusFactor(input.ratio.a, input.ratio.b)),
  ),
  dividend: kind(
    z.object({ qty_on_record_date: qty, dividend_per_share: paise, paid_by_company_this_year: paise }),
    (input) => {
      const { grossPaise, tdsPaise, netPaise } = dividend({
        quantity: input.qty_on_record_date,
        perSharePaise: input.dividend_per_share,
        paidThisYearPaise: input.paid_by_company_this_year,
        day: RULES_AS_OF,
      });
      return { gross: grossPaise, tds_10pct: tdsPaise, net: netPaise };
    },
  ),
  rights: kind(z.object({ qty, ratio: forEvery, rights_price: price, cum_price: price }), (input) => {
    const result = rights({
      quantity: input.qty,
      ...input.ratio,
      rightsPrice: input.rights_price,
      cumPrice: input.cum_price,
    });
    return {
      entitlement: result.entitlement,
      theoretical_ex_rights_price: result.theoreticalExRightsPrice,
      payable_if_full: result.payableIfFullPaise,
    };
  }),
};
