import { instrumentNumber } from '@khara/offerings';
import { readUniverse } from '@khara/universe/node';
import { describe, expect, it } from 'vitest';
import { parseInstant, instrumentToken } from './market-words.ts';

describe('the token of an instrument', () => {
  const { issuers, indices, offerings } = readUniverse();
  const codes = new Set([...issuers, ...indices, ...offerings].map(({ code }) => code));

  it('is no other instrument’s', () => {
    expect(codes.size).toBeGreaterThan(250);
    expect(new Set([...codes].map(instrumentNumber)).size).toBe(codes.size);
  });

  it('stays what it was, is a signed number of 32 bits, and tells shares from indices', () => {
    expect(instrumentToken({ code: 'AAMRAI', kind: 'share' })).toBe(1_475_122_433);
    expect(instrumentToken({ code: 'KHARA50', kind: 'index' })).toBe(182_732_297);
    for (const code of codes) {
      const token = instrumentToken({ code, kind: 'share' });
      expect([token < 2 ** 31, token % 256]).toEqual([true, 1]);
    }
  });
});

it('an instant is read on India’s clock, and what is none is refused', () => {
  expect(parseInstant('from', '2026-11-23 09:15:00')).toBe(Date.UTC(2026, 10, 23, 3, 45));
  expect(parseInstant('from', '2026-11-23+09:15:00')).toBe(Date.UTC(2026, 10, 23, 3, 45));
  expect(parseInstant('to', '2026-11-23', true)).toBe(Date.UTC(2026, 10, 23, 18, 29, 59));
  for (const wrong of ['', 'today', '2026-13-40', '2026-11-23T25:00:00'])
    expect(() => parseInstant('from', wrong)).toThrow();
});
