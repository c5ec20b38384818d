import { IDLE_ORDER } from '../src/billing.ts';
import type { Order } from '../src/order.ts';

/** An open limit order to buy 10 shares for delivery, and whatever is said otherwise. It holds nothing. */
export const orderWith = (more: Partial<Order>): Order => ({
  ...IDLE_ORDER,
  id: 1n,
  userId: 'u1',
  accountKey: 1,
  requestId: 'r1',
  code: 'AAMRAI',
  asset: 'EQ:ZZK065C01018',
  side: 'buy',
  type: 'limit',
  product: 'delivery',
  validity: 'day',
  quantity: 10,
  pricePaise: 100_00n,
  marketDate: '2026-11-23',
  marketTime: '2026-11-23T10:00:00+05:30',
  acceptedAt: 0,
  state: 'open',
  hold: 'order-1',
  updatedAt: 0,
  ...more,
});
