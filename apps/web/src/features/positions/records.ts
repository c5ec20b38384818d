import { paise, percent, rupees } from '@khara/money';
import type { Position } from './totals.ts';

export type Month = {
  /** First instant of the month on the reader's clock. */
  readonly startsAt: number;
  readonly positions: readonly Position[];
  /** Realised in it, after charges, as decimal text. */
  readonly realised: string;
};

/** Closed positions by the month in which they were closed, as they came: newest first. */
export function byMonth(positions: readonly Position[]): readonly Month[] {
  const months = new Map<number, Position[]>();
  for (const position of positions) {
    const at = new Date(position.sellTime ?? position.buyTime);
    const startsAt = new Date(at.getFullYear(), at.getMonth(), 1).getTime();
    const month = months.get(startsAt);
    if (month) month.push(position);
    else months.set(startsAt, [position]);
  }
  return [...months].map(([startsAt, closed]) => ({
    startsAt,
    positions: closed,
    realised: rupees(closed.reduce((sum, position) => sum + (paise(position.profitAmount) ?? 0n), 0n)),
  }));
}

/** Realised profit of a closed position in per cent of what its shares had cost. */
export function realisedPercent({
  profitAmount,
  buyingPrice,
  sellQuantity,
}: Pick<Position, 'profitAmount' | 'buyingPrice' | 'sellQuantity'>): string {
  return percent(paise(profitAmount) ?? 0n, (paise(buyingPrice) ?? 0n) * BigInt(sellQuantity));
}
