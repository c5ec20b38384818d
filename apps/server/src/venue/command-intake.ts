import type { JournalledCommand } from '@khara/market-day';
import type { SettlementBatch } from '#src/ports/exchange.ts';
import type { LiveDay } from './live-day.ts';
import type { QuotePublisher } from './quote-publisher.ts';
import { Settler } from './settler.ts';
import { restAfter, type Tenure } from './tenure.ts';
import type { VenueParts } from './venue-parts.ts';
import type { HeldView } from './view.ts';

/** Commands known by their number; older ones are settled and no caller holds them any more. */
const REMEMBERED = 100_000;

type IntakeParts = Pick<VenueParts, 'clock' | 'log' | 'settled' | 'rest'> & {
  readonly live: LiveDay;
  readonly tenure: Tenure;
  readonly view: Pick<HeldView, 'hold' | 'release'>;
  readonly publisher: QuotePublisher;
  readonly settle: (batch: SettlementBatch) => Promise<void>;
  /** A batch has committed. */
  readonly onDurable: () => void;
};

/**
 * Takes members' commands to the exchange, each once and in the order of their arrival, and what they cause to be
 * settled. It holds them before the market was resumed, and while one day gives way to the next.
 */
export class CommandIntake {
  readonly settler: Settler;
  readonly #parts: IntakeParts;
  readonly #seen = new Set<number>();
  #held: JournalledCommand[] | undefined = [];

  constructor(parts: IntakeParts) {
    this.#parts = parts;
    this.settler = this.#newSettler();
  }

  #newSettler(): Settler {
    const { clock, live, log, onDurable, settle, tenure, view } = this.#parts;
    const noteSettled = (batch: SettlementBatch) => {
      onDurable();
      live.settled(batch);
    };
    return new Settler({
      settle: async (batch) => {
        await settle(batch);
        noteSettled(batch);
      },
      mayPlace: () => !this.#held && !tenure.isPaused,
      apply: (commands) => {
        // What these change is shown once it is committed.
        view.hold(commands.flatMap((command) => ('code' in command ? [command.code] : [])));
        for (const command of commands) {
          this.isNew(command.seq);
          live.apply(command);
        }
        return live.take();
      },
      onPlaced: (batch) => {
        view.release();
        noteSettled(batch);
      },
      onSettled: this.#parts.settled,
      now: () => clock.now(),
      rest: this.#parts.rest ?? restAfter,
      onFailure: (error, batch) => {
        tenure.noticeSuccessor(error);
        if (tenure.isReplaced) throw error;
        log.error({ err: error, events: batch?.events.length, applied: batch?.applied.length }, 'settlement failed');
      },
    });
  }

  /** A command may be handed over again after an unknown outcome: it is applied once. */
  isNew(seq: number): boolean {
    if (this.#seen.has(seq)) return false;
    this.#seen.add(seq);
    if (this.#seen.size > REMEMBERED) this.#seen.delete(this.#seen.values().next().value!);
    return true;
  }

  /** Applies a command of a member that is new, or keeps it until `release`. */
  submit(command: JournalledCommand): void {
    if (!this.isNew(command.seq)) return;
    this.settler.expect(command.seq);
    if (this.#held) this.#held.push(command);
    else this.#apply(command);
  }

  /** Applies those that are new, also while those of members are held. */
  applyNew(commands: readonly JournalledCommand[]): void {
    for (const command of commands) if (this.isNew(command.seq)) this.#apply(command);
  }

  #apply(command: JournalledCommand): void {
    const { live, publisher } = this.#parts;
    live.apply(command);
    this.handOver();
    if (command.kind !== 'suspend') return;
    publisher.publishSession();
    publisher.publishQuotes(live.day);
  }

  /** What has happened in the day is settled next. */
  handOver(): void {
    const { live } = this.#parts;
    if (live.day.hasUnsettled) this.settler.add(live.take());
  }

  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const command of held) this.#apply(command);
    this.settler.wake();
  }

  /** Does something while no command of a member is applied. */
  async whileHeld(work: () => Promise<void>): Promise<void> {
    const wasHeld = this.#held !== undefined;
    this.hold();
    await work();
    if (!wasHeld) this.release();
  }
}
