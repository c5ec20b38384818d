import type { Order } from '@khara/broker';
import { rupees } from '@khara/money';
import { closedOut, type AuctionPrices } from '@khara/rules';
import {
  addSources,
  available,
  clearing,
  CODES,
  move,
  postBatch,
  userOwner,
  type BatchEntry,
} from '#modules/ledger/index.ts';
import type { NoticeToSend } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import { type OrderChanged, endNotices } from '#modules/orders/index.ts';
import { makeLots, takeFromPosition, takeLots } from '#modules/portfolio/index.ts';
import { rejectWaiting, waitingSales } from '#modules/placing/index.ts';
import { toAsset } from '#modules/settlement/index.ts';
import * as store from './short-delivery-store.ts';

/*
 * What a member kept of a purchase that a seller did not deliver and the auction did not find: close-out money comes
 * instead (decision 15). Members are locked.
 */

type Parts = Pick<Deps, 'market' | 'clock' | 'log'>;

type CloseOut = {
  readonly closed: store.ClosedOut;
  readonly notices: readonly NoticeToSend[];
  /** Orders that ended. */
  readonly ended: readonly OrderChanged[];
};

/** Takes the shares out of holding, lots and dues, pays for them, and says so. */
export async function closeOutKept(
  parts: Parts,
  tx: Tx,
  short: store.OpenShort,
  of: { readonly marketDate: string; readonly quantity: number } & AuctionPrices,
): Promise<CloseOut> {
  const { userId, asset, code } = short;
  const { marketDate, quantity } = of;
  const at = parts.clock.now();
  const { pricePaise, paidPaise } = closedOut(of);
  const ended = await endWaitingSales(parts, tx, short, of);
  await makeLots(tx, [userId]);
  const notes = await store.readNotes(tx, short, marketDate);
  const lots = await takeLots(tx, { userId, asset, shares: quantity, onDate: marketDate, notes });
  const taken = { userId, asset, code, marketDate, shares: quantity, proceedsPaise: paidPaise, at };
  const positionId = await takeFromPosition(parts, tx, taken);
  const first = Math.min(quantity, short.kept);
  await store.leaveDues(
    tx,
    short,
    new Map([
      [marketDate, first],
      [short.arrivesOn, quantity - first],
    ]),
  );
  await pay(tx, { userId, asset, marketDate, quantity, paidPaise });
  const notice: NoticeToSend = {
    userId,
    category: 'transaction',
    key: 'purchaseClosedOut',
    params: { code, quantity, price: rupees(pricePaise), amount: rupees(paidPaise), date: short.arrivesOn },
    link: '/pages/personal/bill/index?businessType=auction',
    about: `close-out:${code} ${marketDate}`,
    at,
  };
  return {
    closed: { quantity, paidPaise, positionId, lots },
    notices: [...ended.flatMap((order) => endNotices(order, at)), notice],
    ended: ended.map(({ id }) => ({ id, userId, at, steps: ['rejected'] })),
  };
}

/** Orders that wait for the next pre-open to sell these shares end where they keep some of them. */
async function endWaitingSales(
  { market, clock }: Parts,
  tx: Tx,
  { userId, asset }: store.OpenShort,
  { marketDate, quantity }: { readonly marketDate: string; readonly quantity: number },
): Promise<readonly Order[]> {
  if ((await store.unsettledShares(tx, userId, asset)) >= quantity) return [];
  const at = clock.now();
  const reason = 'insufficient_holdings';
  const orders = await waitingSales(tx, userId, asset);
  for (const { id } of orders)
    await rejectWaiting(tx, id, reason, { marketDate, marketTime: market.now().marketTime }, at);
  return orders.map((order) => ({ ...order, state: 'rejected', reason }));
}

/** The entry of the money and the shares, which is a source of its own. */
async function pay(
  tx: Tx,
  of: {
    readonly userId: string;
    readonly asset: string;
    readonly marketDate: string;
    readonly quantity: number;
    readonly paidPaise: bigint;
  },
): Promise<void> {
  const { userId, marketDate, paidPaise } = of;
  const ref = refOfCloseOut(of);
  const [owner, asset, amount] = [userOwner(userId), toAsset(of), BigInt(of.quantity)];
  const entry: BatchEntry = {
    kind: 'close_out',
    ref,
    actor: 'system',
    marketDate,
    lines: [
      move({ owner, asset, code: CODES.unsettledShares }, -amount),
      move(clearing(asset), amount),
      move(clearing(), -paidPaise),
      move(available(userId), paidPaise),
    ],
  };
  await addSources(tx, marketDate, [
    { type: 'short_delivery', id: ref, purpose: 'close_out', owner, asset, amount, valuePaise: paidPaise },
  ]);
  await postBatch(tx, [entry]);
}

/** `<date>/<user>/<isin>/kept`. */
export const refOfCloseOut = (of: {
  readonly userId: string;
  readonly asset: string;
  readonly marketDate: string;
}): string => `${of.marketDate}/${of.userId}/${of.asset.slice(3)}/kept`;
