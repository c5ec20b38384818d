import type { OrderEvent } from '@khara/market-day';
import type { SettlementBatch } from '#src/ports/exchange.ts';

type Part = Pick<SettlementBatch, 'epoch' | 'marketDate' | 'marketDay' | 'marketTimeOf' | 'frontierStep'> & {
  readonly applied: SettlementBatch['applied'];
  readonly events: readonly OrderEvent[];
};

export interface SettlerParts {
  readonly settle: (batch: SettlementBatch) => Promise<void>;
  readonly now: () => number;
  /** After the n-th failure in a row (from 1): resolves when it is time to try again. */
  readonly rest: (failures: number) => Promise<void>;
  /** Throws when there is no use in trying again: then nothing is settled any more, and no other answer goes out. */
  readonly onFailure: (error: unknown, batch: SettlementBatch) => void;
}

/**
 * Settles what happened in batches, one transaction at a time and in order: while one commits, the next
 * forms. A batch that fails is sent again as it was, until it is settled: what it holds has happened, and
 * nothing after it may be settled before it.
 */
export class Settler {
  readonly #parts: SettlerParts;
  #forming: Part | undefined;
  #running = false;
  /** Commands handed over and not settled, with those who wait for them. */
  readonly #waiting = new Map<number, (() => void)[]>();
  /** Parts handed over, and how many of them are settled. */
  #added = 0;
  #done = 0;
  #cuts: { readonly at: number; readonly resolve: () => void }[] = [];

  constructor(parts: SettlerParts) {
    this.#parts = parts;
  }

  /** Says that a command will be part of a batch to come. */
  expect(seq: number): void {
    if (!this.#waiting.has(seq)) this.#waiting.set(seq, []);
  }

  /**
   * Hands over what happened. A market day's last part must be settled before the next day's first: see `settledSoFar`.
   */
  add(part: Part): void {
    for (const { seq } of part.applied) this.expect(seq);
    this.#added += 1;
    const before = this.#forming;
    this.#forming = before
      ? { ...part, applied: [...before.applied, ...part.applied], events: [...before.events, ...part.events] }
      : part;
    if (!this.#running) {
      this.#running = true;
      setImmediate(() => void this.#run().catch(() => undefined)); // what arrives in the same turn of the event loop settles together
    }
  }

  /** Resolves when the command's outcome is settled; at once for one that is, or was never handed over. */
  settled(seq: number): Promise<void> {
    const waiting = this.#waiting.get(seq);
    if (!waiting) return Promise.resolve();
    return new Promise((resolve) => waiting.push(resolve));
  }

  get isIdle(): boolean {
    return !this.#running;
  }

  /** Resolves when everything handed over up to now is settled. */
  settledSoFar(): Promise<void> {
    const at = this.#added;
    if (this.#done >= at) return Promise.resolve();
    return new Promise((resolve) => this.#cuts.push({ at, resolve }));
  }

  async #run(): Promise<void> {
    for (let part = this.#forming; part; part = this.#forming) {
      const through = this.#added;
      this.#forming = undefined;
      await this.#settle({ ...part, at: this.#parts.now() });
      this.#done = through;
      this.#tell(part);
    }
    this.#running = false;
  }

  #tell(part: Part): void {
    for (const { seq } of part.applied) {
      const waiting = this.#waiting.get(seq) ?? [];
      this.#waiting.delete(seq);
      for (const resolve of waiting) resolve();
    }
    const reached = this.#cuts.filter(({ at }) => at <= this.#done);
    this.#cuts = this.#cuts.filter(({ at }) => at > this.#done);
    for (const { resolve } of reached) resolve();
  }

  async #settle(batch: SettlementBatch): Promise<void> {
    for (let failures = 1; ; failures += 1) {
      try {
        await this.#parts.settle(batch);
        return;
      } catch (error) {
        this.#parts.onFailure(error, batch);
        await this.#parts.rest(failures);
      }
    }
  }
}
