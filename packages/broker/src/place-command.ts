import type { JournalledCommand } from '@khara/market-day';
import { asPrice } from '@khara/money';
import type { Order } from './order.ts';

type OrderToPlace = Pick<
  Order,
  | 'accountKey'
  | 'code'
  | 'side'
  | 'type'
  | 'validity'
  | 'quantity'
  | 'pricePaise'
  | 'triggerPaise'
  | 'disclosedQuantity'
> & { readonly byProgram: boolean; readonly bySystem: boolean };

/**
 * The command that places an order. A stop to market is protected counted from its trigger, so that what it
 * may cost is known when its money is held: it enters as one that takes at once what that price allows, and
 * the rest is cancelled.
 */
export const placeCommand = (
  { seq, orderId }: { readonly seq: number; readonly orderId: bigint },
  order: OrderToPlace,
): JournalledCommand => ({
  seq,
  orderId: Number(orderId),
  kind: 'place',
  accountKey: order.accountKey,
  code: order.code,
  side: order.side,
  price: asPrice(order.pricePaise),
  quantity: order.quantity,
  validity: order.validity,
  market: order.type === 'market',
  ...optionalTerms(order.triggerPaise, order.disclosedQuantity),
  ...(order.byProgram && { byProgram: true }),
  ...(order.bySystem && { bySystem: true }),
});

/** The terms of a command that not every order has. */
export const optionalTerms = (triggerPrice: bigint | undefined, disclosedQuantity: number | undefined) => ({
  ...(triggerPrice !== undefined && { triggerPrice: asPrice(triggerPrice) }),
  ...(disclosedQuantity !== undefined && { disclosedQuantity }),
});
