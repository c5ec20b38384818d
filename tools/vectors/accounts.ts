import { expectedOf, makeNextQuarter, NOTHING_YET, ratiosAt, type Outlook, type Quarter } from '@khara/history';
import { z } from 'zod';
import { kind, type Suite } from './case.ts';

const season = z.array(z.int()).length(4);
/** Places of the quarters of a year of accounts, from April on, and the last days of those before. */
const ENDED_BEFORE = ['2026-03-31', '2026-06-30', '2026-09-30', '2026-12-31'] as const;

/** What no case is about. */
const OTHERS = {
  ...NOTHING_YET,
  quarter: ENDED_BEFORE[0],
  holders: { promoter: 5_000, institutions: 2_500, public: 2_500, pledged: 0 },
  outlook: {
    revenue: 1,
    marginPpm: 0,
    usualMarginPpm: 0,
    growthPpm: 0,
    deviationPpm: 0,
    season: [1_000, 1_000, 1_000, 1_000],
    isLender: false,
  },
  balance: {
    shareCapital: 0,
    reserves: 0,
    borrowings: 0,
    otherLiabilities: 0,
    fixedAssets: 0,
    investments: 0,
    cash: 0,
    otherAssets: 0,
  },
} as const satisfies Quarter;

/** Statements and ratios of companies; amounts in lakhs of rupees. */
export const accounts: Suite = {
  quarter: kind(
    z.object({
      balance: z.object({
        share_capital: z.int(),
        reserves: z.int(),
        borrowings: z.int(),
        other_liabilities: z.int(),
        fixed_assets: z.int(),
        investments: z.int(),
        cash: z.int(),
        other_assets: z.int(),
      }),
      outlook: z.object({
        revenue: z.int(),
        margin_ppm: z.int(),
        growth_ppm: z.int(),
        deviation_ppm: z.int(),
        season,
        place: z.int(),
        is_lender: z.boolean(),
      }),
      surprise: z.int(),
      dividends: z.int(),
    }),
    ({ balance, outlook: of, surprise, dividends }) => {
      const outlook: Outlook = {
        revenue: of.revenue,
        marginPpm: of.margin_ppm,
        usualMarginPpm: of.margin_ppm,
        growthPpm: of.growth_ppm,
        deviationPpm: of.deviation_ppm,
        season: of.season,
        isLender: of.is_lender,
      };
      const before: Quarter = {
        ...OTHERS,
        quarter: ENDED_BEFORE[of.place]!,
        balance: {
          shareCapital: balance.share_capital,
          reserves: balance.reserves,
          borrowings: balance.borrowings,
          otherLiabilities: balance.other_liabilities,
          fixedAssets: balance.fixed_assets,
          investments: balance.investments,
          cash: balance.cash,
          otherAssets: balance.other_assets,
        },
        outlook,
      };
      const made = makeNextQuarter(before, { surprise, chance: 0 }, { dividends });
      const { profitAndLoss, cashFlow } = made;
      return {
        expected_revenue: made.expected.revenue,
        expected_profit: made.expected.profit,
        other_income: profitAndLoss.otherIncome,
        depreciation: profitAndLoss.depreciation,
        finance_cost: profitAndLoss.financeCost,
        tax: profitAndLoss.tax,
        profit: profitAndLoss.profit,
        ebitda: profitAndLoss.ebitda,
        // Revenue alone is chance: its hash is not worked by hand.
        revenue_less_expenses: profitAndLoss.revenue - profitAndLoss.expenses,
        ...cashFlow,
        share_capital: made.balance.shareCapital,
        reserves: made.balance.reserves,
        borrowings: made.balance.borrowings,
        other_liabilities: made.balance.otherLiabilities,
        fixed_assets: made.balance.fixedAssets,
        investments: made.balance.investments,
        cash: made.balance.cash,
        other_assets: made.balance.otherAssets,
      };
    },
  ),
  ratios: kind(
    z.object({
      revenue: z.array(z.int()).length(8),
      profit: z.array(z.int()).length(8),
      dividends: z.array(z.int()).length(8),
      balance: z.object({ share_capital: z.int(), reserves: z.int(), borrowings: z.int() }),
      price: z.int(),
      shares: z.int(),
    }),
    ({ revenue, profit, dividends, balance, price, shares }) => {
      const quarters = revenue.map((sold, at): Quarter => ({
        ...OTHERS,
        profitAndLoss: { ...OTHERS.profitAndLoss, revenue: sold, profit: profit[at]! },
        balance: {
          ...OTHERS.balance,
          shareCapital: balance.share_capital,
          reserves: balance.reserves,
          borrowings: balance.borrowings,
        },
        dividends: dividends[at]!,
      }));
      const ratios = ratiosAt(quarters, price, shares);
      return {
        pe: ratios.peHundredths,
        is_loss: ratios.isLoss,
        pb: ratios.pbHundredths,
        roe: ratios.roeBps,
        debt_to_equity: ratios.debtToEquityHundredths,
        margin: ratios.marginBps,
        quarter_growth: ratios.quarterGrowthBps,
        year_growth: ratios.yearGrowthBps,
        dividend_yield: ratios.dividendYieldBps,
        payout: ratios.payoutBps,
        market_value: ratios.marketValue,
        eps: ratios.eps,
      };
    },
  ),
  expected: kind(
    z.object({ revenue: z.int(), margin_ppm: z.int(), season, place: z.int() }),
    ({ revenue, margin_ppm: marginPpm, season, place }) =>
      expectedOf({ ...OTHERS.outlook, revenue, marginPpm, season }, place),
  ),
};
