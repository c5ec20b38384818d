/**
 * What of an order decides what it may cost or sell. Prices in paise, quantities in shares, what is filled included.
 */
export type Stake = {
  readonly quantity: number;
  /** The limit of an order that has one. */
  readonly limit: bigint | undefined;
  /** The trigger of a stop that waits; without a limit it decides how far the order may fill. */
  readonly trigger: bigint | undefined;
};

/**
 * Whether a change raises what an order may cost or sell, so that the first confirmation does not cover it:
 * more shares, a higher price of a buy, a lower price of a sale. Of an intraday sale a higher price counts
 * too, since its margin grows. A stop that comes nearer to the market, or waits for no trigger any more, counts as
 * well: it trades where the confirmed one would have waited.
 */
export function raisesStake(
  { side, product }: { readonly side: 'buy' | 'sell'; readonly product: 'delivery' | 'intraday' },
  before: Stake,
  after: Stake,
): boolean {
  if (after.quantity > before.quantity || comesNearer(side, before.trigger, after.trigger)) return true;
  const [was, is] = [before.limit ?? before.trigger, after.limit ?? after.trigger];
  // At the market it may cost, or sell for, whatever the band allows.
  if (was === is || was === undefined) return false;
  if (is === undefined) return true;
  const [higher, lower] = [is > was, is < was];
  return side === 'buy' ? higher : lower || product === 'intraday';
}

const comesNearer = (side: 'buy' | 'sell', before: bigint | undefined, after: bigint | undefined): boolean =>
  before !== undefined && (after === undefined || (side === 'buy' ? after < before : after > before));
