import {
  blame,
  type ByProgram,
  findRefusals,
  heldFor,
  isAfterMarket,
  largestValue,
  POSITION_PERCENT,
  type Share,
  type Side,
  type Terms,
  toTerms,
  worstPrice,
} from '@khara/broker';
import { rupees } from '@khara/money';
import { isTradeForTrade } from '@khara/rules';
import assert from 'node:assert/strict';
import { transactionPasswordCheck } from '#modules/accounts/index.ts';
import * as ledger from '#modules/ledger/index.ts';
import { percentOfBps } from '#modules/market/index.ts';
import { refusedDebtor } from '#modules/wallet/index.ts';
import {
  LOSS_REFUSALS,
  OWN_LIMIT_REFUSALS,
  type Body,
  type Data,
  type OwnLimitRefusal,
  type RefusalsOf,
} from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import type { Queryable } from '#src/ports/database.ts';
import { idIn } from '#src/kernel/page.ts';
import { done, refuse, type Refused, type Result } from '#src/kernel/result.ts';
import { pickTerms, presentOrderWithFills } from '#modules/orders/index.ts';
import { usableMoney, readLockIn, findPosition } from '#modules/portfolio/index.ts';
import { asStop, stoppedBy } from '#modules/own-limits/index.ts';
import { firstAnswerTo } from './first-answer.ts';
import type { Desk, Placed } from './desk.ts';
import { orderHash } from './order-hash.ts';
import { saleTerms } from './order-lots.ts';
import { findShare } from './share.ts';
import type { Placement } from './new-order.ts';
import { entriesOfBatch, findEarlier } from './place-store.ts';

type Answer = Data<'placeBuyOrder'>;
/** What both sides may refuse. */
type Refusal = Exclude<RefusalsOf<'placeBuyOrder'>, 'insufficient_funds' | 'request_in_progress'>;
/** The desk lives as long as the server. */
type PlacingDeps = Deps & { readonly desk: Desk };
type Short = 'insufficient_funds' | 'insufficient_holdings' | 'shares_locked_in' | 'not_received';

/** Places an order to buy; see `place`. One that the money does not cover is refused with insufficient_funds. */
export async function placeBuyOrder(
  deps: PlacingDeps,
  caller: MemberCaller,
  body: Body<'placeBuyOrder'>,
): Promise<Result<Answer, Refusal | 'insufficient_funds'>> {
  const allowed = await transactionPasswordCheck(deps, caller.member, body.transactionPassword);
  if (allowed.refused !== undefined) return allowed;
  const of = { side: 'buy', call: 'placeBuyOrder', code: body.code } as const;
  const answer = await place(deps, caller, body, of);
  if (answer.refused === undefined) return answer;
  const { refused, ...more } = answer;
  assert(
    refused !== 'insufficient_holdings' && refused !== 'shares_locked_in' && refused !== 'not_received',
    'a buy needs no shares',
  );
  return refuse(refused, more);
}

/**
 * Places an order to sell shares of a position that `positionId` names (unknown_position), or that is held in
 * `code`; see `place`. More than the free shares, unsettled ones included, are refused with
 * insufficient_holdings, or with shares_locked_in when some are locked in.
 */
export async function placeSellOrder(
  deps: PlacingDeps,
  caller: MemberCaller,
  body: Body<'placeSellOrder'>,
): Promise<Result<Answer, Refusal | 'unknown_position' | Short>> {
  const allowed = await transactionPasswordCheck(deps, caller.member, body.transactionPassword);
  if (allowed.refused !== undefined) return allowed;
  const named = await namedBy(deps, caller.member.userId, 'sell', body);
  if (named.refused !== undefined) return named;
  const { code, product, isClosed } = named.value;
  const of = { side: 'sell', call: 'placeSellOrder', code } as const;
  const sale = { ...body, product };
  if (!isClosed) return place(deps, caller, sale, of);
  // A sale of a position that is no longer there means no short sale of the same share; a repeat of the sale
  // that closed it gets its answer.
  const earlier = await findEarlier(deps.db, toRequest(caller, of, sale));
  return earlier ? answerEarlier(deps, caller, earlier, of) : refuse('unknown_position', { field: 'positionId' });
}

/**
 * Places an order that its member allowed before, when they set a trigger or let in the assistant that asks:
 * as a buy or a sale, without the transaction password.
 */
export const placeAllowed = (
  deps: PlacingDeps,
  { userId, accountKey }: Pick<MemberCaller['member'], 'userId' | 'accountKey'>,
  body: Body<'placeSellOrder'>,
  { side, code, program }: { readonly side: Side; readonly code: string; readonly program?: ByProgram },
): Promise<Result<Answer, Refusal | Short>> => {
  const noSession = { sessionId: '', tokenHash: '', deviceOnly: false, transactionPasswordUntil: undefined };
  const noDevice = { address: '', device: undefined, userAgent: '', cacheBuster: undefined };
  const call = side === 'buy' ? 'placeBuyOrder' : 'placeSellOrder';
  const member = { userId, accountKey, ...noSession };
  return place(deps, { ...noDevice, language: 'en', member, program }, body, { side, call, code });
};

/**
 * Accepts an order: the desk holds the most it can cost (a delivery buy, charges included), its shares (a
 * delivery sale) or the margin of what it opens (intraday), has it matched and settles what it caused at
 * once, in one commit. It is answered as that commit left it. While the market is closed it waits for the
 * next pre-open. A repeated requestId is answered as the first time.
 *
 * Refuses, in this order: what `findRefusals` lists; request_id_reused; a limit of the member's own;
 * intraday_paused; position_above_turnover; debt_open; money or shares, which only the ledger decides.
 */
async function place(
  deps: PlacingDeps,
  caller: MemberCaller,
  body: Body<'placeSellOrder'>,
  of: { readonly side: Side; readonly call: string; readonly code: string },
): Promise<Result<Answer, Refusal | Short>> {
  const { member } = caller;
  const { side } = of;
  const share = findShare(deps, of.code);
  const closes = body.positionId !== undefined;
  const terms = await saleTerms(deps, member.userId, toTerms(side, body), { share, closes });
  const { marketDate, marketTime } = deps.market.now();
  const request = toRequest(caller, of, body);
  const [refused] = findRefusals(terms, share);
  const pricePaise = share && worstPrice(terms, share);
  if (refused !== undefined || !share || pricePaise === undefined) {
    // A repeated request gets its first answer, even after the close.
    const earlier = await findEarlier(deps.db, request);
    if (earlier) return answerEarlier(deps, caller, earlier, of);
    const reason = refused ?? 'price_required';
    return refuse(reason, blame(reason, share, terms));
  }

  const afterMarket = isAfterMarket(share);
  const placed = await deps.desk.place({
    ...request,
    ...pickTerms(terms),
    accountKey: member.accountKey,
    program: caller.program,
    code: share.instrument.code,
    asset: share.instrument.asset,
    pricePaise,
    ...heldFor(terms, share, { marketDate, pricePaise }),
    valuePaise: largestValue(terms, share, pricePaise),
    afterMarket,
    shares: share.instrument.issuer?.casEligible === true ? 'auctioned' : 'others',
    receivedOnly: isTradeForTrade(share.series),
    mostOpen: terms.product === 'intraday' ? share.mostOpen : undefined,
    marketDate,
    marketTime,
    acceptedAt: deps.clock.now(),
  });
  if (placed.repeated || placed.refusal !== undefined) {
    const { freezePaise, chargesPaise } = heldFor(terms, share, { marketDate, pricePaise });
    const rateBps = terms.product === 'intraday' ? share.marginBps : undefined;
    return answerEarlier(deps, caller, placed, { ...of, neededPaise: freezePaise + chargesPaise, rateBps });
  }

  // The order is durable and settled from here on: nothing below may refuse.
  return done(await presentAnswer(deps, caller, side, placed));
}

const KEPT_REFUSALS = [
  'request_id_reused',
  'mis_cutoff_passed',
  'square_off_under_way',
  ...OWN_LIMIT_REFUSALS,
  ...LOSS_REFUSALS,
  'insufficient_funds',
  'insufficient_holdings',
  'shares_locked_in',
  'not_received',
] as const;

/** What a request was answered with before, or what the database refused it for just now. */
async function answerEarlier(
  deps: Deps,
  caller: MemberCaller,
  earlier: Placement,
  of: {
    readonly side: Side;
    readonly code: string;
    readonly neededPaise?: bigint;
    /** Of the margin of an intraday order. */
    readonly rateBps?: number | undefined;
  },
): Promise<Result<Answer, (typeof KEPT_REFUSALS)[number]>> {
  const { side, code, neededPaise, rateBps } = of;
  const { refusal } = earlier;
  if (refusal === undefined) return done(await presentAnswer(deps, caller, side, earlier));
  const known = KEPT_REFUSALS.find((reason) => reason === refusal);
  assert(known, `the database refuses an order for ${refusal}`);
  const stop = asStop(known);
  if (stop) return stoppedBy(deps, caller.member.userId, stop, caller.program?.keyId);
  if (known === 'position_above_turnover') return aboveTurnover(findShare(deps, code));
  if (known === 'debt_open') return (await refusedDebtor(deps.db, caller.member.userId)) ?? refuse(known);
  if (known === 'shares_locked_in') return lockedIn(deps, caller.member.userId, code);
  if (known === 'not_received') return notReceived(deps, caller.member.userId, code);
  if (known === 'insufficient_funds' && neededPaise !== undefined)
    return shortOfMoney(deps, caller.member.userId, { neededPaise, rateBps });
  return refuse(known as Exclude<typeof known, OwnLimitRefusal>);
}

/**
 * Refuses an order that the money does not cover, with what it needs, what is usable now, and what of the day's sales
 * comes when; of an intraday order with the rate of its margin. Amounts as rupees.
 */
async function shortOfMoney(
  { db, market }: Pick<Deps, 'market' | 'db'>,
  userId: string,
  { neededPaise, rateBps }: { readonly neededPaise: bigint; readonly rateBps?: number | undefined },
): Promise<Refused<'insufficient_funds'>> {
  const { availablePaise, usablePaise, usableOn } = await usableMoney(db, userId, market.now().marketDate);
  const later = availablePaise - usablePaise;
  return refuse('insufficient_funds', {
    details: {
      needed: rupees(neededPaise),
      usable: rupees(usablePaise),
      ...(rateBps !== undefined && { rate: percentOfBps(rateBps) }),
      ...(later > 0n && { later: rupees(later), from: usableOn }),
    },
  });
}

/** Refuses an intraday position that is larger than a day can close, with how large it may be. */
export const aboveTurnover = (share: Share | undefined): Refused<'position_above_turnover'> =>
  refuse('position_above_turnover', {
    field: 'quantity',
    ...(share?.mostOpen !== undefined && { details: { most: share.mostOpen, percent: POSITION_PERCENT } }),
  });

/** Refuses a trade-for-trade sale of shares that have not arrived, with how many have. */
export async function notReceived(
  deps: Pick<Deps, 'market'> & { readonly db: Queryable },
  userId: string,
  code: string,
): Promise<Refused<'not_received'>> {
  const asset = deps.market.instrument(code)?.asset;
  const balances = asset === undefined ? [] : await ledger.readBalances(deps.db, ledger.userOwner(userId));
  const of = (account: number) =>
    Number(balances.find((it) => it.asset === asset && it.code === account)?.amount ?? 0n);
  const { freeShares, unsettledShares } = ledger.CODES;
  return refuse('not_received', {
    field: 'quantity',
    details: { received: of(freeShares), waiting: of(unsettledShares) },
  });
}

/** Refuses a sale of shares that are locked in, with how many they are, what can be sold, and from when on. */
export async function lockedIn(
  deps: Pick<Deps, 'market'> & { readonly db: Queryable },
  userId: string,
  code: string,
): Promise<Refused<'shares_locked_in'>> {
  const asset = deps.market.instrument(code)?.asset;
  const held = asset && (await readLockIn(deps.db, userId, asset, deps.market.now().marketDate));
  const details = held && { locked: held.locked, sellable: held.sellable, ...(held.until && { until: held.until }) };
  return refuse('shares_locked_in', { field: 'quantity', ...(details && { details }) });
}

async function presentAnswer(
  deps: Deps,
  caller: MemberCaller,
  side: Side,
  { orderId, repeated, receipt: signed, result }: Placement & Partial<Pick<Placed, 'result'>>,
): Promise<Answer> {
  assert(orderId !== undefined, 'a request was answered with neither order nor refusal');
  const { order, fills } = result ?? (await firstAnswerTo(deps, caller.member.userId, orderId));
  // An intraday order that closes a position holds nothing: there is no entry to receive.
  const entries = !signed && repeated ? await entriesOfBatch(deps.db, order.id) : undefined;
  const receipt = signed ?? (entries && (await ledger.receiptAmong(deps, entries)));
  return {
    ...presentOrderWithFills({ deps, language: caller.language }, order, fills),
    ...(receipt && { receipt }),
  };
}

type Named = { readonly code: string; readonly product: Terms['product']; readonly isClosed: boolean };

/**
 * A sale may name a position, which says the share and the product, instead of both. Refuses:
 * unknown_position, unknown_code.
 */
export async function namedBy(
  deps: Pick<Deps, 'db'>,
  userId: string,
  side: Side,
  body: Pick<Body<'placeSellOrder'>, 'code' | 'positionId' | 'product'>,
): Promise<Result<Named, 'unknown_position' | 'unknown_code'>> {
  if (side === 'sell' && body.positionId !== undefined) {
    const id = idIn(body.positionId);
    const position = id === undefined ? undefined : await findPosition(deps.db, userId, { id });
    if (!position) return refuse('unknown_position', { field: 'positionId' });
    return done({ code: position.code, product: position.product, isClosed: position.state !== 'in_position' });
  }
  if (body.code === undefined) return refuse('unknown_code', { field: 'code' });
  return done({ code: body.code, product: body.product ?? 'delivery', isClosed: false });
}

/** A request to place an order, with its hash. */
export const toRequest = (
  { member: { userId }, program }: MemberCaller,
  { side, call, code }: { readonly side: Side; readonly call: string; readonly code: string },
  { requestId, positionId: named, ...body }: Body<'placeSellOrder'>,
) => {
  const positionId = named === undefined ? undefined : idIn(named);
  return { userId, call, requestId, hash: orderHash(toTerms(side, body), { requestId, code, positionId, program }) };
};
