import {
  blockWindowAt,
  isTradingDay,
  phaseAt,
  phaseRules,
  type RandomClose,
  ipoTimeline,
  isSettlementDay,
  nextTradingDay,
  settlementDate,
  specialSession,
} from '@khara/rules';
import { z } from 'zod';
import { kind, type Suite } from './case.ts';
import { readClock } from './clock.ts';

const IST = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})\+05:30$/;

export const sessionClock: Suite = {
  phase: kind(
    z.object({
      at: z.string().regex(IST),
      cas_eligible: z.boolean(),
      random_close: z.object({ preopen: z.string().optional(), cas: z.string().optional() }).nullish(),
    }),
    (input) => {
      const [, day = '', time = ''] = IST.exec(input.at) ?? [];
      const instant = { day, timeMs: readClock(time) };
      const randomClose: RandomClose = {
        ...(input.random_close?.preopen && { preopenMs: readClock(input.random_close.preopen) }),
        ...(input.random_close?.cas && { casMs: readClock(input.random_close.cas) }),
      };
      const phase = phaseAt(instant, { casEligible: input.cas_eligible, randomClose });
      const rules = phaseRules(phase);
      return {
        trading_day: isTradingDay(day),
        phase: phase.toUpperCase(),
        new_limit: rules.newLimit,
        new_market: rules.newMarket,
        modify_limit: rules.modifyLimit,
        modify_market: rules.modifyMarket,
        cancel_limit: rules.cancelLimit,
        cancel_market: rules.cancelMarket,
        stop_loss: rules.stopLoss,
        ioc: rules.ioc,
        disclosed_qty: rules.disclosedQuantity,
        matching: rules.matching,
        block_window: blockWindowAt(instant),
      };
    },
  ),
};

const date = z.iso.date();

export const calendar: Suite = {
  trading_day: kind(z.object({ date }), (input) => ({
    trading_day: isTradingDay(input.date),
    settlement_day: isSettlementDay(input.date),
    special: specialSession(input.date),
  })),
  settlement_date: kind(z.object({ trade_date: date }), (input) => ({ t_plus_1: settlementDate(input.trade_date) })),
  next_trading_day: kind(z.object({ date }), (input) => ({ next: nextTradingDay(input.date) })),
  ipo_timeline: kind(z.object({ issue_close: date }), (input) => {
    const { basisOfAllotment, unblockAndDematCredit, listing } = ipoTimeline(input.issue_close);
    return { basis_of_allotment: basisOfAllotment, unblock_and_demat_credit: unblockAndDematCredit, listing };
  }),
};
