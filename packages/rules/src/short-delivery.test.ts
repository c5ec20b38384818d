import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boughtIn, CHANCE_WHOLE, closedOut, shortDelivery } from './short-delivery.ts';

const draw = fc.integer({ min: 0, max: CHANCE_WHOLE - 1 });

/** Of all draws, those of which something is true. */
function countOf(isTrue: (draw: number) => boolean): number {
  let count = 0;
  for (let at = 0; at < CHANCE_WHOLE; at += 1) if (isTrue(at)) count += 1;
  return count;
}

describe('a short delivery', () => {
  it('is as rare as its group says, and rarer the more liquid the share', () => {
    const rest = { found: 0, price: 0 };
    expect([1, 2, 3].map((group) => shortDelivery(group as 1, { short: 499, ...rest }) !== undefined)).toEqual([
      true,
      true,
      true,
    ]);
    expect(shortDelivery(1, { short: 500, ...rest })).toBeUndefined();
    expect(shortDelivery(2, { short: 5_000, ...rest })).toBeUndefined();
    expect(shortDelivery(3, { short: 20_000, ...rest })).toBeUndefined();
  });

  it('is worth less on an average than the tax of the purchase, at any price that two accounts make', () => {
    for (const group of [1, 2, 3] as const) {
      const shorts = countOf((short) => shortDelivery(group, { short, found: 0, price: 0 }) !== undefined);
      const lost = countOf((found) => !shortDelivery(group, { short: 0, found, price: 0 })!.isFound);
      // A share worth 100,000 is bought at the lower limit of its day, and its price goes to the upper limit twice.
      const [worth, bought, highest] = [100_000n, 80_000n, 144_000n];
      const { paidPaise } = closedOut({ quantity: 1, closePaise: highest, highestPaise: highest });
      const hopedPpm = ((paidPaise - worth) * BigInt(shorts) * BigInt(lost)) / BigInt(CHANCE_WHOLE);
      expect([group, hopedPpm < bought * 1_000n]).toEqual([group, true]); // STT of a purchase: 0.1 %
    }
  });

  it('is bought in at no gain, within what an auction may ask', () => {
    fc.assert(
      fc.property(
        draw,
        draw,
        fc.bigInt({ min: 1n, max: 10_000_00n }),
        fc.integer({ min: 1, max: 1000 }),
        (found, price, close, quantity) => {
          const is = shortDelivery(1, { short: 0, found, price })!;
          expect(is.auctionBps).toBeGreaterThanOrEqual(-200);
          expect(is.auctionBps).toBeLessThanOrEqual(800);
          const sale = {
            quantity,
            salePaise: close * BigInt(quantity),
            valuationPaise: close,
            closePaise: close,
            highestPaise: close,
          };
          const { pricePaise, lossPaise } = boughtIn(sale, is);
          expect(lossPaise).toBeGreaterThanOrEqual(0n);
          expect(pricePaise).toBeGreaterThanOrEqual(close);
          if (!is.isFound) expect(pricePaise * 5n).toBeGreaterThanOrEqual(close * 6n - 5n);
          // What one side pays without an auction the other side gets.
          if (!is.isFound) expect(closedOut(sale)).toEqual({ pricePaise, paidPaise: pricePaise * BigInt(quantity) });
        },
      ),
    );
  });
});
