import { expect, it } from 'vitest';
import { raisesStake, type Stake } from './order-change.ts';

const limit = (quantity: number, price: bigint): Stake => ({ quantity, limit: price, trigger: undefined });
const stop = (quantity: number, price: bigint, trigger: bigint): Stake => ({ quantity, limit: price, trigger });
const stopToMarket = (quantity: number, trigger: bigint): Stake => ({ quantity, limit: undefined, trigger });
const market = (quantity: number): Stake => ({ quantity, limit: undefined, trigger: undefined });
const BUY = { side: 'buy', product: 'delivery' } as const;
const SELL = { side: 'sell', product: 'delivery' } as const;
const SHORT = { side: 'sell', product: 'intraday' } as const;

it.each([
  ['more shares of a buy', BUY, limit(1, 100n), limit(2, 100n), true],
  ['more shares at a price that makes them cheaper together', BUY, limit(10, 100n), limit(11, 50n), true],
  ['fewer shares of a buy', BUY, limit(2, 100n), limit(1, 100n), false],
  ['a buy at a higher price', BUY, limit(1, 100n), limit(1, 105n), true],
  ['a higher price of fewer shares', BUY, limit(10, 100n), limit(1, 105n), true],
  ['a buy at a lower price', BUY, limit(1, 100n), limit(1, 95n), false],
  ['a sale at a lower price', SELL, limit(1, 100n), limit(1, 95n), true],
  ['a sale at a higher price', SELL, limit(1, 100n), limit(1, 105n), false],
  ['more shares of a sale', SELL, limit(1, 100n), limit(2, 100n), true],
  ['an intraday sale at a higher price: its margin grows', SHORT, limit(1, 100n), limit(1, 105n), true],
  ['a stop with a lower trigger under the same limit', SELL, stop(1, 80n, 90n), stop(1, 80n, 85n), false],
  ['a stop with a lower limit', SELL, stop(1, 80n, 90n), stop(1, 75n, 90n), true],
  ['a stop to market of a sale with a lower trigger', SELL, stopToMarket(1, 90n), stopToMarket(1, 85n), true],
  ['a stop to market of a buy with a higher trigger', BUY, stopToMarket(1, 110n), stopToMarket(1, 115n), true],
  ['a stop of a sale nearer to the market', SELL, stop(1, 80n, 90n), stop(1, 80n, 95n), true],
  ['a stop of a buy nearer to the market', BUY, stop(1, 120n, 115n), stop(1, 120n, 105n), true],
  ['a stop of a buy further away', BUY, stop(1, 120n, 105n), stop(1, 120n, 115n), false],
  ['a stop to market of a buy nearer to the market', BUY, stopToMarket(1, 110n), stopToMarket(1, 105n), true],
  ['a stop that becomes a limit order at its limit', SELL, stop(1, 80n, 90n), limit(1, 80n), true],
  ['a limit order that becomes a stop at its limit', SELL, limit(1, 80n), stop(1, 80n, 90n), false],
  ['a limit given up for the market', BUY, limit(1, 100n), market(1), true],
  ['fewer shares of a market order', BUY, market(2), market(1), false],
] as const)('%s', (_, order, before, after, raises) => {
  expect(raisesStake(order, before, after)).toBe(raises);
});
