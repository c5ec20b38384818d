import type { MarketStatus } from '@khara/market-day';
import type { MarketFeed } from '#src/ports/market.ts';

type QuotesChanged = (codes: readonly string[]) => void;
type SessionChanged = (now: MarketStatus) => void;

/** What hears of a market: of quotes that changed, and of its session. */
export class FeedListeners implements MarketFeed {
  readonly #quotes = new Set<QuotesChanged>();
  readonly #session = new Set<SessionChanged>();

  onQuotes(listener: QuotesChanged): () => void {
    this.#quotes.add(listener);
    return () => this.#quotes.delete(listener);
  }

  onSession(listener: SessionChanged): () => void {
    this.#session.add(listener);
    return () => this.#session.delete(listener);
  }

  quotesChanged(codes: readonly string[]): void {
    for (const listener of this.#quotes) listener(codes);
  }

  sessionChanged(now: MarketStatus): void {
    for (const listener of this.#session) listener(now);
  }
}
