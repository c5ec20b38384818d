import type { NewsKind } from '@khara/exchange';

/** News of a company that the simulation writes: the seed of the market day decides all of it. */
export type NewsEvent = {
  readonly code: string;
  readonly about: NewsKind;
  /** By how many basis points the simulated participants think differently of the share's value. */
  readonly bps: number;
  /** 0 to 99: what its text makes figures of. */
  readonly figure: number;
};

/**
 * A member's command as it was journalled: `seq` is its place in trading.command, `orderId` the order's number. Prices in paise.
 *
 * A place, a change or a cancel that the phase does not take when it is applied is refused there (`rejected`, `change_refused`): the phase may have changed
 * since it was journalled. An `expire` is the system's and always done, as are `news`, `offer` and `suspend`.
 */
export type JournalledCommand =
  | {
      readonly seq: number;
      readonly kind: 'place';
      readonly orderId: number;
      /** The account's number: the exchange prevents trades of an account with itself. */
      readonly accountKey: number;
      readonly code: string;
      readonly side: 'buy' | 'sell';
      /**
       * The limit, or the protected price of a market order. Not looked at: of a market order in an auction or in post-close trading, whose price may be any
       * inside the band (what holds money for it holds for the upper limit), and of a stop with `market`, whose protected price is made when it triggers.
       */
      readonly pricePaise: number;
      readonly quantity: number;
      readonly validity: 'day' | 'ioc';
      readonly market: boolean;
      /** Of a stop: with `market` an `sl_m`, else an `sl`. */
      readonly triggerPaise?: number | undefined;
      readonly disclosedQuantity?: number | undefined;
    }
  | {
      readonly seq: number;
      readonly kind: 'modify';
      readonly orderId: number;
      readonly pricePaise: number;
      /** The new quantity of the whole order, what is filled by then included; refused when that is no less. */
      readonly quantity: number;
      /** Of a stop that waits: absent keeps its trigger. */
      readonly triggerPaise?: number | undefined;
      /** Absent keeps what it shows at a time. */
      readonly disclosedQuantity?: number | undefined;
    }
  | { readonly seq: number; readonly kind: 'cancel'; readonly orderId: number }
  | { readonly seq: number; readonly kind: 'expire'; readonly orderId: number; readonly reason: SystemEndReason }
  | NewsCommand
  | OfferCommand
  | SuspendCommand;

/**
 * Two people of the back office suspend a share, as their request says: for the rest of the market day in which it is applied, or when that day has closed for
 * the whole of the next one.
 */
export type SuspendCommand = {
  readonly seq: number;
  readonly kind: 'suspend';
  readonly requestId: string;
  readonly code: string;
};

/** Participants hear news of a company: they think differently of its share's value from the next step on. It moves no price; its article shows later. */
export type NewsCommand = {
  readonly seq: number;
  readonly kind: 'news';
  readonly articleId: string;
} & Omit<NewsEvent, 'figure'>;

/**
 * An offer of listed shares draws its share's value toward its price, in the morning of a market day: as it `opens`, and when its shares may be `sold` for
 * the first time. Like news it moves no price.
 */
export type OfferCommand = {
  readonly seq: number;
  readonly kind: 'offer';
  readonly offeringId: string;
  readonly about: 'opens' | 'sold';
  readonly code: string;
  /** Below zero: an offer never draws a value up. */
  readonly bps: number;
};

/** Why the system takes an order out: the square-off of intraday orders, or a corporate action that the order does not survive. */
export type SystemEndReason = 'square_off' | 'corporate_action';

/** Takes members' commands, which are already durable, to the exchange. */
export interface OrderGateway {
  /** Hands a committed command over; it is applied at once, in the order of the calls. Its outcome is settled in the next batch. */
  submit(command: JournalledCommand): void;
  /** Resolves when everything that submitted commands up to `seq` caused at once has been settled (committed). */
  settled(seq: number): Promise<void>;
}

/** What became of a member's order in the exchange; a batch of them is settled in one transaction. */
export type OrderEvent = {
  /** The venue's count of the day's events, from 1 without gaps: what makes settling a batch twice harmless. */
  readonly eventNo: number;
  readonly orderId: number;
  readonly step: number;
} & (
  | {
      readonly kind: 'fill';
      /** Unique per market day and trade; the two sides of a trade between members share it. */
      readonly tradeNo: number;
      readonly pricePaise: number;
      readonly quantity: number;
      readonly aggressor: boolean;
      /** In an auction all fills have one price, and no side is the aggressor. Absent: continuous trading. */
      readonly phase?: 'opening_auction' | 'closing_auction' | 'post_close';
    }
  /** Accepted by the exchange. `book` is the other side and the queue as it found them. */
  | { readonly kind: 'opened'; readonly book?: BookSeen }
  /** A stop that passed all checks and waits outside the book. */
  | { readonly kind: 'trigger_pending'; readonly triggerPaise: number; readonly quantity: number }
  /** A trade at `lastPaise` reached the trigger: the order comes to the book with this limit. Its fills follow. */
  | { readonly kind: 'triggered'; readonly lastPaise: number; readonly pricePaise: number }
  /** `quantity` is open after it. `seq` names the command. */
  | {
      readonly kind: 'modified';
      readonly seq: number;
      readonly pricePaise: number;
      readonly quantity: number;
      readonly triggerPaise?: number;
      readonly keptPriority: boolean;
    }
  /**
   * A change that was not made: the order is as it was. Reported for every `modify` (also `not_open`: of an order that has ended; it may come after its `ended`),
   * and of a `cancel` when the order stays open.
   */
  | {
      readonly kind: 'change_refused';
      readonly seq: number;
      readonly change: 'modify' | 'cancel';
      readonly reason: string;
    }
  /** What an auction left of a market order goes on as a limit order at this price. */
  | { readonly kind: 'became_limit'; readonly pricePaise: number; readonly quantity: number }
  | {
      readonly kind: 'ended';
      /** `expired`: with the day, or by the system. */
      readonly state: 'cancelled' | 'expired' | 'rejected';
      /**
       * Of a rejected order the refusal's name: those of the exchange (market_closed, not_tradable, quantity_invalid, tick_invalid, price_out_of_band, …) and of
       * the phase (phase_not_accepting, limit_not_allowed_in_phase, market_not_allowed_in_phase, stop_loss_…, ioc_…, disclosed_qty_not_allowed_in_phase,
       * market_halted). Of the others an `OrderEndReason`.
       */
      readonly reason: string;
    }
);

/** The book as an order found it when it arrived. Prices in paise; a side that is empty has none. */
export type BookSeen = {
  readonly lastPaise: number;
  readonly bidPaise?: number;
  readonly bidQuantity: number;
  readonly askPaise?: number;
  readonly askQuantity: number;
  /** Shares shown on its own side at its price and better: what stood in front of it. */
  readonly aheadQuantity: number;
};

/** What one settlement transaction writes. */
export type SettlementBatch = {
  /** Which server made it: `moveFrontier` throws for a batch of one that was replaced since. */
  readonly epoch: number;
  readonly marketDate: string;
  readonly marketDay: number;
  /**
   * Everything up to this step of this market day is settled when the batch has committed. The transaction begins with `moveFrontier(tx, batch)` of the
   * market module: it makes this durable, and answers the `eventNo` up to which this day was settled before (a commit whose answer was lost is sent again).
   */
  readonly frontierStep: number;
  /** The places at which journalled commands were applied. */
  readonly applied: readonly { readonly seq: number; readonly step: number; readonly index: number }[];
  /** In the order of `eventNo`. */
  readonly events: readonly OrderEvent[];
  /** Real ms. */
  readonly at: number;
  /** Market time of a step of this day, as in `MarketStatus.marketTime`. */
  readonly marketTimeOf: (step: number) => string;
};

/** A journalled command and the place at which it was applied: a step of the market day, and its number in it (from 0). */
export type AppliedCommand = { readonly command: JournalledCommand; readonly step: number; readonly index: number };

/**
 * A moment of the day at which the system has commands of its own to journal: the pre-open's order entry begins (after-market orders enter it); the
 * square-off of intraday orders and positions, 15:12 for shares that close through an auction and 15:25 for the others (earlier where a day is too short);
 * participants hear news of a company, and some steps later its article comes out; offers of the day draw values, before the pre-open; a block window begins.
 */
export type DayMoment = {
  readonly marketDay: number;
  readonly marketDate: string;
  readonly marketTime: string;
} & (
  | { readonly kind: 'offers' | 'block_window' | 'pre_open' | 'square_off_auctioned' | 'square_off_others' }
  | { readonly kind: 'news' | 'article'; readonly news: NewsEvent }
);

/** Who writes for the market: the market day it is about, and the epoch of the server. Of a server that was replaced nothing is written. */
export interface Writer {
  readonly marketDay: number;
  readonly epoch: number;
}

/** What the venue asks of the orders module. */
export interface SettlementPort {
  /** Commands applied on this market day at this step or later, by place. Read once, when the venue starts. */
  appliedCommands(marketDay: number, fromStep: number): Promise<readonly AppliedCommand[]>;
  /** Commands that were journalled and not yet applied, by `seq`. Read once, when the venue starts. */
  unappliedCommands(): Promise<readonly JournalledCommand[]>;
  /**
   * A market day that another version began, and in which no member had an order, begins again: news that came out in it beyond this step will come out anew.
   * Called when the venue starts, before anything is read.
   */
  forgetNews?(by: Writer, beyondStep: number): Promise<void>;
  /** Settles a batch in one transaction. Sending it again changes nothing. */
  settleBatch(batch: SettlementBatch): Promise<void>;
  /** At the start of a market day, before it trades: what was bought on earlier days settles (T+1). Safe to repeat. */
  settleDay(day: { readonly marketDay: number; readonly marketDate: string }, by: Writer): Promise<void>;
  /**
   * Journals what the moment asks for and answers it, by `seq`; the venue submits it before its next step. Called at the moment, and once more for
   * the moments of the day that have passed when the venue starts: what is journalled already is not journalled again. May take its time: the market waits.
   */
  commandsAt?(moment: DayMoment, by: Writer): Promise<readonly JournalledCommand[]>;
}
