import type { After, ByProgram, Order, OrderStep } from '@khara/broker';
import { POSITION_CHANGES, type Data } from '@khara/contract';
import { toChanges, notifyAllOnce, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Change, ChangeOf } from '#src/ports/pushes.ts';
import { endNotices } from './notices.ts';
import { presentOrder } from './present-order.ts';
import * as store from './store.ts';

type AnnounceDeps = Pick<Deps, 'pushes'>;

/** What a settlement became, the notices that it wrote, and its instant. */
export type Settled = { readonly after: After; readonly sent: readonly SentNotice[]; readonly at: number };

/** What changed, and whose it is. */
export type Changed = { readonly id: bigint; readonly userId: string };
/** The instant, the new steps of its history, and the program that placed it, which may want to hear of it. */
export type OrderChanged = Changed & {
  readonly at: number;
  readonly steps: readonly OrderStep[];
  readonly program?: ByProgram | undefined;
};

/**
 * Tells the owners of a settled batch what changed, after the commit. `placed`: orders that the batch placed, whose
 * notices it did not write. Those of members who listen are written with the message.
 */
export function announceSettled(
  deps: AnnounceDeps & Pick<Deps, 'log'>,
  { after, sent, at }: Settled,
  placed: readonly bigint[] = [],
): void {
  if (after.unheld.length > 0)
    deps.log.error(
      { orders: after.unheld.map(String) },
      'shares were sold of which no position tells: run npm run verify',
    );
  const isPlaced = new Set(placed);
  const steps = Map.groupBy(after.timeline, ({ orderId }) => orderId);
  const changeOf = (order: Order): Change => ({
    ...orderChange({
      id: order.id,
      userId: order.userId,
      program: order.program,
      at,
      steps: [...new Set(steps.get(order.id)?.flatMap(({ step }) => step ?? []))],
    }),
    ...(isPlaced.has(order.id) && endNotices(order, at).length > 0 && { lacksNotice: true }),
  });
  deps.pushes.changed([
    ...after.orders.map(changeOf),
    ...after.positions.map((position) => positionChange(position, at, 'filled')),
    ...toChanges(sent),
  ]);
}

const orderChange = ({ id, userId, at, steps, program }: OrderChanged): ChangeOf<'order'> => ({
  userId,
  kind: 'order',
  id: String(id),
  version: at,
  changed: [...steps],
  ...(program && { program: program.keyId }),
});

type PositionChange = (typeof POSITION_CHANGES)[number];
const positionChange = ({ id, userId }: Changed, at: number, changed: PositionChange): ChangeOf<'position'> => ({
  userId,
  kind: 'position',
  id: String(id),
  version: at,
  changed: [changed],
});

/**
 * The same for orders that changed without the exchange: those that wait for the next pre-open, or do not come to it.
 */
export const announceOrders = (
  deps: AnnounceDeps,
  orders: readonly OrderChanged[],
  sent: readonly SentNotice[] = [],
): void => deps.pushes.changed([...orders.map(orderChange), ...toChanges(sent)]);

/** The same for positions that changed without a fill: what was bought has settled, a company split its shares. */
export const announcePositions = (
  deps: AnnounceDeps,
  positions: readonly Changed[],
  { at, changed }: { readonly at: number; readonly changed: PositionChange },
  sent: readonly SentNotice[] = [],
): void =>
  deps.pushes.changed([...positions.map((position) => positionChange(position, at, changed)), ...toChanges(sent)]);

const ordersOf = (db: Deps['db'], changes: readonly { readonly id: string }[]): Promise<readonly Order[]> =>
  store.ordersById(db, [...new Set(changes.map(({ id }) => id))].map(BigInt));

/** Writes the notices of orders that ended as they were placed, unless their reader has asked for notices by now. */
export async function writeNotices(
  { db }: Pick<Deps, 'db'>,
  changes: readonly ChangeOf<'order'>[],
): Promise<readonly SentNotice[]> {
  if (changes.length === 0) return [];
  const orders = await ordersOf(db, changes);
  return notifyAllOnce(
    db,
    orders.flatMap((order) => endNotices(order, order.updatedAt)),
  );
}

/** An order for programs, which read no name of a share. */
export type WordedOrder = { readonly userId: string; readonly order: Data<'orders'>['list'][number] };
export const wordOrder = (deps: Pick<Deps, 'market'>, order: Order): WordedOrder => ({
  userId: order.userId,
  order: presentOrder({ deps, language: 'en' }, order),
});

/** Orders for the programs of their members. */
export async function wordOrders(
  deps: Pick<Deps, 'db' | 'market'>,
  changes: readonly ChangeOf<'order'>[],
): Promise<readonly WordedOrder[]> {
  if (changes.length === 0) return [];
  return (await ordersOf(deps.db, changes)).map((order) => wordOrder(deps, order));
}

/** Tells holders of what they were given. After the commit. */
export const sendNotices = ({ pushes }: Pick<Deps, 'pushes'>, sent: readonly SentNotice[]): void =>
  pushes.changed(
    toChanges(sent).flatMap((notice) => [notice, { userId: notice.userId, kind: 'wallet', currency: 'INR' } as const]),
  );
