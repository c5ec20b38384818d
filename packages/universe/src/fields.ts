import { parseDecimal } from '@khara/money';
import type { Row } from './csv.ts';

/** A name in the four languages of the product. */
export type Names = {
  readonly en: string;
  readonly hi: string;
  readonly 'zh-Hant': string;
  readonly 'zh-Hans': string;
};

/**
 * Throws with the place in the file: a wrong row is a defect of the product's own data, never something a user meets.
 */
export function fail(row: Row, column: string, why: string): never {
  throw new Error(`line ${row.line}, ${column}: ${why} (${JSON.stringify(row.get(column))})`);
}

export function required(row: Row, column: string): string {
  const value = row.get(column);
  return value === '' ? fail(row, column, 'is empty') : value;
}

export const optional = (row: Row, column: string): string | undefined => row.get(column) || undefined;

/** A text in the four languages, in columns named alike. */
export const inLanguages = (row: Row, column: string): Names => ({
  en: required(row, column),
  hi: required(row, `${column}_hi`),
  'zh-Hant': required(row, `${column}_zh_hant`),
  'zh-Hans': required(row, `${column}_zh_hans`),
});

export const names = (row: Row): Names => inLanguages(row, 'name');

/** A decimal as an integer of `decimals` places: rupees as paise and percentages as basis points, both with 2. */
export function scaled(row: Row, column: string, decimals: number): number {
  const units = parseDecimal(required(row, column), decimals);
  if (units === undefined) return fail(row, column, `is no decimal of at most ${decimals} places`);
  const value = Number(units);
  return Number.isSafeInteger(value) ? value : fail(row, column, 'is too large');
}

export function positive(row: Row, column: string, decimals: number): number {
  const value = scaled(row, column, decimals);
  return value > 0 ? value : fail(row, column, 'must be above zero');
}

export function optionalPositive(row: Row, column: string, decimals: number): number | undefined {
  return row.get(column) === '' ? undefined : positive(row, column, decimals);
}

export function yesOrNo(row: Row, column: string): boolean {
  const value = row.get(column);
  if (value !== 'Y' && value !== 'N') fail(row, column, 'must be Y or N');
  return value === 'Y';
}

export function oneOf<const Choice extends string>(row: Row, column: string, choices: readonly Choice[]): Choice {
  const value = row.get(column);
  return choices.find((choice) => choice === value) ?? fail(row, column, `must be one of ${choices.join(', ')}`);
}

/** A day as YYYY-MM-DD. */
export function day(row: Row, column: string): string {
  const value = required(row, column);
  return /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value) ? value : fail(row, column, 'is no date');
}

/** Throws on the first value that occurs twice. */
export function unique(rows: readonly Row[], column: string): void {
  const seen = new Set<string>();
  for (const row of rows) {
    const value = row.get(column);
    if (seen.has(value)) fail(row, column, 'occurs twice');
    seen.add(value);
  }
}
