import { rupees } from '@khara/money';
import {
  acceptanceOf,
  acceptedShares,
  allotAdditional,
  buybackEntitlement,
  buybackPayment,
  categoryOf,
  entitled,
  taxYearOf,
  type Day,
  type Tendered,
} from '@khara/rules';
import { entitlementCode } from '@khara/universe';
import {
  addSources,
  available,
  captureHold,
  clearing,
  CODES,
  issueProceeds,
  move,
  post,
  releaseHold,
  sharesIssued,
  taxesAndCharges,
  userOwner,
  type EntryHead,
} from '#modules/ledger/index.ts';
import {
  keepOutcome,
  markSettled,
  offerDates,
  offersToSettle,
  outcomeOf,
  type Buyback,
  type HolderOffer,
  type OfferOutcome,
  type RightsIssue,
} from '#modules/market/index.ts';
import { notify, type SentNotice } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import { announcePositions } from '../announce.ts';
import { addToPosition } from '../portfolio/allotted-shares.ts';
import { addPaidLot, makeLots } from '../portfolio/lots.ts';
import { takeFromPosition, takeLots, type LeftPosition, type LotCost } from '../portfolio/taken-shares.ts';
import { assetOf } from '../settlement/postings.ts';
import { lockUsers } from '../user-locks.ts';
import { pageOfOffers } from './offer-notices.ts';
import * as store from './offer-store.ts';
import { entitlementAssetOf, seedOf } from './offers.ts';

type SettleDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'keys' | 'market' | 'pushes' | 'log'>;
type MarketDay = { readonly marketDay: number; readonly marketDate: Day };

/** Members whose entitlements end in one go. */
const BATCH = 200;

/**
 * At the start of a market day, before anything trades: offers whose result is due are settled. Money and
 * shares of each application change hands in a transaction of their own, so it is safe to repeat, also in the
 * middle.
 */
export async function settleOffers(deps: SettleDeps, day: MarketDay): Promise<void> {
  for (const offer of await offersToSettle(deps.db)) {
    if (offerDates(offer).settlesOn > day.marketDate) continue;
    const { terms } = offer;
    const outcome = outcomeOf(offer.id, terms, seedOf(deps));
    await deps.db.transaction((tx) => keepOutcome(tx, offer.id, outcome));
    if (terms.kind === 'rights' && outcome.kind === 'rights') {
      await allot(deps, { offer, terms, outcome, day });
      await lapse(deps, offer, day);
    } else if (terms.kind === 'buyback' && outcome.kind === 'buyback') {
      await buyBack(deps, { offer, terms, outcome, day });
    }
    await deps.db.transaction((tx) => markSettled(tx, offer.id, deps.clock.now()));
  }
}

type Settling<Kind extends 'rights' | 'buyback'> = {
  readonly offer: HolderOffer;
  readonly terms: Extract<RightsIssue | Buyback, { kind: Kind }>;
  readonly outcome: Extract<OfferOutcome, { kind: Kind }>;
  readonly day: MarketDay;
};

/** Shares by entitlements in full, additional ones by the rule; money that is left comes back. */
async function allot(deps: SettleDeps, { offer, terms, outcome, day }: Settling<'rights'>): Promise<void> {
  const all = await store.countedApplications(deps.db, offer.id);
  const held = await store.heldOnRecord(
    deps.db,
    offer.id,
    all.map(({ user_id: userId }) => userId),
  );
  const asking = all.map(({ user_id: userId, additional: asked }) => {
    const shares = held.get(userId) ?? 0;
    return { held: shares, hasFraction: entitled(shares, terms).hasFraction, asked };
  });
  const additional = allotAdditional(asking, outcome);
  for (const [at, application] of all.entries()) {
    if (application.state === 'open') await allotTo(deps, { offer, application, additional: additional[at]!, day });
  }
}

async function allotTo(
  deps: SettleDeps,
  of: {
    readonly offer: HolderOffer;
    readonly application: store.OfferApplication;
    readonly additional: number;
    readonly day: MarketDay;
  },
): Promise<void> {
  const { offer, application, additional, day } = of;
  const { id, user_id: userId, code, asset, held_asset: heldAsset, shares, price_paise: pricePaise } = application;
  const at = deps.clock.now();
  const got = shares + additional;
  const paidPaise = BigInt(got) * pricePaise;
  const blockedPaise = BigInt(shares + application.additional) * pricePaise;
  const backPaise = blockedPaise - paidPaise;
  const { marketDate } = day;
  const sent = await deps.db.transaction(async (tx): Promise<SentNotice> => {
    if (!(await begin(tx, application))) return undefined;
    const ref = store.sharesHold(id);
    const head = { ref, actor: 'system', marketDate } as const;
    const owner = userOwner(userId);
    await addSources(tx, marketDate, [
      ...(got > 0
        ? [
            {
              type: 'rights',
              id: ref,
              purpose: 'rights_pay',
              owner,
              asset: assetOf({ asset }),
              amount: BigInt(got),
              valuePaise: paidPaise,
            } as const,
          ]
        : []),
      ...(shares > 0
        ? [
            {
              type: 'corporate_action',
              id: `${ref}-used`,
              purpose: 'entitlement_used',
              owner,
              asset: assetOf({ asset: heldAsset }),
              amount: BigInt(shares),
            } as const,
          ]
        : []),
    ]);
    if (got > 0) {
      const isin = asset.slice(3);
      must(
        await captureHold(tx, {
          ...head,
          kind: 'rights_pay',
          hold: store.moneyHold(id),
          captured: paidPaise,
          released: backPaise,
          lines: [
            move(issueProceeds, paidPaise),
            move(sharesIssued(isin), -BigInt(got)),
            move({ owner, asset: assetOf({ asset }), code: CODES.freeShares }, BigInt(got)),
          ],
        }),
      );
    } else await release(tx, { ...head, kind: 'rights_release' }, store.moneyHold(id));
    let left: LeftPosition | undefined;
    let lots: LotCost = { cost: 0n, charges: 0n, stt: 0n };
    if (shares > 0) {
      must(
        await captureHold(tx, {
          ...head,
          ref: `${ref}-used`,
          kind: 'entitlement_used',
          hold: ref,
          captured: BigInt(shares),
          released: 0n,
          lines: [move(sharesIssued(heldAsset.slice(3)), BigInt(shares))],
        }),
      );
      const used = { userId, asset: heldAsset, shares, proceedsPaise: 0n, moves: true, at };
      left = await takeFromPosition(tx, used);
      lots = await takeLots(tx, { userId, asset: heldAsset, shares, onDate: marketDate });
    }
    const moved = left ?? { cost: 0n, charges: 0n };
    if (got > 0) {
      // Acquired as they are allotted, for the issue's price and what the entitlements had cost.
      const given = { userId, asset, code, quantity: got, at };
      await addToPosition(tx, {
        ...given,
        costPaise: paidPaise + moved.cost,
        chargesPaise: moved.charges,
        marketDate,
        ofDay: false,
      });
      await addPaidLot(tx, {
        ...given,
        origin: 'rights',
        source: offer.id,
        acquiredOn: marketDate,
        costPaise: paidPaise + lots.cost,
        chargesPaise: lots.charges,
        sttPaise: lots.stt,
      });
    }
    await store.endSettled(tx, id, { got, paidPaise, tdsPaise: 0n, positionId: left?.id ?? null, at, moved, lots });
    return notify(tx, {
      userId,
      category: 'transaction',
      key: 'rightsAllotted',
      params: {
        code,
        shares: got,
        amount: rupees(paidPaise),
        asked: application.additional,
        additional,
        back: rupees(backPaise),
      },
      link: pageOfOffers,
      about: `offer:${id} allotted`,
      at,
    });
  });
  tell(deps, userId, sent);
}

/** What is left of the entitlements is worth nothing. */
async function lapse(deps: SettleDeps, offer: HolderOffer, day: MarketDay): Promise<void> {
  const asset = entitlementAssetOf(deps, offer);
  const code = entitlementCode(offer.code);
  const { marketDate } = day;
  for (;;) {
    const owners = await store.unusedEntitlements(deps.db, asset, BATCH);
    for (const { user_id: userId } of owners) {
      const at = deps.clock.now();
      const sent = await deps.db.transaction(async (tx): Promise<SentNotice> => {
        await lockUsers(tx, [userId]);
        await makeLots(tx, [userId]);
        const { free, unsettled } = await store.balancesOf(tx, userId, asset);
        const entitlements = free + unsettled;
        if (entitlements === 0) return undefined;
        const ref = `${offer.id}/${userId}/lapsed`;
        const owner = userOwner(userId);
        const account = { owner, asset: assetOf({ asset }) };
        await addSources(tx, marketDate, [
          {
            type: 'corporate_action',
            id: ref,
            purpose: 'entitlement_lapsed',
            owner,
            asset: assetOf({ asset }),
            amount: BigInt(entitlements),
          },
        ]);
        must(
          await post(tx, {
            kind: 'entitlement_lapsed',
            ref,
            actor: 'system',
            marketDate,
            lines: [
              move({ ...account, code: CODES.freeShares }, -BigInt(free)),
              move({ ...account, code: CODES.unsettledShares }, -BigInt(unsettled)),
              move(sharesIssued(asset.slice(3)), BigInt(entitlements)),
            ].filter(({ amount }) => amount !== 0n),
          }),
        );
        const gone = { userId, asset, shares: entitlements, proceedsPaise: 0n, at };
        await takeFromPosition(tx, { ...gone, moves: false });
        await store.sellLots(tx, { ...gone, code, onDate: marketDate, actionId: offer.id });
        await store.noteLapsed(tx, { actionId: offer.id, userId, asset, code, onDate: marketDate, entitlements, at });
        return notify(tx, {
          userId,
          category: 'transaction',
          key: 'entitlementsLapsed',
          params: { code: offer.code, count: entitlements },
          link: pageOfOffers,
          about: `lapsed:${offer.id}`,
          at,
        });
      });
      tell(deps, userId, sent);
    }
    if (owners.length < BATCH) return;
  }
}

/**
 * Entitlements in full, of the rest the part that the category has; the company pays for it, and the others are free.
 */
async function buyBack(deps: SettleDeps, { offer, terms, outcome, day }: Settling<'buyback'>): Promise<void> {
  const all = await store.countedApplications(deps.db, offer.id);
  const held = await store.heldOnRecord(
    deps.db,
    offer.id,
    all.map(({ user_id: userId }) => userId),
  );
  const tenders = all.map((application) => {
    const shares = held.get(application.user_id) ?? 0;
    const category = categoryOf(shares, terms.cumPrice ?? terms.price);
    const sure = Math.min(application.shares, buybackEntitlement(shares, category, terms));
    const tendered: Tendered = { entitled: sure, additional: application.shares - sure };
    return { application, category, tendered };
  });
  const totalOf = (category: 'small' | 'general'): Tendered =>
    tenders
      .filter((one) => one.category === category)
      .reduce(
        (sum, { tendered }) => ({
          entitled: sum.entitled + tendered.entitled,
          additional: sum.additional + tendered.additional,
        }),
        outcome[category],
      );
  const parts = acceptanceOf(terms, { small: totalOf('small'), general: totalOf('general') });
  for (const { application, category, tendered } of tenders) {
    if (application.state !== 'open') continue;
    await payFor(deps, { offer, application, got: acceptedShares(tendered, parts[category]), day });
  }
}

async function payFor(
  deps: SettleDeps,
  of: {
    readonly offer: HolderOffer;
    readonly application: store.OfferApplication;
    readonly got: number;
    readonly day: MarketDay;
  },
): Promise<void> {
  const { offer, application, got, day } = of;
  const { id, user_id: userId, code, asset, shares, price_paise: pricePaise } = application;
  const { marketDate } = day;
  const at = deps.clock.now();
  const sent = await deps.db.transaction(async (tx): Promise<SentNotice> => {
    if (!(await begin(tx, application))) return undefined;
    const ref = store.sharesHold(id);
    const head = { ref, actor: 'system', marketDate } as const;
    const paidThisYearPaise = await store.dividendsSince(tx, userId, asset, taxYearOf(marketDate));
    const { grossPaise, tdsPaise } = buybackPayment({ shares: got, pricePaise, paidThisYearPaise, day: marketDate });
    let left: LeftPosition | undefined;
    if (got > 0) {
      await addSources(tx, marketDate, [
        {
          type: 'buyback',
          id: ref,
          purpose: 'buyback',
          owner: userOwner(userId),
          asset: assetOf({ asset }),
          amount: BigInt(got),
          valuePaise: grossPaise,
        },
      ]);
      must(
        await captureHold(tx, {
          ...head,
          kind: 'buyback',
          hold: ref,
          captured: BigInt(got),
          released: BigInt(shares - got),
          lines: [
            move(sharesIssued(asset.slice(3)), BigInt(got)),
            move(clearing(), -grossPaise),
            move(available(userId), grossPaise - tdsPaise),
            move(taxesAndCharges, tdsPaise),
          ].filter(({ amount }) => amount !== 0n),
        }),
      );
      const sold = { userId, asset, shares: got, proceedsPaise: grossPaise, at };
      left = await takeFromPosition(tx, { ...sold, moves: false });
      await store.sellLots(tx, { ...sold, code, onDate: marketDate, actionId: offer.id });
    } else await release(tx, { ...head, kind: 'corporate_release' }, ref);
    await store.endSettled(tx, id, { got, paidPaise: grossPaise, tdsPaise, positionId: left?.id ?? null, at });
    return notify(tx, {
      userId,
      category: 'transaction',
      key: 'buybackSettled',
      params: {
        code,
        shares: got,
        tendered: shares,
        amount: rupees(grossPaise - tdsPaise),
        tds: rupees(tdsPaise),
        back: shares - got,
      },
      link: pageOfOffers,
      about: `offer:${id} settled`,
      at,
    });
  });
  tell(deps, userId, sent);
}

/** Locks the member and makes lots up to now; false when the application was settled meanwhile. */
async function begin(tx: Tx, { id, user_id: userId, action_id: actionId }: store.OfferApplication): Promise<boolean> {
  await lockUsers(tx, [userId]);
  const open = await store.openApplication(tx, actionId, userId);
  if (open?.id !== id) return false;
  await makeLots(tx, [userId]);
  return true;
}

const release = async (tx: Tx, head: EntryHead, hold: string): Promise<void> => {
  must(await releaseHold(tx, { ...head, hold }));
};

function must(answer: { readonly refused?: string | undefined }): void {
  if (answer.refused !== undefined) throw new Error(`the ledger refuses what an offer gives, for ${answer.refused}`);
}

function tell(deps: SettleDeps, userId: string, sent: SentNotice): void {
  announcePositions(deps, [], [sent]);
  deps.pushes.changed([{ userId, kind: 'wallet', currency: 'INR' }]);
}
