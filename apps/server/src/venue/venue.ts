import assert from 'node:assert/strict';
import { setTimeout as rest } from 'node:timers/promises';
import type { JournalledCommand, MarketStatus, TradingDay } from '@khara/market-day';
import type { Universe } from '@khara/universe';
import type {
  Match,
  MatchUnwritable,
  OrderGateway,
  OrderMatching,
  SettlementPort,
  WatchedTrigger,
  Writer,
} from '#src/ports/exchange.ts';
import type { ClockAct, MarketClock, MarketFeed, MarketView } from '#src/ports/market.ts';
import { confirmEpoch, takeOver, type Frontier } from '#modules/market/index.ts';
import { CommandIntake } from './command-intake.ts';
import { currentStatus } from './current-status.ts';
import { resultsOn } from './day-inputs.ts';
import { DayCourse } from './day-course.ts';
import { LiveDay } from './live-day.ts';
import { openDay, type OpenedDay } from './open-day.ts';
import { QuotePublisher } from './quote-publisher.ts';
import { replayJournal } from './replay-journal.ts';
import { createSeeds } from './seeds.ts';
import { SystemCommands } from './system-commands.ts';
import { Tenure } from './tenure.ts';
import type { VenueParts } from './venue-parts.ts';
import { createView } from './view.ts';

/**
 * Hosts the exchange: applies members' commands, whose orders are committed before they are shown, makes the
 * market's steps in time, hands what happened to the orders module batch by batch, and keeps enough in the
 * database that a restart goes on exactly where it was. Prices go from its memory to every caller.
 */
export class Venue implements OrderGateway, OrderMatching, MarketFeed, MarketClock {
  readonly market: MarketView;
  /**
   * What days to come are made of: the universe as it is written, and shares of an earlier one that are not
   * in it any more. Newcomers are not in it.
   */
  readonly universe: Universe;
  readonly #parts: VenueParts;
  readonly #tenure: Tenure;
  readonly #live: LiveDay;
  readonly #publisher: QuotePublisher;
  readonly #intake: CommandIntake;
  readonly #system: SystemCommands;
  readonly #course: DayCourse;
  #settlement: SettlementPort | undefined;

  private constructor(parts: VenueParts, opened: OpenedDay) {
    const { clock, log, moved } = parts;
    this.#parts = parts;
    this.universe = opened.universe;
    const tenure = new Tenure(log, () => this.#course.stop());
    const live = new LiveDay(opened, {
      epoch: () => tenure.epoch,
      now: () => clock.now(),
      // After a pause another server may have the market. Followers read what they miss.
      ...(moved && { publish: (move) => tenure.isPaused || moved(move) }),
    });
    const day = () => live.day;
    const view = createView({
      day,
      margins: () => live.margins,
      now: currentStatus(day, clock, () => this.#course.pace),
    });
    const publisher = new QuotePublisher(view);
    const intake = new CommandIntake({
      ...parts,
      live,
      tenure,
      view,
      publisher,
      settle: (batch) => {
        assert(this.#settlement);
        return this.#settlement.settleBatch(batch);
      },
      onDurable: () => {
        this.marginsChanged();
        this.#course.snapshots.noteDurable();
      },
    });
    const writer = () => this.writer;
    const seeds = createSeeds(parts);
    const system = new SystemCommands({
      day,
      marketTime: () => view.now().marketTime,
      resultsOf: async (code, draw) => {
        const issuer = view.instrument(code)?.written;
        assert(issuer); // its news came from there
        return resultsOn(parts.db, seeds, { marketDate: day().inputs.marketDate, issuer, draw });
      },
      writer,
      until: tenure.until,
      apply: (commands) => intake.applyNew(commands),
      whileHeld: (work) => intake.whileHeld(work),
      settled: () => {
        intake.handOver();
        return intake.settler.settledSoFar();
      },
    });
    this.#course = new DayCourse({ ...parts, live, tenure, intake, system, publisher, seeds, writer }, opened);
    this.market = view;
    this.#tenure = tenure;
    this.#live = live;
    this.#publisher = publisher;
    this.#intake = intake;
    this.#system = system;
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
    if (open.length > 0) this.#intake.settler.add({ ...this.#live.part(), applied: [], events: open });
    // A day that had only begun settles what is due, and gives holders what went ex, before anything new trades in it.
    await this.#system.beginDay();
    this.#intake.applyNew(unapplied);
    this.#course.storeIfClosed();
    await this.#system.journalScheduled();
    await this.#system.fireTriggers();
    await this.#system.callMargins();
    this.#intake.release();
    this.placeFired();
    const played = day.step - fromStep;
    log.info({ marketDate, step: day.step, played, ms: Math.round(performance.now() - began) }, 'the market goes on');
  }

  // ---- the gateway --------------------------------------------------------------------------------------------------

  submit(command: JournalledCommand): void {
    this.#intake.submit(command);
  }

  place<T>(write: (match: Match) => Promise<T>): Promise<T> {
    return this.#intake.settler.place(write);
  }

  settled(seq: number): Promise<void> {
    return this.#intake.settler.settled(seq);
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

  /** Whom the database lets write for the market day that runs. */
  get writer(): Writer {
    return { marketDay: this.day.inputs.marketDay, epoch: this.#tenure.epoch };
  }

  // ---- the feed -----------------------------------------------------------------------------------------------------

  onQuotes(listener: (codes: readonly string[]) => void): () => void {
    return this.#publisher.onQuotes(listener);
  }

  onSession(listener: (now: MarketStatus) => void): () => void {
    return this.#publisher.onSession(listener);
  }

  act(act: ClockAct): void {
    this.#course.act(act);
  }

  // ---- time ---------------------------------------------------------------------------------------------------------

  /** Starts the clock. */
  run(): void {
    this.#tenure.watchPauses(
      () => confirmEpoch(this.#parts.db, this.#tenure.epoch),
      () => this.#intake.settler.wake(),
    );
    this.#course.run();
  }

  /**
   * One step of market time, or the next day when this one is over. What it did is on its way to being
   * settled when it returns; a day ends only when everything in it is.
   */
  step(): Promise<void> {
    return this.#course.step();
  }

  /**
   * Makes steps of a stepped market, until `isEnough` after one of them is settled; answers how many. Where the day was
   * over, the next one begins first.
   */
  advance(isEnough: (made: number) => Promise<boolean>): Promise<number> {
    return this.#course.advance(isEnough);
  }

  /** Takes a snapshot now and stores it when everything in it is settled. */
  save(): Promise<void> {
    return this.#course.snapshots.save();
  }

  /**
   * Stops the clock, settles everything and keeps a snapshot. To be called when no more commands come; gives
   * up after `timeoutMs`.
   */
  async stop(timeoutMs = 8_000): Promise<void> {
    this.#tenure.stop();
    await this.#end(timeoutMs, async () => {
      await this.#course.halt();
      await this.#intake.settler.settledSoFar();
      await this.#course.saveIfMay();
      await this.#course.snapshots.noting;
    });
  }

  /**
   * Leaves the market to a server that follows it: keeps a snapshot while it goes on, then takes no more
   * orders, settles everything and notes where it stands. Gives up after `timeoutMs`.
   */
  async leave(timeoutMs = 8_000): Promise<void> {
    await this.#end(timeoutMs, async () => {
      await this.#course.saveIfMay();
      await this.#course.halt();
      this.#intake.hold();
      await this.#intake.settler.settledSoFar();
      await this.#course.snapshots.reach(this.day.step);
    });
    this.#tenure.stop();
  }

  async #end(timeoutMs: number, work: () => Promise<void>): Promise<void> {
    if (!this.#tenure.isReplaced)
      await Promise.race([
        work().catch((error: unknown) => this.#parts.log.error({ err: error }, 'the market could not be put away')),
        rest(timeoutMs, undefined, { ref: false }),
      ]);
    this.#course.stop();
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
    return this.#tenure.isReplaced || this.#course.standsStill || this.#tenure.isPaused;
  }

  /** State of the running day, for tests and figures. */
  get day(): TradingDay {
    return this.#live.day;
  }
}
