import type { Data } from '@khara/contract';

export const AT: number = Date.UTC(2026, 10, 26, 5, 32); // 11:02 in India
export const DAY: number = 86_400_000;

/** Limits of a loss and of orders in a day, and no pause. */
export const limitsNow: Data<'ownLimits'> = {
  limits: [
    { kind: 'day_loss', value: '2000.00', used: '418.20' },
    { kind: 'day_orders', value: '5', used: '4' },
    { kind: 'largest_order', value: null },
    { kind: 'no_intraday', value: null },
  ],
  pause: null,
  todayProfit: '-418.20',
  marketDate: '2026-11-26',
  nextDate: '2026-11-27',
  looser: { notBefore: AT + DAY, fromDate: null },
  pauses: { market_day: '2026-11-27', '24h': AT + DAY, '7d': AT + 7 * DAY },
  openOrders: 0,
  at: AT,
};
