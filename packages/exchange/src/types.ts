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
  /** All prices that the band may reach in the day by shifting, paise; absent when it does not shift. */
  readonly priceRange?: { readonly lower: number; readonly upper: number } | undefined;
  /** A suspended share keeps an empty book and refuses every order. */
  readonly tradable: boolean;
  /**
   * Listed today: the market's opinion of it stands off its issue price. A share that comes any other way
   * opens around its previous close.
   */
  readonly listing?: Listing | undefined;
  /**
   * Of a fund's units: what one of them holds. Their value is that of the basket, so they have no shocks, no
   * news and no beliefs of their own.
   */
  readonly basket?: Basket | undefined;
  /** Of rights entitlements: they are worth what their share is above the price of a new one. */
  readonly entitlement?: Entitlement | undefined;
  /** Whether its company publishes results today. */
  readonly hasResults?: boolean | undefined;
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

/** How much an issue was asked for, in hundredths of the shares on offer: 1140 is 11.40 times. */
export type Listing = { readonly demandHundredths: number };

/** A right to one new share: the share's index, what the new one costs in paise, and for how many days it is there. */
export type Entitlement = { readonly share: number; readonly price: number; readonly days: number };

/** Shares that one unit of a fund holds: the instrument's index, and how many in billionths of a share. */
export type Basket = readonly (readonly [instrument: number, billionths: number])[];

/**
 * What the participants believe at the end of a day and carry into the next. Plain JSON, whole numbers only.
 * A share that is absent starts calm: on the very first day, or as a release or a listing brings it.
 */
export type FactorState = {
  /** Volatility of the market and of each sector against normal, 1000 = normal. */
  readonly marketHeat: number;
  readonly sectorHeat: readonly number[];
  /** By code. `value`: reference value in thousandths of a paisa; `heat`: own volatility, 1000 = normal. */
  readonly stocks: Readonly<
    Record<string, { readonly value: number; readonly heat: number; readonly pressed?: Pressed }>
  >;
};

/** What offers of a share pressed its value down by and is still to come back, and its part of a day; ppm. */
export type Pressed = { readonly ppm: number; readonly aDay: number };

/**
 * Everything a market day depends on, besides the commands. The same spec and commands give the same day,
 * byte for byte.
 */
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
 * A stop: with a `triggerPrice` (paise) the order waits outside the book until a trade happens there or
 * beyond, and then comes to the book as a new order. A buy's trigger lies above the last price, its limit at
 * the trigger or above; a sale's the other way round. With `market` the limit is made when it triggers, by
 * `protectedPrice`, and `price` is not looked at.
 *
 * With a `disclosedQuantity`, a tenth of the order or more and less than all of it, the book shows no more
 * than that at a time. Each time it is filled as much is shown again, behind all orders of the price.
 */
export type SessionPlaceCommand = PlaceCommand & {
  readonly triggerPrice?: number | undefined;
  readonly disclosedQuantity?: number | undefined;
  /** An order of the system that closes a position takes any price of the band: see `SessionMarket.protect`. */
  readonly isUnprotected?: boolean | undefined;
};

/**
 * A pending stop may get another trigger; without `triggerPrice` it keeps its own. An order may disclose
 * another quantity, 0 for all of it; without `disclosedQuantity` it goes on as before. Less shown keeps the
 * place in the queue, more shown loses it.
 */
export type SessionModifyCommand = ModifyCommand & {
  readonly triggerPrice?: number | undefined;
  readonly disclosedQuantity?: number | undefined;
  /** Another kind of order: it keeps its id and comes to the book anew. Absent keeps its kind. */
  readonly becomes?: OrderKind | undefined;
};

/** At the market or with a limit, a stop or not, for the day or at once. A stop has a `triggerPrice`. */
export type OrderKind = Pick<PlaceCommand, 'market' | 'validity'> & { readonly isStop: boolean };

/**
 * From here on a share's orders are collected without matching: limit orders in the book, which may be
 * crossed, and market orders beside it, whose price is not looked at. Pending stops wait on (opening) or are
 * cancelled (closing), and orders that hide a part are cancelled. Participants collect like members, in
 * every step. `opening` also reopens after a halt.
 */
export type OpenAuctionCommand = {
  readonly kind: 'open_auction';
  readonly instrument: number;
  readonly auction: 'opening' | 'closing';
  /** Paise, on the tick: the previous close, or the reference price of a closing auction. */
  readonly reference: number;
  /** Market orders fill before limit orders, as in all auctions since 2026-09-07. */
  readonly marketOrdersFirst: boolean;
  /**
   * Steps at its beginning in which participants do nothing, as while the reference price of a closing auction is made.
   */
  readonly quietSteps?: number | undefined;
};

/**
 * Ends the auction: everything executable trades at one price. What is left goes on to continuous trading,
 * market orders as limit orders at that price (the reference, when there is none), or is cancelled after a
 * closing auction, which also ends the share's day. Two orders of one account never meet: the later of two
 * that could was cancelled when it came.
 */
export type UncrossCommand = {
  readonly kind: 'uncross';
  readonly instrument: number;
  /** Participants do nothing until trading begins: `begin_trading`. Members' orders are the host's to refuse. */
  readonly pauses?: boolean | undefined;
};

/** Trading begins after an auction that paused it: makers quote anew. Without a pause nothing changes. */
export type BeginTradingCommand = { readonly kind: 'begin_trading'; readonly instrument: number };

/** Another band, decided outside. Orders beyond it are cancelled; stops wait on. Inside `priceRange`, on the tick. */
export type ShiftBandCommand = {
  readonly kind: 'shift_band';
  readonly instrument: number;
  readonly lower: number;
  readonly upper: number;
};

/**
 * Ends a share's continuous trading: members' orders end with the day, participants take theirs out, and no
 * order is taken.
 */
export type EndTradingCommand = { readonly kind: 'end_trading'; readonly instrument: number };

/**
 * After the end of trading: continuous trading at one price, the official close that the host found, until
 * the market closes. Price-time priority with one price is time alone; who wants to trade at the market gives
 * that price.
 */
export type TradeAtCloseCommand = {
  readonly kind: 'trade_at_close';
  readonly instrument: number;
  /** Paise, on the tick, inside `priceRange`. */
  readonly price: number;
};

/**
 * What the participants believe one share to be worth moves by this number of basis points of it, a whole number
 * other than 0. No price moves by this; their orders from the next step on may move it. Beyond its band a
 * share is not believed to be worth much. With news of its company the share drifts for some minutes more,
 * and the others of its sector move a little. An offer of its shares presses the value down, below 0 alone: from the
 * next day on that comes back, in equal parts.
 */
export type ShiftReferenceCommand = {
  readonly kind: 'shift_reference';
  readonly instrument: number;
  readonly bps: number;
  readonly about?: 'news' | 'offer' | undefined;
};

/**
 * Suspends a share for the rest of the day, in whatever it is doing: all its members' orders end, those of an
 * auction and pending stops too, participants take theirs out, an auction ends without a trade, and no order
 * is taken. The last price stays. Decided outside, as a band is. Source: docs/sources.md B7.
 */
export type SuspendCommand = { readonly kind: 'suspend'; readonly instrument: number };

/** Members' commands; the others are the host's. */
export type SessionOrderCommand = SessionPlaceCommand | SessionModifyCommand | CancelCommand;

export type SessionCommand =
  | SessionOrderCommand
  | OpenAuctionCommand
  | UncrossCommand
  | BeginTradingCommand
  | ShiftBandCommand
  | EndTradingCommand
  | TradeAtCloseCommand
  | ShiftReferenceCommand
  | SuspendCommand;

/** In the order in which they are checked. */
export type RejectReason = 'market_closed' | 'not_tradable' | 'quantity_invalid' | 'tick_invalid' | 'price_out_of_band';

/**
 * The last four in the order in which they are checked, after those of every order; those of an auction's
 * phase before them.
 */
export type SessionRejectReason =
  | RejectReason
  | 'stop_loss_not_allowed_in_phase'
  | 'ioc_not_allowed_in_phase'
  | 'disclosed_qty_not_allowed_in_phase'
  | 'price_beyond_protection'
  | 'trigger_wrong_side_of_ltp'
  | 'trigger_price_relation'
  | 'disclosed_qty_invalid';

/**
 * `protection`: the rest of a market order; `self_trade`: the incoming order met its own account's order, or
 * while an auction collects could meet it when the auction ends.
 */
export type CancelReason = 'by_member' | 'ioc' | 'self_trade' | 'day_end';

/**
 * `not_in_auction`: of a kind that no auction takes; `auction_end`: left over from a closing auction;
 * `suspended`: with its share.
 */
export type SessionCancelReason = CancelReason | 'not_in_auction' | 'auction_end' | 'out_of_band' | 'suspended';

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
  /** In an auction no side takes: both are makers, and the trade is published as the buyer's. */
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

/**
 * A trade at `lastPrice` reached the trigger and the order comes to the book with the limit `price`; its fills follow.
 */
export type OrderTriggered = OrderEventBase & {
  readonly kind: 'triggered';
  readonly lastPrice: number;
  readonly price: number;
};

/** What an opening auction left of a market order goes on as a limit order at the auction's price; fills may follow. */
export type OrderBecameLimit = OrderEventBase & {
  readonly kind: 'became_limit';
  readonly price: number;
  /** Open. */
  readonly quantity: number;
};

type WithSessionReason<Event extends OrderRejected | OrderChangeRefused> = Omit<Event, 'reason'> & {
  readonly reason: Event['reason'] | SessionRejectReason;
};

/** What can become of an order under the commands of a `SessionMarket`. */
export type SessionOrderEvent =
  | Exclude<OrderEvent, OrderRejected | OrderChangeRefused | OrderCancelled>
  | (Omit<OrderCancelled, 'reason'> & { readonly reason: SessionCancelReason })
  | WithSessionReason<OrderRejected>
  | WithSessionReason<OrderChangeRefused>
  | OrderTriggerPending
  | OrderTriggered
  | OrderBecameLimit;

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
export type MarketEvents<Event = OrderEvent> = {
  readonly tradeCount: number;
  forEachTrade(visit: TradeVisitor): void;
  /** Members' orders only; participants' orders make trades, not events. */
  readonly orders: readonly Event[];
  clear(): void;
};

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

/**
 * All books of one market day and their simulated participants: (state, command) -> events, with no clock of its own.
 */
export type Market = {
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
  /**
   * Members' resting orders, by instrument, buys first, in priority order; then its pending stops and an
   * auction's market orders as they came.
   */
  openOrders(): readonly OpenOrder[];
  openOrder(orderId: number): OpenOrder | undefined;
  /**
   * Shares that are shown in front of a member's resting order: at better prices, and at its own before it. Undefined
   * when it stands in no book, and in a call auction, which has one price for all.
   */
  queueAhead(orderId: number): number | undefined;
  /** Ends the day: day orders are cancelled, with events. Once. */
  close(): ClosingState;
  snapshot(): Uint8Array;
  /** Of the whole state, hexadecimal: equal states, equal hashes, however they were reached. */
  hash(): string;
};

/**
 * Simulated participants as clients of one share's day: a maker is one client, and each order of the others is a
 * client of its own, who keeps what it bought.
 */
export type SimulatedClients = {
  readonly makers: readonly {
    /** By which the books know it; members' accounts are larger. */
    readonly account: number;
    readonly bought: number;
    readonly boughtPaise: bigint;
    readonly sold: number;
    readonly soldPaise: bigint;
  }[];
  /** Shares that the others bought. */
  readonly othersBought: number;
};

/** Highest price of a purchase and lowest of a sale of a share now, paise; undefined: the band alone holds. */
export type ProtectedRanges = (share: number) => { readonly lower: number; readonly upper: number } | undefined;

/** The same market with every command it knows. A `Market` is one whose host gives only the simple ones. */
export type SessionMarket = Omit<Market, 'events' | 'apply'> & {
  readonly events: MarketEvents<SessionOrderEvent>;
  apply(command: SessionCommand): void;
  /**
   * Limit price protection: a member's order that buys above the range of its share, or sells below it, is refused, and
   * a stop that triggers takes no more. Not in auctions, and not for an order that is `isUnprotected`.
   */
  protect(ranges: ProtectedRanges): void;
  /** The auction that is collecting a share's orders. */
  auction(instrument: number): 'opening' | 'closing' | undefined;
  /** Reference price of the auction that is on, or was on last, paise; 0 before the first. */
  auctionReference(instrument: number): number;
  /** Where the auction would execute if it ended now; undefined when nowhere. */
  indicative(instrument: number): { readonly price: number; readonly quantity: number } | undefined;
  /**
   * Shares left over where it would execute: more to buy above zero, more to sell below; undefined when it would not.
   */
  imbalance(instrument: number): number | undefined;
  /** Whether the share was suspended during the day. */
  suspended(instrument: number): boolean;
  /** What simulated participants have bought and sold of a share today. */
  clients(instrument: number): SimulatedClients;
  /** A side of the book by levels, best first: prices in paise and the shares that are shown there. */
  eachLevel(instrument: number, side: Side, most: number, visit: (price: number, quantity: number) => void): void;
  /** The same order by order, in the order in which they would fill. */
  eachOrder(instrument: number, side: Side, visit: (price: number, quantity: number) => void): void;
  /** The band now, paise. */
  band(instrument: number): { readonly lower: number; readonly upper: number };
  /** Follows participants' orders one by one, those that stand already first. For data sets: no member may see it. */
  watchOrders(watch: OrderWatch): void;
  /** What participants believe the share to be worth, in thousandths of a paisa. No member may see it. */
  hiddenValue(instrument: number): number;
};

/** Who of the simulated participants an order is from. */
export type ParticipantKind = 'near_maker' | 'far_maker' | 'patient' | 'taker' | 'auction';

/**
 * Hears of each change of an order that rests. `tag` knows an order as long as it rests, and may then be another's.
 * Prices in paise.
 */
export type OrderWatch = {
  rested(order: {
    readonly instrument: number;
    readonly side: Side;
    readonly price: number;
    readonly quantity: number;
    readonly tag: number;
    readonly kind: ParticipantKind | undefined;
  }): void;
  /** It was filled by an order that came, which is `undefined` where that is a member's; in an auction with another. */
  filled(fill: {
    readonly instrument: number;
    readonly tag: number;
    readonly price: number;
    readonly quantity: number;
    readonly by: 'auction' | { readonly kind: ParticipantKind | undefined };
  }): void;
  /** It was taken out with all that was open. */
  removed(instrument: number, tag: number): void;
};
