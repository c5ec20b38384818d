import { blockAndRelease, ipoApplication, proRataShare, retailOutcome, smeApplication } from '@khara/lottery';
import { z } from 'zod';
import { kind, paise, type Suite } from './case.ts';

const count = z.int();
const demand = z
  .object({ category_shares: count, lot: count.positive(), valid_applicants: count, shares_demanded: count })
  .transform((input) => ({
    shares: input.category_shares,
    minimumShares: input.lot,
    applicants: input.valid_applicants,
    sharesAsked: input.shares_demanded,
  }));
const bid = z
  .object({ lots: count, lot: count, price: paise })
  .transform(({ lots, lot, price }) => ({ lots, lotSize: lot, pricePaise: price }));

export const ipoLottery: Suite = {
  retail_outcome: kind(demand, (input) => {
    const outcome = retailOutcome(input);
    return {
      max_allottees: outcome.maxAllottees,
      mode: outcome.mode,
      winners: outcome.winners,
      losers: outcome.losers,
      residual_shares_after_minimum_lots: outcome.leftAfterMinimum,
    };
  }),
  prorata: kind(z.intersection(demand, z.object({ applied: z.array(count) })), (input) => ({
    allotted: input.applied.map((asked) => proRataShare(input, asked).shares),
  })),
  application: kind(bid, (input) => {
    const application = ipoApplication(input);
    return {
      amount_paise: application.amountPaise,
      category: application.category,
      upi_allowed: application.upiAllowed,
      max_retail_lots: application.maxRetailLots,
    };
  }),
  block_and_release: kind(
    z.object({ lots: count, lot: count, blocked_price: paise, issue_price: paise, lots_allotted: count }),
    (input) => {
      const { blockedPaise, debitedPaise, releasedPaise } = blockAndRelease({
        lots: input.lots,
        lotsAllotted: input.lots_allotted,
        lotSize: input.lot,
        blockedPricePaise: input.blocked_price,
        issuePricePaise: input.issue_price,
      });
      return { blocked: blockedPaise, debited: debitedPaise, released: releasedPaise };
    },
  ),
  sme_application: kind(bid, (input) => {
    const { amountPaise, eligible, cutOffAllowed } = smeApplication(input);
    return { amount_paise: amountPaise, eligible, cut_off_allowed: cutOffAllowed };
  }),
};
