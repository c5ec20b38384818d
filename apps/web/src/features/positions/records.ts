import { paise, rupees } from '@khara/money';
import type { Position } from './totals.ts';

export type Month = {
  /** Of the market's calendar: "2026-11". */
  readonly month: string;
  readonly positions: readonly Position[];
  /** Realised in it, after charges, as decimal text. */
  readonly realised: string;
};

/** Closed positions by the market's month in which they were closed, as they came: newest first. */
export function byMonth(positions: readonly Position[]): readonly Month[] {
  const months = new Map<string, Position[]>();
  for (const position of positions) {
    const month = position.closedOn?.slice(0, 7) ?? '';
    const others = months.get(month);
    if (others) others.push(position);
    else months.set(month, [position]);
  }
  return [...months].map(([month, closed]) => ({
    month,
    positions: closed,
    realised: rupees(closed.reduce((sum, position) => sum + (paise(position.profitAmount) ?? 0n), 0n)),
  }));
}
