import fc from 'fast-check';
import { intradayMargin } from '@khara/rules';
import { describe, expect, it } from 'vitest';
import { orderWith } from '../test/order-with.ts';
import { excess, fillMoney, type Intraday } from './intraday.ts';
import { orderCharges } from './billing.ts';
import { orderValue, type Order, type Side } from './order.ts';

const marketDate = '2026-11-23';
const asset = 'EQ:ZZK065C01018';
const PRICE = 100_00n;
const rateBps = 2650;
const basis = { rateBps, band: undefined };

/** Margin and charges of an order for `shares`, as they are held for it. */
const marginOf = (side: Side, quantity: number): bigint => {
  const value = orderValue(quantity, PRICE);
  return intradayMargin(value, rateBps) + orderCharges({ side, product: 'intraday', asset, marketDate }, value).total;
};

const order = (id: bigint, side: Side, quantity: number, more: Partial<Order> = {}): Order =>
  orderWith({
    id,
    side,
    product: 'intraday',
    quantity,
    pricePaise: PRICE,
    marketDate,
    marginPaise: marginOf(side, quantity),
    hold: `order-${id}`,
    ...more,
  });
const filled = (it: Order): Order => ({
  ...it,
  state: 'complete',
  filled: it.quantity,
  filledPaise: orderValue(it.quantity, PRICE),
});
const sum = (pieces: readonly { readonly paise: bigint }[]): bigint =>
  pieces.reduce((total, { paise }) => total + paise, 0n);

describe('margin', () => {
  it('keeps the rate of the share for the position, and frees the rest of the hold', () => {
    const bought = filled(order(1n, 'buy', 10));
    const intraday: Intraday = { orders: [bought], quantity: 10, costPaise: orderValue(10, PRICE), basis };
    expect(bought.marginPaise - sum(excess(intraday))).toBe(intradayMargin(orderValue(10, PRICE), rateBps));
  });

  it('is all free when the position is closed and nothing is open', () => {
    const bought = filled(order(1n, 'buy', 10));
    expect(sum(excess({ orders: [bought], quantity: 0, costPaise: 0n, basis }))).toBe(bought.marginPaise);
  });

  it('is kept for an order that was to close a position which another closed first', () => {
    // Long 10 from order 1; order 2 was to close it and holds nothing; order 3, which held for a short, was
    // filled before it.
    const orders = [
      filled(order(1n, 'buy', 10)),
      order(2n, 'sell', 10, { marginPaise: 0n }),
      filled(order(3n, 'sell', 10)),
    ];
    const left =
      orders.reduce((total, { marginPaise }) => total + marginPaise, 0n) -
      sum(excess({ orders, quantity: 0, costPaise: 0n, basis }));
    expect(left).toBe(marginOf('sell', 10));
  });

  it('pays a loss first, then what is available, then the platform; no member ever owes', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 50_000_00n }),
        fc.bigInt({ min: 1n, max: 100_00n }),
        fc.bigInt({ min: 0n, max: 10_000_00n }),
        (loss, chargesPaise, availablePaise) => {
          const bought = filled(order(1n, 'buy', 10));
          const intraday: Intraday = { orders: [bought], quantity: 0, costPaise: 0n, basis };
          const { pieces, absorbedPaise } = fillMoney(intraday, { grossPaise: -loss, chargesPaise, availablePaise });
          const after = availablePaise + sum(pieces) - loss - chargesPaise + absorbedPaise;
          expect(sum(pieces)).toBe(bought.marginPaise);
          expect(after >= 0n).toBe(true);
          if (absorbedPaise > 0n) expect(after).toBe(0n);
        },
      ),
    );
  });

  it('leaves a paisa a share behind an open position, whatever it has lost', () => {
    const bought = filled(order(1n, 'buy', 10));
    const intraday: Intraday = { orders: [bought], quantity: 4, costPaise: orderValue(4, PRICE), basis };
    const { pieces } = fillMoney(intraday, { grossPaise: -9_000_00n, chargesPaise: 10_00n, availablePaise: 0n });
    expect(bought.marginPaise - sum(pieces)).toBe(4n);
  });
});
