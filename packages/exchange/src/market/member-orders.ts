import { BUY, SELL } from '../book/order-books.ts';
import type {
  CancelCommand,
  CancelReason,
  InstrumentSpec,
  ModifyCommand,
  OpenOrder,
  OrderEvent,
  PlaceCommand,
  RejectReason,
} from '../types.ts';
import type { OwnFill, TradingFloor } from './trading-floor.ts';

/** Account numbers in the books below this belong to participants. */
const FIRST_MEMBER_ACCOUNT = 1_000;
/** One order cannot ask for more shares. Far above any listed company's daily volume, far below where numbers end. */
const MOST_SHARES = 1_000_000_000;

type MemberOrder = {
  readonly orderId: number;
  readonly accountKey: number;
  readonly share: number;
  readonly side: number;
  tick: number;
  quantity: number;
  remaining: number;
  handle: number;
  readonly tag: number;
};

/** The state of one member's order as a snapshot keeps it; price, open quantity and place are in the book. */
export type KeptMemberOrder = { readonly orderId: number; readonly accountKey: number; readonly quantity: number };

type EventBody = OrderEvent extends infer Event
  ? Event extends OrderEvent
    ? Omit<Event, 'eventNo' | 'step' | 'orderId' | 'accountKey' | 'instrument'>
    : never
  : never;

/** Members' orders: the checks before the book, and the story of each order as events. */
export class MemberOrders {
  eventNo = 0;
  readonly #floor: TradingFloor;
  readonly #instruments: readonly InstrumentSpec[];
  readonly #byId = new Map<number, MemberOrder>();
  /** By -tag - 1. Freed places are used again, so the list is as long as the most orders ever open at once. */
  readonly #byTag: (MemberOrder | undefined)[] = [];
  readonly #freeTags: number[] = [];
  readonly #accounts = new Map<number, number>();

  constructor(floor: TradingFloor, instruments: readonly InstrumentSpec[]) {
    this.#floor = floor;
    this.#instruments = instruments;
    floor.memberFilled = (tag, fill) => this.#filled(this.#orderOf(tag), fill);
  }

  /** Refuses, in this order: market_closed, not_tradable, quantity_invalid, tick_invalid, price_out_of_band. */
  place(command: PlaceCommand, marketClosed: boolean): void {
    const { orderId, accountKey, instrument } = command;
    if (this.#byId.has(orderId)) throw new Error(`order ${orderId} was placed before`);
    const spec = this.#spec(instrument);
    const reason = marketClosed ? 'market_closed' : whyNot(spec, command.price, command.quantity);
    if (reason) {
      this.#tell({ orderId, accountKey, share: instrument }, { kind: 'rejected', reason });
      return;
    }
    const order: MemberOrder = {
      orderId,
      accountKey,
      share: instrument,
      side: command.side === 'buy' ? BUY : SELL,
      tick: command.price / spec.tick,
      quantity: command.quantity,
      remaining: command.quantity,
      handle: 0,
      tag: this.#takeTag(),
    };
    this.#keep(order);
    this.#tell(order, { kind: 'accepted', quantity: order.quantity });
    this.#match(order, command.market ? 'protection' : command.validity === 'ioc' ? 'ioc' : undefined);
  }

  cancel({ orderId }: CancelCommand): void {
    const order = this.#byId.get(orderId);
    if (!order) return this.#tellNotOpen(orderId);
    this.#floor.cancel(order.share, order.handle);
    this.#end(order, 'by_member');
  }

  /**
   * NSE's rule (docs/sources.md K8): a smaller quantity keeps the order's place; another price or a larger quantity loses it, and the order
   * comes to the book anew. Refuses: not_open, market_closed, then what a new order would be refused for.
   */
  modify({ orderId, price, quantity }: ModifyCommand, marketClosed: boolean): void {
    const order = this.#byId.get(orderId);
    if (!order) return this.#tellNotOpen(orderId);
    const spec = this.#spec(order.share);
    const reason = marketClosed ? 'market_closed' : whyNot(spec, price, quantity);
    if (reason) return this.#tell(order, { kind: 'change_refused', reason });

    const { books } = this.#floor;
    const tick = price / spec.tick;
    const keptPriority = tick === order.tick && quantity <= order.remaining;
    const filled = order.quantity - order.remaining;
    if (!keptPriority) this.#floor.cancel(order.share, order.handle);
    else if (quantity < order.remaining) books.reduce(order.handle, quantity);
    this.#floor.versions[order.share]!++;
    order.tick = tick;
    order.remaining = quantity;
    order.quantity = filled + quantity;
    this.#tell(order, { kind: 'modified', price, quantity, keptPriority });
    if (!keptPriority) this.#match(order, undefined);
  }

  /** Day orders end with the day. */
  expireAll(): void {
    for (const { orderId } of this.open()) {
      const order = this.#byId.get(orderId)!;
      this.#floor.cancel(order.share, order.handle);
      this.#end(order, 'day_end');
    }
  }

  /** By instrument, buys first, in priority order. */
  open(): OpenOrder[] {
    const found: OpenOrder[] = [];
    const { books } = this.#floor;
    if (this.#byId.size === 0) return found;
    const shares = new Set([...this.#byId.values()].map((order) => order.share));
    for (const share of [...shares].sort((a, b) => a - b))
      for (const side of [BUY, SELL])
        books.forEachOrder(share, side, (_tick, _quantity, _account, tag) => {
          if (tag < 0) found.push(this.#shown(this.#orderOf(tag)));
        });
    return found;
  }

  find(orderId: number): OpenOrder | undefined {
    const order = this.#byId.get(orderId);
    return order && this.#shown(order);
  }

  kept(tag: number): KeptMemberOrder {
    return this.#orderOf(tag);
  }

  /** Puts an order of a snapshot back at the end of its price's queue. */
  restore(kept: KeptMemberOrder, share: number, side: number, tick: number, remaining: number): void {
    const order: MemberOrder = { ...kept, share, side, tick, remaining, handle: 0, tag: this.#takeTag() };
    this.#keep(order);
    order.handle = this.#floor.books.restWithoutMatching(
      share,
      side,
      tick,
      remaining,
      this.#accountOf(order),
      order.tag,
    );
  }

  /**
   * Self-trade: NSE cancels the order that comes in and would meet its own account's order, keeping what it filled before
   * (docs/sources.md K7). The resting order stays.
   */
  #match(order: MemberOrder, neverRests: CancelReason | undefined): void {
    const floor = this.#floor;
    const { share, side, tick, remaining, tag } = order;
    const account = this.#accountOf(order);
    order.handle = floor.place(share, side, tick, remaining, account, tag, neverRests === undefined);
    if (floor.books.left === 0) return;
    if (floor.books.selfTrade) this.#end(order, 'self_trade');
    else if (neverRests) this.#end(order, neverRests);
  }

  #filled(order: MemberOrder, fill: OwnFill): void {
    order.remaining = fill.remaining;
    if (fill.remaining === 0) this.#forget(order);
    const other = fill.otherTag < 0 ? this.#byTag[-fill.otherTag - 1] : undefined;
    this.#tell(order, {
      kind: 'filled',
      side: order.side === BUY ? 'buy' : 'sell',
      price: fill.price,
      quantity: fill.quantity,
      remaining: fill.remaining,
      tradeNo: fill.tradeNo,
      liquidity: fill.maker ? 'maker' : 'taker',
      ...(other && { counterpartyOrderId: other.orderId }),
    });
  }

  #end(order: MemberOrder, reason: CancelReason): void {
    this.#forget(order);
    this.#tell(order, { kind: 'cancelled', quantity: order.remaining, reason });
  }

  #tellNotOpen(orderId: number): void {
    this.#tell({ orderId, accountKey: 0, share: -1 }, { kind: 'change_refused', reason: 'not_open' });
  }

  #tell(order: Pick<MemberOrder, 'orderId' | 'accountKey' | 'share'>, body: EventBody): void {
    const { orderId, accountKey, share: instrument } = order;
    this.eventNo++;
    this.#floor.events.addOrderEvent({
      eventNo: this.eventNo,
      step: this.#floor.step,
      orderId,
      accountKey,
      instrument,
      ...body,
    });
  }

  #keep(order: MemberOrder): void {
    this.#byId.set(order.orderId, order);
    this.#byTag[-order.tag - 1] = order;
  }

  /** Its place in the list is kept until the command ends: the other side of its last fill still asks for it. */
  #forget(order: MemberOrder): void {
    this.#byId.delete(order.orderId);
    this.#freeTags.push(order.tag);
  }

  #takeTag(): number {
    return this.#freeTags.pop() ?? -this.#byTag.length - 1;
  }

  #orderOf(tag: number): MemberOrder {
    const order = this.#byTag[-tag - 1];
    if (!order) throw new Error(`no member's order has tag ${tag}`);
    return order;
  }

  #accountOf({ accountKey }: MemberOrder): number {
    let account = this.#accounts.get(accountKey);
    if (account === undefined) {
      account = FIRST_MEMBER_ACCOUNT + this.#accounts.size;
      this.#accounts.set(accountKey, account);
    }
    return account;
  }

  #spec(instrument: number): InstrumentSpec {
    const spec = this.#instruments[instrument];
    if (!spec) throw new Error(`there is no instrument ${instrument}`);
    return spec;
  }

  #shown({ orderId, accountKey, share, side, tick, quantity, remaining }: MemberOrder): OpenOrder {
    const price = tick * this.#spec(share).tick;
    return {
      orderId,
      accountKey,
      instrument: share,
      side: side === BUY ? 'buy' : 'sell',
      price,
      quantity,
      remaining,
    };
  }
}

function whyNot(spec: InstrumentSpec, price: number, quantity: number): RejectReason | undefined {
  if (!spec.tradable) return 'not_tradable';
  if (!Number.isInteger(quantity) || quantity <= 0 || quantity > MOST_SHARES || quantity % spec.lotSize !== 0)
    return 'quantity_invalid';
  if (!Number.isInteger(price) || price % spec.tick !== 0) return 'tick_invalid';
  if (price < spec.lower || price > spec.upper) return 'price_out_of_band';
  return undefined;
}
