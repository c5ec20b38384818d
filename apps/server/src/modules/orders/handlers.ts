import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { readCursor, DEFAULT_SIZE, idIn, NEWEST, presentPage } from '#src/kernel/page.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import type { Data } from '@khara/contract';
import { closedDays, dayLog, dayProof, orderLog, resultDay } from './journal/order-log.ts';
import { findNote } from './note-store.ts';
import { noteHandlers, presentNote } from './order-note.ts';
import { orderHistory, refusedHistory } from './order-history.ts';
import { numberInLog, presentFill, presentInList, presentOrderWithFills, type Reader } from './present-order.ts';
import { findRefused, refusedPage } from './refused-store.ts';
import { shortSteps } from './short-steps.ts';
import * as store from './store.ts';

/** A page of orders, among them those of programs that were refused: these are never open. */
async function pageWithRefused(deps: Pick<Deps, 'db'>, page: Parameters<typeof store.ordersPage>[1]) {
  if (page.which === 'open') return store.ordersPage(deps.db, page);
  const [orders, refused] = await Promise.all([
    store.ordersPage(deps.db, page),
    refusedPage(deps.db, { ...page, before: page.before ?? NEWEST }),
  ]);
  if (refused.length === 0) return orders;
  return [...orders, ...refused].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, page.limit);
}

/** Calls that read orders, their fills and the log of them, and that write notes on them. */
export const handlers = {
  orders: async (deps, { member, language }, body) => {
    const [before, size] = [readCursor(body.cursor), body.size ?? DEFAULT_SIZE];
    const { state: which, code, product, from, to } = body;
    const page = { userId: member.userId, before, limit: size + 1, which, code, product, from, to };
    const reader = { deps, language };
    return presentPage(await pageWithRefused(deps, page), size, (order) => presentInList(reader, order));
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
    const [fills, timeline, asked, short, note] = await Promise.all([
      store.fillsOfOrder(deps.db, order.id),
      store.readTimeline(deps.db, order.id),
      store.readAskedTerms(deps.db, order.id),
      shortSteps(deps.db, reader, order),
      findNote(deps.db, member.userId, order.id),
    ]);
    return done({
      ...presentOrderWithFills(reader, order, fills),
      ...numberInLog(reader, order),
      timeline: [...orderHistory(reader, order, timeline, asked), ...short],
      ...(note && { note: presentNote(note) }),
    });
  },

  fills: async (deps, { member, language }, body) => {
    const [before, size] = [readCursor(body.cursor), body.size ?? DEFAULT_SIZE];
    const { code, from, to } = body;
    const positionId = readCursor(body.positionId);
    const page = { userId: member.userId, before, limit: size + 1, positionId, code, from, to };
    const reader: Reader = { deps, language };
    return presentPage(await store.fillsPage(deps.db, page), size, (fill) => presentFill(reader, fill));
  },

  orderLog: (deps, _caller, body) => orderLog(deps, body),
  dayLog: (deps, _caller, body) => dayLog(deps, body),
  closedDays,
  dayProof: (deps, _caller, body) => dayProof(deps, body),
  resultDay: (deps, _caller, body) => resultDay(deps, body),
  ...noteHandlers,
} satisfies HandlersFor<
  | 'orders'
  | 'orderDetail'
  | 'fills'
  | 'orderLog'
  | 'dayLog'
  | 'closedDays'
  | 'dayProof'
  | 'resultDay'
  | keyof typeof noteHandlers
>;
