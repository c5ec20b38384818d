import { languagesOf } from '#modules/accounts/index.ts';
import {
  announce as announceNotice,
  notifyAllOnce,
  type NoticeToSend,
  type SentNotice,
} from '#modules/notices/index.ts';
import { createBatcher } from '#src/kernel/batcher.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Pushes } from '#src/ports/pushes.ts';
import { noticeOf } from './notices.ts';
import { presentOrderWithFills, presentPosition, type Reader } from './present-order.ts';
import type { After } from './settlement/batch.ts';
import * as store from './store.ts';

type AnnounceDeps = Pick<Deps, 'db' | 'market' | 'pushes' | 'log'>;

/**
 * Tells the owners of a settled batch what changed, over their sockets, after the commit and beside it: the
 * next batch does not wait, and a lost message loses nothing, since a client fetches what it shows. `placed`: orders
 * that the batch placed, whose notices it did not write. Those of members who listen are written now.
 */
export function announce(
  deps: AnnounceDeps,
  after: After,
  sent: readonly SentNotice[],
  placed: readonly bigint[] = [],
): void {
  const isPlaced = new Set(placed);
  const unsent = after.orders
    .filter(({ id, userId }) => isPlaced.has(id) && deps.pushes.isListening(userId))
    .flatMap((order) => noticeOf(order, order.updatedAt));
  inBackground(deps, { orders: after.orders, positions: after.positions, sent, unsent });
}

/**
 * The same for orders that changed without the exchange: those that wait for the next pre-open, or do not come to it.
 */
export function announceOrders(deps: AnnounceDeps, orders: readonly Changed[], sent: readonly SentNotice[] = []): void {
  inBackground(deps, { orders, positions: [], sent, unsent: [] });
}

/** The same for positions that changed without a fill: what was bought has settled, a company split its shares. */
export function announcePositions(
  deps: AnnounceDeps,
  positions: readonly Changed[],
  sent: readonly SentNotice[] = [],
): void {
  inBackground(deps, { orders: [], positions, sent, unsent: [] });
}

/** What changed, and whose it is. */
export type Changed = { readonly id: bigint; readonly userId: string };

type Announcement = {
  readonly orders: readonly Changed[];
  readonly positions: readonly Changed[];
  readonly sent: readonly SentNotice[];
  /** Notices to write first, unless their reader's inbox has made them by now. */
  readonly unsent: readonly NoticeToSend[];
};

/** Announcements that one round sends at most. */
const BATCH_SIZE = 256;

/** One round after the other for each hub of sockets: a state that was read earlier never arrives last. */
const announcers = new WeakMap<Pushes, (announcement: Announcement) => Promise<undefined>>();

function announcerOf(deps: AnnounceDeps): (announcement: Announcement) => Promise<undefined> {
  const known = announcers.get(deps.pushes);
  if (known) return known;
  const announcer = createBatcher(BATCH_SIZE, async (round: readonly Announcement[]) => {
    await tell(deps, {
      orders: round.flatMap(({ orders }) => orders),
      positions: round.flatMap(({ positions }) => positions),
      sent: round.flatMap(({ sent }) => sent),
      unsent: round.flatMap(({ unsent }) => unsent),
    });
    return round.map(() => undefined);
  });
  announcers.set(deps.pushes, announcer);
  return announcer;
}

function inBackground(deps: AnnounceDeps, { orders, positions, ...notices }: Announcement): void {
  const isListening = ({ userId }: Changed) => deps.pushes.isListening(userId);
  const heard = { orders: orders.filter(isListening), positions: positions.filter(isListening), ...notices };
  if (heard.orders.length + heard.positions.length === 0) return;
  announcerOf(deps)(heard).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'changes of orders could not be announced'),
  );
}

async function tell(deps: Pick<Deps, 'db' | 'market' | 'pushes'>, changed: Announcement): Promise<void> {
  const { pushes } = deps;
  const owners = new Set([...changed.orders, ...changed.positions].map(({ userId }) => userId));
  const orderIds = [...new Set(changed.orders.map(({ id }) => id))];
  const positionIds = [...new Set(changed.positions.map(({ id }) => id))];
  const [languages, orders, fills, positions, written] = await Promise.all([
    languagesOf(deps.db, [...owners]),
    store.ordersById(deps.db, orderIds),
    store.fillsOfOrders(deps.db, orderIds),
    store.positionsById(deps.db, positionIds),
    notifyAllOnce(deps.db, changed.unsent),
  ]);
  const readerOf = (userId: string): Reader => ({ deps, language: languages.get(userId) ?? 'en' });
  for (const order of orders) {
    const own = fills.filter((fill) => fill.orderId === order.id);
    const data = presentOrderWithFills(readerOf(order.userId), order, own);
    pushes.toUser(order.userId, { type: 'order', data });
  }
  for (const position of positions) {
    pushes.toUser(position.userId, { type: 'position', data: presentPosition(readerOf(position.userId), position) });
  }
  for (const userId of owners) pushes.toUser(userId, { type: 'wallet', data: { currency: 'INR' } });
  for (const notice of [...changed.sent, ...written]) {
    if (notice && owners.has(notice.userId)) announceNotice(deps, notice, readerOf(notice.userId).language);
  }
}
