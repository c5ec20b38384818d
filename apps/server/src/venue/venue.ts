import assert from 'node:assert/strict';
import { timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import {
  blockWindowAtStep,
  candlesHash,
  carriedHash,
  type DayInputs,
  ENGINE,
  finishedDay,
  firstMarketDate,
  followingDate,
  hashOf,
  headHash,
  headOf,
  instantOfStep,
  type JournalledCommand,
  marketStatus,
  type MarketStatus,
  marketTimeText,
  mayBegin,
  minutesHash,
  type NewsEvent,
  planOf,
  planWith,
  STEP_MS,
  stepAt,
  type TradesPack,
  TradingDay,
} from '@khara/market-day';
import { ARTICLE_AFTER_STEPS, type CompanyNews } from '@khara/exchange';
import type { Universe } from '@khara/universe';
import type { Logger } from 'pino';
import type { Config } from '#src/config.ts';
import type { Db } from '#src/ports/database.ts';
import type { Clock } from '#src/kernel/clock.ts';
import type { ListingPort } from '#src/ports/listing.ts';
import type { SettlementPort, OrderGateway, Writer } from '#src/ports/exchange.ts';
import type { MarketFeed, MarketView } from '#src/ports/market.ts';
import { checkpointCount } from '#modules/ledger/index.ts';
import * as store from '#modules/market/index.ts';
import { announcedHash, KEEP_LOGS_DAYS, KEEP_TRADES_DAYS, minutesKeptFrom, whyNotBegin } from './carried-over.ts';
import { previousCloses } from './previous-closes.ts';
import { packUniverse, suspendedIn, universeOf, withKept, withListed, withSuspended } from './day-universe.ts';
import { hashOfSeed, seedOfDay, type SeedSource } from './seeds.ts';
import { Settler } from './settler.ts';
import { viewOf } from './view.ts';

export interface VenueParts {
  readonly config: Pick<Config, 'MARKET_PROFILE' | 'MARKET_DAY_SECONDS' | 'MARKET_SEED'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly installSecret: Uint8Array;
  readonly universe: Universe;
  /** New shares that join the exchange at a day's start; without it the universe stays as it is. */
  readonly listings?: ListingPort;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Steps (30 s of real time) between two snapshots. */
const SNAPSHOT_EVERY = 120;
/** Steps the loop makes at a stretch when it is late; more would keep requests waiting. */
const CATCH_UP = 4;
/** Steps by which the nse profile may be late before it leaves them out. */
const LEAVE_OUT_AFTER = 20;
/** Commands known by their number; older ones are settled and no caller holds them any more. */
const REMEMBERED = 100_000;
/** The market stands still when nothing could be made durable for so long: what it showed would have to be taken back. */
const STALE_AFTER_MS = 4_000;
/** After so long without a commit that waited for the disk, a note of a step is one. */
const DURABLE_EVERY_MS = 2_000;

/**
 * Hosts the exchange: applies members' commands that are already journalled, makes the market's steps in time, hands what happened to the orders module
 * batch by batch, and keeps enough in the database that a restart goes on exactly where it was. Prices go from its memory to every caller.
 */
export class Venue implements OrderGateway, MarketFeed {
  readonly market: MarketView;
  /** What days to come are made of: the universe as it is written, and shares of an earlier one that are not in it any more. Newcomers are not in it. */
  readonly universe: Universe;
  /** Resolves when another server has taken the market over: this one has nothing left to do. */
  readonly replaced: Promise<void>;
  readonly #tellReplaced: () => void;
  readonly #parts: VenueParts;
  readonly #seeds: SeedSource;
  readonly #settler: Settler;
  #settlement: SettlementPort | undefined;
  readonly #quoteListeners = new Set<(codes: readonly string[]) => void>();
  readonly #sessionListeners = new Set<(now: MarketStatus) => void>();
  #day: TradingDay;
  #epoch = 0;
  readonly #seen = new Set<number>();
  /** Commands that arrive before the market was resumed, and while one day gives way to the next. */
  #held: JournalledCommand[] | undefined = [];
  /** Resolves when the closed day's candles are stored; undefined until it closes. */
  #finishing: Promise<void> | undefined;
  #isFinished: boolean;
  /** The step up to which the system's orders were asked for; -1 when none was. */
  #momentsUpTo = -1;
  #snapshotAt: number;
  /** Trades taken from the day and not stored, oldest first. */
  #unsavedTrades: TradesPack[] = [];
  #saving: Promise<void> | undefined;
  #noting = false;
  #durableAt: number;
  /** Of the shares, as they were published last; empty on a new day, when everything is. */
  #seenVersions = new Int32Array();
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;
  #turning = false;
  #turnBeganAt = 0;
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
    this.#snapshotAt = day.step;
    this.#durableAt = performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.replaced = promise;
    this.#tellReplaced = resolve;
    this.market = viewOf({ day: () => this.#day, now: () => this.#now() });
    this.#settler = new Settler({
      settle: async (batch) => {
        assert(this.#settlement);
        await this.#settlement.settleBatch(batch);
        this.#durableAt = performance.now();
      },
      now: () => parts.clock.now(),
      rest: (failures) => rest(Math.min(2_000, 50 * 2 ** failures)),
      onFailure: (error, batch) => {
        this.#noticeSuccessor(error);
        if (this.#isReplaced) throw error;
        const { events, applied } = batch;
        parts.log.error({ err: error, events: events.length, applied: applied.length }, 'settlement failed');
      },
    });
  }

  /**
   * Makes the first market day, or finds the one that was running as its newest snapshot has it. The market can be seen from here on, and does not move:
   * `resume` brings it to where it stopped, `run` lets it go on.
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
      store.newestSnapshot(parts.db, newest.marketDay),
    ]);
    const from = snapshot && {
      ...snapshot,
      exchange: inflateRawSync(snapshot.exchange),
      tape: inflateRawSync(snapshot.tape),
      sessions: inflateRawSync(snapshot.sessions),
    };
    return new Venue(parts, seeds, {
      day: new TradingDay(inputs, universe, from),
      universe: withKept(parts.universe, universe, listed),
      isFinished: newest.closedAt !== undefined,
    });
  }

  /**
   * Plays what happened since the snapshot: members' commands at their recorded places up to the frontier, then those that were acknowledged and had no
   * place yet. Then what is due at the start of the day settles. To be called once, before any command is submitted.
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
    // What was settled before is in the books; the rest of what just happened again is settled now, as if for the first time.
    const open = day.take().events.filter(({ eventNo }) => eventNo > frontier.settledEvent);
    if (open.length > 0) this.#settler.add({ ...this.#partOf(), applied: [], events: open });
    // A day that had only begun settles what is due, and gives holders what went ex, before anything new trades in it.
    await this.#settleDay();
    for (const command of unapplied) {
      this.#isNew(command.seq);
      this.#apply(command);
    }
    if (day.closing && !this.#isFinished) this.#finish();
    await this.#commandsOfMoments();
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
    this.#publishSession();
    this.#publishQuotes();
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
    this.#quoteListeners.add(listener);
    return () => this.#quoteListeners.delete(listener);
  }

  onSession(listener: (now: MarketStatus) => void): () => void {
    this.#sessionListeners.add(listener);
    return () => this.#sessionListeners.delete(listener);
  }

  #publishQuotes(): void {
    const { market, tape } = this.#day;
    const instruments = this.market.instruments();
    const isNewDay = this.#seenVersions.length === 0;
    if (isNewDay) this.#seenVersions = new Int32Array(tape.shares).fill(-1);
    const moved = this.#day.takeMovedIndices();
    const indices = isNewDay ? instruments.slice(tape.shares) : moved.map((index) => instruments[tape.shares + index]!);
    const changed = indices.map(({ code }) => code);
    for (let share = 0; share < tape.shares; share += 1) {
      const version = market.version(share);
      if (version === this.#seenVersions[share]) continue;
      this.#seenVersions[share] = version;
      changed.push(instruments[share]!.code);
    }
    if (changed.length > 0) for (const listener of this.#quoteListeners) listener(changed);
  }

  #publishSession(): void {
    const now = this.#now();
    for (const listener of this.#sessionListeners) listener(now);
  }

  #now(): MarketStatus {
    return marketStatus(this.#day, this.#parts.clock.now());
  }

  // ---- time ---------------------------------------------------------------------------------------------------------

  /** Starts the clock. */
  run(): void {
    assert(!this.#timer && !this.#stopping);
    this.#dueAt = performance.now() + STEP_MS;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#stopping) return;
    this.#timer = setTimeout(() => void this.#turn(), Math.max(0, this.#dueAt - performance.now()));
  }

  /** Makes the steps that are due by now. */
  async #turn(): Promise<void> {
    this.#turning = true;
    this.#turnBeganAt = performance.now();
    try {
      if (this.#day.inputs.plan.profile === 'nse') await this.#turnWithRealTime();
      else await this.#turnCompressed();
    } catch (error) {
      this.#parts.log.error({ err: error }, 'the market could not make its step');
    } finally {
      this.#turning = false;
    }
    this.#schedule();
  }

  /** Compressed time is made here: steps that could not be made in time are made up for a little, then forgotten, and nothing is skipped. */
  async #turnCompressed(): Promise<void> {
    for (let made = 0; made < CATCH_UP && this.#dueAt <= performance.now(); made += 1) {
      this.#dueAt += STEP_MS;
      await this.step();
    }
    const late = performance.now() - this.#dueAt;
    if (late > CATCH_UP * STEP_MS) this.#dueAt = performance.now();
  }

  /** In the nse profile a step belongs to its instant: those missed while the server was down or too busy are left out. */
  async #turnWithRealTime(): Promise<void> {
    this.#dueAt = Math.max(performance.now(), this.#dueAt + STEP_MS);
    const { plan, marketDate } = this.#day.inputs;
    const target = stepAt(plan, marketDate, this.#parts.clock.now());
    if (target - this.#day.step > LEAVE_OUT_AFTER) await this.#leaveOut(target);
    for (let made = 0; made < CATCH_UP && this.#day.step < target; made += 1) await this.step();
    if (this.#day.isOver) await this.step();
  }

  /**
   * One step of market time, or the next day when this one is over. What it did is on its way to being settled when it returns; a day ends only
   * when everything in it is.
   */
  async step(): Promise<void> {
    if (this.#day.isOver) {
      if (!this.#isRefused && this.#mayBeginNext()) await this.#beginNext();
      return;
    }
    this.#isStanding = this.#isStale();
    if (this.#isStanding) return this.#probe();
    if (this.#day.changesNext) await this.#reach(this.#day.step + 1);
    const before = phasesNow(this.#day);
    this.#day.advance(this.#parts.clock.now());
    this.#afterStep(before);
    await this.#commandsOfMoments();
  }

  /**
   * Makes sure that a restart comes at least to a step. An order that was journalled because a phase takes it must not be met by the phase before when the
   * server is ended right afterwards.
   */
  #reach(step: number): Promise<void> {
    return this.#until('noting a phase', async () => {
      await this.#parts.db.transaction((tx) => store.noteStep(tx, this.#writer, step));
      this.#durableAt = performance.now();
    });
  }

  #afterStep(phasesBefore: string): void {
    this.#handOver();
    this.#publishQuotes();
    if (phasesNow(this.#day) !== phasesBefore) this.#publishSession();
    if (this.#day.closing && !this.#finishing && !this.#isFinished) this.#finish();
    this.#note();
    if (this.#day.step - this.#snapshotAt >= SNAPSHOT_EVERY && this.#maySave()) {
      void this.save().catch((error: unknown) => this.#parts.log.warn({ err: error }, 'snapshot failed'));
    }
  }

  /** Leaves steps out, and makes sure that a restart leaves out the same before anything else happens. */
  async #leaveOut(step: number): Promise<void> {
    const before = phasesNow(this.#day);
    this.#held ??= [];
    await this.#saving;
    this.#day.skipTo(step, this.#parts.clock.now());
    this.#afterStep(before);
    await this.#commandsOfMoments();
    if (this.#finishing) await this.#finishing;
    await this.#until('the snapshot after a pause', () => this.save());
    this.#release();
  }

  /**
   * Asks for the system's own commands at the moments of the day that have come, and applies them before the market goes on and before members' orders that
   * came meanwhile. After a restart all moments that have passed are asked for again: what is journalled already does not come twice.
   */
  async #commandsOfMoments(): Promise<void> {
    const { phases, inputs, step, news, isOver } = this.#day;
    const { moments } = phases;
    const since = this.#momentsUpTo;
    this.#momentsUpTo = step;
    const due = (
      [
        [{ kind: 'block_window' }, moments.blocksMorning],
        // Before anything trades, so that no order can be there first.
        [{ kind: 'offers' }, moments.preopen],
        [{ kind: 'pre_open' }, moments.preopen],
        [{ kind: 'block_window' }, moments.blocksAfternoon],
        [{ kind: 'square_off_auctioned' }, moments.squareOffAuctioned],
        [{ kind: 'square_off_others' }, moments.squareOffOthers],
        // What a pause left out to the end of the day is no news any more; an article follows whatever participants heard.
        ...(isOver ? [] : news).map((one) => [{ kind: 'news', news: newsEvent(this.#day, one) }, one.step] as const),
        ...news.map((one) => [{ kind: 'article', news: newsEvent(this.#day, one) }, articleStep(one, inputs)] as const),
      ] as const
    ).filter(([, at]) => at > since && at <= step);
    const commandsAt = this.#settlement?.commandsAt?.bind(this.#settlement);
    if (due.length === 0 || !commandsAt) return;
    const isHolding = this.#held !== undefined;
    this.#held ??= [];
    // What a moment finds in the books may not depend on how quickly the last fills got there.
    await this.#settler.settledSoFar();
    for (const [moment, at] of due) {
      const { plan, marketDay, marketDate } = inputs;
      const marketTime = marketTimeText(instantOfStep(plan, marketDate, at));
      await this.#until(`commands of ${moment.kind}`, async () => {
        for (const command of await commandsAt({ ...moment, marketDay, marketDate, marketTime }, this.#writer)) {
          if (this.#isNew(command.seq)) this.#apply(command);
        }
      });
    }
    if (!isHolding) this.#release();
  }

  /** When another server has taken the market over, this one stops where it is: its watcher ends the process. */
  #noticeSuccessor(error: unknown): void {
    if (!(error instanceof store.MarketTakenOver) || this.#isReplaced) return;
    this.#isReplaced = true;
    this.#stopping = true;
    clearTimeout(this.#timer);
    this.#parts.log.error({ err: error }, 'another server runs the market: this one has stopped');
    this.#tellReplaced();
  }

  // ---- durability ---------------------------------------------------------------------------------------------------

  /** Whom the database lets write for the market day that runs. */
  get #writer(): Writer {
    return { marketDay: this.#day.inputs.marketDay, epoch: this.#epoch };
  }

  #isStale(): boolean {
    return performance.now() - this.#durableAt > STALE_AFTER_MS;
  }

  /** The market stands still until the database answers again. */
  async #probe(): Promise<void> {
    this.#note();
    this.#dueAt = Math.max(this.#dueAt, performance.now() + STEP_MS);
  }

  /** Notes in the background up to where prices were seen. */
  #note(): void {
    if (this.#noting || !this.#settler.isIdle) return;
    this.#noting = true;
    const { step } = this.#day;
    const writer = this.#writer;
    // Only what the disk and a standby have shows that the database keeps what this market does.
    const isDurable = performance.now() - this.#durableAt > DURABLE_EVERY_MS;
    const note = isDurable ? store.noteStep : store.noteStepLightly;
    this.#parts.db
      .transaction((tx) => note(tx, writer, step))
      .then(() => {
        if (isDurable) this.#durableAt = performance.now();
      })
      .catch((error: unknown) => {
        this.#noticeSuccessor(error);
        this.#parts.log.warn({ err: error }, 'the database does not answer the market');
      })
      .finally(() => {
        this.#noting = false;
      });
  }

  /** A closed day can be restored only once what it left behind is stored: its closing prices are answered once. */
  #maySave(): boolean {
    return !this.#saving && (!this.#day.closing || this.#isFinished);
  }

  #takeTrades(): void {
    const pack = this.#day.trades.take();
    if (pack) this.#unsavedTrades.push(pack);
  }

  /** Takes a snapshot now and stores it when everything in it is settled. */
  save(): Promise<void> {
    const { inputs } = this.#day;
    const at = this.#parts.clock.now();
    const snapshot = { ...this.#day.snapshot(), marketDay: inputs.marketDay, epoch: this.#epoch, at };
    this.#snapshotAt = snapshot.step;
    this.#takeTrades();
    const trades = [...this.#unsavedTrades];
    const saving = (async () => {
      const [exchange, tape, sessions] = await Promise.all(
        [snapshot.exchange, snapshot.tape, snapshot.sessions].map(compress),
      );
      assert(exchange && tape && sessions);
      await this.#settler.settledSoFar();
      await this.#parts.db.transaction((tx) =>
        store.saveSnapshot(tx, { ...snapshot, exchange, tape, sessions }, trades),
      );
      this.#unsavedTrades = this.#unsavedTrades.slice(trades.length);
      this.#durableAt = performance.now();
    })().finally(() => {
      this.#saving = undefined;
    });
    this.#saving = saving;
    return saving;
  }

  // ---- the end of a day ---------------------------------------------------------------------------------------------

  /** Stores what the closed day leaves behind, in the background. */
  #finish(): void {
    const { inputs, closing } = this.#day;
    assert(closing);
    const rows = finishedDay(this.#day);
    this.#takeTrades();
    const head = headOf(this.#day);
    const made = {
      marketDay: inputs.marketDay,
      marketDate: inputs.marketDate,
      seed: Buffer.from(inputs.seed).toString('hex'),
      spec: hashOf({ ...this.#day.spec, seed: undefined }),
      ...this.#day.hashes,
      tradeCount: this.#day.tradeCount,
      candles: candlesHash(rows),
      minutes: minutesHash(rows),
      head: headHash(head),
      carried: carriedHash(rows, closing.factorState),
    };
    this.#finishing = this.#until('storing the day', async () => {
      const [announced, checkpoint] = await Promise.all([
        announcedHash(this.#parts.db, inputs.marketDate),
        checkpointCount(this.#parts.db),
      ]);
      const session = { ...made, announced, checkpoint };
      const packed = await store.packHead({ ...head, closing: session });
      await this.#settler.settledSoFar();
      await this.#parts.db.transaction((tx) =>
        store.finishDay(tx, {
          marketDay: inputs.marketDay,
          epoch: this.#epoch,
          marketDate: inputs.marketDate,
          step: inputs.plan.steps,
          at: this.#parts.clock.now(),
          participants: closing.factorState,
          rows,
          keepMinutesFrom: minutesKeptFrom(inputs.marketDate),
          session,
          trades: this.#unsavedTrades,
          head: packed,
          keepLogsFrom: inputs.marketDay - KEEP_LOGS_DAYS + 1,
          keepTradesFrom: inputs.marketDay - KEEP_TRADES_DAYS + 1,
        }),
      );
      this.#unsavedTrades = [];
      this.#isFinished = true;
      this.#durableAt = performance.now();
    });
  }

  #mayBeginNext(): boolean {
    const { plan, marketDate } = this.#day.inputs;
    const realMs = this.#parts.clock.now();
    return mayBegin(plan.profile, followingDate(plan.profile, marketDate, realMs), realMs);
  }

  /** The next market day: everything of this one is settled and stored, what was bought settles, then trading may begin. */
  async #beginNext(): Promise<void> {
    const { config, db, clock, listings } = this.#parts;
    const { marketDay, marketDate } = this.#day.inputs;
    this.#held ??= [];
    await this.#finishing;
    await this.#saving?.catch(() => undefined);
    await this.#settler.settledSoFar();
    let refused: string | undefined;
    await this.#until('comparing what is carried over', async () => {
      refused = await whyNotBegin(db, marketDay + 1);
    });
    if (refused !== undefined) {
      this.#isRefused = true;
      this.#parts.log.error(refused);
      return this.#release();
    }
    const profile = config.MARKET_PROFILE;
    const next = {
      marketDay: marketDay + 1,
      marketDate: followingDate(profile, marketDate, clock.now()),
      profile,
      steps: planOf(profile, config.MARKET_DAY_SECONDS).steps,
      firstStep: 0,
    };
    const seedHash = hashOfSeed(seedOfDay(this.#seeds, next.marketDay, next.marketDate));
    // Before the day is written: a run that is cut off in between takes the same ones again.
    let { universe } = this;
    await this.#until('taking new listings', async () => {
      universe = withListed(this.universe, (await listings?.take(next.marketDate, this.#writer)) ?? []);
    });
    universe = withSuspended(universe, this.#day.suspendedNext);
    const suspended = suspendedIn(universe);
    const packed = await packUniverse(universe);
    const day = { ...next, seedHash, engine: ENGINE, suspended, universe: packed, closedAt: undefined };
    await this.#until('beginning a day', () =>
      db.transaction((tx) =>
        store.beginDay(tx, day, publishedInputs({ ...this.#parts, universe }), { epoch: this.#epoch, at: clock.now() }),
      ),
    );
    let inputs: DayInputs | undefined;
    await this.#until('reading the closes', async () => {
      inputs = await inputsOf(this.#parts, this.#seeds, day);
    });
    if (!inputs) return; // stopping
    this.#day = new TradingDay(inputs, universe);
    this.#durableAt = performance.now();
    this.#finishing = undefined;
    this.#isFinished = false;
    this.#snapshotAt = 0;
    this.#momentsUpTo = -1;
    this.#unsavedTrades = [];
    this.#seenVersions = new Int32Array();
    await this.#settleDay();
    this.#release();
    this.#publishSession();
    this.#publishQuotes();
    this.#parts.log.info({ marketDate: inputs.marketDate }, 'the market day begins');
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

  /** Stops the clock, settles everything and keeps a snapshot. To be called when no more commands come; gives up after `patienceMs`. */
  async stop(patienceMs = 8_000): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    if (this.#isReplaced) return;
    const end = async () => {
      while (this.#turning) await rest(5);
      await this.#finishing;
      await this.#saving?.catch(() => undefined);
      await this.#settler.settledSoFar();
      if (this.#maySave()) await this.save();
      while (this.#noting) await rest(5);
    };
    await Promise.race([
      end().catch((error: unknown) => this.#parts.log.error({ err: error }, 'the market could not be put away')),
      rest(patienceMs),
    ]);
  }

  /** Whether it does not move although it should: nothing can be made durable, a step does not end, or another server runs it. */
  get standsStill(): boolean {
    const isStuck = this.#turning && performance.now() - this.#turnBeganAt > STALE_AFTER_MS;
    return this.#isReplaced || this.#isStanding || isStuck;
  }

  /** State of the running day, for tests and figures. */
  get day(): TradingDay {
    return this.#day;
  }
}

/** Makers have had their chance when an article shows; in a very short day it shows before the day ends. */
const articleStep = ({ step }: CompanyNews, { plan }: DayInputs): number =>
  Math.min(step + ARTICLE_AFTER_STEPS, plan.steps);

const newsEvent = ({ spec }: TradingDay, { instrument, about, bps, figure }: CompanyNews): NewsEvent => ({
  code: spec.instruments[instrument]!.code,
  about,
  bps,
  figure,
});

/** Off the thread that serves. */
const compress = (bytes: Uint8Array): Promise<Uint8Array> => deflateRawAway(bytes, { level: 1 });
const deflateRawAway = promisify(deflateRaw) as (bytes: Uint8Array, options: { level: number }) => Promise<Uint8Array>; // its overload with options

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

async function beginFirstDay(parts: VenueParts, seeds: SeedSource): Promise<store.DayRow> {
  const { config, db, clock } = parts;
  const profile = config.MARKET_PROFILE;
  const plan = planOf(profile, config.MARKET_DAY_SECONDS);
  const marketDate = firstMarketDate(profile, clock.now());
  const day = {
    marketDay: 0,
    marketDate,
    profile,
    steps: plan.steps,
    // A newcomer finds the market open; in the nse profile the time of day decides.
    firstStep: profile === 'compressed' ? plan.opensAt : 0,
    seedHash: hashOfSeed(seedOfDay(seeds, 0, marketDate)),
    engine: ENGINE,
    suspended: suspendedIn(parts.universe),
    universe: await packUniverse(parts.universe),
    closedAt: undefined,
  };
  await db.transaction((tx) => store.beginDay(tx, day, publishedInputs(parts), { epoch: 0, at: clock.now() }));
  return day;
}

const publishedInputs = ({ universe, config }: VenueParts): store.PublishedInputs => ({
  universe: hashOf([universe.issuers, universe.indices]),
  fixedSeed: config.MARKET_SEED !== undefined,
});

/** What a stored day depends on. Throws when the seed is not the one the day began with: its past could not be played again. */
async function inputsOf({ db }: VenueParts, seeds: SeedSource, day: store.DayRow): Promise<DayInputs> {
  const seed = seedOfDay(seeds, day.marketDay, day.marketDate);
  if (!timingSafeEqual(hashOfSeed(seed), day.seedHash)) {
    throw new Error(
      'The market of this data directory was begun with another seed: MARKET_SEED or the keys in DATA_DIR have changed. Put them back.',
    );
  }
  const [before, participants, actions, shareFactors] = await Promise.all([
    previousCloses(db, day),
    day.marketDay === 0 ? undefined : store.participantsAfter(db, day.marketDay - 1),
    store.corporateActionsOn(db, day.marketDate),
    store.shareFactorsUpTo(db, day.marketDate),
  ]);
  return {
    marketDay: day.marketDay,
    marketDate: day.marketDate,
    plan: planWith(day.profile, day.steps),
    firstStep: day.firstStep,
    seed,
    before,
    participants: participants && store.exValues(participants, actions),
    shareFactors,
  };
}
