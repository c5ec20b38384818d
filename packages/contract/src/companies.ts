import * as z from 'zod/mini';
import { call } from './call.ts';
import { Hash } from './capital.ts';
import { Count, Instant, MarketDate, Percent, Price, StockCode } from './wire.ts';

/** Crores of rupees with two places; below zero for a loss or what goes out. */
const Crores = Price;

/**
 * Profit less the expected one, by the greater of that and 0.5 % of the last price, both without their sign: also of a
 * loss.
 */
const Surprise = Percent;

const CompanyQuarter = z.object({
  /** The quarter's last day. */
  quarter: MarketDate,
  publishedOn: MarketDate,
  /** `ebitda` is revenue and other income less expenses; the rest leads from it to the profit. */
  profitAndLoss: z.object({
    revenue: Crores,
    otherIncome: Crores,
    expenses: Crores,
    ebitda: Crores,
    depreciation: Crores,
    financeCost: Crores,
    tax: Crores,
    profit: Crores,
  }),
  /** The first four are together what the last four are. */
  balance: z.object({
    shareCapital: Crores,
    reserves: Crores,
    borrowings: Crores,
    otherLiabilities: Crores,
    fixedAssets: Crores,
    investments: Crores,
    cash: Crores,
    otherAssets: Crores,
  }),
  cashFlow: z.object({ operating: Crores, investing: Crores, financing: Crores, change: Crores }),
  /** Of all shares; `pledged` is a part of what promoters hold. */
  holders: z.object({ promoter: Percent, institutions: Percent, public: Percent, pledged: Percent }),
  dividends: Crores,
  /**
   * What else moved the money of shareholders: paid in for a rights issue, paid out for shares bought back, reserves
   * that became capital by a bonus, and what a demerger took along. Zero in most quarters.
   */
  notes: z.object({ rights: Crores, buyback: Crores, bonus: Crores, demerger: Crores }),
  /** What simulated analysts expected the evening before. */
  expected: z.object({ revenue: Crores, profit: Crores }),
  surprise: Surprise,
});

/**
 * What stands in the place of a figure without a meaning, in the language asked for: "loss" for the P/E of a loss, "no
 * debt" for debt to equity without debt, which is still sorted as 0, "< 0.01" for debt that rounds to that, and "–" for
 * the payout of a loss.
 */
export const FigureWords = z.object({
  pe: z.optional(z.string()),
  debtToEquity: z.optional(z.string()),
  payout: z.optional(z.string()),
});

/** Null is what has no meaning: a price for a loss, growth from a loss. */
const CompanyRatios = z.object({
  pe: z.nullable(Price),
  isLoss: z.boolean(),
  pb: z.nullable(Price),
  returnOnEquity: z.nullable(Percent),
  debtToEquity: z.nullable(Price),
  margin: Percent,
  quarterGrowth: z.nullable(Percent),
  yearGrowth: z.nullable(Percent),
  dividendYield: Percent,
  payout: z.nullable(Percent),
  marketValue: Crores,
  /** Profit of a share in a year, rupees. */
  eps: Price,
  /** What belongs to shareholders by share as it is now, rupees; below zero where it owes more than it owns. */
  bookValue: Price,
  words: FigureWords,
});

const ResultsToCome = { quarter: MarketDate, on: MarketDate, expected: Crores };

export const companyCalls = {
  company: call({
    path: '/app/market/company',
    method: 'POST',
    access: 'guest',
    doc: 'Accounts of a company, oldest quarter first, its ratios at the last price, and its next results day. `ratios.words` has what is said in the place of a figure without a meaning. All of it is invented. Results of a day are among them from the next market day on. A fund and an index have none.',
    body: { code: StockCode },
    data: z.object({
      /**
       * What lines are called by. The revenue of a lender is interest and fees, its finance cost what it pays for
       * deposits; the revenue of an insurer is premiums, its expenses are claims and what the business costs.
       */
      business: z.enum(['lender', 'insurer', 'other']),
      /** The first market date of its share. */
      listedOn: z.nullable(MarketDate),
      quarters: z.array(CompanyQuarter),
      /** `shares` is how many there are of it now. */
      ratios: z.nullable(z.extend(CompanyRatios, { shares: Count })),
      next: z.nullable(z.object(ResultsToCome)),
      /**
       * How the quarters lead to "companies" in the record of that day's opening: see packages/proof/src/accounts.ts.
       */
      sealed: z.nullable(
        z.object({
          marketDate: MarketDate,
          /** The head of the chain before the first of the quarters. */
          before: Hash,
          index: Count,
          size: Count,
          path: z.array(Hash),
        }),
      ),
    }),
    refusals: ['unknown_code'],
    specified: false,
  }),
  results: call({
    path: '/app/market/results',
    method: 'POST',
    access: 'guest',
    doc: 'Results days of companies, from two weeks back to 65 days ahead, by date: the profit of the quarter that was expected, and the one that came.',
    body: {},
    data: z.object({
      list: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          ...ResultsToCome,
          came: z.nullable(Crores),
          surprise: z.nullable(Surprise),
        }),
      ),
      marketDate: MarketDate,
    }),
    refusals: [],
    specified: false,
  }),
  resultDay: call({
    path: '/app/market/resultDay',
    method: 'POST',
    access: 'guest',
    doc: 'At which market instant the participants heard the results of a company on a market date, null where they came before the market opened or on no such day; and whether the order log of that day is kept.',
    body: { code: StockCode, marketDate: MarketDate },
    data: z.object({ at: z.nullable(Instant), isKept: z.boolean() }),
    refusals: ['unknown_code'],
    specified: false,
  }),
};
