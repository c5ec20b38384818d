import type { JournalledCommand, OrderEvent } from '@khara/market-day';
import { MarketTakenOver } from '#modules/market/index.ts';
import { DatabaseAway } from '#src/ports/database.ts';
import { MatchUnwritable, type Match, type Matched, type SettlementBatch } from '#src/ports/exchange.ts';
import { Placing } from './placing.ts';

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
  /** The oldest transaction that had placed and matched orders has committed. */
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

/**
 * The one writer of what the exchange does, one commit after the other and in order. A transaction that places orders
 * locks and reads while the one before writes, matches when that has matched, and settles what else waits with them.
 * What happens without new orders is settled when none of these is under way. What fails after it was matched is sent
 * again as it was, until it is settled: it has happened, and nothing after it may be settled before it.
 *
 * No transaction waits for one that waits for it. Those that place orders hold locks of their own users only,
 * until what was matched changes orders of others as well: then those that have not matched give way, and no
 * other begins before its commit.
 */
export class Settler {
  readonly #parts: SettlerParts;
  #forming: Part | undefined;
  #isSettling = false;
  /** Orders that have not begun. */
  readonly #placings: Placing[] = [];
  /** Those that lock, read or write, in the order in which they began. */
  readonly #underWay = new Set<Placing>();
  /** Those of them that have matched, in the order of their commits. */
  readonly #matched: Placing[] = [];
  /** What has formed is settled before other orders begin: those before matched nothing, and did not take it along. */
  #isFormingDue = false;
  /** How many wait for a moment in which all that was matched is committed. */
  #pausing = 0;
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

  /** Places orders: see `OrderGateway.place`. */
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
    return this.#underWay.size === 0 && !this.#isSettling && !this.#forming;
  }

  /** Whether something was matched for orders that is not committed, and so must not be shown. */
  get isUncommitted(): boolean {
    return [...this.#underWay].some(({ isApplied }) => isApplied);
  }

  /** Resolves when all of that is committed. No more is matched before the caller has gone on. */
  async allCommitted(): Promise<void> {
    this.#pausing += 1;
    while (this.isUncommitted) {
      const oldest = [...this.#underWay].find(({ isApplied }) => isApplied);
      await oldest?.committed.promise.catch(() => new Promise(() => undefined)); // what it waits for never comes
    }
    this.#pausing -= 1;
    this.wake();
  }

  /** Resolves when everything handed over up to now is settled, and the orders that are being placed have ended. */
  async settledSoFar(): Promise<void> {
    await Promise.all([...this.#underWay].map(({ ended }) => ended.promise));
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

  get #isCrowded(): boolean {
    return (this.#forming?.events.length ?? 0) > MAX_BESIDE;
  }

  /** Orders of others wait for locks that no other transaction may take now. */
  get #needsRoom(): boolean {
    return this.#isCrowded || this.#matched.some(({ matched }) => matched?.hasOthers);
  }

  #goOn(): void {
    if (this.#over || this.#isSettling) return;
    this.#letMatch();
    const mayBegin = this.#parts.mayPlace() && !this.#needsRoom && !this.#isFormingDue;
    if (mayBegin && this.#placings.length > 0) {
      for (const placing of this.#placings.splice(0)) void this.#place(placing);
    } else if (this.#forming && this.#underWay.size === 0) void this.#settleForming();
  }

  /** Those who wait for their turn match, or give way. */
  #letMatch(): void {
    for (const placing of this.#underWay) {
      const { asks } = placing;
      if (!asks) continue;
      if (this.#needsRoom || placing.mustGiveWay) {
        placing.asks = undefined;
        placing.gaveWay = true;
        asks.answer.resolve(undefined);
      } else if (this.#pausing === 0) {
        placing.asks = undefined;
        this.#match(placing, asks);
      }
    }
  }

  #match(placing: Placing, { commands, answer }: NonNullable<Placing['asks']>): void {
    placing.isApplied = true;
    try {
      this.#form(this.#parts.apply(commands));
    } catch (error) {
      answer.reject(error);
      return;
    }
    const batch = { ...this.#forming!, at: this.#parts.now() };
    this.#forming = undefined;
    this.#isFormingDue = false;
    const own = new Set(commands.map((command) => ('orderId' in command ? command.orderId : undefined)));
    const hasOthers = batch.applied.length > commands.length || batch.events.some(({ orderId }) => !own.has(orderId));
    const isNext = this.#matched.at(-1)?.committed.promise ?? Promise.resolve();
    placing.matched = { batch, hasOthers, isNext };
    placing.matchedAt = performance.now();
    placing.through = this.#added;
    this.#matched.push(placing);
    if (hasOthers) this.#makeRoom();
    answer.resolve(placing.matched);
  }

  /** Those that have matched nothing end, and begin again later. */
  #makeRoom(): void {
    for (const placing of this.#underWay) if (!placing.isApplied) placing.mustGiveWay = true;
  }

  async #settleForming(): Promise<void> {
    const part = this.#forming!;
    const through = this.#added;
    this.#forming = undefined;
    this.#isFormingDue = false;
    this.#isSettling = true;
    const batch = { ...part, at: this.#parts.now() };
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
    this.#count(part, began);
    this.#tell(part, through);
    this.wake();
  }

  async #place(placing: Placing): Promise<void> {
    placing.mustGiveWay = false;
    this.#underWay.add(placing);
    const tell = await this.#writeUntilItIsIn(placing);
    this.#underWay.delete(placing);
    placing.ended.resolve();
    if (this.#forming && !placing.matched) this.#isFormingDue = true;
    tell?.();
    if (!tell && this.#over) placing.answer.reject(stopped(this.#over.cause));
    else if (!tell) {
      const again = new Placing(placing.write);
      again.answer.promise.then(placing.answer.resolve, placing.answer.reject);
      this.#placings.unshift(again);
    }
    this.wake();
  }

  /** Answers how to tell what became of it; undefined: it gave way. */
  async #writeUntilItIsIn(placing: Placing): Promise<(() => void) | undefined> {
    const match: Match = (commands) => {
      if (placing.matched) return Promise.resolve(placing.matched);
      if (this.#over) return Promise.reject(stopped(this.#over.cause));
      const answer = Promise.withResolvers<Matched | undefined>();
      placing.asks = { commands, answer };
      this.#goOn();
      return answer.promise;
    };
    for (let failures = 1; ; failures += 1) {
      try {
        const value = await placing.write(match);
        if (placing.gaveWay) return undefined;
        if (placing.matched) this.#commit(placing, placing.matched);
        return () => placing.answer.resolve(value);
      } catch (error) {
        placing.asks = undefined;
        if (placing.gaveWay) return undefined;
        if (!placing.isApplied && !(error instanceof MarketTakenOver)) return () => placing.answer.reject(error);
        try {
          if (this.#over) throw error;
          const isInPart = placing.isApplied && !placing.matched;
          const cause = isInPart ? new MatchUnwritable('commands were applied in part', { cause: error }) : error;
          this.#parts.onFailure(cause, placing.matched?.batch);
        } catch (end) {
          this.#end(end);
          return () => placing.answer.reject(stopped(end)); // the next server knows what was kept
        }
        // Whatever it fails for, what others have locked is not in its way.
        this.#makeRoom();
        this.#goOn();
        await this.#parts.rest(failures);
      }
    }
  }

  #commit(placing: Placing, { batch }: Matched): void {
    this.#matched.shift();
    this.#underWay.delete(placing);
    this.#count(batch, placing.matchedAt);
    this.#tell(batch, placing.through);
    this.#parts.onPlaced(batch);
    placing.committed.resolve();
  }

  /** Nothing is matched or settled any more. */
  #end(cause: unknown): void {
    this.#over ??= { cause };
    for (const { answer } of this.#placings.splice(0)) answer.reject(stopped(cause));
    for (const { asks, committed } of this.#underWay) {
      asks?.answer.reject(stopped(cause));
      committed.reject(stopped(cause));
    }
  }

  #count({ applied }: Part, began: number): void {
    this.#parts.onSettled?.(applied.length, (performance.now() - began) / 1000);
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

const stopped = (cause: unknown) => new DatabaseAway('The market has stopped', { cause });
