import {
  acceptTenders,
  acceptedShares,
  adjustPrice,
  adjustQuantity,
  allotAdditional,
  bonusFactor,
  buybackDates,
  buybackEntitlement,
  buybackPayment,
  buybackTax,
  cashForParts,
  holderCategory,
  constantPrice,
  demergeLots,
  dividend,
  entitled,
  inverse,
  reservedFor,
  rightsDates,
  rightsFactor,
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

/** What a company buys back, and what small and other holders have. */
const offer = { buyback_shares: qty, held_small: qty, held_general: qty };
const toTerms = (input: { buyback_shares: number; held_small: number; held_general: number }) => ({
  shares: input.buyback_shares,
  held: { small: input.held_small, general: input.held_general },
});

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
    const { entitlements } = entitled(input.qty, input.ratio);
    const terms = { ...input.ratio, price: input.rights_price };
    return {
      entitlement: entitlements,
      theoretical_ex_rights_price: adjustPrice(input.cum_price, rightsFactor(terms, input.cum_price)),
      payable_if_full: BigInt(entitlements) * BigInt(input.rights_price),
    };
  }),
  rights_issue: kind(z.object({ qty, ratio: forEvery, rights_price: price, cum_price: price }), (input) => {
    const { entitlements, hasFraction } = entitled(input.qty, input.ratio);
    const terms = { ...input.ratio, price: input.rights_price };
    const exPrice = adjustPrice(input.cum_price, rightsFactor(terms, input.cum_price));
    return {
      entitlement: entitlements,
      has_fraction: hasFraction,
      ex_price: exPrice,
      entitlement_price: exPrice - input.rights_price,
    };
  }),
  additional_shares: kind(
    z.object({
      unclaimed: qty,
      held_by_others: qty,
      applications: z.array(z.object({ held: qty, has_fraction: z.boolean(), asked: qty })),
    }),
    ({ applications, unclaimed, held_by_others: heldByOthers }) => ({
      allotted: allotAdditional(
        applications.map(({ has_fraction: hasFraction, ...one }) => ({ ...one, hasFraction })),
        { unclaimed, heldByOthers },
      ),
    }),
  ),
  rights_dates: kind(z.object({ ex_date: z.string() }), (input) => {
    const { opensOn, tradesUntil, closesOn, allottedOn } = rightsDates(input.ex_date);
    return { opens_on: opensOn, trades_until: tradesUntil, closes_on: closesOn, allotted_on: allottedOn };
  }),
  buyback_entitlement: kind(z.object({ ...offer, qty, record_close: price }), (input) => {
    const terms = toTerms(input);
    const category = holderCategory(input.qty, input.record_close);
    return {
      category,
      reserved_small: reservedFor('small', terms),
      reserved_general: reservedFor('general', terms),
      entitlement: buybackEntitlement(input.qty, category, terms),
    };
  }),
  buyback_acceptance: kind(
    z.object({
      ...offer,
      small_entitled: qty,
      small_additional: qty,
      general_entitled: qty,
      general_additional: qty,
    }),
    (input) => {
      const { small, general } = acceptTenders(toTerms(input), {
        small: { entitled: input.small_entitled, additional: input.small_additional },
        general: { entitled: input.general_entitled, additional: input.general_additional },
      });
      return { small: `${small.accepted}/${small.of}`, general: `${general.accepted}/${general.of}` };
    },
  ),
  buyback_accepted: kind(
    z.object({ entitled: qty, additional: qty, part_accepted: qty, part_of: qty }),
    ({ entitled: within, additional, part_accepted: accepted, part_of: of }) => ({
      accepted: acceptedShares({ entitled: within, additional }, { accepted, of }),
    }),
  ),
  buyback_payment: kind(
    z.object({ shares: qty, price: paise, paid_by_company_this_year: paise, day: z.string() }),
    ({ shares, price: pricePaise, paid_by_company_this_year: paidThisYearPaise, day }) => {
      const { grossPaise, tdsPaise } = buybackPayment({ shares, pricePaise, paidThisYearPaise, day });
      return { gross: grossPaise, tds: tdsPaise, tax: buybackTax(day) };
    },
  ),
  demerger: kind(
    z.object({
      lots: z.array(z.object({ qty, cost: paise })),
      ratio: forEvery,
      cost_percent_hundredths: z.int(),
    }),
    ({ lots, ratio, cost_percent_hundredths: costBps }) => {
      const held = lots.map(({ qty: quantity, cost }) => ({ quantity, cost }));
      const { oldCosts, newLots, fraction } = demergeLots(held, { ...ratio, costBps });
      return {
        old_costs: oldCosts,
        new_shares: newLots.map(({ quantity }) => quantity),
        new_costs: newLots.map(({ cost }) => cost),
        fraction: `${fraction.parts}/${ratio.b}`,
        fraction_cost: fraction.cost,
      };
    },
  ),
  demerger_fractions: kind(
    z.object({ parts: z.array(qty), of: qty, net_price: paise }),
    ({ parts, of: b, net_price: price }) => ({
      cash: cashForParts(parts, { b, netProceedsPaise: (shares) => BigInt(shares) * price }),
    }),
  ),
  demerger_index: kind(z.object({ close_before: price, discovered: price }), (input) => ({
    constant_price: constantPrice(input.close_before, input.discovered),
  })),
  buyback_dates: kind(z.object({ ex_date: z.string() }), (input) => {
    const { opensOn, closesOn, settledOn } = buybackDates(input.ex_date);
    return { opens_on: opensOn, closes_on: closesOn, settled_on: settledOn };
  }),
};
