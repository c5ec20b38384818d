import { setTimeout as rest } from 'node:timers/promises';
import { nextSessionStep, type MarketStatus } from '@khara/market-day';
import type { Universe } from '@khara/universe';
import type { Writer } from '#src/ports/exchange.ts';
import type { ClockAct } from '#src/ports/market.ts';
import { whyNotBegin } from './carried-over.ts';
import type { CommandIntake } from './command-intake.ts';
import { DayClose } from './day-close.ts';
import { makeNextDay, mayBeginAfter } from './day-turnover.ts';
import type { LiveDay } from './live-day.ts';
import type { OpenedDay } from './open-day.ts';
import type { QuotePublisher } from './quote-publisher.ts';
import type { SeedSource } from './seeds.ts';
import { Snapshots, STALE_AFTER_MS } from './snapshots.ts';
import { StepLoop } from './step-loop.ts';
import type { SystemCommands } from './system-commands.ts';
import type { Tenure } from './tenure.ts';
import type { VenueParts } from './venue-parts.ts';

type CourseParts = VenueParts & {
  readonly live: LiveDay;
  readonly tenure: Tenure;
  readonly intake: CommandIntake;
  readonly system: SystemCommands;
  readonly publisher: QuotePublisher;
  readonly seeds: SeedSource;
  readonly writer: () => Writer;
};

/**
 * How the market goes on in time: step after step, then the next day. What it does is made durable as it goes: it
 * stands still where nothing can be, and a day that has closed is stored before the next one begins.
 */
export class DayCourse {
  readonly snapshots: Snapshots;
  readonly #parts: CourseParts;
  readonly #close: DayClose;
  readonly #loop: StepLoop;
  /** What days to come are made of: see `Venue.universe`. */
  readonly #universe: Universe;
  /** Whether the last step was not made, since nothing could be made durable. */
  #isStanding = false;
  /** What the next day would begin with is not what the log says: there is none. */
  #isRefused = false;

  constructor(parts: CourseParts, opened: OpenedDay) {
    const { db, clock, intake, live, log, tenure, writer } = parts;
    const { settler } = intake;
    this.#parts = parts;
    this.#universe = opened.universe;
    const day = () => live.day;
    const ofDay = { db, clock, day, writer, settler };
    this.snapshots = new Snapshots(
      {
        ...ofDay,
        log,
        installSecret: parts.installSecret,
        onNoted: (step) => live.noted(step),
        onFailure: (error) => tenure.noticeSuccessor(error),
      },
      opened.isFollowed ? undefined : live.day.step,
    );
    if (opened.unsavedTrades) this.snapshots.keepTrades(opened.unsavedTrades);
    this.#close = new DayClose({ ...ofDay, snapshots: this.snapshots, until: tenure.until }, opened.isStored);
    this.#loop = new StepLoop({
      day,
      step: () => this.step(),
      leaveOut: (step) => this.#leaveOut(step),
      clock,
      log,
      onPace: () => parts.publisher.publishSession(),
    });
  }

  get pace(): MarketStatus['pace'] {
    return this.#loop.pace;
  }

  /** See `MarketClock`. */
  act(act: ClockAct): void {
    const { day } = this.#parts.live;
    if (act === 'pause') this.#loop.pause();
    else if (act === 'resume') this.#loop.goOn();
    else {
      const last = day.inputs.plan.steps;
      this.#loop.hurryTo(act === 'close_day' ? last : (nextSessionStep(day) ?? last));
    }
  }

  /** Starts the clock; a stepped market has none. */
  run(): void {
    if (this.#parts.config.MARKET_PROFILE !== 'stepped') this.#loop.run();
  }

  /** See `Venue.advance`. */
  async advance(isEnough: (made: number) => Promise<boolean>): Promise<number> {
    const { intake, live, tenure } = this.#parts;
    // Nothing was made durable while the market waited to be asked.
    if (this.snapshots.isStale)
      await tenure.until('noting where the market waits', () => this.snapshots.reach(live.day.step));
    const made = await this.#loop.advance(async (soFar) => {
      await intake.settler.settledSoFar();
      return isEnough(soFar);
    });
    await intake.settler.settledSoFar();
    return made;
  }

  /** No step begins any more; one that is under way goes on. */
  stop(): void {
    this.#loop.stop();
  }

  /** The same, and resolves when none is under way and what was being stored is. */
  async halt(): Promise<void> {
    this.#loop.stop();
    while (this.#loop.isTurning) await rest(5, undefined, { ref: false });
    await this.#close.storing;
    await this.snapshots.saving?.catch(() => undefined);
    await this.snapshots.noting;
  }

  /** Whether it does not move although it should: nothing can be made durable, or a step does not end. */
  get standsStill(): boolean {
    return this.#isStanding || this.#loop.turningForMs > STALE_AFTER_MS;
  }

  /** See `Venue.step`. */
  async step(): Promise<void> {
    const { clock, intake, live, system, tenure } = this.#parts;
    const { settler } = intake;
    await tenure.confirmed();
    if (tenure.isReplaced) return;
    // Nothing is shown, and nothing goes on, over what is not committed.
    while (settler.isUncommitted) await settler.allCommitted();
    if (live.day.isOver) {
      if (!this.#isRefused && mayBeginAfter(live.day, clock.now())) await this.#beginNext();
      return;
    }
    this.#isStanding = this.snapshots.isStale;
    if (this.#isStanding) {
      // The market stands still until the database answers again.
      this.snapshots.note();
      return this.#loop.wait();
    }
    if (live.day.changesNext) {
      const next = live.day.step + 1;
      await tenure.until('noting a phase', () => this.snapshots.reach(next));
      // Orders may have been matched meanwhile.
      while (settler.isUncommitted) await settler.allCommitted();
    }
    const before = live.phases;
    // Orders of the evening come once the day has ended in the books, too.
    const isLast = live.day.step + 1 === live.day.inputs.plan.steps;
    if (isLast) intake.hold();
    live.advance();
    system.look(live.day);
    await system.fireTriggers();
    await system.callMargins();
    this.#afterStep(before);
    await system.journalScheduled();
    await system.endTimed();
    if (isLast) intake.release();
  }

  #afterStep(phasesBefore: string): void {
    const { intake, live, log, publisher } = this.#parts;
    intake.handOver();
    publisher.publishQuotes(live.day);
    if (live.phases !== phasesBefore) publisher.publishSession();
    this.storeIfClosed();
    this.snapshots.note();
    if (this.snapshots.isDue)
      void this.saveIfMay().catch((error: unknown) => log.warn({ err: error }, 'snapshot failed'));
  }

  /** Leaves steps out, and makes sure that a restart leaves out the same before anything else happens. */
  async #leaveOut(step: number): Promise<void> {
    const { clock, intake, live, system, tenure } = this.#parts;
    const before = live.phases;
    intake.hold();
    await this.snapshots.saving;
    await intake.settler.settledSoFar();
    live.day.skipTo(step, clock.now());
    this.#afterStep(before);
    await system.journalScheduled();
    await this.#close.storing;
    await tenure.until('the snapshot after a pause', () => this.snapshots.save());
    intake.release();
  }

  /** Begins to store the day when it has closed and nothing has stored it yet. */
  storeIfClosed(): void {
    this.#close.storeIfClosed();
  }

  /** A closed day can be restored only once what it left behind is stored: its closing prices are answered once. */
  async saveIfMay(): Promise<void> {
    const isReady = !this.#parts.live.day.closing || this.#close.isStored;
    if (isReady && !this.snapshots.isSaving) await this.snapshots.save();
  }

  /**
   * The next market day: everything of this one is settled and stored, what was bought settles, then trading may begin.
   */
  async #beginNext(): Promise<void> {
    const { db, intake, live, log, publisher, seeds, system, tenure, writer } = this.#parts;
    const { marketDay } = live.day.inputs;
    intake.hold();
    await this.#close.storing;
    await this.snapshots.saving?.catch(() => undefined);
    // A note of this day that came after the next had begun would look like that of a server that was replaced.
    await this.snapshots.noting;
    await intake.settler.settledSoFar();
    let refused: string | undefined;
    await tenure.until('comparing what is carried over', async () => {
      refused = await whyNotBegin(db, marketDay + 1);
    });
    if (refused !== undefined) {
      this.#isRefused = true;
      log.error(refused);
      return intake.release();
    }
    const next = await makeNextDay(this.#parts, seeds, {
      ended: live.day,
      universe: this.#universe,
      writer: writer(),
      until: tenure.until,
    });
    if (!next) return; // stopping
    live.begin(next);
    this.snapshots.beginDay();
    this.#close.beginDay();
    await system.beginDay();
    intake.release();
    publisher.publishSession();
    publisher.publishQuotes(live.day);
    log.info({ marketDate: live.day.inputs.marketDate }, 'the market day begins');
  }
}
