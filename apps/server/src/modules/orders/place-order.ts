import { asPrice } from '@khara/money';
import assert from 'node:assert/strict';
import { transactionPasswordCheck } from '#modules/accounts/index.ts';
import * as ledger from '#modules/ledger/index.ts';
import type { Body, Data, RefusalsOf } from '@khara/contract';
import type { Deps } from '#src/deps.ts';
import type { SignedIn } from '#src/handler.ts';
import type { JournalledCommand } from '#src/ports.ts';
import { done, refuse, type Result } from '#src/result.ts';
import { wireOrderWithFills } from './answers.ts';
import { neededForRest } from './billing.ts';
import { firstAnswerTo } from './first-answer.ts';
import { requestHash } from '#src/request-hash.ts';
import { refusalsOf, worstPrice, type Share, type Terms } from './rules.ts';
import * as store from './store.ts';
import { findEarlier, placeInDatabase, type Placed } from './place-store.ts';
import type { Side } from './words.ts';

type Answer = Data<'placeBuyOrder'>;
/** What both sides may refuse. */
type Refusal = Exclude<RefusalsOf<'placeBuyOrder'>, 'insufficient_funds' | 'request_in_progress'>;

/** Places an order to buy; see `place`. One that the money does not cover is refused with insufficient_funds. */
export async function placeBuyOrder(
  deps: Deps,
  caller: SignedIn,
  body: Body<'placeBuyOrder'>,
): Promise<Result<Answer, Refusal | 'insufficient_funds'>> {
  const allowed = await transactionPasswordCheck(deps, caller.member, body.transactionPassword);
  if (allowed.refused !== undefined) return allowed;
  const of = { side: 'buy', call: 'placeBuyOrder', short: 'insufficient_funds', code: body.code } as const;
  return place(deps, caller, body, of);
}

/**
 * Places an order to sell shares of a position that `positionId` names (unknown_position), or that is held in `code`; see `place`. More
 * than the free shares, unsettled ones included, are refused with insufficient_holdings.
 */
export async function placeSellOrder(
  deps: Deps,
  caller: SignedIn,
  body: Body<'placeSellOrder'>,
): Promise<Result<Answer, Refusal | 'unknown_position' | 'insufficient_holdings'>> {
  const allowed = await transactionPasswordCheck(deps, caller.member, body.transactionPassword);
  if (allowed.refused !== undefined) return allowed;
  const code = await codeOf(deps, caller.member.userId, 'sell', body);
  if (code.refused !== undefined) return code;
  const of = { side: 'sell', call: 'placeSellOrder', short: 'insufficient_holdings', code: code.value } as const;
  return place(deps, caller, body, of);
}

/**
 * Accepts an order: holds the most it can cost (a buy, charges included) or its shares (a sale), journals it, hands it to the exchange and
 * answers it as it stands when what it caused at once is settled. A repeated requestId is answered as the first time.
 *
 * Refuses, in this order: what `refusalsOf` lists; request_id_reused; `short`, which only the ledger decides.
 */
async function place<Short extends string>(
  deps: Deps,
  caller: SignedIn,
  body: Body<'placeSellOrder'>,
  of: { readonly side: Side; readonly call: string; readonly short: Short; readonly code: string },
): Promise<Result<Answer, Refusal | Short>> {
  const { member } = caller;
  const { side, call } = of;
  const terms = termsOf(side, body);
  const share = shareOf(deps, of.code);
  const { marketDate, marketTime } = deps.market.now();
  const request = { userId: member.userId, call, requestId: body.requestId, hash: hashOf(terms, body) } as const;
  const [refused] = refusalsOf(terms, share);
  const pricePaise = share && worstPrice(terms, share);
  if (refused !== undefined || !share || pricePaise === undefined) {
    // Who repeats a request that was answered must hear that answer, even if by now the market is closed.
    const earlier = await findEarlier(deps.db, request);
    if (earlier) return answerEarlier(deps, caller, earlier, of);
    return refuse(refused ?? 'price_required');
  }

  const order = { side, product: terms.product, marketDate, pricePaise };
  const placed = await placeInDatabase(deps.db, {
    ...request,
    accountKey: member.accountKey,
    code: share.instrument.code,
    asset: share.instrument.asset,
    terms,
    pricePaise,
    freezePaise: neededForRest(order, terms.quantity, 0n),
    marketDate,
    marketTime,
    at: deps.clock.now(),
  });
  if (placed.repeated || placed.refusal !== null) return answerEarlier(deps, caller, placed, of);

  // The order is durable and acknowledged from here on: nothing below may refuse.
  const command: JournalledCommand = {
    seq: Number(placed.seq),
    kind: 'place',
    orderId: Number(placed.order_id),
    accountKey: member.accountKey,
    code: share.instrument.code,
    side,
    pricePaise: asPrice(pricePaise),
    quantity: terms.quantity,
    validity: terms.validity,
    market: terms.type === 'market',
  };
  deps.venue.submit(command);
  return done(await answerOf(deps, caller, side, placed));
}

/** What a request was answered with before, or what the ledger refused it for just now. */
async function answerEarlier<Short extends string>(
  deps: Deps,
  caller: SignedIn,
  earlier: Placed,
  { side, short }: { readonly side: Side; readonly short: Short },
): Promise<Result<Answer, Short | 'request_id_reused'>> {
  const { refusal } = earlier;
  if (refusal === null) return done(await answerOf(deps, caller, side, earlier));
  assert(refusal === short || refusal === 'request_id_reused', `the database refuses an order for ${refusal}`);
  return refuse(refusal === short ? short : 'request_id_reused');
}

async function answerOf(
  deps: Deps,
  caller: SignedIn,
  side: Side,
  { order_id: orderId, seq, repeated }: Placed,
): Promise<Answer> {
  assert(orderId !== null && seq !== null, 'a request was answered with neither order nor refusal');
  const kind = side === 'buy' ? 'order_hold' : 'sell_hold';
  const [receipt, { order, fills }] = await Promise.all([
    ledger.receiptOf(deps, { kind, ref: `order-${orderId}` }),
    firstAnswerTo(deps, caller.member.userId, { orderId, seq: Number(seq), repeated }),
  ]);
  return { ...wireOrderWithFills({ deps, language: caller.language }, order, fills), receipt };
}

/** A sale may name a position instead of a code. Refuses: unknown_position, unknown_code. */
export async function codeOf(
  deps: Pick<Deps, 'db'>,
  userId: string,
  side: Side,
  body: Pick<Body<'placeSellOrder'>, 'code' | 'positionId'>,
): Promise<Result<string, 'unknown_position' | 'unknown_code'>> {
  if (side === 'sell' && body.positionId !== undefined) {
    const id = store.idIn(body.positionId);
    const position = id === undefined ? undefined : await store.findPosition(deps.db, userId, { id });
    return position ? done(position.code) : refuse('unknown_position', { field: 'positionId' });
  }
  return body.code === undefined ? refuse('unknown_code', { field: 'code' }) : done(body.code);
}

export function shareOf({ market }: Pick<Deps, 'market'>, code: string): Share | undefined {
  const instrument = market.instrument(code);
  const quote = market.quote(code);
  if (!instrument || !quote) return undefined;
  // An index is known, and cannot be bought.
  const { asset = '', tradable } = instrument;
  const time = market.now().marketTime.slice(11, 19);
  return {
    instrument: { ...instrument, asset, tradable: tradable && asset !== '' },
    quote,
    phase: market.phase(code),
    time,
  };
}

export const termsOf = (
  side: Side,
  body: Pick<
    Body<'placeSellOrder'>,
    'type' | 'product' | 'validity' | 'quantity' | 'price' | 'triggerPrice' | 'disclosedQuantity'
  >,
): Terms => ({
  side,
  type: body.type,
  product: body.product ?? 'delivery',
  validity: body.validity ?? 'day',
  quantity: body.quantity,
  pricePaise: body.price,
  triggerPaise: body.triggerPrice,
  disclosedQuantity: body.disclosedQuantity,
});

const hashOf = (terms: Terms, { code, positionId }: Pick<Body<'placeSellOrder'>, 'code' | 'positionId'>): Uint8Array =>
  requestHash({
    code,
    positionId,
    type: terms.type,
    product: terms.product,
    validity: terms.validity,
    quantity: terms.quantity,
    price: terms.pricePaise,
    triggerPrice: terms.triggerPaise,
    disclosedQuantity: terms.disclosedQuantity,
  });
