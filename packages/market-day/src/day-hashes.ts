import type { FactorState } from '@khara/exchange';
import { sha256Hex } from './sha256.ts';

/** Hash of a value as JSON; a bigint is text. */
export const hashValue = (value: unknown): string => sha256Hex(JSON.stringify(value, plain));

const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);

type Amount = number | bigint | null | undefined;

/** A candle as it is made or as it is stored. */
export type CandleOfDay = {
  readonly code: string;
  readonly openPrice: Amount;
  readonly highPrice: Amount;
  readonly lowPrice: Amount;
  readonly lastPrice: Amount;
  readonly closePrice: Amount;
  readonly closeFrom: string;
  readonly volume: Amount;
  readonly valuePaise: bigint | string;
  readonly tick: Amount;
  readonly minutes: Uint8Array | null | undefined;
};

const byCode = <T extends { readonly code: string }>(rows: readonly T[]): readonly T[] =>
  rows.toSorted((a, b) => (a.code < b.code ? -1 : 1));
const text = (amount: Amount | string): string => String(amount ?? '');

/** Of all candles of a day, their minutes apart. */
export const candlesHash = (rows: readonly CandleOfDay[]): string =>
  hashValue(
    byCode(rows).map((row) => [
      row.code,
      ...[row.openPrice, row.highPrice, row.lowPrice, row.lastPrice, row.closePrice].map(text),
      row.closeFrom,
      ...[row.volume, row.valuePaise, row.tick].map(text),
    ]),
  );

/** Of the minutes of all candles of a day; those that are kept no more have none. */
export const minutesHash = (rows: readonly CandleOfDay[]): string =>
  hashValue(byCode(rows).map(({ code, minutes }) => [code, minutes ? sha256Hex(minutes) : '']));

/**
 * Of what the market itself carries into the next day: closes and ticks, and what participants think shares are worth.
 */
export const carriedHash = (
  closes: readonly Pick<CandleOfDay, 'code' | 'closePrice' | 'tick'>[],
  participants: FactorState | undefined,
): string =>
  hashValue([
    byCode(closes).map(({ code, closePrice, tick }) => [code, text(closePrice), text(tick)]),
    sorted(participants ?? null),
  ]);

/** Names in one order, however the database gives them back. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}

export const sameValue = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
