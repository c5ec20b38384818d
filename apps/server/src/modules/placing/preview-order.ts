import {
  addDp,
  dpOfSales,
  exposedShares,
  findRefusals,
  isAboveTurnover,
  isAfterMarket,
  isStop,
  largestValue,
  neededFor,
  orderCharges,
  orderValue,
  toTerms,
  worstPrice,
} from '@khara/broker';
import { MAX_ORDER_QUANTITY, type Body, type Data, type RefusalsOf } from '@khara/contract';
import { max, rupees } from '@khara/money';
import { isTradeForTrade } from '@khara/rules';
import { isIntradayPaused, refusedDebtor } from '#modules/wallet/index.ts';
import { presentMargin } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import { presentCharges, receivedShares, sellableShares, dpOfDay, boughtOverSold } from '#modules/orders/index.ts';
import { breakEven, findPosition, highestBuyBack, largest, openCost, usableMoney } from '#modules/portfolio/index.ts';
import { expectFill } from './expected-fill.ts';
import { lotsToSell, mostLots, wholeLots, saleTerms } from './order-lots.ts';
import { readIntraday } from './modify-store.ts';
import { namedBy } from './place-order.ts';
import { readOwnLimits, stopOfOrder } from '#modules/own-limits/index.ts';
import { findShare } from './share.ts';

/**
 * What an order would cost or bring, item by item, at its limit or at the protected price of a market order.
 * Nothing is held or written; `warnings` are the refusals that placing it now would meet, in their order.
 * `breakEven` is the lowest price at which selling what is bought (or, for a sale, the whole position) loses
 * nothing after all charges; of a short sale the highest price of buying back. Refuses: unknown_position,
 * unknown_code, price_required (without a price there is nothing to compute).
 */
export async function previewOrder(
  deps: Deps,
  { member }: MemberCaller,
  body: Body<'previewOrder'>,
): Promise<Result<Data<'previewOrder'>, RefusalsOf<'previewOrder'>>> {
  const { userId } = member;
  const { side } = body;
  const named = await namedBy(deps, userId, side, body);
  if (named.refused !== undefined) return named;
  const share = findShare(deps, named.value.code);
  if (!share) return refuse('unknown_code', { field: 'code' });
  const asked = toTerms(side, { ...body, product: named.value.product });
  const { asset } = share.instrument;
  const closes = body.positionId !== undefined;
  const terms = await saleTerms(deps, userId, asked, { share, closes });
  const pricePaise = worstPrice(terms, share);
  if (pricePaise === undefined) return refuse('price_required', { field: 'price' });

  const { marketDate } = deps.market.now();
  const [money, position, dp, limits, boughtOver, debt, isPaused, intraday] = await Promise.all([
    usableMoney(deps.db, userId, marketDate),
    findPosition(deps.db, userId, { asset, product: terms.product }),
    dpOfDay(deps.db, userId, asset, marketDate),
    readOwnLimits(deps.db, userId),
    boughtOverSold(deps.db, userId, asset, marketDate),
    refusedDebtor(deps.db, userId),
    isIntradayPaused(deps, marketDate),
    readIntraday(deps.db, { userId, asset, side, marketDate }),
  ]);
  // A part of the day's sales buys nothing yet.
  const { availablePaise: available, usablePaise: usable } = money;
  const isAlone = isTradeForTrade(share.series) && terms.product === 'delivery';
  const sellable = position ? (isAlone ? receivedShares(position) : sellableShares(position)) : 0;

  const order = { side, product: terms.product, asset, marketDate, pricePaise };
  const value = orderValue(terms.quantity, pricePaise);
  const own = orderCharges(order, value);
  const delivery = terms.product === 'delivery';
  const dpDue = delivery ? max(0n, dpOfSales(marketDate, dp.soldPaise + value) - dp.dpPaise) : 0n;
  const charges = side === 'sell' ? addDp(own, dpDue) : own;
  const total = side === 'buy' ? value + charges.total : value - charges.total;

  /** Shares that the order would close, and what is held for the rest of it. */
  const closable = position && side === (position.quantity > 0 ? 'sell' : 'buy') ? sellable : 0;
  const exposed = exposedShares(intraday.held, intraday.others, side);
  const marginFor = (quantity: number): bigint =>
    neededFor({ ...terms, quantity }, share, { marketDate, pricePaise, closable });
  const held = marginFor(terms.quantity);
  const most = delivery
    ? side === 'buy'
      ? mostShares((shares) => marginFor(shares) <= usable)
      : sellable
    : mostShares(
        (shares) =>
          marginFor(shares) <= usable && (shares <= closable || shares + exposed <= (share.mostOpen ?? Infinity)),
      );

  const warnings: string[] = [...findRefusals(terms, share)];
  const stop = stopOfOrder(deps, limits, {
    product: terms.product,
    opens: delivery ? side === 'buy' : terms.quantity > closable,
    isNew: true,
    valuePaise: largestValue(terms, share, pricePaise),
  });
  if (stop) warnings.push(stop);
  const opening = delivery ? 0 : Math.max(0, terms.quantity - closable);
  if (isPaused && opening > 0) warnings.push('intraday_paused');
  if (isAboveTurnover({ ...terms, mostOpen: share.mostOpen }, { opening, exposed }))
    warnings.push('position_above_turnover');
  if (delivery && side === 'sell' && terms.quantity > sellable)
    warnings.push(
      isAlone && position && terms.quantity <= sellableShares(position)
        ? 'not_received'
        : (position?.locked ?? 0) > 0
          ? 'shares_locked_in'
          : 'insufficient_holdings',
    );
  if (debt && held > 0n) warnings.push(debt.refused);
  if (held > usable) warnings.push('insufficient_funds');
  const bought =
    side === 'buy' ? { quantity: terms.quantity, costPaise: total } : delivery && position && openCost(position);
  const trip = { marketDate, tick: share.instrument.tick, product: terms.product, asset };
  return done({
    price: rupees(pricePaise),
    lastPrice: rupees(BigInt(share.quote.lastPrice)),
    quantity: terms.quantity,
    value: rupees(value),
    charges: presentCharges(charges),
    total: rupees(total),
    margin: rupees(held),
    marginRate: delivery ? null : presentMargin(deps.market, share.instrument.code),
    afterMarket: isAfterMarket(share),
    available: rupees(available),
    usable: rupees(usable),
    usableLater: available > usable ? { amount: rupees(available - usable), from: money.usableOn } : null,
    // The order by itself: what is delivered, and what is bought and sold within the day.
    estimates: delivery
      ? {
          kept: rupees(charges.total),
          sameDay: rupees(orderCharges({ ...order, product: 'intraday' }, value).total),
          netsNow: isAlone ? 0 : Math.max(0, Math.min(side === 'sell' ? boughtOver : -boughtOver, terms.quantity)),
        }
      : null,
    availableAfter: rupees(delivery && side === 'sell' ? available + total : available - held),
    sellableQuantity: sellable,
    maxQuantity: Math.min(delivery && side === 'sell' ? lotsToSell(deps, most) : wholeLots(deps, most), mostLots(deps)),
    breakEven: bought
      ? rupees(breakEven({ ...bought, ...trip }))
      : delivery
        ? null
        : rupees(highestBuyBack({ quantity: terms.quantity, proceedsPaise: total, ...trip })),
    expectedFill:
      (isStop(terms.type)
        ? undefined
        : expectFill(deps.market, share, { side, quantity: terms.quantity, pricePaise })) ?? null,
    warnings,
  });
}

const mostShares = (passes: (shares: number) => boolean): number =>
  Number(largest(BigInt(MAX_ORDER_QUANTITY), (shares) => passes(Number(shares))));
