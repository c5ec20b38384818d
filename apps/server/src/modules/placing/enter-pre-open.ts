import {
  findRefusals,
  neededForRest,
  type Order,
  orderCharges,
  orderValue,
  type Share,
  toMarginBasis,
  worstPrice,
} from '@khara/broker';
import type { JournalledCommand } from '@khara/market-day';
import { max } from '@khara/money';
import { type MarginBasis, coveringMargin } from '@khara/rules';
import { type SentNotice, notifyAll } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import type { ScheduledEvent } from '#src/ports/exchange.ts';
import { announceOrders, readCommands, endNotices } from '#modules/orders/index.ts';
import { findShare } from './share.ts';
import * as store from './waiting-store.ts';

type PreOpenDeps = Pick<Deps, 'db' | 'market' | 'clock' | 'pushes' | 'log'>;

/** Orders handled in one transaction. */
const BATCH_SIZE = 200;

/**
 * Waiting orders become orders of this day, checked against its band; those that fail are rejected, and what
 * was held for them is free.
 */
export async function enterPreOpen(parts: PreOpenDeps, event: ScheduledEvent): Promise<readonly JournalledCommand[]> {
  const commands: JournalledCommand[] = [];
  for (let after = 0n; ;) {
    const sent: SentNotice[] = [];
    const seqs: bigint[] = [];
    const rejected = new Set<bigint>();
    const at = parts.clock.now();
    const { orders: waiting, last } = await parts.db.transaction(async (tx) => {
      const locked = await store.lockWaiting(tx, event.marketDate, { after, most: BATCH_SIZE });
      for (const order of locked.orders) {
        if (order.isOwn) {
          const entered = await enter(parts, tx, { order, event, sent, at });
          if (entered.length === 0) rejected.add(order.id);
          seqs.push(...entered);
        } else parts.log.fatal({ order: order.id }, 'no server wrote an order that waits: nothing is done by it');
      }
      return locked;
    });
    announceOrders(
      parts,
      waiting
        .filter(({ isOwn }) => isOwn)
        .map(({ id, userId, program }) => ({ id, userId, program, at, steps: rejected.has(id) ? ['rejected'] : [] })),
      sent,
    );
    commands.push(...(await readCommands(parts.db, seqs)));
    if (last === undefined) return commands;
    after = last;
  }
}

/** Answers the number of its command; none of one that is rejected, of which its owner has a notice in `sent`. */
async function enter(
  parts: PreOpenDeps,
  tx: Tx,
  of: { readonly order: Order; readonly event: ScheduledEvent; readonly sent: SentNotice[]; readonly at: number },
): Promise<readonly bigint[]> {
  const { order, event, sent, at } = of;
  const { marketDate } = event;
  const reject = async (reason: string): Promise<readonly bigint[]> => {
    await store.rejectWaiting(tx, order.id, reason, event, at);
    sent.push(...(await notifyAll(tx, endNotices({ ...order, state: 'rejected', reason }, at))));
    return [];
  };
  const now = findShare(parts, order.code);
  const share: Share | undefined = now && { ...now, phase: 'preopen_entry_1', time: '09:00:00' };
  const priced = order.type === 'limit';
  const terms = {
    side: order.side,
    type: order.type,
    product: order.product,
    validity: order.validity,
    quantity: order.quantity,
    pricePaise: priced ? order.pricePaise : undefined,
    triggerPaise: undefined,
    disclosedQuantity: undefined,
    sellsAll: order.side === 'sell', // or it would not wait
  };
  const [refused] = findRefusals(terms, share);
  const pricePaise = share && worstPrice(terms, share);
  if (refused !== undefined || !share || pricePaise === undefined) return reject(refused ?? 'unknown_code');
  const needed = neededToEnter(order, { basis: toMarginBasis(share), marketDate, pricePaise });
  if (needed !== undefined && needed !== order.frozenPaise + order.marginPaise) {
    const short = await store.holdAnew(tx, order, needed, marketDate);
    if (short) return reject(short.refused);
  }
  return [await store.enterWaiting(tx, order.id, pricePaise, marketDate, at)];
}

/**
 * What a waiting order needs on its day, at its price and at the day's margin. Undefined: what it holds stays, as of an
 * order to sell or of one that only closes a position.
 */
function neededToEnter(
  order: Order,
  { basis, ...on }: { readonly basis: MarginBasis; readonly marketDate: string; readonly pricePaise: bigint },
): bigint | undefined {
  if (order.product === 'delivery')
    return order.side === 'buy' ? neededForRest({ ...order, ...on }, order.quantity, 0n) : undefined;
  if (order.marginPaise === 0n) return undefined;
  const value = orderValue(order.quantity, on.pricePaise);
  const opened = { quantity: order.side === 'buy' ? order.quantity : -order.quantity, valuePaise: value };
  return max(order.marginPaise, coveringMargin(opened, basis) + orderCharges({ ...order, ...on }, value).total);
}
