import type { TradingDay } from '@khara/market-day';
import type { ReachedMargin, WatchedMargin } from '#src/ports/exchange.ts';

/**
 * Looks at each step's last prices for intraday positions whose margin a loss takes, in memory. It says what
 * was reached; what that means is for the database, which has the last word on each position.
 */
export class MarginWatch {
  #byCode = new Map<string, readonly WatchedMargin[]>();

  load(positions: readonly WatchedMargin[]): void {
    this.#byCode = Map.groupBy(positions, ({ code }) => code);
  }

  /** Positions whose price the last one of a step has reached. Only continuous trading counts. */
  reached(day: TradingDay): readonly ReachedMargin[] {
    const reached: ReachedMargin[] = [];
    for (const [code, positions] of this.#byCode) {
      const share = day.shareNumber(code);
      if (share === undefined || day.phaseOfShare(share) !== 'continuous' || !day.isTradable(share)) continue;
      const lastPrice = day.tape.lastPrice(share);
      for (const { id, isLong, price } of positions)
        if (isLong ? lastPrice <= price : lastPrice >= price) reached.push({ id, lastPrice });
    }
    return reached;
  }
}
