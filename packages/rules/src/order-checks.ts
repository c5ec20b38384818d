import type { Day } from './days.ts';
import { allowsIntraday } from './series.ts';
import { isInside, type Band } from './bands.ts';
import { isBeyondProtection, protectedRange } from './limit-protection.ts';
import { phaseRules, type Phase } from './session.ts';
import type { SurveillanceStage } from './surveillance.ts';
import { isOnTick } from './ticks.ts';

/** Reasons for refusing an order, in the order in which they are looked for: the first that holds is the answer. */
export const ORDER_REFUSALS = [
  'not_tradable',
  'qty_invalid',
  'product_not_allowed',
  'mis_cutoff_passed',
  'market_closed',
  'phase_not_accepting',
  'limit_not_allowed_in_phase',
  'market_not_allowed_in_phase',
  'stop_loss_not_allowed_in_phase',
  'ioc_not_allowed_in_phase',
  'disclosed_qty_not_allowed_in_phase',
  'tick_invalid',
  'price_out_of_band',
  'price_beyond_protection',
  'trigger_wrong_side_of_ltp',
  'trigger_price_relation',
  'disclosed_qty_invalid',
  'insufficient_holdings',
  'insufficient_funds',
] as const;
export type OrderRefusal = (typeof ORDER_REFUSALS)[number];

export type OrderType = 'market' | 'limit' | 'sl' | 'sl_m';

/**
 * A new order. Prices are integer paise, quantities shares. `price` belongs to limit and sl, `triggerPrice`
 * to sl and sl_m.
 */
export type NewOrder = {
  readonly side: 'buy' | 'sell';
  readonly type: OrderType;
  readonly product: 'delivery' | 'intraday';
  readonly validity: 'day' | 'ioc';
  readonly quantity: number;
  readonly price?: number;
  readonly triggerPrice?: number;
  /** Undefined shows the whole order. */
  readonly disclosedQuantity?: number;
};

/** What an order is checked against. What is left out is not checked: money and shares are the ledger's to decide. */
export type OrderContext = {
  readonly phase: Phase;
  readonly series: string;
  readonly stage?: SurveillanceStage | undefined;
  readonly lotSize: number;
  readonly tick: number;
  readonly band: Band;
  readonly lastPrice: number;
  /** From which limit price protection counts; undefined outside continuous trading. */
  readonly protection?: { readonly reference: number; readonly date: Day } | undefined;
  readonly suspended?: boolean;
  /** The broker takes no more intraday orders today. */
  readonly intradayCutoffPassed?: boolean;
  /** Shares that may be sold for delivery now. */
  readonly sellableQuantity?: number;
  readonly requiredFunds?: number | bigint;
  readonly availableFunds?: number | bigint;
};

/**
 * Why a new order is refused, undefined when it is accepted. Checks run in the order of ORDER_REFUSALS.
 * Sources: docs/sources.md N1, N3, K6; the floor of 10 % for a disclosed quantity, and that only orders with
 * a limit for the day have one, are recalled.
 */
export function whyNotOrder(order: NewOrder, context: OrderContext): OrderRefusal | undefined {
  if (context.suspended) return 'not_tradable';
  if (!isWholeLots(order, context)) return 'qty_invalid';
  if (order.product === 'intraday' && !allowsIntraday(context.series, context.stage)) return 'product_not_allowed';
  if (order.product === 'intraday' && context.intradayCutoffPassed) return 'mis_cutoff_passed';
  return whyNotInPhase(order, context.phase) ?? whyNotPrices(order, context) ?? whyNotCovered(order, context);
}

/**
 * Market lots; or a sale of all that may be sold, which bonuses, splits, rights and demergers leave in parts of a lot.
 */
function isWholeLots(order: NewOrder, { lotSize, sellableQuantity }: OrderContext): boolean {
  const { side, product, quantity } = order;
  if (!Number.isSafeInteger(quantity) || quantity <= 0) return false;
  return quantity % lotSize === 0 || (side === 'sell' && product === 'delivery' && quantity === sellableQuantity);
}

/** What the phase does not take. A phase that takes nothing at all says so before it looks at the kind of order. */
export function whyNotInPhase(order: NewOrder, phase: Phase): OrderRefusal | undefined {
  if (phase === 'closed') return 'market_closed';
  const rules = phaseRules(phase);
  if (!rules.newLimit && !rules.newMarket) return 'phase_not_accepting';
  if (order.type === 'limit' && !rules.newLimit) return 'limit_not_allowed_in_phase';
  if (order.type === 'market' && !rules.newMarket) return 'market_not_allowed_in_phase';
  if (isStop(order) && !rules.stopLoss) return 'stop_loss_not_allowed_in_phase';
  if (order.validity === 'ioc' && !rules.ioc) return 'ioc_not_allowed_in_phase';
  if (order.disclosedQuantity !== undefined && !rules.disclosedQuantity) return 'disclosed_qty_not_allowed_in_phase';
  return undefined;
}

function whyNotPrices(order: NewOrder, context: OrderContext): OrderRefusal | undefined {
  const { tick, band, lastPrice, protection } = context;
  const prices = statedPrices(order);
  // A limit without a price or a stop without a trigger is on no grid either.
  if (!prices.every((price) => price !== undefined && isOnTick(price, tick))) return 'tick_invalid';
  if (!prices.every((price) => price !== undefined && isInside(price, band))) return 'price_out_of_band';
  if (protection && !isStop(order) && order.price !== undefined) {
    const range = protectedRange(protection.reference, tick, protection.date);
    if (isBeyondProtection(order.side, order.price, range)) return 'price_beyond_protection';
  }
  if (isStop(order) && order.triggerPrice !== undefined) {
    const { side, price, triggerPrice } = order;
    const ahead = side === 'buy' ? triggerPrice > lastPrice : triggerPrice < lastPrice;
    if (!ahead) return 'trigger_wrong_side_of_ltp';
    const reachable = price === undefined || (side === 'buy' ? price >= triggerPrice : price <= triggerPrice);
    if (!reachable) return 'trigger_price_relation';
  }
  return isDisclosable(order) ? undefined : 'disclosed_qty_invalid';
}

function statedPrices({ type, price, triggerPrice }: NewOrder): readonly (number | undefined)[] {
  switch (type) {
    case 'market':
      return [];
    case 'limit':
      return [price];
    case 'sl':
      return [price, triggerPrice];
    case 'sl_m':
      return [triggerPrice];
  }
}

const isStop = ({ type }: NewOrder): boolean => type === 'sl' || type === 'sl_m';

/** Of an order with a limit that may rest: at least a tenth of it and less than all. */
const isDisclosable = ({ quantity, disclosedQuantity: shown, type, validity }: NewOrder): boolean =>
  shown === undefined ||
  ((type === 'limit' || type === 'sl') &&
    validity === 'day' &&
    Number.isSafeInteger(shown) &&
    shown * 10 >= quantity &&
    shown < quantity);

function whyNotCovered(order: NewOrder, context: OrderContext): OrderRefusal | undefined {
  const { sellableQuantity: sellable, requiredFunds: required, availableFunds: available } = context;
  const needsShares = order.side === 'sell' && order.product === 'delivery';
  if (needsShares && sellable !== undefined && order.quantity > sellable) return 'insufficient_holdings';
  if (required !== undefined && available !== undefined && required > available) return 'insufficient_funds';
  return undefined;
}
