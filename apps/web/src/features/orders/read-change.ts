import type { Language, Payload } from '@khara/contract';
import { paise, rupees } from '@khara/money';
import { raisesStake } from '@khara/rules';
import {
  hasLimit,
  hasTrigger,
  readPrice,
  readQuantity,
  whatIsWrong,
  type Limits,
  type OrderKind,
} from '#features/ticket/terms.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { canChangeDisclosed, placeAfter, typeNow, type Change, type OrderTerms } from './change-order.ts';
import type { Order } from './outcome.ts';

/** What is typed into the form of a change. */
export type Fields = {
  readonly type: OrderKind;
  readonly validity: Order['validity'];
  readonly quantity: string;
  readonly price: string;
  readonly trigger: string;
  readonly shown: string;
};

/** The last lot of a sale may have been short. */
const countLots = (order: Order, lotSize: number): number => Math.ceil(order.quantity / lotSize);

/** The order as it stands, as it would be typed. */
export const toFields = (order: Order, lotSize: number, language: Language, lastPrice: string): Fields => ({
  type: typeNow(order),
  validity: order.validity,
  quantity: showCount(countLots(order, lotSize), language),
  // The protected price of an order at the market is no limit of its member's.
  price: showPrice(hasLimit(typeNow(order)) ? order.price : lastPrice, language),
  trigger: showPrice(order.triggerPrice, language),
  shown: order.disclosedQuantity === null ? '' : showCount(order.disclosedQuantity / lotSize, language),
});

export type ReadChange = ReturnType<typeof readChange>;

/** What the typed fields mean for the order: what can change, what is wrong, and where it would stand. */
export function readChange(order: Order, fields: Fields, lotSize: number, limits: Limits) {
  const { type, validity } = fields;
  const now = typeNow(order);
  const withPrice = hasLimit(type);
  const withTrigger = hasTrigger(type);
  const withDisclosed = canChangeDisclosed(order);
  const lots = readQuantity(fields.quantity);
  const disclosedLots = readQuantity(fields.shown);
  const limit = withPrice ? readPrice(fields.price) : undefined;
  const trigger = withTrigger ? readPrice(fields.trigger) : undefined;

  const sameDisclosed = disclosedLots !== undefined && disclosedLots * lotSize === order.disclosedQuantity;
  // Made smaller than what it shows, an order shows all of itself: that is no mistake.
  const showsAll = sameDisclosed && lots !== undefined && lots <= disclosedLots;
  const disclosed = withDisclosed && !showsAll ? fields.shown : '';
  const wrong = whatIsWrong({ ...fields, side: order.side, disclosed }, limits);

  const before: OrderTerms = {
    type: now,
    validity: order.validity,
    quantity: order.quantity,
    price: hasLimit(now) ? paise(order.price ?? '') : undefined,
    trigger: hasTrigger(now) ? paise(order.triggerPrice ?? '') : undefined,
    shown: order.disclosedQuantity ?? undefined,
  };
  const after: Change = {
    type,
    validity,
    quantity: lots === undefined ? undefined : lots === countLots(order, lotSize) ? order.quantity : lots * lotSize,
    price: limit,
    trigger,
    shown: disclosedLots === undefined ? undefined : disclosedLots * lotSize,
  };
  return {
    withPrice,
    withTrigger,
    withDisclosed,
    lots,
    disclosedLots,
    limit,
    trigger,
    wrong,
    before,
    after,
    place: wrong ? 'none' : placeAfter(before, after),
    /** Fewer shares than are filled already. */
    isBelowFilled: after.quantity !== undefined && after.quantity <= order.filledQuantity,
    /** More may be at stake than before: it takes the transaction password. */
    raises:
      after.quantity !== undefined &&
      raisesStake(
        order,
        { quantity: order.quantity, limit: before.price, trigger: before.trigger },
        { quantity: after.quantity, limit: after.price, trigger: after.trigger },
      ),
  } as const;
}

/** The call for a change: only what is another than before. */
export function toPayload(
  id: string,
  { before, after, lots, disclosedLots }: ReadChange,
): Omit<Payload<'modifyOrder'>, 'requestId'> {
  return {
    id,
    ...(after.type !== before.type && { type: after.type }),
    ...(after.validity !== before.validity && { validity: after.validity }),
    ...(after.quantity !== before.quantity && lots !== undefined && { quantity: lots }),
    ...(after.price !== before.price && after.price !== undefined && { price: rupees(after.price) }),
    ...(after.trigger !== before.trigger && after.trigger !== undefined && { triggerPrice: rupees(after.trigger) }),
    ...(after.shown !== before.shown && { disclosedQuantity: disclosedLots ?? 0 }), // emptied: all of it is shown
  };
}
