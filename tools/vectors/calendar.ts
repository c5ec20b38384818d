import {
  ipoTimeline,
  isSettlementDay,
  isTradingDay,
  nextTradingDay,
  settlementDate,
  specialSession,
} from '@khara/rules';
import { z } from 'zod';
import { kind, type Suite } from './case.ts';

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
