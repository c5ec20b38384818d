import type { MarketEvents, SessionOrderEvent, TradeVisitor } from '../types.ts';

const WORDS = 6;

/**
 * What happened since the last `clear`. Trades come by the thousand a second and lie in columns that are used again;
 * members' events are few and lie as objects.
 */
export class EventLog implements MarketEvents<SessionOrderEvent> {
  tradeCount = 0;
  #orders: SessionOrderEvent[] = [];
  #words = new Int32Array(1024 * WORDS);

  get orders(): readonly SessionOrderEvent[] {
    return this.#orders;
  }

  addTrade(share: number, price: number, quantity: number, step: number, tradeNo: number, buyerCame: boolean): void {
    const at = this.tradeCount * WORDS;
    if (at === this.#words.length) this.#grow();
    const words = this.#words;
    words[at] = share;
    words[at + 1] = price;
    words[at + 2] = quantity;
    words[at + 3] = step;
    words[at + 4] = tradeNo;
    words[at + 5] = buyerCame ? 1 : 0;
    this.tradeCount++;
  }

  addOrderEvent(event: SessionOrderEvent): void {
    this.#orders.push(event);
  }

  forEachTrade(visit: TradeVisitor): void {
    const words = this.#words;
    for (let at = 0; at < this.tradeCount * WORDS; at += WORDS) {
      const aggressor = words[at + 5] === 1 ? 'buy' : 'sell';
      visit(words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!, words[at + 4]!, aggressor);
    }
  }

  clear(): void {
    this.tradeCount = 0;
    if (this.#orders.length > 0) this.#orders = []; // a reader may still hold the old list
  }

  #grow(): void {
    const grown = new Int32Array(this.#words.length * 2);
    grown.set(this.#words);
    this.#words = grown;
  }
}
