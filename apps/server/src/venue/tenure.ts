import { setTimeout as rest } from 'node:timers/promises';
import type { Logger } from 'pino';
import { MarketTakenOver } from '#modules/market/index.ts';
import { MatchUnwritable } from '#src/ports/exchange.ts';
import { Pause } from './pause.ts';

/** Does what must be done, however often it fails; gives up only when the server stops. `what` names it in the log. */
export type RetryUntilDone = (what: string, work: () => Promise<void>) => Promise<void>;

/** Longer after each failure in a row, 2 s at most; such a wait keeps no process alive. */
export const restAfter = (failures: number): Promise<void> =>
  rest(Math.min(2_000, 50 * 2 ** failures), undefined, { ref: false });

/** The time in which this server runs the market: until it stops, or another server has taken the market over. */
export class Tenure {
  /** The number of this tenure: the database takes no write of an earlier one. */
  epoch = 0;
  /** Resolves with the reason when another server has taken the market over, or the books have moved on. */
  readonly over: Promise<string>;
  readonly #notifyOver: (why: string) => void;
  readonly #log: Pick<Logger, 'warn' | 'error'>;
  readonly #onReplaced: () => void;
  #isStopping = false;
  #isReplaced = false;
  /** From `watchPauses` on. */
  #pause: Pause | undefined;
  #movedOn: MatchUnwritable | undefined;

  constructor(log: Pick<Logger, 'warn' | 'error'>, onReplaced: () => void) {
    this.#log = log;
    this.#onReplaced = onReplaced;
    const { promise, resolve } = Promise.withResolvers<string>();
    this.over = promise;
    this.#notifyOver = resolve;
  }

  /** Another server runs the market, or this one's memory is not what the books allow. */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  /** Why this memory is not what the books allow, where their moving on is the reason. */
  get movedOn(): MatchUnwritable | undefined {
    return this.#movedOn;
  }

  /**
   * Notices from here on that this process stood still: another server may run the market then. It goes on when
   * `confirm`, a commit, shows that the market is still its own, and says so to `onConfirmed`; or it ends.
   */
  watchPauses(confirm: () => Promise<void>, onConfirmed: () => void): void {
    this.#pause = new Pause(async () => {
      this.#log.warn({ epoch: this.epoch }, 'this server stood still, and makes sure that the market is its own');
      await this.until('making sure that the market is its own', confirm);
      setImmediate(onConfirmed); // the pause is over then
    });
  }

  /** Whether what this server knows may be old. */
  get isPaused(): boolean {
    return this.#pause?.isOpen ?? false;
  }

  /** Resolves when it is known whether the market is still its own. */
  async confirmed(): Promise<void> {
    await this.#pause?.look();
  }

  /** No pause is noticed any more. */
  end(): void {
    this.#pause?.end();
  }

  /** Nothing is tried again from here on. */
  stop(): void {
    this.#isStopping = true;
  }

  /**
   * When a failed write shows that another server has taken the market over, or that what was matched cannot be
   * written, this one stops where it is: its watcher opens the market again, or ends the process.
   */
  noticeSuccessor(error: unknown): void {
    const isMeant = error instanceof MarketTakenOver || error instanceof MatchUnwritable;
    if (!isMeant || this.#isReplaced) return;
    this.#isReplaced = true;
    if (error instanceof MatchUnwritable && error.booksMovedOn) this.#movedOn = error;
    this.stop();
    this.#onReplaced();
    this.#log.error({ err: error }, `${error.message}: this server has stopped the market`);
    this.#notifyOver(error.message);
  }

  readonly until: RetryUntilDone = async (what, work) => {
    for (let failures = 0; !this.#isStopping || failures === 0; failures += 1) {
      try {
        return await work();
      } catch (error) {
        this.noticeSuccessor(error);
        if (this.#isReplaced) return undefined;
        this.#log.error({ err: error, what }, 'the market waits for the database');
        await restAfter(failures);
      }
    }
  };
}
