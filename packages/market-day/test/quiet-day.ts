import { clock } from '@khara/rules';
import type { Universe } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import type { JournalledCommand } from '../src/commands.ts';
import type { DayInputs } from '../src/day-inputs.ts';
import { planDay, stepOfTime } from '../src/market-clock.ts';
import type { OrderEvent } from '../src/order-events.ts';
import type { TradingPhase } from '../src/phases.ts';
import { type DaySnapshot, TradingDay } from '../src/trading-day.ts';
import { OWN_NUMBERS } from '../src/order-log.ts';

const all = readUniverse();

/** Closes through an auction, and its band shifts; its tick is 10 paise. Participants quote 1,325.20 and 1,325.60. */
export const AUCTIONED = 'AAMRAI';
/** Closes by its average, and its band stands; its tick is 1 paisa. Participants quote 154.56 and 154.62. */
export const PLAIN = 'ACHALGARH';

export const issuerNamed = (code: string) => all.issuers.find((issuer) => issuer.code === code)!;

const TWO_SHARES: Universe = { issuers: [AUCTIONED, PLAIN].map(issuerNamed), indices: [], offerings: [] };

type Placing = Partial<Extract<JournalledCommand, { kind: 'place' }>>;
type Unnumbered<Command> = Command extends JournalledCommand ? Omit<Command, 'seq'> : never;

/**
 * A day in which no participant acts, since its time is left out. Participants' first quotes stand, and all trades are
 * members' among themselves, between those quotes. Its real time is a second for each step.
 */
export class QuietDay {
  readonly day: TradingDay;
  #seq = 0;

  constructor(more: Partial<DayInputs> = {}, universe = TWO_SHARES, from?: DaySnapshot) {
    const inputs: DayInputs = {
      marketDay: 1,
      marketDate: '2026-11-23',
      names: OWN_NUMBERS,
      firstStep: 0,
      before: new Map(),
      participants: undefined,
      plan: planDay('compressed', 300),
      seed: new Uint8Array(32).fill(3),
      ...more,
    };
    this.day = new TradingDay(inputs, universe, from);
  }

  /** Lets time pass to a phase of the shares with an auction, or of the others. */
  until(phase: TradingPhase, auctioned = true): this {
    while (this.day.phaseFor(auctioned) !== phase) this.day.skipTo(this.day.step + 1, 0);
    return this;
  }

  at(hours: number, minutes: number): this {
    this.day.skipTo(stepOfTime(this.day.inputs.plan, clock(hours, minutes)), 0);
    return this;
  }

  toTheEnd(): this {
    this.day.skipTo(this.day.inputs.plan.steps, 0);
    return this;
  }

  /** The number of a share. */
  share(code: string): number {
    return this.day.shareNumber(code)!;
  }

  give(command: Unnumbered<JournalledCommand>): void {
    this.#seq += 1;
    this.day.apply({ ...command, seq: this.#seq }, 1_000 * this.day.step);
  }

  /** An order of a member of its own, unless it says otherwise. */
  place(orderId: number, order: Placing): void {
    const { previousClose } = this.day.spec.instruments[this.share(order.code ?? AUCTIONED)]!;
    this.give({
      kind: 'place',
      orderId,
      accountKey: orderId,
      code: AUCTIONED,
      side: 'buy',
      price: previousClose,
      quantity: 10,
      validity: 'day',
      market: false,
      ...order,
    });
  }

  /** One trade between two members. The numbers of both orders are new. */
  trade(code: string, price: number, quantity: number): void {
    const orderId = 1_000 + this.#seq;
    this.place(orderId, { code, side: 'sell', price, quantity });
    this.place(orderId + 1, { code, side: 'buy', price, quantity, bySystem: true });
  }

  /** What happened since the last call. */
  events(): readonly OrderEvent[] {
    return this.day.take().events;
  }

  fills(): readonly Extract<OrderEvent, { kind: 'filled' }>[] {
    return this.events().filter((event) => event.kind === 'filled');
  }
}
