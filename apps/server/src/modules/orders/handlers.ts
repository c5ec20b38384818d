import type { Data } from '@khara/contract';
import { percent, rupees } from '@khara/money';
import { ofOneDate } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { beforeOf, DEFAULT_SIZE, idIn, pageOf } from '#src/kernel/page.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import type { OrderMatching } from '#src/ports/exchange.ts';
import {
  numberInLog,
  presentFill,
  presentOrderWithFills,
  presentPosition,
  presentInList,
  type Reader,
} from './present-order.ts';
import { createBasketHandlers } from './baskets/handlers.ts';
import { OrderRuns } from './baskets/order-runs.ts';
import { dividendHandlers } from './corporate-actions/handlers.ts';
import { cancelOrder } from './placing/cancel-order.ts';
import { inShares, mostLots } from './placing/order-lots.ts';
import { modifyOrder } from './placing/modify-order.ts';
import type { Desk } from './placing/desk.ts';
import { OrderDesk } from './placing/order-desk.ts';
import { closedDays, dayLog, dayProof, orderLog } from './journal/order-log.ts';
import { placeBuyOrder, placeSellOrder } from './placing/place-order.ts';
import { totalsOf } from './portfolio/portfolio.ts';
import { previewOrder } from './placing/preview-order.ts';
import { findNote } from './notes/note-store.ts';
import { noteHandlers, presentNote } from './notes/order-note.ts';
import { ownLimitHandlers } from './own-limits/own-limits.ts';
import { shortSteps } from './short-delivery/short-steps.ts';
import * as store from './store.ts';
import { orderHistory, refusedHistory } from './order-history.ts';
import { findRefused, refusedPage } from './refused/refused-store.ts';
import { dayPositionHandlers } from './portfolio/day-positions.ts';
import { holderOfferHandlers } from './holder-offers/take-offer.ts';
import { productChangeHandlers } from './product-change/change-product.ts';
import { triggerHandlers } from './triggers/set-trigger.ts';
import { valueOf } from './order.ts';

function listOf<Row extends { readonly id: bigint }, Item>(
  rows: readonly Row[],
  size: number,
  show: (row: Row) => Item,
) {
  const { shown, nextCursor } = pageOf(rows, size, ({ id }) => id);
  return done({ list: shown.map(show), nextCursor });
}

/** A page of orders, among them those of programs that were refused: these are never open. */
async function pageWithRefused(deps: Pick<Deps, 'db'>, page: Parameters<typeof store.ordersPage>[1]) {
  if (page.which === 'open') return store.ordersPage(deps.db, page);
  const [orders, refused] = await Promise.all([
    store.ordersPage(deps.db, page),
    refusedPage(deps.db, { ...page, before: page.before ?? store.NEWEST }),
  ]);
  if (refused.length === 0) return orders;
  return [...orders, ...refused].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit);
}

/** Calls that place and cancel orders, at a desk of their own. */
const placingAt = (desk: Desk) =>
  ({
    placeBuyOrder: (deps, caller, body) => placeBuyOrder({ ...deps, desk }, caller, inShares(deps, body)),
    placeSellOrder: (deps, caller, body) => placeSellOrder({ ...deps, desk }, caller, inShares(deps, body)),
    cancelOrder: (deps, caller, { id }) => cancelOrder({ ...deps, desk }, caller, id),
  }) satisfies HandlersFor<'placeBuyOrder' | 'placeSellOrder' | 'cancelOrder'>;

const handlers = {
  modifyOrder: (deps, caller, body) => modifyOrder(deps, caller, inShares(deps, body)),
  previewOrder: (deps, caller, body) => previewOrder(deps, caller, inShares(deps, body)),

  orders: async (deps, { member, language }, body) => {
    const [before, size] = [beforeOf(body.cursor), body.size ?? DEFAULT_SIZE];
    const { state: which, code, product, from, to } = body;
    const page = { userId: member.userId, before, limit: size + 1, which, code, product, from, to };
    const reader = { deps, language };
    return listOf(await pageWithRefused(deps, page), size, (order) => presentInList(reader, order));
  },

  orderDetail: async (deps, { member, language }, body): Promise<Result<Data<'orderDetail'>, 'unknown_order'>> => {
    const id = idIn(body.id);
    const order = id && (await store.findOrder(deps.db, member.userId, id));
    const refused = id && !order && (await findRefused(deps.db, member.userId, id));
    if (refused)
      return done({
        ...presentOrderWithFills({ deps, language }, refused, []),
        timeline: refusedHistory({ deps, language }, refused),
      });
    if (!order) return refuse('unknown_order', { field: 'id' });
    const reader = { deps, language };
    const [fills, timeline, first, short, note] = await Promise.all([
      store.fillsOfOrder(deps.db, order.id),
      store.timelineOf(deps.db, order.id),
      store.firstTermsOf(deps.db, order.id),
      shortSteps(deps.db, reader, order),
      findNote(deps.db, member.userId, order.id),
    ]);
    return done({
      ...presentOrderWithFills(reader, order, fills),
      ...numberInLog(reader, order),
      timeline: [...orderHistory(reader, order, timeline, first ?? order), ...short],
      ...(note && { note: presentNote(note) }),
    });
  },

  positions: async (deps, { member, language }, body) => {
    const [before, size] = [beforeOf(body.cursor), body.size ?? DEFAULT_SIZE];
    const page = { userId: member.userId, before, limit: size + 1, product: body.product };
    const reader: Reader = { deps, language };
    const held = await ofOneDate(deps.market, (on) => store.heldPage(deps.db, { ...page, on }));
    return listOf(held, size, (position) => presentPosition(reader, position));
  },

  closedPositions: async (deps, { member, language }, body) => {
    const [before, size] = [beforeOf(body.cursor), body.size ?? DEFAULT_SIZE];
    const { state, product, from, to } = body;
    const page = { userId: member.userId, before, limit: size + 1, state, product, from, to };
    const reader: Reader = { deps, language };
    return listOf(await store.closedPage(deps.db, page), size, (position) => presentPosition(reader, position));
  },

  positionTotals: async (deps, { member }) => {
    const totals = await totalsOf(deps, member.userId);
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

  quantityLimits: (deps, _caller, { code }) => {
    if (code !== undefined && !deps.market.instrument(code)) return refuse('unknown_code', { field: 'code' });
    const lotSize = (code === undefined ? undefined : deps.market.instrument(code)?.issuer?.lotSize) ?? 1;
    return done({ minimum: Math.ceil(lotSize / deps.config.SHARES_PER_HAND), maximum: mostLots(deps) });
  },

  minimumPurchase: ({ market, config }, _caller, { code }) => {
    if (code !== undefined && !market.instrument(code)) return refuse('unknown_code', { field: 'code' });
    const codes =
      code === undefined
        ? market
            .instruments()
            .filter((it) => it.tradable && it.asset)
            .map((it) => it.code)
        : [code];
    const prices = codes.map((it) => market.quote(it)?.lastPrice ?? 0).filter((price) => price > 0);
    const cheapest = prices.length === 0 ? 0 : Math.min(...prices);
    return done({ minimum: rupees(valueOf(config.SHARES_PER_HAND, BigInt(cheapest))) });
  },

  orderLog: (deps, _caller, body) => orderLog(deps, body),
  dayLog: (deps, _caller, body) => dayLog(deps, body),
  closedDays,
  dayProof: (deps, _caller, body) => dayProof(deps, body),

  fills: async (deps, { member, language }, body) => {
    const [before, size] = [beforeOf(body.cursor), body.size ?? DEFAULT_SIZE];
    const { code, from, to } = body;
    const positionId = beforeOf(body.positionId);
    const page = { userId: member.userId, before, limit: size + 1, positionId, code, from, to };
    const reader: Reader = { deps, language };
    return listOf(await store.fillsPage(deps.db, page), size, (fill) => presentFill(reader, fill));
  },
} satisfies HandlersFor<
  | 'modifyOrder'
  | 'previewOrder'
  | 'orders'
  | 'orderDetail'
  | 'positions'
  | 'closedPositions'
  | 'positionTotals'
  | 'quantityLimits'
  | 'minimumPurchase'
  | 'fills'
  | 'orderLog'
  | 'dayLog'
  | 'closedDays'
  | 'dayProof'
>;

/** Where orders are placed, and what sends several of them; the desk is here where the market runs here. */
export function createPlacing(deps: Deps & { readonly venue: OrderMatching }): {
  readonly desk: OrderDesk;
  readonly runs: OrderRuns;
};
export function createPlacing(deps: Deps, desk: Desk): { readonly desk: Desk; readonly runs: OrderRuns };
export function createPlacing(deps: Deps, remote?: Desk) {
  // Without another's desk the first signature was called.
  const desk = remote ?? new OrderDesk(deps as Deps & { readonly venue: OrderMatching });
  return { desk, runs: new OrderRuns({ ...deps, desk }) };
}

/** Every call of this module. */
export const createOrderHandlers = ({ desk, runs }: { readonly desk: Desk; readonly runs: OrderRuns }) => ({
  ...placingAt(desk),
  ...handlers,
  ...ownLimitHandlers,
  ...noteHandlers,
  ...triggerHandlers,
  ...createBasketHandlers(runs),
  ...dayPositionHandlers,
  ...dividendHandlers,
  ...holderOfferHandlers,
  ...productChangeHandlers,
});
