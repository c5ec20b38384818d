import { averagePrice } from '@khara/broker';
import type { Data } from '@khara/contract';
import { rupees } from '@khara/money';
import { presentCharges, presentTerms, type Reader } from '#modules/orders/index.ts';
import type { Basket, OrderRun, RegularPurchase } from './basket.ts';
import type { Whole } from './whole.ts';

export const presentBasket = (reader: Reader, basket: Basket): Data<'saveBasket'> => ({
  id: String(basket.id),
  name: basket.name,
  version: basket.version,
  orders: basket.orders.map((order) => presentTerms(reader, order)),
  isRegular: basket.isRegular,
  at: basket.createdAt,
  updatedAt: basket.changedAt,
});

export const presentRun = (reader: Reader, run: OrderRun): Data<'placeBasket'> => ({
  id: String(run.id),
  basketId: run.basketId === undefined ? null : String(run.basketId),
  regularId: run.regularId === undefined ? null : String(run.regularId),
  name: run.name,
  state: run.state,
  reason: run.reason ?? null,
  due: run.due ?? null,
  at: run.at,
  marketDate: run.marketDate,
  marketTime: run.marketTime,
  orders: run.lines.map((line) => {
    const { order } = line;
    const average = order && averagePrice(order.filledPaise, order.filled);
    return {
      ...presentTerms(reader, line),
      reason: line.reason ?? null,
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
  }),
});

export const presentRegular = (regular: RegularPurchase): Data<'startRegular'> => ({
  id: String(regular.id),
  basketId: regular.basketId === undefined ? null : String(regular.basketId),
  code: regular.code ?? null,
  name: regular.name,
  amount: rupees(regular.amountPaise),
  unit: regular.unit,
  every: regular.every,
  firstOn: regular.firstOn,
  times: regular.times,
  made: regular.made,
  nextOn: regular.nextOn ?? null,
  state: regular.state,
  last: regular.last ? { ...regular.last, reason: regular.last.reason ?? null } : null,
  at: regular.createdAt,
  updatedAt: regular.changedAt,
});

/** Orders as a whole, before they are sent: sales stand apart, since their money buys nothing of them. */
export function presentWhole({ needs, heldPaise, usablePaise, charges, refusal }: Whole): Data<'previewBasket'> {
  const delivery = needs.filter(({ order }) => order.product === 'delivery');
  const buys = delivery.filter(({ order }) => order.side === 'buy');
  const sales = delivery.filter(({ order }) => order.side === 'sell');
  const sum = (all: typeof needs, of: (need: (typeof needs)[number]) => bigint): string =>
    rupees(all.reduce((total, need) => total + of(need), 0n));
  return {
    orders: needs.map((need) => ({
      price: need.pricePaise === undefined ? null : rupees(need.pricePaise),
      value: rupees(need.valuePaise),
      charges: presentCharges(need.charges),
      margin: rupees(need.heldPaise),
      warnings: [...need.refusals],
    })),
    toBuy: sum(buys, ({ valuePaise }) => valuePaise),
    fromSelling: sum(sales, (sale) => sale.valuePaise - sale.charges.total),
    charges: presentCharges(charges),
    margin: rupees(heldPaise),
    usable: rupees(usablePaise),
    refusal: refusal?.reason ?? null,
  };
}
