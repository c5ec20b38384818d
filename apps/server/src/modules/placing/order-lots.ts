import type { PositionView, Share, Terms } from '@khara/broker';
import { MAX_ORDER_QUANTITY } from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import { receivedShares, sellableShares } from '#modules/orders/index.ts';
import { findPosition } from '#modules/portfolio/index.ts';

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
 * The terms of a sale, with whether it is of all that is left to sell. Then the last lot is as short as that is, and it
 * need not be in market lots: fills, bonuses, splits and allotments leave shares that fill none, and these can be sold,
 * too. Only of what is held: an intraday sale that names no position may be a short one, and is taken as it was asked.
 */
export async function saleTerms<Asked extends Pick<Terms, 'side' | 'product' | 'quantity'>>(
  deps: Pick<Deps, 'config'> & { readonly db: Queryable },
  userId: string,
  terms: Asked,
  { share, closes }: { readonly share: Share | undefined; readonly closes: boolean },
): Promise<Asked & Pick<Terms, 'sellsAll'>> {
  const { side, product, quantity } = terms;
  const lotSize = deps.config.SHARES_PER_HAND;
  const isOdd = product === 'delivery' && quantity % marketLot(share) !== 0;
  if (!share || side === 'buy' || (product === 'intraday' && !closes) || (lotSize === 1 && !isOdd)) return terms;
  const position = await findPosition(deps.db, userId, { asset: share.instrument.asset, product });
  if (!position || position.quantity <= 0) return terms;
  const sellable = sellableShares(position);
  const isShort = sellable > 0 && quantity > sellable && quantity - sellable < lotSize;
  const sold = isShort ? sellable : quantity;
  return { ...terms, quantity: sold, sellsAll: isWholePosition(position, sold) };
}

/**
 * Whether a sale of `shares` is of a whole holding: of all that is held, that may be sold now, or that has
 * arrived. Of an order that is changed its own shares count as well.
 */
export const isWholePosition = (position: PositionView, quantity: number, own = 0): boolean =>
  [position.quantity, sellableShares(position) + own, receivedShares(position) + own].includes(quantity);

/** The shares in whose multiples a share is bought. */
export const marketLot = (share: Pick<Share, 'instrument'> | undefined): number =>
  share?.instrument.issuer?.lotSize ?? 1;
