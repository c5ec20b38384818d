import type { Language } from '@khara/contract';

/** Shares of one account as modules to the left of orders may ask for them: the page of a share, the wallet, the bill. Money in paise. */
export interface Portfolio {
  /** What a member holds of a share now; undefined when nothing. */
  heldIn(userId: string, code: string): Promise<Holding | undefined>;
  /** All positions together, at the last prices. */
  totals(userId: string): Promise<PortfolioTotals>;
  /** Money of the running market date's delivery sales that buys nothing before the next trading day. */
  saleMoneyKept(userId: string): Promise<{ readonly paise: bigint; readonly usableOn: string }>;
  /** What lines of the bill came from, in words ("Bought 5 THEWA at 412.50"), by `kind` and `ref` of their ledger entries. */
  remarks(
    userId: string,
    language: Language,
    entries: readonly { readonly kind: string; readonly ref: string }[],
  ): Promise<RemarkOf>;
}

export type Holding = {
  readonly positionId: string;
  readonly quantity: number;
  /** Average of what is held, half up. */
  readonly buyingPaise: bigint;
  readonly marketValuePaise: bigint;
  /** Market value less cost. */
  readonly profitPaise: bigint;
  readonly costPaise: bigint;
};

export type PortfolioTotals = {
  readonly investedPaise: bigint;
  readonly holdingsValuePaise: bigint;
  /** Market value less cost of what is held. */
  readonly profitPaise: bigint;
  readonly todayProfitPaise: bigint;
  /** What today's profit is measured against. */
  readonly todayBasePaise: bigint;
  readonly positions: number;
};

/** The remark of a line of the bill; undefined for one that is not about an order. */
export type RemarkOf = (line: {
  readonly kind: string;
  readonly ref: string;
  readonly businessType: string;
}) => string | undefined;
