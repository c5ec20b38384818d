import { blame, type Share } from '@khara/broker';
import assert from 'node:assert/strict';
import { MAX_ORDER_QUANTITY, MAX_TRIGGERS, type Body, type Data, type RefusalsOf } from '@khara/contract';
import { rupees } from '@khara/money';
import { allowsIntraday, lastTriggerDay } from '@khara/rules';
import { transactionPasswordCheck } from '#modules/accounts/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import { readCursor, DEFAULT_SIZE, idIn, cutPage } from '#src/kernel/page.ts';
import { done, refuse, type Refused, type Result } from '#src/kernel/result.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import { requestHash } from '#src/security/request-hash.ts';
import { describeAuthority, lockUsers } from '#modules/orders/index.ts';
import { inShares, marketLot, saleTerms, findShare } from '#modules/placing/index.ts';
import { findPosition } from '#modules/portfolio/index.ts';
import { presentTrigger } from './present-trigger.ts';
import { termsHash, toWatched, type Legs, type PriceTrigger, type TriggerTerms } from './price-trigger.ts';
import * as store from './trigger-store.ts';

type Trigger = Data<'triggerDetail'>;
type LegsBody = Body<'placeTrigger'>['legs'];
type Check = Extract<
  RefusalsOf<'changeTrigger'>,
  | 'unknown_code'
  | 'not_tradable'
  | 'quantity_invalid'
  | 'quantity_above_maximum'
  | 'product_not_allowed'
  | 'tick_invalid'
  | 'trigger_already_reached'
>;

const toLegs = (legs: LegsBody): Legs =>
  Object.fromEntries(
    legs.map(({ condition, triggerPrice, price }) => [condition, { triggerPaise: triggerPrice, limitPaise: price }]),
  );

/**
 * Why a trigger cannot wait for this: the checks of an order that do not depend on the moment, then that each trigger
 * is on its side of the last price. A share that is suspended may have triggers; its limits may lie outside the day's
 * band.
 */
function whyNot(terms: TriggerTerms, share: Share | undefined, sellsAll: boolean): Refused<Check> | undefined {
  if (!share) return refuse('unknown_code', { field: 'code' });
  const { instrument, quote } = share;
  const { quantity, legs } = terms;
  if (instrument.asset === '') return refuse('not_tradable');
  if (quantity % marketLot(share) !== 0 && !sellsAll)
    return refuse('quantity_invalid', blame('quantity_invalid', share, { quantity }));
  if (quantity > MAX_ORDER_QUANTITY) return refuse('quantity_above_maximum', { field: 'quantity' });
  if (terms.product === 'intraday' && !allowsIntraday(share.series, share.stage))
    return refuse('product_not_allowed', blame('product_not_allowed', share));
  const prices = Object.values(legs).flatMap(({ triggerPaise, limitPaise }) => [triggerPaise, limitPaise]);
  if (prices.some((price) => price % BigInt(instrument.tick) !== 0n))
    return refuse('tick_invalid', { field: 'legs', details: { tick: rupees(BigInt(instrument.tick)) } });
  const last = BigInt(quote.lastPrice);
  if ((legs.below && legs.below.triggerPaise >= last) || (legs.above && legs.above.triggerPaise <= last))
    return refuse('trigger_already_reached', { field: 'legs', details: { lastPrice: rupees(last) } });
  return undefined;
}

/** Of one that ends with a position: the position closes by this side, and has this number of shares. */
async function refuseTerms(
  db: Queryable,
  userId: string,
  terms: TriggerTerms,
): Promise<Refused<'unknown_position' | 'insufficient_holdings'> | undefined> {
  if (terms.positionId === undefined) return undefined;
  const position = await findPosition(db, userId, { id: terms.positionId });
  const { code, product, side, quantity } = terms;
  const isClosing = position && (side === 'sell' ? position.quantity > 0 : position.quantity < 0);
  if (!isClosing || position.state !== 'in_position' || position.code !== code || position.product !== product)
    return refuse('unknown_position', { field: 'positionId' });
  return quantity > Math.abs(position.quantity) ? refuse('insufficient_holdings', { field: 'quantity' }) : undefined;
}

const answer = (deps: Deps, { language }: MemberCaller, trigger: PriceTrigger) =>
  done(presentTrigger({ deps, language }, trigger));

/** Sets a trigger. A repeated requestId is answered with the trigger that it set, as it is by now. */
async function placeTrigger(
  deps: Deps,
  caller: MemberCaller,
  asked: Body<'placeTrigger'>,
): Promise<Result<Trigger, RefusalsOf<'placeTrigger'>>> {
  const { member } = caller;
  const { userId, accountKey } = member;
  const allowed = await transactionPasswordCheck(deps, member, asked.transactionPassword);
  if (allowed.refused !== undefined) return allowed;
  const body = inShares(deps, asked);
  const { code, side, quantity, requestId } = body;
  const positionId = body.positionId === undefined ? undefined : idIn(body.positionId);
  if (body.positionId !== undefined && positionId === undefined)
    return refuse('unknown_position', { field: 'positionId' });
  const product = body.product ?? 'delivery';
  const terms: TriggerTerms = { code, side, product, quantity, legs: toLegs(body.legs), positionId };
  const req = requestHash({ request: requestId, terms: Buffer.from(termsHash(terms)).toString('hex') });
  const repeated = async (): Promise<Result<Trigger, 'request_id_reused'> | undefined> => {
    const earlier = await store.findByRequest(deps.db, userId, requestId);
    if (!earlier) return undefined;
    if (Buffer.compare(earlier.req, req) !== 0) return refuse('request_id_reused');
    return answer(deps, caller, (await store.findTrigger(deps.db, userId, earlier.id))!); // it was just found
  };
  const known = await repeated();
  if (known) return known;
  const share = findShare(deps, code);
  const { sellsAll = false } = await saleTerms(deps, userId, terms, { share, closes: false });
  const refused = whyNot(terms, share, sellsAll) ?? (await refuseTerms(deps.db, userId, terms));
  if (refused) return refused;
  assert(share);
  const { marketDay, step } = deps.venue.at;
  const { marketDate } = deps.market.now();
  const id = await deps.db.transaction(async (tx) => {
    await lockUsers(tx, [userId]);
    if (await store.findByRequest(tx, userId, requestId)) return 'repeated';
    return store.insertTrigger(
      tx,
      {
        ...terms,
        userId,
        accountKey,
        requestId,
        req,
        asset: share.instrument.asset,
        armedDay: marketDay,
        armedStep: step,
        marketDate,
        expiresOn: lastTriggerDay(marketDate),
        at: deps.clock.now(),
        authority: describeAuthority(member, { password: asked.transactionPassword }),
      },
      MAX_TRIGGERS,
    );
  });
  if (id === 'repeated') return (await repeated())!; // it was found
  if (id === undefined) return refuse('too_many_triggers');
  const trigger = (await store.findTrigger(deps.db, userId, id))!;
  deps.venue.watch(toWatched(trigger));
  return answer(deps, caller, trigger);
}

/** The trigger of this member under a lock, with what it has now. */
const inTurn = <T>(
  deps: Deps,
  userId: string,
  id: string,
  work: (tx: Tx, trigger: PriceTrigger) => Promise<T>,
): Promise<T | Refused<'unknown_trigger'>> =>
  deps.db.transaction(async (tx) => {
    const number = idIn(id);
    const trigger = number === undefined ? undefined : await store.lockTrigger(tx, userId, number);
    return trigger ? work(tx, trigger) : refuse('unknown_trigger', { field: 'id' });
  });

/** Gives a trigger other terms: it looks at prices from now on. */
async function changeTrigger(
  deps: Deps,
  caller: MemberCaller,
  asked: Body<'changeTrigger'>,
): Promise<Result<Trigger, RefusalsOf<'changeTrigger'>>> {
  const { userId } = caller.member;
  const allowed = await transactionPasswordCheck(deps, caller.member, asked.transactionPassword);
  if (allowed.refused !== undefined) return allowed;
  const body = inShares(deps, asked);
  const result = await inTurn(deps, userId, body.id, async (tx, trigger) => {
    if (trigger.state !== 'waiting') return refuse('trigger_not_waiting');
    const legs = body.legs ? toLegs(body.legs) : trigger.legs;
    const terms = { ...trigger, quantity: body.quantity ?? trigger.quantity, legs };
    const share = findShare(deps, trigger.code);
    const { sellsAll = false } = await saleTerms({ ...deps, db: tx }, userId, terms, { share, closes: false });
    const refused = whyNot(terms, share, sellsAll) ?? (await refuseTerms(tx, userId, terms));
    if (refused?.refused === 'unknown_position') return refuse('trigger_not_waiting'); // it ends with its position
    if (refused) return refused as Refused<Exclude<typeof refused.refused, 'unknown_position'>>;
    const { marketDay, step } = deps.venue.at;
    await store.changeTerms(tx, trigger.id, terms, {
      at: deps.clock.now(),
      armedDay: marketDay,
      armedStep: step,
      authority: describeAuthority(caller.member, { password: asked.transactionPassword }),
    });
    return done((await store.lockTrigger(tx, userId, trigger.id))!);
  });
  if (result.refused !== undefined) return result;
  deps.venue.watch(toWatched(result.value));
  return answer(deps, caller, result.value);
}

/** Takes a trigger back. Refuses trigger_not_waiting when its price was reached before. */
async function removeTrigger(
  deps: Deps,
  caller: MemberCaller,
  { id }: Body<'removeTrigger'>,
): Promise<Result<Trigger, RefusalsOf<'removeTrigger'>>> {
  const { userId } = caller.member;
  const result = await inTurn(deps, userId, id, async (tx, trigger) => {
    if (trigger.state === 'removed') return done(trigger);
    if (trigger.state !== 'waiting') return refuse('trigger_not_waiting');
    await store.endTriggers(tx, [trigger.id], 'removed', deps.clock.now());
    return done((await store.lockTrigger(tx, userId, trigger.id))!);
  });
  if (result.refused !== undefined) return result;
  deps.venue.unwatch(result.value.id);
  return answer(deps, caller, result.value);
}

export const triggerHandlers = {
  placeTrigger,
  changeTrigger,
  removeTrigger,

  triggers: async (deps, { member, language }, { state, code, cursor, size = DEFAULT_SIZE }) => {
    const page = { userId: member.userId, which: state, code, before: readCursor(cursor), limit: size + 1 };
    const found = await store.triggersPage(deps.db, page);
    const { shown, nextCursor } = cutPage(found, size, ({ id }) => id);
    return done({
      list: shown.map((trigger) => presentTrigger({ deps, language }, trigger)),
      nextCursor,
    });
  },

  triggerDetail: async (deps, caller, { id }) => {
    const number = idIn(id);
    const trigger = number === undefined ? undefined : await store.findTrigger(deps.db, caller.member.userId, number);
    return trigger ? answer(deps, caller, trigger) : refuse('unknown_trigger', { field: 'id' });
  },
} satisfies HandlersFor<'placeTrigger' | 'changeTrigger' | 'removeTrigger' | 'triggers' | 'triggerDetail'>;
