import { marginBasisOnDay } from '@khara/broker';
import assert from 'node:assert/strict';
import { setTimeout as rest } from 'node:timers/promises';
import {
  blockWindowAtStep,
  instantOfStep,
  type JournalledCommand,
  type MarketStatus,
  marketTimeText,
  type TradingDay,
} from '@khara/market-day';
import type { MarginBasis } from '@khara/rules';
import type { Universe } from '@khara/universe';
import type {
  Match,
  MatchUnwritable,
  OrderGateway,
  OrderMatching,
  ReachedMargin,
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
import { DayMargins } from './margins.ts';
import { MarginWatch } from './margin-watch.ts';
import { MoveRecorder } from './move-recorder.ts';
import { openDay, type OpenedDay } from './open-day.ts';
import { Pause } from './pause.ts';
import { QuotePublisher } from './quote-publisher.ts';
import { replayJournal } from './replay-journal.ts';
import { dueEvents } from './due-events.ts';
import { createSeeds, type SeedSource } from './seeds.ts';
import { Settler } from './settler.ts';
import { Snapshots, STALE_AFTER_MS } from './snapshots.ts';
import { StepLoop } from './step-loop.ts';
import { restAfter, Tenure } from './tenure.ts';
import { TriggerWatch } from './trigger-watch.ts';
import type { VenueParts } from './venue-parts.ts';
import { createView, type HeldView } from './view.ts';

/** First orders end, then positions are closed. What neither does waits for the next step. */
const MARGIN_ROUNDS = 2;

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
  /** From `run` on. */
  #pause: Pause | undefined;
  readonly #triggers = new TriggerWatch();
  readonly #watchedMargins = new MarginWatch();
  /** Intraday positions may have changed since they were read. */
  #areMarginsStale = true;
  /** A position is to be closed for its margin, and has no order yet. */
  #isClosingForMargin = true;
  /** Undefined where nothing follows this market, and until it goes on. */
  #moves: MoveRecorder | undefined;
  #settlement: SettlementPort | undefined;
  #day: TradingDay;
  #margins: DayMargins;
  /** The step up to which the system's orders were asked for; -1 when none was. */
  #scheduledUpTo = -1;
  /** The minute of the market in which orders were ended last whose minutes were over. */
  #timedAt = '';
  /** Whether the last step was not made, since nothing could be made durable. */
  #isStanding = false;
  /** What the next day would begin with is not what the log says: there is none. */
  #isRefused = false;

  private constructor(parts: VenueParts, { day, margins, universe, isStored, unsavedTrades, isFollowed }: OpenedDay) {
    const { db, clock, log, installSecret } = parts;
    this.#parts = parts;
    this.universe = universe;
    this.#seeds = createSeeds(parts);
    this.#day = day;
    this.#margins = new DayMargins(margins);
    const ofDay = { db, clock, day: () => this.#day, writer: () => this.writer };
    this.#view = createView({ day: ofDay.day, margins: () => this.#margins, now: currentStatus(ofDay.day, clock) });
    this.market = this.#view;
    this.#publisher = new QuotePublisher(this.market);
    this.#tenure = new Tenure(log, () => this.#loop.stop());
    this.#intake = new CommandIntake((command) => this.#apply(command));
    this.#settler = this.#newSettler();
    this.#snapshots = new Snapshots(
      {
        ...ofDay,
        log,
        installSecret,
        settler: this.#settler,
        onNoted: (step) => this.#moves?.stepped(step),
        onFailure: (error) => this.#tenure.noticeSuccessor(error),
      },
      isFollowed ? undefined : day.step,
    );
    if (unsavedTrades) this.#snapshots.keepTrades(unsavedTrades);
    this.#close = new DayClose(
      { ...ofDay, settler: this.#settler, snapshots: this.#snapshots, until: this.#tenure.until },
      isStored,
    );
    this.#loop = new StepLoop({
      day: ofDay.day,
      step: () => this.step(),
      leaveOut: (step) => this.#leaveOut(step),
      clock,
      log,
    });
  }

  #newSettler(): Settler {
    const { clock, log } = this.#parts;
    return new Settler({
      settle: async (batch) => {
        assert(this.#settlement);
        await this.#settlement.settleBatch(batch);
        this.marginsChanged();
        this.#snapshots.noteDurable();
        this.#moves?.settled(batch.applied, batch.frontierStep);
      },
      mayPlace: () => !this.#intake.isHolding && !this.#isPaused,
      apply: (commands) => {
        // What these change is shown once it is committed.
        this.#view.hold(commands.flatMap((command) => ('code' in command ? [command.code] : [])));
        for (const command of commands) {
          this.#intake.isNew(command.seq);
          this.#applyInPlace(command, clock.now());
        }
        return { ...this.#partOf(), ...this.#day.take() };
      },
      onPlaced: ({ applied, frontierStep }) => {
        this.marginsChanged();
        this.#view.release();
        this.#snapshots.noteDurable();
        this.#moves?.settled(applied, frontierStep);
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
    const day = this.#day;
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
    await this.#loadTriggers();
    const onStep = () => this.#triggers.look(day);
    replayJournal(day, applied, { toStep: frontier.step, now: () => clock.now(), onStep });
    this.#moves = this.#newRecorder(day);
    // What was settled before is in the books; the rest of what just happened again is settled now, as if for
    // the first time.
    const open = day.take().events.filter(({ eventNo }) => eventNo > frontier.settledEvent);
    if (open.length > 0) this.#settler.add({ ...this.#partOf(), applied: [], events: open });
    // A day that had only begun settles what is due, and gives holders what went ex, before anything new trades in it.
    await this.#beginDay();
    for (const command of unapplied) {
      this.#intake.isNew(command.seq);
      this.#apply(command);
    }
    this.#close.storeIfClosed();
    await this.#journalScheduled();
    await this.#fireTriggers();
    await this.#callMargins();
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
    const { inputs, step } = this.#day;
    return { marketDay: inputs.marketDay, step };
  }

  watch(trigger: WatchedTrigger): void {
    this.#triggers.add(trigger);
  }

  unwatch(id: bigint): void {
    this.#triggers.remove(id);
  }

  marginsChanged(): void {
    this.#areMarginsStale = true;
  }

  placeFired(): void {
    this.#settlement?.placeFired();
  }

  async #loadTriggers(): Promise<void> {
    this.#triggers.load((await this.#settlement?.waitingTriggers()) ?? []);
  }

  /**
   * Fires what the last look has reached, before anything shows that step: a server that ends before this is durable
   * makes the step again, and reaches the same.
   */
  async #fireTriggers(): Promise<void> {
    const settlement = this.#settlement;
    if (!this.#triggers.hasReached || !settlement) return;
    const reached = this.#triggers.take();
    const now = { marketTime: this.market.now().marketTime, step: this.#day.step };
    await this.#tenure.until('firing triggers', async () => {
      for (const command of await settlement.fireTriggers(reached, now, this.writer))
        if (this.#intake.isNew(command.seq)) this.#apply(command);
    });
    this.placeFired();
  }

  /** Calls and closes intraday positions whose loss takes their margin, before anything shows this step. */
  async #callMargins(): Promise<void> {
    const settlement = this.#settlement;
    if (!settlement) return;
    if (this.#areMarginsStale) {
      this.#areMarginsStale = false;
      await this.#tenure.until('reading margins', async () => {
        this.#watchedMargins.load(await settlement.watchedMargins());
      });
    }
    const reached = this.#watchedMargins.reached(this.#day);
    if (reached.length === 0 && !this.#isClosingForMargin) return;
    const { isHolding } = this.#intake;
    this.#intake.hold();
    const now = { marketTime: this.market.now().marketTime, step: this.#day.step };
    let isDone = false;
    for (let round = 0; round < MARGIN_ROUNDS; round += 1) {
      isDone = await this.#marginRound(settlement, round === 0 ? reached : [], now);
      if (isDone) break;
    }
    this.#isClosingForMargin = !isDone;
    this.marginsChanged();
    if (!isHolding) this.#release();
  }

  /** Answers whether nothing is left to be closed. */
  async #marginRound(
    settlement: SettlementPort,
    reached: readonly ReachedMargin[],
    now: { readonly marketTime: string; readonly step: number },
  ): Promise<boolean> {
    // What is called stands in the books as the exchange has it.
    this.#handOver();
    await this.#settler.settledSoFar();
    let isDone = false;
    await this.#tenure.until('margin calls', async () => {
      const made = await settlement.callMargins(reached, now, this.writer);
      isDone = made.isDone;
      for (const command of made.commands) if (this.#intake.isNew(command.seq)) this.#apply(command);
    });
    return isDone;
  }

  #newRecorder(day: TradingDay): MoveRecorder | undefined {
    const { moved: publish, clock } = this.#parts;
    return (
      publish &&
      new MoveRecorder(
        {
          // After a pause another server may have the market. Followers read what they miss.
          publish: (move) => this.#isPaused || publish(move),
          epoch: () => this.#tenure.epoch,
          now: () => clock.now(),
        },
        day,
      )
    );
  }

  #applyInPlace(command: JournalledCommand, realMs: number): void {
    const { step, index } = this.#day;
    this.#day.apply(command, realMs);
    this.#moves?.applied(command, { step, index });
  }

  #apply(command: JournalledCommand): void {
    this.#applyInPlace(command, this.#parts.clock.now());
    this.#handOver();
    if (command.kind !== 'suspend') return;
    this.#publisher.publishSession();
    this.#publisher.publishQuotes(this.#day);
  }

  #handOver(): void {
    if (this.#day.hasUnsettled) this.#settler.add({ ...this.#partOf(), ...this.#day.take() });
  }

  #partOf() {
    const { step, inputs } = this.#day;
    const { plan, marketDate, marketDay } = inputs;
    return {
      epoch: this.#tenure.epoch,
      marketDay,
      marketDate,
      frontierStep: step,
      marginBasis: (code: string) => this.#marginBasis(code),
      marketTimeOf: (at: number) => marketTimeText(instantOfStep(plan, marketDate, at)),
    };
  }

  #marginBasis(code: string): MarginBasis {
    const share = this.#day.shareNumber(code);
    const rateBps = this.#margins.rateBps(code);
    return share === undefined ? { rateBps, band: undefined } : marginBasisOnDay(this.#day, share, rateBps);
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
    this.#pause = new Pause(() => this.#confirm());
    this.#loop.run();
  }

  /**
   * One step of market time, or the next day when this one is over. What it did is on its way to being
   * settled when it returns; a day ends only when everything in it is.
   */
  async step(): Promise<void> {
    await this.#pause?.look();
    if (this.#tenure.isReplaced) return;
    // Nothing is shown, and nothing goes on, over what is not committed.
    while (this.#settler.isUncommitted) await this.#settler.allCommitted();
    if (this.#day.isOver) {
      if (!this.#isRefused && mayBeginAfter(this.#day, this.#parts.clock.now())) await this.#beginNext();
      return;
    }
    this.#isStanding = this.#snapshots.isStale;
    if (this.#isStanding) return this.#probe();
    if (this.#day.changesNext) {
      const next = this.#day.step + 1;
      await this.#tenure.until('noting a phase', () => this.#snapshots.reach(next));
      // Orders may have been matched meanwhile.
      while (this.#settler.isUncommitted) await this.#settler.allCommitted();
    }
    const before = phasesNow(this.#day);
    this.#day.advance(this.#parts.clock.now());
    this.#moves?.advanced();
    this.#triggers.look(this.#day);
    if (this.#triggers.hasReached) await this.#fireTriggers();
    await this.#callMargins();
    this.#afterStep(before);
    await this.#journalScheduled();
    await this.#endTimed();
  }

  /** Once in each minute of the market. */
  async #endTimed(): Promise<void> {
    const { marketTime } = this.market.now();
    const minute = marketTime.slice(0, 16);
    if (minute === this.#timedAt || this.#day.isOver) return;
    this.#timedAt = minute;
    await this.#tenure.until('orders whose minutes are over', async () => {
      for (const command of (await this.#settlement?.endTimed(marketTime, this.writer)) ?? [])
        if (this.#intake.isNew(command.seq)) this.#apply(command);
    });
  }

  #afterStep(phasesBefore: string): void {
    this.#handOver();
    this.#publisher.publishQuotes(this.#day);
    if (phasesNow(this.#day) !== phasesBefore) this.#publisher.publishSession();
    this.#close.storeIfClosed();
    this.#snapshots.note();
    if (this.#snapshots.isDue && this.#maySave()) {
      void this.save().catch((error: unknown) => this.#parts.log.warn({ err: error }, 'snapshot failed'));
    }
  }

  /** Leaves steps out, and makes sure that a restart leaves out the same before anything else happens. */
  async #leaveOut(step: number): Promise<void> {
    const before = phasesNow(this.#day);
    this.#intake.hold();
    await this.#snapshots.saving;
    await this.#settler.settledSoFar();
    this.#day.skipTo(step, this.#parts.clock.now());
    this.#afterStep(before);
    await this.#journalScheduled();
    await this.#close.storing;
    await this.#tenure.until('the snapshot after a pause', () => this.save());
    this.#release();
  }

  /**
   * Asks for the system's own commands for the times of the day that have come, and applies them before the
   * market goes on and before members' orders that came meanwhile. After a restart all earlier events are
   * asked for again: what is journalled already does not come twice.
   */
  async #journalScheduled(): Promise<void> {
    const due = dueEvents(this.#day, this.#scheduledUpTo);
    this.#scheduledUpTo = this.#day.step;
    const settlement = this.#settlement;
    if (due.length === 0 || !settlement) return;
    const { isHolding } = this.#intake;
    this.#intake.hold();
    // What an event finds in the books may not depend on how quickly the last fills got there.
    await this.#settler.settledSoFar();
    for (const event of due) {
      await this.#tenure.until(`commands of ${event.kind}`, async () => {
        for (const command of await settlement.scheduledCommands(event, this.writer)) {
          if (this.#intake.isNew(command.seq)) this.#apply(command);
        }
      });
    }
    if (!isHolding) this.#release();
  }

  // ---- durability ---------------------------------------------------------------------------------------------------

  /** Whom the database lets write for the market day that runs. */
  get writer(): Writer {
    return { marketDay: this.#day.inputs.marketDay, epoch: this.#tenure.epoch };
  }

  get #isPaused(): boolean {
    return this.#pause?.isOpen ?? false;
  }

  /** This process stood still. It goes on when a commit shows that the market is still its own, or ends. */
  async #confirm(): Promise<void> {
    this.#parts.log.warn(
      { epoch: this.#tenure.epoch },
      'this server stood still, and makes sure that the market is its own',
    );
    await this.#tenure.until('making sure that the market is its own', () =>
      confirmEpoch(this.#parts.db, this.#tenure.epoch),
    );
    setImmediate(() => this.#settler.wake()); // the pause is over then
  }

  /** The market stands still until the database answers again. */
  async #probe(): Promise<void> {
    this.#snapshots.note();
    this.#loop.wait();
  }

  /** A closed day can be restored only once what it left behind is stored: its closing prices are answered once. */
  #maySave(): boolean {
    return !this.#snapshots.isSaving && (!this.#day.closing || this.#close.isStored);
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
    const { marketDay } = this.#day.inputs;
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
      ended: this.#day,
      universe: this.universe,
      writer: this.writer,
      until: this.#tenure.until,
    });
    if (!next) return; // stopping
    this.#day = next.day;
    this.#margins = new DayMargins(next.margins);
    this.#moves?.beginDay(next.day);
    this.#snapshots.beginDay();
    this.#close.beginDay();
    this.#scheduledUpTo = -1;
    await this.#beginDay();
    this.#release();
    this.#publisher.publishSession();
    this.#publisher.publishQuotes(this.#day);
    this.#parts.log.info({ marketDate: next.day.inputs.marketDate }, 'the market day begins');
  }

  #beginDay(): Promise<void> {
    const { marketDay, marketDate } = this.#day.inputs;
    return this.#tenure.until('settling what is due', async () => {
      await this.#settlement?.beginDay({ marketDay, marketDate }, this.writer);
      await this.#loadTriggers();
    });
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
      await this.#snapshots.reach(this.#day.step);
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
    this.#pause?.end();
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
    return this.#tenure.isReplaced || this.#isStanding || isStuck || this.#isPaused;
  }

  /** State of the running day, for tests and figures. */
  get day(): TradingDay {
    return this.#day;
  }
}

/** Changes whenever what the market's clock says changes. */
const phasesNow = (day: TradingDay): string =>
  [
    day.phaseFor(true),
    day.phaseFor(false),
    day.halt?.level,
    blockWindowAtStep(day.inputs.plan, day.inputs.marketDate, day.step),
  ].join();
