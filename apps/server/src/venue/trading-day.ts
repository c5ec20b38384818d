import assert from 'node:assert/strict';
import {
  createSessionMarket,
  restoreSessionMarket,
  type ClosingState,
  type SessionCommand,
  type SessionMarket,
  type MarketSpec,
  type SessionCancelReason,
  type SessionOrderEvent,
} from '@khara/exchange';
import type { Universe } from '@khara/universe';
import type { JournalledCommand, OrderEvent, SettlementBatch } from '#src/ports.ts';
import { marketSpecOf, type DayFacts } from './day-facts.ts';
import { minuteOfStep, sessionAt } from './market-clock.ts';
import { Tape } from './tape.ts';

export interface DaySnapshot {
  readonly step: number;
  readonly index: number;
  readonly eventNo: number;
  readonly exchange: Uint8Array;
  readonly tape: Uint8Array;
}

type Applied = SettlementBatch['applied'][number];

/** What happened since it was last taken: to be settled. */
export interface Unsettled {
  readonly applied: readonly Applied[];
  readonly events: readonly OrderEvent[];
}

/**
 * One market day in memory: the exchange, its tape, and where in the day it stands. The same facts and the same commands at the same places give the
 * same day; real time goes in only where it is shown (when a share last traded) and decides nothing.
 */
export class TradingDay {
  readonly facts: DayFacts;
  readonly spec: MarketSpec;
  readonly market: SessionMarket;
  readonly tape: Tape;
  readonly #shareOf: ReadonlyMap<string, number>;
  #step: number;
  /** Commands applied at this step. */
  #index = 0;
  #eventNo = 0;
  #closing: ClosingState | undefined;
  #applied: Applied[] = [];
  #events: OrderEvent[] = [];
  #movedIndices = new Set<number>();

  constructor(facts: DayFacts, universe: Universe, from?: DaySnapshot) {
    this.facts = facts;
    this.spec = marketSpecOf(facts, universe.issuers);
    this.#shareOf = new Map(this.spec.instruments.map(({ code }, share) => [code, share]));
    const previousCloses = this.spec.instruments.map(({ previousClose }) => previousClose);
    this.tape = new Tape(universe.issuers, universe.indices, previousCloses);
    if (from) {
      this.market = restoreSessionMarket(this.spec, from.exchange);
      this.tape.load(from.tape);
      this.#step = from.step;
      this.#index = from.index;
      this.#eventNo = from.eventNo;
      // What a close answers is not in a snapshot: it is asked for once, when the day is closed, before any snapshot of the closed day is taken.
    } else {
      this.market = createSessionMarket(this.spec);
      this.#step = facts.firstStep;
    }
  }

  get step(): number {
    return this.#step;
  }

  /** Commands applied at this step so far. */
  get index(): number {
    return this.#index;
  }

  get isOver(): boolean {
    return this.#step >= this.facts.plan.steps;
  }

  /** What the exchange answered when the day closed; undefined before. */
  get closing(): ClosingState | undefined {
    return this.#closing;
  }

  /** The minute (0 ... 374) to which what happens now belongs. */
  get minute(): number {
    return minuteOfStep(this.facts.plan, this.#step);
  }

  /** One step of market time: while the session is on, the participants act; at its end the day closes. */
  advance(realMs: number): void {
    const { plan } = this.facts;
    assert(!this.isOver, 'the day is over');
    if (sessionAt(plan, this.#step) === 'open') this.market.advance();
    this.#collect(realMs);
    this.#step += 1;
    this.#index = 0;
    if (this.#step === plan.closesAt) this.#close(realMs);
  }

  /** Leaves out steps, as the nse profile does with real time in which the server was down. */
  skipTo(step: number, realMs: number): void {
    const { plan } = this.facts;
    assert(step >= this.#step && step <= plan.steps);
    const closes = this.#step < plan.closesAt && step >= plan.closesAt;
    if (step > this.#step) this.#index = 0;
    this.#step = step;
    if (closes) this.#close(realMs);
  }

  #close(realMs: number): void {
    this.#closing = this.market.close();
    this.#collect(realMs);
  }

  /** A member's command, at once. */
  apply(command: JournalledCommand, realMs: number): void {
    this.#applied.push({ seq: command.seq, step: this.#step, index: this.#index });
    this.#index += 1;
    this.market.apply(this.#read(command));
    this.#collect(realMs);
  }

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
    };
  }

  #read(command: JournalledCommand): SessionCommand {
    if (command.kind === 'cancel' || command.kind === 'expire') return { kind: 'cancel', orderId: command.orderId };
    if (command.kind === 'modify') {
      const { orderId, pricePaise, quantity, triggerPaise } = command;
      return { kind: 'modify', orderId, price: pricePaise, quantity, triggerPrice: triggerPaise };
    }
    const { orderId, accountKey, code, side, pricePaise, quantity, validity, market } = command;
    const instrument = this.#shareOf.get(code);
    assert(instrument !== undefined, `command ${command.seq} names ${code}, which is not in the universe`);
    const { triggerPaise: triggerPrice, disclosedQuantity } = command;
    const terms = { side, price: pricePaise, quantity, validity, market, triggerPrice, disclosedQuantity };
    return { kind: 'place', orderId, accountKey, instrument, ...terms };
  }

  /** Trades go to the tape, members' events to the settlement. */
  #collect(realMs: number): void {
    const { events } = this.market;
    if (events.tradeCount === 0 && events.orders.length === 0) return;
    const minute = this.minute;
    events.forEachTrade((share, price, quantity) => this.tape.trade(share, price, quantity, minute, realMs));
    for (const event of events.orders) {
      this.#eventNo = event.eventNo;
      const told = toldEvent(event, this.#step);
      if (told) this.#events.push(told);
    }
    events.clear();
    for (const index of this.tape.moveIndices(minute, realMs)) this.#movedIndices.add(index);
  }
}

const REASONS = {
  by_member: 'cancelled_by_member',
  protection: 'market_protection',
  ioc: 'ioc_remainder',
  self_trade: 'self_trade',
  day_end: 'day_end',
  not_in_auction: 'not_in_auction',
  auction_end: 'auction_end',
  out_of_band: 'out_of_band',
} as const satisfies Record<SessionCancelReason, string>;

/** An event in the words of the server. A cancel that came too late changed nothing: it is not told. */
function toldEvent(event: SessionOrderEvent, step: number): OrderEvent | undefined {
  const { eventNo, orderId } = event;
  switch (event.kind) {
    case 'accepted':
      return { eventNo, orderId, step, kind: 'opened' };
    case 'filled':
      return {
        eventNo,
        orderId,
        step,
        kind: 'fill',
        tradeNo: event.tradeNo,
        pricePaise: event.price,
        quantity: event.quantity,
        aggressor: event.liquidity === 'taker',
      };
    case 'rejected':
      return { eventNo, orderId, step, kind: 'ended', state: 'rejected', reason: event.reason };
    case 'cancelled': {
      const state = event.reason === 'day_end' ? 'expired' : 'cancelled';
      return { eventNo, orderId, step, kind: 'ended', state, reason: REASONS[event.reason] };
    }
    case 'trigger_pending': {
      const { triggerPrice: triggerPaise, quantity } = event;
      return { eventNo, orderId, step, kind: 'trigger_pending', triggerPaise, quantity };
    }
    case 'triggered': {
      const { lastPrice: lastPaise, price: pricePaise } = event;
      return { eventNo, orderId, step, kind: 'triggered', lastPaise, pricePaise };
    }
    case 'modified':
    case 'change_refused':
      return undefined;
  }
}
