import { describe, expect, it } from 'vitest';
import { EXCHANGE_CHARGE, GST_PERCENT, inForce, SEBI_FEE, STAMP_DUTY, STT, type DatedValue } from './rates.ts';

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

const tables: readonly [string, readonly DatedValue<unknown>[]][] = [
  ['exchange charge', EXCHANGE_CHARGE],
  ['SEBI fee', SEBI_FEE],
  ['STT', STT],
  ['stamp duty', STAMP_DUTY],
  ['GST', GST_PERCENT],
];

describe('rate tables', () => {
  it.each(tables)('%s: every day from 2021 on has exactly one row, and every row its source', (_, rows) => {
    expect(rows[0]?.from).toBe('2021-01-01');
    rows.slice(1).forEach((row, index) => expect(row.from).toBe(dayAfter(rows[index]?.to ?? '')));
    expect(rows.at(-1)?.to).toBeUndefined();
    for (const { source } of rows) expect(source).toMatch(/^(F\d|recalled)$/);
  });

  it('choose the row by both ends of its days', () => {
    expect(inForce(EXCHANGE_CHARGE, '2023-03-31')).toBe(34_501n);
    expect(inForce(EXCHANGE_CHARGE, '2023-04-01')).toBe(33_500n);
  });
});
