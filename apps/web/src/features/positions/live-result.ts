import { paise, percent, rupees } from '@khara/money';

/** What of a position moves with the price. */
export type Result = {
  readonly marketValue: string;
  readonly totalProfit: string;
  /** Of the cost; undefined of shares that cost nothing. */
  readonly profitPercent: string | undefined;
};

type PositionFigures = Result & {
  readonly quantity: number;
  readonly marketPrice: string;
  /** `short`: sold first; a rising price is a loss. */
  readonly direction?: 'long' | 'short';
};

/**
 * A position's result at a live price. The server's own figures move by quantity × the change of price, so
 * that whatever it counts into cost and profit stays counted. Amounts are exact; the per cent is of the cost.
 */
export function liveResult(held: PositionFigures, livePrice: string | undefined): Result {
  const [now, before] = [paise(livePrice ?? held.marketPrice), paise(held.marketPrice)];
  const [value, profit] = [paise(held.marketValue), paise(held.totalProfit)];
  if (now === undefined || before === undefined || value === undefined || profit === undefined) return held;
  const short = held.direction === 'short';
  const cost = short ? value + profit : value - profit;
  if (now === before) return cost === 0n ? { ...held, profitPercent: undefined } : held;
  const moved = BigInt(held.quantity) * (now - before);
  const profitNow = profit + (short ? -moved : moved);
  return {
    marketValue: rupees(value + moved),
    totalProfit: rupees(profitNow),
    profitPercent: cost === 0n ? undefined : percent(profitNow, cost),
  };
}
