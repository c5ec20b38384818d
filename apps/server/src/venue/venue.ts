import assert from 'node:assert/strict';
import {
  blockWindowAtStep,
  ENGINE,
  instantOfStep,
  type JournalledCommand,
  marketStatus,
  type MarketStatus,
  marketTimeText,
  TradingDay,
} from '@khara/market-day';
import type { Universe } from '@khara/universe';
import { BooksMovedOn, type Match, type SettlementPort, type OrderGateway, type Writer } from '#src/ports/exchange.ts';
import type { MarketFeed, MarketView } from '#src/ports/market.ts';
import * as store from '#modules/market/index.ts';
import { whyNotBegin } from './carried-over.ts';
import {
  beginFirstDay,
  closedDay,
  inputsOf,
  makeNextDay,
  mayBeginAfter,
  publishedInputs,
  type VenueParts,
} from './day-turnover.ts';
import { universeOf, withKept, withListed } from './day-universe.ts';
import { QuotePublisher } from './quote-publisher.ts';
import { dueEvents } from './scheduled-commands.ts';
import type { SeedSource } from './seeds.ts';
import { Settler } from './settler.ts';
import { newestSnapshot, Snapshots, STALE_AFTER_MS } from './snapshots.ts';
import { StepLoop } from './step-loop.ts';
import { viewOf, type HeldView } from './view.ts';

/** Commands known by their number; older ones are settled and no caller holds them any more. */
const REMEMBERED = 100_000;
/**
 * Hosts the exchange: applies members' commands that are already journalled, makes the market's steps in
 * time, hands what happened to the orders module batch by batch, and keeps enough in the database that a
 * restart goes on exactly where it was. Prices go from its memory to every caller.
 */
export class Venue implements OrderGateway, MarketFeed {
  readonly market: MarketView;
  readonly #view: HeldView;
  /**
   * What days to come are made of: the universe as it is written, and shares of an earlier one that are not
   * in it any more. Newcomers are not in it.
   */
  readonly universe: Universe;
  /**
   * Resolves with the reason when this server has nothing left to do: another one has taken the market over,
   * or its memory is not what the books allow.
   */
  readonly over: Promise<string>;
  readonly #notifyOver: (why: string) => void;
  readonly #parts: VenueParts;
  readonly #seeds: SeedSource;
  readonly #settler: Settler;
  #settlement: SettlementPort | undefined;
  readonly #publisher: QuotePublisher;
  readonly #snapshots: Snapshots;
  readonly #loop: StepLoop;
  #day: TradingDay;
  #epoch = 0;
  readonly #seen = new Set<number>();
  /** Commands that arrive before the market was resumed, and while one day gives way to the next. */
  #held: JournalledCommand[] | undefined = [];
  /** Resolves when the closed day's candles are stored; undefined until it closes. */
  #finishing: Promise<void> | undefined;
  #isFinished: boolean;
  /** The step up to which the system's orders were asked for; -1 when none was. */
  #scheduledUpTo = -1;
  /** Whether the last step was not made, since nothing could be made durable. */
  #isStanding = false;
  #stopping = false;
  #isReplaced = false;
  /** What the next day would begin with is not what the log says: there is none. */
  #isRefused = false;

  private constructor(
    parts: VenueParts,
    seeds: SeedSource,
    { day, universe, isFinished }: { day: TradingDay; universe: Universe; isFinished: boolean },
  ) {
    this.#parts = parts;
    this.universe = universe;
    this.#seeds = seeds;
    this.#day = day;
    this.#isFinished = isFinished;
    const { promise, resolve } = Promise.withResolvers<string>();
    this.over = promise;
    this.#notifyOver = resolve;
    this.#view = viewOf({ day: () => this.#day, now: () => marketStatus(this.#day, parts.clock.now()) });
    this.market = this.#view;
    this.#publisher = new QuotePublisher(this.market);
    this.#settler = new Settler({
      settle: async (batch) => {
        assert(this.#settlement);
        await this.#settlement.settleBatch(batch);
        this.#snapshots.noteDurable();
      },
      mayPlace: () => this.#held === undefined,
      apply: (commands) => {
        // What these change is shown once it is committed.
        this.#view.hold(commands.flatMap((command) => ('code' in command ? [command.code] : [])));
        for (const command of commands) {
          this.#isNew(command.seq);
          this.#day.apply(command, this.#parts.clock.now());
        }
        return { ...this.#partOf(), ...this.#day.take() };
      },
      onPlaced: () => {
        this.#view.release();
        this.#snapshots.noteDurable();
      },
      now: () => parts.clock.now(),
      rest: (failures) => rest(Math.min(2_000, 50 * 2 ** failures)),
      onFailure: (error, batch) => {
        this.#noticeSuccessor(error);
        if (this.#isReplaced) throw error;
        parts.log.error(
          { err: error, events: batch?.events.length, applied: batch?.applied.length },
          'settlement failed',
        );
      },
    });
    const { db, clock, log } = parts;
    this.#snapshots = new Snapshots(
      {
        db,
        clock,
        log,
        settler: this.#settler,
        day: () => this.#day,
        writer: () => this.#writer,
        onFailure: (error) => this.#noticeSuccessor(error),
      },
      day.step,
    );
    this.#loop = new StepLoop({
      day: () => this.#day,
      step: () => this.step(),
      leaveOut: (step) => this.#leaveOut(step),
      clock,
      log,
    });
  }

  /**
   * Makes the first market day, or finds the one that was running as its newest snapshot has it. The market
   * can be seen from here on, and does not move: `resume` brings it to where it stopped, `run` lets it go on.
   */
  static async open(parts: VenueParts): Promise<Venue> {
    const seeds = { installSecret: parts.installSecret, fixedSeed: parts.config.MARKET_SEED };
    const newest = (await store.newestDay(parts.db)) ?? (await beginFirstDay(parts, seeds));
    if (newest.profile !== parts.config.MARKET_PROFILE) {
      // Compressed dates run far ahead of real ones: neither profile can go on where the other was.
      throw new Error(
        `The market of this data directory runs in the ${newest.profile} profile. Set MARKET_PROFILE=${newest.profile}.`,
      );
    }
    const refused = await whyNotBegin(parts.db, newest.marketDay);
    if (refused !== undefined) throw new Error(refused);
    // A day goes on with the shares that it began with.
    const listed = (await parts.listings?.listedBy(newest.marketDate)) ?? [];
    const universe = await universeOf(newest, withListed(parts.universe, listed));
    if (
      newest.closedAt === undefined &&
      newest.engine !== ENGINE &&
      !(await store.beginAgain(parts.db, { ...newest, engine: ENGINE }, publishedInputs({ ...parts, universe })))
    ) {
      throw new Error(
        `The market day ${newest.marketDate} of this data directory was begun by another version of Khara, and orders of members were dealt with in it. ` +
          'Run that version until the day is over, then this one: its rules would make another day of it.',
      );
    }
    const [inputs, snapshot] = await Promise.all([
      inputsOf(parts, seeds, newest),
      newestSnapshot(parts.db, newest.marketDay),
    ]);
    return new Venue(parts, seeds, {
      day: new TradingDay(inputs, universe, snapshot),
      universe: withKept(parts.universe, universe, listed),
      isFinished: newest.closedAt !== undefined,
    });
  }

  /**
   * Plays what happened since the snapshot: members' commands at their recorded places up to the frontier,
   * then those that were acknowledged and had no place yet. Then what is due at the start of the day settles.
   * To be called once, before any command is submitted.
   */
  async resume(settlement: SettlementPort): Promise<void> {
    const began = performance.now();
    const { db, clock, log } = this.#parts;
    this.#settlement = settlement;
    const day = this.#day;
    const { step: fromStep, index: fromIndex } = day;
    const { marketDay, marketDate } = day.inputs;
    const frontier = await store.takeOver(db);
    assert(frontier?.marketDay === marketDay, 'the frontier is not of the newest market day');
    this.#epoch = frontier.epoch;
    await settlement.forgetNews?.(this.#writer, frontier.step);
    const [applied, unapplied] = await Promise.all([
      settlement.appliedCommands(marketDay, fromStep),
      settlement.unappliedCommands(),
    ]);
    for (const { command, step, index } of applied) {
      this.#isNew(command.seq);
      if (step === fromStep && index < fromIndex) continue; // inside the snapshot
      while (day.step < step) day.advance(clock.now());
      assert(day.step === step && day.index === index, `command ${command.seq} cannot have its place ${step}/${index}`);
      day.apply(command, clock.now());
    }
    while (day.step < frontier.step) day.advance(clock.now());
    // What was settled before is in the books; the rest of what just happened again is settled now, as if for
    // the first time.
    const open = day.take().events.filter(({ eventNo }) => eventNo > frontier.settledEvent);
    if (open.length > 0) this.#settler.add({ ...this.#partOf(), applied: [], events: open });
    // A day that had only begun settles what is due, and gives holders what went ex, before anything new trades in it.
    await this.#settleDay();
    for (const command of unapplied) {
      this.#isNew(command.seq);
      this.#apply(command);
    }
    if (day.closing && !this.#isFinished) this.#finish();
    await this.#journalScheduled();
    this.#release();
    const played = day.step - fromStep;
    log.info({ marketDate, step: day.step, played, ms: Math.round(performance.now() - began) }, 'the market goes on');
  }

  // ---- the gateway --------------------------------------------------------------------------------------------------

  submit(command: JournalledCommand): void {
    if (!this.#isNew(command.seq)) return;
    this.#settler.expect(command.seq);
    if (this.#held) this.#held.push(command);
    else this.#apply(command);
  }

  place<T>(write: (match: Match) => Promise<T>): Promise<T> {
    return this.#settler.place(write);
  }

  settled(seq: number): Promise<void> {
    return this.#settler.settled(seq);
  }

  /** A command may be handed over again after an unknown outcome: it is applied once. */
  #isNew(seq: number): boolean {
    if (this.#seen.has(seq)) return false;
    this.#seen.add(seq);
    if (this.#seen.size > REMEMBERED) this.#seen.delete(this.#seen.values().next().value!);
    return true;
  }

  #apply(command: JournalledCommand): void {
    this.#day.apply(command, this.#parts.clock.now());
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
      epoch: this.#epoch,
      marketDay,
      marketDate,
      frontierStep: step,
      marketTimeOf: (at: number) => marketTimeText(instantOfStep(plan, marketDate, at)),
    };
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
    this.#loop.run();
  }

  /**
   * One step of market time, or the next day when this one is over. What it did is on its way to being
   * settled when it returns; a day ends only when everything in it is.
   */
  async step(): Promise<void> {
    // Nothing is shown, and nothing goes on, over what is not committed.
    await this.#settler.uncommitted;
    if (this.#day.isOver) {
      if (!this.#isRefused && mayBeginAfter(this.#day, this.#parts.clock.now())) await this.#beginNext();
      return;
    }
    this.#isStanding = this.#snapshots.isStale;
    if (this.#isStanding) return this.#probe();
    if (this.#day.changesNext) {
      const next = this.#day.step + 1;
      await this.#until('noting a phase', () => this.#snapshots.reach(next));
    }
    const before = phasesNow(this.#day);
    this.#day.advance(this.#parts.clock.now());
    this.#afterStep(before);
    await this.#journalScheduled();
  }

  #afterStep(phasesBefore: string): void {
    this.#handOver();
    this.#publisher.publishQuotes(this.#day);
    if (phasesNow(this.#day) !== phasesBefore) this.#publisher.publishSession();
    if (this.#day.closing && !this.#finishing && !this.#isFinished) this.#finish();
    this.#snapshots.note();
    if (this.#snapshots.isDue && this.#maySave()) {
      void this.save().catch((error: unknown) => this.#parts.log.warn({ err: error }, 'snapshot failed'));
    }
  }

  /** Leaves steps out, and makes sure that a restart leaves out the same before anything else happens. */
  async #leaveOut(step: number): Promise<void> {
    const before = phasesNow(this.#day);
    this.#held ??= [];
    await this.#snapshots.saving;
    await this.#settler.settledSoFar();
    this.#day.skipTo(step, this.#parts.clock.now());
    this.#afterStep(before);
    await this.#journalScheduled();
    if (this.#finishing) await this.#finishing;
    await this.#until('the snapshot after a pause', () => this.save());
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
    const scheduledCommands = this.#settlement?.scheduledCommands?.bind(this.#settlement);
    if (due.length === 0 || !scheduledCommands) return;
    const isHolding = this.#held !== undefined;
    this.#held ??= [];
    // What an event finds in the books may not depend on how quickly the last fills got there.
    await this.#settler.settledSoFar();
    for (const event of due) {
      await this.#until(`commands of ${event.kind}`, async () => {
        for (const command of await scheduledCommands(event, this.#writer)) {
          if (this.#isNew(command.seq)) this.#apply(command);
        }
      });
    }
    if (!isHolding) this.#release();
  }

  /**
   * When another server has taken the market over, or the books have moved on, this one stops where it is:
   * its watcher ends the process.
   */
  #noticeSuccessor(error: unknown): void {
    const isMeant = error instanceof store.MarketTakenOver || error instanceof BooksMovedOn;
    if (!isMeant || this.#isReplaced) return;
    this.#isReplaced = true;
    this.#stopping = true;
    this.#loop.stop();
    this.#parts.log.error({ err: error }, `${error.message}: this server has stopped the market`);
    this.#notifyOver(error.message);
  }

  // ---- durability ---------------------------------------------------------------------------------------------------

  /** Whom the database lets write for the market day that runs. */
  get #writer(): Writer {
    return { marketDay: this.#day.inputs.marketDay, epoch: this.#epoch };
  }

  /** The market stands still until the database answers again. */
  async #probe(): Promise<void> {
    this.#snapshots.note();
    this.#loop.wait();
  }

  /** A closed day can be restored only once what it left behind is stored: its closing prices are answered once. */
  #maySave(): boolean {
    return !this.#snapshots.isSaving && (!this.#day.closing || this.#isFinished);
  }

  /** Takes a snapshot now and stores it when everything in it is settled. */
  save(): Promise<void> {
    return this.#snapshots.save();
  }

  // ---- the end of a day ---------------------------------------------------------------------------------------------

  /** Stores what the closed day leaves behind, in the background. */
  #finish(): void {
    const store = closedDay(this.#parts, this.#day);
    this.#snapshots.takeTrades();
    this.#finishing = this.#until('storing the day', async () => {
      await store({
        epoch: this.#epoch,
        trades: () => this.#snapshots.takeTrades(),
        settled: () => this.#settler.settledSoFar(),
      });
      this.#isFinished = true;
      this.#snapshots.noteFinished();
    });
  }

  /**
   * The next market day: everything of this one is settled and stored, what was bought settles, then trading may begin.
   */
  async #beginNext(): Promise<void> {
    const { marketDay } = this.#day.inputs;
    this.#held ??= [];
    await this.#finishing;
    await this.#snapshots.saving?.catch(() => undefined);
    await this.#settler.settledSoFar();
    let refused: string | undefined;
    await this.#until('comparing what is carried over', async () => {
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
      writer: this.#writer,
      until: (what, work) => this.#until(what, work),
    });
    if (!next) return; // stopping
    this.#day = next;
    this.#snapshots.beginDay();
    this.#finishing = undefined;
    this.#isFinished = false;
    this.#scheduledUpTo = -1;
    await this.#settleDay();
    this.#release();
    this.#publisher.publishSession();
    this.#publisher.publishQuotes(this.#day);
    this.#parts.log.info({ marketDate: next.inputs.marketDate }, 'the market day begins');
  }

  #settleDay(): Promise<void> {
    const { marketDay, marketDate } = this.#day.inputs;
    return this.#until('settling what is due', async () =>
      this.#settlement?.settleDay({ marketDay, marketDate }, this.#writer),
    );
  }

  #release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const command of held) this.#apply(command);
    this.#settler.wake();
  }

  /** Does what must be done, however often it fails; gives up only when the server stops. */
  async #until(what: string, work: () => Promise<void>): Promise<void> {
    for (let failures = 0; !this.#stopping || failures === 0; failures += 1) {
      try {
        return await work();
      } catch (error) {
        this.#noticeSuccessor(error);
        this.#parts.log.error({ err: error, what }, 'the market waits for the database');
        await rest(Math.min(2_000, 50 * 2 ** failures));
      }
    }
  }

  /**
   * Stops the clock, settles everything and keeps a snapshot. To be called when no more commands come; gives
   * up after `timeoutMs`.
   */
  async stop(timeoutMs = 8_000): Promise<void> {
    this.#stopping = true;
    this.#loop.stop();
    if (this.#isReplaced) return;
    const end = async () => {
      while (this.#loop.isTurning) await rest(5);
      await this.#finishing;
      await this.#snapshots.saving?.catch(() => undefined);
      await this.#settler.settledSoFar();
      if (this.#maySave()) await this.save();
      while (this.#snapshots.isNoting) await rest(5);
    };
    await Promise.race([
      end().catch((error: unknown) => this.#parts.log.error({ err: error }, 'the market could not be put away')),
      rest(timeoutMs),
    ]);
  }

  /**
   * Whether it does not move although it should: nothing can be made durable, a step does not end, or another
   * server runs it.
   */
  get standsStill(): boolean {
    const isStuck = this.#loop.turningForMs > STALE_AFTER_MS;
    return this.#isReplaced || this.#isStanding || isStuck;
  }

  /** State of the running day, for tests and figures. */
  get day(): TradingDay {
    return this.#day;
  }
}

/** Changes whenever what the market's clock says changes. */
const phasesNow = (day: TradingDay): string =>
  [
    day.phaseOf(true),
    day.phaseOf(false),
    day.halt?.level,
    blockWindowAtStep(day.inputs.plan, day.inputs.marketDate, day.step),
  ].join();

const rest = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
