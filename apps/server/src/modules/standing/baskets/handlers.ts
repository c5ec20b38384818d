import { blame, isStop, type OrderRefusal, toTerms, mayShow } from '@khara/broker';
import { MAX_BASKETS, MAX_ORDER_QUANTITY, MAX_REGULAR, type Body, type Data, type RefusalsOf } from '@khara/contract';
import { paise, rupees } from '@khara/money';
import { addDays, regularDateAfter } from '@khara/rules';
import { transactionPasswordCheck } from '#modules/accounts/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import { readCursor, DEFAULT_SIZE, idIn, cutPage } from '#src/kernel/page.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import type { Tx } from '#src/ports/database.ts';
import { describeAuthority, type Reader, lockUsers } from '#modules/orders/index.ts';
import { inShares, marketLot, findShare } from '#modules/placing/index.ts';
import { asStop, stoppedBy } from '#modules/own-limits/index.ts';
import { isSame, ordersHash, type Basket, type BasketOrder, type RegularPurchase } from './basket.ts';
import { isOnlyBuys, todayFor } from './make-regular.ts';
import type { OrderRuns } from './order-runs.ts';
import { presentBasket, presentRegular, presentRun, presentWhole } from './present-basket.ts';
import { checkWhole } from './whole.ts';
import * as baskets from './basket-store.ts';
import * as regulars from './regular-store.ts';
import * as runs from './run-store.ts';

/** Days within which the first date of a regular purchase lies. */
const FURTHEST_START = 366;
/** The most of one time: ten crore rupees. */
const MAX_PAISE = 10_00_00_000_00n;

type OrdersBody = NonNullable<Body<'previewBasket'>['orders']>;
type Kept = Extract<
  RefusalsOf<'saveBasket'>,
  | 'unknown_code'
  | 'not_tradable'
  | 'quantity_invalid'
  | 'quantity_above_maximum'
  | 'price_required'
  | 'trigger_required'
  | 'disclosed_qty_invalid'
>;

const readOrders = (deps: Deps, asked: OrdersBody): readonly BasketOrder[] =>
  asked.map((body) => ({ ...toTerms(body.side, inShares(deps, body)), code: body.code })).map(plain);

/** Without prices that an order of its kind has none of. */
function plain(order: BasketOrder): BasketOrder {
  const priced = order.type === 'limit' || order.type === 'sl';
  return {
    ...order,
    pricePaise: priced ? order.pricePaise : undefined,
    triggerPaise: isStop(order.type) ? order.triggerPaise : undefined,
  };
}

/** What is wrong with an order whatever the moment is at which it is sent. */
function whyNotKept(deps: Deps, order: BasketOrder): Kept | undefined {
  const { code, side, product, quantity, type, pricePaise, triggerPaise } = order;
  const share = findShare(deps, code);
  if (!share) return 'unknown_code';
  if (share.instrument.asset === '') return 'not_tradable';
  // What is held when it is sent decides whether a sale is of all of it.
  const maySellAll = side === 'sell' && product === 'delivery';
  if (!maySellAll && quantity % marketLot(share) !== 0) return 'quantity_invalid';
  if (quantity > MAX_ORDER_QUANTITY) return 'quantity_above_maximum';
  if ((type === 'limit' || type === 'sl') && pricePaise === undefined) return 'price_required';
  if (isStop(type) && triggerPaise === undefined) return 'trigger_required';
  return mayShow(order, marketLot(share)) ? undefined : 'disclosed_qty_invalid';
}

const readerOf = (deps: Deps, { language }: MemberCaller): Reader => ({ deps, language });

const ownBasket = async (deps: Deps, { member }: MemberCaller, id: string): Promise<Basket | undefined> => {
  const number = idIn(id);
  return number === undefined ? undefined : baskets.findBasket(deps.db, member.userId, number);
};

const unknownBasket = (field = 'id') => refuse('unknown_basket', { field });

async function saveBasket(
  deps: Deps,
  caller: MemberCaller,
  body: Body<'saveBasket'>,
): Promise<Result<Data<'saveBasket'>, RefusalsOf<'saveBasket'>>> {
  const { member } = caller;
  const { userId } = member;
  const { name, draftId: requestId, transactionPassword: password } = body;
  const wanted = readOrders(deps, body.orders);
  for (const [at, order] of wanted.entries()) {
    const refused = whyNotKept(deps, order);
    if (refused) return refuse(refused, { field: 'orders', details: { order: at + 1, code: order.code } });
  }
  const isBought = body.id !== undefined && (await ownBasket(deps, caller, body.id))?.isRegular === true;
  if (isBought || password !== undefined) {
    const allowed = await transactionPasswordCheck(deps, member, password);
    if (allowed.refused !== undefined) return allowed;
  }
  const authority = describeAuthority(member, isBought ? { password } : 'session');
  const to = { name, orders: wanted, marketDate: deps.market.now().marketDate, at: deps.clock.now(), authority };
  const result = await deps.db.transaction(async (tx): Promise<Result<bigint, RefusalsOf<'saveBasket'>>> => {
    await lockUsers(tx, [userId]);
    return body.id === undefined
      ? makeBasket(tx, { ...to, userId, requestId })
      : changeBasket(tx, userId, { id: body.id, version: body.version, isBought }, to);
  });
  if (result.refused !== undefined) return result;
  const basket = await baskets.findBasket(deps.db, userId, result.value);
  return basket ? done(presentBasket(readerOf(deps, caller), basket)) : unknownBasket();
}

type To = Pick<Basket, 'name' | 'orders' | 'marketDate'> & { readonly at: number; readonly authority: string };

async function makeBasket(
  tx: Tx,
  one: To & { readonly userId: string; readonly requestId: string },
): Promise<Result<bigint, 'request_id_reused' | 'too_many_baskets'>> {
  const req = ordersHash({ request: one.requestId, name: one.name }, one.orders);
  const earlier = await baskets.basketByRequest(tx, one.userId, one.requestId);
  if (earlier) return Buffer.compare(earlier.req, req) === 0 ? done(earlier.id) : refuse('request_id_reused');
  const id = await baskets.insertBasket(tx, { ...one, req }, MAX_BASKETS);
  return id === undefined ? refuse('too_many_baskets') : done(id);
}

/**
 * Another device may have changed it since: then it has another version, unless it says the same by now. What a regular
 * purchase buys from now on takes the transaction password, as the purchase did.
 */
async function changeBasket(
  tx: Tx,
  userId: string,
  { id, version, isBought }: { readonly id: string; readonly version: number | undefined; readonly isBought: boolean },
  to: To,
): Promise<Result<bigint, 'unknown_basket' | 'basket_changed' | 'regular_not_buys' | 'transaction_password_required'>> {
  const number = idIn(id);
  const basket = number === undefined ? undefined : await baskets.lockBasket(tx, userId, number);
  if (!basket) return unknownBasket();
  if (basket.name === to.name && isSame(basket.orders, to.orders)) return done(basket.id);
  if (version !== undefined && version !== basket.version) return refuse('basket_changed', { field: 'version' });
  if (basket.isRegular && !isBought) return refuse('transaction_password_required', { field: 'transactionPassword' });
  if (basket.isRegular && !isOnlyBuys(to.orders)) return refuse('regular_not_buys', { field: 'orders' });
  await baskets.changeBasket(tx, basket.id, to);
  return done(basket.id);
}

/** What is wrong with one order of several, as its own call would say it. */
function blameOrder(deps: Deps, all: readonly BasketOrder[], no: number | undefined, reason: string) {
  const order = no === undefined ? undefined : all[no - 1];
  const { details } = order ? blame(reason as OrderRefusal, findShare(deps, order.code), order) : {};
  return { field: 'orders', details: { ...details, ...(order && { order: no, code: order.code }) } };
}

async function placeBasket(
  deps: Deps & { readonly runs: OrderRuns },
  caller: MemberCaller,
  body: Body<'placeBasket'>,
): Promise<Result<Data<'placeBasket'>, RefusalsOf<'placeBasket'>>> {
  const { member } = caller;
  const { userId, accountKey } = member;
  const allowed = await transactionPasswordCheck(deps, member, body.transactionPassword);
  if (allowed.refused !== undefined) return allowed;
  const { requestId } = body;
  const req = ordersHash({ request: requestId, basket: body.id });
  const answer = async (id: bigint): Promise<Result<Data<'placeBasket'>, never>> => {
    await deps.runs.place(id);
    return done(presentRun(readerOf(deps, caller), (await runs.findRun(deps.db, id))!)); // it was found
  };
  const known = async (db: Tx | Deps['db']) => {
    const earlier = await runs.runByRequest(db, userId, requestId);
    if (!earlier) return undefined;
    return Buffer.compare(earlier.req, req) === 0 ? done(earlier.id) : refuse('request_id_reused');
  };
  const earlier = await known(deps.db);
  if (earlier) return earlier.refused === undefined ? answer(earlier.value) : earlier;
  const id = idIn(body.id);
  const basket = id === undefined ? undefined : await baskets.recordedBasket(deps.db, userId, id);
  if (!basket) return unknownBasket();
  if (body.version !== undefined && body.version !== basket.version)
    return refuse('basket_changed', { field: 'version' });
  const { refusal } = await checkWhole(deps, userId, basket.orders);
  if (refusal) {
    const { field, details } = blameOrder(deps, basket.orders, refusal.no, refusal.reason);
    const stop = asStop(refusal.reason);
    const facts = stop && (await stoppedBy(deps, userId, stop)).details;
    return refuse(refusal.reason, { field, details: { ...facts, ...details } });
  }
  const { marketDate, marketTime } = deps.market.now();
  const run = await deps.db.transaction(async (tx): Promise<Result<bigint, 'request_id_reused'>> => {
    await lockUsers(tx, [userId]);
    const first = await known(tx);
    if (first) return first;
    const id = await runs.insertRun(tx, {
      userId,
      accountKey,
      basketId: basket.id,
      regularId: undefined,
      due: undefined,
      requestId,
      req,
      name: basket.name,
      state: 'placing',
      reason: undefined,
      at: deps.clock.now(),
      marketDate,
      marketTime,
      orders: basket.orders,
      authority: describeAuthority(member, { password: body.transactionPassword }),
    });
    return done(id!); // the request has none
  });
  return run.refused === undefined ? answer(run.value) : run;
}

/** What a regular purchase would buy: a share that can be traded, or a basket of delivery buys. */
async function readSubject(
  deps: Deps,
  caller: MemberCaller,
  { basketId, code }: Pick<Body<'startRegular'>, 'basketId' | 'code'>,
): Promise<
  Result<
    Pick<RegularPurchase, 'basketId' | 'basketVersion' | 'code'>,
    'invalid_input' | 'unknown_code' | 'not_tradable' | 'unknown_basket' | 'regular_not_buys'
  >
> {
  if ((basketId === undefined) === (code === undefined)) return refuse('invalid_input', { field: 'basketId' });
  if (code !== undefined) {
    const share = findShare(deps, code);
    if (!share) return refuse('unknown_code', { field: 'code' });
    return share.instrument.asset === ''
      ? refuse('not_tradable', { field: 'code' })
      : done({ code, basketId: undefined, basketVersion: undefined });
  }
  const id = idIn(basketId!); // one of the two is there
  const basket = id === undefined ? undefined : await baskets.recordedBasket(deps.db, caller.member.userId, id);
  if (!basket) return unknownBasket('basketId');
  return isOnlyBuys(basket.orders)
    ? done({ basketId: basket.id, basketVersion: basket.version, code: undefined })
    : refuse('regular_not_buys', { field: 'basketId' });
}

async function startRegular(
  deps: Deps,
  caller: MemberCaller,
  body: Body<'startRegular'>,
): Promise<Result<Data<'startRegular'>, RefusalsOf<'startRegular'>>> {
  const { member } = caller;
  const { userId, accountKey } = member;
  const allowed = await transactionPasswordCheck(deps, member, body.transactionPassword);
  if (allowed.refused !== undefined) return allowed;
  const amountPaise = paise(body.amount);
  if (amountPaise === undefined) return refuse('amount_invalid', { field: 'amount' });
  if (amountPaise > MAX_PAISE)
    return refuse('amount_above_maximum', { field: 'amount', details: { maximum: rupees(MAX_PAISE) } });
  const { unit, every, firstOn, times, requestId } = body;
  const req = ordersHash({
    request: requestId,
    basket: body.basketId,
    code: body.code,
    amountPaise,
    unit,
    every,
    firstOn,
    times,
  });
  // It is there.
  const answer = async (id: bigint) => done(presentRegular((await regulars.findRegular(deps.db, userId, id))!));
  const earlier = await regulars.regularByRequest(deps.db, userId, requestId);
  if (earlier) return Buffer.compare(earlier.req, req) === 0 ? answer(earlier.id) : refuse('request_id_reused');
  const today = todayFor(deps, unit);
  if (firstOn < today || firstOn > addDays(today, FURTHEST_START))
    return refuse('regular_dates_invalid', { field: 'firstOn' });
  const what = await readSubject(deps, caller, body);
  if (what.refused !== undefined) return what;
  const nextOn = regularDateAfter({ unit, every, firstOn }, addDays(firstOn, -1));
  const authority = describeAuthority(member, { password: body.transactionPassword });
  const dates = { unit, every, firstOn, times, nextOn };
  const id = await deps.db.transaction(async (tx) => {
    await lockUsers(tx, [userId]);
    const first = await regulars.regularByRequest(tx, userId, requestId);
    if (first) return first.id;
    const one = { ...what.value, ...dates, userId, accountKey, amountPaise, requestId, req, authority };
    return regulars.insertRegular(tx, { ...one, at: deps.clock.now() }, MAX_REGULAR);
  });
  return id === undefined ? refuse('too_many_regular') : answer(id);
}

type Change = Pick<RegularPurchase, 'state' | 'nextOn'> & { readonly authority?: string };

/** Changes a regular purchase of this member, under a lock, as `to` says; undefined where that says nothing. */
async function changed(
  deps: Deps,
  { member: { userId } }: MemberCaller,
  id: string,
  to: (regular: RegularPurchase) => Change | undefined,
): Promise<Result<Data<'endRegular'>, 'unknown_regular'> | undefined> {
  const number = idIn(id);
  return deps.db.transaction(async (tx) => {
    const regular = number === undefined ? undefined : await regulars.lockRegular(tx, userId, number);
    if (!regular) return refuse('unknown_regular', { field: 'id' });
    const change = to(regular);
    if (!change) return undefined;
    await regulars.changeRegular(tx, regular.id, { ...change, at: deps.clock.now() });
    return done(presentRegular((await regulars.findRegular(tx, userId, regular.id))!)); // it is locked
  });
}

const handlers = {
  saveBasket,

  baskets: async (deps, caller) => {
    const found = await baskets.listBaskets(deps.db, caller.member.userId);
    return done({ list: found.map((basket) => presentBasket(readerOf(deps, caller), basket)) });
  },

  removeBasket: async (deps, { member }, { id }) => {
    const number = idIn(id);
    if (number === undefined) return unknownBasket();
    return deps.db.transaction(async (tx) => {
      // Under the member's lock no regular purchase of it begins.
      await lockUsers(tx, [member.userId]);
      const basket = await baskets.lockBasket(tx, member.userId, number);
      if (!basket) return (await baskets.wasRemoved(tx, member.userId, number)) ? done(null) : unknownBasket();
      return (await baskets.removeBasket(tx, number, deps.clock.now())) ? done(null) : refuse('basket_in_use');
    });
  },

  previewBasket: async (deps, caller, { id, orders: asked }) => {
    if ((id === undefined) === (asked === undefined)) return refuse('invalid_input', { field: 'orders' });
    const basket = id === undefined ? undefined : await ownBasket(deps, caller, id);
    if (id !== undefined && !basket) return unknownBasket();
    // One of the two.
    return done(presentWhole(await checkWhole(deps, caller.member.userId, basket?.orders ?? readOrders(deps, asked!))));
  },

  orderRuns: async (deps, caller, body) => {
    const [before, size] = [readCursor(body.cursor), body.size ?? DEFAULT_SIZE];
    const of = { basketId: readCursor(body.basketId), regularId: readCursor(body.regularId) };
    const found = await runs.runsPage(deps.db, { userId: caller.member.userId, ...of, before, limit: size + 1 });
    const { shown, nextCursor } = cutPage(found, size, ({ id }) => id);
    return done({
      list: shown.map((run) => presentRun(readerOf(deps, caller), run)),
      nextCursor,
    });
  },

  regularPurchases: async (deps, { member }, body) => {
    const [before, size] = [readCursor(body.cursor), body.size ?? DEFAULT_SIZE];
    const found = await regulars.regularPage(deps.db, { userId: member.userId, before, limit: size + 1 });
    const { shown, nextCursor } = cutPage(found, size, ({ id }) => id);
    return done({
      list: shown.map(presentRegular),
      nextCursor,
    });
  },

  startRegular,

  pauseRegular: async (deps, caller, { id, isPaused, transactionPassword: password }) => {
    // To rest needs no more than a session; what buys again takes what began it.
    if (!isPaused) {
      const allowed = await transactionPasswordCheck(deps, caller.member, password);
      if (allowed.refused !== undefined) return allowed;
    }
    const result = await changed(deps, caller, id, ({ state, nextOn, ...regular }) => {
      if (nextOn === undefined) return undefined;
      if (isPaused || state === 'active') return { state: isPaused ? 'paused' : state, nextOn };
      // Dates of the rest are left out; one that has not come yet stays.
      const today = todayFor(deps, regular.unit);
      return {
        state: 'active',
        nextOn: nextOn >= today ? nextOn : regularDateAfter(regular, addDays(today, -1)),
        authority: describeAuthority(caller.member, { password }),
      };
    });
    return result ?? refuse('regular_ended');
  },

  endRegular: async (deps, caller, { id }) =>
    (await changed(deps, caller, id, () => ({ state: 'ended', nextOn: undefined })))!, // there is always a change
} satisfies HandlersFor<
  | 'baskets'
  | 'saveBasket'
  | 'removeBasket'
  | 'previewBasket'
  | 'orderRuns'
  | 'regularPurchases'
  | 'startRegular'
  | 'pauseRegular'
  | 'endRegular'
>;

/** Calls of baskets and regular purchases; `runs` sends their orders. */
export const createBasketHandlers = (runs: OrderRuns) => ({
  ...handlers,
  ...({
    placeBasket: (deps, caller, body) => placeBasket({ ...deps, runs }, caller, body),
  } satisfies HandlersFor<'placeBasket'>),
});
