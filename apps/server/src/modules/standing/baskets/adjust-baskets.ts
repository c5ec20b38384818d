import { notifyAll, type NoticeToSend, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import { createAdjuster, type Change } from '../adjuster.ts';
import { basketsBefore, changeBasket } from './basket-store.ts';
import { isSame } from './basket.ts';

/** The page that shows a basket. */
const pageOfBasket = (id: bigint): string => `/pages/personal/waiting/basket?id=${id}`;

/** A demerger leaves the orders of baskets as they are: their owners are asked to look at the prices. */
export async function askAboutBaskets(
  tx: Tx,
  { id: actionId, code, exDate }: Pick<Change, 'id' | 'code' | 'exDate'>,
  at: number,
): Promise<readonly SentNotice[]> {
  const found = await basketsBefore(tx, code, exDate);
  return notifyAll(
    tx,
    found.map(({ id, userId, name }): NoticeToSend => ({
      userId,
      category: 'transaction',
      key: 'basketDemerged',
      params: { code, name },
      link: pageOfBasket(id),
      about: `basket:${id} ${actionId}`,
      at,
    })),
  );
}

/**
 * With a split or a bonus the orders of baskets change as the share does, as those of triggers do, and the owners of
 * those that became others get a notice. Written with the note that the action was applied, so that it happens once.
 */
export async function adjustBaskets(
  tx: Tx,
  deps: Pick<Deps, 'market' | 'clock'>,
  change: Change,
): Promise<readonly SentNotice[]> {
  const { code, exDate, day } = change;
  const adjust = createAdjuster(deps, change);
  const at = deps.clock.now();
  const notices: NoticeToSend[] = [];
  for (const { id, userId, name, orders } of await basketsBefore(tx, code, exDate)) {
    const adjusted = orders.map((order) =>
      order.code === code
        ? {
            ...order,
            quantity: adjust.quantity(order.quantity),
            pricePaise: order.pricePaise && adjust.price(order.pricePaise),
            triggerPaise: order.triggerPaise && adjust.price(order.triggerPaise),
            disclosedQuantity: order.disclosedQuantity && adjust.quantity(order.disclosedQuantity),
          }
        : order,
    );
    if (isSame(orders, adjusted)) continue; // a small issue of rights leaves an order at the market as it was
    await changeBasket(tx, id, { name, orders: adjusted, marketDate: day.marketDate, at });
    notices.push({
      userId,
      category: 'transaction',
      key: 'basketAdjusted',
      params: { code, name },
      link: pageOfBasket(id),
      about: `basket:${id} ${change.id}`,
      at,
    });
  }
  return notifyAll(tx, notices);
}
