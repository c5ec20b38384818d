import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asPrice, mulDiv, parseDecimal, percent, priceText, rupees, showDecimal, type Rounding } from './index.ts';

describe('prices', () => {
  it('show like any amount of rupees', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (price) => {
        expect(priceText(price)).toBe(rupees(BigInt(price)));
      }),
    );
  });

  it('come from what is stored, or not at all', () => {
    expect(asPrice(152_035n)).toBe(152_035);
    expect(() => asPrice(-1n)).toThrow('no price');
    expect(() => asPrice(2n ** 53n)).toThrow('no price');
  });
});

describe('reading and showing amounts', () => {
  it.each([
    ['1520.35', 152035n],
    ['0', 0n],
    ['-0.05', -5n],
    ['7.', undefined],
    ['.5', undefined],
    ['1.005', undefined],
    ['1.500', 150n],
    ['1e3', undefined],
    ['12,000', undefined],
    ['', undefined],
    ['NaN', undefined],
    [0.1, 10n],
    [1e21, undefined],
    [Number.NaN, undefined],
    [12.345, undefined],
  ])('reads %s', (text, expected) => {
    expect(parseDecimal(text, 2)).toBe(expected);
  });

  it('shows what it reads, for any amount and scale', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
        fc.integer({ min: 0, max: 6 }),
        (units, decimals) => {
          expect(parseDecimal(showDecimal(units, decimals), decimals)).toBe(units);
        },
      ),
    );
  });

  it('keeps two decimals for rupees and per cent', () => {
    expect(rupees(5n)).toBe('0.05');
    expect(rupees(-123456789n)).toBe('-1234567.89');
    expect(percent(-127n, 10_000n)).toBe('-1.27');
    expect(percent(5n, 0n)).toBe('0.00');
  });
});

describe('dividing money', () => {
  it('names what happens to the remainder', () => {
    expect(mulDiv(5n, 1n, 2n, 'half_up')).toBe(3n);
    expect(mulDiv(-5n, 1n, 2n, 'half_up')).toBe(-3n);
    expect(mulDiv(-5n, 1n, 2n, 'floor')).toBe(-3n);
    expect(mulDiv(-5n, 1n, 2n, 'ceil')).toBe(-2n);
    expect(() => mulDiv(5n, 1n, 2n, 'exact')).toThrow('not exact');
  });

  it('is never further from the true quotient than its rounding allows', () => {
    const any = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    fc.assert(
      fc.property(
        any,
        any,
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.constantFrom<Rounding>('floor', 'ceil', 'half_up'),
        (a, b, c, rounding) => {
          const error = mulDiv(a, b, c, rounding) * c - a * b;
          const size = error < 0n ? -error : error;
          if (rounding === 'half_up') expect(2n * size <= c).toBe(true);
          if (rounding === 'floor') expect(error <= 0n && size < c).toBe(true);
          if (rounding === 'ceil') expect(error >= 0n && size < c).toBe(true);
        },
      ),
    );
  });
});
