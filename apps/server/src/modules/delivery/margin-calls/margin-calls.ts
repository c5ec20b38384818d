import { MARGIN_SQUARE_OFF } from '@khara/broker';
import { rupees, showDecimal } from '@khara/money';
import { marginPrices, marginStanding } from '@khara/rules';
import { fencedDatabase, raiseFrontier } from '#modules/market/index.ts';
import { notify, type NoticeToSend, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import type { MarginCallsMade, ReachedMargin, WatchedMargin, Writer } from '#src/ports/exchange.ts';
import { sendNotices, ordersAtExchange, readCommands, lockUsers } from '#modules/orders/index.ts';
import { insertClosingOrder, lockSquareOff } from '#modules/placing/index.ts';
import * as store from './margin-call-store.ts';

/*
 * Margin calls of intraday positions (decision 14). The venue watches last prices; what a position stands at is read
 * again here, under its owner's lock, and only that decides.
 */

type CallDeps = Pick<Deps, 'db' | 'market' | 'clock' | 'pushes' | 'log'>;

/** Each open intraday position with the price of its next call; one that is being closed is watched no more. */
export async function watchedMargins({ db, market }: Pick<Deps, 'db' | 'market'>): Promise<readonly WatchedMargin[]> {
  return (await store.openPositions(db)).flatMap((position): WatchedMargin[] => {
    const { id, code, quantity, isCalled, isClosing } = position;
    const rateBps = market.margin(code)?.rateBps;
    if (isClosing || rateBps === undefined) return [];
    const { callPaise, squareOffPaise } = marginPrices({ ...position, rateBps });
    return [{ id, code, isLong: quantity > 0, price: Number(isCalled ? squareOffPaise : callPaise) }];
  });
}

/**
 * Calls and closes what has reached its price: one transaction with the step, so that a server that ends
 * before it makes the step again. First the members' own orders in the share end; when they have, an order of
 * the system closes what is left. To be called again until `isDone`; repeating it changes nothing.
 */
export async function callMargins(
  deps: CallDeps,
  reached: readonly ReachedMargin[],
  { marketTime, step }: { readonly marketTime: string; readonly step: number },
  by: Writer,
): Promise<MarginCallsMade> {
  const { marketDate } = deps.market.now();
  const now = { marketDay: by.marketDay, step, marketDate, marketTime, at: deps.clock.now() };
  const sent: SentNotice[] = [];
  const { seqs, isDone } = await fencedDatabase(deps.db, by).transaction(async (tx) => {
    await raiseFrontier(tx, by, step);
    await lockSquareOff(tx);
    await lockUsers(
      tx,
      await store.readOwners(
        tx,
        reached.map(({ id }) => id),
      ),
    );
    sent.push(...(await noteReached(deps, tx, reached, now)));
    const ended = await store.endOrders(tx, now.at);
    const positions = await store.positionsToSquareOff(tx);
    const atExchange = await ordersAtExchange(
      tx,
      positions.flatMap(({ openOrders }) => openOrders),
      marketDate,
    );
    const left = positions.filter(({ closingOrders }) => !closingOrders.some((id) => atExchange.has(id)));
    const placed: bigint[] = [];
    let waiting = left.length;
    for (const position of left) {
      const { openOrders, notWaiting: orders } = position;
      if (openOrders.some((id) => atExchange.has(id))) continue;
      const closing = await insertClosingOrder(deps, tx, position, MARGIN_SQUARE_OFF);
      if (!closing) continue;
      if (orders.length > 0) deps.log.fatal({ orders }, 'orders are open that the exchange does not have');
      await store.noteSquareOffOrder(tx, position.call, closing.seq);
      placed.push(...closing.seqs);
      waiting -= 1;
    }
    return { seqs: [...ended, ...placed], isDone: waiting === 0 };
  });
  sendNotices(deps, sent);
  return { commands: await readCommands(deps.db, seqs), isDone };
}

/** Notes what positions stand at, of those that have reached a call, and tells their owners. */
async function noteReached(
  { market }: Pick<Deps, 'market'>,
  tx: Tx,
  reached: readonly ReachedMargin[],
  now: store.CallMoment,
): Promise<readonly SentNotice[]> {
  const prices = new Map(reached.map(({ id, lastPrice }) => [id, BigInt(lastPrice)]));
  const sent: SentNotice[] = [];
  for (const position of await store.readOpenPositions(tx, [...prices.keys()])) {
    const rateBps = market.margin(position.code)?.rateBps;
    const lastPaise = prices.get(position.id);
    if (position.isClosing || rateBps === undefined || lastPaise === undefined) continue;
    const of = { ...position, rateBps };
    const standing = marginStanding(of, lastPaise);
    const kind = standing.isSquaredOff ? 'square_off' : standing.isCalled && !position.isCalled ? 'call' : undefined;
    if (kind === undefined) continue;
    const { marginPaise, lossPaise } = standing;
    await store.noteCall(tx, kind, { ...of, lastPaise, marginPaise }, now);
    const lost = showDecimal((lossPaise * 1000n) / marginPaise, 1);
    sent.push(
      await notify(
        tx,
        marginNotice(kind, { ...of, lost, squareOffPaise: marginPrices(of).squareOffPaise, lastPaise }, now.at),
      ),
    );
  }
  return sent;
}

const marginNotice = (
  kind: 'call' | 'square_off',
  of: store.OpenPosition & { readonly lost: string; readonly squareOffPaise: bigint; readonly lastPaise: bigint },
  at: number,
): NoticeToSend => ({
  userId: of.userId,
  category: 'transaction',
  key: kind === 'call' ? 'marginCall' : 'marginSquareOff',
  params: {
    code: of.code,
    quantity: Math.abs(of.quantity),
    lost: of.lost,
    last: rupees(of.lastPaise),
    price: rupees(of.squareOffPaise),
  },
  link: '/pages/personal/position/index?tab=day',
  about: `margin:${of.id} ${kind}`,
  at,
});
