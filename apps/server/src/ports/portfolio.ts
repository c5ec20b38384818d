import type { Tx } from './database.ts';

/** What modules to the left of orders may ask of an account's shares and limits. Money in paise. */
export type Portfolio = {
  /** What a member holds of a share now; undefined when nothing. */
  heldIn(userId: string, code: string): Promise<Holding | undefined>;
  /**
   * Sets the own limits that are in force for a closed account of the same person, where they are stricter; answers
   * whether there are any.
   */
  carryLimits(tx: Tx, from: string, to: string): Promise<boolean>;
};

export type Holding = {
  readonly positionId: string;
  readonly quantity: number;
  /** Average of what is held, half up. */
  readonly buyingPaise: bigint;
  readonly marketValuePaise: bigint;
  /** Market value less cost. */
  readonly profitPaise: bigint;
  readonly costPaise: bigint;
  /** Of the market day: what is held and what was sold of it, without charges. */
  readonly todayProfitPaise: bigint;
  /** The lowest price at which selling all of it loses nothing after all charges. */
  readonly breakEvenPaise: bigint;
};
