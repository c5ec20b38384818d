import { MAX_ORDER_QUANTITY } from '@khara/contract';
import { protectedPrice } from '@khara/exchange';
import type { Instrument, MarketSession, QuoteNow } from '#src/ports.ts';
import type { OrderType, Product, Side, Validity } from './words.ts';

/** What somebody asks for, read by the contract. */
export type Terms = {
  readonly side: Side;
  readonly type: OrderType;
  readonly product: Product;
  readonly validity: Validity;
  readonly quantity: number;
  /** The limit; a market order has none. */
  readonly pricePaise: bigint | undefined;
  readonly triggerPaise: bigint | undefined;
  readonly disclosedQuantity: number | undefined;
};

/** A share as it stands when the order comes in. */
export type Share = {
  readonly instrument: Instrument & { readonly asset: string };
  readonly quote: QuoteNow;
};

export type OrderRefusal =
  | 'unknown_code'
  | 'not_tradable'
  | 'quantity_above_maximum'
  | 'product_not_available'
  | 'order_type_not_available'
  | 'validity_not_available'
  | 'trigger_not_available'
  | 'disclosed_quantity_not_available'
  | 'market_closed'
  | 'price_required'
  | 'tick_invalid'
  | 'price_out_of_band';

/**
 * Every reason for which this order would be refused, in the published order of checks (contract, orders): placing it answers the first, a
 * preview shows them all. Money and shares are not among them: only the ledger knows, when it holds them.
 *
 * Not available in this version: intraday, stop orders and their trigger, disclosed quantity, and orders outside the continuous session.
 */
export function refusalsOf(terms: Terms, share: Share | undefined, session: MarketSession): readonly OrderRefusal[] {
  if (!share) return ['unknown_code'];
  const { tickPaise } = share.instrument;
  const { bandLowPaise, bandHighPaise } = share.quote;
  const limit = terms.type === 'limit' ? terms.pricePaise : undefined;
  const stops = terms.type === 'sl' || terms.type === 'sl_m';
  const checks: readonly (readonly [refused: boolean, reason: OrderRefusal])[] = [
    [!share.instrument.tradable, 'not_tradable'],
    [terms.quantity > MAX_ORDER_QUANTITY, 'quantity_above_maximum'],
    [terms.product !== 'delivery', 'product_not_available'],
    [stops, 'order_type_not_available'],
    [terms.triggerPaise !== undefined && !stops, 'trigger_not_available'],
    [terms.disclosedQuantity !== undefined, 'disclosed_quantity_not_available'],
    [session !== 'open', 'market_closed'],
    [terms.type === 'limit' && limit === undefined, 'price_required'],
    [limit !== undefined && limit % BigInt(tickPaise) !== 0n, 'tick_invalid'],
    [limit !== undefined && (limit < BigInt(bandLowPaise) || limit > BigInt(bandHighPaise)), 'price_out_of_band'],
  ];
  return checks.filter(([refused]) => refused).map(([, reason]) => reason);
}

/**
 * The worst price in paise at which the order may fill: its limit, or the protected price of a market order (market protection from the
 * last price). Undefined for a limit order without a price.
 */
export function worstPrice(terms: Terms, { instrument, quote }: Share): bigint | undefined {
  if (terms.type === 'limit') return terms.pricePaise;
  return BigInt(
    protectedPrice(terms.side, quote.lastPaise, instrument.tickPaise, quote.bandLowPaise, quote.bandHighPaise),
  );
}
