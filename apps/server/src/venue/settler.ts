import type { JournalledCommand, OrderEvent } from '@khara/market-day';
import { MarketTakenOver } from '#modules/market/index.ts';
import { DatabaseAway } from '#src/ports/database.ts';
import { MatchUnwritable, type Match, type SettlementBatch } from '#src/ports/exchange.ts';

export type Part = Pick<
  SettlementBatch,
  'epoch' | 'marketDate' | 'marketDay' | 'marketTimeOf' | 'marginBasis' | 'frontierStep'
> & {
  readonly applied: SettlementBatch['applied'];
  readonly events: readonly OrderEvent[];
};

export type SettlerParts = {
  readonly settle: (batch: SettlementBatch) => Promise<void>;
  /** Whether orders may be placed now; `wake` says that it has changed. */
  readonly mayPlace: () => boolean;
  /** Applies commands to the exchange and answers what they caused. */
  readonly apply: (commands: readonly JournalledCommand[]) => Part;
  /** A transaction that had placed and matched orders has committed. */
  readonly onPlaced: (batch: SettlementBatch) => void;
  /** A batch has committed: how many commands it had, and how long that was in writing. */
  readonly onSettled?: ((commands: number, seconds: number) => void) | undefined;
  readonly now: () => number;
  /** After the n-th failure in a row (from 1): resolves when it is time to try again. */
  readonly rest: (failures: number) => Promise<void>;
  /** Throws when there is no use in trying again: then nothing is settled any more, and no other answer goes out. */
  readonly onFailure: (error: unknown, batch: SettlementBatch | undefined) => void;
};

/** More than this settles by itself before orders are placed: at the end of a day thousands of orders end. */
const MAX_BESIDE = 200;

/** Orders that are to be placed, until their transaction has ended. */
class Placing {
  readonly write: (match: Match) => Promise<unknown>;
  readonly answer = Promise.withResolvers<unknown>();
  /** Its commands are applied, or some of them. */
  isApplied = false;
  /** What it has to settle, once all are. */
  batch: SettlementBatch | undefined;
  /** `performance.now()` of that. */
  matchedAt = 0;
  /** Parts that are settled with it. */
  through = 0;
  /** Resolves when it holds no lock any more. */
  readonly ended = Promise.withResolvers<void>();

  constructor(write: (match: Match) => Promise<unknown>) {
    this.write = write;
  }
}

/**
 * The one writer of what the exchange does, one transaction after the other. One that places orders settles what waits
 * with them; what happens without new orders is settled when none is under way. What fails after it was matched is
 * sent again as it was, until it is settled: it has happened, and nothing after it may be settled before it.
 */
export class Settler {
  readonly #parts: SettlerParts;
  #forming: Part | undefined;
  #isSettling = false;
  /** Orders that have not begun. */
  readonly #placings: Placing[] = [];
  /** Those that lock, read or write. */
  #underWay: Placing | undefined;
  /** What has formed is settled before other orders begin: those before matched nothing, and did not take it along. */
  #isFormingDue = false;
  /** Why nothing is settled any more. */
  #over: { readonly cause: unknown } | undefined;
  #isWoken = false;
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

  /** Places orders: see `OrderMatching.place`. */
  place<T>(write: (match: Match) => Promise<T>): Promise<T> {
    if (this.#over) return Promise.reject(stopped(this.#over.cause));
    const placing = new Placing(write);
    this.#placings.push(placing);
    this.#goOn();
    return placing.answer.promise as Promise<T>; // what its own `write` answered
  }

  /** Goes on when there is something to do. What arrives in the same turn of the event loop settles together. */
  wake(): void {
    if (this.#isWoken) return;
    this.#isWoken = true;
    setImmediate(() => {
      this.#isWoken = false;
      this.#goOn();
    });
  }

  /** Resolves when the command's outcome is settled; at once for one that is, or was never handed over. */
  settled(seq: number): Promise<void> {
    const waiting = this.#waiting.get(seq);
    if (!waiting) return Promise.resolve();
    return new Promise((resolve) => waiting.push(resolve));
  }

  get isIdle(): boolean {
    return !this.#underWay && !this.#isSettling && !this.#forming;
  }

  /** Whether something was matched for orders that is not committed, and so must not be shown. */
  get isUncommitted(): boolean {
    return this.#underWay?.isApplied ?? false;
  }

  /** Resolves when that is committed; never where the market has stopped before. */
  async allCommitted(): Promise<void> {
    while (this.isUncommitted) {
      await this.#underWay?.ended.promise;
      if (this.#over) await new Promise(() => undefined);
    }
  }

  /** Resolves when everything handed over up to now is settled, and the orders that are being placed have ended. */
  async settledSoFar(): Promise<void> {
    await this.#underWay?.ended.promise;
    const at = this.#added;
    if (this.#done >= at) return;
    await new Promise<void>((resolve) => this.#cuts.push({ at, resolve }));
  }

  #form(part: Part): void {
    for (const { seq } of part.applied) this.expect(seq);
    this.#added += 1;
    const before = this.#forming;
    this.#forming = before
      ? { ...part, applied: [...before.applied, ...part.applied], events: [...before.events, ...part.events] }
      : part;
  }

  #goOn(): void {
    if (this.#over || this.#isSettling || this.#underWay) return;
    const isFormingFirst = this.#isFormingDue || (this.#forming?.events.length ?? 0) > MAX_BESIDE;
    const next = this.#parts.mayPlace() && !isFormingFirst ? this.#placings.shift() : undefined;
    if (next) void this.#place(next);
    else if (this.#forming) void this.#settleForming();
  }

  /** What has formed, to be settled. */
  #take(): SettlementBatch {
    const batch = { ...this.#forming!, at: this.#parts.now() };
    this.#forming = undefined;
    this.#isFormingDue = false;
    return batch;
  }

  async #settleForming(): Promise<void> {
    const through = this.#added;
    const batch = this.#take();
    this.#isSettling = true;
    const began = performance.now();
    for (let failures = 1; ; failures += 1) {
      try {
        await this.#parts.settle(batch);
        break;
      } catch (error) {
        try {
          this.#parts.onFailure(error, batch);
        } catch (end) {
          this.#end(end);
          return;
        }
        await this.#parts.rest(failures);
      }
    }
    this.#isSettling = false;
    this.#noteSettled(batch, through, began);
    this.wake();
  }

  async #place(placing: Placing): Promise<void> {
    this.#underWay = placing;
    const tell = await this.#writeUntilItIsIn(placing);
    this.#underWay = undefined;
    placing.ended.resolve();
    if (this.#forming && !placing.batch) this.#isFormingDue = true;
    tell();
    this.wake();
  }

  #match(placing: Placing, commands: readonly JournalledCommand[]): SettlementBatch {
    if (placing.batch) return placing.batch;
    if (this.#over) throw stopped(this.#over.cause);
    placing.isApplied = true;
    this.#form(this.#parts.apply(commands));
    placing.batch = this.#take();
    placing.matchedAt = performance.now();
    placing.through = this.#added;
    return placing.batch;
  }

  /** Answers how to tell what became of it. */
  async #writeUntilItIsIn(placing: Placing): Promise<() => void> {
    for (let failures = 1; ; failures += 1) {
      try {
        const value = await placing.write((commands) => this.#match(placing, commands));
        return () => {
          if (placing.batch) this.#commit(placing, placing.batch);
          placing.answer.resolve(value);
        };
      } catch (error) {
        if (!placing.isApplied && !(error instanceof MarketTakenOver)) return () => placing.answer.reject(error);
        try {
          if (this.#over) throw error;
          const isInPart = placing.isApplied && !placing.batch;
          const cause = isInPart ? new MatchUnwritable('commands were applied in part', { cause: error }) : error;
          this.#parts.onFailure(cause, placing.batch);
        } catch (end) {
          this.#end(end);
          return () => placing.answer.reject(stopped(end)); // the next server knows what was kept
        }
        await this.#parts.rest(failures);
      }
    }
  }

  #commit({ matchedAt, through }: Placing, batch: SettlementBatch): void {
    this.#noteSettled(batch, through, matchedAt);
    this.#parts.onPlaced(batch);
  }

  /** Nothing is matched or settled any more. */
  #end(cause: unknown): void {
    this.#over ??= { cause };
    for (const { answer } of this.#placings.splice(0)) answer.reject(stopped(cause));
  }

  #noteSettled({ applied }: SettlementBatch, through: number, began: number): void {
    this.#parts.onSettled?.(applied.length, (performance.now() - began) / 1000);
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

const stopped = (cause: unknown) => new DatabaseAway('The market has stopped', { cause });
