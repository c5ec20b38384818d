import type { AppliedPlace, JournalledCommand, TradingDay } from '@khara/market-day';
import type { MarketCheck, MarketMove, MovedCommand } from '#src/ports/exchange.ts';
import { CHECK_EVERY, marketHash } from './market-hash.ts';

export type RecorderParts = {
  readonly publish: (move: MarketMove) => void;
  readonly epoch: () => number;
  readonly now: () => number;
};

/** A command that was applied and is not durable, and the chain after it. */
type Pending = { readonly moved: MovedCommand; readonly chain: string };

/**
 * Says how far the market has come, for those who follow it: only what is durable, in its order. So a follower never
 * knows more than the database, and who takes the market over goes on where every follower stands, or later.
 */
export class MoveRecorder {
  readonly #parts: RecorderParts;
  #day: TradingDay;
  #pending: Pending[] = [];
  #checks: MarketCheck[] = [];
  /** Of what was said last. */
  #chain: string;
  #step = -1;

  constructor(parts: RecorderParts, day: TradingDay) {
    this.#parts = parts;
    this.#day = day;
    this.#chain = day.hashes.commands;
  }

  /** Another day runs. All of the one before is durable. */
  beginDay(day: TradingDay): void {
    this.#day = day;
    this.#pending = [];
    this.#checks = [];
    this.#chain = day.hashes.commands;
    this.#step = -1;
    this.stepped(day.step);
  }

  /** A command was applied at this place just now. */
  applied(command: JournalledCommand, { step, index }: { readonly step: number; readonly index: number }): void {
    this.#pending.push({ moved: [step, index, command], chain: this.#day.hashes.commands });
  }

  /** A step was made just now. */
  advanced(): void {
    const { step } = this.#day;
    if (step % CHECK_EVERY === 0) this.#checks.push({ step, hash: marketHash(this.#day) });
  }

  /** A commit has these places, and everything up to this step. */
  settled(places: readonly AppliedPlace[], step: number): void {
    // What is settled was applied first.
    this.#publish(this.#pending.splice(0, places.length), step);
  }

  /** A note has everything up to this step, and nothing was waiting then. */
  stepped(step: number): void {
    this.#publish([], step);
  }

  #publish(done: readonly Pending[], upTo: number): void {
    const step = Math.max(upTo, this.#step);
    if (done.length === 0 && step === this.#step) return;
    const { inputs, leftOut } = this.#day;
    const before = this.#chain;
    this.#chain = done.at(-1)?.chain ?? before;
    this.#step = step;
    const checks = this.#checks.filter((check) => check.step <= step);
    this.#checks = this.#checks.filter((check) => check.step > step);
    this.#parts.publish({
      epoch: this.#parts.epoch(),
      marketDay: inputs.marketDay,
      step,
      commands: done.map(({ moved }) => moved),
      before,
      after: this.#chain,
      leftOut: leftOut.length,
      at: this.#parts.now(),
      ...(checks.length > 0 && { checks }),
    });
  }
}
