import type { BatchHead } from '@khara/broker';
import type { Quarter } from '@khara/history';
import type { AppliedPlace, FireCommand, JournalledCommand, NewsEvent, OrderEvent } from '@khara/market-day';

/**
 * Applies commands in their order, and answers what the transaction has to settle: what they caused, and what waited to
 * be settled before them. Called again by a transaction that tries again, it answers the same.
 */
export type Match = (commands: readonly JournalledCommand[]) => SettlementBatch;

/** A trigger as the market watches it: prices in paise. */
export type WatchedTrigger = {
  readonly id: bigint;
  readonly code: string;
  /** Of its terms: what is reached is of this version. */
  readonly version: number;
  /** Reached at this price or less, at that price or more; either may be absent. */
  readonly below: number | undefined;
  readonly above: number | undefined;
  /** Since where in the market it has these terms. */
  readonly armed: { readonly marketDay: number; readonly step: number };
};

/** A trigger whose price was reached, and on which side. */
export type ReachedTrigger = Pick<WatchedTrigger, 'id' | 'version'> & { readonly condition: 'below' | 'above' };

/** An intraday position as the market watches it: `price` calls it, or closes it, at it or beyond. */
export type WatchedMargin = {
  readonly id: bigint;
  readonly code: string;
  /** Its price is reached from above; of a short position from below. */
  readonly isLong: boolean;
  readonly price: number;
};

/** A position whose price was reached, and the last price then. */
export type ReachedMargin = Pick<WatchedMargin, 'id'> & { readonly lastPrice: number };

export type MarginCallsMade = {
  readonly commands: readonly JournalledCommand[];
  /** Nothing is left to be closed that has no order. */
  readonly isDone: boolean;
};

/** Has orders matched, where the market runs. */
export type OrderMatching = {
  /**
   * Has `write` place orders, when those before are committed. What was matched is not shown before it is
   * committed, and no step is made meanwhile. Where `write` fails without having matched, its error is the
   * answer. Once it has matched it is called again until it succeeds, since the exchange has gone on.
   */
  place<T>(write: (match: Match) => Promise<T>): Promise<T>;
  /** This server, as it writes for the market day that runs: see `holdFrontier`. */
  readonly writer: Writer;
};

/** Takes members' commands to the exchange, from any server. */
export type OrderGateway = {
  /**
   * Hands a committed command of another kind over; it is applied at once, in the order of the calls. Its
   * outcome is settled in the next batch.
   */
  submit(command: JournalledCommand): void;
  /** Where the market is. */
  readonly at: { readonly marketDay: number; readonly step: number };
  /** Looks at prices for a trigger from the next step on; one that it watches already gets these terms. */
  watch(trigger: WatchedTrigger): void;
  unwatch(id: bigint): void;
  /** Says that intraday positions or their margin have changed beside the exchange. */
  marginsChanged(): void;
  /** Asks for the orders of triggers that have fired and have none. */
  placeFired(): void;
  /** Resolves when everything that submitted commands up to `seq` caused at once has been settled (committed). */
  settled(seq: number): Promise<void>;
};

/** What one settlement transaction writes. */
export type SettlementBatch = BatchHead & {
  /** Which server made it: `moveFrontier` throws for a batch of one that was replaced since. */
  readonly epoch: number;
  /**
   * Everything up to this step of this market day is settled when the batch has committed. The transaction
   * begins with `moveFrontier(tx, batch)` of the market module: it makes this durable, and answers the
   * `eventNo` up to which this day was settled before (a commit whose answer was lost is sent again).
   */
  readonly frontierStep: number;
  /** The places at which journalled commands were applied. */
  readonly applied: readonly AppliedPlace[];
  /** In the order of `eventNo`. */
  readonly events: readonly OrderEvent[];
};

/**
 * A journalled command and the place at which it was applied: a step of the market day, and its number within
 * the step, from 0.
 */
export type AppliedCommand = { readonly command: JournalledCommand; readonly step: number; readonly index: number };

/** A number below `whole` that the seed of the day gives to a question. */
export type Chance = (question: string, whole: number) => number;

/** What an article says of a company's results: amounts are lakhs of rupees. */
export type ToldResults = Pick<Quarter, 'quarter' | 'profitAndLoss' | 'expected'>;

/**
 * An event of the day at which the system journals commands of its own: the pre-open's order entry begins
 * (after-market orders enter it); the square-off of intraday orders and positions, 15:12 for shares that
 * close through an auction and 15:25 for the others (earlier where a day is too short); participants hear
 * news of a company, and some steps later its article comes out; offers of the day pull values, before the
 * pre-open; a block window begins; shares and money of earlier days are paid out at 15:30; the day is over.
 */
export type ScheduledEvent = {
  readonly marketDay: number;
  readonly marketDate: string;
  readonly marketTime: string;
} & (
  | {
      readonly kind: 'offers' | 'block_window' | 'pre_open' | 'square_off_auctioned' | 'square_off_others' | 'day_over';
    }
  | { readonly kind: 'pay_out'; readonly chance: Chance }
  | { readonly kind: 'news'; readonly news: NewsEvent }
  | { readonly kind: 'article'; readonly news: NewsEvent; readonly results?: (() => Promise<ToldResults>) | undefined }
);

/**
 * Who writes for the market: the market day it is about, and the epoch of the server. Of a server that was
 * replaced nothing is written.
 */
export type Writer = {
  readonly marketDay: number;
  readonly epoch: number;
};

/** What the venue asks of the module `day`. */
export type SettlementPort = {
  /** Commands applied on this market day at this step or later, by place. Read once, when the venue starts. */
  appliedCommands(marketDay: number, fromStep: number): Promise<readonly AppliedCommand[]>;
  /**
   * Commands that were journalled and not yet applied, by `seq`: the system's, and changes and cancels that
   * another server took. What the market's server takes is matched in the transaction that journals it. Read
   * once, when the venue starts.
   */
  unappliedCommands(): Promise<readonly JournalledCommand[]>;
  /**
   * A market day that another version began, and in which no member had an order, begins again: news that
   * came out in it beyond this step will come out anew. Called when the venue starts, before anything is
   * read.
   */
  forgetNews(by: Writer, beyondStep: number): Promise<void>;
  /** Settles a batch in one transaction. Sending it again changes nothing. */
  settleBatch(batch: SettlementBatch): Promise<void>;
  /** At the start of a market day, before it trades: see modules/day/begin.ts. Safe to repeat. */
  beginDay(day: { readonly marketDay: number; readonly marketDate: string }, by: Writer): Promise<void>;
  /**
   * Does what is due at the event, journals its commands and answers them, by `seq`; the venue submits it
   * before its next step. Called at its time, and once more for the events that have passed when the venue
   * starts: what is journalled already is not journalled again. May take its time: the market waits.
   */
  scheduledCommands(event: ScheduledEvent, by: Writer): Promise<readonly JournalledCommand[]>;
  /**
   * Journals that orders end whose minutes are over by a market time, and answers the commands. Asked at each minute of
   * the market.
   */
  endTimed(marketTime: string, by: Writer): Promise<readonly JournalledCommand[]>;
  /** All triggers that wait. Read when the venue starts and after each `beginDay`, which may have changed them. */
  waitingTriggers(): Promise<readonly WatchedTrigger[]>;
  /**
   * Journals that these fire and answers the commands, by `seq`; one that waits no more, or has other terms
   * by now, is left out. The market waits. With it is durable that the step was made: the trade that reached
   * the price comes before the command, also where a server that starts again makes the step once more.
   */
  fireTriggers(
    reached: readonly ReachedTrigger[],
    now: { readonly marketTime: string; readonly step: number },
    by: Writer,
  ): Promise<readonly FireCommand[]>;
  /** Open intraday positions with their prices. Read when they may have changed. */
  watchedMargins(): Promise<readonly WatchedMargin[]>;
  /**
   * Calls and closes positions that have reached their price, and answers the commands. What is read then
   * decides. The market waits; with it is durable that the step was made. To be called again, when the
   * commands are settled, until it is done.
   */
  callMargins(
    reached: readonly ReachedMargin[],
    now: { readonly marketTime: string; readonly step: number },
    by: Writer,
  ): Promise<MarginCallsMade>;
  /** Places the orders of triggers that have fired, beside the market. */
  placeFired(): void;
};

/** The part of it that fires triggers and places their orders, which needs the desk and so is made after the rest. */
export type TriggerPort = Pick<SettlementPort, 'waitingTriggers' | 'fireTriggers' | 'placeFired'>;

/**
 * What the exchange has matched cannot be written. Nothing of it was shown or acknowledged. Where `booksMovedOn`, the
 * books do not allow it: between two tries of a transaction the locks were lost, and another movement came first. The
 * market goes on from what is durable then (`ReopeningVenue`). Otherwise the reason is our own, and a server that
 * starts again is right.
 */
export class MatchUnwritable extends Error {
  override readonly name = 'MatchUnwritable';
  readonly booksMovedOn: boolean;

  constructor(message: string, { booksMovedOn = false, ...options }: ErrorOptions & { booksMovedOn?: boolean } = {}) {
    super(message, options);
    this.booksMovedOn = booksMovedOn;
  }
}

/** A command at its place, as a move has it: step and number within the step. */
export type MovedCommand = readonly [step: number, index: number, command: JournalledCommand];

/**
 * How far the running day has come, by what is durable: the database had all of it before it was said. A follower that
 * stands at `before` applies the commands at their places and makes the steps up to `step`.
 */
export type MarketMove = {
  /** Of the server that runs the market. */
  readonly epoch: number;
  readonly marketDay: number;
  readonly step: number;
  readonly commands: readonly MovedCommand[];
  /** Chain over the day's commands, before these and after them. */
  readonly before: string;
  readonly after: string;
  /** Stretches of the day that were left out so far. */
  readonly leftOut: number;
  /** Real ms: what trades in it is shown with this instant. */
  readonly at: number;
  /** The market as it stood when a step began. */
  readonly checks?: readonly MarketCheck[];
};

/** A hash over the market as a step began, before its first command. */
export type MarketCheck = { readonly step: number; readonly hash: string };
