import type { TradingDay } from '@khara/market-day';
import type { MarketView } from '#src/ports/market.ts';
import { FeedListeners } from './feed-listeners.ts';

/** Tells listeners what changed: quotes after a step or a command, the session when it changes. */
export class QuotePublisher extends FeedListeners {
  readonly #market: MarketView;
  /**
   * Versions of the shares as they were published last, and the day they are of: on a new day everything is published.
   */
  #seenVersions = new Int32Array();
  #day: TradingDay | undefined;
  /** Closes of indices are found with a phase, and not by a trade. */
  #phaseNo = -1;

  constructor(market: MarketView) {
    super();
    this.#market = market;
  }

  /** Publishes the codes of instruments that changed since the last call. */
  publishQuotes(day: TradingDay): void {
    const { market, tape } = day;
    const instruments = this.#market.instruments();
    const isNewDay = this.#day !== day;
    this.#day = day;
    if (isNewDay) this.#seenVersions = new Int32Array(tape.shares).fill(-1);
    const moved = day.takeMovedIndices();
    const isNewPhase = this.#phaseNo !== day.phaseNo;
    this.#phaseNo = day.phaseNo;
    const indices =
      isNewDay || isNewPhase ? instruments.slice(tape.shares) : moved.map((index) => instruments[tape.shares + index]!);
    const changed = indices.map(({ code }) => code);
    for (let share = 0; share < tape.shares; share += 1) {
      const version = market.version(share);
      if (version === this.#seenVersions[share]) continue;
      this.#seenVersions[share] = version;
      changed.push(instruments[share]!.code);
    }
    if (changed.length > 0) this.quotesChanged(changed);
  }

  publishSession(): void {
    this.sessionChanged(this.#market.now());
  }
}
