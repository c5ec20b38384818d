import type { JournalledCommand } from '@khara/market-day';
import { marginBasisOf, refusalsOf, worstPrice, type Share } from '../placing/rules.ts';
import { max } from '@khara/money';
import { coveringMargin, type MarginBasis } from '@khara/rules';
import { notifyAll, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { ScheduledEvent } from '#src/ports/exchange.ts';
import { announceOrders } from '../announce.ts';
import { neededForRest, orderCharges } from '../billing.ts';
import { shareOf } from '../placing/share.ts';
import { insertClosingOrder } from './closing-order.ts';
import { hearNews, publishArticle } from './company-news.ts';
import { commandsOf } from '../journal/signed-commands.ts';
import * as store from './scheduled-store.ts';
import { noticeOf } from '../notices.ts';
import { SQUARE_OFF, valueOf, type Order } from '../order.ts';

type ScheduleDeps = Pick<Deps, 'db' | 'market' | 'clock' | 'pushes' | 'log'>;

/** Orders handled in one transaction. */
const BATCH_SIZE = 200;

/**
 * What the system journals at its times of the day: after-market orders enter the pre-open; intraday orders
 * end and intraday positions are squared off; participants hear news of a company, and its article comes out.
 * Safe to repeat: what is journalled is not journalled again.
 */
export async function scheduledCommands(
  parts: ScheduleDeps,
  event: Exclude<ScheduledEvent, { readonly kind: 'pay_out' | 'day_over' }>,
): Promise<readonly JournalledCommand[]> {
  // Offerings journal their own commands.
  if (event.kind === 'offers' || event.kind === 'block_window') return [];
  if (event.kind === 'pre_open') return enterPreOpen(parts, event);
  if (event.kind === 'news') return hearNews(parts, event.news, event.marketDate);
  if (event.kind === 'article') return publishArticle(parts, event.news, event.marketDate);
  return beginSquareOff(parts, event, event.kind === 'square_off_auctioned' ? 'auctioned' : 'others');
}

/**
 * Waiting orders become orders of this day, checked against its band; those that fail are rejected, and what
 * was held for them is free.
 */
async function enterPreOpen(parts: ScheduleDeps, event: ScheduledEvent): Promise<readonly JournalledCommand[]> {
  const commands: JournalledCommand[] = [];
  for (let after = 0n; ;) {
    const sent: SentNotice[] = [];
    const seqs: bigint[] = [];
    const rejected = new Set<bigint>();
    const at = parts.clock.now();
    const waiting = await parts.db.transaction(async (tx) => {
      const locked = await store.lockWaiting(tx, event.marketDate, { after, most: BATCH_SIZE });
      for (const order of locked) {
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
        .map(({ id, userId }) => ({ id, userId, at, steps: rejected.has(id) ? ['rejected'] : [] })),
      sent,
    );
    commands.push(...(await commandsOf(parts.db, seqs)));
    const last = waiting.at(-1);
    if (!last || waiting.length < BATCH_SIZE) return commands;
    after = last.id;
  }
}

/** Answers the number of its command; none of one that is rejected, of which its owner has a notice in `sent`. */
async function enter(
  parts: ScheduleDeps,
  tx: Tx,
  of: { readonly order: Order; readonly event: ScheduledEvent; readonly sent: SentNotice[]; readonly at: number },
): Promise<readonly bigint[]> {
  const { order, event, sent, at } = of;
  const { marketDate } = event;
  const reject = async (reason: string): Promise<readonly bigint[]> => {
    await store.rejectWaiting(tx, order.id, reason, event, at);
    sent.push(...(await notifyAll(tx, noticeOf({ ...order, state: 'rejected', reason }, at))));
    return [];
  };
  const now = shareOf(parts, order.code);
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
  const [refused] = refusalsOf(terms, share);
  const pricePaise = share && worstPrice(terms, share);
  if (refused !== undefined || !share || pricePaise === undefined) return reject(refused ?? 'unknown_code');
  const needed = neededToEnter(order, { basis: marginBasisOf(share), marketDate, pricePaise });
  if (needed !== undefined && needed !== order.frozenPaise + order.marginPaise) {
    const short = await store.holdAnew(tx, order.id, needed, marketDate);
    if (short !== null) return reject(short);
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
  const value = valueOf(order.quantity, on.pricePaise);
  const opened = { quantity: order.side === 'buy' ? order.quantity : -order.quantity, valuePaise: value };
  return max(order.marginPaise, coveringMargin(opened, basis) + orderCharges({ ...order, ...on }, value).total);
}

/** At a minute of the market: orders end whose own minutes have passed. */
export const endTimed = async (
  { db, clock }: Pick<ScheduleDeps, 'db' | 'clock'>,
  marketTime: string,
): Promise<readonly JournalledCommand[]> =>
  commandsOf(db, await db.transaction((tx) => store.expireTimed(tx, marketTime, clock.now())));

/** The shares whose intraday positions are squared off together. */
type Shares = 'auctioned' | 'others';

async function beginSquareOff(
  parts: ScheduleDeps,
  event: ScheduledEvent,
  shares: Shares,
): Promise<readonly JournalledCommand[]> {
  const { marketDate } = event;
  const codes = codesOf(parts, shares);
  const seqs = await parts.db.transaction(async (tx) => {
    await store.lockSquareOff(tx);
    const began = await store.noteSquareOff(tx, marketDate, shares);
    // Positions whose orders are still open follow when those have ended: until then the number of shares is unknown.
    const expired = began ? await store.expireIntraday(tx, codes, parts.clock.now()) : [];
    return [...expired, ...(await closePositions(parts, tx, codes))];
  });
  return commandsOf(parts.db, seqs);
}

/**
 * Squares off what is left: positions whose orders had to end first, whose closing order found no counterpart
 * at the limit of the band, or that an earlier day left. To be called again and again. Answers how many
 * orders it placed.
 */
export async function squareOffRest(deps: ScheduleDeps & Pick<Deps, 'venue'>): Promise<number> {
  const { marketDate } = deps.market.now();
  if (!(await store.hasIntradayToClose(deps.db, marketDate))) return 0;
  const seqs = await deps.db.transaction(async (tx) => {
    await store.lockSquareOff(tx);
    const begun = new Set(await store.squareOffsOf(tx, marketDate));
    const codes = (['auctioned', 'others'] as const).flatMap((shares) =>
      begun.has(shares) ? codesOf(deps, shares) : [],
    );
    return [...(await closePositions(deps, tx, codes)), ...(await closePositions(deps, tx, undefined))];
  });
  for (const command of await commandsOf(deps.db, seqs)) deps.venue.submit(command);
  return seqs.length;
}

/**
 * Journals an order of the system for every intraday position in these shares, or in any share when an
 * earlier day left it (no `codes`). One whose share takes no orders now stays for the next time.
 */
async function closePositions(
  parts: ScheduleDeps,
  tx: Queryable,
  codes: readonly string[] | undefined,
): Promise<readonly bigint[]> {
  const seqs: bigint[] = [];
  for (const position of await store.positionsToClose(tx, parts.market.now().marketDate, codes)) {
    const closing = await insertClosingOrder(parts, tx, position, SQUARE_OFF);
    seqs.push(...(closing?.seqs ?? []));
  }
  return seqs;
}

const codesOf = ({ market }: Pick<ScheduleDeps, 'market'>, shares: Shares): readonly string[] =>
  market
    .instruments()
    .filter(({ issuer }) => issuer && issuer.casEligible === (shares === 'auctioned'))
    .map(({ code }) => code);
