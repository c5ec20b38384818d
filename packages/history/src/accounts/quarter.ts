import type { Day } from '@khara/rules';

/** Paise of a lakh of rupees. */
export const LAKH = 10_000_000;

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
  /** Dividends whose ex-date was in the quarter. */
  readonly dividends: number;
  /** What else moved the money of shareholders, by the ex-date: each of its own line, and zero in most quarters. */
  readonly notes: Notes;
  /** What simulated analysts expected the evening before, on average. */
  readonly expected: { readonly revenue: number; readonly profit: number };
  /** What the next quarter is made from, with chance. */
  readonly outlook: Outlook;
};

/** Of a company before its first quarter: it has earned, moved and paid nothing, and nothing was expected. */
export const NOTHING_YET: Pick<Quarter, 'profitAndLoss' | 'cashFlow' | 'dividends' | 'notes' | 'expected'> = {
  profitAndLoss: {
    revenue: 0,
    otherIncome: 0,
    expenses: 0,
    ebitda: 0,
    depreciation: 0,
    financeCost: 0,
    tax: 0,
    profit: 0,
  },
  cashFlow: { operating: 0, investing: 0, financing: 0, change: 0 },
  dividends: 0,
  notes: { rights: 0, buyback: 0, bonus: 0, demerger: 0 },
  expected: { revenue: 0, profit: 0 },
};

/** Lakhs: paid in for a rights issue, paid out for shares bought back, of reserves into capital, and parted with. */
type Notes = {
  readonly rights: number;
  readonly buyback: number;
  readonly bonus: number;
  readonly demerger: number;
};

/** What holders gave to their company and got from it in a quarter. Parts are per million. */
export type HolderFlows = {
  /** Lakhs. */
  readonly dividends: number;
  readonly rights?: { readonly amount: number; readonly newSharesPpm: number } | undefined;
  readonly buyback?: { readonly amount: number; readonly sharesPpm: number } | undefined;
  readonly bonusPpm?: number | undefined;
  /** Of what belongs to shareholders, and of what is earned. */
  readonly demerger?: { readonly worthPpm: number; readonly profitPpm: number } | undefined;
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

/** Profit and loss of a quarter's revenue and profit before its lines are known: what is expected of the next one. */
export function expectedOf({ revenue, marginPpm, season }: Outlook, place: number): Quarter['expected'] {
  const seasonal = Math.round((revenue * season[place]!) / 1_000);
  return { revenue: seasonal, profit: Math.round((seasonal * marginPpm) / 1_000_000) };
}

/** What belongs to shareholders, lakhs. */
export const netWorth = ({ balance }: Pick<Quarter, 'balance'>): number => balance.shareCapital + balance.reserves;

/** Profit of the last four quarters, lakhs. */
export const yearlyProfit = (quarters: readonly Quarter[]): number =>
  quarters.slice(-4).reduce((sum, { profitAndLoss }) => sum + profitAndLoss.profit, 0);
