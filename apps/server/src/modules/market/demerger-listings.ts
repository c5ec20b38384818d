import { demergersUpTo } from './corporate-action-store.ts';
import { asPrice } from '@khara/money';
import { withMoreShares } from '@khara/market-day';
import { makeIsin } from '@khara/offerings';
import { addDays, tickFor, type Day } from '@khara/rules';
import {
  demergedCompany,
  onDemergerDay,
  withDemerged,
  withoutPart,
  type Issuer,
  type Names,
  type Universe,
} from '@khara/universe';
import type { Language } from '@khara/contract';
import { fill, textsFor } from '@khara/texts';
import type { Queryable } from '#src/ports/database.ts';
import { actionById, shareFactorsUpTo } from './corporate-action-store.ts';
import type { CorporateAction } from './corporate-actions.ts';
import type { Demerger } from './demergers.ts';

/**
 * The shares and indices of a market day with the companies that demergers made up to it. A new company is there from
 * the ex-date on, and stands in the indices of the one that it comes from. It is suspended until it is listed.
 */
export async function withDemergers(db: Queryable, marketDate: Day, universe: Universe): Promise<Universe> {
  const rows = await demergersUpTo(db, marketDate);
  if (rows.length === 0) return universe;
  const issuers = [...universe.issuers];
  const indexed: Issuer[] = [];
  for (const row of rows) {
    const action = await actionById(db, row.id);
    const at = issuers.findIndex(({ code }) => code === action?.code);
    const parent = issuers[at];
    if (action?.terms.kind !== 'demerger' || !parent) continue;
    const { terms } = action;
    const begins = row.beganOn === undefined;
    const demerger = {
      ...terms,
      exDate: row.beganOn ?? marketDate,
      listsOn: terms.listsOn > marketDate ? terms.listsOn : (row.listedOn ?? marketDate),
    };
    const factors = await shareFactorsUpTo(db, addDays(action.exDate, -1));
    const before = withMoreShares(parent, factors.get(parent.code));
    const close = row.cumPaise === undefined ? before.referencePricePaise : asPrice(row.cumPaise);
    const price = Math.round((close * terms.profitBps * terms.b) / (10_000 * terms.a));
    const made = demergedCompany(before, demerger, {
      marketDate,
      isin: makeIsin(terms.into),
      price,
      // Its price is a difference of two prices of the old share: it has to be on its own tick.
      tick: Math.min(row.cumTick ?? before.tickPaise, tickFor(price, action.exDate)),
      blurb: writeBlurb(action, parent, terms),
    });
    // A suspended share has no special pre-open: nothing says what its part is worth, and indices count it as before.
    const isFound = begins ? !parent.suspended : row.isFound;
    issuers[at] = withoutPart(begins && isFound ? onDemergerDay(parent, demerger) : parent, terms);
    issuers.push(made);
    if (isFound) indexed.push(made);
  }
  return { ...universe, issuers, indices: withDemerged(universe.indices, indexed) };
}

/** What the page of a new share says of it. */
function writeBlurb({ exDate }: CorporateAction, { names }: Issuer, { business }: Demerger): Names {
  const of = (language: Language) => {
    const texts = textsFor(language).demergers;
    return fill(texts.about, { name: names[language], date: exDate, business: texts.businesses[business] });
  };
  return { en: of('en'), hi: of('hi'), 'zh-Hant': of('zh-Hant'), 'zh-Hans': of('zh-Hans') };
}
