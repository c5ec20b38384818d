import { percent, rupees } from '@khara/money';
import { ofOneDate } from '#modules/market/index.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { readCursor, DEFAULT_SIZE, presentPage } from '#src/kernel/page.ts';
import { done } from '#src/kernel/result.ts';
import { presentPosition, type Reader } from '#modules/orders/index.ts';
import { dayPositionHandlers } from './day-positions.ts';
import { readTotals } from './portfolio.ts';
import * as store from './store.ts';

/** Calls that read a member's positions. */
export const handlers = {
  positions: async (deps, { member, language }, body) => {
    const [before, size] = [readCursor(body.cursor), body.size ?? DEFAULT_SIZE];
    const page = { userId: member.userId, before, limit: size + 1, product: body.product };
    const reader: Reader = { deps, language };
    const held = await ofOneDate(deps.market, (on) => store.heldPage(deps.db, { ...page, on }));
    return presentPage(held, size, (position) => presentPosition(reader, position));
  },

  closedPositions: async (deps, { member, language }, body) => {
    const [before, size] = [readCursor(body.cursor), body.size ?? DEFAULT_SIZE];
    const { state, product, from, to } = body;
    const page = { userId: member.userId, before, limit: size + 1, state, product, from, to };
    const reader: Reader = { deps, language };
    return presentPage(await store.closedPage(deps.db, page), size, (position) => presentPosition(reader, position));
  },

  positionTotals: async (deps, { member }) => {
    const totals = await readTotals(deps, member.userId);
    return done({
      investedAmount: rupees(totals.investedPaise),
      marketValue: rupees(totals.marketValuePaise),
      totalProfit: rupees(totals.profitPaise),
      totalProfitPercent: percent(totals.profitPaise, totals.investedPaise),
      todayProfit: rupees(totals.todayProfitPaise),
      todayProfitPercent: percent(totals.todayProfitPaise, totals.todayBasePaise),
      positions: totals.positions,
    });
  },

  ...dayPositionHandlers,
} satisfies HandlersFor<'positions' | 'closedPositions' | 'positionTotals' | keyof typeof dayPositionHandlers>;
