import type { WhatIf } from '@khara/market-day';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { laterBy, readChanges, writeChanges } from './what-if.ts';

const order = fc
  .record({
    step: fc.nat(104_400),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: fc.integer({ min: 1, max: 100_000 }),
    validity: fc.constantFrom('day' as const, 'ioc' as const),
    terms: fc.oneof(
      fc.constant({ market: true, price: 0 }),
      fc.nat(10_000_000).map((price) => ({ market: false, price })),
      fc.nat(10_000_000).map((price) => ({ market: false, price, triggerPrice: price + 5 })),
    ),
  })
  .map(({ terms, ...rest }) => ({ ...rest, ...terms }));
const id = fc.nat(1_000_000);
const change: fc.Arbitrary<WhatIf> = fc.oneof(
  order.map((added) => ({ kind: 'add' as const, order: added })),
  fc.tuple(id, order).map(([orderId, changed]) => ({ kind: 'change' as const, orderId, order: changed })),
  id.map((orderId) => ({ kind: 'remove' as const, orderId })),
);

describe('the changes in an address', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 10 }), (changes) => {
        expect(readChanges(writeChanges(changes))).toEqual(changes);
      }),
    );
  });

  it('hold no sign that an address would write otherwise', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 10 }), (changes) => {
        expect(writeChanges(changes)).toMatch(/^[a-z0-9.~-]*$/);
      }),
    );
  });

  it.each([
    'x',
    'a.b.500.m.-.d',
    'a.b.500.m.-.d.12.1',
    'a.q.500.m.-.d.12',
    'a.b.1e3.m.-.d.12',
    'a.b.500.m.-.w.12',
    'a.b.500.m.x.d.12',
    'a.b.-5.m.-.d.12',
    'r.1.2',
    'r.',
    'c.1',
    'a.b.500.m.-.d.12~',
    Array.from({ length: 11 }, () => 'r.1').join('~'),
  ])('are none when they are %j', (text) => {
    expect(readChanges(text)).toBeUndefined();
  });

  it('of waiting have the terms of the order at a later step', () => {
    const terms = {
      side: 'sell',
      quantity: 40,
      market: false,
      price: 154_830,
      validity: 'day',
      triggerPrice: undefined,
    } as const;
    expect(writeChanges([laterBy({ id: '77', ...terms }, 1_042)])).toBe('c.77.s.40.154830.-.d.1042');
  });
});
