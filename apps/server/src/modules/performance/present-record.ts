import type { Data } from '@khara/contract';
import { percent, rupees, showDecimal } from '@khara/money';
import type { RecordDay } from './day-values.ts';
import { type MemberRecord, myRecord } from './my-record.ts';
import type { MoneyReturn } from './money-return.ts';
import type { Case, Pattern } from './patterns.ts';
import type { PartResult } from './result-parts.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { orderById } from '#modules/orders/index.ts';
import { planOutcome } from './plan-outcome.ts';

type Shown = NonNullable<Data<'myRecord'>>;

/** Market days below which a rate of a year says nothing. */
const DAYS_FOR_A_YEAR = 60;
/** Days of the line, and cases of a pattern, that an answer has at most. */
const MAX_DAYS = 400;
const MAX_CASES = 100;

/** A float with two decimals, half up. */
const twoDecimals = (value: number): string => showDecimal(BigInt(Math.round(value * 100)), 2);
/** A rate as per cent. */
const rateText = (fraction: number): string => twoDecimals(fraction * 100);

function presentRecord(record: MemberRecord): Shown {
  const { days, money, falls, index, tradedPaise } = record;
  const mayBeYearly = record.workedDays >= DAYS_FOR_A_YEAR && 'yearly' in money && Number.isFinite(money.yearly);
  return {
    period: record.period,
    from: days[0]!.marketDate,
    to: days.at(-1)!.marketDate,
    marketDays: days.length,
    allMarketDays: record.allMarketDays,
    investedDays: record.workedDays,
    began: rupees(record.beganPaise),
    putIn: rupees(record.inPaise - record.cameBackPaise),
    takenOut: rupees(record.outPaise - record.tookBackPaise),
    ...backText(record),
    worth: rupees(record.worthPaise),
    gain: rupees(record.gainPaise),
    charges: rupees(record.chargesPaise),
    gainBeforeCharges: rupees(record.gainPaise + record.chargesPaise),
    ...moneyText(money),
    ...(mayBeYearly && { yearlyReturn: rateText(money.yearly) }),
    ...('reason' in money && { noReturn: money.reason }),
    choicesReturn: rateText(record.growth - 1),
    deepestFall: rateText(falls.deepest),
    fallDays: falls.days,
    daysUnderPeak: falls.under,
    ...(index && {
      index: {
        worth: rupees(index.values.at(-1)!),
        gain: rupees(index.values.at(-1)! + record.outPaise - record.beganPaise - record.inPaise),
        ...moneyText(index.money),
      },
    }),
    days: line(record),
    orders: record.orders,
    byType: record.byType.map(part),
    byHolding: record.byHolding.map(part),
    byPhase: record.byPhase.map(part),
    byReason: record.journal.byReason.map(part),
    byTag: record.journal.byTag.map(({ key: tag, ...sums }) => {
      const { key: _, ...rest } = part({ key: tag, ...sums });
      return { tag, ...rest };
    }),
    byPlan: record.journal.byPlan.map(part),
    otherResult: rupees(record.otherPaise),
    otherCharges: rupees(record.otherChargesPaise),
    ...(tradedPaise > 0n && { intradayShare: percent(record.intradayPaise, tradedPaise) }),
    patterns: record.patterns.map((pattern) => presentPattern(pattern, record.dateOf)),
  };
}

const moneyText = (money: MoneyReturn) => ('whole' in money ? { moneyReturn: rateText(money.whole) } : {});

type Moves = Pick<RecordDay, 'inPaise' | 'outPaise' | 'tookBackPaise' | 'cameBackPaise'>;
const NO_MOVES: Moves = { inPaise: 0n, outPaise: 0n, tookBackPaise: 0n, cameBackPaise: 0n };
const add = (a: Moves, b: Moves): Moves => ({
  inPaise: a.inPaise + b.inPaise,
  outPaise: a.outPaise + b.outPaise,
  tookBackPaise: a.tookBackPaise + b.tookBackPaise,
  cameBackPaise: a.cameBackPaise + b.cameBackPaise,
});

/** What went back the way it had come: no deposit and no withdrawal of the member. */
const backText = ({ tookBackPaise, cameBackPaise }: Moves) => ({
  ...(tookBackPaise !== 0n && { tookBack: rupees(tookBackPaise) }),
  ...(cameBackPaise !== 0n && { cameBack: rupees(cameBackPaise) }),
});

const part = <Key>({ key, orders, chargesPaise, resultPaise }: PartResult<Key>) => ({
  key,
  orders,
  charges: rupees(chargesPaise),
  result: rupees(resultPaise),
});

/** The line of values: every day, or of many days evenly spaced ones and those with a flow. */
function line({ days, beganPaise, index }: MemberRecord): Shown['days'] {
  const step = Math.ceil(days.length / MAX_DAYS);
  let putIn = beganPaise;
  let moved = NO_MOVES;
  const shown: Shown['days'] = [];
  days.forEach((day, at) => {
    putIn += day.inPaise - day.outPaise;
    moved = add(moved, day);
    const isShown = at === 0 || (days.length - 1 - at) % step === 0;
    if (!isShown) return;
    shown.push({
      marketDate: day.marketDate,
      value: rupees(day.valuePaise),
      putIn: rupees(putIn),
      moneyIn: rupees(moved.inPaise - moved.cameBackPaise),
      moneyOut: rupees(moved.outPaise - moved.tookBackPaise),
      ...backText(moved),
      ...(index && { index: rupees(index.values[at]!) }),
    });
    moved = NO_MOVES;
  });
  return shown;
}

function presentPattern(pattern: Pattern, dateOf: (day: number) => string): Shown['patterns'][number] {
  const { kind, cases, chances, resultPaise, othersPaise, heldDays } = pattern;
  return {
    kind,
    // The newest first.
    cases: cases
      .slice(-MAX_CASES)
      .toReversed()
      .map((one) => presentCase(one, dateOf)),
    caseCount: cases.length,
    ...(chances !== undefined && { chances }),
    ...(resultPaise !== undefined && { result: rupees(resultPaise) }),
    ...(othersPaise !== undefined && { others: rupees(othersPaise) }),
    ...(heldDays && { heldDays: { winners: twoDecimals(heldDays.winners), losers: twoDecimals(heldDays.losers) } }),
  };
}

const presentCase = (
  { order, code, day, at, resultPaise, lostPaise, times, daysHeld }: Case,
  dateOf: (day: number) => string,
) => ({
  order,
  code,
  marketDate: dateOf(day),
  at,
  result: rupees(resultPaise),
  ...(lostPaise !== undefined && { lost: rupees(lostPaise) }),
  ...(times !== undefined && { times }),
  ...(daysHeld !== undefined && { daysHeld }),
});

export const handlers = {
  myRecord: async (deps, { member }, { period = 'all' }) => {
    const record = await myRecord(deps, member.userId, period);
    return done(record ? presentRecord(record) : null);
  },
  planOutcome: async (deps, { member }, { id }) => {
    const order = await orderById(deps.db, member.userId, id);
    if (!order) return refuse('unknown_order', { field: 'id' });
    return done((await planOutcome(deps, member.userId, order.id)) ?? null);
  },
} satisfies HandlersFor<'myRecord' | 'planOutcome'>;
