import { describe, expect, it } from 'vitest';
import { speculativeYear, yearOfGains } from './index.ts';

const loss = (year: number, paise: bigint) => ({ year, paise });

describe('speculative income', () => {
  it.each([
    ['is all left without losses', 100n, [], 100n, []],
    ['of a year with a loss is none, and the loss is carried', -40n, [], 0n, [loss(2026, 40n)]],
    [
      'is less by losses of earlier years, the oldest first',
      100n,
      [loss(2025, 80n), loss(2024, 50n)],
      0n,
      [loss(2025, 30n)],
    ],
    ['is less by a loss of four years before', 100n, [loss(2022, 60n)], 40n, []],
    ['is not less by one of five years before', 100n, [loss(2021, 60n)], 100n, []],
    [
      'lets what is left of a loss of four years before lapse',
      10n,
      [loss(2022, 60n), loss(2023, 5n)],
      0n,
      [loss(2023, 5n)],
    ],
    ['of a year with a loss lets those before it stand', -7n, [loss(2023, 5n)], 0n, [loss(2023, 5n), loss(2026, 7n)]],
  ] as const)('%s', (_title, result, before, left, carried) => {
    expect(speculativeYear(2026, result, before)).toEqual({ left, carried });
  });
});

it('a loss of shares is carried for eight years, and in the ninth it is none', () => {
  const before = [{ year: 2018, short: 60n, long: 0n }];
  const gain = [{ soldOn: '2026-05-04', kind: 'short', paise: 10n }] as const;
  expect(yearOfGains(2026, gain, before)).toMatchObject({ left: { short: 0n }, carried: [] });
  expect(yearOfGains(2025, [], before).carried).toEqual(before);
  expect(yearOfGains(2027, gain, before)).toMatchObject({ left: { short: 10n }, carried: [] });
});
