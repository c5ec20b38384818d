import type { Order } from '#features/orders/outcome.ts';

const none = '0.00';
const nothing = {
  brokerage: none,
  stt: none,
  exchange: none,
  sebi: none,
  stamp: none,
  gst: none,
  dp: none,
  total: none,
};

/** An order that rests in the book, with what a test says of it. */
export const makeOrder = (more: Partial<Order> = {}): Order => ({
  id: '7',
  code: 'CHAKRAVALA',
  name: 'Chakravala Technologies',
  side: 'buy',
  type: 'limit',
  product: 'delivery',
  validity: 'day',
  validMinutes: null,
  quantity: 10,
  filledQuantity: 0,
  price: '1300.00',
  triggerPrice: null,
  disclosedQuantity: null,
  averagePrice: null,
  state: 'open',
  reason: null,
  charges: nothing,
  at: 1_795_335_656_582,
  updatedAt: 1_795_335_656_582,
  marketDate: '2026-11-25',
  marketTime: '10:23:59',
  requestId: 'first-intention',
  afterMarket: false,
  bySystem: false,
  modifications: 0,
  ...more,
});
