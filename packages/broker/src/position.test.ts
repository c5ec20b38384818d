import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterFill,
  averagePrice,
  newPosition,
  realisedResult,
  todayProfit,
  unrealisedResult,
  type FillOfPosition,
  type Position,
} from './position.ts';

const monday = '2026-11-23';
const fill = (quantity: number, price: bigint, charges = 0n, marketDate = monday): FillOfPosition => ({
  quantity,
  valuePaise: BigInt(quantity) * price,
  charges: { total: charges },
  at: 1_000,
  marketDate,
});
const start = (product: Position['product'] = 'delivery'): Position =>
  newPosition(
    { id: 1n, userId: 'u1', asset: 'EQ:ZZK065C01018', code: 'AAMRAI', product },
    { ...fill(1, 1n), side: 'buy' },
  );
const afterBuy = (position: Position, of: FillOfPosition) => afterFill(position, 'buy', of);
const afterSell = (position: Position, of: FillOfPosition) => afterFill(position, 'sell', of);

describe('a position', () => {
  it('of intraday shares averages what it was bought for, and a sale takes its part of the cost', () => {
    const bought = afterBuy(afterBuy(start('intraday'), fill(10, 100_00n)), fill(5, 130_00n));
    expect(averagePrice(bought.costPaise, bought.quantity)).toBe(110_00n);
    const sold = afterSell(bought, fill(6, 120_00n));
    expect(sold.quantity).toBe(9);
    expect(sold.costPaise).toBe(9n * 110_00n);
    expect(realisedResult(sold)).toBe(6n * 10_00n);
    expect(unrealisedResult(sold, 115_00n)).toBe(9n * 5_00n);
  });

  it('counts the charges of buying with the shares that are sold', () => {
    const bought = afterBuy(start('intraday'), fill(10, 100_00n, 50_00n));
    expect(realisedResult(bought)).toBe(0n);
    const sold = afterSell(bought, fill(4, 110_00n, 7_00n));
    expect(realisedResult(sold)).toBe(4n * 10_00n - 20_00n - 7_00n);
    expect(sold).toMatchObject({ chargesPaise: 57_00n, dayChargesPaise: 57_00n, dayBuyChargesPaise: 50_00n });
  });

  it.each(['delivery', 'intraday'] as const)(
    'of %s has realised all its money once it is closed, to the paisa',
    (of) => {
      const trade = fc.record({
        quantity: fc.integer({ min: 1, max: 997 }),
        price: fc.bigInt({ min: 1n, max: 15_000_00n }),
        charges: fc.bigInt({ min: 0n, max: 90_00n }),
        sell: fc.boolean(),
      });
      fc.assert(
        fc.property(fc.array(trade, { minLength: 1, maxLength: 30 }), (trades) => {
          let position = start(of);
          let flows = 0n;
          for (const { quantity, price, charges, sell } of trades) {
            const shares = sell ? Math.min(quantity, position.quantity) : quantity;
            if (shares === 0) continue;
            const traded = fill(shares, price, charges);
            flows += (sell ? traded.valuePaise : -traded.valuePaise) - charges;
            position = (sell ? afterSell : afterBuy)(position, traded);
          }
          if (position.quantity > 0) {
            const last = fill(position.quantity, 77_77n, 3n);
            flows += last.valuePaise - 3n;
            position = afterSell(position, last);
          }
          expect(position).toMatchObject({ quantity: 0, costPaise: 0n, buyChargesPaise: 0n });
          expect(realisedResult(position)).toBe(flows);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('cannot sell what it does not hold', () => {
    expect(() => afterSell(afterBuy(start(), fill(3, 100n)), fill(4, 100n))).toThrow(/4 sold of 3/);
  });
});

describe("today's profit", () => {
  const today = { marketDate: monday, lastPaise: 108_00n, previousClosePaise: 105_00n };

  it('is against the purchase for what was bought today', () => {
    expect(todayProfit(afterBuy(start(), fill(10, 100_00n)), today)).toEqual({ profit: 80_00n, base: 1_000_00n });
  });

  it('is against the previous close for what was held before', () => {
    const held = afterBuy(start(), fill(10, 100_00n, 0n, '2026-11-20'));
    expect(todayProfit(held, today)).toEqual({ profit: 30_00n, base: 1_050_00n });
  });

  it('keeps what was sold today', () => {
    const held = afterBuy(start(), fill(10, 100_00n, 0n, '2026-11-20'));
    const sold = afterSell(held, fill(10, 104_00n));
    expect(todayProfit(sold, today)).toEqual({ profit: -10_00n, base: 1_050_00n });
  });
});
