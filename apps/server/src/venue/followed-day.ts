import assert from 'node:assert/strict';
import type { JournalledCommand, TradingDay } from '@khara/market-day';
import type { MarketCheck, MarketMove, MovedCommand } from '#src/ports/exchange.ts';
import { CHECK_EVERY, marketHash } from './market-hash.ts';

/** Checks of its own that a follower keeps until it hears the market's. */
const KEPT_CHECKS = 8;

/** What became of a move: played; something before it is missing; or this day is another one than the market's. */
export type Played = 'played' | 'missing' | 'differs';

/** A market day that is played again as the market says it went. Deterministic: no clock, no database. */
export class FollowedDay {
  readonly day: TradingDay;
  readonly #onApplied: (command: JournalledCommand) => void;
  #checks: MarketCheck[] = [];
  /** The number of the last event that was let go. */
  #letGo = 0;

  readonly #keepsTrades: boolean;

  /** `keepsTrades`: for a server that may take the market over, which stores those that are not stored. */
  constructor(
    day: TradingDay,
    {
      keepsTrades = false,
      onApplied = () => undefined,
    }: { readonly keepsTrades?: boolean; readonly onApplied?: (command: JournalledCommand) => void } = {},
  ) {
    this.day = day;
    this.#keepsTrades = keepsTrades;
    this.#onApplied = onApplied;
  }

  /** The number of the last member's event that is not kept for a server that takes the market over. */
  get letGo(): number {
    return this.#letGo;
  }

  play(move: MarketMove): Played {
    const { day } = this;
    if (move.leftOut !== day.leftOut.length) return 'differs';
    const [last] = move.commands.slice(-1);
    if (this.#isBeyond(move.step, last)) return this.#compare(move.checks);
    const isNext = day.hashes.commands === move.before && day.step <= (move.commands[0]?.[0] ?? move.step);
    if (!isNext) return 'missing';
    this.catchUp(move.commands, { toStep: move.step, at: move.at });
    return day.hashes.commands === move.after || day.closing ? this.#compare(move.checks) : 'differs';
  }

  /**
   * Plays commands at their places and steps up to one; commands that this day has are left out. Throws when one cannot
   * have its place. `isNoted`: the database has the step. One in which a phase begins is noted before it is made, and
   * commands may still come before it: it is played once something after it is known.
   */
  catchUp(
    commands: readonly MovedCommand[],
    { toStep, at, isNoted = false }: { readonly toStep: number; readonly at: number; readonly isNoted?: boolean },
  ): void {
    const { day } = this;
    for (const [step, index, command] of commands) {
      if (step < day.step || (step === day.step && index < day.index)) continue;
      while (day.step < step) this.#advance(at);
      assert(day.index === index, `command ${command.seq} cannot have its place ${step}/${index}`);
      day.apply(command, at);
      this.#onApplied(command);
    }
    const made = isNoted ? toStep - 1 : toStep;
    while (day.step < made) this.#advance(at);
    if (day.step < toStep && !day.changesNext) this.#advance(at);
    // Whatever a follower has played is settled.
    const { events } = day.take();
    this.#letGo = events.at(-1)?.eventNo ?? this.#letGo;
    if (!this.#keepsTrades) day.trades.take();
  }

  #advance(at: number): void {
    const { day } = this;
    day.advance(at);
    if (day.step % CHECK_EVERY !== 0) return;
    this.#checks = [...this.#checks.slice(1 - KEPT_CHECKS), { step: day.step, hash: marketHash(day) }];
  }

  /** Whether this day has all that a move says. */
  #isBeyond(toStep: number, last: MovedCommand | undefined): boolean {
    const { step, index } = this.day;
    const hasLast = last === undefined || step > last[0] || (step === last[0] && index > last[1]);
    return hasLast && (step > toStep || (step === toStep && last !== undefined));
  }

  #compare(checks: readonly MarketCheck[] = []): Played {
    const own = new Map(this.#checks.map(({ step, hash }) => [step, hash]));
    const differs = checks.some(({ step, hash }) => own.has(step) && own.get(step) !== hash);
    return differs ? 'differs' : 'played';
  }
}
