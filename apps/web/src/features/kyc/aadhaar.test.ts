import { isAadhaar, maskAadhaar } from '@khara/rules';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDigits, generateAadhaar, groupDigits } from './aadhaar.ts';

const drawn = fc.infiniteStream(fc.nat({ max: 999_999 })).map((stream) => {
  const numbers = stream[Symbol.iterator]();
  // An infinite stream always has a next one.
  return generateAadhaar((below) => (numbers.next().value as number) % below);
});

it('a specimen has a valid number, and no neighbour of it is valid', () => {
  fc.assert(
    fc.property(drawn, fc.nat({ max: 11 }), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
      expect(isAadhaar(number)).toBe(true);
      const slip = [...number]
        .map((digit, place) => (place === at ? String((Number(digit) + by) % 10) : digit))
        .join('');
      expect(isAadhaar(slip)).toBe(false);
    }),
    { numRuns: 200 },
  );
});

it.each(['', '234123412346'.slice(1), '034123412346', '123412341234', '2341234123467'])('%s is none', (digits) => {
  expect(isAadhaar(digits)).toBe(false);
});

it('is read as people type it, shown in fours, and afterwards only by its end', () => {
  expect(readDigits('2341-2341 2346 7')).toBe('234123412346');
  expect(groupDigits('234123412346')).toBe('2341 2341 2346');
  expect(groupDigits('23412')).toBe('2341 2');
  expect(maskAadhaar('234123412346')).toBe('XXXX XXXX 2346');
});
