import { afterFill, newPosition } from '@khara/broker';
import { expect, it } from 'vitest';
import { convertibleShares, type ChangeFacts } from './plan.ts';

const [YESTERDAY, TODAY] = ['2026-11-27', '2026-11-30'];

/** Bought on a date by one fill. */
function bought(product: 'delivery' | 'intraday', quantity: number, marketDate: string) {
  const fill = { quantity, valuePaise: BigInt(quantity) * 100_00n, charges: { total: 0n }, at: 0, marketDate };
  const none = { id: 1n, userId: 'u', asset: 'EQ:X', code: 'HARIDRA', product } as const;
  return afterFill(newPosition(none, { ...fill, side: 'buy' }), 'buy', fill);
}

it.each([
  ['none left over', undefined, 7],
  ['one of today', bought('intraday', 5, TODAY), 7],
  ['one that an earlier day left', bought('intraday', 5, YESTERDAY), 0],
])('shares of the day become intraday shares beside a position: %s', (_what, position, convertible) => {
  const facts: ChangeFacts = {
    product: 'intraday',
    delivery: bought('delivery', 7, TODAY),
    position,
    intraday: { orders: [], quantity: position?.quantity ?? 0, costPaise: 0n, basis: { rateBps: 2_000 } as never },
    dueToday: 7,
    unsettled: 7,
    lastPaise: 100_00n,
    marketDate: TODAY,
  };
  expect(convertibleShares(facts)).toBe(convertible);
});
