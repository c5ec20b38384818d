import type { JournalledCommand, OrderEvent } from '@khara/market-day';
import { MarketTakenOver } from '#modules/market/index.ts';
import { DatabaseAway } from '#src/ports/database.ts';
import { BooksMovedOn, type Match, type SettlementBatch } from '#src/ports/exchange.ts';

type Part = Pick<
  SettlementBatch,
  'epoch' | 'marketDate' | 'marketDay' | 'marketTimeOf' | 'marginBps' | 'frontierStep'
> & {
  readonly applied: SettlementBatch['applied'];
  readonly events: readonly OrderEvent[];
};

export interface SettlerParts {
  readonly settle: (batch: SettlementBatch) => Promise<void>;
  /** Whether orders may be placed now; `wake` says that it has changed. */
  readonly mayPlace: () => boolean;
  /** Applies commands to the exchange and answers what they caused. */
  readonly apply: (commands: readonly JournalledCommand[]) => Part;
  /** A transaction that placed and matched orders has committed. */
  readonly onPlaced: (batch: SettlementBatch) => void;
  readonly now: () => number;
  /** After the n-th failure in a row (from 1): resolves when it is time to try again. */
  readonly rest: (failures: number) => Promise<void>;
  /** Throws when there is no use in trying again: then nothing is settled any more, and no other answer goes out. */
  readonly onFailure: (error: unknown, batch: SettlementBatch | undefined) => void;
}

/** More than this settles by itself before orders are placed: at the end of a day thousands of orders end. */
const MOST_BESIDE = 200;

/** What waits is more than a transaction that places orders may settle beside them. */
class CrowdedOut extends Error {}

type Placement = {
  readonly write: (match: Match) => Promise<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * The one writer of what the exchange does, one transaction at a time and in order: while one commits, the
 * next one forms. A turn places orders, matches them and settles all that waits with them, or it settles what
 * happened without them. A batch that fails is sent again as it was, until it is settled: what it holds has
 * happened, and nothing after it may be settled before it.
 */
export class Settler {
  readonly #parts: SettlerParts;
  #forming: Part | undefined;
  #running = false;
  readonly #placings: Placement[] = [];
  /** The turn that places orders, until it ends. */
  #placing: Promise<boolean> | undefined;
  /** Resolves when what was matched last is committed; undefined when all of it is. */
  #matched: PromiseWithResolvers<void> | undefined;
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
    this.#form(part);
    this.wake();
  }

  /** Places orders in a turn of their own: see `OrderGateway.place`. */
  place<T>(write: (match: Match) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#placings.push({ write, resolve, reject });
    this.wake();
    return promise;
  }

  /** Goes on when there is something to do. */
  wake(): void {
    if (this.#running || !this.#hasWork) return;
    this.#running = true;
    // What arrives in the same turn of the event loop settles together.
    setImmediate(() => void this.#run().catch(() => undefined));
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

  /** Resolves when all that was matched for orders is committed, so that it may be shown; undefined when it is. */
  get uncommitted(): Promise<void> | undefined {
    return this.#matched?.promise;
  }

  /** Resolves when everything handed over up to now is settled, and the turn that is under way has ended. */
  async settledSoFar(): Promise<void> {
    await this.#placing;
    const at = this.#added;
    if (this.#done >= at) return;
    await new Promise<void>((resolve) => this.#cuts.push({ at, resolve }));
  }

  get #hasWork(): boolean {
    return this.#forming !== undefined || (this.#placings.length > 0 && this.#parts.mayPlace());
  }

  #form(part: Part): void {
    for (const { seq } of part.applied) this.expect(seq);
    this.#added += 1;
    const before = this.#forming;
    this.#forming = before
      ? { ...part, applied: [...before.applied, ...part.applied], events: [...before.events, ...part.events] }
      : part;
  }

  async #run(): Promise<void> {
    while (this.#hasWork) {
      const isCrowded = (this.#forming?.events.length ?? 0) > MOST_BESIDE;
      const placing = !isCrowded && this.#parts.mayPlace() ? this.#placings.shift() : undefined;
      if (placing) {
        this.#placing = this.#place(placing);
        const hasSettled = await this.#placing;
        this.#placing = undefined;
        if (!hasSettled) await this.#settleForming();
      } else await this.#settleForming();
    }
    this.#running = false;
  }

  async #settleForming(): Promise<void> {
    const part = this.#forming;
    if (!part) return;
    const through = this.#added;
    this.#forming = undefined;
    const batch = { ...part, at: this.#parts.now() };
    for (let failures = 1; ; failures += 1) {
      try {
        await this.#parts.settle(batch);
        break;
      } catch (error) {
        this.#parts.onFailure(error, batch);
        await this.#parts.rest(failures);
      }
    }
    this.#tell(part, through);
  }

  /** Answers whether it matched anything: then it has settled all that waited. */
  async #place({ write, resolve, reject }: Placement): Promise<boolean> {
    let matched: { readonly batch: SettlementBatch; readonly through: number } | undefined;
    const match: Match = (commands) => {
      if (matched) return matched.batch;
      if ((this.#forming?.events.length ?? 0) > MOST_BESIDE) throw new CrowdedOut();
      this.#matched = Promise.withResolvers();
      this.#form(this.#parts.apply(commands));
      const batch = { ...this.#forming!, at: this.#parts.now() };
      this.#forming = undefined;
      matched = { batch, through: this.#added };
      return batch;
    };
    for (let failures = 1; ; failures += 1) {
      try {
        const value = await write(match);
        resolve(value as never); // what its own `write` answered
        if (!matched) return false;
        this.#tell(matched.batch, matched.through);
        this.#parts.onPlaced(matched.batch);
        this.#matched?.resolve();
        this.#matched = undefined;
        return true;
      } catch (error) {
        if (error instanceof CrowdedOut) {
          await this.#settleForming();
          continue;
        }
        if (!matched && !this.#matched && !(error instanceof MarketTakenOver)) {
          reject(error);
          return false;
        }
        try {
          const isInPart = !matched && this.#matched !== undefined;
          const cause = isInPart ? new BooksMovedOn('commands were applied in part', { cause: error }) : error;
          this.#parts.onFailure(cause, matched?.batch);
        } catch (end) {
          reject(new DatabaseAway('The market has stopped', { cause: end })); // the next server knows what was kept
          throw end;
        }
        await this.#parts.rest(failures);
      }
    }
  }

  #tell({ applied }: Part, through: number): void {
    this.#done = through;
    for (const { seq } of applied) {
      const waiting = this.#waiting.get(seq) ?? [];
      this.#waiting.delete(seq);
      for (const resolve of waiting) resolve();
    }
    const reached = this.#cuts.filter(({ at }) => at <= this.#done);
    this.#cuts = this.#cuts.filter(({ at }) => at > this.#done);
    for (const { resolve } of reached) resolve();
  }
}
