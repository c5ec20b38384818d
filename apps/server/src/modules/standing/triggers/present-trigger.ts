import { averagePrice } from '@khara/broker';
import type { Data } from '@khara/contract';
import { rupees } from '@khara/money';
import { issuerName, type Reader } from '#modules/orders/index.ts';
import { legConditions, type PriceTrigger } from './price-trigger.ts';

/** A trigger as it travels: its stop first, its target second. */
export function presentTrigger(reader: Reader, trigger: PriceTrigger): Data<'triggerDetail'> {
  const conditions = legConditions(trigger);
  const { order, firedSide } = trigger;
  const average = order && averagePrice(order.filledPaise, order.filled);
  return {
    id: String(trigger.id),
    code: trigger.code,
    name: issuerName(reader, trigger.code),
    side: trigger.side,
    product: trigger.product,
    quantity: trigger.quantity,
    legs: conditions.map((condition) => {
      const { triggerPaise, limitPaise } = trigger.legs[condition]!; // it has the legs of its conditions
      return { condition, triggerPrice: rupees(triggerPaise), price: rupees(limitPaise) };
    }),
    positionId: trigger.positionId === undefined ? null : String(trigger.positionId),
    state: trigger.state,
    reason: trigger.reason ?? null,
    at: trigger.createdAt,
    updatedAt: trigger.changedAt,
    marketDate: trigger.marketDate,
    expiresOn: trigger.expiresOn,
    adjusted: trigger.adjusted,
    firedLeg: firedSide === undefined ? null : conditions.indexOf(firedSide),
    firedAt: trigger.firedAt ?? null,
    firedMarketTime: trigger.firedTime ?? null,
    order: order
      ? {
          id: String(order.id),
          state: order.state,
          quantity: order.quantity,
          filledQuantity: order.filled,
          averagePrice: average === undefined ? null : rupees(average),
        }
      : null,
  };
}
