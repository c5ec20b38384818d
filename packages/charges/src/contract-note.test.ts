import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHARGE_ITEMS, contractNote, dpCharge, noteCharges, type Charges, type NoteOrder } from './index.ts';

const terms = { plan: 'plan_b', day: '2026-11-23' } as const;
const dpOf = ({ valuePaise }: { readonly valuePaise: bigint }): bigint =>
  dpCharge({ ...terms, holder: 'standard', valuePaise });
const noteOf = (orders: readonly NoteOrder[]) => contractNote(terms, orders, dpOf);

const order: fc.Arbitrary<NoteOrder> = fc
  .record({
    code: fc.constantFrom('AAA', 'BBB', 'CCC'),
    side: fc.constantFrom('buy', 'sell'),
    product: fc.constantFrom('delivery', 'intraday'),
    quantity: fc.integer({ min: 1, max: 500 }),
    price: fc.bigInt({ min: 1n, max: 200_000n }),
  })
  .map(({ price, ...rest }) => ({ ...rest, valuePaise: price * BigInt(rest.quantity) }));
const day = fc.array(order, { maxLength: 12 });

const total = (sum: bigint, { total: one }: Charges): bigint => sum + one;

describe('the contract note of a day', () => {
  it('has every share and every paisa in a part of it, and charges that sum to its own', () => {
    fc.assert(
      fc.property(day, (orders) => {
        const { lines, charges } = noteOf(orders);
        const parts = lines.flatMap(({ sameDay, delivered }) => [sameDay, delivered].filter((part) => !!part));
        expect(parts.map((part) => part.charges).reduce(total, 0n)).toBe(charges.total);
        for (const item of CHARGE_ITEMS)
          for (const part of parts) expect(part.charges[item]).toBeGreaterThanOrEqual(0n);
        for (const { bought, sold, sameDay, delivered } of lines) {
          const net = (sameDay?.soldPaise ?? 0n) - (sameDay?.boughtPaise ?? 0n);
          const over = (delivered?.valuePaise ?? 0n) * (delivered?.side === 'buy' ? -1n : 1n);
          expect(net + over).toBe(sold.valuePaise - bought.valuePaise);
        }
      }),
    );
  });

  it('does not depend on the order in which the trades came', () => {
    fc.assert(
      fc.property(day, fc.infiniteStream(fc.nat()), (orders, keys) => {
        const shuffled = orders
          .map((one) => ({ one, key: keys.next().value }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one);
        expect(noteOf(shuffled)).toEqual(noteOf(orders));
      }),
    );
  });

  it('of a day on which nothing nets is that of its orders rounded together', () => {
    fc.assert(
      fc.property(day, (orders) => {
        const bought = orders.map((one) => ({ ...one, side: 'buy' as const, product: 'delivery' as const }));
        expect(noteOf(bought).charges).toEqual(noteCharges(terms, bought));
      }),
    );
  });

  it('asks for a DP charge only of what leaves the account', () => {
    const trade = { code: 'AAA', product: 'delivery', quantity: 10, valuePaise: 500_000n } as const;
    const both = [
      { ...trade, side: 'buy' as const },
      { ...trade, side: 'sell' as const },
    ];
    expect(noteOf(both).charges.dp).toBe(0n);
    expect(noteOf([...both, { ...trade, side: 'sell', quantity: 1, valuePaise: 50_000n }]).charges.dp).toBe(2_360n);
  });

  it('never asks for less tax of what is delivered than of what nets', () => {
    const buy = { code: 'AAA', side: 'buy', product: 'delivery', quantity: 100, valuePaise: 10_000_000n } as const;
    const sell = { ...buy, side: 'sell' } as const;
    expect(noteOf([buy]).charges.stt + noteOf([sell]).charges.stt).toBe(20_000n);
    expect(noteOf([buy, sell]).charges.stt).toBe(2_500n);
  });

  it('charges each part of a share that was bought and partly sold again at the rates of that part', () => {
    const trade = { code: 'AAA', product: 'delivery' } as const;
    const { lines, charges } = noteOf([
      { ...trade, side: 'buy', quantity: 400, valuePaise: 40_000_000n },
      { ...trade, side: 'sell', quantity: 100, valuePaise: 12_000_000n },
    ]);
    const [{ sameDay, delivered }] = lines as [(typeof lines)[number]];
    // A quarter of the purchase nets with the sale; three quarters, Rs 3,00,000, reach the account.
    expect(sameDay).toMatchObject({ quantity: 100, boughtPaise: 10_000_000n, soldPaise: 12_000_000n });
    expect(delivered).toMatchObject({ side: 'buy', quantity: 300, valuePaise: 30_000_000n });
    // STT: 0.1 % of 3,00,000 and 0.025 % of the sale. Stamp: 0.015 % of 3,00,000 and 0.003 % of 1,00,000.
    expect([delivered!.charges.stt, sameDay!.charges.stt, charges.stt]).toEqual([30_000n, 3_000n, 33_000n]);
    expect([delivered!.charges.stamp, sameDay!.charges.stamp, charges.stamp]).toEqual([4_500n, 300n, 4_800n]);
    // What does not depend on delivery is borne by value: 3,00,000 against 1,00,000 and 1,20,000.
    const { exchange } = charges;
    expect(delivered!.charges.exchange).toBe((exchange * 30n + 26n) / 52n);
    expect(delivered!.charges.exchange + sameDay!.charges.exchange).toBe(exchange);
  });
});
