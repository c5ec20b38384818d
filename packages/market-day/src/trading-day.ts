import {
  createSessionMarket,
  newsOfDay,
  restoreSessionMarket,
  type ClosingState,
  type CompanyNews,
  type MarketSpec,
  type SessionMarket,
} from '@khara/exchange';
import { type Band, protectedRange } from '@khara/rules';
import type { Universe } from '@khara/universe';
import { assert } from './assert.ts';
import { Auctions, type AuctionState } from './auctions.ts';
import { BandFlexing } from './band-flexing.ts';
import { BREAKER_INDEX, CircuitBreaker } from './circuit-breaker.ts';
import type { ClosingPrice } from './closing-price.ts';
import type { Halt } from './halt.ts';
import type { JournalledCommand, NewsCommand, OfferCommand, SuspendCommand } from './commands.ts';
import { closesShown, type DayInputs, flexes, buildMarketSpec } from './day-inputs.ts';
import { DayShares } from './day-shares.ts';
import { DayState } from './day-state.ts';
import { EventCollector, type UnsettledEvents } from './event-collector.ts';
import { extendWithCommand, genesis } from './hash-chain.ts';
import { minuteOfStep } from './market-clock.ts';
import { bookBefore, giveToExchange, shareNamed, whyNotNow } from './member-commands.ts';
import { withMoreShares } from './more-shares.ts';
import { toOrderLine } from './order-log.ts';
import { PhaseChanges } from './phase-changes.ts';
import { ACTIVE_PHASES, type DayPhases, mostSteps, planPhases, type TradingPhase } from './phases.ts';
import { Tape } from './tape.ts';
import type { RunningCommand, TradeOrigin } from './to-order-event.ts';

export type DaySnapshot = {
  readonly step: number;
  readonly index: number;
  readonly eventNo: number;
  readonly exchange: Uint8Array;
  readonly tape: Uint8Array;
  readonly sessions: Uint8Array;
};

/**
 * One market day in memory: the exchange, its tape, and where in the day it stands. It takes every share
 * through its phases (packages/rules) as steps pass: auctions begin and end, bands shift, the market-wide
 * breaker holds trading, closing prices are made. The same inputs and the same commands at the same places
 * give the same day; real time goes in only where it is shown (when a share last traded) and decides nothing.
 */
export class TradingDay {
  readonly inputs: DayInputs;
  readonly written: Universe;
  /** The universe as it is on this day: shares were split and given as a bonus since it was written. */
  readonly universe: Universe;
  readonly spec: MarketSpec;
  readonly phases: DayPhases;
  /** What companies will be in the news with today, as the day's seed decides it. */
  readonly news: readonly CompanyNews[];
  readonly market: SessionMarket;
  readonly tape: Tape;
  readonly #state: DayState;
  readonly #shares: DayShares;
  readonly #auctions: Auctions;
  readonly #breaker: CircuitBreaker;
  readonly #changes: PhaseChanges;
  readonly #happened: EventCollector;
  #step: number;
  /** Commands applied at this step. */
  #index = 0;
  #closing: ClosingState | undefined;

  constructor(inputs: DayInputs, written: Universe, from?: DaySnapshot) {
    const { indices } = written;
    const issuers = written.issuers.map((issuer) => withMoreShares(issuer, inputs.shareFactors?.get(issuer.code)));
    this.universe = { ...written, issuers };
    this.inputs = inputs;
    this.written = written;
    this.phases = planPhases(inputs.plan, inputs.marketDate, inputs.seed);
    this.spec = buildMarketSpec(inputs, this.universe, mostSteps(inputs, this.phases));
    this.news = newsOfDay(this.spec, this.phases.schedule.newsFrom, this.phases.schedule.newsTo);
    this.tape = new Tape(issuers, indices, closesShown(inputs, this.spec, indices));
    this.#state = new DayState(issuers.length);
    let stepTrades = '';
    if (from) {
      this.market = restoreSessionMarket(this.spec, from.exchange);
      this.tape.load(from.tape);
      stepTrades = this.#state.load(from.sessions);
      this.#step = from.step;
      this.#index = from.index;
      // What a close answers is not in a snapshot: it is asked for once, when the day is closed, before any
      // snapshot of the closed day is taken.
    } else {
      const only = inputs.only?.map((code) => issuers.findIndex((issuer) => issuer.code === code));
      this.market = createSessionMarket(this.spec, only);
      this.#step = inputs.firstStep;
      this.#state.commandsHash = genesis('commands');
      this.#state.tradesHash = genesis('trades');
    }
    const { market, spec, tape } = this;
    market.protect((share) => this.protectedRange(share));
    const state = this.#state;
    const flexing = new BandFlexing(inputs.plan, state, spec.instruments, issuers.map(flexes));
    this.#auctions = new Auctions({ marketDate: inputs.marketDate, spec, market, state, flexing });
    const index = indices.findIndex(({ code }) => code === BREAKER_INDEX);
    const { plan, seed } = inputs;
    this.#breaker = new CircuitBreaker({
      plan,
      seed,
      state,
      tape,
      index: index === -1 ? undefined : tape.shares + index,
    });
    this.#shares = new DayShares({ spec, market }, issuers, this);
    this.#changes = new PhaseChanges({
      phases: this.phases,
      closesAt: plan.closesAt,
      issuers,
      market,
      shares: this.#shares,
      auctions: this.#auctions,
      breaker: this.#breaker,
      flexing,
    });
    this.#happened = new EventCollector(
      { market, tape, state, flexing },
      from && { eventNo: from.eventNo, stepTrades },
    );
  }

  get step(): number {
    return this.#step;
  }

  /** Commands applied at this step so far. */
  get index(): number {
    return this.#index;
  }

  get isOver(): boolean {
    return this.#step >= this.inputs.plan.steps;
  }

  /** What the exchange answered when the day closed; undefined before. */
  get closing(): ClosingState | undefined {
    return this.#closing;
  }

  /** The minute (0 ... 374) to which what happens now belongs. */
  get minute(): number {
    return minuteOfStep(this.inputs.plan, this.#step);
  }

  /** Counts what changes quotes without a trade: phases, closing prices, suspensions. */
  get phaseNo(): number {
    return this.#changes.count;
  }

  /** The halt that holds trading now, its reopening included. */
  get halt(): Halt | undefined {
    return this.#breaker.haltAt(this.#step);
  }

  /** Chains over the day's commands and trades so far. */
  get hashes(): { readonly commands: string; readonly trades: string } {
    return { commands: this.#state.commandsHash, trades: this.#state.tradesHash };
  }

  /** Steps that were left out: from where to where. */
  get leftOut(): readonly (readonly [number, number])[] {
    return this.#state.leftOut;
  }

  /** Trades not yet taken to be stored. */
  get trades(): EventCollector['trades'] {
    return this.#happened.trades;
  }

  get tradeCount(): number {
    return this.#state.tradeNo;
  }

  /** Whether something begins with the next step that orders depend on. */
  get changesNext(): boolean {
    return this.#changes.changesAt(this.#step + 1);
  }

  /** Where shares stand that close through an auction, or the others. */
  phaseFor(auctioned: boolean): TradingPhase {
    return this.#changes.phaseAt(auctioned ? 'auctioned' : 'others', this.#step);
  }

  phaseOfShare(share: number): TradingPhase {
    return this.#changes.phaseAt(this.#shares.group(share), this.#step);
  }

  /** Limit price protection of a share now; undefined where there is no continuous trading. */
  protectedRange(share: number): Band | undefined {
    if (this.phaseOfShare(share) !== 'continuous') return undefined;
    const reference = this.tape.priceBefore(share, this.minute);
    return protectedRange(reference, this.spec.instruments[share]!.tick, this.inputs.marketDate);
  }

  shareNumber(code: string): number | undefined {
    return this.#shares.shareNumber(code);
  }

  closingPrice(share: number): ClosingPrice | undefined {
    return this.#state.closingPrice(share);
  }

  auctionState(share: number): AuctionState | undefined {
    return this.#auctions.state(share);
  }

  /** Average price of 13:45 to 14:00, paise; undefined before, and when nothing was traded. */
  blockReference(share: number): number | undefined {
    return this.#state.blockReference[share]! || undefined;
  }

  // ---- time ---------------------------------------------------------------------------------------------------------

  /** One step of market time: participants act where a phase lets them, then what begins at the next step begins. */
  advance(realMs: number): void {
    assert(!this.isOver, 'the day is over');
    if (this.#isActive()) this.market.advance();
    this.#collect(realMs, this.#tradedIn());
    this.#watchTheIndex();
    this.#arrive(realMs);
  }

  /**
   * Leaves out steps, as the nse profile does with real time in which the server was down: no participant
   * acts in them, and what begins in them begins.
   */
  skipTo(step: number, realMs: number): void {
    assert(step >= this.#step && step <= this.inputs.plan.steps);
    if (step > this.#step) this.#state.leftOut.push([this.#step, step]);
    while (this.#step < step) this.#arrive(realMs);
  }

  #isActive(): boolean {
    return ACTIVE_PHASES.has(this.phaseFor(true)) || ACTIVE_PHASES.has(this.phaseFor(false));
  }

  /** How what trades in a step trades; auctions trade when they end, between steps. */
  #tradedIn(): TradeOrigin {
    return this.phaseFor(false) === 'post_close' ? 'post_close' : 'continuous';
  }

  /** The next step begins, and what begins with it. */
  #arrive(realMs: number): void {
    this.#happened.endStep();
    this.#step += 1;
    this.#index = 0;
    this.#changes.begin(this.#step, (tradedIn) => this.#collect(realMs, tradedIn));
    if (this.isOver) {
      this.#closing = this.market.close();
      this.#changes.count += 1;
      this.#collect(realMs, 'continuous');
    }
  }

  /** Holds trading when the breaker's index has moved too far in continuous trading. */
  #watchTheIndex(): void {
    if (this.inputs.only !== undefined) return;
    if (this.phaseFor(true) === 'continuous' && this.#breaker.watch(this.#step)) this.#changes.count += 1;
  }

  /** Whether orders of the share may be taken today: it is not suspended with the day, nor was within it. */
  isTradable(share: number): boolean {
    return this.#shares.isTradable(share);
  }

  /**
   * Codes of shares that were suspended within the day, in the order of the universe; another list whenever
   * one more is.
   */
  get suspended(): readonly string[] {
    return this.#shares.suspended;
  }

  /** Codes of shares that were suspended after the day had closed: for the next one. */
  get suspendedNext(): readonly string[] {
    return this.#state.suspendedNext;
  }

  // ---- members' commands --------------------------------------------------------------------------------------------

  /**
   * A member's command, at once. What the phase does not take is refused here; the rest is the exchange's to decide.
   */
  apply(command: JournalledCommand, realMs: number): void {
    const { seq } = command;
    const line = toOrderLine(command, this.#step, this.#index, this.inputs.names);
    // What comes after the close changes nothing of the day, and stands in no log of it.
    if (!this.market.closed) this.#state.commandsHash = extendWithCommand(this.#state.commandsHash, line);
    this.#happened.addApplied({ seq, step: this.#step, index: this.#index });
    this.#index += 1;
    if (command.kind === 'news' || command.kind === 'offer') return this.#hear(command);
    if (command.kind === 'suspend') return this.#suspend(command, realMs);
    if (command.kind === 'fire') return; // its order comes by itself
    const { orderId } = command;
    const refused = whyNotNow(this, command);
    if (refused === undefined) {
      const book = command.kind === 'place' ? bookBefore(this, command) : undefined;
      giveToExchange(this, command);
      this.#collect(realMs, this.#tradedIn(), { command, book });
      this.#watchTheIndex();
    } else if (command.kind === 'place') {
      this.#happened.addEvent({ orderId, kind: 'rejected', reason: refused }, this.#step);
    } else if (command.kind !== 'expire') {
      this.#happened.addEvent(
        { orderId, kind: 'change_refused', seq, change: command.kind, reason: refused },
        this.#step,
      );
    }
  }

  /**
   * News and offers move what participants believe, and through their orders the price; after the close no
   * participant acts on it.
   */
  #hear({ kind, code, bps }: Pick<NewsCommand | OfferCommand, 'kind' | 'code' | 'bps'>): void {
    const instrument = shareNamed(this, code);
    if (!this.#closing) this.market.apply({ kind: 'shift_reference', instrument, bps, about: kind });
  }

  /**
   * All orders of the share end, and it has its close: the average since 15:00, when that is being made and
   * there is one, else the last trade. Its phases pass it by. One that is suspended already stays so.
   */
  #suspend({ code }: SuspendCommand, realMs: number): void {
    const share = shareNamed(this, code);
    if (this.market.closed) {
      if (!this.#state.suspendedNext.includes(code)) this.#state.suspendedNext.push(code);
      return;
    }
    if (!this.isTradable(share)) return;
    this.#auctions.suspend(share, { isAverageMade: this.#step >= this.phases.schedule.closeFrom });
    this.#shares.noteSuspension();
    this.#changes.count += 1;
    this.#collect(realMs, this.#tradedIn());
  }

  // ---- what happened ------------------------------------------------------------------------------------------------

  /** What has to be settled since the last call. */
  take(): UnsettledEvents {
    return this.#happened.take();
  }

  get hasUnsettled(): boolean {
    return this.#happened.hasUnsettled;
  }

  /** Numbers (from 0) of the indices that moved since the last call. */
  takeMovedIndices(): readonly number[] {
    return this.#happened.takeMovedIndices();
  }

  snapshot(): DaySnapshot {
    return {
      step: this.#step,
      index: this.#index,
      eventNo: this.#happened.eventNo,
      exchange: this.market.snapshot(),
      tape: this.tape.snapshot(),
      sessions: this.#happened.snapshotState(),
    };
  }

  #collect(realMs: number, tradedIn: TradeOrigin, running?: RunningCommand): void {
    this.#happened.collect({ step: this.#step, minute: this.minute, realMs }, tradedIn, running);
  }
}
