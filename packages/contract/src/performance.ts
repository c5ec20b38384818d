import * as z from 'zod/mini';
import { call } from './call.ts';
import { ORDER_REASONS, PLAN_OUTCOMES } from './journal-words.ts';
import { Count, Id, Instant, Money, Percent } from './wire.ts';

const RECORD_PERIODS = ['1w', '1m', '3m', 'all'] as const;
export type RecordPeriod = (typeof RECORD_PERIODS)[number];
const RECORD_PATTERNS = ['larger_after_loss', 'averaging_down', 'winners_before_losers', 'many_orders'] as const;

/** A part of all trades: orders that opened shares, their charges, and the result after charges. */
const Part = <const Keys extends readonly string[]>(keys: Keys) =>
  z.object({ key: z.enum(keys), orders: Count, charges: Money, result: Money });

/** An order behind a pattern; of `many_orders` the first one of the day. */
const PatternCase = z.object({
  order: Id,
  code: z.string(),
  marketDate: z.string(),
  at: Instant,
  result: Money,
  /** What was lost before it. */
  lost: z.optional(Money),
  /** How many times as large as what was lost with, in tenths; of `many_orders` the orders of the day. */
  times: z.optional(z.number()),
  /** Market days from opening to closing. */
  daysHeld: z.optional(Count),
});

export const performanceCalls = {
  myRecord: call({
    path: '/app/capital/record',
    method: 'POST',
    access: 'member',
    doc: 'How the member has done in the last 5, 21 or 63 market days, or in all: value by market day from the ledger and closing prices, the same money in KHARA 50, returns, charges, results by part, and patterns by published rule. The running day counts at its last prices. `null` before the first recharge.',
    body: {
      period: z.optional(z.enum(RECORD_PERIODS, { error: 'invalid_input' })),
    },
    data: z.nullable(
      z.object({
        period: z.enum(RECORD_PERIODS),
        /** First and last market date that count, and how many market days they are. */
        from: z.string(),
        to: z.string(),
        marketDays: Count,
        /** All market days of the record, whatever the period. */
        allMarketDays: Count,
        /** Market days of the period on which money was there: returns and falls are of these. */
        investedDays: Count,
        /** What it was worth before the first of these days. */
        began: Money,
        putIn: Money,
        takenOut: Money,
        /** Of what was put in, recharges that the bank took back; absent without one. */
        tookBack: z.optional(Money),
        /** Of what was taken out, withdrawals that came back; absent without one. */
        cameBack: z.optional(Money),
        worth: Money,
        /** `worth` less `began`, `putIn` and `cameBack`, with `takenOut` and `tookBack`. */
        gain: Money,
        charges: Money,
        /** `gain` and `charges` together. */
        gainBeforeCharges: Money,
        /** Money-weighted, over the days on which money was there; absent with the reason why there is none. */
        moneyReturn: z.optional(Percent),
        /** The same as a year of 365 days; not before 60 of these days. */
        yearlyReturn: z.optional(Percent),
        noReturn: z.optional(z.enum(['nothing_put_in', 'one_day', 'no_solution', 'several_solutions', 'too_large'])),
        /** Time-weighted, over the whole time. */
        choicesReturn: Percent,
        deepestFall: Percent,
        /** Of these days, those from the peak before it until it was reached again, or until now. */
        fallDays: Count,
        daysUnderPeak: Count,
        /** The same money in KHARA 50; absent when it has no close on a day with a flow, or is all taken out. */
        index: z.optional(z.object({ worth: Money, gain: Money, moneyReturn: z.optional(Percent) })),
        /** At most 401 days, evenly spaced, the first and the last among them. */
        days: z.array(
          z.object({
            marketDate: z.string(),
            value: Money,
            /** `began`, and all that was put in until then, less what was taken out and taken back. */
            putIn: Money,
            /** Put in, and taken out, on this day and on those left out before it. */
            moneyIn: Money,
            moneyOut: Money,
            /** As above, of these days. */
            tookBack: z.optional(Money),
            cameBack: z.optional(Money),
            index: z.optional(Money),
          }),
        ),
        /** Orders that opened shares, each once. One that falls into several parts counts in each of them. */
        orders: Count,
        byType: z.array(Part(['limit', 'market', 'stop', 'intraday', 'issue'])),
        byHolding: z.array(Part(['same_day', 'up_to_5', 'up_to_20', 'longer'])),
        byPhase: z.array(Part(['opening_auction', 'continuous', 'closing_auction', 'post_close', 'issue'])),
        /** By what was written about orders; `none` is all others. Empty where nothing was written. */
        byReason: z.array(Part([...ORDER_REASONS, 'none'])),
        /** At most 20 tags, those with the most orders. An order of two tags is in both. */
        byTag: z.array(z.object({ tag: z.string(), orders: Count, charges: Money, result: Money })),
        /** Orders whose shares are open, or were closed in the period, by what became of their plan. */
        byPlan: z.array(Part(PLAN_OUTCOMES)),
        /** What is no result of a trade: dividends, conversions, fees of withdrawals. */
        otherResult: Money,
        /**
         * Charges that are no order's: of withdrawals, taxes on dividends. With those of each breakdown they
         * are `charges`.
         */
        otherCharges: Money,
        /** Of the value that was bought and sold, in per cent; absent without a trade. */
        intradayShare: z.optional(Percent),
        patterns: z.array(
          z.object({
            kind: z.enum(RECORD_PATTERNS),
            cases: z.array(PatternCase),
            caseCount: Count,
            chances: z.optional(Count),
            result: z.optional(Money),
            others: z.optional(Money),
            heldDays: z.optional(z.object({ winners: Percent, losers: Percent })),
          }),
        ),
      }),
    ),
    refusals: ['invalid_input'],
    specified: false,
  }),
};
