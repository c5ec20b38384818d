import { findRefusals, heldFor, worstPrice } from '@khara/broker';
import { MAX_ORDER_QUANTITY } from '@khara/contract';
import { dayInIndia, regularDateAfter, type Day } from '@khara/rules';
import { notifyAll, type NoticeToSend } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { paramsIn } from '#src/kernel/refusal-words.ts';
import { sendNotices } from '#modules/orders/index.ts';
import { asStop, stoppedBy } from '#modules/own-limits/index.ts';
import { findShare, marketLot } from '#modules/placing/index.ts';
import { recordedBasket } from './basket-store.ts';
import type { BasketOrder, RegularPurchase } from './basket.ts';
import { countDate, dueRegular, recordedOnes } from './regular-store.ts';
import { insertRun, type NewRun } from './run-store.ts';
import { checkWhole } from './whole.ts';

/** The page that shows a regular purchase. */
export const pageOfRegular = (id: bigint): string => `/pages/personal/waiting/regular?id=${id}`;

/** From then on a regular purchase is made on its market date: the opening is over. */
const FROM_TIME = '09:30:00';

/** Of the real calendar for weeks and months; market days run ahead of it where days are compressed. */
export const todayFor = (deps: Pick<Deps, 'market' | 'clock'>, unit: RegularPurchase['unit']): Day =>
  unit === 'market_days' ? deps.market.now().marketDate : dayInIndia(deps.clock.now());

/** Whether a basket may be bought regularly: it has delivery buys alone. */
export const isOnlyBuys = (orders: readonly BasketOrder[]): boolean =>
  orders.length > 0 && orders.every(({ side, product }) => side === 'buy' && product === 'delivery');

type Plan = Pick<NewRun, 'state' | 'reason' | 'orders' | 'name'>;
/** What a limit of the member's own says of a time that it stopped, as a notice has it. */
type StopParams = ReturnType<typeof paramsIn> | undefined;

/** Members whose purchases are made at a time. */
const BATCH_SIZE = 64;

/**
 * Makes the purchases whose date has come, while the market trades: each counts its date and writes its run
 * in one transaction, once for a date. Of dates that passed while the server was away the newest counts.
 * `place` sends the orders of a run; those of one member go one after the other, since each leaves less money
 * for the next. What its member did not begin so, or a basket that is not the one it buys, is not bought:
 * `leave` hears of it.
 */
export async function makeDuePurchases(
  deps: Deps,
  { place, leave }: { readonly place: (runId: bigint) => Promise<void>; readonly leave: (what: string) => void },
): Promise<void> {
  const { marketDate, marketTime, session } = deps.market.now();
  if (session !== 'open' || marketTime.slice(11) < FROM_TIME) return;
  const found = await dueRegular(deps.db, { marketDate, today: dayInIndia(deps.clock.now()) });
  const due = await recordedOnes(deps.db, found);
  for (const regular of found) if (!due.includes(regular)) leave(`regular purchase ${regular.id}`);
  const ofMembers = [...Map.groupBy(due, ({ userId }) => userId).values()];
  for (let from = 0; from < ofMembers.length; from += BATCH_SIZE)
    await Promise.all(
      ofMembers.slice(from, from + BATCH_SIZE).map(async (own) => {
        for (const regular of own) {
          const run = await makeOne(deps, regular, leave);
          if (run !== undefined) await place(run);
        }
      }),
    );
}

/** Answers the run whose orders are to be sent; undefined: nothing is. */
async function makeOne(
  deps: Deps,
  regular: RegularPurchase,
  leave: (what: string) => void,
): Promise<bigint | undefined> {
  const { marketDate, marketTime } = deps.market.now();
  const today = todayFor(deps, regular.unit);
  const plan = await planRun(deps, regular);
  if (!plan) {
    leave(`basket ${regular.basketId} of regular purchase ${regular.id}`);
    return undefined;
  }
  const stop = asStop(plan.reason);
  const facts = stop && { ...paramsIn((await stoppedBy(deps, regular.userId, stop)).details), refusal: stop };
  const at = deps.clock.now();
  const isLast = regular.made + 1 >= regular.times;
  const nextOn = isLast ? undefined : regularDateAfter(regular, today);
  const [run, sent] = await deps.db.transaction(async (tx) => {
    if (!(await countDate(tx, regular, { nextOn, at }))) return [undefined, []] as const;
    const { id: regularId, userId, accountKey, authority } = regular;
    const due = newestUntil(regular, today);
    const of = { userId, accountKey, basketId: undefined, regularId, due, at, marketDate, marketTime, authority };
    const id = await insertRun(tx, { ...of, ...plan });
    return [id, await notifyAll(tx, runNotices(regular, plan, { due, at, isLast, facts }))] as const;
  });
  sendNotices(deps, sent);
  return plan.state === 'placing' ? run : undefined;
}

/** The newest of its dates that has come. */
function newestUntil(regular: RegularPurchase, today: Day): Day {
  let newest = regular.nextOn!; // it is due
  for (let date = newest; date <= today; date = regularDateAfter(regular, date)) newest = date;
  return newest;
}

/**
 * What is bought this time. A share that cannot be traded now is left out; the rest is bought as a whole, or not.
 * Undefined when its basket is not what its member has agreed to buy.
 */
async function planRun(deps: Deps, regular: RegularPurchase): Promise<Plan | undefined> {
  const { userId, amountPaise, basketId, code } = regular;
  const basket = basketId === undefined ? undefined : await recordedBasket(deps.db, userId, basketId);
  if (basketId !== undefined && basket?.version !== regular.basketVersion) return undefined;
  const wanted = code === undefined ? (basket?.orders ?? []).map(atMarket) : shareFor(deps, code, amountPaise);
  const { name } = regular;
  const skipped = (reason: string, orders: Plan['orders'] = wanted): Plan => ({
    name,
    state: 'skipped',
    reason,
    orders,
  });
  if (code !== undefined && wanted.length === 0) return skipped('regular_below_share');
  if (!isOnlyBuys(basket?.orders ?? wanted)) return skipped('regular_not_buys');
  const lines = wanted.map((order) => ({ ...order, reason: findRefusals(order, findShare(deps, order.code))[0] }));
  const buyable = lines.filter(({ reason }) => reason === undefined);
  if (buyable.length === 0) return skipped(lines[0]!.reason!, lines); // there is one, and it is refused
  const whole = await checkWhole(deps, userId, buyable);
  // Too little money is the last reason of all.
  if (whole.refusal && whole.refusal.reason !== 'insufficient_funds') return skipped(whole.refusal.reason);
  if (whole.heldPaise > amountPaise) return skipped('regular_above_amount');
  if (whole.refusal) return skipped(whole.refusal.reason);
  return { name, state: 'placing', reason: undefined, orders: lines };
}

/** A limit that was typed once would be stale after a month: what is bought regularly is bought at the market. */
const atMarket = ({ code, side, product, quantity }: BasketOrder): BasketOrder => ({
  code,
  side,
  product,
  quantity,
  type: 'market',
  validity: 'day',
  pricePaise: undefined,
  triggerPaise: undefined,
  disclosedQuantity: undefined,
});

/**
 * As many whole lots of a share, and of its market, as an amount pays for, charges included; none when it buys no lot.
 */
function shareFor(deps: Deps, code: string, amountPaise: bigint): readonly BasketOrder[] {
  const share = findShare(deps, code);
  let lot = marketLot(share);
  while (lot % deps.config.SHARES_PER_HAND !== 0) lot += marketLot(share);
  const of = (quantity: number): BasketOrder => ({
    ...atMarket({ code, side: 'buy', product: 'delivery' } as BasketOrder),
    quantity,
  });
  const pricePaise = share && worstPrice(of(lot), share);
  // What is wrong with the share is said of one lot of it.
  if (!share || pricePaise === undefined) return [of(lot)];
  const { marketDate } = deps.market.now();
  const costs = (lots: number): bigint => heldFor(of(lots * lot), share, { marketDate, pricePaise }).freezePaise;
  let [least, most] = [0, Math.floor(MAX_ORDER_QUANTITY / lot)];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (costs(middle) <= amountPaise) least = middle;
    else most = middle - 1;
  }
  return least === 0 ? [] : [of(least * lot)];
}

function runNotices(
  { id, userId, name, times }: RegularPurchase,
  { state, reason }: Plan,
  {
    due,
    at,
    isLast,
    facts,
  }: { readonly due: Day; readonly at: number; readonly isLast: boolean; readonly facts: StopParams },
): readonly NoticeToSend[] {
  const notice = {
    userId,
    category: 'transaction',
    params: { ...facts, name, times },
    link: pageOfRegular(id),
    at,
  } as const;
  const key =
    reason === 'insufficient_funds' ? 'regularSkippedMoney' : facts ? 'regularSkippedLimit' : 'regularSkipped';
  return [
    ...(state === 'skipped' ? [{ ...notice, key, about: `regular:${id} ${due}` } as const] : []),
    ...(isLast ? [{ ...notice, key: 'regularEnded', about: `regular:${id} ended` } as const] : []),
  ];
}
