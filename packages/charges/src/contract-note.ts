import { mulDiv } from '@khara/money';
import {
  buildCharges,
  sttRates,
  type ChargeItem,
  type Charges,
  type Security,
  type Side,
  type Terms,
} from './charges.ts';
import { exactBrokerage, type Product } from './plans.ts';
import { BILLION, EXCHANGE_CHARGE, GST_PERCENT, inForce, SEBI_FEE, STAMP_DUTY } from './rates.ts';
import { add, halfUp, shareOut, ZERO, type Fraction } from './fraction.ts';

/*
 * The contract note of one member and market day: what was bought and sold of a share nets, so the charges of the day
 * are final only when it is over. Sources: docs/sources.md F2 to F8.
 */

/** All that one order was executed for on the day. */
export type NoteOrder = Security & {
  readonly code: string;
  readonly side: Side;
  readonly product: Product;
  readonly quantity: number;
  readonly valuePaise: bigint;
  /** The share trades trade-for-trade: nothing nets, buys and sells are delivered each. */
  readonly isTradeForTrade?: boolean;
};

/** Shares and money of one side. */
export type Traded = {
  readonly quantity: number;
  readonly valuePaise: bigint;
};

/** What was bought and sold within the day: it never reaches the demat account. */
export type SameDayPart = {
  readonly quantity: number;
  readonly boughtPaise: bigint;
  readonly soldPaise: bigint;
  readonly charges: Charges;
};

/** What the demat account gets or gives. */
export type DeliveredPart = Traded & {
  readonly side: Side;
  readonly charges: Charges;
};

/**
 * What a member did in one share by one product. Intraday orders that have not closed by the end of the day are all of
 * it at the rates of intraday trading.
 */
export type NoteLine = {
  readonly code: string;
  readonly product: Product;
  /** Of a share that trades trade-for-trade buys and sells have a line each. */
  readonly side: Side | 'both';
  readonly bought: Traded;
  readonly sold: Traded;
  readonly sameDay: SameDayPart | undefined;
  readonly delivered: DeliveredPart | undefined;
};

export type ContractNote = {
  readonly lines: readonly NoteLine[];
  /** The sum of its parts, item by item. */
  readonly charges: Charges;
};

/** Shares of the day's purchases that became the other product, and what they were bought for; below zero: intraday. */
export type Moved = {
  readonly quantity: number;
  readonly valuePaise: bigint;
};

/**
 * The final charges of a member's market day. A share's buys and sells net: the smaller quantity is intraday
 * trading, what is over is delivered, each at the day's average price of its product and side. For STT and
 * stamp duty both products of a share have one average. These two are rounded half up to the rupee and
 * exchange charge, SEBI fee and GST half up to the paisa, once each for the note; brokerage per order. What a
 * part bears of an item is its share of the exact amount, by largest remainder. The DP charge is due for each
 * share that was delivered out, by `dpOf`. `toDelivery`: by code, the bought intraday shares that became
 * delivery. Throws on an order without shares.
 */
export function contractNote(
  terms: Terms,
  orders: readonly NoteOrder[],
  dpOf: (delivered: { readonly code: string; readonly valuePaise: bigint }) => bigint,
  toDelivery: ReadonlyMap<string, Moved> = new Map(),
): ContractNote {
  const codes = [...new Set(orders.map(({ code }) => code))].toSorted();
  const drafts = codes.flatMap((code) => {
    const ofShare = orders.filter((order) => order.code === code);
    return noteLines(terms, code, ofShare, toDelivery.get(code) ?? NOT_MOVED).map((line) => draftLine(terms, line));
  });
  const parts = drafts.flatMap(({ sameDay, delivered }) => [sameDay, delivered].filter((part) => part !== undefined));
  const brokerage = orders.reduce((sum, order) => sum + roundedBrokerage(terms, order), 0n);
  const sums = {
    exchange: halfUp(sumItem(parts, ({ exact }) => exact.exchange)),
    sebi: halfUp(sumItem(parts, ({ exact }) => exact.sebi)),
    stt: halfUp(
      sumItem(parts, ({ exact }) => exact.stt),
      100n,
    ),
    stamp: halfUp(
      sumItem(parts, ({ exact }) => exact.stamp),
      100n,
    ),
  };
  const gst = mulDiv(brokerage + sums.exchange + sums.sebi, inForce(GST_PERCENT, terms.day), 100n, 'half_up');
  const shared: Record<Exclude<ChargeItem, 'dp'>, readonly bigint[]> = {
    brokerage: shareOut(
      brokerage,
      parts.map(({ exact }) => exact.brokerage),
    ),
    exchange: shareOut(
      sums.exchange,
      parts.map(({ exact }) => exact.exchange),
    ),
    sebi: shareOut(
      sums.sebi,
      parts.map(({ exact }) => exact.sebi),
    ),
    stt: shareOut(
      sums.stt,
      parts.map(({ exact }) => exact.stt),
    ),
    stamp: shareOut(
      sums.stamp,
      parts.map(({ exact }) => exact.stamp),
    ),
    gst: shareOut(
      gst,
      parts.map(({ exact }) => add(add(exact.brokerage, exact.exchange), exact.sebi)),
    ),
  };
  const chargesAt = (part: Draft, code: string): Charges => {
    const at = parts.indexOf(part);
    const dp = part.side === 'sell' ? dpOf({ code, valuePaise: part.soldPaise }) : 0n;
    return buildCharges((item) => (item === 'dp' ? dp : shared[item][at]!));
  };
  const lines = drafts.map(({ line, sameDay, delivered }): NoteLine => ({
    ...line,
    sameDay: sameDay && {
      quantity: sameDay.quantity,
      boughtPaise: sameDay.boughtPaise,
      soldPaise: sameDay.soldPaise,
      charges: chargesAt(sameDay, line.code),
    },
    delivered: delivered && {
      side: delivered.side!,
      quantity: delivered.quantity,
      valuePaise: delivered.boughtPaise + delivered.soldPaise,
      charges: chargesAt(delivered, line.code),
    },
  }));
  const all = lines.flatMap((line) => [line.sameDay, line.delivered]).filter((part) => part !== undefined);
  return { lines, charges: buildCharges((item) => all.reduce((sum, { charges }) => sum + charges[item], 0n)) };
}

const NOT_MOVED: Moved = { quantity: 0, valuePaise: 0n };

type Sides<T> = Readonly<Record<Side, T>>;

type Line = Pick<NoteLine, 'code' | 'product' | 'side' | 'bought' | 'sold'> & {
  readonly security: Security;
  readonly brokerage: Sides<Fraction>;
  /** Whose average price STT and stamp duty are of. */
  readonly averaged: Sides<Traded>;
};

/**
 * The lines of a share: one for each product, and of one that trades trade-for-trade one for each side. Shares that
 * became the other product are bought there, for what they cost here, with their part of the brokerage.
 */
function noteLines(terms: Terms, code: string, orders: readonly NoteOrder[], moved: Moved): readonly Line[] {
  const security = orders[0]!; // all orders of a share are of one security
  const nettedLine = (product: Product, some: readonly NoteOrder[]): Omit<Line, 'averaged'> => ({
    code,
    product,
    side: 'both',
    bought: sumTraded(some, 'buy'),
    sold: sumTraded(some, 'sell'),
    security,
    brokerage: { buy: brokerageOfAll(terms, some, 'buy'), sell: brokerageOfAll(terms, some, 'sell') },
  });
  if (orders.some(({ isTradeForTrade }) => isTradeForTrade)) {
    return (['buy', 'sell'] as const).flatMap((side) => {
      const some = orders.filter((order) => order.side === side);
      return some.length === 0 ? [] : averagedAlone({ ...nettedLine('delivery', some), side });
    });
  }
  const [delivery, intraday] = (['delivery', 'intraday'] as const).map((as) =>
    nettedLine(
      as,
      orders.filter(({ product }) => product === as),
    ),
  ) as [Omit<Line, 'averaged'>, Omit<Line, 'averaged'>];
  const from = moved.quantity > 0 ? intraday : delivery;
  const whole = BigInt(Math.max(1, from.bought.quantity));
  const lines = [
    withMoved(delivery, moved),
    withMoved(intraday, { quantity: -moved.quantity, valuePaise: -moved.valuePaise }),
  ].filter(({ bought, sold }) => bought.quantity + sold.quantity > 0);
  const all = { buy: sumTraded(orders, 'buy'), sell: sumTraded(orders, 'sell') };
  const isClosed = lines.every(
    ({ product, bought, sold }) => product === 'delivery' || bought.quantity === sold.quantity,
  );
  return lines.map((line) => (isClosed ? { ...line, averaged: all } : averagedAlone(line)));

  function withMoved(line: Omit<Line, 'averaged'>, { quantity, valuePaise }: Moved): Omit<Line, 'averaged'> {
    if (quantity === 0 && valuePaise === 0n) return line;
    const { n, d } = from.brokerage.buy;
    const { bought, brokerage } = line;
    return {
      ...line,
      bought: { quantity: bought.quantity + quantity, valuePaise: bought.valuePaise + valuePaise },
      brokerage: { ...brokerage, buy: add(brokerage.buy, { n: n * BigInt(quantity), d: d * whole }) },
    };
  }
}

const averagedAlone = (line: Omit<Line, 'averaged'>): Line => ({
  ...line,
  averaged: { buy: line.bought, sell: line.sold },
});

const brokerageOfAll = (terms: Terms, orders: readonly NoteOrder[], side: Side): Fraction => ({
  n: orders.reduce((sum, order) => sum + (order.side === side ? roundedBrokerage(terms, order) : 0n), 0n),
  d: 1n,
});

const sumTraded = (orders: readonly NoteOrder[], side: Side): Traded =>
  orders
    .filter((order) => order.side === side)
    .reduce(
      (sum, { quantity, valuePaise }) => ({
        quantity: sum.quantity + quantity,
        valuePaise: sum.valuePaise + valuePaise,
      }),
      { quantity: 0, valuePaise: 0n },
    );

type Exact = Readonly<Record<'brokerage' | 'exchange' | 'sebi' | 'stt' | 'stamp', Fraction>>;

/** A part of a line before anything is rounded. `side` is that of what is delivered. */
type Draft = {
  readonly side: Side | undefined;
  readonly quantity: number;
  readonly boughtPaise: bigint;
  readonly soldPaise: bigint;
  readonly exact: Exact;
};

function draftLine(
  terms: Terms,
  { security, brokerage, averaged, ...line }: Line,
): {
  readonly line: Omit<Line, 'security' | 'brokerage' | 'averaged'>;
  readonly sameDay: Draft | undefined;
  readonly delivered: Draft | undefined;
} {
  const { bought, sold, product } = line;
  const ofSide: Sides<Traded> = { buy: bought, sell: sold };
  const [less, more] = bought.quantity < sold.quantity ? [bought, sold] : [sold, bought];
  const over = product === 'delivery' ? more.quantity - less.quantity : 0;
  const overSide = over === 0 ? undefined : more === bought ? 'buy' : 'sell';
  const deliveredShares = (side: Side): bigint => (side === overSide ? BigInt(over) : 0n);
  /** The delivered part of what belongs to a side's shares: one share is as the other. */
  const deliveredPart = ({ n, d }: Fraction, side: Side): Fraction => ({
    n: n * deliveredShares(side),
    d: d * BigInt(Math.max(1, ofSide[side].quantity)),
  });
  const deliveredPaise = (side: Side): bigint => halfUp(deliveredPart({ n: ofSide[side].valuePaise, d: 1n }, side));
  const [deliveredBuy, deliveredSell] = [deliveredPaise('buy'), deliveredPaise('sell')];
  const rates = {
    exchange: inForce(EXCHANGE_CHARGE, terms.day),
    sebi: inForce(SEBI_FEE, terms.day),
    stt: sttRates(security, terms.day),
    stamp: inForce(STAMP_DUTY, terms.day),
  };
  /** What is delivered of both sides' amounts, or what is not. */
  const exactCharges = (isDelivered: boolean): Exact => {
    const at = isDelivered ? 'delivery' : 'intraday';
    const sum = (amount: (side: Side) => Fraction): Fraction =>
      (['buy', 'sell'] as const)
        .map((side) => {
          const all = amount(side);
          const part = deliveredPart(all, side);
          return isDelivered ? part : add(all, { n: -part.n, d: part.d });
        })
        .reduce(add, ZERO);
    const valued = (rate: bigint) => sum((side) => ({ n: ofSide[side].valuePaise * rate, d: BILLION }));
    /** At the average price of all that was traded on that side. */
    const averagedAt = (rate: Sides<bigint>) =>
      sum((side) => {
        const { quantity, valuePaise } = averaged[side];
        const shares = BigInt(ofSide[side].quantity);
        return { n: valuePaise * rate[side] * shares, d: BigInt(Math.max(1, quantity)) * BILLION };
      });
    return {
      brokerage: sum((side) => brokerage[side]),
      exchange: valued(rates.exchange),
      sebi: valued(rates.sebi),
      stt: averagedAt(rates.stt[at]),
      stamp: averagedAt(rates.stamp[at]),
    };
  };
  const hasSameDay = product === 'intraday' || less.quantity > 0;
  return {
    line,
    sameDay: hasSameDay
      ? {
          side: undefined,
          quantity: less.quantity,
          boughtPaise: bought.valuePaise - deliveredBuy,
          soldPaise: sold.valuePaise - deliveredSell,
          exact: exactCharges(false),
        }
      : undefined,
    delivered: overSide && {
      side: overSide,
      quantity: over,
      boughtPaise: deliveredBuy,
      soldPaise: deliveredSell,
      exact: exactCharges(true),
    },
  };
}

/** Brokerage of an order, half up to the paisa: it does not depend on what nets. */
const roundedBrokerage = ({ plan, day }: Terms, { product, valuePaise }: NoteOrder): bigint =>
  mulDiv(exactBrokerage({ plan, day, product, valuePaise }), 1n, BILLION, 'half_up');

const sumItem = (parts: readonly Draft[], item: (part: Draft) => Fraction): Fraction =>
  parts.map(item).reduce(add, ZERO);
