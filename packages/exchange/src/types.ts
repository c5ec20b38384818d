/**
 * The words of the exchange. Prices are integer paise, quantities whole shares, both as safe-integer numbers; values
 * (price x quantity) leave as bigint paise. Time is the step: one turn of the simulated participants.
 */

export type Side = 'buy' | 'sell';

/** `day` rests until filled, cancelled or the day ends; `ioc` never rests. */
export type Validity = 'day' | 'ioc';

/** One share of the day. `lower`, `upper` and `previousClose` come from the rules of the day, already on the tick. */
export type InstrumentSpec = {
  readonly code: string;
  /** Smallest price difference, paise. */
  readonly tick: number;
  /** Paise. What the day's change and the first protection are measured from. */
  readonly previousClose: number;
  /** The day's price band, paise, inclusive, multiples of the tick. */
  readonly lower: number;
  readonly upper: number;
  /** A suspended share keeps an empty book and refuses every order. */
  readonly tradable: boolean;
  readonly lotSize: number;
  /** Index of the sector, dense from 0: shares of one sector move together. */
  readonly sector: number;
  /** Beta x 1000 against the market as a whole. */
  readonly betaMilli: number;
  /** Total volatility a year, basis points (2500 = 25 %). */
  readonly annualVolatilityBps: number;
  /** Shares a day. */
  readonly averageDailyVolume: number;
};

/**
 * What the participants believe at the end of a day and carry into the next. Plain JSON, whole numbers only.
 * A share that is absent starts at its previous close with calm volatility: a new listing, or the very first day.
 */
export type FactorState = {
  /** Volatility of the market and of each sector against normal, 1000 = normal. */
  readonly marketHeat: number;
  readonly sectorHeat: readonly number[];
  /** By code. `value`: reference value in thousandths of a paisa; `heat`: own volatility, 1000 = normal. */
  readonly stocks: Readonly<Record<string, { readonly value: number; readonly heat: number }>>;
};

/** Everything a market day depends on, besides the commands. The same spec and commands give the same day, byte for byte. */
export type MarketSpec = {
  /** Of the day: any bytes or any whole number. */
  readonly seed: Uint8Array | bigint;
  /** 0 for the first market day; mixed into the seed. */
  readonly dayIndex: number;
  /** Steps of continuous trading in the day. */
  readonly steps: number;
  /** Market time that one step stands for. */
  readonly stepMarketMs: number;
  readonly instruments: readonly InstrumentSpec[];
  /** From the close of the day before; absent on the first day. */
  readonly factorState?: FactorState | undefined;
};

export type PlaceCommand = {
  readonly kind: 'place';
  /** The member's order id, a safe integer; used once. */
  readonly orderId: number;
  /** Who owns the order: two orders of one account never trade with each other. */
  readonly accountKey: number;
  /** Index into `MarketSpec.instruments`. */
  readonly instrument: number;
  readonly side: Side;
  /** Paise. For a market order the protected price, see `protectedPrice`. */
  readonly price: number;
  readonly quantity: number;
  readonly validity: Validity;
  /** A market order: what does not fill within the protected price is cancelled at once. */
  readonly market: boolean;
};

/** Changes price or remaining quantity. A smaller quantity keeps the place in the queue; anything else loses it. */
export type ModifyCommand = {
  readonly kind: 'modify';
  readonly orderId: number;
  readonly price: number;
  /** The new open (unfilled) quantity. */
  readonly quantity: number;
};

export type CancelCommand = { readonly kind: 'cancel'; readonly orderId: number };

export type Command = PlaceCommand | ModifyCommand | CancelCommand;

/**
 * A stop: with a `triggerPrice` (paise) the order waits outside the book until a trade happens there or beyond, and then
 * comes to the book as a new order. A buy's trigger lies above the last price, its limit at the trigger or above; a sale's
 * the other way round. With `market` the limit is made when it triggers, by `protectedPrice`, and `price` is not looked at.
 *
 * With a `disclosedQuantity`, a tenth of the order or more and less than all of it, the book shows no more than that at a
 * time. Each time it is filled as much is shown again, behind all orders of the price.
 */
export type SessionPlaceCommand = PlaceCommand & {
  readonly triggerPrice?: number | undefined;
  readonly disclosedQuantity?: number | undefined;
};

/** A pending stop may get another trigger; without `triggerPrice` it keeps its own. What an order discloses stays. */
export type SessionModifyCommand = ModifyCommand & { readonly triggerPrice?: number | undefined };

export type SessionCommand = SessionPlaceCommand | SessionModifyCommand | CancelCommand;

/** In the order in which they are checked. */
export type RejectReason = 'market_closed' | 'not_tradable' | 'quantity_invalid' | 'tick_invalid' | 'price_out_of_band';

/** In the order in which they are checked, after those of every order. */
export type SessionRejectReason =
  | RejectReason
  | 'trigger_wrong_side_of_ltp'
  | 'trigger_price_relation'
  | 'disclosed_qty_invalid';

/** `protection`: the rest of a market order; `self_trade`: the incoming order met its own account's order. */
export type CancelReason = 'by_member' | 'protection' | 'ioc' | 'self_trade' | 'day_end';

type OrderEventBase = {
  /** Counts members' order events within the day from 1, without gaps: what settles a batch exactly once. */
  readonly eventNo: number;
  /** Steps done when it happened. */
  readonly step: number;
  readonly orderId: number;
  readonly accountKey: number;
  readonly instrument: number;
};

/** Passed all checks. Its fills follow; what is not filled or cancelled by the same command rests in the book. */
export type OrderAccepted = OrderEventBase & { readonly kind: 'accepted'; readonly quantity: number };

export type OrderRejected = OrderEventBase & { readonly kind: 'rejected'; readonly reason: RejectReason };

export type OrderFilled = OrderEventBase & {
  readonly kind: 'filled';
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
  /** Still open after this fill; 0 completes the order. */
  readonly remaining: number;
  readonly tradeNo: number;
  readonly liquidity: 'maker' | 'taker';
  /** The other side's order, when it too is a member's; absent when it is a simulated participant's. */
  readonly counterpartyOrderId?: number;
};

/** Ends the order. `quantity` is what was still open. */
export type OrderCancelled = OrderEventBase & {
  readonly kind: 'cancelled';
  readonly quantity: number;
  readonly reason: CancelReason;
};

export type OrderModified = OrderEventBase & {
  readonly kind: 'modified';
  readonly price: number;
  readonly quantity: number;
  readonly keptPriority: boolean;
};

/**
 * A cancel or modify that could not be done; the order itself is untouched. For `not_open` the exchange no longer knows
 * whose order it was: `accountKey` is 0 and `instrument` -1.
 */
export type OrderChangeRefused = OrderEventBase & {
  readonly kind: 'change_refused';
  readonly reason: 'not_open' | RejectReason;
};

export type OrderEvent =
  | OrderAccepted
  | OrderRejected
  | OrderFilled
  | OrderCancelled
  | OrderModified
  | OrderChangeRefused;

/** A stop that passed all checks and waits outside the book: what `accepted` is to other orders. */
export type OrderTriggerPending = OrderEventBase & {
  readonly kind: 'trigger_pending';
  readonly triggerPrice: number;
  readonly quantity: number;
};

/** A trade at `lastPrice` reached the trigger and the order comes to the book with the limit `price`; its fills follow. */
export type OrderTriggered = OrderEventBase & {
  readonly kind: 'triggered';
  readonly lastPrice: number;
  readonly price: number;
};

type WithSessionReason<Event extends OrderRejected | OrderChangeRefused> = Omit<Event, 'reason'> & {
  readonly reason: Event['reason'] | SessionRejectReason;
};

/** What can become of an order under the commands of a `SessionMarket`. */
export type SessionOrderEvent =
  | Exclude<OrderEvent, OrderRejected | OrderChangeRefused>
  | WithSessionReason<OrderRejected>
  | WithSessionReason<OrderChangeRefused>
  | OrderTriggerPending
  | OrderTriggered;

/** Called once per trade, in order. `tradeNo` counts the day's trades of the whole market from 1. */
export type TradeVisitor = (
  instrument: number,
  price: number,
  quantity: number,
  step: number,
  tradeNo: number,
  aggressor: Side,
) => void;

/** What happened since `clear()`. Not part of a snapshot: read and clear before taking one. */
export interface MarketEvents<Event = OrderEvent> {
  readonly tradeCount: number;
  forEachTrade(visit: TradeVisitor): void;
  /** Members' orders only; participants' orders make trades, not events. */
  readonly orders: readonly Event[];
  clear(): void;
}

/** The state of one share. Prices in paise; `undefined` where there is none yet. */
export type Quote = {
  /** Last traded price, else the previous close. */
  readonly last: number;
  readonly open: number | undefined;
  readonly high: number | undefined;
  readonly low: number | undefined;
  readonly previousClose: number;
  /** Shares traded today. */
  readonly volume: number;
  readonly valuePaise: bigint;
  /** Volume-weighted, to the nearest paisa, half up. */
  readonly averagePrice: number | undefined;
  readonly trades: number;
  /** Step of the last trade; -1 before the first. */
  readonly lastTradeStep: number;
  readonly lastQuantity: number;
  readonly bid: number | undefined;
  readonly ask: number | undefined;
  readonly bidQuantity: number;
  readonly askQuantity: number;
};

export type DepthLevel = { readonly price: number; readonly quantity: number; readonly orders: number };
export type Depth = {
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
  /** Shares on each side of the whole book, not only of the levels shown; like theirs without what orders hide. */
  readonly totalBid: number;
  readonly totalAsk: number;
};

export type OpenOrder = {
  readonly orderId: number;
  readonly accountKey: number;
  readonly instrument: number;
  readonly side: Side;
  readonly price: number;
  readonly quantity: number;
  /** Open quantity. */
  readonly remaining: number;
  /** Of a stop that has not triggered. */
  readonly triggerPrice?: number;
  /** Of an order that shows only so much at a time. */
  readonly disclosedQuantity?: number;
};

export type ClosingState = {
  /** By instrument, paise: VWAP of the last half hour, else the last trade, else the previous close. */
  readonly closes: readonly number[];
  readonly factorState: FactorState;
};

/** All books of one market day and their simulated participants: (state, command) -> events, with no clock of its own. */
export interface Market {
  /** Steps done. */
  readonly step: number;
  readonly closed: boolean;
  readonly events: MarketEvents;
  /** A member's command, at once; its events can be read when it returns. */
  apply(command: Command): void;
  /** The participants act for one step. */
  advance(): void;
  quote(instrument: number): Quote;
  /** Best first, at most `levels` a side. */
  depth(instrument: number, levels: number): Depth;
  /** Changes whenever the quote or the depth may have changed: for conflation, not part of the state. */
  version(instrument: number): number;
  /** Members' resting orders, by instrument, buys first, in priority order; then its pending stops as they came. */
  openOrders(): readonly OpenOrder[];
  openOrder(orderId: number): OpenOrder | undefined;
  /** Ends the day: day orders are cancelled, with events. Once. */
  close(): ClosingState;
  snapshot(): Uint8Array;
  /** Of the whole state, hexadecimal: equal states, equal hashes, however they were reached. */
  hash(): string;
}

/** The same market with every command it knows. A `Market` is one whose host gives only the simple ones. */
export interface SessionMarket extends Omit<Market, 'events' | 'apply'> {
  readonly events: MarketEvents<SessionOrderEvent>;
  apply(command: SessionCommand): void;
}
