import type { Data } from '@khara/contract';
import { priceText, rupees } from '@khara/money';
import { addDays, buybackTax, holderCategory, rightsDates } from '@khara/rules';
import { entitlementCode } from '@khara/universe';
import { instrumentName, offerDates, offersBetween, type HolderOffer } from '#modules/market/index.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import type { Deps } from '#src/kernel/deps.ts';
import { readLockIn } from '#modules/portfolio/index.ts';
import { rightsWorth } from './offer-notices.ts';
import { entitlementAsset, isOpen, shareAsset, sureShares } from './offers.ts';
import * as store from './offer-store.ts';

type Shown = Data<'holderOffers'>['list'][number];

/** Days of the calendar for which an offer stays on the page. */
const SHOWN_DAYS = 90;

/** What of an offer is a member's. */
type Own = {
  readonly held: number;
  readonly added: number;
  readonly application: store.OfferApplication | undefined;
  readonly lapsed: number;
};

/** Offers that a member was entitled to, has entitlements of, or took; the newest first. */
export async function myOffers(
  deps: Pick<Deps, 'db' | 'market'>,
  { member, language }: MemberCaller,
): Promise<readonly Shown[]> {
  const { marketDate } = deps.market.now();
  const { userId } = member;
  const offers = (await offersBetween(deps.db, addDays(marketDate, -SHOWN_DAYS), marketDate)).filter(
    ({ code }) => deps.market.instrument(code)?.asset !== undefined,
  );
  const ids = offers.map(({ id }) => id);
  const [entitled, applications, lapsed] = await Promise.all([
    store.readEntitled(deps.db, userId, ids),
    store.listApplications(deps.db, userId),
    store.readLapsed(deps.db, userId, ids),
  ]);
  const shown = await Promise.all(
    offers.map((offer) => {
      const record = entitled.find((one) => one.actionId === offer.id);
      const own: Own = {
        held: Number(record?.held ?? 0n),
        added: Number(record?.added ?? 0n),
        application: applications.find((one) => one.actionId === offer.id),
        lapsed: lapsed.find((one) => one.actionId === offer.id)?.entitlements ?? 0,
      };
      return present(deps, { userId, language, marketDate }, offer, own);
    }),
  );
  return shown.filter((one) => one !== undefined).toReversed();
}

type Reader = Pick<MemberCaller, 'language'> & { readonly userId: string; readonly marketDate: string };

async function present(
  deps: Pick<Deps, 'db' | 'market'>,
  { userId, language, marketDate }: Reader,
  offer: HolderOffer,
  { held, added, application, lapsed }: Own,
): Promise<Shown | undefined> {
  const { id, code, exDate, terms } = offer;
  const { opensOn, closesOn, settlesOn } = offerDates(offer);
  const isRights = terms.kind === 'rights';
  const asset = isRights ? entitlementAsset(deps, offer) : shareAsset(deps, offer);
  const [balances, { locked }] = await Promise.all([
    store.readBalances(deps.db, userId, asset),
    readLockIn(deps.db, userId, asset, marketDate),
  ]);
  const owned = isRights ? balances.free + balances.unsettled : 0;
  if (held + owned + lapsed === 0 && !application) return undefined;
  const open = isOpen(offer, marketDate);
  const free = Math.max(0, balances.free - locked);
  const instrument = deps.market.instrument(code);
  const last = deps.market.quote(code)?.lastPrice;
  const re = entitlementCode(code);
  const taken = application?.state === 'open';
  return {
    id,
    kind: terms.kind,
    code,
    name: instrument ? instrumentName(instrument, language) : code,
    ratio: isRights ? [terms.a, terms.b] : null,
    price: priceText(terms.price),
    lastPrice: last === undefined ? null : priceText(last),
    stage: marketDate < opensOn ? 'coming' : open ? 'open' : marketDate < settlesOn ? 'closed' : 'done',
    exDate,
    opensOn,
    closesOn,
    settlesOn,
    held,
    entitled: isRights ? added : sureShares(offer, held),
    entitlements: isRights
      ? {
          code: re,
          free: balances.free,
          unsettled: balances.unsettled,
          worth: rupees(rightsWorth(deps, offer)),
          tradesUntil: rightsDates(exDate).tradesUntil,
          tradable: deps.market.instrument(re)?.tradable ?? false,
          lapsed,
        }
      : null,
    category: terms.kind === 'buyback' && held > 0 ? holderCategory(held, terms.cumPrice ?? terms.price) : null,
    most: open && !taken ? (isRights ? free : Math.min(held, free)) : 0,
    tax: terms.kind === 'buyback' ? buybackTax(settlesOn) : null,
    application: application ? presentApplication(application) : null,
  };
}

function presentApplication(application: store.OfferApplication): NonNullable<Shown['application']> {
  const { shares, additional, pricePaise: price, state, kind } = application;
  const isBlocked = state === 'open' && kind === 'rights';
  return {
    shares,
    additional,
    at: application.at,
    marketDate: application.marketDate,
    blocked: rupees(isBlocked ? BigInt(shares + additional) * price : 0n),
    got: application.got ?? null,
    paid: application.paidPaise === undefined ? null : rupees(application.paidPaise),
    tds: application.tdsPaise === undefined ? null : rupees(application.tdsPaise),
  };
}
