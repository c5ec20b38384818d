import { languagesOf } from '#modules/accounts/index.ts';
import { announce as announceNotice, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/deps.ts';
import { wireOrderWithFills, wirePosition, type Reader } from './answers.ts';
import type { After } from './settlement.ts';
import * as store from './store.ts';

/**
 * Tells the owners of a settled batch what changed, over their sockets, after the commit and beside it: the next batch does not wait, and
 * a lost message loses nothing, since a client fetches what it shows.
 */
export function announce(
  deps: Pick<Deps, 'db' | 'market' | 'pushes' | 'log'>,
  after: After,
  sent: readonly SentNotice[],
): void {
  tell(deps, after, sent).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'changes of orders could not be announced'),
  );
}

async function tell(
  deps: Pick<Deps, 'db' | 'market' | 'pushes'>,
  after: After,
  sent: readonly SentNotice[],
): Promise<void> {
  const { pushes } = deps;
  const changed = after.orders.filter((order) => pushes.isListening(order.userId));
  if (changed.length === 0) return;
  const owners = new Set(changed.map((order) => order.userId));
  const orderIds = changed.map((order) => order.id);
  const positionIds = after.positions.filter((position) => owners.has(position.userId)).map((position) => position.id);
  const [languages, orders, fills, positions] = await Promise.all([
    languagesOf(deps.db, [...owners]),
    store.ordersById(deps.db, orderIds),
    store.fillsOfOrders(deps.db, orderIds),
    store.positionsById(deps.db, positionIds),
  ]);
  const readerOf = (userId: string): Reader => ({ deps, language: languages.get(userId) ?? 'en' });
  for (const order of orders) {
    const own = fills.filter((fill) => fill.order_id === order.id);
    const data = wireOrderWithFills(readerOf(order.user_id), order, own);
    pushes.toUser(order.user_id, { type: 'order', data });
  }
  for (const position of positions) {
    pushes.toUser(position.user_id, { type: 'position', data: wirePosition(readerOf(position.user_id), position) });
  }
  for (const userId of owners) pushes.toUser(userId, { type: 'wallet', data: { currency: 'INR' } });
  for (const notice of sent) {
    if (notice && owners.has(notice.userId)) announceNotice(deps, notice, readerOf(notice.userId).language);
  }
}
