import { detailsOfStage, exposedShares, isAboveTurnover, type Product, type Share, toMarginBasis } from '@khara/broker';
import { releaseMargin } from './product-change-store.ts';
import assert from 'node:assert/strict';
import { rupees } from '@khara/money';
import { allowsIntraday, settlementDate } from '@khara/rules';
import type { Body, Data, RefusalsOf } from '@khara/contract';
import { transactionPasswordCheck } from '#modules/accounts/index.ts';
import {
  addSources,
  available,
  clearing,
  CODES,
  move,
  openHolds,
  postBatch,
  taxesAndCharges,
  userOwner,
  type BatchEntry,
} from '#modules/ledger/index.ts';
import { isIntradayPaused, refusedDebtor } from '#modules/wallet/index.ts';
import { percentOfBps, presentMargin } from '#modules/market/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import { done, refuse, type Refused, type Result } from '#src/kernel/result.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import { requestHash } from '#src/security/request-hash.ts';
import { announcePositions, issuerName, lockUsers, writePositions } from '#modules/orders/index.ts';
import { readOwnLimits, stoppedBy, stopOfOrder, withinLimits } from '#modules/own-limits/index.ts';
import { aboveTurnover, findShare, inShares, readIntraday } from '#modules/placing/index.ts';
import { usableMoney, type UsableMoney } from '#modules/portfolio/index.ts';
import { toAsset, loadBefore, writeDues, type Loaded, holdOfChange } from '#modules/settlement/index.ts';
import {
  changedDue,
  changedPositions,
  convertibleShares,
  planChange,
  type ChangedPositions,
  type ChangeFacts,
  type ChangePlan,
} from './plan.ts';
import * as store from './product-change-store.ts';

type Answer = Data<'changeProduct'>;
type Preview = Data<'previewProductChange'>;
type Refusal = RefusalsOf<'changeProduct'>;
type Asked = { readonly userId: string; readonly product: Product; readonly quantity: number };

/** What decides about a change, as it is read under the member's lock; a preview reads it without. */
type Standing = {
  readonly share: Share;
  readonly facts: ChangeFacts;
  readonly before: Loaded;
  readonly money: UsableMoney;
};

async function readStanding(
  deps: Pick<Deps, 'market'> & { readonly db: Queryable },
  { userId, product }: Pick<Asked, 'userId' | 'product'>,
  share: Share,
  before: Loaded,
): Promise<Standing> {
  const { asset } = share.instrument;
  const { marketDate } = deps.market.now();
  const [unsettled, money] = await Promise.all([
    store.readUnsettled(deps.db, { userId, asset, marketDate }),
    usableMoney(deps.db, userId, marketDate),
  ]);
  const findPosition = (as: Product) => before.positions.find((one) => one.asset === asset && one.product === as);
  const position = findPosition('intraday');
  const facts: ChangeFacts = {
    product,
    delivery: findPosition('delivery'),
    position,
    intraday: {
      orders: [...before.orders, ...before.becameIntraday],
      quantity: position?.quantity ?? 0,
      costPaise: position?.costPaise ?? 0n,
      basis: toMarginBasis(share),
    },
    ...unsettled,
    lastPaise: BigInt(share.quote.lastPrice),
    marketDate,
  };
  return { share, facts, before, money };
}

type Check =
  | 'product_not_allowed'
  | 'mis_cutoff_passed'
  | 'short_position'
  | 'above_convertible'
  | 'insufficient_funds';

/**
 * Why shares cannot become the other product, in the published order: the share is delivery only; its square-off has
 * begun; a limit of the member; the position is short; more than there is; money. `plan` is there when the shares are.
 */
function whyNot(
  { share, facts, money }: Standing,
  { quantity, product }: Pick<Asked, 'quantity' | 'product'>,
  isCutOff: boolean,
): { readonly refused: readonly Refused<Check>[]; readonly plan: ChangePlan | undefined } {
  const refused: Refused<Check>[] = [];
  if (product === 'intraday' && !allowsIntraday(share.series, share.stage))
    refused.push(
      refuse('product_not_allowed', {
        field: 'product',
        details: { series: share.series, ...detailsOfStage(share.stage) },
      }),
    );
  if (isCutOff || share.time >= share.squareOff)
    refused.push(refuse('mis_cutoff_passed', { field: 'product', details: { from: share.squareOff } }));
  if ((facts.position?.quantity ?? 0) < 0) refused.push(refuse('short_position', { field: 'code' }));
  const convertible = convertibleShares(facts);
  if (quantity > convertible || quantity === 0)
    refused.push(refuse('above_convertible', { field: 'quantity', details: { asked: quantity, convertible } }));
  if (refused.length > 0) return { refused, plan: undefined };
  const plan = planChange(facts, quantity);
  const usablePaise = money.usablePaise + plan.comesBackPaise;
  if (plan.neededPaise > usablePaise)
    refused.push(
      refuse('insufficient_funds', {
        details: {
          needed: rupees(plan.neededPaise),
          usable: rupees(usablePaise),
          ...(product === 'intraday' && { rate: percentOfBps(share.marginBps) }),
        },
      }),
    );
  return { refused, plan };
}

/**
 * Makes delivery of shares that were bought intraday today, or intraday of shares that were bought for delivery. A
 * repeated requestId is answered with the change that it made. Refuses as `whyNot` says, a member's own limit among
 * them: becoming intraday opens a position.
 */
async function changeProduct(
  deps: Deps,
  caller: MemberCaller,
  asked: Body<'changeProduct'>,
): Promise<Result<Answer, Refusal>> {
  const { member } = caller;
  const { userId } = member;
  const allowed = await transactionPasswordCheck(deps, member, asked.transactionPassword);
  if (allowed.refused !== undefined) return allowed;
  const { code, product, quantity, requestId } = inShares(deps, asked);
  const req = requestHash({ request: requestId, code, product, quantity });
  const repeated = async (db: Queryable): Promise<Result<Answer, 'request_id_reused'> | undefined> => {
    const earlier = await store.findByRequest(db, userId, requestId);
    if (!earlier) return undefined;
    return Buffer.compare(earlier.req, req) === 0
      ? done(presentChange(deps, caller, earlier))
      : refuse('request_id_reused');
  };
  const known = await repeated(deps.db);
  if (known) return known;
  const share = findShare(deps, code);
  if (!share || share.instrument.asset === '') return refuse('unknown_code', { field: 'code' });
  if (quantity % (share.instrument.issuer?.lotSize ?? 1) !== 0)
    return refuse('quantity_invalid', { field: 'quantity' });
  const inOne = async (tx: Tx): Promise<Result<ChangedPositions | undefined, Refusal>> => {
    await lockUsers(tx, [userId]);
    const earlier = await repeated(tx);
    if (earlier) return earlier.refused === undefined ? done(undefined) : earlier;
    return changeIn({ ...deps, db: tx }, caller, { userId, product, quantity, requestId, req }, share);
  };
  const made = await withinLimits(deps, userId, () => deps.db.transaction(inOne));
  if (made.refused !== undefined) return made;
  if (made.value) {
    deps.venue.marginsChanged();
    announcePositions(deps, [made.value.from, made.value.to], { at: deps.clock.now(), changed: 'converted' });
  }
  const answer = await repeated(deps.db);
  assert(answer, 'the change was written');
  return answer;
}

async function changeIn(
  deps: Omit<Deps, 'db'> & { readonly db: Tx },
  { program }: Pick<MemberCaller, 'program'>,
  asked: Asked & { readonly requestId: string; readonly req: Uint8Array },
  share: Share,
): Promise<Result<ChangedPositions, Refusal>> {
  const { db: tx, market, clock } = deps;
  const { userId, product, quantity } = asked;
  const { asset, code, issuer } = share.instrument;
  const { marketDate, marketTime } = market.now();
  const shares = issuer?.casEligible === true ? 'auctioned' : 'others';
  const isCutOff = await store.isCutOff(tx, marketDate, shares);
  const before = await loadBefore(tx, {
    orderIds: [],
    holdings: [{ userId, asset, product: 'intraday' }],
    most: { positions: 1, fills: 0 },
    marketDate,
  });
  const standing = await readStanding(deps, asked, share, before);
  const { facts } = standing;
  const { refused, plan } = whyNot(standing, asked, isCutOff);
  const [first] = refused;
  if (first && (first.refused === 'product_not_allowed' || first.refused === 'mis_cutoff_passed')) return first;
  const at = clock.now();
  const stop =
    product === 'intraday'
      ? stopOfOrder(deps, await readOwnLimits(tx, userId), {
          product,
          opens: true,
          isNew: false,
          valuePaise: plan?.valuePaise ?? 0n,
        })
      : undefined;
  if (stop) return stoppedBy(deps, userId, stop);
  if (product === 'intraday' && (await isIntradayPaused(deps, marketDate))) return refuse('intraday_paused');
  if (await passesTurnover(deps.db, asked, share, marketDate)) return aboveTurnover(share);
  if (first) return first;
  const debt = await refusedDebtor(tx, userId);
  if (debt) return debt;
  assert(plan);

  const { nextPositionId } = before;
  const changed = changedPositions(facts, plan, { at, nextPositionId });
  const id = await store.nextNumber(tx);
  const settlesOn = settlementDate(marketDate);
  const due = before.dues.find((one) => one.settlesOn === settlesOn && one.asset === asset);
  const fresh = { userId, asset, settlesOn, bought: 0, sold: 0, settled: 0, noted: 0 };
  await writePositions(tx, [changed.from, changed.to]);
  await Promise.all([
    store.insertChange(tx, {
      ...asked,
      ...plan,
      id,
      code,
      asset,
      fromPosition: changed.from.id,
      toPosition: changed.to.id,
      marketDay: deps.venue.at.marketDay,
      marketDate,
      marketTime,
      at,
      programKey: program?.keyId,
    }),
    writeDues(tx, [changedDue(due ?? fresh, product, quantity)]),
    releaseMargin(tx, plan),
    addSources(tx, marketDate, [
      {
        type: 'product_change',
        id: holdOfChange(id),
        purpose: `to_${product}`,
        owner: userOwner(userId),
        asset: toAsset({ asset }),
        amount: BigInt(quantity),
        valuePaise: plan.valuePaise,
      },
    ]),
    postBatch(tx, makeEntries(id, { userId, asset, product, marketDate }, plan)),
    openHolds(
      tx,
      plan.marginPaise === 0n
        ? []
        : [
            {
              kind: 'margin_hold',
              hold: holdOfChange(id),
              actor: 'user',
              marketDate,
              owner: userOwner(userId),
              asset: 'INR',
              amount: plan.marginPaise,
            },
          ],
    ),
  ]);
  return done(changed);
}

/** First the margin that comes back, of which the shares are paid for. */
function makeEntries(
  id: bigint,
  of: {
    readonly userId: string;
    readonly asset: string;
    readonly product: Product;
    readonly marketDate: string;
  },
  { quantity, valuePaise, estimatedPaise, releases }: ChangePlan,
): readonly BatchEntry[] {
  const { userId, product, marketDate } = of;
  const asset = toAsset(of);
  const head = { actor: 'user', marketDate } as const;
  const ref = holdOfChange(id);
  const sign = product === 'delivery' ? 1n : -1n;
  const unsettled = { owner: userOwner(userId), asset, code: CODES.unsettledShares };
  return [
    ...releases.map(({ order, paise }): BatchEntry => {
      assert(order.hold !== undefined, `order ${order.id} has margin and no hold`);
      const use = { hold: order.hold, captured: 0n, released: paise };
      return { ...head, kind: 'margin_release', ref: `${order.hold}:${ref}`, use, lines: [] };
    }),
    {
      ...head,
      kind: `to_${product}`,
      ref,
      lines: [
        move(available(userId), -sign * (valuePaise + estimatedPaise)),
        move(clearing(), sign * valuePaise),
        ...(estimatedPaise > 0n ? [move(taxesAndCharges, estimatedPaise)] : []),
        move(clearing(asset), -sign * BigInt(quantity)),
        move(unsettled, sign * BigInt(quantity)),
      ],
    },
  ];
}

const presentChange = (deps: Deps, { language }: MemberCaller, change: store.ProductChange): Answer => {
  const { code, product, quantity } = change;
  const toDelivery = product === 'delivery';
  const neededPaise = toDelivery ? change.valuePaise + change.estimatedPaise : change.heldPaise;
  return {
    id: String(change.id),
    code,
    name: issuerName({ deps, language }, code),
    product,
    quantity,
    value: rupees(change.valuePaise),
    charges: rupees(change.estimatedPaise),
    comesBack: rupees(toDelivery ? change.releasedPaise : change.valuePaise),
    needed: rupees(neededPaise),
    positionId: String(change.toPosition),
    at: change.at,
    marketDate: change.marketDate,
    marketTime: change.marketTime,
  };
};

/** What a change would move: of all that may be changed, unless a quantity is given. Nothing is locked or written. */
async function previewProductChange(
  deps: Deps,
  { member: { userId }, language }: MemberCaller,
  asked: Body<'previewProductChange'>,
): Promise<Result<Preview, 'unknown_code'>> {
  const { code, product, ...of } = inShares(deps, asked);
  const share = findShare(deps, code);
  if (!share || share.instrument.asset === '') return refuse('unknown_code', { field: 'code' });
  const { asset } = share.instrument;
  const { marketDate } = deps.market.now();
  const standing = await deps.db.transaction(async (tx) => {
    const holdings = [{ userId, asset, product: 'intraday' as const }];
    const before = await loadBefore(tx, { orderIds: [], holdings, most: { positions: 0, fills: 0 }, marketDate });
    return readStanding({ ...deps, db: tx }, { userId, product }, share, before);
  });
  const convertible = convertibleShares(standing.facts);
  const quantity = of.quantity ?? convertible;
  const { refused, plan: made } = whyNot(standing, { product, quantity }, false);
  // A change that is refused for the day or the share can be computed all the same.
  const plan = made ?? (quantity > 0 && quantity <= convertible ? planChange(standing.facts, quantity) : undefined);
  const own = await readOwnLimits(deps.db, userId);
  const stop =
    product === 'intraday'
      ? stopOfOrder(deps, own, { product, opens: true, isNew: false, valuePaise: plan?.valuePaise ?? 0n })
      : undefined;
  const { usablePaise } = standing.money;
  return done({
    code,
    name: issuerName({ deps, language }, code),
    product,
    quantity,
    convertible,
    value: rupees(plan?.valuePaise ?? 0n),
    charges: rupees(plan?.estimatedPaise ?? 0n),
    comesBack: rupees(plan?.comesBackPaise ?? 0n),
    needed: rupees(plan?.neededPaise ?? 0n),
    marginRate: product === 'intraday' ? presentMargin(deps.market, code) : null,
    usable: rupees(usablePaise),
    usableAfter: rupees(usablePaise + (plan ? plan.comesBackPaise - plan.neededPaise : 0n)),
    warnings: [
      ...refused.map(({ refused: reason }) => reason),
      ...(stop ? [stop] : []),
      ...((await passesTurnover(deps.db, { userId, product, quantity }, share, marketDate))
        ? ['position_above_turnover' as const]
        : []),
    ],
  });
}

/** Whether shares that become intraday would make the position larger than a day can close. */
async function passesTurnover(
  db: Queryable,
  { userId, product, quantity }: Asked,
  { instrument: { asset }, mostOpen }: Share,
  marketDate: string,
): Promise<boolean> {
  if (product !== 'intraday') return false;
  const { held, others } = await readIntraday(db, { userId, asset, side: 'buy', marketDate });
  return isAboveTurnover({ quantity, mostOpen }, { opening: quantity, exposed: exposedShares(held, others, 'buy') });
}

export const productChangeHandlers = { changeProduct, previewProductChange } satisfies HandlersFor<
  'changeProduct' | 'previewProductChange'
>;
