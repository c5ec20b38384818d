import {
  createSessionMarket,
  newsOfDay,
  restoreSessionMarket,
  type ClosingState,
  type CompanyNews,
  type MarketSpec,
  type SessionMarket,
} from '@khara/exchange';
import {
  breakerLevel,
  casBand,
  phaseRules,
  PREOPEN_MARKET_FIRST_FROM,
  roundToTick,
  whyNotInPhase,
  type Phase,
  listingBand,
} from '@khara/rules';
import type { Issuer, Universe } from '@khara/universe';
import { assert } from './assert.ts';
import type { AuctionState, ClosingPrice } from './auctions.ts';
import { BandFlexing } from './band-flexing.ts';
import { haltAt, phaseInHalt } from './circuit-breaker.ts';
import type { AppliedPlace, JournalledCommand, NewsCommand, OfferCommand, SuspendCommand } from './commands.ts';
import { type DayInputs, flexes, marketSpecOf } from './day-inputs.ts';
import { DayState } from './day-state.ts';
import { extendWithCommand, genesis, StepTrades } from './hash-chain.ts';
import { minuteOfStep } from './market-clock.ts';
import { withMoreShares } from './more-shares.ts';
import type { BookSeen, OrderEvent } from './order-events.ts';
import { lineOf, pseudonymOf } from './order-log.ts';
import { TradePacker } from './packed-trades.ts';
import {
  beginningAt,
  type DayPhases,
  phaseAtStep,
  phasesOf,
  type ShareGroup,
  spanAt,
  type TradingPhase,
} from './phases.ts';
import { Tape } from './tape.ts';
import { type NewOrderEvent, type Running, toOrderEvent, type TradedIn } from './to-order-event.ts';

export interface DaySnapshot {
  readonly step: number;
  readonly index: number;
  readonly eventNo: number;
  readonly exchange: Uint8Array;
  readonly tape: Uint8Array;
  readonly sessions: Uint8Array;
}

/** What happened since it was last taken: to be settled. */
export interface Unsettled {
  readonly applied: readonly AppliedPlace[];
  readonly events: readonly OrderEvent[];
}

/** The index whose moves the market-wide breaker watches. */
const BREAKER_INDEX = 'KHARA50';

/**
 * One market day in memory: the exchange, its tape, and where in the day it stands. It takes every share through its phases (packages/rules) as steps pass:
 * auctions begin and end, bands shift, the market-wide breaker holds trading, closing prices are made. The same inputs and the same commands at the same
 * places give the same day; real time goes in only where it is shown (when a share last traded) and decides nothing.
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
  /** The group that a share belongs to today, by its number. */
  readonly #groups: readonly ShareGroup[];
  readonly #hasListing: boolean;
  readonly #shareOf: ReadonlyMap<string, number>;
  readonly #state: DayState;
  readonly #flexing: BandFlexing;
  readonly #stepTrades = new StepTrades();
  /** Trades not yet taken to be stored. */
  readonly trades = new TradePacker();
  /** Number of the breaker's index among the tape's instruments; undefined in a universe without it. */
  readonly #breakerIndex: number | undefined;
  #step: number;
  /** Commands applied at this step. */
  #index = 0;
  #eventNo = 0;
  #closing: ClosingState | undefined;
  #applied: AppliedPlace[] = [];
  #events: OrderEvent[] = [];
  #movedIndices = new Set<number>();
  #phaseNo = 0;
  #suspended: readonly string[] = [];

  constructor(inputs: DayInputs, written: Universe, from?: DaySnapshot) {
    const { indices } = written;
    const issuers = written.issuers.map((issuer) => withMoreShares(issuer, inputs.shareFactors?.get(issuer.code)));
    this.universe = { ...written, issuers };
    this.inputs = inputs;
    this.written = written;
    this.phases = phasesOf(inputs.plan, inputs.marketDate, inputs.seed);
    this.spec = marketSpecOf(inputs, issuers, mostSteps(inputs, this.phases));
    this.news = newsOfDay(this.spec, this.phases.moments.newsFrom, this.phases.moments.newsTo);
    this.#shareOf = new Map(this.spec.instruments.map(({ code }, share) => [code, share]));
    this.#groups = issuers.map((issuer) => groupOf(issuer, inputs, this.phases));
    this.#hasListing = this.#groups.includes('listing');
    const previousCloses = this.spec.instruments.map(({ previousClose }) => previousClose);
    this.tape = new Tape(issuers, indices, previousCloses);
    this.#state = new DayState(issuers.length);
    const index = indices.findIndex(({ code }) => code === BREAKER_INDEX);
    this.#breakerIndex = index === -1 ? undefined : this.tape.shares + index;
    if (from) {
      this.market = restoreSessionMarket(this.spec, from.exchange);
      this.tape.load(from.tape);
      this.#stepTrades.load(this.#state.load(from.sessions));
      this.#step = from.step;
      this.#index = from.index;
      this.#eventNo = from.eventNo;
      // What a close answers is not in a snapshot: it is asked for once, when the day is closed, before any snapshot of the closed day is taken.
    } else {
      this.market = createSessionMarket(this.spec);
      this.#step = inputs.firstStep;
      this.#state.commandsHash = genesis('commands');
      this.#state.tradesHash = genesis('trades');
    }
    this.#findSuspended();
    this.#flexing = new BandFlexing(inputs.plan, this.#state, this.spec.instruments, issuers.map(flexes));
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

  /** Counts what changes quotes without a trade: phases, closing prices. */
  get phaseNo(): number {
    return this.#phaseNo;
  }

  get halt(): DayState['halt'] {
    const { halt } = this.#state;
    return halt && phaseInHalt(halt, this.#step, this.inputs.plan.closesAt) === undefined ? undefined : halt;
  }

  /** Chains over the day's commands and trades so far. */
  get hashes(): { readonly commands: string; readonly trades: string } {
    return { commands: this.#state.commandsHash, trades: this.#state.tradesHash };
  }

  /** Steps that were left out: from where to where. */
  get leftOut(): readonly (readonly [number, number])[] {
    return this.#state.leftOut;
  }

  get tradeCount(): number {
    return this.#state.tradeNo;
  }

  /** Whether something begins with the next step that orders depend on. */
  get changesNext(): boolean {
    const next = this.#step + 1;
    const { auctioned, others, listing, moments } = this.phases;
    const begins =
      beginningAt(auctioned, next) ??
      beginningAt(others, next) ??
      (this.#hasListing ? beginningAt(listing, next) : undefined);
    const reopening = Object.values(this.#state.halt?.reopening ?? {});
    return begins !== undefined || Object.values(moments).includes(next) || reopening.includes(next);
  }

  /** Where shares stand that close through an auction, or the others. */
  phaseOf(auctioned: boolean): TradingPhase {
    return this.#phaseOfGroup(auctioned ? 'auctioned' : 'others');
  }

  #phaseOfGroup(group: ShareGroup): TradingPhase {
    const { halt } = this.#state;
    const held = halt && phaseInHalt(halt, this.#step, this.inputs.plan.closesAt);
    return held ?? phaseAtStep(this.phases[group], this.#step);
  }

  phaseOfShare(share: number): TradingPhase {
    return this.#phaseOfGroup(this.#groups[share]!);
  }

  numberOf(code: string): number | undefined {
    return this.#shareOf.get(code);
  }

  closingOf(share: number): ClosingPrice | undefined {
    return this.#state.closingOf(share);
  }

  auctionOf(share: number): AuctionState | undefined {
    const kind = this.market.auction(share);
    if (!kind) return undefined;
    const found = this.market.indicative(share);
    const imbalance = this.market.imbalance(share);
    const referencePaise = this.market.auctionReference(share);
    return {
      kind,
      referencePaise,
      ...(found && { indicativePaise: found.price, indicativeQuantity: found.quantity }),
      ...(imbalance !== undefined && { imbalance }),
    };
  }

  /** Average price of 13:45 to 14:00, paise; undefined before, and when nothing was traded. */
  blockReferenceOf(share: number): number | undefined {
    return this.#state.blockReference[share]! || undefined;
  }

  // ---- time ---------------------------------------------------------------------------------------------------------

  /** One step of market time: participants act where a phase lets them, then what begins at the next step begins. */
  advance(realMs: number): void {
    assert(!this.isOver, 'the day is over');
    if (this.#somebodyActs()) this.market.advance();
    this.#collect(realMs, this.#tradedIn());
    this.#watchTheIndex();
    this.#arrive(realMs);
  }

  /** Leaves out steps, as the nse profile does with real time in which the server was down: no participant acts in them, and what begins in them begins. */
  skipTo(step: number, realMs: number): void {
    assert(step >= this.#step && step <= this.inputs.plan.steps);
    if (step > this.#step) this.#state.leftOut.push([this.#step, step]);
    while (this.#step < step) this.#arrive(realMs);
  }

  #somebodyActs(): boolean {
    return ACTIVE.has(this.phaseOf(true)) || ACTIVE.has(this.phaseOf(false));
  }

  /** How what trades in a step trades; auctions trade when they end, between steps. */
  #tradedIn(): TradedIn {
    return this.phaseOf(false) === 'post_close' ? 'post_close' : 'continuous';
  }

  /** The next step begins, and what begins with it. */
  #arrive(realMs: number): void {
    const { plan } = this.inputs;
    const { moments, auctioned, others } = this.phases;
    this.#state.tradesHash = this.#stepTrades.extend(this.#state.tradesHash);
    this.#step += 1;
    this.#index = 0;
    const step = this.#step;
    if (step === moments.blockFrom || step === moments.closeFrom) this.#beginAverages();
    if (step === moments.blockTo) this.#makeBlockReferences();
    const { halt } = this.#state;
    if (halt) this.#reopen(realMs);
    const endsToday = halt && !halt.reopening;
    if (!endsToday) {
      this.#begin('auctioned', beginningAt(auctioned, step), realMs);
      this.#begin('others', beginningAt(others, step), realMs);
      if (this.#hasListing) this.#begin('listing', beginningAt(this.phases.listing, step), realMs);
      if (this.phaseOf(true) === 'continuous') this.#flexing.shiftDue(this.market, step);
      this.#collect(realMs, 'continuous');
    } else if (step === plan.closesAt) {
      for (const group of GROUPS) this.#endTrading(this.#sharesOf(group), realMs);
    }
    if (step === plan.steps) {
      this.#closing = this.market.close();
      this.#collect(realMs, 'continuous');
    }
  }

  /** A phase of one group of shares begins. */
  #begin(group: ShareGroup, phase: Phase | undefined, realMs: number): void {
    if (phase === undefined) return;
    this.#phaseNo += 1;
    const shares = this.#sharesOf(group);
    if (group === 'listing' && this.#beginListing(shares, phase, realMs)) return;
    switch (phase) {
      case 'preopen_entry':
      case 'preopen_entry_1':
        for (const share of shares) this.#openAuction(share, this.spec.instruments[share]!.previousClose);
        break;
      case 'preopen_match':
        this.#uncross(shares, 'opening_auction', realMs);
        break;
      case 'cas_reference':
        for (const share of shares) this.#beginClosingAuction(share);
        this.#collect(realMs, 'continuous');
        break;
      case 'cas_match':
        this.#endClosingAuctions(shares, realMs);
        break;
      case 'close_calc':
        if (group !== 'auctioned') this.#endTrading(shares, realMs);
        break;
      case 'post_close':
        for (const share of shares) {
          const { pricePaise } = this.#state.closingOf(share)!;
          this.market.apply({ kind: 'trade_at_close', instrument: share, price: pricePaise });
        }
        break;
    }
  }

  /** Shares that can be traded. */
  #sharesOf(group: ShareGroup): readonly number[] {
    return this.spec.instruments.flatMap((_spec, share) =>
      this.isTradable(share) && this.#groups[share] === group ? [share] : [],
    );
  }

  /** Whether orders of the share may be taken today: it is not suspended with the day, nor was within it. */
  isTradable(share: number): boolean {
    return this.spec.instruments[share]!.tradable && !this.market.suspended(share);
  }

  /** Codes of shares that were suspended within the day, in the order of the universe; another list whenever one more is. */
  get suspended(): readonly string[] {
    return this.#suspended;
  }

  #findSuspended(): void {
    this.#suspended = this.spec.instruments.flatMap(({ code }, share) => (this.market.suspended(share) ? [code] : []));
  }

  /** Codes of shares that were suspended after the day had closed: for the next one. */
  get suspendedNext(): readonly string[] {
    return this.#state.suspendedNext;
  }

  /**
   * The special pre-open of shares that are listed today: their auction begins with the entry of limit orders and is uncrossed when trading in them begins;
   * then their band is the one around the price it found, or the issue price. Answers whether the phase was one of these.
   */
  #beginListing(shares: readonly number[], phase: Phase, realMs: number): boolean {
    if (phase === 'preopen_entry_2') {
      for (const share of shares) this.#openAuction(share, this.spec.instruments[share]!.previousClose);
      return true;
    }
    if (phase === 'preopen_match') return true;
    if (phase !== 'continuous') return false;
    this.#uncross(shares, 'opening_auction', realMs);
    for (const share of shares) {
      const { tick, previousClose: issuePrice } = this.spec.instruments[share]!;
      const { last, trades } = this.market.quote(share);
      const { lower, upper } = listingBand({
        issueSizeCrore: issueSizeCrore(this.universe.issuers[share]!),
        issuePrice,
        equilibriumPrice: trades > 0 ? last : undefined,
        tick,
      });
      this.market.apply({ kind: 'shift_band', instrument: share, lower: Math.max(tick, lower), upper });
    }
    this.#collect(realMs, 'continuous');
    return true;
  }

  // ---- auctions -----------------------------------------------------------------------------------------------------

  /** The auction that opens the day, or reopens it after a halt. */
  #openAuction(instrument: number, reference: number): void {
    const marketOrdersFirst = this.inputs.marketDate >= PREOPEN_MARKET_FIRST_FROM;
    this.market.apply({ kind: 'open_auction', instrument, auction: 'opening', reference, marketOrdersFirst });
  }

  /** Ends auctions; what they leave of market orders goes on as limit orders. */
  #uncross(shares: readonly number[], tradedIn: TradedIn, realMs: number): void {
    for (const instrument of shares) {
      if (this.market.auction(instrument)) this.market.apply({ kind: 'uncross', instrument });
    }
    this.#collect(realMs, tradedIn);
  }

  /** 15:15: orders outside the auction's own band end, as do stops and orders that hide a part; the others wait in the auction. */
  #beginClosingAuction(share: number): void {
    const { tick } = this.spec.instruments[share]!;
    const { last, volume, valuePaise } = this.market.quote(share);
    const average = this.#state.average(share, volume, valuePaise);
    const reference = this.#onTick(share, average ?? last);
    const { lower, upper } = casBand(reference, tick);
    this.#flexing.end(share);
    const { fromStep, toStep } = spanAt(this.phases.auctioned, this.#step)!;
    this.market.apply({ kind: 'shift_band', instrument: share, lower: Math.max(tick, lower), upper });
    this.market.apply({
      kind: 'open_auction',
      instrument: share,
      auction: 'closing',
      reference,
      marketOrdersFirst: true,
      quietSteps: toStep - fromStep,
    });
  }

  #endClosingAuctions(shares: readonly number[], realMs: number): void {
    for (const share of shares) {
      const found = this.market.indicative(share);
      const isTraded = this.market.quote(share).trades > 0;
      this.#state.close(share, {
        pricePaise: found?.price ?? this.market.auctionReference(share),
        from: found ? 'auction' : isTraded ? 'auction_reference' : 'previous_close',
      });
    }
    this.#uncross(shares, 'closing_auction', realMs);
  }

  /** 15:30, for shares without a closing auction: the average since 15:00 is the close, else the last trade. */
  #endTrading(shares: readonly number[], realMs: number): void {
    for (const share of shares) {
      // On a day that a halt has ended a share may still be in its first auction.
      if (this.market.auction(share)) this.market.apply({ kind: 'uncross', instrument: share });
      const { last, volume, valuePaise, trades } = this.market.quote(share);
      const average = this.#state.average(share, volume, valuePaise);
      this.#state.close(share, {
        pricePaise: this.#onTick(share, average ?? last),
        from: average !== undefined ? 'average' : trades > 0 ? 'last_trade' : 'previous_close',
      });
      this.#flexing.end(share);
      this.market.apply({ kind: 'end_trading', instrument: share });
    }
    this.#phaseNo += 1;
    this.#collect(realMs, 'continuous');
  }

  /** The nearest price that an order of the share may have. */
  #onTick(share: number, price: number): number {
    const { lower, upper } = this.market.band(share);
    return Math.min(upper, Math.max(lower, roundToTick(price, this.spec.instruments[share]!.tick, 'nearest')));
  }

  #beginAverages(): void {
    for (const share of this.spec.instruments.keys()) {
      const { volume, valuePaise } = this.market.quote(share);
      this.#state.beginAverage(share, volume, valuePaise);
    }
  }

  #makeBlockReferences(): void {
    for (const share of this.spec.instruments.keys()) {
      const { volume, valuePaise } = this.market.quote(share);
      const average = this.#state.average(share, volume, valuePaise);
      this.#state.blockReference[share] = average === undefined ? 0 : this.#onTick(share, average);
    }
  }

  // ---- the market-wide breaker --------------------------------------------------------------------------------------

  /** Holds all trading when the index has moved by a level that it had not reached today. */
  #watchTheIndex(): void {
    if (this.#breakerIndex === undefined || this.phaseOf(true) !== 'continuous') return;
    const index = this.#breakerIndex;
    const level = breakerLevel(this.tape.previousClose(index), this.tape.lastPrice(index));
    if (level === undefined || level <= this.#state.breakerReached) return;
    this.#state.breakerReached = level;
    this.#state.halt = haltAt(this.inputs.plan, this.#step, { level, index: BREAKER_INDEX }, this.inputs.seed);
    this.#phaseNo += 1;
  }

  /** The auction after a halt. */
  #reopen(realMs: number): void {
    const { halt } = this.#state;
    if (!halt?.reopening) return;
    const { entry1, entry2, match, buffer, resumes } = halt.reopening;
    const shares = GROUPS.flatMap((group) => this.#sharesOf(group));
    if (this.#step === entry1) {
      // A newcomer may still be in its own auction, which then ends with the others'.
      for (const share of shares.filter((one) => !this.market.auction(one)))
        this.#openAuction(share, this.#onTick(share, this.market.quote(share).last));
    }
    if (this.#step === match) this.#uncross(shares, 'opening_auction', realMs);
    if (this.#step === resumes) this.#state.halt = undefined;
    if ([entry1, entry2, match, buffer, resumes].includes(this.#step)) this.#phaseNo += 1;
  }

  // ---- members' commands --------------------------------------------------------------------------------------------

  /** A member's command, at once. What the phase does not take is refused here; the rest is the exchange's to decide. */
  apply(command: JournalledCommand, realMs: number): void {
    const { seq } = command;
    const line = lineOf(command, this.#step, this.#index, this.#whoOf(command));
    // What comes after the close changes nothing of the day, and stands in no log of it.
    if (!this.market.closed) this.#state.commandsHash = extendWithCommand(this.#state.commandsHash, line);
    this.#applied.push({ seq, step: this.#step, index: this.#index });
    this.#index += 1;
    if (command.kind === 'news' || command.kind === 'offer') return this.#hear(command);
    if (command.kind === 'suspend') return this.#suspend(command, realMs);
    const { orderId } = command;
    const refused = this.#whyNotNow(command);
    if (refused === undefined) {
      const book = command.kind === 'place' ? this.#bookBefore(command) : undefined;
      this.#give(command);
      this.#collect(realMs, this.#tradedIn(), { command, book });
      this.#watchTheIndex();
    } else if (command.kind === 'place') {
      this.#add({ orderId, kind: 'ended', state: 'rejected', reason: refused });
    } else if (command.kind !== 'expire') {
      this.#add({ orderId, kind: 'change_refused', seq, change: command.kind, reason: refused });
    }
  }

  /** News and offers move what participants believe, and through their orders the price; after the close no participant acts on it. */
  #hear({ kind, code, bps }: Pick<NewsCommand | OfferCommand, 'kind' | 'code' | 'bps'>): void {
    const instrument = this.#shareNamed(code);
    if (!this.#closing) this.market.apply({ kind: 'shift_reference', instrument, bps, isNews: kind === 'news' });
  }

  /**
   * All orders of the share end, and it has its close: the average since 15:00, when that is being made and there is one, else the last trade. Its phases
   * pass it by. One that is suspended already stays so.
   */
  #suspend({ code }: SuspendCommand, realMs: number): void {
    const share = this.#shareNamed(code);
    if (this.market.closed) {
      if (!this.#state.suspendedNext.includes(code)) this.#state.suspendedNext.push(code);
      return;
    }
    if (!this.isTradable(share)) return;
    const { last, volume, valuePaise, trades } = this.market.quote(share);
    if (!this.#state.closingOf(share)) {
      const average =
        this.#step >= this.phases.moments.closeFrom ? this.#state.average(share, volume, valuePaise) : undefined;
      this.#state.close(share, {
        pricePaise: average === undefined ? last : this.#onTick(share, average),
        from: average !== undefined ? 'average' : trades > 0 ? 'last_trade' : 'previous_close',
      });
    }
    this.#flexing.end(share);
    this.market.apply({ kind: 'suspend', instrument: share });
    this.#findSuspended();
    this.#phaseNo += 1;
    this.#collect(realMs, this.#tradedIn());
  }

  #whoOf(command: JournalledCommand): string {
    if (command.kind !== 'place') return '';
    const { pseudonyms, seed } = this.inputs;
    return pseudonyms?.(command.accountKey) ?? pseudonymOf(seed, command.accountKey);
  }

  #shareNamed(code: string): number {
    const share = this.#shareOf.get(code);
    assert(share !== undefined, `a command names ${code}, which is not in the universe`);
    return share;
  }

  #whyNotNow(command: OrderCommand): string | undefined {
    if (command.kind === 'expire') return undefined;
    if (command.kind === 'place') {
      const share = this.#shareNamed(command.code);
      if (this.market.suspended(share)) return 'not_tradable';
      return this.spec.instruments[share]!.tradable ? whyNotPlaced(command, this.phaseOfShare(share)) : undefined;
    }
    const order = this.market.openOrder(command.orderId);
    if (!order) return undefined; // the exchange says that it is not open
    const phase = this.phaseOfShare(order.instrument);
    if (phase === 'halted') return command.kind === 'cancel' ? undefined : 'market_halted';
    const rules = phaseRules(phase);
    const waitsInAuction = this.market.auction(order.instrument) && order.price === 0 && !order.triggerPrice;
    const isMarket = waitsInAuction || phase === 'post_close';
    const allowed = isMarket
      ? { cancel: rules.cancelMarket, modify: rules.modifyMarket }
      : { cancel: rules.cancelLimit, modify: rules.modifyLimit };
    if (allowed[command.kind]) return undefined;
    return isMarket && rules.cancelLimit ? 'market_order_frozen' : 'phase_not_accepting';
  }

  #give(command: OrderCommand): void {
    const { orderId } = command;
    if (command.kind === 'cancel' || command.kind === 'expire') {
      this.market.apply({ kind: 'cancel', orderId });
    } else if (command.kind === 'modify') {
      const { triggerPaise: triggerPrice, disclosedQuantity } = command;
      const order = this.market.openOrder(orderId);
      // Who asked may not have known of the newest fills: the order never becomes larger than they meant. Nothing left is refused.
      const quantity = order ? command.quantity - (order.quantity - order.remaining) : command.quantity;
      const atClose = order && this.phaseOfShare(order.instrument) === 'post_close';
      const price = atClose ? order.price : command.pricePaise;
      this.market.apply({ kind: 'modify', orderId, price, quantity, triggerPrice, disclosedQuantity });
    } else {
      const { accountKey, code, side, quantity, validity } = command;
      const { triggerPaise: triggerPrice, disclosedQuantity } = command;
      const instrument = this.#shareNamed(code);
      // In post-close trading there is one price, and a market order waits for it.
      const atClose = command.market && this.phaseOfShare(instrument) === 'post_close';
      const price = atClose ? this.market.band(instrument).upper : command.pricePaise;
      const terms = { side, price, quantity, validity, market: command.market && !atClose };
      this.market.apply({ kind: 'place', orderId, accountKey, instrument, ...terms, triggerPrice, disclosedQuantity });
    }
  }

  /** The book as a new order is about to find it. */
  #bookBefore({ code, side, pricePaise, market }: Extract<JournalledCommand, { kind: 'place' }>): BookSeen {
    const share = this.#shareNamed(code);
    const { last, bid, ask, bidQuantity, askQuantity } = this.market.quote(share);
    const best = side === 'buy' ? bid : ask;
    const isAhead = best !== undefined && !market && (side === 'buy' ? best >= pricePaise : best <= pricePaise);
    const own = isAhead ? this.market.depth(share, Infinity)[side === 'buy' ? 'bids' : 'asks'] : [];
    const ahead = own.filter(({ price }) => (side === 'buy' ? price >= pricePaise : price <= pricePaise));
    return {
      lastPaise: last,
      ...(bid !== undefined && { bidPaise: bid }),
      bidQuantity,
      ...(ask !== undefined && { askPaise: ask }),
      askQuantity,
      aheadQuantity: ahead.reduce((sum, { quantity }) => sum + quantity, 0),
    };
  }

  // ---- what happened ------------------------------------------------------------------------------------------------

  /** What has to be settled since the last call. */
  take(): Unsettled {
    const taken = { applied: this.#applied, events: this.#events };
    this.#applied = [];
    this.#events = [];
    return taken;
  }

  get hasUnsettled(): boolean {
    return this.#applied.length > 0 || this.#events.length > 0;
  }

  /** Numbers (from 0) of the indices that moved since the last call. */
  takeMovedIndices(): readonly number[] {
    if (this.#movedIndices.size === 0) return [];
    const moved = [...this.#movedIndices];
    this.#movedIndices.clear();
    return moved;
  }

  snapshot(): DaySnapshot {
    return {
      step: this.#step,
      index: this.#index,
      eventNo: this.#eventNo,
      exchange: this.market.snapshot(),
      tape: this.tape.snapshot(),
      sessions: this.#state.snapshot(this.#stepTrades.snapshot()),
    };
  }

  #add(event: NewOrderEvent): void {
    this.#eventNo += 1;
    this.#events.push({ ...event, eventNo: this.#eventNo, step: this.#step });
  }

  /** Trades go to the tape, members' events to the settlement. */
  #collect(realMs: number, tradedIn: TradedIn, running?: Running): void {
    const { events } = this.market;
    if (events.tradeCount === 0 && events.orders.length === 0) return;
    const minute = this.minute;
    const step = this.#step;
    const { up, down } = this.#flexing;
    const isContinuous = tradedIn === 'continuous';
    events.forEachTrade((share, price, quantity, _exchangeStep, tradeNo) => {
      this.tape.trade(share, price, quantity, minute, realMs);
      this.#stepTrades.add(tradeNo, share, price, quantity, step);
      this.#state.tradeNo = tradeNo;
      this.trades.add({ tradeNo, share, pricePaise: price, quantity, step });
      if (isContinuous && (price >= up[share]! || price <= down[share]!)) this.#flexing.count(share, price, step);
    });
    for (const event of events.orders) {
      const found = toOrderEvent(event, tradedIn, running);
      if (found) this.#add(found);
    }
    events.clear();
    for (const index of this.tape.moveIndices(minute, realMs)) this.#movedIndices.add(index);
  }
}

type OrderCommand = Exclude<JournalledCommand, NewsCommand | OfferCommand | SuspendCommand>;

const GROUPS: readonly ShareGroup[] = ['auctioned', 'others', 'listing'];

/** A share belongs to the newcomers on the day of its listing, unless the day began with its opening. */
function groupOf({ casEligible, listedOn }: Issuer, inputs: DayInputs, phases: DayPhases): ShareGroup {
  if (listedOn === inputs.marketDate && inputs.firstStep === 0 && phases.listing.length > 0) return 'listing';
  return casEligible && phases.latestStops.cas > 0 ? 'auctioned' : 'others';
}

/** What was sold to the public, in crore of rupees: the free float at the issue price. */
const issueSizeCrore = ({ sharesOutstanding, freeFloatBps, referencePricePaise }: Issuer): number =>
  Number((BigInt(sharesOutstanding) * BigInt(freeFloatBps) * BigInt(referencePricePaise)) / 10_000_000_000_000n);

/** Phases in which participants may act. */
const ACTIVE: ReadonlySet<TradingPhase> = new Set([
  'preopen_entry',
  'preopen_entry_1',
  'preopen_entry_2',
  'continuous',
  'cas_entry_1',
  'cas_entry_2',
  'post_close',
]);

/** The steps of a day in which orders may come, when its auctions take orders as long as they can. */
function mostSteps({ plan, firstStep }: DayInputs, { auctioned, others, latestStops }: DayPhases): number {
  const isActive = (step: number) =>
    step < latestStops.preopen ||
    ACTIVE.has(phaseAtStep(others, step)) ||
    (ACTIVE.has(phaseAtStep(auctioned, step)) && step < latestStops.cas);
  let steps = 0;
  for (let step = Math.max(firstStep, auctioned[0]?.fromStep ?? 0); step < plan.steps; step += 1) {
    if (isActive(step)) steps += 1;
  }
  return steps;
}

/** Why the phase does not take a new order. */
function whyNotPlaced(
  { validity, quantity, market, triggerPaise, disclosedQuantity, side }: Extract<JournalledCommand, { kind: 'place' }>,
  phase: TradingPhase,
): string | undefined {
  if (phase === 'halted') return 'market_halted';
  const type = triggerPaise === undefined ? (market ? 'market' : 'limit') : market ? 'sl_m' : 'sl';
  const shown = disclosedQuantity === undefined ? {} : { disclosedQuantity };
  return whyNotInPhase({ side, type, product: 'delivery', validity, quantity, ...shown }, phase);
}
