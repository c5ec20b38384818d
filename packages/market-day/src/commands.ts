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
 * A member's command as it was journalled: `seq` is its place in trading.command, `orderId` the order's
 * number. Prices in paise.
 *
 * A place, a change or a cancel that the phase does not take when it is applied is refused there (`rejected`,
 * `change_refused`): the phase may have changed since it was journalled. An `expire` is the system's and
 * always done, as are `news`, `offer` and `suspend`.
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
       * The limit, or the protected price of a market order. Not looked at: of a market order in an auction
       * or in post-close trading, whose price may be any inside the band (what holds money for it holds for
       * the upper limit), and of a stop with `market`, whose protected price is made when it triggers.
       */
      readonly price: number;
      readonly quantity: number;
      readonly validity: 'day' | 'ioc';
      readonly market: boolean;
      /** Of a stop: with `market` an `sl_m`, else an `sl`. */
      readonly triggerPrice?: number | undefined;
      readonly disclosedQuantity?: number | undefined;
      /** A program placed it; it changes nothing in the exchange. */
      readonly byProgram?: boolean | undefined;
      /** The system placed it, to close a position: limit price protection does not hold it. */
      readonly bySystem?: boolean | undefined;
    }
  | {
      readonly seq: number;
      readonly kind: 'modify';
      readonly orderId: number;
      readonly price: number;
      /** The new quantity of the whole order, what is filled by then included; refused when that is no less. */
      readonly quantity: number;
      /** Of a stop that waits: absent keeps its trigger. */
      readonly triggerPrice?: number | undefined;
      /** Absent keeps what it shows at a time. */
      readonly disclosedQuantity?: number | undefined;
      /** Another kind of order; absent keeps its kind. */
      readonly becomes?: KindOfOrder | undefined;
    }
  | { readonly seq: number; readonly kind: 'cancel'; readonly orderId: number }
  | { readonly seq: number; readonly kind: 'expire'; readonly orderId: number; readonly reason: SystemEndReason }
  | NewsCommand
  | OfferCommand
  | SuspendCommand
  | FireCommand;

/** What an order is by its member's words. A stop to market takes at once what its price allows when it triggers. */
export type KindOfOrder = {
  readonly type: 'market' | 'limit' | 'sl' | 'sl_m';
  readonly validity: 'day' | 'ioc';
  /** The host's: market minutes after which it ends, and a protection of its own in basis points. Not in the log. */
  readonly validMinutes?: number;
  readonly protectionBps?: number;
};

/**
 * Two people of the back office suspend a share, as their request says: for the rest of the market day in
 * which it is applied, or when that day has closed for the whole of the next one.
 */
export type SuspendCommand = {
  readonly seq: number;
  readonly kind: 'suspend';
  readonly requestId: string;
  readonly code: string;
};

/**
 * A member's trigger fires, since its share has traded at its price or beyond. It changes nothing in the exchange: the
 * limit order that it asks for follows as a command of its own.
 */
export type FireCommand = {
  readonly seq: number;
  readonly kind: 'fire';
  readonly triggerId: string;
  readonly code: string;
  /** On which side of the price then it waited: `below` is reached at its price or less. */
  readonly about: 'below' | 'above';
  readonly price: number;
};

/**
 * Participants hear news of a company: they think differently of its share's value from the next step on. It
 * moves no price; its article shows later.
 */
export type NewsCommand = {
  readonly seq: number;
  readonly kind: 'news';
  readonly articleId: string;
} & Omit<NewsEvent, 'figure'>;

/**
 * An offer of listed shares draws its share's value toward its price, in the morning of a market day: as it
 * `opens`, and when its shares may be `sold` for the first time. Like news it moves no price.
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

/**
 * Why the system takes an order out: the square-off of intraday orders, or a corporate action that the order
 * does not survive, or the end of an order's own minutes, or that a bank took back the money it rests on, or that an
 * order of the system could meet it.
 */
export type SystemEndReason =
  | 'square_off'
  | 'margin_square_off'
  | 'self_trade'
  | 'corporate_action'
  | 'minutes_over'
  | 'money_returned';

/**
 * The place at which a journalled command was applied: a step of the market day, and its number within the
 * step, from 0.
 */
export type AppliedPlace = { readonly seq: number; readonly step: number; readonly index: number };
