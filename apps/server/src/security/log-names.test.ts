import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logNames } from './log-names.ts';

const DATE = '2026-11-20';
const installSecret = new Uint8Array(32).fill(5);
const names = logNames({ installSecret }, DATE);

describe('names of the public order log', () => {
  it('are other ones on another day, and in another installation', () => {
    const others = [
      logNames({ installSecret }, '2026-11-23'),
      logNames({ installSecret: new Uint8Array(32).fill(6) }, DATE),
    ];
    for (const other of others) {
      expect(other.account(7)).not.toBe(names.account(7));
      expect(other.order(7)).not.toBe(names.order(7));
      expect(other.trigger('7')).not.toBe(names.trigger('7'));
    }
    expect(logNames({ installSecret }, DATE).account(7)).toBe(names.account(7));
  });

  it('have a number for each order that no other order has', () => {
    const numbers = new Set(Array.from({ length: 50_000 }, (_, id) => names.order(id)));
    expect(numbers.size).toBe(50_000);
  });

  it('say nothing of how many orders there were: the number after the next is as far as any', () => {
    const neighbours = Array.from({ length: 2_000 }, (_, id) => names.order(id + 1) - names.order(id));
    expect(neighbours.filter((by) => by > 0).length).toBeGreaterThan(900);
    expect(neighbours.filter((by) => by < 0).length).toBeGreaterThan(900);
    expect(Math.min(...neighbours.map(Math.abs))).toBeGreaterThan(1_000_000);
  });

  it('are whole numbers below 2^48 for every order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (id) => {
        const number = names.order(id);
        expect(Number.isSafeInteger(number)).toBe(true);
        expect(number).toBeGreaterThanOrEqual(0);
        expect(number).toBeLessThan(2 ** 48);
      }),
    );
  });
});
