import type { Charges } from '@khara/charges';
import {
  OPEN_STATES,
  type FILL_PHASES,
  type ORDER_STATES,
  type ORDER_TYPES,
  type PRODUCTS,
  type SIDES,
  type ORDER_STEPS,
  type VALIDITIES,
} from '@khara/contract/order-words';
import type { BookOnArrival, KindOfOrder } from '@khara/market-day';

/*
 * An order and its fills as a broker has them. Prices and values are bigint paise, quantities are numbers of shares,
 * instants are ms of real time.
 */

export type Side = (typeof SIDES)[number];
export type OrderType = (typeof ORDER_TYPES)[number];
export type Product = (typeof PRODUCTS)[number];
export type Validity = (typeof VALIDITIES)[number];
type FillPhase = (typeof FILL_PHASES)[number];
export type OrderStep = (typeof ORDER_STEPS)[number];
export type OrderState = (typeof ORDER_STATES)[number];

/** Of an order's terms those that make its kind: a change makes all of them others, or none. */
export type OrderKind = {
  /** As it was placed, or became by a change; see `currentType`. */
  readonly type: OrderType;
  readonly validity: Validity;
  /** Of an order of the day: market minutes after which it ends; undefined: it has none of its own. */
  readonly validMinutes?: number | undefined;
  /**
   * Of an order at the market: how far from the last price it may fill, in basis points; undefined: the market's own.
   */
  readonly protectionBps?: number | undefined;
};

/** What an order asks for, as its request says or a change; quantities in shares. */
export type OrderTerms = OrderKind & {
  readonly side: Side;
  readonly product: Product;
  readonly quantity: number;
  /** The limit of a `limit` or `sl`; a request for another has none. */
  readonly pricePaise: bigint | undefined;
  readonly triggerPaise: bigint | undefined;
  readonly disclosedQuantity: number | undefined;
};

const KINDS: Readonly<Record<keyof OrderKind, true>> = {
  type: true,
  validity: true,
  validMinutes: true,
  protectionBps: true,
};
const KIND_FIELDS = Object.keys(KINDS) as readonly (keyof OrderKind)[]; // a boundary: the keys that the type says

/** The kind of what has more, without what it has not. */
export const pickKind = (of: OrderKind): KindOfOrder =>
  Object.fromEntries(
    KIND_FIELDS.flatMap((field) => (of[field] === undefined ? [] : [[field, of[field]]])),
  ) as KindOfOrder;

/** All that makes a kind: what it has not is undefined. */
export const asKind = (kind: KindOfOrder): Required<OrderKind> =>
  Object.fromEntries(KIND_FIELDS.map((field) => [field, (kind as OrderKind)[field]])) as Required<OrderKind>;

export const isSameKind = (one: OrderKind, other: OrderKind): boolean =>
  KIND_FIELDS.every((field) => one[field] === other[field]);

/** A program's order: which key placed it, and the mark that the program gave it. */
export type ByProgram = { readonly keyId: string; readonly tag: string | undefined };

export type Order = OrderTerms & {
  readonly id: bigint;
  readonly userId: string;
  /** The account's number in the exchange. */
  readonly accountKey: number;
  readonly requestId: string;
  readonly code: string;
  readonly asset: string;
  /** The limit, or the protected price of an order without one. */
  readonly pricePaise: bigint;
  readonly marketDate: string;
  readonly marketTime: string;
  readonly acceptedAt: number;
  readonly afterMarket: boolean;
  readonly bySystem: boolean;
  /** The key of the program that placed it, and its mark; undefined: its member did. */
  readonly program: ByProgram | undefined;
  readonly state: OrderState;
  readonly reason: string | undefined;
  /** What a limit of the member's own said as it refused the order of a program: facts of `reason`. */
  readonly ownLimit?: Readonly<Record<string, string | number>> | undefined;
  readonly filled: number;
  readonly filledPaise: bigint;
  readonly charges: Charges;
  /** Money still frozen for a buy. */
  readonly frozenPaise: bigint;
  /** Shares still frozen for a sale, and how many of them came from unsettled ones. */
  readonly frozenShares: number;
  readonly frozenUnsettled: number;
  /**
   * Of an intraday order: what its hold has in 105, for itself and for what its fills opened. It may outlive the order.
   */
  readonly marginPaise: bigint;
  /** Its hold in the ledger; undefined when nothing was held for it. */
  readonly hold: string | undefined;
  /** A market order that an auction left. */
  readonly becameLimit: boolean;
  readonly modifications: number;
  readonly timelineLength: number;
  readonly updatedAt: number;
  /** How it stood when it was first answered; undefined before. */
  readonly firstAnswer: FirstAnswer | undefined;
};

type FirstAnswer = Pick<Order, 'state' | 'reason' | 'filled' | 'filledPaise' | 'charges' | 'updatedAt'>;

/** One execution of an order. */
export type Fill = Pick<Order, 'userId' | 'asset' | 'code' | 'side' | 'product' | 'marketDate'> & {
  readonly id: bigint;
  readonly orderId: bigint;
  readonly positionId: bigint;
  readonly quantity: number;
  readonly pricePaise: bigint;
  readonly valuePaise: bigint;
  readonly charges: Charges;
  readonly aggressor: boolean;
  readonly phase: FillPhase;
  readonly at: number;
  readonly marketTime: string;
  readonly marketDay: number;
  /** Unique per market day. */
  readonly tradeNo: number;
};

/** A step of an order's history. */
export type TimelineEntry = {
  readonly orderId: bigint;
  readonly no: number;
  readonly step: OrderStep | undefined;
  readonly state: OrderState;
  readonly details: StepDetails | undefined;
  readonly at: number;
  readonly marketTime: string;
  readonly quantity: number | undefined;
  readonly pricePaise: bigint | undefined;
  readonly reason: string | undefined;
};

/** The facts of a step, as json keeps them: prices in paise as numbers. */
export type StepDetails = {
  readonly book?: BookOnArrival | undefined;
  readonly triggerPaise?: number | undefined;
  readonly tradeNo?: number;
  readonly phase?: FillPhase;
  readonly aggressor?: boolean;
  readonly keptPriority?: boolean;
  /** What kind of order it became. */
  readonly becomes?: KindOfOrder;
  /** The command of a change. */
  readonly seq?: number;
  /** Of a change of an order that waited, which has no command: what it was before. */
  readonly was?: KindOfOrder & { readonly quantity: number; readonly price: number };
};

/** What kind of order it is by now: a market order that an auction left is a limit order. */
export const currentType = ({ type, becameLimit }: Pick<Order, 'type' | 'becameLimit'>): OrderType =>
  becameLimit ? 'limit' : type;

/** Money of shares: the one place where a price meets a quantity. */
export const orderValue = (quantity: number, pricePaise: bigint): bigint => BigInt(quantity) * pricePaise;

export const isStop = (type: OrderType): boolean => type === 'sl' || type === 'sl_m';

/** Whether an order can still fill. */
export const isOpenState = (state: OrderState): boolean => OPEN_STATES.some((open) => open === state);

/** The request of an order by which the system closes intraday positions before the market does. */
export const SQUARE_OFF = 'square-off';

/** The same, of a position whose loss has taken four fifths of its margin. */
export const MARGIN_SQUARE_OFF = 'margin-square-off';
