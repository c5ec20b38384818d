import { entitlementCode } from '@khara/universe';
import { addSources, CODES, move, post, sharesIssued, userOwner } from '#modules/ledger/index.ts';
import type { HolderOffer } from '#modules/market/index.ts';
import { notify, type SentNotice } from '#modules/notices/index.ts';
import { makeLots, takeFromPosition } from '#modules/portfolio/index.ts';
import { toAsset } from '#modules/settlement/index.ts';
import { lockUsers } from '#modules/orders/index.ts';
import { pageOfOffers } from './offer-notices.ts';
import { entitlementAsset } from './offers.ts';
import { must, tell, type MarketDay, type SettleDeps } from './settling.ts';
import * as store from './offer-store.ts';

/** Members whose entitlements end in one go. */
const BATCH = 200;

/** What is left of the entitlements is worth nothing. */
export async function lapseEntitlements(deps: SettleDeps, offer: HolderOffer, day: MarketDay): Promise<void> {
  const asset = entitlementAsset(deps, offer);
  const code = entitlementCode(offer.code);
  const { marketDate } = day;
  for (;;) {
    const owners = await store.unusedEntitlements(deps.db, asset, BATCH);
    for (const { userId } of owners) {
      const at = deps.clock.now();
      const sent = await deps.db.transaction(async (tx): Promise<SentNotice> => {
        await lockUsers(tx, [userId]);
        await makeLots(tx, [userId]);
        const { free, unsettled } = await store.readBalances(tx, userId, asset);
        const entitlements = free + unsettled;
        if (entitlements === 0) return undefined;
        const ref = `${offer.id}/${userId}/lapsed`;
        const owner = userOwner(userId);
        const account = { owner, asset: toAsset({ asset }) };
        await addSources(tx, marketDate, [
          {
            type: 'corporate_action',
            id: ref,
            purpose: 'entitlement_lapsed',
            owner,
            asset: toAsset({ asset }),
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
        const gone = { userId, asset, code, marketDate, shares: entitlements, proceedsPaise: 0n, at };
        await takeFromPosition(deps, tx, gone);
        await store.sellLots(tx, { ...gone, onDate: marketDate, actionId: offer.id });
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
