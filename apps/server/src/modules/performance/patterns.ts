import { mulDiv } from '@khara/money';
import type { Trade, TradeEvent } from './holding-events.ts';
import { netProfit, collectOutcomes, type Outcome } from './outcomes.ts';
import { daysHeld } from './result-parts.ts';

/*
 * Patterns in a member's own trades, by rules that the page prints. A pattern is a count and never a judgement: with
 * fewer than five cases there is none.
 */

const PATTERN_RULES = {
  /** Cases that a pattern needs. */
  cases: 5,
  /** An order after a loss is larger from this many tenths of the losing order on. */
  largerTenths: 15n,
  /** Market days after the loss in which the next order counts. */
  withinDays: 1,
  /** Winners are sold early when losers are held at least this many times as long. */
  heldTimes: 2,
  /** More orders than this on one market day. */
  ordersPerDay: 10,
} as const;

type PatternKind = 'larger_after_loss' | 'averaging_down' | 'winners_before_losers' | 'many_orders';

/** An order, or of `many_orders` a day, behind a pattern. */
export type Case = {
  readonly order: string;
  readonly code: string;
  readonly day: number;
  readonly at: number;
  /** Of what this order opened; of a closed trade its own. */
  readonly resultPaise: bigint;
  /** What was lost before it, as a figure above zero. */
  readonly lostPaise?: bigint;
  /** How much larger, or the orders of that day. */
  readonly times?: number;
  readonly daysHeld?: number;
};

export type Pattern = {
  readonly kind: PatternKind;
  readonly cases: readonly Case[];
  /** How often it could have happened, where that can be counted. */
  readonly chances?: number;
  /** Of the cases together, and of all that is not among them; absent where a sum says nothing. */
  readonly resultPaise?: bigint;
  readonly othersPaise?: bigint;
  /** Mean of market days, of winners and of losers. */
  readonly heldDays?: { readonly winners: number; readonly losers: number };
};

type OpeningOrder = { readonly trade: Trade; valuePaise: bigint; resultPaise: bigint };

/** `lastDay` is the number of the last market day. Events and outcomes of the same period. */
export function findPatterns(
  events: readonly TradeEvent[],
  outcomes: readonly Outcome[],
  lastDay: number,
): readonly Pattern[] {
  const begun = events.slice(events.findLastIndex(({ kind }) => kind === 'mark') + 1);
  const trades = begun.filter((event) => event.kind === 'trade');
  const opening = openingOrders(trades, outcomes);
  const whole = outcomes.reduce((sum, outcome) => sum + netProfit(outcome), 0n);
  return [
    largerAfterLoss(opening, outcomes, whole),
    averagingDown(events, opening, whole),
    winnersBeforeLosers(outcomes, lastDay),
    manyOrders(trades, outcomes, whole),
  ].filter((pattern) => pattern !== undefined);
}

/** Orders that opened shares, in the order of their first fill, with what became of what they opened. */
function openingOrders(trades: readonly Trade[], outcomes: readonly Outcome[]): readonly OpeningOrder[] {
  const orders = new Map<string, OpeningOrder>();
  const opened = Map.groupBy(outcomes, ({ openedBy }) => openedBy);
  for (const trade of trades) {
    if (trade.type === 'issue' || !opened.has(trade.order)) continue;
    const order = orders.get(trade.order);
    if (order) order.valuePaise += trade.valuePaise;
    else {
      const resultPaise = opened.get(trade.order)!.reduce((sum, outcome) => sum + netProfit(outcome), 0n);
      orders.set(trade.order, { trade, valuePaise: trade.valuePaise, resultPaise });
    }
  }
  return [...orders.values()];
}

const toCase = ({ trade, resultPaise }: OpeningOrder): Case => ({
  order: trade.order,
  code: trade.code,
  day: trade.day,
  at: trade.at,
  resultPaise,
});

/** A pattern with the sums of its cases; undefined with too few of them. */
function withSums(kind: PatternKind, cases: readonly Case[], whole: bigint, chances?: number): Pattern | undefined {
  if (cases.length < PATTERN_RULES.cases) return undefined;
  const resultPaise = cases.reduce((sum, one) => sum + one.resultPaise, 0n);
  return { kind, cases, resultPaise, othersPaise: whole - resultPaise, ...(chances !== undefined && { chances }) };
}

/** The first order that opened shares after an instant; orders are in their order. */
function firstAfter(opening: readonly OpeningOrder[], at: number): OpeningOrder | undefined {
  let [low, high] = [0, opening.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (opening[middle]!.trade.at > at) high = middle;
    else low = middle + 1;
  }
  return opening[low];
}

/** The next order after a loss is at least half as large again as what was lost with. */
function largerAfterLoss(
  opening: readonly OpeningOrder[],
  outcomes: readonly Outcome[],
  whole: bigint,
): Pattern | undefined {
  const byClosing = Map.groupBy(
    outcomes.filter(({ closedBy }) => closedBy !== undefined),
    ({ closedBy }) => closedBy!,
  );
  const cases = new Map<string, Case>();
  let chances = 0;
  for (const closed of byClosing.values()) {
    const lostPaise = -closed.reduce((sum, outcome) => sum + netProfit(outcome), 0n);
    const costPaise = closed.reduce((sum, outcome) => sum + outcome.costPaise, 0n);
    const { closedDay = 0, closedAt = 0 } = closed.at(-1)!;
    if (lostPaise <= 0n || costPaise <= 0n) continue;
    const next = firstAfter(opening, closedAt);
    if (!next || next.trade.day - closedDay > PATTERN_RULES.withinDays) continue;
    chances += 1;
    if (next.valuePaise * 10n < costPaise * PATTERN_RULES.largerTenths) continue;
    const times = Number(mulDiv(next.valuePaise, 10n, costPaise, 'floor')) / 10;
    if (!cases.has(next.trade.order)) cases.set(next.trade.order, { ...toCase(next), lostPaise, times });
  }
  return withSums('larger_after_loss', [...cases.values()], whole, chances);
}

/** Shares that are held already are bought below what they cost on average. */
function averagingDown(
  events: readonly TradeEvent[],
  opening: readonly OpeningOrder[],
  whole: bigint,
): Pattern | undefined {
  const lower = new Set<string>();
  const from = events.findLastIndex(({ kind }) => kind === 'mark');
  const counted = new Set(events.slice(from + 1).flatMap((event) => (event.kind === 'trade' ? [event.order] : [])));
  collectOutcomes(
    events.filter(({ kind }) => kind !== 'mark'),
    () => 0n,
    (trade, lots) => {
      const isOther =
        trade.product === 'intraday' || trade.isWithinDay || trade.type === 'issue' || trade.side === 'sell';
      // Fills of one order are one decision.
      const newest = lots.at(-1)?.of.order;
      if (isOther || !counted.has(trade.order) || newest === trade.order) return;
      const quantity = lots.reduce((sum, lot) => sum + lot.quantity, 0);
      const costPaise = lots.reduce((sum, lot) => sum + lot.costPaise, 0n);
      if (quantity > 0 && trade.valuePaise * BigInt(quantity) < costPaise * BigInt(trade.quantity))
        lower.add(trade.order);
    },
  );
  const cases = opening.filter(({ trade }) => lower.has(trade.order)).map(toCase);
  return withSums('averaging_down', cases, whole);
}

/** Delivery trades that ended: losers were held at least twice as long as winners. */
function winnersBeforeLosers(outcomes: readonly Outcome[], lastDay: number): Pattern | undefined {
  const closed = outcomes.filter(({ closedDay, group }) => closedDay !== undefined && group !== 'intraday');
  const winners = closed.filter((outcome) => netProfit(outcome) > 0n);
  const losers = closed.filter((outcome) => netProfit(outcome) < 0n);
  if (Math.min(winners.length, losers.length) < PATTERN_RULES.cases) return undefined;
  const mean = (some: readonly Outcome[]): number =>
    some.reduce((sum, outcome) => sum + daysHeld(outcome, lastDay), 0) / some.length;
  const heldDays = { winners: mean(winners), losers: mean(losers) };
  if (heldDays.losers === 0 || heldDays.losers < PATTERN_RULES.heldTimes * heldDays.winners) return undefined;
  const cases = closed
    .filter((outcome) => netProfit(outcome) !== 0n)
    .map((outcome): Case => ({
      order: outcome.closedBy!,
      code: outcome.code,
      day: outcome.closedDay!,
      at: outcome.closedAt!,
      resultPaise: netProfit(outcome),
      daysHeld: daysHeld(outcome, lastDay),
    }));
  return { kind: 'winners_before_losers', cases, heldDays };
}

/** Days on which more than ten orders were filled. */
function manyOrders(trades: readonly Trade[], outcomes: readonly Outcome[], whole: bigint): Pattern | undefined {
  const own = trades.filter(({ type }) => type !== 'issue');
  const opened = Map.groupBy(outcomes, ({ openedBy }) => openedBy);
  const cases = [...Map.groupBy(own, ({ day }) => day)].flatMap(([day, ofDay]): readonly Case[] => {
    const orders = new Set(ofDay.map(({ order }) => order));
    if (orders.size <= PATTERN_RULES.ordersPerDay) return [];
    const resultPaise = [...orders]
      .flatMap((order) => opened.get(order) ?? [])
      .reduce((sum, outcome) => sum + netProfit(outcome), 0n);
    const { order, code, at } = ofDay[0]!;
    return [{ order, code, day, at, resultPaise, times: orders.size }];
  });
  return withSums('many_orders', cases, whole);
}
