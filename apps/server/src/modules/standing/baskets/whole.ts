import {
  addCharges,
  addDp,
  dpOfSales,
  findRefusals,
  largestValue,
  neededFor,
  NO_CHARGES,
  orderCharges,
  orderValue,
  type Share,
  worstPrice,
} from '@khara/broker';
import type { Charges } from '@khara/charges';
import type { ORDER_CHECKS, OwnLimitRefusal } from '@khara/contract';
import { max } from '@khara/money';
import { refusedDebtor } from '#modules/wallet/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { sellableShares, dpOfDay } from '#modules/orders/index.ts';
import { readOwnLimits, stopOfOrder } from '#modules/own-limits/index.ts';
import { usableMoney, findPosition } from '#modules/portfolio/index.ts';
import { saleTerms, findShare } from '#modules/placing/index.ts';
import type { BasketOrder } from './basket.ts';

type WholeRefusal =
  | (typeof ORDER_CHECKS)[number]
  | OwnLimitRefusal
  | 'debt_open'
  | 'insufficient_holdings'
  | 'shares_locked_in'
  | 'insufficient_funds';

/** An order among others: what it needs after those before it, and why it would be refused. Amounts in paise. */
type Need = {
  readonly order: BasketOrder;
  readonly pricePaise: bigint | undefined;
  readonly valuePaise: bigint;
  readonly charges: Charges;
  readonly heldPaise: bigint;
  readonly refusals: readonly WholeRefusal[];
};

export type Whole = {
  readonly needs: readonly Need[];
  readonly heldPaise: bigint;
  readonly usablePaise: bigint;
  readonly charges: Charges;
  /** The first reason for which all of it is refused; undefined when it passes. */
  readonly refusal: { readonly reason: WholeRefusal; readonly no: number | undefined } | undefined;
};

/**
 * What orders of a member need together, one after the other: money that one holds is not there for the next,
 * nor are its shares, and each counts for the orders of the day. Money of their sales buys nothing. All of it
 * is refused for the first of these: a check of an order, in their order; an own limit; shares; a debt; money.
 */
export async function checkWhole(deps: Deps, userId: string, orders: readonly BasketOrder[]): Promise<Whole> {
  const { marketDate } = deps.market.now();
  const [money, own, debt] = await Promise.all([
    usableMoney(deps.db, userId, marketDate),
    readOwnLimits(deps.db, userId),
    refusedDebtor(deps.db, userId),
  ]);
  const held = await heldBy(deps, userId, orders, marketDate);
  const needs: Need[] = [];
  let heldPaise = 0n;
  for (const [at, asked] of orders.entries()) {
    const share = findShare(deps, asked.code);
    const closes = false;
    const order = { ...(await saleTerms(deps, userId, asked, { share, closes })), code: asked.code };
    const need = orderNeed(order, share, { marketDate, held });
    const stop =
      share && need.pricePaise !== undefined
        ? stopOfOrder(deps, own && { ...own, orders: own.orders + at }, {
            product: order.product,
            opens: need.opens,
            isNew: true,
            valuePaise: largestValue(order, share, need.pricePaise),
          })
        : undefined;
    heldPaise += need.heldPaise;
    const isShort = need.heldPaise > 0n && heldPaise > money.usablePaise;
    needs.push({
      ...need,
      refusals: [
        ...need.refusals,
        ...(stop ? [stop] : []),
        ...need.lacks,
        ...(debt && need.heldPaise > 0n ? [debt.refused] : []),
        ...(isShort ? (['insufficient_funds'] as const) : []),
      ],
    });
  }
  return {
    needs,
    heldPaise,
    usablePaise: money.usablePaise,
    charges: needs.reduce((sum, { charges }) => addCharges(sum, charges), NO_CHARGES),
    refusal: firstRefusal(needs),
  };
}

const rank = ({ reason }: { readonly reason: WholeRefusal }): number => {
  if (reason === 'insufficient_funds') return 4;
  if (reason === 'debt_open') return 3;
  if (reason === 'insufficient_holdings' || reason === 'shares_locked_in') return 2;
  return reason.startsWith('own_limit') ? 1 : 0;
};

/** Of all orders that which comes first in the published order of checks: those of an order before money and shares. */
function firstRefusal(needs: readonly Need[]): Whole['refusal'] {
  const found = needs.flatMap(({ refusals: [reason] }, at) => (reason ? [{ reason, no: at + 1 }] : []));
  const [first] = found.toSorted((a, b) => rank(a) - rank(b) || a.no - b.no);
  return first && { reason: first.reason, no: first.reason === 'insufficient_funds' ? undefined : first.no };
}

/** What is left of a position while orders are looked at, and what of the day's sales has a DP charge. */
type Held = {
  closable: { readonly buy: number; readonly sell: number };
  readonly isLocked: boolean;
  soldPaise: bigint;
  dpPaise: bigint;
};
type HeldByShare = ReadonlyMap<string, Held>;

const positionKey = ({ code, product }: Pick<BasketOrder, 'code' | 'product'>): string => `${code} ${product}`;

async function heldBy(
  deps: Deps,
  userId: string,
  orders: readonly BasketOrder[],
  marketDate: string,
): Promise<HeldByShare> {
  const wanted = new Map(orders.map((order) => [positionKey(order), order]));
  const found = await Promise.all(
    [...wanted].map(async ([key, { code, product }]): Promise<readonly [string, Held]> => {
      const asset = deps.market.instrument(code)?.asset ?? '';
      const [position, dp] = await Promise.all([
        findPosition(deps.db, userId, { asset, product }),
        dpOfDay(deps.db, userId, asset, marketDate),
      ]);
      const sellable = position ? sellableShares(position) : 0;
      const isLong = (position?.quantity ?? 0) > 0;
      const closable = { buy: isLong ? 0 : sellable, sell: isLong ? sellable : 0 };
      return [key, { closable, isLocked: (position?.locked ?? 0) > 0, ...dp }];
    }),
  );
  return new Map(found);
}

function orderNeed(
  order: BasketOrder,
  share: Share | undefined,
  { marketDate, held }: { readonly marketDate: string; readonly held: HeldByShare },
): Need & { readonly opens: boolean; readonly lacks: readonly WholeRefusal[] } {
  const { side, product, quantity } = order;
  const refusals = findRefusals(order, share);
  const pricePaise = share && worstPrice(order, share);
  const own = held.get(positionKey(order))!; // there is one of each order
  const isDelivery = product === 'delivery';
  const closable = own.closable[side];
  const opens = isDelivery ? side === 'buy' : quantity > closable;
  const valuePaise = pricePaise === undefined ? 0n : orderValue(quantity, pricePaise);
  const charges =
    pricePaise === undefined
      ? NO_CHARGES
      : orderCharges({ side, product, asset: share?.instrument.asset ?? '', marketDate }, valuePaise);
  const heldPaise =
    share && pricePaise !== undefined ? neededFor(order, share, { marketDate, pricePaise, closable }) : 0n;
  const isDeliverySale = isDelivery && side === 'sell';
  const lacks: readonly WholeRefusal[] =
    isDeliverySale && quantity > closable ? [own.isLocked ? 'shares_locked_in' : 'insufficient_holdings'] : [];
  own.closable = { ...own.closable, [side]: Math.max(0, closable - quantity) };
  if (!isDeliverySale) return { order, pricePaise, valuePaise, charges, heldPaise, refusals, opens, lacks };
  own.soldPaise += valuePaise;
  const dp = max(0n, dpOfSales(marketDate, own.soldPaise) - own.dpPaise);
  own.dpPaise += dp;
  return { order, pricePaise, valuePaise, charges: addDp(charges, dp), heldPaise, refusals, opens, lacks };
}
