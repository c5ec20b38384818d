import type { SessionMarket } from '@khara/exchange';
import type { BandFlexing } from './band-flexing.ts';
import type { AppliedPlace } from './commands.ts';
import type { DayState } from './day-state.ts';
import { StepTrades } from './hash-chain.ts';
import type { OrderEvent } from './order-events.ts';
import { TradePacker } from './packed-trades.ts';
import type { Tape } from './tape.ts';
import { type NewOrderEvent, type RunningCommand, toOrderEvent, type TradeOrigin } from './to-order-event.ts';

/** What happened since it was last taken: to be settled. */
export type UnsettledEvents = {
  readonly applied: readonly AppliedPlace[];
  readonly events: readonly OrderEvent[];
};

/**
 * When something happens: a step, its minute of the day (0 ... 374), and the real time that is shown with it, in ms.
 */
export type Moment = {
  readonly step: number;
  readonly minute: number;
  readonly realMs: number;
};

type CollectorParts = {
  readonly market: SessionMarket;
  readonly tape: Tape;
  readonly state: DayState;
  readonly flexing: BandFlexing;
};

/**
 * Takes what the exchange did: trades to the tape, to their chain and to be stored; members' events,
 * numbered, to be settled.
 */
export class EventCollector {
  /** Trades not yet taken to be stored. */
  readonly trades = new TradePacker();
  readonly #parts: CollectorParts;
  readonly #stepTrades = new StepTrades();
  #eventNo: number;
  #applied: AppliedPlace[] = [];
  #events: OrderEvent[] = [];
  #movedIndices = new Set<number>();

  /** `from` is of a snapshot: the number of the last event, and the trades of the running step. */
  constructor(parts: CollectorParts, from?: { readonly eventNo: number; readonly stepTrades: string }) {
    this.#parts = parts;
    this.#eventNo = from?.eventNo ?? 0;
    if (from) this.#stepTrades.load(from.stepTrades);
  }

  /** Number of the last event of the day; 0 before the first. */
  get eventNo(): number {
    return this.#eventNo;
  }

  /** What has to be settled since the last call. */
  take(): UnsettledEvents {
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

  /** The place of a command that was applied. */
  addApplied(place: AppliedPlace): void {
    this.#applied.push(place);
  }

  addEvent(event: NewOrderEvent, step: number): void {
    this.#eventNo += 1;
    this.#events.push({ ...event, eventNo: this.#eventNo, step });
  }

  /** A step ends: its trades go into their chain. */
  endStep(): void {
    const { state } = this.#parts;
    state.tradesHash = this.#stepTrades.extend(state.tradesHash);
  }

  /** Takes the exchange's events since the last call; `running` is the command that caused them. */
  collect({ step, minute, realMs }: Moment, tradedIn: TradeOrigin, running?: RunningCommand): void {
    const { market, tape, state, flexing } = this.#parts;
    const { events } = market;
    if (events.tradeCount === 0 && events.orders.length === 0) return;
    const { up, down } = flexing;
    const isContinuous = tradedIn === 'continuous';
    events.forEachTrade((share, price, quantity, _exchangeStep, tradeNo) => {
      tape.trade(share, price, quantity, minute, realMs);
      this.#stepTrades.add(tradeNo, share, price, quantity, step);
      state.tradeNo = tradeNo;
      this.trades.add({ tradeNo, share, price, quantity, step });
      if (isContinuous && (price >= up[share]! || price <= down[share]!)) flexing.count(share, price, step);
    });
    for (const event of events.orders) {
      const found = toOrderEvent(event, tradedIn, running);
      if (found) this.addEvent(found, step);
    }
    events.clear();
    for (const index of tape.moveIndices(minute, realMs)) this.#movedIndices.add(index);
  }

  /** The day's state, with the trades of the running step. */
  snapshotState(): Uint8Array {
    return this.#parts.state.snapshot(this.#stepTrades.snapshot());
  }
}
