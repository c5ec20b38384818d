import { mulDiv } from '@khara/money';
import { dpCharge, exactBrokerage, type DematHolder, type Plan, type Product } from './plans.ts';
import {
  BILLION,
  ENTITLEMENT_STT,
  EXCHANGE_CHARGE,
  GST_PERCENT,
  inForce,
  SEBI_FEE,
  STAMP_DUTY,
  STT,
  type RatesBySide,
} from './rates.ts';

export type Side = 'buy' | 'sell';

/** What a trade costs beside its price, in paise. `total` is the sum of all the others. */
export type Charges = {
  readonly brokerage: bigint;
  readonly stt: bigint;
  readonly exchange: bigint;
  readonly sebi: bigint;
  readonly stamp: bigint;
  readonly gst: bigint;
  readonly dp: bigint;
  readonly total: bigint;
};

export const CHARGE_ITEMS = ['brokerage', 'stt', 'exchange', 'sebi', 'stamp', 'gst', 'dp'] as const;
export type ChargeItem = (typeof CHARGE_ITEMS)[number];

/** What is traded: a company's shares, unless it says otherwise. */
export type Security = {
  /** Units of an equity fund that trade like shares. */
  readonly isFund?: boolean | undefined;
  /** Entitlements of a rights issue. */
  readonly isEntitlement?: boolean | undefined;
};

/** The STT of a security on a day. */
export function sttRates({ isFund = false, isEntitlement = false }: Security, day: string): RatesBySide {
  if (!isEntitlement) return inForce(STT, day)[isFund ? 'fund' : 'share'];
  const sell = inForce(ENTITLEMENT_STT, day);
  return { delivery: { buy: 0n, sell }, intraday: { buy: 0n, sell } };
}

/** One executed order. */
export type Leg = Security & {
  readonly side: Side;
  readonly product: Product;
  readonly valuePaise: bigint;
};

export type Terms = {
  readonly plan: Plan;
  /** Market day of the trade, YYYY-MM-DD: it chooses the rates. */
  readonly day: string;
};

/** An order whose charges are asked for. */
export type OrderTerms = Terms &
  Security & {
    readonly side: Side;
    readonly product: Product;
    /** Given for a delivery sale that takes shares out of the demat account; without it no DP charge is due. */
    readonly dp?: DematSale;
  };

export type DematSale = {
  /**
   * Value of the same share code sold for delivery earlier that day in other orders. The DP charge is due
   * once per code and day, so an order pays only what the day's charge grows by. It must stay the same for
   * all fills of one order.
   */
  readonly soldEarlierTodayPaise: bigint;
  readonly holder?: DematHolder;
};

/**
 * Charges of one order executed for `valuePaise`, rounded as exchanges and brokers do: brokerage, exchange
 * charge and SEBI fee half up to the paisa; STT and stamp duty half up to the whole rupee; GST half up to the
 * paisa on the rounded three. STT is taken on the value of the leg, not on the day's average price. Source:
 * docs/sources.md F2 to F8.
 */
export function chargesFor(order: OrderTerms & { readonly valuePaise: bigint }): Charges {
  return withDp(noteCharges(order, [order]), dpChargeFor(order, order.valuePaise));
}

/**
 * Charges of shares bought from an offer that goes through the exchange outside its continuous market (an
 * offer for sale, a block): those of a delivery purchase, without brokerage, so GST is on the exchange charge
 * and the SEBI fee alone. Source: docs/sources.md F2 to F6.
 */
export const offerCharges = (day: string, valuePaise: bigint): Charges =>
  // Plan A takes no brokerage on delivery.
  chargesFor({ plan: 'plan_a', day, side: 'buy', product: 'delivery', valuePaise });

/**
 * Charges of a fill that takes an order's executed value from `beforePaise` to `afterPaise`: the difference
 * of the charges on the two cumulative values. However an order is split, its fills sum to the order's
 * charges, and no item of a fill is negative.
 */
export function fillCharges(order: OrderTerms, beforePaise: bigint, afterPaise: bigint): Charges {
  if (beforePaise < 0n || afterPaise < beforePaise) throw new RangeError('charges: a fill cannot shrink an order');
  const before = chargesFor({ ...order, valuePaise: beforePaise });
  const after = chargesFor({ ...order, valuePaise: afterPaise });
  return buildCharges((item) => after[item] - before[item]);
}

/**
 * Charges of several executed orders rounded together, as on one contract note: STT, stamp duty, exchange
 * charge and SEBI fee once over all legs, brokerage per leg. Without the DP charge. A public calculator
 * treats the two legs of a round trip this way.
 */
export function noteCharges(terms: Terms, legs: readonly Leg[]): Charges {
  const exact = exactLines(terms, legs);
  const brokerage = exact.brokerages.reduce((sum, fee) => sum + toPaisa(fee), 0n);
  const exchange = toPaisa(exact.exchange);
  const sebi = toPaisa(exact.sebi);
  const lines: Record<ChargeItem, bigint> = {
    brokerage,
    stt: toRupee(exact.stt),
    exchange,
    sebi,
    stamp: toRupee(exact.stamp),
    gst: mulDiv(brokerage + exchange + sebi, inForce(GST_PERCENT, terms.day), 100n, 'half_up'),
    dp: 0n,
  };
  return buildCharges((item) => lines[item]);
}

/**
 * Total of the legs with no line rounded, half up to the paisa once at the end. It is never billed; published
 * cost tables show it, so it is the check of the rates from outside.
 */
export function unroundedTotal(terms: Terms, legs: readonly Leg[]): bigint {
  const { brokerages, exchange, sebi, stt, stamp } = exactLines(terms, legs);
  const taxed = brokerages.reduce((sum, fee) => sum + fee, 0n) + exchange + sebi;
  const hundredfold = taxed * (100n + inForce(GST_PERCENT, terms.day)) + (stt + stamp) * 100n;
  return mulDiv(hundredfold, 1n, BILLION * 100n, 'half_up');
}

/** The same charges with the DP charge of the day added. */
export const withDp = (without: Charges, dp: bigint): Charges =>
  buildCharges((item) => (item === 'dp' ? dp : without[item]));

/** Builds charges item by item; the total is always their sum. */
export function buildCharges(value: (item: ChargeItem) => bigint): Charges {
  const lines = {
    brokerage: value('brokerage'),
    stt: value('stt'),
    exchange: value('exchange'),
    sebi: value('sebi'),
    stamp: value('stamp'),
    gst: value('gst'),
    dp: value('dp'),
  };
  return { ...lines, total: CHARGE_ITEMS.reduce((sum, item) => sum + lines[item], 0n) };
}

function dpChargeFor({ plan, day, side, product, dp }: OrderTerms, valuePaise: bigint): bigint {
  if (!dp || side !== 'sell' || product !== 'delivery') return 0n;
  const { soldEarlierTodayPaise: earlier, holder = 'standard' } = dp;
  const upTo = (value: bigint): bigint => dpCharge({ plan, day, holder, valuePaise: value });
  return upTo(earlier + valuePaise) - upTo(earlier);
}

/** Every line before any rounding, in billionths of a paisa. */
function exactLines(terms: Terms, legs: readonly Leg[]) {
  const rates = {
    exchange: inForce(EXCHANGE_CHARGE, terms.day),
    sebi: inForce(SEBI_FEE, terms.day),
    stamp: inForce(STAMP_DUTY, terms.day),
  };
  const sum = (rate: (leg: Leg) => bigint): bigint =>
    legs.reduce((total, leg) => total + leg.valuePaise * rate(leg), 0n);
  return {
    brokerages: legs.map(({ product, valuePaise }) => exactBrokerage({ ...terms, product, valuePaise })),
    exchange: sum(() => rates.exchange),
    sebi: sum(() => rates.sebi),
    stt: sum((leg) => sttRates(leg, terms.day)[leg.product][leg.side]),
    stamp: sum(({ product, side }) => rates.stamp[product][side]),
  };
}

const toPaisa = (billionths: bigint): bigint => mulDiv(billionths, 1n, BILLION, 'half_up');
const toRupee = (billionths: bigint): bigint => mulDiv(billionths, 1n, BILLION * 100n, 'half_up') * 100n;
