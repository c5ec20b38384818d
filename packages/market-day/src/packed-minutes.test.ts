import { emptyCandles } from '@khara/history';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packMinutes, unpackMinutes } from './packed-minutes.ts';

const price = fc.integer({ min: 1, max: 2_000_000_000 });
const minute = fc
  .tuple(price, price, price, price, fc.oneof(fc.nat(1_000), fc.maxSafeNat()))
  .map(([a, b, c, d, volume]) => {
    const [low, one, other, high] = [a, b, c, d].sort((x, y) => x - y);
    return { low: low!, open: one!, close: other!, high: high!, volume };
  });

describe('packed minutes', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.nat(374), fc.array(minute, { maxLength: 375 }), (first, list) => {
        const candles = emptyCandles(list.length);
        for (const [at, one] of list.entries()) {
          candles.open[at] = one.open;
          candles.high[at] = one.high;
          candles.low[at] = one.low;
          candles.close[at] = one.close;
          candles.volume[at] = one.volume;
        }
        expect(unpackMinutes(packMinutes({ first, candles }))).toEqual({ first, candles });
      }),
      { numRuns: 100 },
    );
  });

  it('are refused when they were cut off or come from a later version', () => {
    const candles = emptyCandles(2);
    const bytes = packMinutes({ first: 3, candles });
    expect(() => unpackMinutes(bytes.subarray(0, bytes.length - 1))).toThrow('middle of a number');
    expect(() => unpackMinutes(Uint8Array.of(2, 0, 0))).toThrow('version 2');
  });
});
