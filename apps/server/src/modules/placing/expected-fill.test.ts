import { describe, expect, it } from 'vitest';
import { expectFill } from './expected-fill.ts';

const depth = {
  bids: [
    [13_190, 5, 1],
    [13_180, 7, 2],
  ],
  asks: [
    [13_210, 4, 2],
    [13_220, 4, 1],
    [13_400, 90, 3],
  ],
  totalBid: 12,
  totalAsk: 98,
} as const;
const share = { instrument: { code: 'AAMRAI' }, range: { lower: 12_000, upper: 14_000 } } as never;
const of = (side: 'buy' | 'sell', quantity: number, pricePaise: bigint) =>
  expectFill({ depth: () => depth }, share, { side, quantity, pricePaise });

describe('what the shown book would fill', () => {
  it('is taken within the price, and at which average', () => {
    expect(of('buy', 10, 13_300n)).toMatchObject({ quantity: 8, averagePrice: '132.15', waits: 2, ahead: 0 });
    expect(of('sell', 6, 13_180n)).toMatchObject({ quantity: 6, averagePrice: '131.88', waits: 0, ahead: 0 });
  });

  it('leaves what rests behind better prices and its own', () => {
    const best = { price: '132.10', quantity: 4 };
    expect(of('buy', 3, 13_180n)).toEqual({ quantity: 0, averagePrice: null, waits: 3, ahead: 12, best });
    expect(of('buy', 3, 13_185n)).toMatchObject({ waits: 3, ahead: 5 });
    expect(of('sell', 9, 13_230n)).toMatchObject({ quantity: 0, waits: 9, ahead: 8 });
  });

  it('is not known outside continuous trading', () => {
    const order = { side: 'buy', quantity: 1, pricePaise: 13_300n } as const;
    expect(
      expectFill({ depth: () => depth }, { instrument: { code: 'AAMRAI' }, range: undefined } as never, order),
    ).toBeUndefined();
  });
});
