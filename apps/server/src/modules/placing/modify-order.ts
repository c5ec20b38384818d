import {
  atTurn,
  becoming,
  changePrice,
  changeTerms,
  currentType,
  exposedShares,
  isAboveTurnover,
  isOpenState,
  largestValue,
  moreForChange,
  openingQuantity,
  type Order,
  shownBy,
  type Terms,
  toMarginBasis,
  triggerNow,
  typeNow,
  whyNotTerms,
} from '@khara/broker';
import { MODIFY_CHECKS, type Body, type Data, type RefusalsOf } from '@khara/contract';
import type { JournalledCommand } from '@khara/market-day';
import { isTradeForTrade, raisesStake, type Stake } from '@khara/rules';
import { transactionPasswordCheck } from '#modules/accounts/index.ts';
import * as ledger from '#modules/ledger/index.ts';
import { isIntradayPaused, refusedDebtor } from '#modules/wallet/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { aboveTurnover, lockedIn, notReceived } from './place-order.ts';
import { announceOrders, lockUsers, presentOrderWithFills } from '#modules/orders/index.ts';
import { readOwnLimits, stoppedBy, stopOfOrder, withinLimits } from '#modules/own-limits/index.ts';
import type { Desk } from './desk.ts';
import { readOrder, settledSoon } from './first-answer.ts';
import { isWholePosition, marketLot } from './order-lots.ts';
import { findShare } from './share.ts';
import { findPosition } from '#modules/portfolio/index.ts';
import { requestHash } from '#src/security/request-hash.ts';
import { idIn } from '#src/kernel/page.ts';
import { done, refuse, type Refused, type Result } from '#src/kernel/result.ts';
import * as changes from './modify-store.ts';
import type { RequestKey } from './new-order.ts';
import { findEarlier } from './place-store.ts';
import { holdAnew } from './waiting-store.ts';

type Refusal = RefusalsOf<'modifyOrder'>;
/** What the exchange may refuse a change for; whatever else it says, the order was gone. */
const CHANGE_REFUSALS: readonly Refusal[] = MODIFY_CHECKS;

type ChangeDeps = Deps & { readonly desk: Desk };
type Changed = { readonly seq: bigint | undefined; readonly orderId: bigint };
type Made = Changed & Pick<Order, 'program'> & { readonly at: number; readonly command: JournalledCommand | undefined };

/**
 * Changes quantity, price, trigger, what is shown at a time, or the kind of an open order: its type and its
 * validity. What the new terms may need more is held first; what they need less is given back when the exchange
 * has made the change, since until then the old terms may fill. A smaller quantity, or less of it shown, keeps the
 * place in the queue, anything else loses it. A repeated requestId is answered with the order as it is.
 *
 * Refuses, in this order: request_id_reused, unknown_order, order_not_open, request_in_progress (another
 * change is under way), nothing_to_modify, too_many_modifications, quantity_below_filled; what a new order
 * would be refused for; the transaction password, of a change that raises what the order may cost or sell; a
 * limit of the member's own, of such a change and of a trigger that moves; then money and shares. A password
 * that is sent is checked first, whatever the change.
 */
export async function modifyOrder(
  deps: ChangeDeps,
  caller: MemberCaller,
  body: Body<'modifyOrder'>,
): Promise<Result<Data<'modifyOrder'>, Refusal>> {
  const { userId } = caller.member;
  const { requestId, transactionPassword: _password, ...asked } = body;
  const request = { userId, call: 'modifyOrder', requestId, hash: requestHash(asked) };
  const earlier = await findEarlier(deps.db, request);
  // A boundary: text that this call wrote.
  if (earlier?.refusal !== undefined) return refuse(earlier.refusal as Refusal);
  const made =
    earlier?.orderId === undefined
      ? await change(deps, caller, body, request)
      : done({ orderId: earlier.orderId, seq: earlier.seq });
  if (made.refused !== undefined) return made;
  const { orderId, seq } = made.value;
  if (seq !== undefined) {
    await settledSoon(deps, Number(seq));
    const reason = await changes.refusalOfChange(deps.db, orderId, seq);
    if (reason !== undefined) {
      await changes.keepDisclosed(deps.db, orderId, seq);
      return refuse(CHANGE_REFUSALS.find((known) => known === reason) ?? 'order_not_open');
    }
  }
  const { order, fills } = await readOrder(deps, userId, orderId);
  const { hold } = order;
  const receipt = hold && (await ledger.receiptOfHold(deps, { owner: ledger.userOwner(userId), hold }));
  return done({
    ...presentOrderWithFills({ deps, language: caller.language }, order, fills),
    ...(receipt && { receipt }),
  });
}

async function change(
  deps: ChangeDeps,
  { member }: MemberCaller,
  body: Body<'modifyOrder'>,
  request: RequestKey,
): Promise<Result<Changed, Refusal>> {
  const allowed = await transactionPasswordCheck(deps, member, body.transactionPassword);
  const isMissing = allowed.refused === 'transaction_password_required';
  if (allowed.refused !== undefined && !isMissing) return allowed;
  const id = idIn(body.id);
  if (id === undefined) return refuse('unknown_order', { field: 'id' });
  const inOne = async (tx: Tx, before: bigint | undefined): Promise<Result<Made, Refusal>> => {
    await lockUsers(tx, [member.userId]);
    const locked = await changes.lockOrder(tx, member.userId, id);
    if (!locked) return refuse('unknown_order', { field: 'id' });
    const order = { ...locked, type: currentType(locked) };
    if (!isOpenState(order.state) || order.bySystem) return refuse('order_not_open');
    if (await changes.isChanging(tx, id)) return refuse('request_in_progress');
    const { marketDate, marketTime } = deps.market.now();
    const asked = changeTerms(order, body, marketTime);
    const terms = { ...asked, sellsAll: await sellsAll(deps, tx, order, asked.quantity) };
    const now = findShare(deps, order.code);
    const { reason, ...why } = whyNotTerms(order, terms, now) ?? {};
    if (reason !== undefined || !now) return refuse(reason ?? 'unknown_code', why);
    const raises = raisesStake(order, toStake({ ...order, type: typeNow(order) }), toStake(terms));
    // Only the order under its lock tells whether it is needed.
    if (isMissing && raises) return refuse('transaction_password_required', { field: 'transactionPassword' });
    const { waits } = order;
    const share = atTurn(now, order);
    const becomes = becoming(order, terms);
    const pricePaise = changePrice(order, terms, share);
    const { opens, opensNow, exposed } = await readOpening(tx, order, terms.quantity);
    // A trigger that is moved brings a stop nearer to the market: it opens a position as a new order would. So does
    // another kind of order.
    const isAimedAnew = raises || triggerNow(order) !== terms.triggerPaise || terms.type !== typeNow(order);
    const { product, side } = order;
    const limited = {
      product,
      opens: product === 'delivery' ? side === 'buy' : opens > 0,
      isNew: false,
      valuePaise: largestValue(terms, share, pricePaise),
    };
    const stop = isAimedAnew && stopOfOrder(deps, await readOwnLimits(tx, member.userId), limited);
    if (stop) return stoppedBy({ ...deps, db: tx }, member.userId, stop);
    // On a date whose losses have passed their limit no intraday position is opened.
    const isStopped = raises && opens > 0 && (await isIntradayPaused({ keys: deps.keys, db: tx }, marketDate));
    if (isStopped) return refuse('intraday_paused');
    const rest = terms.quantity - order.filled;
    const isMore = product === 'intraday' && terms.quantity > order.quantity;
    if (isMore && isAboveTurnover({ quantity: rest, mostOpen: share.mostOpen }, { opening: opens, exposed }))
      return aboveTurnover(share);
    if (isTradeForTrade(share.series) && isDeliverySale(order)) {
      const more = rest - order.frozenShares;
      const free = await freeShares(tx, member.userId, order.asset);
      if (more > 0 && BigInt(more) > free) return notReceived({ ...deps, db: tx }, member.userId, order.code);
    }
    const { quantity, triggerPaise } = terms;
    const needed = { quantity, pricePaise, basis: toMarginBasis(share), opens, opensNow };
    const short = await holdFor(tx, order, needed, marketDate);
    if (short?.refused === 'shares_locked_in') return lockedIn({ ...deps, db: tx }, member.userId, order.code);
    if (short) return short;
    const at = deps.clock.now();
    const to = { quantity, pricePaise, triggerPaise, disclosedQuantity: shownBy(order, body), becomes, at };
    if (waits) await changes.changeWaiting(tx, order, to, marketTime);
    const command = waits ? undefined : await changes.journalChange(tx, id, to, before);
    const seq = command && BigInt(command.seq);
    await changes.noteChange(tx, request, id, seq, at);
    return done({ orderId: id, seq, at, program: order.program, command });
  };
  const made = await withinLimits(deps, member.userId, () =>
    deps.desk.change(member.userId, async (tx, before) => {
      const answer = await inOne(tx, before);
      return { answer, command: answer.refused === undefined ? answer.value.command : undefined };
    }),
  );
  if (made.refused !== undefined) return made;
  const { seq, at, program } = made.value;
  if (seq === undefined) announceOrders(deps, [{ id, userId: member.userId, program, at, steps: ['modified'] }]);
  return made;
}

/** What of an intraday order opens a position, with a quantity and now; of a delivery order nothing. */
async function readOpening(tx: Tx, order: Order, quantity: number) {
  if (order.product === 'delivery') return { opens: 0, opensNow: 0, exposed: 0 };
  const { held, others } = await changes.readIntraday(tx, order, order.id);
  const openedBy = (shares: number) => openingQuantity(held, others, order.side, shares - order.filled);
  return {
    opens: openedBy(quantity),
    opensNow: openedBy(order.quantity),
    exposed: exposedShares(held, others, order.side),
  };
}

const isDeliverySale = ({ side, product }: Order): boolean => side === 'sell' && product === 'delivery';

/** Whether a sale that is changed goes on to be of a whole holding; asked of one that is in no market lots alone. */
async function sellsAll(deps: Pick<Deps, 'market'>, tx: Tx, order: Order, quantity: number): Promise<boolean> {
  if (!isDeliverySale(order) || quantity % marketLot(findShare(deps, order.code)) === 0) return false;
  if (quantity === order.quantity) return true;
  const position = await findPosition(tx, order.userId, { asset: order.asset, product: order.product });
  return position !== undefined && isWholePosition(position, quantity - order.filled, order.frozenShares);
}

/** Shares of a member that have arrived and that no sale keeps. */
async function freeShares(tx: Tx, userId: string, asset: string): Promise<bigint> {
  const balances = await ledger.readBalances(tx, ledger.userOwner(userId));
  return balances.find((it) => it.asset === asset && it.code === ledger.CODES.freeShares)?.amount ?? 0n;
}

/**
 * What decides of an order. Only a limit is the member's own: the protected price of any other order follows from the
 * rest.
 */
const toStake = ({
  type,
  quantity,
  pricePaise,
  triggerPaise,
}: Pick<Terms, 'type' | 'quantity' | 'pricePaise' | 'triggerPaise'>): Stake => ({
  quantity,
  limit: type === 'limit' || type === 'sl' ? pricePaise : undefined,
  trigger: triggerPaise,
});

/**
 * Holds what the order may need until the exchange has made the change: it may still fill on the old terms,
 * then on the new ones. Never less than is held now. Refuses what is not there.
 */
async function holdFor(
  tx: Tx,
  order: Order,
  to: Parameters<typeof moreForChange>[1],
  marketDate: string,
): Promise<Refused<'debt_open' | 'insufficient_funds' | 'insufficient_holdings' | 'shares_locked_in'> | undefined> {
  if (order.side === 'sell' && order.product === 'delivery') {
    const rest = to.quantity - order.filled;
    return rest > order.frozenShares ? holdAnew(tx, order, BigInt(rest), marketDate) : undefined;
  }
  const more = moreForChange(order, to);
  const held = order.product === 'delivery' ? order.frozenPaise : order.marginPaise;
  return more > 0n ? holdMore(tx, order, held + more, marketDate) : undefined;
}

/** More money for an order: a member who owes has none. */
const holdMore = async (tx: Tx, order: Order, paise: bigint, marketDate: string) =>
  (await refusedDebtor(tx, order.userId)) ?? holdAnew(tx, order, paise, marketDate);
