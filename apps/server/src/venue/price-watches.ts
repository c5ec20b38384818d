import type { TradingDay } from '@khara/market-day';
import type { ReachedMargin, ReachedTrigger, WatchedMargin, WatchedTrigger } from '#src/ports/exchange.ts';

/**
 * Looks at each step's prices for the triggers that wait, in memory. It says what was reached; whether that
 * fires is for the database, which has the last word on each trigger.
 */
export class TriggerWatch {
  readonly #byCode = new Map<string, Map<bigint, WatchedTrigger>>();
  readonly #codes = new Map<bigint, string>();
  #reached: ReachedTrigger[] = [];

  /** Forgets all and watches these. What was reached and is not taken yet stays so. */
  load(triggers: readonly WatchedTrigger[]): void {
    this.#byCode.clear();
    this.#codes.clear();
    for (const trigger of triggers) this.add(trigger);
  }

  add(trigger: WatchedTrigger): void {
    const same = this.#byCode.get(trigger.code) ?? new Map<bigint, WatchedTrigger>();
    // Two changes of one member may come here in another order than they were made.
    if ((same.get(trigger.id)?.version ?? 0) > trigger.version) return;
    this.#byCode.set(trigger.code, same.set(trigger.id, trigger));
    this.#codes.set(trigger.id, trigger.code);
  }

  remove(id: bigint): void {
    const code = this.#codes.get(id);
    if (code === undefined) return;
    this.#codes.delete(id);
    const same = this.#byCode.get(code);
    same?.delete(id);
    if (same?.size === 0) this.#byCode.delete(code);
  }

  /**
   * Notes the triggers whose price the step has reached. Only continuous trading counts: what an auction made is seen
   * when that begins. A trigger that was set within the step looks at the last price alone, since earlier trades of the
   * step came before it.
   */
  look(day: TradingDay): void {
    for (const [code, triggers] of this.#byCode) {
      const share = day.shareNumber(code);
      if (share === undefined || day.phaseOfShare(share) !== 'continuous' || !day.isTradable(share)) continue;
      const last = day.tape.lastPrice(share);
      const { low, high } = day.tape.takeRange(share) ?? { low: last, high: last };
      for (const trigger of triggers.values()) {
        const { marketDay, step } = trigger.armed;
        const isNew = marketDay === day.inputs.marketDay && step >= day.step - 1;
        const lowest = isNew ? last : Math.min(low, last);
        const highest = isNew ? last : Math.max(high, last);
        const { below, above } = trigger;
        const isBelow = below !== undefined && lowest <= below;
        if (!isBelow && (above === undefined || highest < above)) continue;
        this.#reached.push({ id: trigger.id, version: trigger.version, condition: isBelow ? 'below' : 'above' });
        this.remove(trigger.id);
      }
    }
  }

  get hasReached(): boolean {
    return this.#reached.length > 0;
  }

  /** What was reached since the last call. */
  take(): readonly ReachedTrigger[] {
    const reached = this.#reached;
    this.#reached = [];
    return reached;
  }
}

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
