import { balancesOf, CODES, userOwner } from '#modules/ledger/index.ts';
import { breakEvenFromCost } from '@khara/charges';
import { MAX_ORDER_QUANTITY, type Body, type Data, type RefusalsOf } from '@khara/contract';
import { max, rupees } from '@khara/money';
import type { Deps } from '#src/deps.ts';
import type { SignedIn } from '#src/handler.ts';
import { done, refuse, type Result } from '#src/result.ts';
import { wireCharges, type PositionView } from './answers.ts';
import { addDp, dpOfSales, neededForRest, orderCharges, PLAN } from './billing.ts';
import { codeOf, shareOf, termsOf } from './place-order.ts';
import { isAfterMarket, refusalsOf, worstPrice } from './rules.ts';
import * as store from './store.ts';
import { valueOf } from './words.ts';

/**
 * What an order would cost or bring, item by item, at its limit or at the protected price of a market order. Nothing is held or written;
 * `warnings` are the refusals that placing it now would meet, in their order. `breakEven` is the lowest price at which selling what is
 * bought (or, for a sale, the whole position) loses nothing after all charges.
 * Refuses: unknown_position, unknown_code, price_required (without a price there is nothing to compute).
 */
export async function previewOrder(
  deps: Deps,
  { member }: SignedIn,
  body: Body<'previewOrder'>,
): Promise<Result<Data<'previewOrder'>, RefusalsOf<'previewOrder'>>> {
  const { userId } = member;
  const { side } = body;
  const code = await codeOf(deps, userId, side, body);
  if (code.refused !== undefined) return code;
  const share = shareOf(deps, code.value);
  if (!share) return refuse('unknown_code', { field: 'code' });
  const terms = termsOf(side, body);
  const pricePaise = worstPrice(terms, share);
  if (pricePaise === undefined) return refuse('price_required', { field: 'price' });

  const { marketDate } = deps.market.now();
  const { asset } = share.instrument;
  const [balances, position, dp] = await Promise.all([
    balancesOf(deps.db, userOwner(userId)),
    store.findPosition(deps.db, userId, { asset, product: terms.product }),
    store.dpOfDay(deps.db, userId, asset, marketDate),
  ]);
  const available = balances.find(({ asset: of, code: at }) => of === 'INR' && at === CODES.available)?.amount ?? 0n;
  const sellable = position ? position.quantity - position.selling : 0;

  const order = { side, product: terms.product, marketDate, pricePaise };
  const value = valueOf(terms.quantity, pricePaise);
  const own = orderCharges(order, value);
  const dpDue = max(0n, dpOfSales(marketDate, dp.soldPaise + value) - dp.dpPaise);
  const charges = side === 'sell' ? addDp(own, dpDue) : own;
  const total = side === 'buy' ? value + charges.total : value - charges.total;
  const affordable = side === 'buy' ? mostShares((shares) => neededForRest(order, shares, 0n) <= available) : sellable;

  const warnings: string[] = [...refusalsOf(terms, share)];
  if (side === 'buy' && total > available) warnings.push('insufficient_funds');
  if (side === 'sell' && terms.quantity > sellable) warnings.push('insufficient_holdings');
  const held = side === 'buy' ? { quantity: terms.quantity, costPaise: total } : position && costOf(position);
  return done({
    price: rupees(pricePaise),
    lastPrice: rupees(BigInt(share.quote.lastPaise)),
    quantity: terms.quantity,
    value: rupees(value),
    charges: wireCharges(charges),
    total: rupees(total),
    margin: rupees(side === 'buy' ? total : 0n),
    afterMarket: isAfterMarket(share),
    available: rupees(available),
    availableAfter: rupees(side === 'buy' ? available - total : available + total),
    sellableQuantity: sellable,
    maxQuantity: Math.min(affordable, MAX_ORDER_QUANTITY),
    breakEven: held ? rupees(breakEven({ ...held, marketDate, tickPaise: share.instrument.tickPaise })) : null,
    warnings,
  });
}

const costOf = (position: PositionView) => ({
  quantity: position.quantity,
  costPaise: position.cost_paise + position.buy_charges_paise,
});

const breakEven = (held: { quantity: number; costPaise: bigint; marketDate: string; tickPaise: number }): bigint =>
  breakEvenFromCost({
    plan: PLAN,
    day: held.marketDate,
    product: 'delivery',
    quantity: held.quantity,
    costPaise: held.costPaise,
    tickPaise: BigInt(held.tickPaise),
    dp: { soldEarlierTodayPaise: 0n },
  });

/** The largest quantity of one order that passes; by halving, since what an order needs grows with its quantity. */
function mostShares(passes: (shares: number) => boolean): number {
  let [least, most] = [0, MAX_ORDER_QUANTITY];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (passes(middle)) least = middle;
    else most = middle - 1;
  }
  return least;
}
