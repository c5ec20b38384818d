import type { Data } from '@khara/contract';

export type Basket = Data<'baskets'>['list'][number];
export type BasketOrder = Basket['orders'][number];
export type OrderRun = Data<'orderRuns'>['list'][number];
export type Regular = Data<'regularPurchases'>['list'][number];

export const BASKET = '/pages/personal/waiting/basket';
export const BASKET_ORDER = '/pages/personal/waiting/order';
export const REGULAR = '/pages/personal/waiting/regular';
/** How regular purchases are listed: more than one account can have going on. */
export const REGULAR_LIST = { size: 50 } as const;
/** What a change of a basket or a regular purchase makes old. */
export const AFTER_BASKET = ['baskets', 'previewBasket', 'orderRuns', 'regularPurchases'] as const;

/** An order as the server takes it back: quantities in lots. */
export const asAsked = (order: BasketOrder, lotSize: number) => ({
  code: order.code,
  side: order.side,
  type: order.type,
  product: order.product,
  validity: order.validity,
  quantity: Math.ceil(order.quantity / lotSize),
  ...(order.validMinutes !== null && { validMinutes: order.validMinutes }),
  ...(order.price !== null && { price: order.price }),
  ...(order.triggerPrice !== null && { triggerPrice: order.triggerPrice }),
  ...(order.disclosedQuantity !== null && { disclosedQuantity: Math.ceil(order.disclosedQuantity / lotSize) }),
});

/** Whether a basket can be bought regularly. */
export const isOnlyBuys = ({ orders }: Pick<Basket, 'orders'>): boolean =>
  orders.every(({ side, product }) => side === 'buy' && product === 'delivery');

/** 128 random bits as hex: the number of a basket that is made on this device. */
export const newDraftId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
