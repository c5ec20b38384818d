import { max, min, mulDiv, rupees } from '@khara/money';
import { boughtIn, CHANCE_WHOLE, previousTradingDay, settlementDate, shortDelivery } from '@khara/rules';
import {
  addSources,
  available,
  clearing,
  lossesAbsorbed,
  move,
  postBatch,
  userOwner,
  type BatchEntry,
} from '#modules/ledger/index.ts';
import { notifyAll, type NoticeToSend, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import type { Chance } from '#src/ports/exchange.ts';
import {
  announceOrders,
  announcePositions,
  type Changed,
  type OrderChanged,
  sendNotices,
  lockUsers,
} from '#modules/orders/index.ts';
import { closeOutKept } from './close-out.ts';
import * as store from './short-delivery-store.ts';

/*
 * Purchases that a simulated seller does not deliver (decision 15). The day's seed decides at the pay-out; what a sale
 * of such shares costs is known when the day is over.
 */

type ShortDeps = Pick<Deps, 'db' | 'log' | 'market' | 'clock' | 'pushes'>;

/**
 * The name under which the day's seed decides about a holding; its owner stands there by their number at the exchange.
 */
export const deliveryQuestion = (asset: string, accountKey: number, what: 'short' | 'found' | 'price'): string =>
  `delivery ${asset} ${accountKey} ${what}`;

/** The trade dates whose purchases are due on a market date. */
export function listTradeDates(marketDate: string): readonly string[] {
  const dates: string[] = [];
  for (let date = previousTradingDay(marketDate); settlementDate(date) === marketDate; date = previousTradingDay(date))
    dates.push(date);
  return dates;
}

/** At the pay-out: notes which holdings that are due do not come, and tells their owners. Safe to repeat. */
export async function noteShortDeliveries(
  deps: ShortDeps,
  { marketDate, chance }: { readonly marketDate: string; readonly chance: Chance },
): Promise<void> {
  const at = deps.clock.now();
  const short = (await store.holdingsDue(deps.db, marketDate)).flatMap((due) => {
    const { userId, asset, code, delivered, outstanding, accountKey: key } = due;
    const group = deps.market.margin(code)?.group ?? 1;
    const drawNumber = (what: Parameters<typeof deliveryQuestion>[2]) =>
      chance(deliveryQuestion(asset, key, what), CHANCE_WHOLE);
    const outcome = shortDelivery(group, {
      short: drawNumber('short'),
      found: drawNumber('found'),
      price: drawNumber('price'),
    });
    if (!outcome) return [];
    const arrivesOn = settlementDate(marketDate);
    const sold = Math.max(0, delivered - outstanding);
    return [{ ...outcome, userId, asset, code, settlesOn: marketDate, arrivesOn, waits: outstanding, sold, group }];
  });
  if (short.length === 0) return;
  const sent = await deps.db.transaction(async (tx) => {
    const noted: NoticeToSend[] = [];
    for (const one of short) if (await store.noteShort(tx, one, at)) noted.push(shortNotice(one, at));
    return notifyAll(tx, noted);
  });
  sendNotices(deps, sent);
}

const shortNotice = (
  { userId, code, waits, sold, settlesOn, arrivesOn }: store.NotDelivered,
  at: number,
): NoticeToSend => ({
  userId,
  category: 'transaction',
  key: waits > 0 ? 'sharesNotDelivered' : 'soldNotDelivered',
  params: { code, quantity: waits > 0 ? waits : sold, date: arrivesOn },
  link: '/pages/personal/position/index',
  about: `short:${code} ${settlesOn}`,
  at,
});

/**
 * When the day is over: sales of what was not delivered are bought in, and what never comes is paid. Safe to repeat.
 */
export async function endShortDeliveries(deps: ShortDeps, marketDate: string): Promise<void> {
  const users = await store.readOwners(deps.db, marketDate);
  if (users.length === 0) return;
  const at = deps.clock.now();
  const { sent, positions, orders } = await deps.db.transaction(async (tx) => {
    await lockUsers(tx, users);
    return endIn(deps, tx, { marketDate, at });
  });
  announceOrders(deps, orders);
  announcePositions(deps, positions, { at, changed: 'closed_out' });
  sendNotices(deps, sent);
}

type Ended = {
  readonly sent: readonly SentNotice[];
  readonly positions: readonly Changed[];
  readonly orders: readonly OrderChanged[];
};

async function endIn(
  parts: Pick<Deps, 'log' | 'market' | 'clock'>,
  tx: Tx,
  { marketDate, at }: { readonly marketDate: string; readonly at: number },
): Promise<Ended> {
  const { market } = parts;
  const [tradeDate = previousTradingDay(marketDate)] = listTradeDates(marketDate).toReversed();
  const notices: NoticeToSend[] = [];
  const positions: Changed[] = [];
  const orders: OrderChanged[] = [];
  /** What one member has left for more than one of them. */
  const left = new Map<string, bigint>();
  for (const short of await store.listOpenShorts(tx, marketDate)) {
    const { userId, asset, code, found: isFound, auctionBps } = short;
    const kept = await store.readPrices(tx, code, tradeDate, marketDate);
    const quote = kept.closes.has(marketDate) ? undefined : market.quote(code);
    const closePaise = kept.closes.get(marketDate) ?? BigInt(quote?.closing?.price ?? quote?.lastPrice ?? 1);
    const valuationPaise = [...kept.closes].findLast(([date]) => date < marketDate)?.[1] ?? closePaise;
    const prices = { closePaise, highestPaise: max(kept.highest, BigInt(quote?.highPrice ?? 0)) };
    // Sales of the day take its own purchases first: only what is left of them is short.
    const undelivered = Math.max(0, short.due - short.kept - short.boughtKept);
    const salePaise =
      undelivered === 0 ? 0n : mulDiv(short.soldPaise, BigInt(undelivered), BigInt(short.soldQuantity), 'half_up');
    const sale = { quantity: undelivered, salePaise, valuationPaise, ...prices };
    const { pricePaise, lossPaise } = boughtIn(sale, { isFound, auctionBps });
    const has = left.get(userId) ?? short.available;
    const paidPaise = min(lossPaise, max(0n, has));
    left.set(userId, has - paidPaise);
    const absorbedPaise = lossPaise - paidPaise;
    const quantity = isFound ? 0 : short.due - undelivered;
    const end = quantity > 0 ? await closeOutKept(parts, tx, short, { marketDate, quantity, ...prices }) : undefined;
    const cost = { undelivered, salePaise, pricePaise, lossPaise, absorbedPaise, at, closed: end?.closed };
    await store.endShort(tx, short, marketDate, cost);
    if (end) {
      notices.push(...end.notices);
      positions.push({ id: end.closed.positionId, userId });
      orders.push(...end.ended);
    }
    if (lossPaise > 0n) await postLoss(tx, { userId, asset, marketDate, lossPaise, absorbedPaise });
    if (undelivered > 0)
      notices.push({
        userId,
        category: 'transaction',
        key: isFound ? 'saleBoughtIn' : 'saleClosedOut',
        params: {
          code,
          quantity: undelivered,
          price: rupees(pricePaise),
          sale: rupees(salePaise),
          loss: rupees(lossPaise),
        },
        link: '/pages/personal/bill/index?businessType=auction',
        about: `short-sale:${code} ${marketDate}`,
        at,
      });
  }
  return { sent: await notifyAll(tx, notices), positions, orders };
}

/** The entry of a loss, which is a source of its own. */
async function postLoss(
  tx: Tx,
  of: {
    readonly userId: string;
    readonly asset: string;
    readonly marketDate: string;
    readonly lossPaise: bigint;
    readonly absorbedPaise: bigint;
  },
): Promise<void> {
  const { userId, marketDate, lossPaise, absorbedPaise } = of;
  const ref = refOfShort(of);
  const entry: BatchEntry = {
    kind: 'short_sale',
    ref,
    actor: 'system',
    marketDate,
    lines: [
      move(available(userId), absorbedPaise - lossPaise),
      move(lossesAbsorbed, -absorbedPaise),
      move(clearing(), lossPaise),
    ].filter(({ amount }) => amount !== 0n),
  };
  await addSources(tx, marketDate, [
    {
      type: 'short_delivery',
      id: ref,
      purpose: 'short_sale',
      owner: userOwner(userId),
      asset: 'INR',
      amount: lossPaise,
    },
  ]);
  await postBatch(tx, [entry]);
}

/** `<date>/<user>/<isin>`. */
export const refOfShort = (of: {
  readonly userId: string;
  readonly asset: string;
  readonly marketDate: string;
}): string => `${of.marketDate}/${of.userId}/${of.asset.slice(3)}`;
