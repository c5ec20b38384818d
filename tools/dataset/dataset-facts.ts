import { type LevelBook, MESSAGE, type OrderMessage } from '@khara/bench';

/** Messages of continuous trading from one look at spread and depth to the next. */
const SAMPLE_EVERY = 50;

/** What of a data set its card says in figures. */
export class DatasetFacts {
  readonly #counts = new Map<number, number>();
  readonly #spreadsBps: number[] = [];
  readonly #depths: number[] = [];
  #seen = 0;

  add({ type, phase }: OrderMessage, { buy, sell }: LevelBook): void {
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1);
    const [bid, ask] = [buy[0], sell[0]];
    if (phase !== 'continuous' || !bid || !ask || ++this.#seen % SAMPLE_EVERY !== 0) return;
    this.#spreadsBps.push(((ask.price - bid.price) * 20_000) / (ask.price + bid.price));
    this.#depths.push((bid.quantity * bid.price + ask.quantity * ask.price) / 100);
  }

  /** Rows of a table. */
  lines(): readonly (readonly [string, string])[] {
    const count = (type: number) => this.#counts.get(type) ?? 0;
    const executed = count(MESSAGE.executed);
    return [
      ['messages', [...this.#counts.values()].reduce((sum, n) => sum + n, 0).toLocaleString('en')],
      ['orders that came to rest', count(MESSAGE.submitted).toLocaleString('en')],
      ['taken out', count(MESSAGE.deleted).toLocaleString('en')],
      ['executions in continuous trading', executed.toLocaleString('en')],
      ['sides of trades in auctions', count(MESSAGE.crossed).toLocaleString('en')],
      ['orders for each execution', executed === 0 ? 'no execution' : (count(MESSAGE.submitted) / executed).toFixed(1)],
      ['median spread in continuous trading', `${median(this.#spreadsBps)?.toFixed(1) ?? 'no'} bps`],
      ['median value at the two best prices', `Rs ${Math.round(median(this.#depths) ?? 0).toLocaleString('en')}`],
    ];
  }
}

const median = (values: readonly number[]): number | undefined => values.toSorted((a, b) => a - b)[values.length >> 1];
