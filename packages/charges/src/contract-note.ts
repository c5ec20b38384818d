import { mulDiv } from '@khara/money';
import { chargesOf, sttRates, type ChargeItem, type Charges, type Security, type Side, type Terms } from './charges.ts';
import { exactBrokerage, type Product } from './plans.ts';
import { BILLION, EXCHANGE_CHARGE, GST_PERCENT, inForce, SEBI_FEE, STAMP_DUTY } from './rates.ts';
import { add, halfUp, shareOut, ZERO, type Fraction } from './fraction.ts';

/*
 * The contract note of one member and market day: what was bought and sold of a share nets, so the charges of the day
 * are final only when it is over. Sources: docs/sources.md F2 to F8.
 */

/** All that one order was executed for on the day. */
export interface NoteOrder extends Security {
  readonly code: string;
  readonly side: Side;
  readonly product: Product;
  readonly quantity: number;
  readonly valuePaise: bigint;
  /** The share trades trade-for-trade: nothing nets, buys and sells are delivered each. */
  readonly isTradeForTrade?: boolean;
}

/** Shares and money of one side. */
export interface Traded {
  readonly quantity: number;
  readonly valuePaise: bigint;
}

/** What was bought and sold within the day: it never reaches the demat account. */
export interface SameDayPart {
  readonly quantity: number;
  readonly boughtPaise: bigint;
  readonly soldPaise: bigint;
  readonly charges: Charges;
}

/** What the demat account gets or gives. */
export interface DeliveredPart extends Traded {
  readonly side: Side;
  readonly charges: Charges;
}

/**
 * What a member did in one share. Where intraday orders of a share have not closed by the end of the day, they stand in
 * a line of their own, all of it at the rates of intraday trading.
 */
export interface NoteLine {
  readonly code: string;
  readonly product: Product;
  /** Of a share that trades trade-for-trade buys and sells have a line each. */
  readonly side: Side | 'both';
  readonly bought: Traded;
  readonly sold: Traded;
  readonly sameDay: SameDayPart | undefined;
  readonly delivered: DeliveredPart | undefined;
}

export interface ContractNote {
  readonly lines: readonly NoteLine[];
  /** The sum of its parts, item by item. */
  readonly charges: Charges;
}

/**
 * The final charges of a member's market day. A share's buys and sells net, whichever product they were: the smaller
 * quantity is intraday trading, what is over is delivered, each at the day's average price of its side. STT and stamp
 * duty are rounded half up to the rupee and exchange charge, SEBI fee and GST half up to the paisa, once each for the
 * note; brokerage per order. What a part bears of an item is its share of the exact amount, by largest remainder. The
 * DP charge is due for each share that was delivered out, by `dpOf`. `toDelivery`: by code, the bought intraday shares
 * that became delivery; below zero those that became intraday. Throws on an order without shares.
 */
export function contractNote(
  terms: Terms,
  orders: readonly NoteOrder[],
  dpOf: (delivered: { readonly code: string; readonly valuePaise: bigint }) => bigint,
  toDelivery: ReadonlyMap<string, number> = new Map(),
): ContractNote {
  const drafts = [...Map.groupBy(orders, ({ code }) => code)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([code, ofShare]) =>
      linesOf(code, ofShare, toDelivery.get(code) ?? 0).map((line) => draftOf(terms, line)),
    );
  const parts = drafts.flatMap(({ sameDay, delivered }) => [sameDay, delivered].filter((part) => part !== undefined));
  const brokerage = orders.reduce((sum, order) => sum + brokerageOf(terms, order), 0n);
  const sums = {
    exchange: halfUp(sumOf(parts, ({ exact }) => exact.exchange)),
    sebi: halfUp(sumOf(parts, ({ exact }) => exact.sebi)),
    stt: halfUp(
      sumOf(parts, ({ exact }) => exact.stt),
      100n,
    ),
    stamp: halfUp(
      sumOf(parts, ({ exact }) => exact.stamp),
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
    return chargesOf((item) => (item === 'dp' ? dp : shared[item][at]!));
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
  return { lines, charges: chargesOf((item) => all.reduce((sum, { charges }) => sum + charges[item], 0n)) };
}

type Line = Pick<NoteLine, 'code' | 'product' | 'side' | 'bought' | 'sold'> & { readonly orders: readonly NoteOrder[] };

/**
 * The lines of a share: one, unless it trades trade-for-trade, or intraday shares were left open. Shares that
 * became the other product are bought on its line, at the average price of those that they were bought with.
 */
function linesOf(code: string, orders: readonly NoteOrder[], toDelivery: number): readonly Line[] {
  const lineOf = (product: Product, some: readonly NoteOrder[]): Line => ({
    code,
    product,
    side: 'both',
    bought: tradedOf(some, 'buy'),
    sold: tradedOf(some, 'sell'),
    orders: some,
  });
  if (orders.some(({ isTradeForTrade }) => isTradeForTrade)) {
    return (['buy', 'sell'] as const).flatMap((side) => {
      const some = orders.filter((order) => order.side === side);
      return some.length === 0 ? [] : { ...lineOf('delivery', some), side };
    });
  }
  const intraday = orders.filter(({ product }) => product === 'intraday');
  const delivery = orders.filter(({ product }) => product === 'delivery');
  const isDelivery = delivery.length > 0 || toDelivery > 0;
  const isClosed = tradedOf(intraday, 'buy').quantity - toDelivery === tradedOf(intraday, 'sell').quantity;
  if (isClosed) return [lineOf(isDelivery ? 'delivery' : 'intraday', orders)];
  const from = tradedOf(toDelivery > 0 ? intraday : delivery, 'buy');
  const movedPaise =
    toDelivery === 0 ? 0n : mulDiv(from.valuePaise, BigInt(toDelivery), BigInt(from.quantity), 'half_up');
  const lines = [
    isDelivery ? withBought(lineOf('delivery', delivery), toDelivery, movedPaise) : undefined,
    withBought(lineOf('intraday', intraday), -toDelivery, -movedPaise),
  ];
  return lines.filter((line) => line !== undefined);
}

const withBought = (line: Line, quantity: number, valuePaise: bigint): Line => ({
  ...line,
  bought: { quantity: line.bought.quantity + quantity, valuePaise: line.bought.valuePaise + valuePaise },
});

const tradedOf = (orders: readonly NoteOrder[], side: Side): Traded =>
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

function draftOf(
  terms: Terms,
  { orders, ...line }: Line,
): {
  readonly line: Omit<Line, 'orders'>;
  readonly sameDay: Draft | undefined;
  readonly delivered: Draft | undefined;
} {
  const { bought, sold, product } = line;
  const [less, more] = bought.quantity < sold.quantity ? [bought, sold] : [sold, bought];
  const over = product === 'delivery' ? more.quantity - less.quantity : 0;
  const overSide = over === 0 ? undefined : more === bought ? 'buy' : 'sell';
  /** The part of a side's amount that belongs to what is delivered: shares of the day's average price. */
  const partOf = (side: Side): readonly [bigint, bigint] => {
    const of = side === 'buy' ? bought : sold;
    return side === overSide ? [BigInt(over), BigInt(of.quantity)] : [0n, 1n];
  };
  const deliveredPaise = (side: Side): bigint => {
    const [part, whole] = partOf(side);
    return mulDiv((side === 'buy' ? bought : sold).valuePaise, part, whole, 'half_up');
  };
  const [deliveredBuy, deliveredSell] = [deliveredPaise('buy'), deliveredPaise('sell')];
  const rates = {
    exchange: inForce(EXCHANGE_CHARGE, terms.day),
    sebi: inForce(SEBI_FEE, terms.day),
    stt: sttRates(orders[0] ?? {}, terms.day), // all orders of a line are of one security
    stamp: inForce(STAMP_DUTY, terms.day),
  };
  /** Of each side, what its value costs at its rate, in the part that is delivered or in the other. */
  const exactOf = (isDelivered: boolean): Exact => {
    const at = isDelivered ? 'delivery' : 'intraday';
    const sum = (rate: (side: Side) => bigint): Fraction =>
      (['buy', 'sell'] as const)
        .map((side) => {
          const [part, whole] = partOf(side);
          const value = (side === 'buy' ? bought : sold).valuePaise;
          return { n: value * rate(side) * (isDelivered ? part : whole - part), d: whole * BILLION };
        })
        .reduce(add, ZERO);
    const brokerage = orders
      .map((order) => {
        const [part, whole] = partOf(order.side);
        return { n: brokerageOf(terms, order) * (isDelivered ? part : whole - part), d: whole };
      })
      .reduce(add, ZERO);
    return {
      brokerage,
      exchange: sum(() => rates.exchange),
      sebi: sum(() => rates.sebi),
      stt: sum((side) => rates.stt[at][side]),
      stamp: sum((side) => rates.stamp[at][side]),
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
          exact: exactOf(false),
        }
      : undefined,
    delivered: overSide && {
      side: overSide,
      quantity: over,
      boughtPaise: deliveredBuy,
      soldPaise: deliveredSell,
      exact: exactOf(true),
    },
  };
}

/** Brokerage of an order, half up to the paisa: it does not depend on what nets. */
const brokerageOf = ({ plan, day }: Terms, { product, valuePaise }: NoteOrder): bigint =>
  mulDiv(exactBrokerage({ plan, day, product, valuePaise }), 1n, BILLION, 'half_up');

const sumOf = (parts: readonly Draft[], item: (part: Draft) => Fraction): Fraction => parts.map(item).reduce(add, ZERO);
