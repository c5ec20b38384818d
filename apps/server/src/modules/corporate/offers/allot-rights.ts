import { rupees } from '@khara/money';
import { entitlementCode } from '@khara/universe';
import { allotAdditional, entitled } from '@khara/rules';
import { addSources, captureHold, CODES, issueProceeds, move, sharesIssued, userOwner } from '#modules/ledger/index.ts';
import type { HolderOffer } from '#modules/market/index.ts';
import { notify, type SentNotice } from '#modules/notices/index.ts';
import { addToPosition, addPaidLot, takeFromPosition, takeLots, type LotCost } from '#modules/portfolio/index.ts';
import { toAsset } from '#modules/settlement/index.ts';
import { pageOfOffers } from './offer-notices.ts';
import { begin, must, release, tell, type MarketDay, type SettleDeps, type Settling } from './settling.ts';
import * as store from './offer-store.ts';

/** Shares by entitlements in full, additional ones by the rule; money that is left comes back. */
export async function allotRights(deps: SettleDeps, { offer, terms, outcome, day }: Settling<'rights'>): Promise<void> {
  const all = await store.countedApplications(deps.db, offer.id);
  const held = await store.heldOnRecord(
    deps.db,
    offer.id,
    all.map(({ userId }) => userId),
  );
  const asking = all.map(({ userId, additional: asked }) => {
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
  const { id, userId, code, asset, heldAsset, shares, pricePaise } = application;
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
              asset: toAsset({ asset }),
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
              asset: toAsset({ asset: heldAsset }),
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
            move({ owner, asset: toAsset({ asset }), code: CODES.freeShares }, BigInt(got)),
          ],
        }),
      );
    } else await release(tx, { ...head, kind: 'rights_release' }, store.moneyHold(id));
    let positionId: bigint | null = null;
    let moved: LotCost = { cost: 0n, charges: 0n, stt: 0n };
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
      moved = await takeLots(tx, { userId, asset: heldAsset, shares, onDate: marketDate });
      positionId = await takeFromPosition(deps, tx, {
        userId,
        asset: heldAsset,
        code: entitlementCode(code),
        marketDate,
        shares,
        proceedsPaise: 0n,
        moves: moved,
        at,
      });
    }
    if (got > 0) {
      // Acquired as they are allotted, for the issue's price and what the entitlements had cost.
      const costPaise = paidPaise + moved.cost;
      const given = { userId, asset, code, quantity: got, at, costPaise, chargesPaise: moved.charges };
      await addToPosition(tx, { ...given, marketDate });
      const lot = { ...given, origin: 'rights', source: offer.id, acquiredOn: marketDate } as const;
      await addPaidLot(tx, { ...lot, sttPaise: moved.stt });
    }
    await store.endSettled(tx, id, { got, paidPaise, tdsPaise: 0n, positionId, at, moved });
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
