import { paise, rupees } from '@khara/money';
import type { Data } from '@khara/contract';

export type DayPosition = Data<'dayPositions'>['list'][number];

const amount = (text: string | null): bigint => paise(text ?? 0) ?? 0n;

/** A day's position at a live price: what is left of it moves with the price, and nothing else does. */
export function dayResult(position: DayPosition, livePrice: string | undefined) {
  const { netQuantity, lastPrice, unrealised, profit } = position;
  const moved = BigInt(netQuantity) * (amount(livePrice ?? lastPrice) - amount(lastPrice));
  return { unrealised: rupees(amount(unrealised) + moved), profit: rupees(amount(profit) + moved) };
}

const sum = (amounts: readonly string[]): string => rupees(amounts.reduce((total, text) => total + amount(text), 0n));

/** All of the day's positions at the prices of now. */
export function dayTotals(positions: readonly DayPosition[], priceOf: (code: string) => string | undefined) {
  const results = positions.map((position) => dayResult(position, priceOf(position.code)));
  return {
    profit: sum(results.map(({ profit }) => profit)),
    unrealised: sum(results.map(({ unrealised }) => unrealised)),
    realised: sum(positions.map(({ realised }) => realised)),
  };
}

/** What stands open first, then by code. */
export const inDayOrder = (positions: readonly DayPosition[]): readonly DayPosition[] =>
  positions.toSorted(
    (a, b) =>
      Number(a.netQuantity === 0) - Number(b.netQuantity === 0) ||
      (a.code === b.code ? (a.product < b.product ? -1 : 1) : a.code < b.code ? -1 : 1),
  );
