import { LAKH, netWorth, type Quarter } from './quarter.ts';

/**
 * What a company is, in figures. Undefined is what has no meaning: a price for a loss, growth from a loss, a return on
 * less than nothing. Hundredths: 2053 is 20.53 times. Basis points: 2050 is 20.50 %.
 */
export type Ratios = {
  /** Price against the profit of a year. */
  readonly peHundredths: number | undefined;
  readonly isLoss: boolean;
  readonly pbHundredths: number | undefined;
  readonly roeBps: number | undefined;
  readonly hasDebt: boolean;
  /** 0 without debt, whatever is left of the net worth, and for debt that rounds to nothing. */
  readonly debtToEquityHundredths: number | undefined;
  /** Profit of a year's revenue. */
  readonly marginBps: number;
  /** Profit of the quarter against the same one a year ago, and of four quarters against the four before. */
  readonly quarterGrowthBps: number | undefined;
  readonly yearGrowthBps: number | undefined;
  /** Dividends of four quarters, of the price and of the profit. */
  readonly dividendYieldBps: number;
  readonly payoutBps: number | undefined;
  /** All shares at the price, lakhs of rupees. */
  readonly marketValue: number;
  /** Profit of a year by share, paise; of a share as it is now. */
  readonly eps: number;
  /** What belongs to shareholders by share, the same. */
  readonly bookValue: number;
};

/**
 * Ratios at a price in paise, of shares as many as there are now: a split since the quarter's end makes more of them.
 * Takes eight quarters or more, oldest first.
 */
export function ratiosAt(quarters: readonly Quarter[], price: number, shares: number): Ratios {
  const last = quarters.at(-1)!;
  const [year, yearBefore] = [quarters.slice(-4), quarters.slice(-8, -4)].map((four) => ({
    ...sums(four),
    known: four.length === 4,
  })) as [Sums, Sums];
  const worth = netWorth(last);
  const marketValue = marketValueAt(price, shares);
  const ofWorth = (amount: number, times: number) => (worth > 0 ? ratioOf(amount, worth, times) : undefined);
  return {
    peHundredths: priceEarnings(marketValue, year.profit),
    isLoss: year.profit <= 0,
    pbHundredths: ofWorth(marketValue, 100),
    roeBps: ofWorth(year.profit, 10_000),
    hasDebt: last.balance.borrowings > 0,
    debtToEquityHundredths: last.balance.borrowings === 0 ? 0 : ofWorth(last.balance.borrowings, 100),
    marginBps: ratioOf(year.profit, year.revenue, 10_000),
    quarterGrowthBps: growth(last.profitAndLoss.profit, quarters.at(-5)?.profitAndLoss.profit),
    yearGrowthBps: growth(year.profit, yearBefore.known ? yearBefore.profit : undefined),
    dividendYieldBps: marketValue > 0 ? ratioOf(year.dividends, marketValue, 10_000) : 0,
    payoutBps: year.profit > 0 ? ratioOf(year.dividends, year.profit, 10_000) : undefined,
    marketValue,
    eps: Math.round((year.profit * LAKH) / shares),
    bookValue: Math.round((worth * LAKH) / shares),
  };
}

/** All shares at their price against the profit of a year, hundredths; undefined of a loss. */
export const priceEarnings = (marketValue: number, profit: number): number | undefined =>
  profit > 0 ? ratioOf(marketValue, profit, 100) : undefined;

/**
 * By what part of the expected profit another one came, or of 0.5 % of the market value, if that is greater: so a loss
 * that was expected is something to be above of. Profits and the value in lakhs of rupees.
 */
export const surpriseOf = (came: number, expected: number, marketValue: number): number =>
  (came - expected) / Math.max(Math.abs(expected), marketValue / 200, 1);

/** All shares at a price in paise, lakhs of rupees. */
export const marketValueAt = (price: number, shares: number): number => Math.round((price * shares) / LAKH);

type Sums = { readonly revenue: number; readonly profit: number; readonly dividends: number; readonly known: boolean };

const sums = (quarters: readonly Quarter[]): Omit<Sums, 'known'> =>
  quarters.reduce(
    (sum, { profitAndLoss, dividends }) => ({
      revenue: sum.revenue + profitAndLoss.revenue,
      profit: sum.profit + profitAndLoss.profit,
      dividends: sum.dividends + dividends,
    }),
    { revenue: 0, profit: 0, dividends: 0 },
  );

const ratioOf = (amount: number, of: number, times: number): number => Math.round((amount * times) / of);
const growth = (now: number, then: number | undefined): number | undefined =>
  then !== undefined && then > 0 ? ratioOf(now - then, then, 10_000) : undefined;
