import { noteCharges, type Leg } from '@khara/charges';
import type {
  DepthLevel,
  InstrumentSpec,
  SessionMarket,
  SessionOrderCommand,
  SessionOrderEvent,
  Side,
} from '@khara/exchange';
import type { Trip } from './strategy.ts';

/** Rates of this day. */
const DAY = '2026-11-23';
/** Levels that a member sees of each side. */
const LEVELS = 5;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** An order that rests, as its owner knows it. */
export type RestingOrder = {
  readonly orderId: number;
  readonly side: Side;
  readonly price: number;
  readonly open: number;
};

/**
 * One member in one share of a running day: orders through the exchange's entrance, and what each trip came
 * to after intraday charges.
 */
export class ScriptTrader {
  readonly trips: Trip[] = [];
  readonly share: number;
  /** Paise. */
  readonly tick: number;
  readonly #lotSize: number;
  readonly #market: SessionMarket;
  readonly #takeOrderId: () => number;
  readonly #resting = new Map<number, RestingOrder>();
  /** Paise of each order of the trip that was filled, by side: brokerage is by order. */
  #filled = { buy: new Map<number, number>(), sell: new Map<number, number>() };
  #bought = 0;
  #sold = 0;

  constructor(
    market: SessionMarket,
    share: number,
    { tick, lotSize }: Pick<InstrumentSpec, 'tick' | 'lotSize'>,
    takeOrderId: () => number,
  ) {
    this.#market = market;
    this.share = share;
    this.tick = tick;
    this.#lotSize = lotSize;
    this.#takeOrderId = takeOrderId;
  }

  get step(): number {
    return this.#market.step;
  }

  /** Shares held; below zero when sold short. */
  get position(): number {
    return this.#bought - this.#sold;
  }

  /** Paise; NaN where a side is empty. */
  get middle(): number {
    const { bid = NaN, ask = NaN } = this.#market.quote(this.share);
    return (bid + ask) / 2;
  }

  get quote() {
    return this.#market.quote(this.share);
  }

  get band() {
    return this.#market.band(this.share);
  }

  /** Own orders in the book, oldest first. */
  get resting(): readonly RestingOrder[] {
    return [...this.#resting.values()];
  }

  /** Shares at the five best prices that an order of this side would meet, own ones among them. */
  visible(side: Side): number {
    const { bids, asks } = this.#market.depth(this.share, LEVELS);
    return (side === 'buy' ? asks : bids).reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /** Price of the last of the five levels that an order of this side would meet, paise. */
  farthest(side: Side): number | undefined {
    const { bids, asks } = this.#market.depth(this.share, LEVELS);
    return (side === 'buy' ? asks : bids).at(-1)?.price;
  }

  /** Best price of those who want to buy, or to sell, without own orders. */
  bestOfOthers(side: Side): DepthLevel | undefined {
    const { bids, asks } = this.#market.depth(this.share, LEVELS + this.#resting.size);
    for (const level of side === 'buy' ? bids : asks) {
      const own = this.resting.filter((order) => order.side === side && order.price === level.price);
      const quantity = level.quantity - own.reduce((sum, { open }) => sum + open, 0);
      if (quantity > 0) return { ...level, quantity };
    }
    return undefined;
  }

  /** Trades at once whatever can be had up to the price, by default the limit of the band; answers how many shares. */
  trade(side: Side, quantity: number, price?: number): number {
    const { lower, upper } = this.band;
    const before = this.position;
    this.#place(side, quantity, price ?? (side === 'buy' ? upper : lower), 'ioc');
    return Math.abs(this.position - before);
  }

  /** A limit order for the day: what does not trade at once rests. */
  rest(side: Side, quantity: number, price: number): void {
    this.#place(side, quantity, price, 'day');
  }

  /**
   * Lets one order of a side rest at a price, open for `shares`: the one that rests there already is
   * changed, and keeps its place where it can. A changed order pays brokerage once.
   */
  keep(side: Side, quantity: number, price: number): void {
    const open = this.#inLots(quantity);
    const order = this.resting.find((one) => one.side === side);
    if (!order) this.rest(side, open, price);
    else if (open < 1) this.cancel(order);
    else if (order.price !== price || order.open !== open)
      this.#command({ kind: 'modify', orderId: order.orderId, price, quantity: open });
  }

  cancel({ orderId }: RestingOrder): void {
    this.#command({ kind: 'cancel', orderId });
  }

  cancelAll(): void {
    for (const order of this.resting) this.cancel(order);
  }

  /** As far as the book allows; own orders go first, since none trades with another. */
  square(): void {
    this.cancelAll();
    if (this.position > 0) this.trade('sell', this.position);
    else if (this.position < 0) this.trade('buy', -this.position);
  }

  /** What became of an order. */
  hear(event: SessionOrderEvent): void {
    const { orderId } = event;
    if (event.kind === 'filled') {
      const { side, price, quantity, remaining } = event;
      const values = this.#filled[side];
      values.set(orderId, (values.get(orderId) ?? 0) + quantity * price);
      if (side === 'buy') this.#bought += quantity;
      else this.#sold += quantity;
      const order = this.#resting.get(orderId);
      if (remaining === 0) this.#resting.delete(orderId);
      else if (order) this.#resting.set(orderId, { ...order, open: remaining });
    } else if (event.kind === 'modified') {
      const { price, quantity: open } = event;
      const order = this.#resting.get(orderId);
      if (order) this.#resting.set(orderId, { ...order, price, open });
    } else if (event.kind === 'cancelled') this.#resting.delete(orderId);
    else if (event.kind === 'rejected' || event.kind === 'change_refused')
      throw new Error(`a script's order was refused: ${event.reason}`);
  }

  /** Notes what the shares bought and sold since the last trip came to. */
  endTrip(settings: string): void {
    if (this.position !== 0 || this.#resting.size > 0) throw new Error('the trip is not over');
    if (this.#bought === 0) return;
    const filledValues = (side: Side) => [...this.#filled[side].values()];
    const [bought, sold] = [sum(filledValues('buy')), sum(filledValues('sell'))];
    const legs = (['buy', 'sell'] as const).flatMap((side) =>
      filledValues(side).map((value): Leg => ({ side, product: 'intraday', valuePaise: BigInt(value) })),
    );
    const earned = sold - bought - Number(noteCharges({ plan: 'plan_b', day: DAY }, legs).total);
    this.trips.push({ settings, bps: (earned / ((bought + sold) / 2)) * 10_000 });
    this.#filled = { buy: new Map(), sell: new Map() };
    this.#bought = 0;
    this.#sold = 0;
  }

  #place(side: Side, quantity: number, price: number, validity: 'day' | 'ioc'): void {
    const wanted = this.#inLots(quantity);
    if (wanted < 1) return;
    const orderId = this.#takeOrderId();
    if (validity === 'day') this.#resting.set(orderId, { orderId, side, price, open: wanted });
    const order = { orderId, accountKey: 1, instrument: this.share, side, price, quantity: wanted } as const;
    this.#command({ kind: 'place', ...order, validity, market: false });
  }

  #inLots(quantity: number): number {
    return Math.floor(quantity / this.#lotSize) * this.#lotSize;
  }

  #command(command: SessionOrderCommand): void {
    const { events } = this.#market;
    events.clear();
    this.#market.apply(command);
    for (const event of events.orders) this.hear(event);
    events.clear();
  }
}
