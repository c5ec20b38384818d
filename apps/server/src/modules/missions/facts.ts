/* What missions are recognised by: rows that other modules wrote, of one member. Prices and values in paise. */

export type OrderFact = {
  readonly id: string;
  readonly code: string;
  readonly side: 'buy' | 'sell';
  readonly type: 'market' | 'limit' | 'sl' | 'sl_m';
  readonly product: 'delivery' | 'intraday';
  readonly validity: 'day' | 'ioc';
  readonly quantity: number;
  readonly filled: number;
  readonly filledPaise: bigint;
  readonly pricePaise: bigint;
  readonly triggerPaise: bigint | undefined;
  readonly state: string;
  readonly reason: string | undefined;
  readonly marketDate: string;
  /** Real instants in ms: when it was accepted, and last changed. */
  readonly at: number;
  readonly updatedAt: number;
  readonly bySystem: boolean;
  readonly afterMarket: boolean;
  readonly chargesPaise: bigint;
  readonly fills: readonly FillFact[];
  readonly steps: readonly StepFact[];
};

export type FillFact = {
  readonly quantity: number;
  readonly pricePaise: bigint;
  readonly phase: 'continuous' | 'opening_auction' | 'closing_auction' | 'post_close';
  readonly at: number;
};

/** A step of the order's history that missions look at. */
export type StepFact = {
  readonly step: string;
  readonly at: number;
  /** Of `opened`: shares ahead of it in the queue. */
  readonly ahead: number | undefined;
  /** Of `modified`. */
  readonly keptPriority: boolean | undefined;
};

export type ApplicationFact = {
  readonly id: string;
  readonly code: string;
  readonly lots: number;
  readonly revision: number;
  readonly state: string;
  readonly at: number;
  readonly updatedAt: number;
};

export type WithdrawalFact = {
  readonly id: string;
  readonly amountPaise: bigint;
  readonly status: string;
  readonly at: number;
  readonly endedAt: number | undefined;
};

/** An order that was never taken, since money or shares were missing. */
export type RefusalFact = {
  readonly refusal: string;
  readonly at: number;
};

export type Facts = {
  /** The market day that runs. */
  readonly today: string;
  /** The oldest first, as all lists here. */
  readonly orders: readonly OrderFact[];
  readonly applications: readonly ApplicationFact[];
  readonly withdrawals: readonly WithdrawalFact[];
  readonly refusals: readonly RefusalFact[];
};
