import type { Order } from '@khara/broker';
import { mulDiv } from '@khara/money';
import type { MoneyHolder } from '#src/kernel/deps.ts';
import type { Queryable } from '#src/ports/database.ts';
import { notifyAll } from '#modules/notices/index.ts';
import {
  announceOrders,
  readCommands,
  isOwnWaiting,
  journalEnds,
  ordersNotPlaced,
  endNotices,
  OPEN_STATES_SQL,
  toOrder,
  type OrderRow,
  lockUsers,
} from '#modules/orders/index.ts';
import { MAY_WAIT } from './waiting-store.ts';

/** Orders that rest on a member's money.*/
export const restingOrders: MoneyHolder = {
  letGo: async (tx, { market, venue, clock, pushes }, { userId, paise }) => {
    await lockUsers(tx, [userId]);
    const at = clock.now();
    const { marketDate, marketTime } = market.now();
    let freed = 0n;
    const resting: Order[] = [];
    const waiting: Order[] = [];
    const rows = await listResting(tx, userId);
    const notPlaced = new Set(
      await ordersNotPlaced(
        tx,
        rows.filter(({ mayWait }) => mayWait),
      ),
    );
    for (const row of rows) {
      if (freed >= paise) break;
      const order = toOrder(row);
      const waits = notPlaced.has(row);
      if (waits && !isOwnWaiting(tx.ownKeys(), order, row.mac)) continue; // no server took it
      // What is behind shares that it has traded stays.
      freed +=
        order.frozenPaise +
        mulDiv(order.marginPaise, BigInt(order.quantity - order.filled), BigInt(order.quantity), 'floor');
      (waits ? waiting : resting).push(order);
    }
    for (const { id } of waiting)
      await tx.query(
        'orders.end_unpaid',
        `SELECT trading.end_waiting_order(o, 'cancelled', 'money_returned', $2, $3, $4) FROM trading."order" o WHERE o.id = $1`,
        [id, marketDate, marketTime, at],
      );
    const ended = waiting.map((order): Order => ({ ...order, state: 'cancelled', reason: 'money_returned' }));
    const sent = await notifyAll(
      tx,
      ended.flatMap((order) => endNotices(order, at)),
    );
    const commands = await readCommands(tx, await journalEnds(tx, resting, { reason: 'money_returned', at }));
    return {
      paise: freed,
      tell: () => {
        announceOrders(
          { pushes },
          ended.map(({ id, program }) => ({ id, userId, program, at, steps: ['cancelled'] })),
          sent,
        );
        for (const command of commands) venue.submit(command);
      },
    };
  },
};

type RestingRow = OrderRow & { readonly mayWait: boolean };

/** The newest first. */
const listResting = (tx: Queryable, userId: string): Promise<readonly RestingRow[]> =>
  tx.query<RestingRow>(
    'orders.resting_on_money',
    `SELECT o.*, ${MAY_WAIT} AS may_wait FROM trading."order" o
     WHERE o.user_id = $1 AND o.state IN ${OPEN_STATES_SQL} AND NOT o.by_system AND o.frozen_paise + o.margin_paise > 0
     ORDER BY o.id DESC FOR NO KEY UPDATE OF o`,
    [userId],
  );
