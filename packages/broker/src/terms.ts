import { MAX_MODIFICATIONS, MAX_VALID_MINUTES } from '@khara/contract/order-words';
import type { KindOfOrder } from '@khara/market-day';
import {
  blame,
  findRefusals,
  type OrderRefusal,
  type Share,
  type Terms,
  whyNotChange,
  worstPrice,
} from './order-checks.ts';
import { isSameKind, isStop, type Order, type OrderTerms, type OrderType, pickKind, type Side } from './order.ts';

/** What a request asks for, in the words of the calls: shares, prices in paise, the protection in basis points. */
type Asked = Pick<OrderTerms, 'type' | 'quantity'> &
  OrUndefined<Pick<OrderTerms, 'product' | 'validity' | 'validMinutes' | 'disclosedQuantity'>> &
  OrUndefined<{ readonly price: bigint; readonly triggerPrice: bigint; readonly protection: number }>;
type OrUndefined<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

export const toTerms = (side: Side, asked: Asked): Terms => ({
  side,
  type: asked.type,
  product: asked.product ?? 'delivery',
  validity: asked.validity ?? 'day',
  ...(asked.validity !== 'ioc' && { validMinutes: asked.validMinutes }),
  ...(asked.type === 'market' && { protectionBps: asked.protection }),
  quantity: asked.quantity,
  pricePaise: asked.price,
  triggerPaise: asked.triggerPrice,
  disclosedQuantity: asked.disclosedQuantity,
});

/** What a change asks for: what is left out stays, and 0 of `disclosedQuantity` shows all of the order again. */
export type AskedChange = OrUndefined<Omit<Asked, 'product'>>;

/** An order that a change meets, its type by now (see `currentType`). `waits`: it has not entered a pre-open yet. */
export type ChangingOrder = Order & { readonly waits: boolean };

/** A stop that has triggered is a limit order like any other, and has no trigger any more. */
const hasTriggered = ({ type, state, waits }: ChangingOrder): boolean =>
  isStop(type) && state !== 'trigger_pending' && !waits;
export const typeNow = (order: ChangingOrder): OrderType => (hasTriggered(order) ? 'limit' : order.type);
export const triggerNow = (order: ChangingOrder): bigint | undefined =>
  hasTriggered(order) ? undefined : order.triggerPaise;

const isPriced = (type: OrderType): boolean => type === 'limit' || type === 'sl';

/** The terms that an order would have by a change. A market order has no price to change. */
export function changeTerms(order: ChangingOrder, asked: AskedChange, marketTime: string): Terms {
  const now = typeNow(order);
  // Programs send the type and the trigger of the order again, which of one that has triggered say nothing.
  const isAgain = hasTriggered(order) && asked.triggerPrice === order.triggerPaise;
  const triggerPrice = isAgain ? undefined : asked.triggerPrice;
  const type = asked.type === undefined || asked.type === order.type ? now : asked.type;
  const validity = asked.validity ?? (asked.validMinutes === undefined ? order.validity : 'day');
  const keepsMinutes = asked.validity === undefined && validity === 'day';
  const quantity = asked.quantity ?? order.quantity;
  const shown = shownBy(order, asked);
  return {
    side: order.side,
    type,
    product: order.product,
    validity,
    validMinutes:
      asked.validMinutes === undefined
        ? keepsMinutes
          ? order.validMinutes
          : undefined
        : Math.min(MAX_VALID_MINUTES, minutesSince(order, marketTime) + asked.validMinutes),
    protectionBps: type === 'market' ? (asked.protection ?? order.protectionBps) : undefined,
    quantity,
    // Only a limit is the member's own: the protected price of an order at the market is none.
    pricePaise: isPriced(type) ? (asked.price ?? (isPriced(order.type) ? order.pricePaise : undefined)) : undefined,
    triggerPaise: isStop(type) ? (triggerPrice ?? triggerNow(order)) : triggerPrice,
    disclosedQuantity: shown === 0 ? undefined : (shown ?? stillHidden(order, quantity)),
  };
}

/**
 * What a change says of what the order shows at a time; undefined: nothing. At the market, and for an instant, an order
 * hides nothing: what becomes such shows all of itself.
 */
export function shownBy(order: ChangingOrder, asked: AskedChange): number | undefined {
  const { type = order.type, validity = order.validity, disclosedQuantity } = asked;
  const canHide = isPriced(type) && validity === 'day';
  return disclosedQuantity ?? (canHide || order.disclosedQuantity === undefined ? undefined : 0);
}

/** What an order goes on to show at a time: made no larger than that, it shows all of itself. */
const stillHidden = ({ disclosedQuantity: shown }: Order, quantity: number): number | undefined =>
  shown !== undefined && shown < quantity ? shown : undefined;

/** An order of some minutes counts them from when it came, or from the pre-open that it waited for. */
function minutesSince({ marketTime: from, marketDate, waits }: ChangingOrder, marketTime: string): number {
  const began = Math.max(Date.parse(from), Date.parse(`${marketDate}T09:00:00+05:30`));
  return waits ? 0 : Math.max(0, Math.round((Date.parse(marketTime) - began) / 60_000));
}

/** Another kind of order, where these terms are of one. */
export const becoming = (order: ChangingOrder, terms: Terms): KindOfOrder | undefined =>
  isSameKind({ ...order, type: typeNow(order) }, terms) ? undefined : pickKind(terms);

/** The worst price of an order with other terms; one that stays at the market keeps its own. */
export const changePrice = (order: ChangingOrder, terms: Terms, share: Share): bigint =>
  order.type === 'market' && terms.type === 'market' ? order.pricePaise : worstPrice(terms, share)!;

const WAITING = { phase: 'closed', time: '16:30:00' } as const;

/** A share as an order finds it: one that waits is looked at as one that is placed in the evening. */
export const atTurn = (share: Share, { waits }: ChangingOrder): Share => (waits ? { ...share, ...WAITING } : share);

type ChangeRefusal =
  | OrderRefusal
  | NonNullable<ReturnType<typeof whyNotChange>>
  | 'nothing_to_modify'
  | 'too_many_modifications'
  | 'quantity_below_filled'
  | 'disclosed_quantity_not_available';

/** Why an order cannot have these terms, whatever its member has; undefined: it can. */
export function whyNotTerms(
  order: ChangingOrder,
  terms: Terms,
  share: Share | undefined,
): ({ readonly reason: ChangeRefusal } & ReturnType<typeof blame>) | undefined {
  const isSame =
    becoming(order, terms) === undefined &&
    terms.quantity === order.quantity &&
    (terms.pricePaise === undefined || terms.pricePaise === order.pricePaise) &&
    terms.triggerPaise === triggerNow(order) &&
    terms.disclosedQuantity === order.disclosedQuantity;
  if (isSame) return { reason: 'nothing_to_modify' };
  if (order.modifications >= MAX_MODIFICATIONS) return { reason: 'too_many_modifications' };
  if (terms.quantity <= order.filled) return { reason: 'quantity_below_filled', field: 'quantity' };
  // What shows all of itself goes on doing so: hiding a part of it would be another order.
  if (terms.disclosedQuantity !== undefined && order.disclosedQuantity === undefined)
    return { reason: 'disclosed_quantity_not_available', field: 'disclosedQuantity' };
  const phase = share && whyNotChange(share.phase, { ...order, type: typeNow(order) }, 'modify');
  if (phase !== undefined) return { reason: phase };
  const [refused] = findRefusals(terms, share && atTurn(share, order));
  return refused === undefined ? undefined : { reason: refused, ...blame(refused, share, terms) };
}
