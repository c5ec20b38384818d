import type { Side } from '@khara/broker';
import { asPrice } from '@khara/money';
import { type Day, roundToTick } from '@khara/rules';
import { notifyAll, type NoticeToSend, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import { basketsBefore, changeBasket } from './basket-store.ts';
import { isSame } from './basket.ts';

/** An action by which prices are divided by `numerator` over `denominator`. */
export type Change = {
  readonly id: string;
  readonly code: string;
  readonly exDate: Day;
  readonly numerator: number;
  readonly denominator: number;
  /** Whether holders have that many more shares by it. Rights change prices alone: what is given is not the share. */
  readonly givesShares: boolean;
  readonly day: { readonly marketDay: number; readonly marketDate: Day };
};

/**
 * What prices and quantities of a share are after an action: prices on the nearest tick, whole shares, of a buy whole
 * market lots. What is shown at a time stays as large a part, or all is shown.
 */
export function createAdjuster({ market }: Pick<Deps, 'market'>, change: Change) {
  const { code, numerator, denominator, givesShares } = change;
  const { tick = 1, issuer } = market.instrument(code) ?? {};
  const { lotSize = 1 } = issuer ?? {};
  const grown = (shares: number): number => (givesShares ? (shares * numerator) / denominator : shares);
  const quantity = (shares: number, side: Side): number => {
    const lot = side === 'buy' ? lotSize : 1;
    return Math.max(lot, Math.floor(grown(shares) / lot) * lot);
  };
  return {
    price(paise: bigint): bigint {
      const exact = (2n * paise * BigInt(denominator) + BigInt(numerator)) / (2n * BigInt(numerator));
      return BigInt(Math.max(tick, roundToTick(asPrice(exact), tick, 'nearest')));
    },
    quantity,
    shown(part: number, of: number): number | undefined {
      const shown = Math.ceil(grown(part) / lotSize) * lotSize;
      return shown < of ? shown : undefined;
    },
  };
}

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
    const adjusted = orders.map((order) => {
      if (order.code !== code) return order;
      const quantity = adjust.quantity(order.quantity, order.side);
      return {
        ...order,
        quantity,
        pricePaise: order.pricePaise && adjust.price(order.pricePaise),
        triggerPaise: order.triggerPaise && adjust.price(order.triggerPaise),
        disclosedQuantity: order.disclosedQuantity && adjust.shown(order.disclosedQuantity, quantity),
      };
    });
    if (isSame(orders, adjusted)) continue; // rights leave an order at the market as it was
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
