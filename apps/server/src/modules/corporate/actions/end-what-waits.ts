import { type CorporateAction } from '#modules/market/index.ts';
import { endAlerts } from '#modules/watching/index.ts';
import { notifyAll, type NoticeToSend, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Day } from '@khara/rules';
import {
  announceOrders,
  isOwnWaiting,
  lockUsers,
  ordersNotPlaced,
  toOrder,
  type OrderRow,
} from '#modules/orders/index.ts';
import { askAboutBaskets, endTriggersForAction } from '#modules/standing/index.ts';

type EndDeps = Pick<Deps, 'db' | 'clock' | 'market' | 'pushes' | 'log'>;
type MarketDay = { readonly marketDay: number; readonly marketDate: Day };

/** Whether an ex-date changes the price of the day before. */
export const movesPrice = ({ terms: { kind } }: CorporateAction): boolean => kind !== 'dividend' && kind !== 'buyback';

/**
 * Nothing says what a price from before a demerger means of the share after it: brokers end triggers then, and so do
 * we, with alerts. Orders of baskets stay, and their owners are asked to look at their prices.
 */
export async function endWhatWaits(
  tx: Tx,
  deps: Pick<EndDeps, 'clock'>,
  action: CorporateAction & { readonly day: MarketDay },
): Promise<readonly SentNotice[]> {
  const at = deps.clock.now();
  const { id, code } = action;
  const alerted = (await endAlerts(tx, code)).map((userId): NoticeToSend => ({
    userId,
    category: 'system',
    key: 'alertsEnded',
    params: { code },
    link: `/pages/market/details?code=${code}`,
    about: `alerts:${id}`,
    at,
  }));
  return [
    ...(await notifyAll(tx, alerted)),
    ...(await endTriggersForAction(tx, action, at)),
    ...(await askAboutBaskets(tx, action, at)),
  ];
}

/**
 * After-market orders from before the ex-date were meant for the share as it was: like an exchange, we cancel
 * them. Other orders do not outlive their day. A cash dividend and a buyback leave them as they are.
 */
export async function cancelWaitingOrders(
  deps: EndDeps,
  action: CorporateAction,
  asset: string,
  day: MarketDay,
): Promise<void> {
  if (!movesPrice(action)) return;
  const at = deps.clock.now();
  const [ended, sent] = await deps.db.transaction(async (tx) => {
    const rows = await tx.query<OrderRow>(
      'orders.waiting_for_action',
      `SELECT o.* FROM trading."order" o
       WHERE o.asset = $1 AND o.after_market AND o.state = 'pending' AND o.market_date < $2`,
      [asset, action.exDate],
    );
    const waiting = (await ordersNotPlaced(tx, rows)).filter((row) =>
      isOwnWaiting(tx.ownKeys(), toOrder(row), row.mac),
    );
    if (waiting.length === 0) return [[], []] as const;
    const programs = new Map(waiting.map((row) => [row.id, toOrder(row).program]));
    await lockUsers(
      tx,
      waiting.map(({ userId }) => userId),
    );
    const ended = await tx.query<{ id: bigint; userId: string; quantity: number }>(
      'orders.cancel_for_action',
      `SELECT o.id, o.user_id, o.quantity, trading.end_waiting_order(o, 'cancelled', 'corporate_action', $2, $3, $4) AS done
       FROM trading."order" o WHERE o.id = ANY ($1::bigint[]) AND o.state = 'pending' ORDER BY o.id`,
      [waiting.map(({ id }) => id), day.marketDate, deps.market.now().marketTime, at],
    );
    const sent = await notifyAll(
      tx,
      ended.map(({ id, userId, quantity }): NoticeToSend => ({
        userId,
        category: 'transaction',
        key: 'orderEnded',
        params: { code: action.code, filled: 0, quantity },
        link: '/pages/personal/transaction/index?tab=orders',
        about: `order:${id} cancelled`,
        at,
      })),
    );
    return [
      ended.map(({ id, userId }) => ({ id, userId, program: programs.get(id), at, steps: ['cancelled' as const] })),
      sent,
    ] as const;
  });
  announceOrders(deps, ended, sent);
}
