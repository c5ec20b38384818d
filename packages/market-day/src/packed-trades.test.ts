import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpackTrades } from './packed-trades.ts';
import { TradePacker } from './packed-trades.ts';

const trades = fc
  .array(
    fc.record({
      share: fc.nat(400),
      price: fc.integer({ min: 1, max: 40_000_00 }),
      quantity: fc.integer({ min: 1, max: 2_000_000 }),
      wait: fc.nat(3),
    }),
    { minLength: 1, maxLength: 300 },
  )
  .chain((list) =>
    fc.tuple(fc.constant(list), fc.integer({ min: 1, max: 900_000 }), fc.nat(100_000), fc.nat(list.length)),
  );

describe('packed trades', () => {
  it('come out as they went in, however they were cut into packs', () => {
    fc.assert(
      fc.property(trades, ([list, firstNo, firstStep, cut]) => {
        let step = firstStep;
        const given = list.map(({ wait, ...trade }, at) => ({ ...trade, tradeNo: firstNo + at, step: (step += wait) }));
        const packer = new TradePacker();
        const packs = [given.slice(0, cut), given.slice(cut)].flatMap((part) => {
          for (const trade of part) packer.add(trade);
          return packer.take() ?? [];
        });
        expect(packs.flatMap(({ packed }) => [...unpackTrades(packed)])).toEqual(given);
        expect([packs[0]!.fromNo, packs.at(-1)!.toNo]).toEqual([firstNo, firstNo + list.length - 1]);
      }),
      { numRuns: 50 },
    );
  });

  it('are nothing when nothing was traded, and of one version', () => {
    expect(new TradePacker().take()).toBeUndefined();
    expect(() => [...unpackTrades(Uint8Array.of(9))]).toThrow('version 9');
  });
});
