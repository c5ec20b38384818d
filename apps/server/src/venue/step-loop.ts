import assert from 'node:assert/strict';
import { setImmediate as turn, setTimeout as rest } from 'node:timers/promises';
import { STEP_MS, stepAt, type TradingDay } from '@khara/market-day';
import type { Logger } from 'pino';
import type { Clock } from '#src/kernel/clock.ts';
import { TryLater } from '#src/kernel/try-later.ts';

/** Steps the loop makes at a stretch when it is late; more would keep requests waiting. */
const CATCH_UP = 4;
/** Steps by which the nse profile may be late before it leaves them out. */
const LEAVE_OUT_AFTER = 20;
/**
 * A market that is asked to step and does not: it is tried again after the first time, and given up after the second.
 */
const STANDING = { restMs: 5, maxMs: 10_000 } as const;

export type StepLoopParts = {
  /** The day that runs. */
  readonly day: () => TradingDay;
  /** Makes one step, or the next day when this one is over. */
  readonly step: () => Promise<void>;
  /** Leaves steps out, up to one. */
  readonly leaveOut: (step: number) => Promise<void>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
  /** The pace is another one. */
  readonly onPace: () => void;
};

/** A stretch of hurried steps, ms: what else waits has its turn after it. */
const HURRY_MS = 40;

/** Makes the market's steps in time, or those that are asked for. */
export class StepLoop {
  readonly #parts: StepLoopParts;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  #turning = false;
  #turnBeganAt = 0;
  #isStopped = false;
  #isPaused = false;
  /** Up to where steps are made without waiting. */
  #hurriedTo: { readonly marketDay: number; readonly step: number } | undefined;
  #asked: Promise<unknown> = Promise.resolve();

  constructor(parts: StepLoopParts) {
    this.#parts = parts;
  }

  run(): void {
    assert(!this.#timer && !this.#isStopped);
    this.#dueAt = performance.now() + STEP_MS;
    this.#schedule();
  }

  /**
   * Makes steps at once until `isEnough` after one of them, given how many it made; answers that number. One request
   * after the other. Throws `TryLater` where the market stands still.
   */
  advance(isEnough: (made: number) => Promise<boolean>): Promise<number> {
    const made = this.#asked.then(() => this.#advance(isEnough));
    this.#asked = made.catch(() => undefined);
    return made;
  }

  /** No step begins any more; one that is under way goes on. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** How a teacher's clock lets it go, of compressed time alone; undefined for as it goes by itself. */
  get pace(): 'paused' | 'hurried' | undefined {
    return this.#isPaused ? 'paused' : this.#hurriedTo && 'hurried';
  }

  /** No step begins until `goOn` or `hurryTo`; what was hurried stands where it has come to. */
  pause(): void {
    this.#setPace(true, undefined);
  }

  goOn(): void {
    this.#setPace(false, undefined);
  }

  /** Makes the steps up to this one of the running day one after the other, then goes on by itself. */
  hurryTo(step: number): void {
    this.#setPace(false, { marketDay: this.#parts.day().inputs.marketDay, step });
  }

  #setPace(isPaused: boolean, hurriedTo: { readonly marketDay: number; readonly step: number } | undefined): void {
    this.#isPaused = isPaused;
    this.#hurriedTo = hurriedTo;
    this.wait();
    this.#parts.onPace();
    if (hurriedTo && this.#timer && !this.#turning) {
      clearTimeout(this.#timer);
      this.#dueAt = performance.now();
      this.#schedule();
    }
  }

  /** Whether steps are being made. */
  get isTurning(): boolean {
    return this.#turning;
  }

  /** For how long the running turn has lasted, ms; 0 when none runs. */
  get turningForMs(): number {
    return this.#turning ? performance.now() - this.#turnBeganAt : 0;
  }

  /** The next step is due a step's time from now at the earliest. */
  wait(): void {
    this.#dueAt = Math.max(this.#dueAt, performance.now() + STEP_MS);
  }

  async #advance(isEnough: (made: number) => Promise<boolean>): Promise<number> {
    let made = 0;
    let movedAt = performance.now();
    while (!this.#isStopped) {
      const before = this.#parts.day();
      const { step } = before;
      this.#turning = true;
      this.#turnBeganAt = performance.now();
      try {
        await this.#parts.step();
      } finally {
        this.#turning = false;
      }
      const day = this.#parts.day();
      const hasStepped = day === before && day.step !== step;
      if (hasStepped) made += 1;
      if (hasStepped || day !== before) {
        movedAt = performance.now();
        if (await isEnough(made)) break;
        await turn(); // other requests are served meanwhile
      } else if (performance.now() - movedAt > STANDING.maxMs) throw new TryLater(503, 'maintenance', 5);
      else await rest(STANDING.restMs);
    }
    return made;
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#turn(), Math.max(0, this.#dueAt - performance.now()));
  }

  /** Makes the steps that are due by now. */
  async #turn(): Promise<void> {
    this.#turning = true;
    this.#turnBeganAt = performance.now();
    try {
      if (this.#parts.day().inputs.plan.profile === 'nse') await this.#turnWithRealTime();
      else await this.#turnCompressed();
    } catch (error) {
      this.#parts.log.error({ err: error }, 'the market could not make its step');
    } finally {
      this.#turning = false;
    }
    this.#schedule();
  }

  /**
   * Compressed time is made here: steps that could not be made in time are made up for a little, then
   * forgotten, and nothing is skipped.
   */
  async #turnCompressed(): Promise<void> {
    if (this.#isPaused) return this.wait();
    if (this.#hurriedTo) return this.#turnHurried();
    for (let made = 0; made < CATCH_UP && this.#dueAt <= performance.now(); made += 1) {
      this.#dueAt += STEP_MS;
      await this.#parts.step();
    }
    const late = performance.now() - this.#dueAt;
    if (late > CATCH_UP * STEP_MS) this.#dueAt = performance.now();
  }

  async #turnHurried(): Promise<void> {
    const began = performance.now();
    const isThere = (): boolean => {
      const { inputs, step } = this.#parts.day();
      return !this.#hurriedTo || inputs.marketDay !== this.#hurriedTo.marketDay || step >= this.#hurriedTo.step;
    };
    while (!isThere() && !this.#isStopped && performance.now() - began < HURRY_MS) await this.#parts.step();
    if (this.#hurriedTo && isThere()) this.goOn();
    else this.#dueAt = performance.now();
  }

  /**
   * In the nse profile a step belongs to its instant: those missed while the server was down or too busy are left out.
   */
  async #turnWithRealTime(): Promise<void> {
    const { day, step, leaveOut, clock } = this.#parts;
    this.#dueAt = Math.max(performance.now(), this.#dueAt + STEP_MS);
    const { plan, marketDate } = day().inputs;
    const target = stepAt(plan, marketDate, clock.now());
    if (target - day().step > LEAVE_OUT_AFTER) await leaveOut(target);
    for (let made = 0; made < CATCH_UP && day().step < target; made += 1) await step();
    if (day().isOver) await step();
  }
}
