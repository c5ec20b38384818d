/** Shares of one account, as modules to the left of orders may ask for them: the page of a share. Money in paise. */
export interface Portfolio {
  /** What a member holds of a share now; undefined when nothing. */
  heldIn(userId: string, code: string): Promise<Holding | undefined>;
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
  /** Of the market day: what is held and what was sold of it, without charges. */
  readonly todayProfitPaise: bigint;
  /** The lowest price at which selling all of it loses nothing after all charges. */
  readonly breakEvenPaise: bigint;
};
