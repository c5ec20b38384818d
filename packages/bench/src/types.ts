import type { OrderState, OrderType, Product, Side, Validity } from '@khara/broker';
import type { Charges } from '@khara/charges';
import type { NewsKind } from '@khara/exchange';
import type { TradingPhase } from '@khara/market-day';

/* What goes into the bench and comes out of it: plain JSON. All money is whole paise, all quantities are shares. */

/** Takes an order. Of `limit` and `sl` with a price, of `sl` and `sl_m` with a trigger. */
export type PlaceAction = {
  readonly code: string;
  readonly side: Side;
  readonly quantity: number;
  readonly type: OrderType;
  readonly price?: number;
  readonly triggerPrice?: number;
  readonly product: Product;
  /** `day` unless it says otherwise. */
  readonly validity?: Validity;
};

/** Takes an open order out. */
export type CancelAction = { readonly cancel: number };

/** Changes an open order; what is left out stays. The quantity is that of the whole order, what is filled included. */
export type ChangeAction = {
  readonly change: number;
  readonly quantity?: number;
  readonly price?: number;
  readonly triggerPrice?: number;
};

export type Action = PlaceAction | CancelAction | ChangeAction;

/** How far a step goes: a number of market steps, or to the next event of an order of an agent. */
export type Span = { readonly steps: number } | { readonly until: 'event' };

/** What of a step's change of net value came from where, in paise. */
export type RewardParts = {
  /** Of all money, held or not, without charges. */
  readonly cash: number;
  /** Of what holdings and intraday positions are worth at the last price. */
  readonly mark: number;
  /** Zero or below, but for a contract note that charges less than the fills of its day did. */
  readonly charges: number;
  /** Explains, and is not added: half of the spread that taking orders paid. Zero or below. */
  readonly spread: number;
  /** Explains, and is not added: how far taking orders went beyond the best price. Zero or below. */
  readonly impact: number;
};

export type Refusal = {
  /** Place of the action among those of the step. */
  readonly index: number;
  /** As the product's calls have it: docs/order-checks.md. */
  readonly reason: string;
  readonly field?: string;
  readonly details?: Readonly<Record<string, string | number>>;
};

export type Clock = {
  /** Market days that are over. */
  readonly day: number;
  readonly marketDate: string;
  /** Market time of day, "14:32:08". */
  readonly time: string;
  /** Steps of the day that are done. */
  readonly step: number;
  /** Where shares stand that close through an auction, and the others. */
  readonly phase: TradingPhase;
  readonly phaseOfOthers: TradingPhase;
};

/** Shares for delivery. */
export type Holding = {
  readonly quantity: number;
  /** Of them, those that have not arrived yet: they come on the next trading day. */
  readonly unsettled: number;
  /** Of them, those that open sales keep. */
  readonly selling: number;
};

/** An intraday position. */
export type IntradayPosition = {
  /** Below zero: short. */
  readonly quantity: number;
  /** What its shares were bought or sold for, without charges. */
  readonly cost: number;
  /** Held as margin behind it and its orders. */
  readonly margin: number;
};

/** An order that is open, or has ended since the last observation. */
export type OwnOrder = {
  readonly id: number;
  readonly code: string;
  readonly side: Side;
  readonly type: OrderType;
  readonly product: Product;
  readonly validity: Validity;
  readonly quantity: number;
  readonly filled: number;
  /** The limit, or the worst price of an order without one. */
  readonly price: number;
  readonly triggerPrice?: number;
  readonly state: OrderState;
  /** Why it ended before it was filled. */
  readonly reason?: string;
  /** Shares that stand in front of it in the book; absent where it stands in none, and in auctions. */
  readonly ahead?: number;
  /** The system placed it, to close a position. */
  readonly bySystem?: true;
};

/** Best prices of a share, in paise, and the step of the day at which they stood. */
export type Touch = { readonly step: number; readonly bid: number; readonly ask: number };

export type OwnFill = {
  readonly orderId: number;
  readonly code: string;
  readonly side: Side;
  readonly product: Product;
  readonly quantity: number;
  readonly price: number;
  readonly charges: { readonly [Item in keyof Charges]: number };
  /** Whether it took what stood in the book; in an auction no side does. */
  readonly isTaker: boolean;
  /**
   * As an order that took found them, and one that rested before the step in which it was filled. Absent in
   * auctions, and where a side was empty.
   */
  readonly touch?: Touch;
  /** Shares that stood in front of an order as it came to rest; absent where it took, and in auctions. */
  readonly ahead?: number;
  readonly phase: string;
  /** Day, as of the clock, and the step that passed with it, as on the tape. */
  readonly day: number;
  readonly step: number;
  readonly time: string;
};

export type Own = {
  /** All money, what orders and positions hold included. */
  readonly cash: number;
  /** What an order may use now: not held, and no money of the day's sales that waits. */
  readonly usable: number;
  /** What all of it is worth, shares at the last price. */
  readonly netValue: number;
  readonly holdings: Readonly<Record<string, Holding>>;
  readonly positions: Readonly<Record<string, IntradayPosition>>;
  readonly orders: readonly OwnOrder[];
  /** Since the last observation. */
  readonly fills: readonly OwnFill[];
};

/** `[price, quantity]`, best first: levels, or order by order. What orders hide is not in it. */
export type BookSide = readonly (readonly [price: number, quantity: number])[];

export type ShareQuote = {
  readonly last: number;
  readonly previousClose: number;
  /** The band as it is now; prices outside are refused. */
  readonly lower: number;
  readonly upper: number;
  readonly tick: number;
  readonly lotSize: number;
  /** What an intraday position needs today, basis points of its value. */
  readonly marginBps: number;
  readonly phase: TradingPhase;
  /** Where a call auction would execute if it ended now. */
  readonly auction?: { readonly price?: number; readonly quantity?: number };
};

export type News = { readonly code: string; readonly about: NewsKind; readonly bps: number; readonly time: string };

/** What an agent sees: nothing of it comes from a later step. */
export type Observation = {
  readonly clock: Clock;
  readonly own: Own;
  readonly quote: Readonly<Record<string, ShareQuote>>;
  readonly book: Readonly<Record<string, { readonly bids: BookSide; readonly asks: BookSide }>>;
  /** Trades since the last observation, the oldest first. */
  readonly tape: Readonly<Record<string, readonly (readonly [step: number, price: number, quantity: number])[]>>;
  /** What participants heard since the last observation, as they heard it: in basis points of a share's value. */
  readonly news: readonly News[];
};

export type Info = {
  readonly refusals: readonly Refusal[];
  /** Ids of orders that were taken, by the place of their action. */
  readonly placed: readonly { readonly index: number; readonly id: number }[];
  readonly reward: RewardParts;
  /** SHA-256 over seed, version and commands so far: equal runs have equal ones. */
  readonly hash: string;
};

export type Reset = { readonly observation: Observation; readonly info: Info };

export type Outcome = Reset & {
  /** The sum of cash, mark and charges, or what the caller's function makes of the parts. */
  readonly reward: number;
  /** Bankrupt, or at its own limit. */
  readonly terminated: boolean;
  /** The days are over. */
  readonly truncated: boolean;
};

/** What an episode is. Two of the same, with the same actions, are equal to the byte. */
export type EpisodeOptions = {
  /** Codes, or how many of the universe's companies, from its first on; 10 unless it says otherwise. */
  readonly shares?: number | readonly string[];
  /** Market days of an episode; 1 unless it says otherwise. */
  readonly days?: number;
  /** The market date of the first day. */
  readonly start?: string;
  /** What an agent begins with, paise. */
  readonly cash?: number;
  /** The net value in paise at or under which an agent's episode ends; 0 unless it says otherwise. */
  readonly limit?: number;
  /** Levels of a book that are seen, or `orders` for all orders one by one; 5 unless it says otherwise. */
  readonly depth?: number | 'orders';
  /** Steps of a day are four times as many; 900 unless it says otherwise. */
  readonly daySeconds?: number;
  /** Where the first day begins: before the pre-open, or as a new installation does with the opening. */
  readonly from?: 'pre_open' | 'opening';
};

export type EnvOptions = EpisodeOptions & {
  /** Text, or a whole number, of which its text is made. */
  readonly seed?: string | number;
  /** What an agent is rewarded with, of the parts; their sum unless it says otherwise. */
  readonly reward?: (parts: RewardParts) => number;
};

/** Lines of a quarter's accounts: whole lakhs of rupees, hundredths of a crore. */
type Lines<Name extends string> = Readonly<Record<Name, number>>;

/** What a company has published of a quarter. */
export type CompanyQuarter = {
  /** The quarter's last day, and the market date on which its results came out: news on it, accounts after it. */
  readonly quarter: string;
  readonly publishedOn: string;
  /** `ebitda` is revenue and other income less expenses; the rest leads from it to the profit. */
  readonly profitAndLoss: Lines<
    'revenue' | 'otherIncome' | 'expenses' | 'ebitda' | 'depreciation' | 'financeCost' | 'tax' | 'profit'
  >;
  /** The first four are together what the last four are. */
  readonly balance: Lines<
    | 'shareCapital'
    | 'reserves'
    | 'borrowings'
    | 'otherLiabilities'
    | 'fixedAssets'
    | 'investments'
    | 'cash'
    | 'otherAssets'
  >;
  readonly cashFlow: Lines<'operating' | 'investing' | 'financing' | 'change'>;
  /** Basis points of all shares; `pledged` is a part of what promoters hold. */
  readonly holders: Lines<'promoter' | 'institutions' | 'public' | 'pledged'>;
  readonly dividends: number;
  /** What simulated analysts expected the evening before. */
  readonly expected: Lines<'revenue' | 'profit'>;
};

/**
 * At the last price. Whole hundredths, of a per cent where it is one: a P/E of 20.53 is 2053, a margin of 20.50 % is
 * 2050. Null has no meaning: the price of a loss, the payout of a loss, growth from a loss. `debtToEquity` is 0 without
 * debt.
 */
export type CompanyRatios = {
  readonly pe: number | null;
  readonly isLoss: boolean;
  readonly pb: number | null;
  readonly returnOnEquity: number | null;
  readonly debtToEquity: number | null;
  readonly margin: number;
  /** Of profit: a quarter against the same one a year ago, and four quarters against the four before. */
  readonly quarterGrowth: number | null;
  readonly yearGrowth: number | null;
  readonly dividendYield: number;
  readonly payout: number | null;
  /** Lakhs of rupees. */
  readonly marketValue: number;
  /** Profit of a share in a year, paise. */
  readonly eps: number;
};

export type Company = {
  readonly business: 'lender' | 'insurer' | 'other';
  /** Oldest first. */
  readonly quarters: readonly CompanyQuarter[];
  readonly ratios: CompanyRatios;
  /** Results that come out next, and the profit that is expected now. */
  readonly next: { readonly quarter: string; readonly on: string; readonly expected: number };
};

/** A share that a screen finds: what it looks at, in the units of `CompanyRatios`; price in paise. */
export type ScreenedShare = Pick<
  CompanyRatios,
  'pe' | 'pb' | 'yearGrowth' | 'returnOnEquity' | 'debtToEquity' | 'dividendYield' | 'payout' | 'marketValue'
> & {
  readonly code: string;
  readonly sector: string;
  readonly price: number;
  readonly stage: string;
  readonly band: string;
};

export type Screened = {
  /** By code. */
  readonly list: readonly ScreenedShare[];
  /** Companies that were looked at. */
  readonly total: number;
  /** How many of them lack a figure of a range that is set. */
  readonly unknown: Readonly<Partial<Record<string, number>>>;
};
