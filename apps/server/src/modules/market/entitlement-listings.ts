import { type LastClose } from './candle-store.ts';
import { lastCloses } from './candle-store.ts';
import { fill, textsFor } from '@khara/texts';
import { rupees } from '@khara/money';
import { addDays, rightsDates, type Day } from '@khara/rules';
import { entitlementIssuer, type Issuer, type Names } from '@khara/universe';
import type { Language } from '@khara/contract';
import type { Queryable } from '#src/ports/database.ts';
import { offersBetween } from './corporate-action-store.ts';
import { exPrice, type HolderOffer } from './corporate-actions.ts';

/** Days of the calendar after the ex-date in which an issue is over, whatever holidays come. */
const LONGEST = 40;

/**
 * Entitlements of the rights issues whose holders have them on a market date, from the ex-date until the issue closes.
 * The base of their first price is the close of the share on the day before, less the price of a new share; their own
 * closes go on from there. Source: docs/sources.md A4.
 */
export async function entitlementsOn(
  db: Queryable,
  marketDate: Day,
  issuers: readonly Issuer[],
): Promise<readonly Issuer[]> {
  const shares = new Map(issuers.map((issuer) => [issuer.code, issuer]));
  const live = (await offersBetween(db, addDays(marketDate, -LONGEST), marketDate)).filter(
    ({ code, exDate, terms }) =>
      terms.kind === 'rights' && marketDate <= rightsDates(exDate).closesOn && shares.has(code),
  );
  if (live.length === 0) return [];
  const closes = await lastCloses(
    db,
    live.map(({ code }) => code),
    marketDate,
  );
  return live.map((offer) =>
    listEntitlements(offer, shares.get(offer.code)!, { marketDate, last: closes.get(offer.code) }),
  );
}

function listEntitlements(
  offer: HolderOffer,
  share: Issuer,
  { marketDate, last }: { readonly marketDate: Day; readonly last: LastClose | undefined },
): Issuer {
  const { exDate, announcedOn, terms } = offer;
  const close = last?.close ?? share.referencePricePaise;
  const worth = marketDate === exDate ? exPrice(close, offer) : close;
  return entitlementIssuer(share, {
    marketDate,
    exDate,
    announcedOn,
    issuePrice: terms.price,
    price: Math.max(1, worth - terms.price),
    tick: last?.tick ?? share.tickPaise,
    newShares: terms.shares,
    blurb: writeBlurb(offer, share),
  });
}

/** What the page of the entitlements says of them. */
function writeBlurb({ exDate, terms }: HolderOffer, { names }: Issuer): Names {
  const { tradesUntil, closesOn } = rightsDates(exDate);
  const price = rupees(BigInt(terms.price));
  const of = (language: Language) =>
    fill(textsFor(language).holderOffers.about, {
      name: names[language],
      price,
      sellUntil: tradesUntil,
      until: closesOn,
    });
  return { en: of('en'), hi: of('hi'), 'zh-Hant': of('zh-Hant'), 'zh-Hans': of('zh-Hans') };
}
