import type { RecordPeriod } from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import { fallsOf, growthOf, sameInIndex, type Falls } from './day-series.ts';
import { dayValues, type RecordDay } from './day-values.ts';
import { ORDER_GROUPS, TRADE_PHASES, type OrderGroup, type Trade, type TradePhase } from './holding-events.ts';
import { journalOf, type Journal } from './journal.ts';
import { moneyReturn, type MoneyReturn } from './money-return.ts';
import { patternsOf, type Pattern } from './patterns.ts';
import { outcomesOf } from './outcomes.ts';
import { daysHeld, HOLDING_TIMES, holdingTimeOf, partsBy, type HoldingTime, type PartResult } from './result-parts.ts';
import { tradeEvents } from './trade-events.ts';

/** Market days of a period; all of them without one. */
const MARKET_DAYS: Readonly<Record<RecordPeriod, number>> = { '1w': 5, '1m': 21, '3m': 63, all: Infinity };

const DAY_MS = 86_400_000;
const calendarDay = (marketDate: string): number => Date.parse(marketDate) / DAY_MS;

export type MemberRecord = {
  readonly period: RecordPeriod;
  readonly allMarketDays: number;
  readonly days: readonly RecordDay[];
  /** Worth before the first of the days. */
  readonly beganPaise: bigint;
  readonly inPaise: bigint;
  readonly outPaise: bigint;
  readonly worthPaise: bigint;
  readonly gainPaise: bigint;
  readonly chargesPaise: bigint;
  readonly money: MoneyReturn;
  /** Growth since the beginning, as a factor. */
  readonly growth: number;
  readonly falls: Falls;
  readonly index: { readonly values: readonly bigint[]; readonly money: MoneyReturn } | undefined;
  readonly byType: readonly PartResult<OrderGroup>[];
  readonly byHolding: readonly PartResult<HoldingTime>[];
  readonly byPhase: readonly PartResult<TradePhase>[];
  readonly journal: Journal;
  readonly otherPaise: bigint;
  readonly tradedPaise: bigint;
  readonly intradayPaise: bigint;
  readonly patterns: readonly Pattern[];
  /** Market date of a day that a pattern names. */
  readonly dateOf: (day: number) => string;
};

/** How a member has done in a period; undefined before the first entry. One view of the data, whatever happens. */
export const myRecord = (
  deps: Pick<Deps, 'db' | 'market' | 'keys'>,
  userId: string,
  period: RecordPeriod,
): Promise<MemberRecord | undefined> => deps.db.snapshot((tx) => readRecord(deps, tx, userId, period));

async function readRecord(
  deps: Pick<Deps, 'market' | 'keys'>,
  db: Queryable,
  userId: string,
  period: RecordPeriod,
): Promise<MemberRecord | undefined> {
  const all = await dayValues(deps, db, userId);
  if (all.length === 0) return undefined;
  const from = Math.max(0, all.length - MARKET_DAYS[period]);
  const days = all.slice(from);
  const before = all[from - 1];
  const last = days.at(-1)!;
  const beganPaise = before?.valuePaise ?? 0n;
  const sum = (of: (day: RecordDay) => bigint): bigint => days.reduce((total, day) => total + of(day), 0n);
  const inPaise = sum((day) => day.inPaise);
  const outPaise = sum((day) => day.outPaise);
  const gainPaise = last.valuePaise + outPaise - beganPaise - inPaise;

  // What was there before is put in at the close of the day before.
  const begun = before ? [{ ...before, inPaise: beganPaise, outPaise: 0n }, ...days] : days;
  const flows = begun.map((day) => ({ day: calendarDay(day.marketDate), paise: day.inPaise - day.outPaise }));
  const end = calendarDay(last.marketDate);
  const values = sameInIndex(begun);
  const growth = growthOf(begun);

  const { events, priceNow } = await tradeEvents(deps, db, userId, { all, before });
  const outcomes = outcomesOf(events, priceNow);
  const counted = events
    .slice(events.findLastIndex(({ kind }) => kind === 'mark') + 1)
    .filter((event): event is Trade => event.kind === 'trade' && event.type !== 'issue');
  const byType = partsBy(outcomes, ORDER_GROUPS, ({ group }) => group);
  return {
    period,
    allMarketDays: all.length,
    days,
    beganPaise,
    inPaise,
    outPaise,
    worthPaise: last.valuePaise,
    gainPaise,
    chargesPaise: sum((day) => day.chargesPaise),
    money: moneyReturn(flows, end, last.valuePaise),
    growth: growth.at(-1)!,
    falls: fallsOf(before ? growth.slice(1) : growth),
    index: values && {
      values: before ? values.slice(1) : values,
      money: moneyReturn(flows, end, values.at(-1)!),
    },
    byType,
    byHolding: partsBy(outcomes, HOLDING_TIMES, (outcome) => holdingTimeOf(daysHeld(outcome, last.marketDay))),
    byPhase: partsBy(outcomes, TRADE_PHASES, ({ phase }) => phase),
    journal: await journalOf(db, userId, { events, outcomes, priceNow, fromDay: days[0]!.marketDay }),
    otherPaise: gainPaise - byType.reduce((total, { resultPaise }) => total + resultPaise, 0n),
    tradedPaise: valueOf(counted),
    intradayPaise: valueOf(counted.filter(({ product }) => product === 'intraday')),
    patterns: patternsOf(events, outcomes, last.marketDay),
    // Market days are numbered without a gap.
    dateOf: (day) => (all[day - all[0]!.marketDay] ?? last).marketDate,
  };
}

const valueOf = (trades: readonly Trade[]): bigint => trades.reduce((sum, { valuePaise }) => sum + valuePaise, 0n);
