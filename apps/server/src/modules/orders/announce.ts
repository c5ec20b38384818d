import { ofOneDate } from '#modules/market/index.ts';
import { changesOf, notifyAllOnce, wordNotice, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Change, ChangeOf, LanguageOf, WordedChange } from '#src/ports/pushes.ts';
import { noticeOf } from './notices.ts';
import { presentOrderWithFills, presentPosition } from './present-order.ts';
import * as store from './store.ts';

type AnnounceDeps = Pick<Deps, 'pushes'>;

/** What changed, and whose it is. */
export type Changed = { readonly id: bigint; readonly userId: string };

/**
 * Tells the owners of a settled batch what changed, after the commit. `placed`: orders that the batch placed, whose
 * notices it did not write. Those of members who listen are written with the message.
 */
export function announce(
  deps: AnnounceDeps,
  changed: { readonly orders: readonly Changed[]; readonly positions: readonly Changed[] },
  sent: readonly SentNotice[],
  placed: readonly bigint[] = [],
): void {
  const isPlaced = new Set(placed);
  deps.pushes.changed([
    ...changed.orders.map(({ id, userId }): Change => ({
      userId,
      kind: 'order',
      id: String(id),
      ...(isPlaced.has(id) && { isPlaced: true }),
    })),
    ...changed.positions.map(({ id, userId }): Change => ({ userId, kind: 'position', id: String(id) })),
    ...changesOf(sent),
  ]);
}

/**
 * The same for orders that changed without the exchange: those that wait for the next pre-open, or do not come to it.
 */
export const announceOrders = (
  deps: AnnounceDeps,
  orders: readonly Changed[],
  sent: readonly SentNotice[] = [],
): void => announce(deps, { orders, positions: [] }, sent);

/** The same for positions that changed without a fill: what was bought has settled, a company split its shares. */
export const announcePositions = (
  deps: AnnounceDeps,
  positions: readonly Changed[],
  sent: readonly SentNotice[] = [],
): void => announce(deps, { orders: [], positions }, sent);

type Reading = Pick<Deps, 'db' | 'market'>;
const idsOf = (changes: readonly { readonly id: string }[]): bigint[] =>
  [...new Set(changes.map(({ id }) => id))].map(BigInt);

/** Orders with their fills; and notices of those that were placed, unless their reader's inbox has made them by now. */
export async function wordOrders(
  deps: Reading,
  changes: readonly ChangeOf<'order'>[],
  languageOf: LanguageOf,
): Promise<{ readonly words: readonly WordedChange[]; readonly notices: readonly WordedChange[] }> {
  if (changes.length === 0) return { words: [], notices: [] };
  const ids = idsOf(changes);
  const [orders, fills] = await Promise.all([store.ordersById(deps.db, ids), store.fillsOfOrders(deps.db, ids)]);
  const placed = new Set(changes.filter(({ isPlaced }) => isPlaced).map(({ id }) => id));
  const unsent = orders.filter(({ id }) => placed.has(String(id))).flatMap((order) => noticeOf(order, order.updatedAt));
  const sent = unsent.length > 0 ? await notifyAllOnce(deps.db, unsent) : [];
  return {
    words: orders.map((order) => {
      const reader = { deps, language: languageOf(order.userId) };
      const own = fills.filter((fill) => fill.orderId === order.id);
      return { userId: order.userId, message: { type: 'order', data: presentOrderWithFills(reader, order, own) } };
    }),
    notices: sent.flatMap((notice) => (notice ? [wordNotice(notice, languageOf)] : [])),
  };
}

export async function wordPositions(
  deps: Reading,
  changes: readonly ChangeOf<'position'>[],
  languageOf: LanguageOf,
): Promise<readonly WordedChange[]> {
  if (changes.length === 0) return [];
  const ids = idsOf(changes);
  const positions = await ofOneDate(deps.market, (on) => store.positionsById(deps.db, ids, on));
  return positions.map((position) => {
    const reader = { deps, language: languageOf(position.userId) };
    return { userId: position.userId, message: { type: 'position', data: presentPosition(reader, position) } };
  });
}
