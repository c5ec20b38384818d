import type { RecordPeriod } from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import { ofOneDate } from '#modules/market/index.ts';
import { findFalls, cumulateGrowth, sameInIndex, workedOn, type Falls, type DayValue } from './day-series.ts';
import { dayValues, type RecordDay } from './day-values.ts';
import { ORDER_GROUPS, PHASE_GROUPS, type OrderGroup, type PhaseGroup, type Trade } from './holding-events.ts';
import { readJournal, type Journal } from './journal.ts';
import { type MoneyReturn, moneyReturn } from './money-return.ts';
import { findPatterns, type Pattern } from './patterns.ts';
import { withoutPairs } from './lots.ts';
import { collectOutcomes } from './outcomes.ts';
import { daysHeld, HOLDING_TIMES, toHoldingTime, partsBy, type HoldingTime, type PartResult } from './result-parts.ts';
import { tradeEvents } from './trade-events.ts';
import { DAY_MS } from '@khara/rules';

const calendarDay = (marketDate: string): number => Date.parse(marketDate) / DAY_MS;

/**
 * The money-weighted return of market days in their order, by what all of it was worth at each close, in paise. A day
 * of the calendar counts when money was there at the close before it.
 */
export function returnOfDays(
  days: readonly Pick<DayValue, 'marketDate' | 'inPaise' | 'outPaise'>[],
  worth: readonly bigint[],
): MoneyReturn {
  const dates = days.map(({ marketDate }) => calendarDay(marketDate));
  const flows = days.map(({ inPaise, outPaise }, at) => ({ day: dates[at]!, paise: inPaise - outPaise }));
  const workedDays = dates.reduce(
    (sum, day, at) => (at > 0 && worth[at - 1]! > 0n ? sum + day - dates[at - 1]! : sum),
    0,
  );
  return moneyReturn(flows, { day: dates.at(-1)!, paise: worth.at(-1)!, workedDays });
}

/** Market days of a period; all of them without one. */
const MARKET_DAYS: Readonly<Record<RecordPeriod, number>> = { '1w': 5, '1m': 21, '3m': 63, all: Infinity };

export type MemberRecord = {
  readonly period: RecordPeriod;
  readonly allMarketDays: number;
  /** Market days of the period on which money was there. */
  readonly workedDays: number;
  readonly days: readonly RecordDay[];
  /** Worth before the first of the days. */
  readonly beganPaise: bigint;
  readonly inPaise: bigint;
  readonly outPaise: bigint;
  /** Of `outPaise`: recharges that the bank took back. Of `inPaise`: withdrawals that came back. */
  readonly tookBackPaise: bigint;
  readonly cameBackPaise: bigint;
  readonly worthPaise: bigint;
  readonly gainPaise: bigint;
  readonly chargesPaise: bigint;
  readonly money: MoneyReturn;
  /** Growth since the beginning, as a factor. */
  readonly growth: number;
  readonly falls: Falls;
  readonly index: { readonly values: readonly bigint[]; readonly money: MoneyReturn } | undefined;
  /** Orders that opened the shares of all parts. */
  readonly orders: number;
  readonly byType: readonly PartResult<OrderGroup>[];
  readonly byHolding: readonly PartResult<HoldingTime>[];
  readonly byPhase: readonly PartResult<PhaseGroup>[];
  readonly journal: Journal;
  /** What is no result of a trade, after its charges; and these charges. */
  readonly otherPaise: bigint;
  readonly otherChargesPaise: bigint;
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
): Promise<MemberRecord | undefined> =>
  ofOneDate(deps.market, (today) => deps.db.snapshot((tx) => readRecord(deps, tx, { userId, period, today })));

async function readRecord(
  deps: Pick<Deps, 'market' | 'keys'>,
  db: Queryable,
  { userId, period, today }: { readonly userId: string; readonly period: RecordPeriod; readonly today: string },
): Promise<MemberRecord | undefined> {
  const all = await dayValues(deps, db, userId, today);
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
  const values = sameInIndex(begun);
  const growth = cumulateGrowth(begun);
  const worked = workedOn(begun);
  /** Growth at the end of each day of the period on which money was there: a fall lasts no longer than the money. */
  const grown = growth.filter((_, at) => worked[at] && at >= begun.length - days.length);

  const { events, priceNow } = await tradeEvents(deps, db, userId, { all, before, today });
  const outcomes = collectOutcomes(events, priceNow);
  const paired = withoutPairs(events);
  const counted = paired
    .slice(paired.findLastIndex(({ kind }) => kind === 'mark') + 1)
    .filter((event): event is Trade => event.kind === 'trade' && event.type !== 'issue');
  const chargesPaise = sum((day) => day.chargesPaise);
  const byType = partsBy(outcomes, ORDER_GROUPS, ({ group }) => group);
  return {
    period,
    allMarketDays: all.length,
    workedDays: grown.length,
    days,
    beganPaise,
    inPaise,
    outPaise,
    tookBackPaise: sum((day) => day.tookBackPaise),
    cameBackPaise: sum((day) => day.cameBackPaise),
    worthPaise: last.valuePaise,
    gainPaise,
    chargesPaise,
    money: returnOfDays(
      begun,
      begun.map(({ valuePaise }) => valuePaise),
    ),
    growth: growth.at(-1)!,
    falls: findFalls(grown),
    index: values && {
      values: before ? values.slice(1) : values,
      money: returnOfDays(begun, values),
    },
    orders: new Set(outcomes.map(({ openedBy }) => openedBy)).size,
    byType,
    byHolding: partsBy(outcomes, HOLDING_TIMES, (outcome) => toHoldingTime(daysHeld(outcome, last.marketDay))),
    byPhase: partsBy(outcomes, PHASE_GROUPS, ({ phase }): PhaseGroup => phase ?? 'issue'),
    journal: await readJournal(db, userId, { events, outcomes, priceNow, fromDay: days[0]!.marketDay }),
    otherPaise: gainPaise - byType.reduce((total, { resultPaise }) => total + resultPaise, 0n),
    otherChargesPaise: chargesPaise - byType.reduce((total, part) => total + part.chargesPaise, 0n),
    tradedPaise: sumValue(counted),
    intradayPaise: sumValue(counted.filter(({ product, isWithinDay }) => product === 'intraday' || isWithinDay)),
    patterns: findPatterns(events, outcomes, last.marketDay),
    // Market days are numbered without a gap.
    dateOf: (day) => (all[day - all[0]!.marketDay] ?? last).marketDate,
  };
}

const sumValue = (trades: readonly Trade[]): bigint => trades.reduce((sum, { valuePaise }) => sum + valuePaise, 0n);
