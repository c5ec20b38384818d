import type { Trade } from '#modules/performance/holding-events.ts';

/* Trades of one share for tests of results. */

let orders = 0;
/** One execution of an order of its own, in the order of the calls. */
export const trade = (given: Partial<Trade> & Pick<Trade, 'side' | 'quantity' | 'valuePaise'>): Trade => {
  orders += 1;
  const day = given.day ?? 0;
  return {
    kind: 'trade',
    // Of one width: numbers compare as text, however many were made by tests before.
    order: String(orders).padStart(9, '0'),
    code: 'AAMRAI',
    type: 'limit',
    product: 'delivery',
    phase: 'continuous',
    chargesPaise: 0n,
    day,
    at: given.at ?? day * 1_000 + orders,
    ...given,
  };
};
export const buy = (quantity: number, valuePaise: bigint, more: Partial<Trade> = {}) =>
  trade({ side: 'buy', quantity, valuePaise, ...more });
export const sell = (quantity: number, valuePaise: bigint, more: Partial<Trade> = {}) =>
  trade({ side: 'sell', quantity, valuePaise, ...more });
/** The same price for every share. */
export const at = (price: bigint) => () => price;
