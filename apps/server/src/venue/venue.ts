import assert from 'node:assert/strict';
import { setTimeout as rest } from 'node:timers/promises';
import type { JournalledCommand, MarketStatus, TradingDay } from '@khara/market-day';
import type { Universe } from '@khara/universe';
import type {
  Match,
  MatchUnwritable,
  OrderGateway,
  OrderMatching,
  SettlementBatch,
  SettlementPort,
  WatchedTrigger,
  Writer,
} from '#src/ports/exchange.ts';
import type { MarketFeed, MarketView } from '#src/ports/market.ts';
import { confirmEpoch, takeOver, type Frontier } from '#modules/market/index.ts';
import { whyNotBegin } from './carried-over.ts';
import { CommandIntake } from './command-intake.ts';
import { currentStatus } from './current-status.ts';
import { DayClose } from './day-close.ts';
import { makeNextDay, mayBeginAfter } from './day-turnover.ts';
import { LiveDay } from './live-day.ts';
import { openDay, type OpenedDay } from './open-day.ts';
import { QuotePublisher } from './quote-publisher.ts';
import { replayJournal } from './replay-journal.ts';
import { createSeeds, type SeedSource } from './seeds.ts';
import { Settler } from './settler.ts';
import { Snapshots, STALE_AFTER_MS } from './snapshots.ts';
import { StepLoop } from './step-loop.ts';
import { SystemCommands } from './system-commands.ts';
import { restAfter, Tenure } from './tenure.ts';
import type { VenueParts } from './venue-parts.ts';
import { createView, type HeldView } from './view.ts';

/**
 * Hosts the exchange: applies members' commands, whose orders are committed before they are shown, makes the
 * market's steps in time, hands what happened to the orders module batch by batch, and keeps enough in the
 * database that a restart goes on exactly where it was. Prices go from its memory to every caller.
 */
export class Venue implements OrderGateway, OrderMatching, MarketFeed {
  readonly market: MarketView;
  readonly #view: HeldView;
  /**
   * What days to come are made of: the universe as it is written, and shares of an earlier one that are not
   * in it any more. Newcomers are not in it.
   */
  readonly universe: Universe;
  readonly #parts: VenueParts;
  readonly #seeds: SeedSource;
  readonly #tenure: Tenure;
  readonly #intake: CommandIntake;
  readonly #settler: Settler;
  readonly #publisher: QuotePublisher;
  readonly #snapshots: Snapshots;
  readonly #close: DayClose;
  readonly #loop: StepLoop;
  readonly #system: SystemCommands;
  readonly #live: LiveDay;
  #settlement: SettlementPort | undefined;
  /** Whether the last step was not made, since nothing could be made durable. */
  #isStanding = false;
  /** What the next day would begin with is not what the log says: there is none. */
  #isRefused = false;

  private constructor(parts: VenueParts, opened: OpenedDay) {
    const { db, clock, log, installSecret, moved } = parts;
    this.#parts = parts;
    this.universe = opened.universe;
    this.#seeds = createSeeds(parts);
    this.#tenure = new Tenure(log, () => this.#loop.stop());
    this.#live = new LiveDay(opened, {
      epoch: () => this.#tenure.epoch,
      now: () => clock.now(),
      // After a pause another server may have the market. Followers read what they miss.
      ...(moved && { publish: (move) => this.#tenure.isPaused || moved(move) }),
    });
    const day = () => this.day;
    const ofDay = { db, clock, day, writer: () => this.writer };
    this.#view = createView({ day, margins: () => this.#live.margins, now: currentStatus(day, clock) });
    this.market = this.#view;
    this.#publisher = new QuotePublisher(this.market);
    this.#intake = new CommandIntake((command) => this.#apply(command));
    this.#settler = this.#newSettler();
    this.#snapshots = new Snapshots(
      {
        ...ofDay,
        log,
        installSecret,
        settler: this.#settler,
        onNoted: (step) => this.#live.noted(step),
        onFailure: (error) => this.#tenure.noticeSuccessor(error),
      },
      opened.isFollowed ? undefined : this.day.step,
    );
    if (opened.unsavedTrades) this.#snapshots.keepTrades(opened.unsavedTrades);
    this.#close = new DayClose(
      { ...ofDay, settler: this.#settler, snapshots: this.#snapshots, until: this.#tenure.until },
      opened.isStored,
    );
    this.#loop = new StepLoop({
      day,
      step: () => this.step(),
      leaveOut: (step) => this.#leaveOut(step),
      clock,
      log,
    });
    this.#system = new SystemCommands({
      day,
      marketTime: () => this.market.now().marketTime,
      writer: () => this.writer,
      until: this.#tenure.until,
      apply: (commands) => this.#applyNew(commands),
      whileHeld: (work) => this.#whileHeld(work),
      settled: () => {
        this.#handOver();
        return this.#settler.settledSoFar();
      },
    });
  }

  #newSettler(): Settler {
    const { clock, log } = this.#parts;
    const noteSettled = (batch: SettlementBatch) => {
      this.marginsChanged();
      this.#snapshots.noteDurable();
      this.#live.settled(batch);
    };
    return new Settler({
      settle: async (batch) => {
        assert(this.#settlement);
        await this.#settlement.settleBatch(batch);
        noteSettled(batch);
      },
      mayPlace: () => !this.#intake.isHolding && !this.#tenure.isPaused,
      apply: (commands) => {
        // What these change is shown once it is committed.
        this.#view.hold(commands.flatMap((command) => ('code' in command ? [command.code] : [])));
        for (const command of commands) {
          this.#intake.isNew(command.seq);
          this.#live.apply(command);
        }
        return this.#live.take();
      },
      onPlaced: (batch) => {
        this.#view.release();
        noteSettled(batch);
      },
      onSettled: this.#parts.settled,
      now: () => clock.now(),
      rest: this.#parts.rest ?? restAfter,
      onFailure: (error, batch) => {
        this.#tenure.noticeSuccessor(error);
        if (this.#tenure.isReplaced) throw error;
        log.error({ err: error, events: batch?.events.length, applied: batch?.applied.length }, 'settlement failed');
      },
    });
  }

  /**
   * Makes the first market day, or finds the one that was running as its newest snapshot has it. The market
   * can be seen from here on, and does not move: `resume` brings it to where it stopped, `run` lets it go on.
   */
  static async open(parts: VenueParts): Promise<Venue> {
    return new Venue(parts, await openDay(parts, createSeeds(parts)));
  }

  /** The market as a server that has followed it knows it: see `open`. */
  static of(parts: VenueParts, opened: OpenedDay): Venue {
    return new Venue(parts, opened);
  }

  /**
   * Plays what happened since the snapshot: members' commands at their recorded places up to the frontier,
   * then those that were acknowledged and had no place yet. Then what is due at the start of the day settles.
   * To be called once, before any command is submitted. `taken`: the frontier, where the market was taken over already.
   */
  async resume(settlement: SettlementPort, taken?: Frontier): Promise<void> {
    const began = performance.now();
    const { db, clock, log } = this.#parts;
    this.#settlement = settlement;
    const { day } = this;
    const fromStep = day.step;
    const { marketDay, marketDate } = day.inputs;
    const frontier = taken ?? (await takeOver(db));
    assert(frontier?.marketDay === marketDay, 'the frontier is not of the newest market day');
    this.#tenure.epoch = frontier.epoch;
    await settlement.forgetNews(this.writer, frontier.step);
    const [applied, unapplied] = await Promise.all([
      settlement.appliedCommands(marketDay, fromStep),
      settlement.unappliedCommands(),
    ]);
    for (const { command } of applied) this.#intake.isNew(command.seq);
    // What was reached and did not fire before the server ended is reached again.
    await this.#system.begin(settlement);
    const onStep = () => this.#system.look(day);
    replayJournal(day, applied, { toStep: frontier.step, now: () => clock.now(), onStep });
    this.#live.beginMoves();
    // What was settled before is in the books; the rest of what just happened again is settled now, as if for
    // the first time.
    const open = day.take().events.filter(({ eventNo }) => eventNo > frontier.settledEvent);
    if (open.length > 0) this.#settler.add({ ...this.#live.part(), applied: [], events: open });
    // A day that had only begun settles what is due, and gives holders what went ex, before anything new trades in it.
    await this.#system.beginDay();
    this.#applyNew(unapplied);
    this.#close.storeIfClosed();
    await this.#system.journalScheduled();
    await this.#system.fireTriggers();
    await this.#system.callMargins();
    this.#release();
    this.placeFired();
    const played = day.step - fromStep;
    log.info({ marketDate, step: day.step, played, ms: Math.round(performance.now() - began) }, 'the market goes on');
  }

  // ---- the gateway --------------------------------------------------------------------------------------------------

  submit(command: JournalledCommand): void {
    if (!this.#intake.isNew(command.seq)) return;
    this.#settler.expect(command.seq);
    this.#intake.take(command);
  }

  place<T>(write: (match: Match) => Promise<T>): Promise<T> {
    return this.#settler.place(write);
  }

  settled(seq: number): Promise<void> {
    return this.#settler.settled(seq);
  }

  get at() {
    const { inputs, step } = this.day;
    return { marketDay: inputs.marketDay, step };
  }

  watch(trigger: WatchedTrigger): void {
    this.#system.watch(trigger);
  }

  unwatch(id: bigint): void {
    this.#system.unwatch(id);
  }

  marginsChanged(): void {
    this.#system.marginsChanged();
  }

  placeFired(): void {
    this.#system.placeFired();
  }

  /** A command that is handed over again is applied once. */
  #applyNew(commands: readonly JournalledCommand[]): void {
    for (const command of commands) if (this.#intake.isNew(command.seq)) this.#apply(command);
  }

  #apply(command: JournalledCommand): void {
    this.#live.apply(command);
    this.#handOver();
    if (command.kind !== 'suspend') return;
    this.#publisher.publishSession();
    this.#publisher.publishQuotes(this.day);
  }

  #handOver(): void {
    if (this.day.hasUnsettled) this.#settler.add(this.#live.take());
  }

  async #whileHeld(work: () => Promise<void>): Promise<void> {
    const { isHolding } = this.#intake;
    this.#intake.hold();
    await work();
    if (!isHolding) this.#release();
  }

  // ---- the feed -----------------------------------------------------------------------------------------------------

  onQuotes(listener: (codes: readonly string[]) => void): () => void {
    return this.#publisher.onQuotes(listener);
  }

  onSession(listener: (now: MarketStatus) => void): () => void {
    return this.#publisher.onSession(listener);
  }

  // ---- time ---------------------------------------------------------------------------------------------------------

  /** Starts the clock. */
  run(): void {
    this.#tenure.watchPauses(
      () => confirmEpoch(this.#parts.db, this.#tenure.epoch),
      () => this.#settler.wake(),
    );
    this.#loop.run();
  }

  /**
   * One step of market time, or the next day when this one is over. What it did is on its way to being
   * settled when it returns; a day ends only when everything in it is.
   */
  async step(): Promise<void> {
    await this.#tenure.confirmed();
    if (this.#tenure.isReplaced) return;
    // Nothing is shown, and nothing goes on, over what is not committed.
    while (this.#settler.isUncommitted) await this.#settler.allCommitted();
    if (this.day.isOver) {
      if (!this.#isRefused && mayBeginAfter(this.day, this.#parts.clock.now())) await this.#beginNext();
      return;
    }
    this.#isStanding = this.#snapshots.isStale;
    if (this.#isStanding) {
      // The market stands still until the database answers again.
      this.#snapshots.note();
      return this.#loop.wait();
    }
    if (this.day.changesNext) {
      const next = this.day.step + 1;
      await this.#tenure.until('noting a phase', () => this.#snapshots.reach(next));
      // Orders may have been matched meanwhile.
      while (this.#settler.isUncommitted) await this.#settler.allCommitted();
    }
    const before = this.#live.phases;
    this.#live.advance();
    this.#system.look(this.day);
    await this.#system.fireTriggers();
    await this.#system.callMargins();
    this.#afterStep(before);
    await this.#system.journalScheduled();
    await this.#system.endTimed();
  }

  #afterStep(phasesBefore: string): void {
    this.#handOver();
    this.#publisher.publishQuotes(this.day);
    if (this.#live.phases !== phasesBefore) this.#publisher.publishSession();
    this.#close.storeIfClosed();
    this.#snapshots.note();
    if (this.#snapshots.isDue && this.#maySave()) {
      void this.save().catch((error: unknown) => this.#parts.log.warn({ err: error }, 'snapshot failed'));
    }
  }

  /** Leaves steps out, and makes sure that a restart leaves out the same before anything else happens. */
  async #leaveOut(step: number): Promise<void> {
    const before = this.#live.phases;
    this.#intake.hold();
    await this.#snapshots.saving;
    await this.#settler.settledSoFar();
    this.day.skipTo(step, this.#parts.clock.now());
    this.#afterStep(before);
    await this.#system.journalScheduled();
    await this.#close.storing;
    await this.#tenure.until('the snapshot after a pause', () => this.save());
    this.#release();
  }

  // ---- durability ---------------------------------------------------------------------------------------------------

  /** Whom the database lets write for the market day that runs. */
  get writer(): Writer {
    return { marketDay: this.day.inputs.marketDay, epoch: this.#tenure.epoch };
  }

  /** A closed day can be restored only once what it left behind is stored: its closing prices are answered once. */
  #maySave(): boolean {
    return !this.#snapshots.isSaving && (!this.day.closing || this.#close.isStored);
  }

  /** Takes a snapshot now and stores it when everything in it is settled. */
  save(): Promise<void> {
    return this.#snapshots.save();
  }

  // ---- the end of a day ---------------------------------------------------------------------------------------------

  /**
   * The next market day: everything of this one is settled and stored, what was bought settles, then trading may begin.
   */
  async #beginNext(): Promise<void> {
    const { marketDay } = this.day.inputs;
    this.#intake.hold();
    await this.#close.storing;
    await this.#snapshots.saving?.catch(() => undefined);
    // A note of this day that came after the next had begun would look like that of a server that was replaced.
    await this.#snapshots.noting;
    await this.#settler.settledSoFar();
    let refused: string | undefined;
    await this.#tenure.until('comparing what is carried over', async () => {
      refused = await whyNotBegin(this.#parts.db, marketDay + 1);
    });
    if (refused !== undefined) {
      this.#isRefused = true;
      this.#parts.log.error(refused);
      return this.#release();
    }
    const next = await makeNextDay(this.#parts, this.#seeds, {
      ended: this.day,
      universe: this.universe,
      writer: this.writer,
      until: this.#tenure.until,
    });
    if (!next) return; // stopping
    this.#live.begin(next);
    this.#snapshots.beginDay();
    this.#close.beginDay();
    await this.#system.beginDay();
    this.#release();
    this.#publisher.publishSession();
    this.#publisher.publishQuotes(this.day);
    this.#parts.log.info({ marketDate: next.day.inputs.marketDate }, 'the market day begins');
  }

  #release(): void {
    this.#intake.release();
    this.#settler.wake();
  }

  /**
   * Stops the clock, settles everything and keeps a snapshot. To be called when no more commands come; gives
   * up after `timeoutMs`.
   */
  async stop(timeoutMs = 8_000): Promise<void> {
    this.#tenure.stop();
    await this.#end(timeoutMs, async () => {
      await this.#stopClock();
      await this.#settler.settledSoFar();
      if (this.#maySave()) await this.save();
      await this.#snapshots.noting;
    });
  }

  /**
   * Leaves the market to a server that follows it: keeps a snapshot while it goes on, then takes no more
   * orders, settles everything and notes where it stands. Gives up after `timeoutMs`.
   */
  async leave(timeoutMs = 8_000): Promise<void> {
    await this.#end(timeoutMs, async () => {
      if (this.#maySave()) await this.save();
      await this.#stopClock();
      this.#intake.hold();
      await this.#settler.settledSoFar();
      await this.#snapshots.reach(this.day.step);
    });
    this.#tenure.stop();
  }

  async #stopClock(): Promise<void> {
    this.#loop.stop();
    while (this.#loop.isTurning) await rest(5, undefined, { ref: false });
    await this.#close.storing;
    await this.#snapshots.saving?.catch(() => undefined);
    await this.#snapshots.noting;
  }

  async #end(timeoutMs: number, work: () => Promise<void>): Promise<void> {
    if (!this.#tenure.isReplaced)
      await Promise.race([
        work().catch((error: unknown) => this.#parts.log.error({ err: error }, 'the market could not be put away')),
        rest(timeoutMs, undefined, { ref: false }),
      ]);
    this.#loop.stop();
    this.#tenure.end();
  }

  /**
   * Resolves with the reason when this server has nothing left to do: another one has taken the market over,
   * or its memory is not what the books allow.
   */
  get over(): Promise<string> {
    return this.#tenure.over;
  }

  /** The error for which it is over, where the books have moved on. */
  get movedOn(): MatchUnwritable | undefined {
    return this.#tenure.movedOn;
  }

  /**
   * Whether it does not move although it should: nothing can be made durable, a step does not end, or another
   * server runs it.
   */
  get standsStill(): boolean {
    const isStuck = this.#loop.turningForMs > STALE_AFTER_MS;
    return this.#tenure.isReplaced || this.#isStanding || isStuck || this.#tenure.isPaused;
  }

  /** State of the running day, for tests and figures. */
  get day(): TradingDay {
    return this.#live.day;
  }
}
