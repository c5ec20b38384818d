import { rupees } from '@khara/money';
import { entitled, rightsDates } from '@khara/rules';
import { entitlementCode } from '@khara/universe';
import { offerDates, offersToSettle, type HolderOffer } from '#modules/market/index.ts';
import { toChanges, notifyAll, type NoticeToSend } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import * as store from './offer-store.ts';
import { entitlementAsset, sureShares } from './offers.ts';

/** The page that shows the offers that a member may take. */
export const pageOfOffers = '/pages/personal/holderOffers/index';

/** What a holder of the record date reads of an offer when its ex-date begins. */
export function entitledNotice(
  offer: HolderOffer,
  { userId, held, at }: { readonly userId: string; readonly held: number; readonly at: number },
): NoticeToSend {
  const { id, code, terms } = offer;
  const { opensOn: from, closesOn: until } = offerDates(offer);
  const price = rupees(BigInt(terms.price));
  const of = { userId, category: 'transaction', link: pageOfOffers, about: `applied:${id}`, at } as const;
  if (terms.kind === 'buyback') {
    const params = { code, quantity: held, entitled: sureShares(offer, held), price, from, until };
    return { ...of, key: 'buybackOpen', params };
  }
  const { tradesUntil: sellUntil } = rightsDates(offer.exDate);
  const { entitlements: added } = entitled(held, terms);
  return { ...of, key: 'rightsCredited', params: { code, quantity: held, added, price, from, sellUntil, until } };
}

/**
 * At the start of a market day: owners of entitlements read that they stop trading with this day, or lapse with it, and
 * what they lose. Each once, however often a day begins.
 */
export async function warnOwners(
  deps: Pick<Deps, 'db' | 'clock' | 'market' | 'pushes'>,
  { marketDate }: { readonly marketDate: string },
): Promise<void> {
  for (const offer of await offersToSettle(deps.db)) {
    if (offer.terms.kind !== 'rights') continue;
    const { tradesUntil, closesOn } = rightsDates(offer.exDate);
    if (marketDate !== tradesUntil && marketDate !== closesOn) continue;
    const isLast = marketDate === closesOn;
    const owners = await store.unusedEntitlements(deps.db, entitlementAsset(deps, offer), 1_000_000);
    const worth = rightsWorth(deps, offer);
    const at = deps.clock.now();
    const notices = owners.map(({ userId, shares }): NoticeToSend => ({
      userId,
      category: 'transaction',
      key: isLast ? 'entitlementsLapseSoon' : 'entitlementsEndTrading',
      params: {
        code: offer.code,
        count: Number(shares),
        price: rupees(BigInt(offer.terms.price)),
        until: closesOn,
        worth: rupees(isLast ? worth * shares : worth),
      },
      link: pageOfOffers,
      about: `${isLast ? 'lapses' : 'last-trade'}:${offer.id}`,
      at,
    }));
    deps.pushes.changed(toChanges(await deps.db.transaction((tx) => notifyAll(tx, notices))));
  }
}

/** What an entitlement is worth by the last price of its share, in paise. */
export function rightsWorth({ market }: Pick<Deps, 'market'>, { code, terms }: HolderOffer): bigint {
  const own = market.quote(entitlementCode(code));
  if (own && market.instrument(entitlementCode(code))?.tradable === true) return BigInt(own.lastPrice);
  return BigInt(Math.max(0, (market.quote(code)?.lastPrice ?? 0) - terms.price));
}
