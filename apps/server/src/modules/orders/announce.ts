import { languagesOf } from '#modules/accounts/index.ts';
import { announce as announceNotice, type SentNotice } from '#modules/notices/index.ts';
import { createBatcher } from '#src/kernel/batcher.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Pushes } from '#src/ports/pushes.ts';
import { presentOrderWithFills, presentPosition, type Reader } from './present-order.ts';
import type { After } from './settlement/batch.ts';
import * as store from './store.ts';

type AnnounceDeps = Pick<Deps, 'db' | 'market' | 'pushes' | 'log'>;

/**
 * Tells the owners of a settled batch what changed, over their sockets, after the commit and beside it: the
 * next batch does not wait, and a lost message loses nothing, since a client fetches what it shows.
 */
export function announce(deps: AnnounceDeps, after: After, sent: readonly SentNotice[]): void {
  inBackground(deps, after.orders, after.positions, sent);
}

/**
 * The same for orders that changed without the exchange: those that wait for the next pre-open, or do not come to it.
 */
export function announceOrders(deps: AnnounceDeps, orders: readonly Changed[], sent: readonly SentNotice[] = []): void {
  inBackground(deps, orders, [], sent);
}

/** The same for positions that changed without a fill: what was bought has settled, a company split its shares. */
export function announcePositions(
  deps: AnnounceDeps,
  positions: readonly Changed[],
  sent: readonly SentNotice[] = [],
): void {
  inBackground(deps, [], positions, sent);
}

/** What changed, and whose it is. */
export type Changed = { readonly id: bigint; readonly userId: string };

type Announcement = {
  readonly orders: readonly Changed[];
  readonly positions: readonly Changed[];
  readonly sent: readonly SentNotice[];
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
    });
    return round.map(() => undefined);
  });
  announcers.set(deps.pushes, announcer);
  return announcer;
}

function inBackground(
  deps: AnnounceDeps,
  orders: readonly Changed[],
  positions: readonly Changed[],
  sent: readonly SentNotice[],
): void {
  const isListening = ({ userId }: Changed) => deps.pushes.isListening(userId);
  const heard = { orders: orders.filter(isListening), positions: positions.filter(isListening), sent };
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
  const [languages, orders, fills, positions] = await Promise.all([
    languagesOf(deps.db, [...owners]),
    store.ordersById(deps.db, orderIds),
    store.fillsOfOrders(deps.db, orderIds),
    store.positionsById(deps.db, positionIds),
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
  for (const notice of changed.sent) {
    if (notice && owners.has(notice.userId)) announceNotice(deps, notice, readerOf(notice.userId).language);
  }
}
