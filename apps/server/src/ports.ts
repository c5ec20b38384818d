/**
 * What modules need from the parts of the server that stand to their right: the market as it is now, the entrance of the exchange, and a way to tell
 * people. `venue` and `http` implement these; tests use the real ones or small fakes.
 */
import type { Language, ServerMessage } from '@khara/contract';
import type { NewsKind } from '@khara/exchange';
import type { BlockWindow, Phase } from '@khara/rules';
import type { Index, Issuer } from '@khara/universe';
import type { Tx } from './db.ts';
import type { Member } from './handler.ts';
import type { Result } from './result.ts';

/** An instrument as everybody but the exchange sees it. Prices in paise as safe integers: they come from the exchange, which counts in them. */
export type Instrument = {
  readonly code: string;
  readonly kind: 'share' | 'index';
  readonly issuer?: Issuer;
  readonly index?: Index;
  /** `EQ:<isin>`, the asset of the ledger; absent for an index. */
  readonly asset?: string;
  readonly tickPaise: number;
  readonly tradable: boolean;
};

/** The market's state of one instrument now. `lastPaise` is the previous close until the first trade of the day. */
export type QuoteNow = {
  readonly code: string;
  readonly lastPaise: number;
  readonly previousClosePaise: number;
  readonly openPaise?: number;
  readonly highPaise?: number;
  readonly lowPaise?: number;
  readonly averagePaise?: number;
  readonly volume: number;
  readonly valuePaise: bigint;
  /** The band as it is now: it shifts in the day for shares with derivatives, and is another one in the closing auction. */
  readonly bandLowPaise: number;
  readonly bandHighPaise: number;
  /** Real ms of the last trade; undefined before the first of the day. */
  readonly lastTradeAt?: number;
  /** While a call auction collects orders; absent for an index. */
  readonly auction?: AuctionNow;
  /** From the end of trading on; absent for an index and before. */
  readonly closing?: ClosingPrice;
};

/** A call auction that is collecting orders. `indicativePaise` and its quantity are absent while nothing could execute. */
export type AuctionNow = {
  readonly kind: 'opening' | 'closing';
  /** What decides between equal prices: the previous close, the last price after a halt, or the reference of the closing auction. */
  readonly referencePaise: number;
  readonly indicativePaise?: number;
  readonly indicativeQuantity?: number;
  /** Shares left over at that price: more to buy above zero, more to sell below. */
  readonly imbalance?: number;
};

/**
 * The official close and how it was made: by the closing auction; at its reference price when the auction found none; as the average of the last half
 * hour (15:00 to 15:30) or of what was traded after 15:00; at the last trade of the day; at the previous close when nothing traded.
 */
export type ClosingPrice = {
  readonly pricePaise: number;
  readonly from: 'auction' | 'auction_reference' | 'average' | 'last_trade' | 'previous_close';
};

export type DepthNow = {
  /** [price in paise, quantity, orders], best first */
  readonly bids: readonly (readonly [number, number, number])[];
  readonly asks: readonly (readonly [number, number, number])[];
  readonly totalBid: number;
  readonly totalAsk: number;
};

export type MarketSession = 'pre_open' | 'open' | 'closing_auction' | 'post_close' | 'halted' | 'closed';

/** Where a share stands in its day: a phase of the clock (packages/rules, `phaseRules` says what it takes), or `halted` by the market-wide breaker. */
export type PhaseNow = Phase | 'halted';

export type MarketNow = {
  readonly profile: 'compressed' | 'nse';
  /** The session of the market as a whole. From 15:15 to 15:30 it is `closing_auction`, and shares without derivatives go on trading: ask `MarketView.phase`. */
  readonly session: MarketSession;
  /** The phase of shares with derivatives, which close through an auction, and of the others. */
  readonly phase: PhaseNow;
  readonly phaseOfOthers: PhaseNow;
  /** Real ms at which one of the two changes next, at the latest: the random stop of an auction's order entry is nobody's to know before. */
  readonly nextPhaseAt: number;
  /** Market time of day, "15:12:00", at which intraday positions are squared off: in shares that close through an auction, and in the others. */
  readonly squareOff: { readonly auctioned: string; readonly others: string };
  /** The window for blocks that is on. */
  readonly blockWindow?: BlockWindow;
  /** While the market-wide breaker holds trading, and in the auction that reopens it. */
  readonly halt?: HaltNow;
  /** Codes of shares that were suspended since the market day began; absent when none was. */
  readonly suspended?: string[];
  /** "2026-11-23T14:32:08+05:30" */
  readonly marketTime: string;
  readonly marketDate: string;
  /** Real ms. */
  readonly nextChangeAt: number;
  /** Market seconds per real second. */
  readonly speed: number;
};

/** The market-wide breaker at work. */
export type HaltNow = {
  /** Per cent that the index moved against its previous close. */
  readonly level: 10 | 15 | 20;
  /** Code of the index. */
  readonly index: string;
  /** Market time at which continuous trading goes on; absent when it does not go on today. */
  readonly resumesAt?: string;
};

/** [t of the market instant in ms, o, h, l, c in paise, volume] */
export type CandleNow = readonly [number, number, number, number, number, number];

/** The market as it is now, from memory: never a query. A step of the market day is 250 ms of real time, counted from 08:45 of market time. */
export interface MarketView {
  now(): MarketNow;
  /** Where a share stands in its day; `closed` for an index and an unknown code. */
  phase(code: string): PhaseNow;
  /** Reference price in paise of the block window that is on: the previous close in the morning, the average of 13:45 to 14:00 in the afternoon. */
  blockReference(code: string): number | undefined;
  instruments(): readonly Instrument[];
  instrument(code: string): Instrument | undefined;
  quote(code: string): QuoteNow | undefined;
  depth(code: string, levels: number): DepthNow | undefined;
  /** Prices of the day in paise, oldest first, evenly spaced, at most `points`. */
  spark(code: string, points: number): readonly number[];
  /** Minutes of the running market day, oldest first. */
  todayMinutes(code: string): readonly CandleNow[];
}

/** News of a company that the simulation writes: the seed of the market day decides all of it. */
export type CompanyNewsNow = {
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
} & Omit<CompanyNewsNow, 'figure'>;

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

/** The entrance of the exchange for members' commands that are already durable. */
export interface VenueEntrance {
  /** Hands a committed command over; it is applied at once, in the order of the calls. Its outcome is settled in the next batch. */
  submit(command: JournalledCommand): void;
  /** Resolves when everything that submitted commands up to `seq` caused at once has been settled (committed). */
  settled(seq: number): Promise<void>;
}

/** What became of a member's order in the exchange; a batch of them is settled in one transaction. */
export type OrderEvent = {
  /** The venue's count of what it told of the market day, from 1 without gaps: what makes settling a batch twice harmless. */
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
      /** In an auction all fills have one price, and nobody is the aggressor. Absent: continuous trading. */
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
   * A change that was not made: the order is as it was. Told of every `modify` (also `not_open`: of an order that has ended; it may come after its `ended`),
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
  /** Market time of a step of this day, as in `MarketNow.marketTime`. */
  readonly marketTimeOf: (step: number) => string;
};

/** A journalled command and the place at which it was applied: a step of the market day, and the how-manieth of it (from 0). */
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
  | { readonly kind: 'news' | 'article'; readonly news: CompanyNewsNow }
);

/** Who writes for the market: the market day it is about, and the epoch of the server. Of a server that was replaced nothing is written. */
export interface Writer {
  readonly marketDay: number;
  readonly epoch: number;
}

/** What the venue asks of the orders module. */
export interface OrderDesk {
  /** Commands applied on this market day at this step or later, by place. Read once, when the venue starts. */
  appliedCommands(marketDay: number, fromStep: number): Promise<readonly AppliedCommand[]>;
  /** Commands that were journalled and not yet applied, by `seq`. Read once, when the venue starts. */
  unappliedCommands(): Promise<readonly JournalledCommand[]>;
  /**
   * A market day that another version began, and that nobody had an order in, begins again: news that came out in it beyond this step will come out anew.
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

/** Shares of one account as modules to the left of orders may ask for them: the page of a share, the wallet, the bill. Money in paise. */
export interface Portfolio {
  /** What a member holds of a share now; undefined when nothing. */
  heldIn(userId: string, code: string): Promise<HeldNow | undefined>;
  /** All positions together, at the last prices. */
  totals(userId: string): Promise<PortfolioTotals>;
  /** Money of the running market date's delivery sales that buys nothing before the next trading day. */
  saleMoneyKept(userId: string): Promise<{ readonly paise: bigint; readonly usableOn: string }>;
  /** What lines of the bill came from, in words ("Bought 5 THEWA at 412.50"), by `kind` and `ref` of their ledger entries. */
  remarks(
    userId: string,
    language: Language,
    entries: readonly { readonly kind: string; readonly ref: string }[],
  ): Promise<RemarkOf>;
}

export type HeldNow = {
  readonly positionId: string;
  readonly quantity: number;
  /** Average of what is held, half up. */
  readonly buyingPaise: bigint;
  readonly marketValuePaise: bigint;
  /** Market value less cost. */
  readonly profitPaise: bigint;
  readonly costPaise: bigint;
};

export type PortfolioTotals = {
  readonly investedPaise: bigint;
  readonly holdingsValuePaise: bigint;
  /** Market value less cost of what is held. */
  readonly profitPaise: bigint;
  readonly todayProfitPaise: bigint;
  /** What today's profit is measured against. */
  readonly todayBasePaise: bigint;
  readonly positions: number;
};

/** The remark of a line of the bill; undefined for one that is not about an order. */
export type RemarkOf = (line: {
  readonly kind: string;
  readonly ref: string;
  readonly businessType: string;
}) => string | undefined;

/** Tells what changed in the market as it happens; for the socket. Each returns a function that ends it. */
export interface MarketFeed {
  /** After every step with the codes whose quote or depth may have changed. */
  onQuotes(listener: (codes: readonly string[]) => void): () => void;
  /** When a phase changes (so also when the session does), when trading is halted or goes on, and when a new market day begins. */
  onSession(listener: (now: MarketNow) => void): () => void;
}

/** What a token that was presented turned out to be: of a living session, of one that has ended (2001), or nothing of ours (401). */
export type Presented =
  | { readonly kind: 'live'; readonly member: Member }
  | { readonly kind: 'ended' }
  | { readonly kind: 'unknown' };

/** The sessions, remembered in memory by the SHA-256 of their tokens: a call costs no query. */
export interface Sessions {
  /** At once when the session is remembered. */
  find(token: string): Presented | Promise<Presented>;
  /** To be called when sessions end or change, after the commit: their next call asks the database again. Token hashes in hex. */
  forget(tokenHashes: readonly string[]): void;
}

/** Password hashes: argon2id over a keyed hash, a few at a time. */
export interface Passwords {
  /**
   * A PHC string. Throws `TryLater` when too many wait already: with `member`, whose session asks, of that member; without, of guests, for whom there are places
   * of their own.
   */
  hash(secret: string, member?: string): Promise<string>;
  /** False for a wrong secret; with no hash to compare it takes as long and is false, so that an unknown account cannot be told from a wrong password. */
  verify(secret: string, hash: string | undefined, member?: string): Promise<boolean>;
  /** Whether a hash was made with other parameters than today's and should be made anew. */
  isStale(hash: string): boolean;
}

/** Pictures from outside: none is kept, or shown to anybody, as it came. */
export interface Pictures {
  /**
   * The picture drawn anew, upright and without anything but its pixels. Refuses what is no JPEG, PNG or WebP by its content or cannot be decoded, and what
   * has too many pixels or several pages. Throws `TryLater` when too many wait already.
   */
  redraw(bytes: Uint8Array): Promise<Result<Picture, 'picture_unreadable' | 'picture_dimensions'>>;
}
export interface Picture {
  readonly jpeg: Uint8Array;
  /** 16 by 16 grey values, by which two pictures are compared. */
  readonly look: Uint8Array;
  /** Standard deviation of those values: near 0 for an empty page. */
  readonly contrast: number;
}

/** Tells signed-in devices of a user; losing a message loses nothing, the client refetches. */
export interface Pushes {
  /** False when no device of the user listens: then nothing needs to be prepared. */
  isListening(userId: string): boolean;
  toUser(userId: string, message: ServerMessage): void;
  /** Ends the sockets of the sessions with these token hashes (hex), with 2001. */
  endSessions(tokenHashes: readonly string[]): void;
}

/** Ways by which money comes in and goes out. */
export type Channel = 'UPI' | 'IMPS' | 'NEFT' | 'RTGS' | 'TRC' | 'ERC';

/** A payment that a rail is asked for: to collect one (`in`), or to make one (`out`). Asking again for the same order number changes nothing. */
export type PaymentAsked = {
  readonly orderNumber: string;
  readonly currency: 'INR' | 'USDT';
  readonly channel: Channel;
  /** What is collected or paid, in minor units. */
  readonly amount: bigint;
} & (
  | { readonly direction: 'in' }
  | {
      readonly direction: 'out';
      /** What the member asked to withdraw: `amount` and its fee. */
      readonly askedAmount: bigint;
      readonly to: PayoutTarget;
    }
);

/** Where a payout goes: a bank account with its whole number, or an address of a network. */
export type PayoutTarget =
  | { readonly accountNumber: string; readonly ifsc: string; readonly holderName: string }
  | { readonly network: 'TRC' | 'ERC'; readonly address: string };

/** Where a payer would pay to, by the channel: a UPI id, a bank account, or an address; and what its QR code says. */
export type PayTo = {
  readonly name: string;
  readonly vpa?: string;
  readonly accountNumber?: string;
  readonly ifsc?: string;
  readonly network?: 'TRC' | 'ERC';
  readonly address?: string;
  readonly qr: string;
};

/**
 * What a rail says became of a payment. It may say so late, twice, out of order, or again after a restart; `id` is the rail's own number of the report.
 * `reversed` takes back what was collected; `returned` brings back what was paid out.
 */
export type RailReport = { readonly id: string; readonly orderNumber: string } & (
  | {
      readonly direction: 'in';
      readonly outcome: 'paid' | 'failed' | 'reversed';
      readonly currency: 'INR' | 'USDT';
      /** What came or went, in minor units. */
      readonly amount: bigint;
    }
  | {
      readonly direction: 'out';
      readonly outcome: 'paid' | 'failed' | 'returned';
      /** Why it came back: `name_mismatch` when the bank's holder has another name. */
      readonly reason?: string;
    }
);

export type PaymentState = 'pending' | 'paid' | 'failed' | 'reversed' | 'returned' | 'cancelled' | 'unknown';

/** A way for money to come in from outside and to leave. */
export interface PaymentRail {
  readonly name: string;
  /** Whether its money is paper. One that moves real money is not started beside simulated prices. */
  readonly simulated: boolean;
  /** Whether what it is asked for waits for people's decision in the back office. */
  readonly waitsForPeople: boolean;
  /** Asks for a payment. Answers where to pay to, for one that comes in. */
  create(payment: PaymentAsked): Promise<PayTo | undefined>;
  /** What became of a payment, for reports that never came. */
  status(orderNumber: string): Promise<PaymentState>;
  /** Hands over what the rail has called back with since, each report at least once. One that `receive` fails for comes again. Answers how many. */
  callback(receive: (report: RailReport) => Promise<void>): Promise<number>;
  /** True when the payment can no longer happen; false when it has, or is about to be reported. Repeatable. */
  cancel(orderNumber: string): Promise<boolean>;
  /** Where one would pay to by a channel, without a payment. */
  payTo(currency: 'INR' | 'USDT', channel: Channel): PayTo;
}

/** Work that is done by itself later, once or more often: each name with what it needs to know. */
export type JobData = {
  /** A report of a rail; amounts as text. */
  readonly rail_report: {
    readonly id: string;
    readonly orderNumber: string;
    readonly direction: 'in' | 'out';
    readonly outcome: string;
    readonly currency?: 'INR' | 'USDT';
    readonly amount?: string;
    readonly reason?: string;
  };
  readonly recharge_expiry: { readonly orderNumber: string };
  /** The sandbox decides of a withdrawal, or the time allowed to people is over. */
  readonly withdrawal_decision: { readonly orderNumber: string };
  readonly withdrawal_payout: { readonly orderNumber: string };
  /** An appeal was not decided in time. */
  readonly appeal_deadline: { readonly appealId: string };
  /** A credit score may have opened withdrawals again. */
  readonly credit_recovery: { readonly userId: string };
};
export type JobName = keyof JobData;

/** The queue of jobs. A job is kept by the transaction that asks for it: it is there if and when that commits, and survives everything from then on. */
export interface JobQueue {
  /** `at` is the earliest real instant in ms; now, when it is absent. */
  send<N extends JobName>(tx: Tx, name: N, data: JobData[N], at?: number): Promise<void>;
}
