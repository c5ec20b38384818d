import { rupees } from '@khara/money';
import type { Body, Data, RefusalsOf } from '@khara/contract';
import { transactionPasswordCheck } from '#modules/accounts/index.ts';
import { openHold, releaseHold, userOwner } from '#modules/ledger/index.ts';
import { offerById, offerDates, type HolderOffer } from '#modules/market/index.ts';
import { announce, notify, type SentNotice } from '#modules/notices/index.ts';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { done, refuse, type Refused, type Result } from '#src/kernel/result.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import { requestHash } from '#src/security/request-hash.ts';
import { lockUsableMoney, readLockIn, makeLots } from '#modules/portfolio/index.ts';
import { toAsset } from '#modules/settlement/index.ts';
import { lockUsers } from '#modules/orders/index.ts';
import { myOffers } from './my-offers.ts';
import { pageOfOffers } from './offer-notices.ts';
import { entitlementAsset, isOpen, shareAsset } from './offers.ts';
import * as store from './offer-store.ts';

type Answer = Data<'takeHolderOffer'>;
type Refusal = RefusalsOf<'takeHolderOffer'>;
type Asked = {
  readonly userId: string;
  readonly requestId: string;
  readonly req: Uint8Array;
  readonly shares: number;
  readonly additional: number;
};

/**
 * Applies in a rights issue, or tenders to a buyback: shares and money are blocked in one transaction. A
 * repeated requestId is answered with the offer as it stands, without the transaction password: the app keeps
 * none for asking again after a lost answer. Refuses, in this order: request_id_reused; the transaction
 * password; unknown_holder_offer; holder_offer_not_open; holder_offer_taken; holder_offer_nothing; more than
 * there is (above_entitlement, above_tenderable); additional_not_allowed; insufficient_funds.
 */
async function takeHolderOffer(
  deps: Deps,
  caller: MemberCaller,
  body: Body<'takeHolderOffer'>,
): Promise<Result<Answer, Refusal>> {
  const { member } = caller;
  const { userId } = member;
  const { id, shares, additional = 0, requestId } = body;
  const req = requestHash({ request: requestId, id, shares, additional });
  const offer = await offerById(deps.db, id);
  const earlier = async (db: Queryable): Promise<Refused<'request_id_reused'> | 'same' | undefined> => {
    const row = await store.findByRequest(db, userId, requestId);
    if (!row) return undefined;
    return Buffer.compare(row.req, req) === 0 ? 'same' : refuse('request_id_reused');
  };
  const known = await earlier(deps.db);
  if (known === undefined) {
    const allowed = await transactionPasswordCheck(deps, member, body.transactionPassword);
    if (allowed.refused !== undefined) return allowed;
    if (!offer) return refuse('unknown_holder_offer', { field: 'id' });
    const taken = await deps.db.transaction(async (tx): Promise<Result<SentNotice, Refusal>> => {
      await lockUsers(tx, [userId]);
      const copy = await earlier(tx);
      if (copy !== undefined) return copy === 'same' ? done(undefined) : copy;
      return takeIn({ ...deps, db: tx }, offer, { userId, requestId, req, shares, additional });
    });
    if (taken.refused !== undefined) return taken;
    announce(deps, taken.value);
    deps.pushes.changed([{ userId, kind: 'wallet', currency: 'INR' }]);
  } else if (known !== 'same') return known;
  return answer(deps, caller, id);
}

async function answer(deps: Deps, caller: MemberCaller, id: string): Promise<Result<Answer, 'unknown_holder_offer'>> {
  const found = (await myOffers(deps, caller)).find((offer) => offer.id === id);
  return found ? done(found) : refuse('unknown_holder_offer', { field: 'id' });
}

type TakeDeps = Omit<Deps, 'db'> & { readonly db: Tx };

async function takeIn(deps: TakeDeps, offer: HolderOffer, asked: Asked): Promise<Result<SentNotice, Refusal>> {
  const { db: tx, market, clock } = deps;
  const { userId, shares, additional } = asked;
  const { marketDate, marketTime } = market.now();
  const { terms, code } = offer;
  const { opensOn, closesOn, settlesOn } = offerDates(offer);
  if (!isOpen(offer, marketDate))
    return refuse('holder_offer_not_open', { field: 'id', details: { from: opensOn, until: closesOn } });
  if (await store.openApplication(tx, offer.id, userId)) return refuse('holder_offer_taken', { field: 'id' });
  const isRights = terms.kind === 'rights';
  if (shares + (isRights ? additional : 0) === 0) return refuse('holder_offer_nothing', { field: 'shares' });
  const asset = shareAsset(deps, offer);
  const heldAsset = isRights ? entitlementAsset(deps, offer) : asset;
  await makeLots(tx, [userId]);
  const [entitledTo, most] = await Promise.all([
    store.readEntitled(tx, userId, [offer.id]),
    maxShares(tx, { userId, asset: heldAsset, marketDate }),
  ]);
  const [record] = entitledTo;
  const refusal = isRights
    ? whyNotRights({ shares, additional, most, all: Number(record?.added ?? 0n), held: Number(record?.held ?? 0n) })
    : whyNotTender({ shares, additional, most: Math.min(most, Number(record?.held ?? 0n)) });
  if (refusal) return refusal;
  const neededPaise = isRights ? BigInt(shares + additional) * BigInt(terms.price) : 0n;
  const { usablePaise } = await lockUsableMoney(tx, userId, marketDate);
  if (neededPaise > usablePaise)
    return refuse('insufficient_funds', { details: { needed: rupees(neededPaise), usable: rupees(usablePaise) } });

  const at = clock.now();
  const id = await store.insertApplication(tx, {
    actionId: offer.id,
    ...asked,
    additional: isRights ? additional : 0,
    kind: terms.kind,
    code,
    asset,
    heldAsset,
    pricePaise: BigInt(terms.price),
    marketDate,
    marketTime,
    at,
  });
  const hold = { actor: 'user', marketDate, owner: userOwner(userId) } as const;
  if (shares > 0) {
    must(
      await openHold(tx, {
        ...hold,
        kind: 'corporate_hold',
        hold: store.sharesHold(id),
        asset: toAsset({ asset: heldAsset }),
        amount: BigInt(shares),
      }),
    );
  }
  if (neededPaise > 0n) {
    must(
      await openHold(tx, {
        ...hold,
        kind: 'rights_hold',
        hold: store.moneyHold(id),
        asset: 'INR',
        amount: neededPaise,
      }),
    );
  }
  return done(
    await notify(tx, {
      userId,
      category: 'transaction',
      ...(isRights
        ? {
            key: 'rightsApplied',
            params: {
              code,
              shares: shares + additional,
              used: shares,
              amount: rupees(neededPaise),
              until: closesOn,
            },
          }
        : { key: 'sharesTendered', params: { code, shares, settles: settlesOn, until: closesOn } }),
      link: pageOfOffers,
      about: `offer:${id} taken`,
      at,
    }),
  );
}

/** Received shares of a member that nothing blocks and no lock-in keeps. */
async function maxShares(
  tx: Queryable,
  { userId, asset, marketDate }: { readonly userId: string; readonly asset: string; readonly marketDate: string },
): Promise<number> {
  const [{ free }, { locked }] = await Promise.all([
    store.readBalances(tx, userId, asset),
    readLockIn(tx, userId, asset, marketDate),
  ]);
  return Math.max(0, free - locked);
}

function whyNotRights(of: {
  readonly shares: number;
  readonly additional: number;
  readonly most: number;
  /** Entitlements that the holding of the record date gave, and the holding. */
  readonly all: number;
  readonly held: number;
}): Refused<'above_entitlement' | 'additional_not_allowed'> | undefined {
  const { shares, additional, most, all, held } = of;
  if (shares > most) return refuse('above_entitlement', { field: 'shares', details: { asked: shares, most } });
  if (additional > 0 && (held === 0 || shares < all))
    return refuse('additional_not_allowed', { field: 'additional', details: { all } });
  return undefined;
}

function whyNotTender(of: {
  readonly shares: number;
  readonly additional: number;
  readonly most: number;
}): Refused<'above_tenderable'> | undefined {
  const { shares, additional, most } = of;
  const asked = shares + additional;
  return asked > most ? refuse('above_tenderable', { field: 'shares', details: { asked, most } }) : undefined;
}

/**
 * Takes back what a member asked for, while the offer is open. Refuses, in this order: the transaction password;
 * unknown_holder_offer; holder_offer_not_open; holder_offer_not_taken.
 */
async function withdrawFromHolderOffer(
  deps: Deps,
  caller: MemberCaller,
  { id, transactionPassword }: Body<'withdrawFromHolderOffer'>,
): Promise<Result<Answer, RefusalsOf<'withdrawFromHolderOffer'>>> {
  const allowed = await transactionPasswordCheck(deps, caller.member, transactionPassword);
  if (allowed.refused !== undefined) return allowed;
  const { userId } = caller.member;
  const offer = await offerById(deps.db, id);
  if (!offer) return refuse('unknown_holder_offer', { field: 'id' });
  const withdrawn = await deps.db.transaction(
    async (tx): Promise<Result<SentNotice, RefusalsOf<'withdrawFromHolderOffer'>>> => {
      await lockUsers(tx, [userId]);
      const { marketDate } = deps.market.now();
      const { opensOn: from, closesOn: until } = offerDates(offer);
      if (!isOpen(offer, marketDate)) return refuse('holder_offer_not_open', { field: 'id', details: { from, until } });
      const application = await store.openApplication(tx, id, userId);
      if (!application) return refuse('holder_offer_not_taken', { field: 'id' });
      const at = deps.clock.now();
      const head = { actor: 'user', marketDate } as const;
      if (application.shares > 0) {
        const hold = store.sharesHold(application.id);
        must(await releaseHold(tx, { ...head, kind: 'corporate_release', ref: hold, hold }));
      }
      if (application.kind === 'rights') {
        const hold = store.moneyHold(application.id);
        must(await releaseHold(tx, { ...head, kind: 'rights_release', ref: hold, hold }));
      }
      await store.endWithdrawn(tx, application.id, at);
      return done(
        await notify(tx, {
          userId,
          category: 'transaction',
          key: 'holderOfferWithdrawn',
          params: { code: offer.code, until },
          link: pageOfOffers,
          about: `offer:${application.id} withdrawn`,
          at,
        }),
      );
    },
  );
  if (withdrawn.refused !== undefined) return withdrawn;
  announce(deps, withdrawn.value);
  deps.pushes.changed([{ userId, kind: 'wallet', currency: 'INR' }]);
  return answer(deps, caller, id);
}

function must(answered: { readonly refused?: string | undefined }): void {
  if (answered.refused !== undefined) throw new Error(`the ledger refuses part in an offer for ${answered.refused}`);
}

export const holderOfferHandlers = {
  holderOffers: async (deps, caller) => done({ list: [...(await myOffers(deps, caller))] }),
  takeHolderOffer,
  withdrawFromHolderOffer,
} satisfies HandlersFor<'holderOffers' | 'takeHolderOffer' | 'withdrawFromHolderOffer'>;
