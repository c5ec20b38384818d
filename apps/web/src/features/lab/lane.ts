import {
  type ImaginedOrder,
  type NoWhatIf,
  type OrderEvent,
  type PlayedShare,
  playShare,
  type ShareDay,
  timeOfStep,
  type TradingDay,
  type WhatIf,
} from '@khara/market-day';
import type { Issuer } from '@khara/universe';
import { watchMeetings } from './meetings.ts';

type Names = Issuer['names'];

/** Prices a side of the book that a lane keeps, and the numbers of each: price, shares, orders. */
const LEVELS = 5;
const NUMBERS = 3;
const STEP_NUMBERS = 2 * LEVELS * NUMBERS;

/** An order of a member, and what became of it. Prices in paise. */
export type LaneOrder = {
  readonly id: string;
  readonly step: number;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  readonly price: number;
  readonly market: boolean;
  readonly triggerPrice: number | undefined;
  readonly validity: 'day' | 'ioc';
  readonly fills: readonly { readonly step: number; readonly price: number; readonly quantity: number }[];
  /** What it found: shares ahead of it at its price and better, and the best prices. */
  readonly book: Book | undefined;
  /** Why the exchange or the phase did not take it. */
  readonly rejected: string | undefined;
  /** Why it ended before it was filled. */
  readonly ended: string | undefined;
};
type Book = { readonly ahead: number; readonly bid: number | undefined; readonly ask: number | undefined };

/** One share's day as it was, or as it would have been: all that the page shows of it, by step. */
export type Lane = {
  /** Step, price in paise and shares of each trade, one after the other. */
  readonly trades: Int32Array;
  /** The two orders of each trade, as meetings.ts keeps them. */
  readonly meetings: Int32Array;
  /** The book at each step from `firstStep`: five bids, then five asks. */
  readonly books: Int32Array;
  readonly firstStep: number;
  readonly closePrice: number;
  /** Units of a fund: the STT on them is another than on shares. */
  readonly isFund: boolean;
  readonly orders: readonly LaneOrder[];
  /** Ids of the orders that the changes were about, in their order. */
  readonly changed: readonly string[];
};

/** What both lanes have in common. */
export type LabDay = {
  readonly marketDate: string;
  readonly code: string;
  readonly names: Names;
  readonly steps: number;
  readonly firstStep: number;
  /** Milliseconds since midnight in India, by step. */
  readonly times: Int32Array;
  readonly phases: readonly { readonly phase: string; readonly fromStep: number; readonly toStep: number }[];
  readonly tick: number;
  readonly previousClose: number;
  readonly shares: readonly { readonly code: string; readonly names: Names }[];
};

/** Plays a lane; `day` is what it has in common with any other. */
export function playLane(
  log: ShareDay,
  changes: readonly WhatIf[] = [],
): { readonly lane: Lane; readonly day: LabDay } | { readonly refused: NoWhatIf } {
  const { firstStep, steps } = log.head;
  const books = new Int32Array((steps - firstStep) * STEP_NUMBERS);
  const spans: { phase: string; fromStep: number; toStep: number }[] = [];
  const met = watchMeetings();
  const played = playShare(log, changes, (day, share) => {
    met.watch(day, share);
    keepBook(books, (day.step - firstStep) * STEP_NUMBERS, day, share);
    const phase = day.phaseOfShare(share);
    const last = spans.at(-1);
    if (last?.phase === phase) last.toStep = day.step + 1;
    else spans.push({ phase, fromStep: day.step, toStep: day.step + 1 });
  });
  if ('refused' in played) return played;
  const { day, share } = played;
  const { tick, previousClose } = day.spec.instruments[share]!;
  const names = log.head.issuers[share]!.names;
  return {
    lane: {
      trades: Int32Array.from(played.trades.flatMap(({ step, price, quantity }) => [step, price, quantity])),
      meetings: met.take(),
      books,
      firstStep,
      closePrice: played.closePrice,
      isFund: played.day.universe.issuers[played.share]!.fund !== undefined,
      orders: laneOrders(log, changes, played),
      changed: played.orders.map(String),
    },
    day: {
      marketDate: log.head.marketDate,
      code: log.code,
      names,
      steps,
      firstStep,
      times: Int32Array.from({ length: steps + 1 }, (_, step) => timeOfStep(day.inputs.plan, step)),
      phases: spans,
      tick,
      previousClose,
      shares: log.head.issuers.map(({ code, names }) => ({ code, names })),
    },
  };
}

function keepBook(books: Int32Array, from: number, { market }: TradingDay, share: number): void {
  const { bids, asks } = market.depth(share, LEVELS);
  for (const [side, levels] of [bids, asks].entries())
    for (const [at, { price, quantity, orders }] of levels.entries()) {
      const place = from + (side * LEVELS + at) * NUMBERS;
      books[place] = price;
      books[place + 1] = quantity;
      books[place + 2] = orders;
    }
}

export type BookLevel = readonly [price: number, quantity: number, orders: number];

/** The book as orders of a step found it. */
export function bookAt({ books, firstStep }: Lane, step: number) {
  const from = Math.max(0, step - firstStep) * STEP_NUMBERS;
  const side = (of: 0 | 1): readonly BookLevel[] =>
    Array.from({ length: LEVELS }, (_, at): BookLevel => {
      const place = from + (of * LEVELS + at) * NUMBERS;
      return [books[place] ?? 0, books[place + 1] ?? 0, books[place + 2] ?? 0];
    }).filter(([price]) => price > 0);
  return { bids: side(0), asks: side(1) };
}

function laneOrders(
  { commands, code }: ShareDay,
  changes: readonly WhatIf[],
  { events, orders: changed }: PlayedShare,
): readonly LaneOrder[] {
  const imagined = new Map(
    changes.flatMap((change, at): [number, ImaginedOrder | undefined][] => [
      [changed[at]!, change.kind === 'remove' ? undefined : change.order],
    ]),
  );
  const placed = new Map<number, ImaginedOrder>();
  for (const { step, command } of commands)
    if (command.kind === 'place' && command.code === code) placed.set(command.orderId, { step, ...command });
  for (const [orderId, order] of imagined) {
    if (order) placed.set(orderId, order);
    else placed.delete(orderId);
  }
  const byOrder = new Map<number, OrderEvent[]>();
  for (const event of events) {
    const own = byOrder.get(event.orderId);
    if (own) own.push(event);
    else byOrder.set(event.orderId, [event]);
  }
  return [...placed].map(([orderId, { step, side, quantity, price, market, triggerPrice, validity }]) => {
    const own = byOrder.get(orderId) ?? [];
    const opened = own.find((event) => event.kind === 'opened');
    return {
      id: String(orderId),
      step,
      side,
      quantity,
      price,
      market,
      triggerPrice,
      validity,
      fills: own.flatMap((event) =>
        event.kind === 'filled' ? [{ step: event.step, price: event.price, quantity: event.quantity }] : [],
      ),
      book: opened?.book && {
        ahead: opened.book.aheadQuantity,
        bid: opened.book.bidPaise,
        ask: opened.book.askPaise,
      },
      rejected: own.flatMap((event) => (event.kind === 'rejected' ? event.reason : []))[0],
      ended: own.flatMap((event) => (event.kind === 'cancelled' || event.kind === 'expired' ? event.reason : []))[0],
    };
  });
}
