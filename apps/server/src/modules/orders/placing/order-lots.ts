import { MAX_ORDER_QUANTITY } from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import type { Terms } from './rules.ts';
import * as store from '../store.ts';

/*
 * Orders are asked for in lots, which the contract calls hands, and answered in shares. Behind this file
 * there are only shares.
 * SHARES_PER_HAND is the number of shares of a lot.
 */

type Quantities = { readonly quantity?: number | undefined; readonly disclosedQuantity?: number | undefined };

/** The same request, counted in shares. */
export const inShares = <Body extends Quantities>({ config }: Pick<Deps, 'config'>, body: Body): Body => ({
  ...body,
  ...(body.quantity !== undefined && { quantity: body.quantity * config.SHARES_PER_HAND }),
  ...(body.disclosedQuantity !== undefined && { disclosedQuantity: body.disclosedQuantity * config.SHARES_PER_HAND }),
});

/** The most lots of one order. */
export const mostLots = ({ config }: Pick<Deps, 'config'>): number =>
  Math.floor(MAX_ORDER_QUANTITY / config.SHARES_PER_HAND);

/** Lots that these shares fill. */
export const wholeLots = ({ config }: Pick<Deps, 'config'>, shares: number): number =>
  Math.floor(shares / config.SHARES_PER_HAND);

/** Lots with which all of these shares are sold: the last one may be short. */
export const lotsToSell = ({ config }: Pick<Deps, 'config'>, shares: number): number =>
  Math.ceil(shares / config.SHARES_PER_HAND);

/**
 * The terms of a sale in lots: the last lot is as short as what is left to sell. Fills, splits and
 * allotments leave shares that fill no lot, and these can be sold, too. Only of what is held: an intraday
 * sale that names no position may be a short one, and is taken as it was asked.
 */
export async function withShortLot(
  deps: Pick<Deps, 'config' | 'db'>,
  userId: string,
  terms: Terms,
  { asset, closes }: { readonly asset: string; readonly closes: boolean },
): Promise<Terms> {
  const { side, product, quantity } = terms;
  const lotSize = deps.config.SHARES_PER_HAND;
  if (lotSize === 1 || side === 'buy' || (product === 'intraday' && !closes)) return terms;
  const position = await store.findPosition(deps.db, userId, { asset, product });
  const sellable = position ? Math.max(0, position.quantity - position.selling) : 0;
  const isShort = sellable > 0 && quantity > sellable && quantity - sellable < lotSize;
  return isShort ? { ...terms, quantity: sellable } : terms;
}
