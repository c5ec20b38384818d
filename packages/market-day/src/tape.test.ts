import { indexLevel, freeFloatValue } from '@khara/universe';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUniverse } from '@khara/universe/node';
import { packMinutes } from './packed-minutes.ts';
import { Tape } from './tape.ts';

const { issuers, indices } = readUniverse();
const closes = issuers.map(({ referencePricePaise }) => referencePricePaise);
const newTape = () => new Tape(issuers, indices, { shares: closes, indices: [] });
const KHARA50 = issuers.length + indices.findIndex(({ code }) => code === 'KHARA50');

const act = (on: Tape, minute: number) => {
  for (let share = 0; share < 40; share += 1) on.trade(share, closes[share]! + minute, minute + 1, minute, 5);
  on.moveIndices(minute, 5);
};

describe('the tape', () => {
  it('shows the previous close until the first trade, and an index its base value', () => {
    const tape = newTape();
    expect(tape.lastPrice(3)).toBe(closes[3]);
    expect(tape.hasTraded(3)).toBe(false);
    expect(tape.minutes(3, 200)).toBeUndefined();
    expect(tape.spark(3, 24, 200)).toEqual([]);
    expect(tape.lastPrice(KHARA50)).toBe(18_420_00);
  });

  it('makes minutes of trades; a minute without one stands at the close before it', () => {
    const tape = newTape();
    for (const [price, quantity, minute] of [
      [1_000, 5, 10],
      [1_020, 1, 10],
      [990, 2, 10],
      [1_010, 7, 13],
    ] as const) {
      tape.trade(0, price, quantity, minute, 1_700_000_000_000 + minute);
    }
    const { first, candles } = tape.minutes(0, 14)!;
    expect(first).toBe(10);
    expect([...candles.open]).toEqual([1_000, 990, 990, 1_010, 1_010]);
    expect([...candles.high]).toEqual([1_020, 990, 990, 1_010, 1_010]);
    expect([...candles.low]).toEqual([990, 990, 990, 1_010, 1_010]);
    expect([...candles.close]).toEqual([990, 990, 990, 1_010, 1_010]);
    expect([...candles.volume]).toEqual([8, 0, 0, 7, 0]);
    expect([tape.openPrice(0), tape.highPrice(0), tape.lowPrice(0), tape.lastPrice(0)]).toEqual([
      1_000, 1_020, 990, 1_010,
    ]);
    expect(tape.tradedAt(0)).toBe(1_700_000_000_013);
    expect(tape.spark(0, 24, 14)).toEqual([990, 990, 990, 1_010, 1_010]);
    expect(tape.spark(0, 2, 14)).toEqual([990, 1_010]);
  });

  it('keeps every index equal to the sum over its constituents, whatever was traded, and counts their trades', () => {
    const trade = fc.record({ share: fc.nat(issuers.length - 1), move: fc.integer({ min: -900, max: 900 }) });
    fc.assert(
      fc.property(fc.array(fc.array(trade, { maxLength: 30 }), { maxLength: 8 }), (steps) => {
        const tape = newTape();
        const prices = [...closes];
        for (const [minute, trades] of steps.entries()) {
          for (const { share, move } of trades) {
            prices[share] = Math.max(1, closes[share]! + move);
            tape.trade(share, prices[share], 1 + share, minute, 1);
          }
          tape.moveIndices(minute, 1);
        }
        const whole = indices.map((index) =>
          indexLevel(
            index,
            index.constituents.reduce((sum, code) => {
              const share = issuers.findIndex((issuer) => issuer.code === code);
              return sum + freeFloatValue(issuers[share]!, prices[share]!);
            }, 0n),
          ),
        );
        expect(indices.map((_, at) => tape.lastPrice(issuers.length + at))).toEqual(whole);
        expect(tape.levelsAt(prices)).toEqual(whole);
        for (const [at, { constituents }] of indices.entries()) {
          const own = constituents.map((code) => issuers.findIndex((issuer) => issuer.code === code));
          const number = issuers.length + at;
          const volume = own.reduce((sum, share) => sum + tape.volume(share), 0);
          expect(tape.volume(number)).toBe(volume);
          expect(tape.valuePaise(number)).toBe(own.reduce((sum, share) => sum + tape.valuePaise(share), 0n));
          const minutes = tape.minutes(number, 8)?.candles.volume ?? new Float64Array();
          expect(minutes.reduce((sum, one) => sum + one, 0)).toBe(volume);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('goes on from a snapshot as if nothing had happened', () => {
    const tape = newTape();
    act(tape, 0);
    act(tape, 7);
    const copy = newTape();
    copy.load(tape.snapshot());
    act(tape, 9);
    act(copy, 9);
    expect(Buffer.compare(copy.snapshot(), tape.snapshot())).toBe(0);
    for (const instrument of [0, 39, KHARA50]) {
      expect(packMinutes(copy.minutes(instrument, 20)!)).toEqual(packMinutes(tape.minutes(instrument, 20)!));
    }
    expect(() =>
      new Tape(issuers.slice(1), [], { shares: closes.slice(1), indices: [] }).load(tape.snapshot()),
    ).toThrow('another universe');
  });
});
