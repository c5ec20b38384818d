import { expect, it } from 'vitest';
import { marketFieldsAt } from './market-instant.ts';

/** 15 minutes for a market day of 7 hours and a quarter. */
const market = { profile: 'compressed', speed: 29 } as const;
const fields = (text: string): number => Date.parse(`${text}:00Z`);
const minutes = (count: number): number => count * 60_000;

it('goes on within the day', () => {
  expect(marketFieldsAt(market, fields('2026-11-24T10:00'), minutes(5))).toBe(fields('2026-11-24T12:25'));
});

it('goes over nights and weekends, which take no time', () => {
  // Fri 27 Nov 15:00: an hour to the end of the day, the rest on Monday.
  expect(marketFieldsAt(market, fields('2026-11-27T15:00'), (2 * 3_600_000) / 29)).toBe(fields('2026-11-30T09:45'));
});

it('goes back the same way', () => {
  expect(marketFieldsAt(market, fields('2026-11-30T09:45'), (-2 * 3_600_000) / 29)).toBe(fields('2026-11-27T15:00'));
});
