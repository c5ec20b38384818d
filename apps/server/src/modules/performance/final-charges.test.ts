import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finalCharges, type Charged, type NotedCharges } from './final-charges.ts';

const fill = (code: string, charges: bigint, more: Partial<Charged> = {}): Charged => ({
  code,
  marketDay: 1,
  valuePaise: 1_000_00n,
  chargesPaise: charges,
  isPaidFromSale: false,
  ...more,
});
const note = (code: string, charges: bigint, absorbed = 0n): NotedCharges => ({
  marketDay: 1,
  code,
  chargesPaise: charges,
  absorbedPaise: absorbed,
});

it('Charges of a day that runs stay as they were estimated', () => {
  expect(finalCharges([fill('A', 30n), fill('A', 12n, { marketDay: 2 })], [note('A', 25n)])).toEqual([25n, 12n]);
});

it('Each share bears what its lines of the note say, and its fills in proportion to their estimates', () => {
  // 20 of 30 at 10 to 5 to 15: 6.67, 3.33 and 10. The largest remainder takes the paisa that is over.
  const rows = [fill('A', 10n), fill('B', 40n), fill('A', 5n), fill('A', 15n)];
  expect(finalCharges(rows, [note('A', 20n), note('B', 41n)])).toEqual([7n, 41n, 3n, 10n]);
});

it('Of equal remainders the earlier fill takes the paisa, and without an estimate the value counts', () => {
  expect(finalCharges([fill('A', 7n), fill('A', 7n)], [note('A', 13n)])).toEqual([7n, 6n]);
  expect(finalCharges([fill('A', 0n), fill('A', 0n, { valuePaise: 3_000_00n })], [note('A', 4n)])).toEqual([1n, 3n]);
});

it('What the platform bears is no charge: of a note on all shares, of a sale that brings less than it costs', () => {
  expect(finalCharges([fill('A', 30n), fill('B', 90n)], [note('A', 40n, 12n), note('B', 80n, 12n)])).toEqual([
    36n,
    72n,
  ]);
  const sale = fill('A', 50n, { valuePaise: 20n, isPaidFromSale: true });
  expect(finalCharges([sale], [])).toEqual([20n]);
  expect(finalCharges([sale], [note('A', 45n)])).toEqual([15n]);
});

it('The sum of a day is what the ledger charged for it, whatever the fills, and no other day is touched', () => {
  const given = fc.record({
    rows: fc.array(
      fc.record({
        code: fc.constantFrom('A', 'B', 'C'),
        marketDay: fc.constantFrom(1, 2, 3),
        valuePaise: fc.bigInt({ min: 1n, max: 9_999_99n }),
        chargesPaise: fc.bigInt({ min: 0n, max: 5_000n }),
        isPaidFromSale: fc.boolean(),
      }),
      { maxLength: 30 },
    ),
    // What a note makes of a share, in hundredths of the estimate, and what of a note no money was there for.
    final: fc.array(fc.bigInt({ min: 0n, max: 200n }), { minLength: 6, maxLength: 6 }),
    absorbed: fc.bigInt({ min: 0n, max: 300n }),
  });
  fc.assert(
    fc.property(given, ({ rows, final, absorbed }) => {
      const noted = [1, 2].flatMap((day, d) =>
        ['A', 'B', 'C'].flatMap((code, c): readonly NotedCharges[] => {
          const own = rows.filter((row) => row.marketDay === day && row.code === code);
          if (own.length === 0) return [];
          const estimate = own.reduce((sum, row) => sum + row.chargesPaise, 0n);
          const charges = (estimate * final[d * 3 + c]!) / 100n;
          return [{ marketDay: day, code, chargesPaise: charges, absorbedPaise: absorbed }];
        }),
      );
      const costs = finalCharges(rows, noted);
      for (const day of [1, 2, 3]) {
        const own = rows.flatMap((row, at) => (row.marketDay === day ? [{ ...row, cost: costs[at]! }] : []));
        // As entries of the ledger: each fill less what of it the platform bore, then the difference of the note.
        const paid = own.map((row) =>
          row.isPaidFromSale && row.chargesPaise > row.valuePaise ? row.valuePaise : row.chargesPaise,
        );
        const lines = noted.filter((line) => line.marketDay === day);
        const estimated = own.reduce((sum, row) => sum + row.chargesPaise, 0n);
        const over =
          lines.length === 0 ? 0n : lines.reduce((sum, line) => sum + line.chargesPaise, 0n) - estimated - absorbed;
        const sum = paid.reduce((all, one) => all + one, over);
        expect(own.reduce((all, { cost }) => all + cost, 0n)).toBe(sum);
        if (lines.length === 0) expect(own.map(({ cost }) => cost)).toEqual(paid);
      }
    }),
    { numRuns: 300 },
  );
});
