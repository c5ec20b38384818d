import type { Day } from '@khara/rules';

/*
 * The accounts of one quarter of a company. Amounts are lakhs of rupees, whole numbers: crores with two
 * places. Subtotals are sums of the lines above them.
 */

export type Quarter = {
  /** The quarter's last day. */
  readonly quarter: Day;
  readonly profitAndLoss: {
    readonly revenue: number;
    readonly otherIncome: number;
    readonly expenses: number;
    /** Revenue and other income less expenses. */
    readonly ebitda: number;
    readonly depreciation: number;
    readonly financeCost: number;
    readonly tax: number;
    readonly profit: number;
  };
  /** At the quarter's end. The first four are together what the last four are. */
  readonly balance: {
    readonly shareCapital: number;
    readonly reserves: number;
    readonly borrowings: number;
    readonly otherLiabilities: number;
    readonly fixedAssets: number;
    readonly investments: number;
    readonly cash: number;
    readonly otherAssets: number;
  };
  /** `change` is the sum of the three, and what cash moved by. */
  readonly cashFlow: {
    readonly operating: number;
    readonly investing: number;
    readonly financing: number;
    readonly change: number;
  };
  /** Basis points of all shares; `pledged` is a part of what promoters hold. */
  readonly holders: {
    readonly promoter: number;
    readonly institutions: number;
    readonly public: number;
    readonly pledged: number;
  };
  /** Shares at the quarter's end. */
  readonly shares: number;
  /** Dividends whose ex-date was in the quarter. */
  readonly dividends: number;
  /** What simulated analysts expected the evening before, on average. */
  readonly expected: { readonly revenue: number; readonly profit: number };
  /** What the next quarter is made from, with chance. */
  readonly outlook: Outlook;
};

export type Outlook = {
  /** Revenue of a quarter without its season, lakhs. */
  readonly revenue: number;
  /** Profit of that, parts per million; below zero for a loss. */
  readonly marginPpm: number;
  /** What margins tend to. */
  readonly usualMarginPpm: number;
  /** By how much revenue is expected to grow in a quarter, parts per million. */
  readonly growthPpm: number;
  /** Usual deviation of a quarter's profit from what was expected, parts per million of it. */
  readonly deviationPpm: number;
  /** Revenue of each quarter of the year in thousandths of the usual, from April on. */
  readonly season: readonly number[];
  readonly isLender: boolean;
};

/** What holders got or gave since the quarter before, as the ledger has it. */
export type HolderFlows = {
  /** Dividends whose ex-date was in the quarter, lakhs. */
  readonly dividends: number;
  /** Shares at the quarter's end, after splits, bonuses and issues. */
  readonly shares: number;
};

/** Profit and loss of a quarter's revenue and profit before its lines are known: what is expected of the next one. */
export function expectedOf({ revenue, marginPpm, season }: Outlook, place: number): Quarter['expected'] {
  const seasonal = Math.round((revenue * season[place]!) / 1_000);
  return { revenue: seasonal, profit: Math.round((seasonal * marginPpm) / 1_000_000) };
}

/** What belongs to shareholders, lakhs. */
export const netWorth = ({ balance }: Pick<Quarter, 'balance'>): number => balance.shareCapital + balance.reserves;
