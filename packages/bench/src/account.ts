import {
  type BatchHead,
  type DpOfDay,
  type Due,
  exposedShares,
  type Fill,
  freedMoney,
  isOpenState,
  type Movement,
  netDues,
  openingQuantity,
  type Order,
  outstandingShares,
  type Position,
  type Product,
  settle,
  type Side,
  unrealisedResult,
  unusableSaleMoney,
} from '@khara/broker';
import { assert, type OrderEvent } from '@khara/market-day';
import { max } from '@khara/money';
import { settlementDate } from '@khara/rules';
import { DayTrades } from './day-trades.ts';
import type { Touch } from './types.ts';

/** Shares of one asset: those that have arrived and no order keeps, and those that have not. */
type Shares = { readonly free: number; readonly unsettled: number };

/** A fill with the market that it met: see `OwnFill`. */
export type MetFill = Fill & {
  readonly step: number;
  readonly touch: Touch | undefined;
  readonly ahead: number | undefined;
};

/** What has come of an account's orders since it was looked at last. */
export type Happened = {
  readonly fills: readonly MetFill[];
  readonly ended: readonly Order[];
};

/**
 * One account at the broker, in memory: what the server keeps in its ledger and its tables. The broker's package
 * decides what comes of orders; here stands what an account has by then.
 */
export class Account {
  readonly name: string;
  /** Its number in the exchange. */
  readonly key: number;
  /** Money that is not held. */
  available: bigint;
  /** What the platform bore for it. */
  debt = 0n;
  /** All charges so far, and of fills that took orders of the book what spread and impact cost. */
  charged = 0n;
  spread = 0n;
  impact = 0n;
  readonly trades = new DayTrades();
  /** Those that are open, and ended ones that still hold margin. */
  readonly orders = new Map<bigint, Order>();
  readonly #positions = new Map<string, Position>();
  /** Positions that the day closed. */
  #closed: Position[] = [];
  readonly #shares = new Map<string, Shares>();
  #dues: readonly Due[] = [];
  #dpOfDay: readonly DpOfDay[] = [];
  #positionId = 0n;
  #fillId = 0n;
  /** Shares in front of open orders as they came to rest, by order. */
  readonly #ahead = new Map<bigint, number>();
  #happened: { fills: MetFill[]; ended: Order[]; hasTriggered: boolean } = {
    fills: [],
    ended: [],
    hasTriggered: false,
  };

  constructor(name: string, key: number, cash: bigint) {
    this.name = name;
    this.key = key;
    this.available = cash;
  }

  position(asset: string, product: Product): Position | undefined {
    return this.#positions.get(`${asset} ${product}`);
  }

  get positions(): readonly Position[] {
    return [...this.#positions.values()];
  }

  shares(asset: string): Shares {
    return this.#shares.get(asset) ?? { free: 0, unsettled: 0 };
  }

  get openOrders(): readonly Order[] {
    return [...this.orders.values()].filter(({ state }) => isOpenState(state));
  }

  openIn(asset: string): readonly Order[] {
    return this.openOrders.filter((order) => order.asset === asset);
  }

  /** Held as margin behind the intraday position in a share, and for orders that may change it. */
  heldBehind(asset: string): bigint {
    return [...this.orders.values()].reduce(
      (sum, order) => (order.asset === asset ? sum + order.marginPaise : sum),
      0n,
    );
  }

  /** Shares that an intraday order would open, with the orders before it; `but` is left out of those. */
  opening(asset: string, side: Side, quantity: number, but?: bigint): number {
    const others = this.openIn(asset).filter(({ id, product }) => product === 'intraday' && id !== but);
    return openingQuantity(this.position(asset, 'intraday')?.quantity ?? 0, others, side, quantity);
  }

  /** Shares of its intraday position on a side, with what its open orders may add; `but` is left out of those. */
  exposed(asset: string, side: Side, but?: bigint): number {
    const others = this.openIn(asset).filter(({ id, product }) => product === 'intraday' && id !== but);
    return exposedShares(this.position(asset, 'intraday')?.quantity ?? 0, others, side);
  }

  /** Money of the day's sales that buys nothing today. */
  kept(marketDate: string): bigint {
    const traded = [...this.#positions.values(), ...this.#closed].filter((of) => of.marketDate === marketDate);
    return unusableSaleMoney(traded, this.trades.isTradeForTrade);
  }

  /** All money, held or not. */
  get cash(): bigint {
    let sum = this.available - this.debt;
    for (const { frozenPaise, marginPaise } of this.orders.values()) sum += frozenPaise + marginPaise;
    return sum;
  }

  /** What shares are worth at these prices, and what intraday positions have gained by them. */
  mark(priceOf: (code: string) => number): bigint {
    let sum = 0n;
    for (const position of this.#positions.values()) {
      const last = BigInt(priceOf(position.code));
      sum += position.product === 'delivery' ? BigInt(position.quantity) * last : unrealisedResult(position, last);
    }
    return sum;
  }

  /** Takes what a new order needs out of what is there. */
  hold(order: Order): void {
    this.available -= order.frozenPaise + order.marginPaise;
    if (order.frozenShares > 0)
      this.#moveShares(order.asset, order.frozenUnsettled - order.frozenShares, -order.frozenUnsettled);
    this.orders.set(order.id, order);
  }

  /** Takes what a change of an order needs more: money, or shares of a sale. */
  holdMore(order: Order, more: { readonly paise?: bigint; readonly shares?: number }): void {
    const { paise = 0n, shares = 0 } = more;
    const fromFree = Math.min(shares, this.shares(order.asset).free);
    this.available -= paise;
    this.#moveShares(order.asset, -fromFree, fromFree - shares);
    this.orders.set(order.id, {
      ...order,
      ...(order.product === 'intraday'
        ? { marginPaise: order.marginPaise + paise }
        : { frozenPaise: order.frozenPaise + paise }),
      frozenShares: order.frozenShares + shares,
      frozenUnsettled: order.frozenUnsettled + shares - fromFree,
    });
  }

  /** Settles what became of its orders in the exchange; `touchOf` has the best prices that they met, by share. */
  settle(batch: BatchHead, events: readonly OrderEvent[], touchOf: (code: string) => Touch | undefined): void {
    const after = settle(batch, events, {
      orders: [...this.orders.values()],
      becameIntraday: [],
      positions: [...this.#positions.values(), ...this.#closed.filter(({ product }) => product === 'delivery')],
      available: new Map([[this.name, this.available]]),
      dues: this.#dues,
      dpOfDay: this.#dpOfDay,
      settlesOn: settlementDate(batch.marketDate),
      nextPositionId: () => (this.#positionId += 1n),
      nextFillId: () => (this.#fillId += 1n),
    });
    for (const movement of after.movements) this.#move(movement);
    for (const order of after.orders) {
      const was = this.orders.get(order.id);
      if (isOpenState(order.state) || order.marginPaise > 0n) this.orders.set(order.id, order);
      else this.orders.delete(order.id);
      if (was && isOpenState(was.state) && !isOpenState(order.state)) this.#happened.ended.push(order);
    }
    for (const position of after.positions) this.#keep(position);
    this.#dues = replaced(this.#dues, after.dues, (due) => `${due.asset} ${due.settlesOn}`);
    this.#dpOfDay = replaced(this.#dpOfDay, after.dpOfDay, ({ asset }) => asset);
    for (const fill of after.fills) this.trades.add(fill);
    for (const event of events)
      if (event.kind === 'opened' && event.book) this.#ahead.set(BigInt(event.orderId), event.book.aheadQuantity);
    // Each has come of one event, in their order.
    const steps = events.filter(({ kind }) => kind === 'filled').map(({ step }) => step);
    this.#happened.fills.push(
      ...after.fills.map((fill, at) => ({ ...this.#explain(fill, touchOf(fill.code)), step: steps[at]! })),
    );
    for (const { id, state } of after.orders) if (!isOpenState(state)) this.#ahead.delete(id);
    this.#happened.hasTriggered ||= events.some(({ kind }) => kind === 'triggered');
  }

  /** At the pay-out and when the day is over: shares that are due arrive; those that a sale keeps wait for it. */
  settleDues(marketDate: string): void {
    for (const asset of new Set(this.#dues.map((due) => due.asset))) {
      const dues = this.#dues.filter((due) => due.asset === asset);
      const later = dues
        .filter(({ settlesOn }) => settlesOn > marketDate)
        .reduce((sum, due) => sum + outstandingShares(due), 0);
      const now = dues.filter(({ settlesOn }) => settlesOn <= marketDate);
      const frozen = this.openIn(asset).reduce((sum, { frozenUnsettled }) => sum + frozenUnsettled, 0);
      let free = now.reduce((sum, due) => sum + outstandingShares(due), later - frozen);
      const settled = now.map((due) => {
        const shares = Math.min(free, outstandingShares(due));
        free -= shares;
        this.#moveShares(asset, shares, -shares);
        return { ...due, settled: due.settled + shares };
      });
      this.#dues = replaced(this.#dues, settled, (due) => `${due.asset} ${due.settlesOn}`);
    }
    this.#dues = this.#dues.filter((due) => due.settlesOn > marketDate || outstandingShares(due) > 0);
  }

  /**
   * The day's contract note makes its charges final: what they differ is paid or comes back, as far as there is money.
   * Shares that were bought and sold on the day settle.
   */
  takeNote(marketDate: string): void {
    const { overPaise: over, delivered: noted } = this.trades.makeNote(marketDate);
    for (const [asset, delivered] of noted) {
      const dues = this.#dues.filter((due) => due.asset === asset);
      const { unsettled: free } = this.shares(asset);
      const net = netDues(dues, { settlesOn: settlementDate(marketDate), delivered, free });
      this.#moveShares(asset, net.netted, -net.netted);
      this.#dues = replaced(this.#dues, net.dues, (due) => `${due.asset} ${due.settlesOn}`);
    }
    const absorbed = max(0n, over - max(0n, this.available));
    this.available -= over - absorbed;
    this.charged += over;
    this.debt += absorbed;
    this.trades.clear();
    this.#closed = [];
    this.#dpOfDay = [];
  }

  takeHappened(): Happened {
    const happened = this.#happened;
    this.#happened = { fills: [], ended: [], hasTriggered: false };
    return happened;
  }

  /** Whether an order was filled, has ended or was triggered since then. */
  get hasHappened(): boolean {
    const { fills, ended, hasTriggered } = this.#happened;
    return hasTriggered || fills.length > 0 || ended.length > 0;
  }

  #keep(position: Position): void {
    const key = `${position.asset} ${position.product}`;
    this.#closed = this.#closed.filter(({ id }) => id !== position.id);
    if (position.quantity !== 0) this.#positions.set(key, position);
    else {
      if (this.#positions.get(key)?.id === position.id) this.#positions.delete(key);
      this.#closed.push(position);
    }
  }

  /** Does to money and shares what the ledger would. */
  #move(movement: Movement): void {
    this.available += freedMoney(movement);
    const { asset, frozenShares, frozenUnsettled } = movement.order;
    switch (movement.kind) {
      case 'buy_fill':
        this.charged += movement.charges.total;
        return this.#moveShares(asset, 0, movement.quantity);
      case 'sell_fill':
        this.charged += movement.charges.total;
        this.debt += max(0n, movement.charges.total - movement.valuePaise);
        return;
      case 'sell_release': {
        const left = frozenShares - movement.shares;
        const unsettled = frozenUnsettled - Math.min(frozenUnsettled, left);
        return this.#moveShares(asset, movement.shares - unsettled, unsettled);
      }
      case 'margin':
        this.charged += movement.charges.total;
        this.debt += movement.absorbedPaise;
        return;
      case 'order_release':
      case 'margin_release':
    }
  }

  #moveShares(asset: string, free: number, unsettled: number): void {
    const had = this.shares(asset);
    const has = { free: had.free + free, unsettled: had.unsettled + unsettled };
    assert(has.free >= 0 && has.unsettled >= 0, `${this.name} has no such shares of ${asset}`);
    this.#shares.set(asset, has);
  }

  /** What of a fill's price the spread and the own size made, where it took orders of the book. */
  #explain(fill: Fill, touch: Touch | undefined): Omit<MetFill, 'step'> {
    const { orderId, aggressor, phase, side, quantity, pricePaise } = fill;
    if (phase !== 'continuous') return { ...fill, touch: undefined, ahead: undefined };
    if (aggressor && touch) {
      const beyond = side === 'buy' ? pricePaise - BigInt(touch.ask) : BigInt(touch.bid) - pricePaise;
      this.spread += (BigInt(quantity) * BigInt(touch.ask - touch.bid) + 1n) / 2n;
      this.impact += BigInt(quantity) * beyond;
    }
    return { ...fill, touch, ahead: aggressor ? undefined : this.#ahead.get(orderId) };
  }
}

/** `items` with those that have changed, and new ones. */
function replaced<Item>(
  items: readonly Item[],
  changed: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  if (changed.length === 0) return items;
  return [...new Map([...items, ...changed].map((item) => [keyOf(item), item])).values()];
}
