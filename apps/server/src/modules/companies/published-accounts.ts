import { drawResults } from '@khara/exchange';
import { LAKH, publishedAccounts, type HolderFlows, type History, type Quarter } from '@khara/history';
import { withMoreShares } from '@khara/market-day';
import { showDecimal } from '@khara/money';
import {
  companyLeaf,
  firstAccounts,
  hex,
  inclusionPaths,
  nextAccounts,
  type SealedQuarter,
  type Sha256,
} from '@khara/proof';
import type { Day } from '@khara/rules';
import { isCompany, type Issuer } from '@khara/universe';
import { createHash } from 'node:crypto';
import type { Queryable } from '#src/ports/database.ts';
import { flowsBetween, marketDaysSince, type HolderAction } from './store.ts';

/*
 * What companies have published follows from the seed of the past, the seeds of the days on which results came
 * out, and the corporate actions. So nothing of it is stored, what is to come depends on seeds
 * to come, and the record of each day's opening has the root over all of it.
 */

/** What the accounts of a market date follow from. */
export type AccountsSource = {
  readonly marketDate: Day;
  readonly history: Pick<History, 'accounts'>;
  /** Numbers of the market days before it, by their dates. */
  readonly days: ReadonlyMap<Day, number>;
  readonly actions: ReadonlyMap<string, readonly HolderAction[]>;
  /** The seed of a market day: asked for days that are over alone. */
  readonly seedOf: (marketDay: number, marketDate: Day) => Uint8Array;
};

export async function readAccountsSource(
  db: Queryable,
  {
    history,
    ...of
  }: Pick<AccountsSource, 'marketDate' | 'seedOf'> & { readonly history: Pick<History, 'days' | 'accounts'> },
): Promise<AccountsSource> {
  const since = history.days.at(-1) ?? of.marketDate;
  const [days, actions] = await Promise.all([marketDaysSince(db, since), flowsBetween(db, since, of.marketDate)]);
  return { ...of, history, days, actions };
}

/** Oldest first, of an issuer as it stands in the universe. Results of a day are among them from the next one on. */
export function publishedQuarters(
  issuer: Issuer,
  { marketDate, history, days, actions, seedOf }: AccountsSource,
): readonly Quarter[] {
  const { code } = issuer;
  const ofCompany = actions.get(code) ?? [];
  return publishedAccounts(code, history.accounts(issuer), {
    marketDate,
    drawOn(on) {
      const marketDay = days.get(on);
      return marketDay === undefined ? undefined : drawResults(seedOf(marketDay, on), marketDay, code);
    },
    flowsIn: (after, upTo) =>
      addFlows(
        issuer,
        ofCompany.filter(({ action: { exDate } }) => exDate > after && exDate <= upTo),
      ),
  });
}

const WHOLE_PPM = 1_000_000;
const lakhs = (amount: number): number => Math.round(amount / LAKH);
const ppm = (part: number): number => Math.round(part * WHOLE_PPM);

/** What a quarter's actions moved between a company and its holders. Offers count as taken in full. */
function addFlows(issuer: Issuer, actions: readonly HolderAction[]): HolderFlows {
  let [paid, paidIn, issued, paidOut, bought, bonusPpm, worthBps, profitBps] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (const { action, factor } of actions) {
    const { terms } = action;
    const shares = withMoreShares(issuer, factor).sharesOutstanding;
    if (terms.kind === 'dividend') paid += terms.perSharePaise * shares;
    if (terms.kind === 'rights') [paidIn, issued] = [paidIn + terms.price * terms.shares, issued + terms.a / terms.b];
    if (terms.kind === 'buyback')
      [paidOut, bought] = [paidOut + terms.price * terms.shares, bought + terms.shares / shares];
    if (terms.kind === 'bonus') bonusPpm += ppm(terms.a / terms.b);
    if (terms.kind === 'demerger') [worthBps, profitBps] = [terms.costBps, terms.profitBps];
  }
  return {
    dividends: lakhs(paid),
    ...(paidIn > 0 && { rights: { amount: lakhs(paidIn), newSharesPpm: ppm(issued) } }),
    ...(paidOut > 0 && { buyback: { amount: lakhs(paidOut), sharesPpm: ppm(bought) } }),
    ...(bonusPpm > 0 && { bonusPpm }),
    ...(worthBps > 0 && { demerger: { worthPpm: worthBps * 100, profitPpm: profitBps * 100 } }),
  };
}

/** The accounts of all companies as a tree of sealed chains. */
export type SealedAccounts = {
  /** In hex. */
  readonly root: string;
  /** Where a company stands in it; undefined for any other code. */
  place(code: string): { readonly index: number; readonly size: number; readonly path: string[] } | undefined;
};

export function sealAccounts(
  issuers: readonly Issuer[],
  quartersOf: (issuer: Issuer) => readonly Quarter[],
): SealedAccounts {
  const companies = issuers.filter(isCompany).toSorted((a, b) => (a.code < b.code ? -1 : 1));
  if (companies.length === 0) return { root: '', place: () => undefined };
  const leaves = companies.map((issuer) =>
    companyLeaf(issuer.code, accountsHead(issuer.code, quartersOf(issuer)), sha256),
  );
  const { root, paths } = inclusionPaths(leaves, sha256);
  const places = new Map(companies.map(({ code }, index) => [code, index]));
  return {
    root: hex(root),
    place: (code) => {
      const index = places.get(code);
      return index === undefined
        ? undefined
        : { index, size: leaves.length, path: paths[index]!.map((step) => hex(step)) };
    },
  };
}

/** The head of the chain over quarters of a company from its first on. */
export const accountsHead = (code: string, quarters: readonly Quarter[]): Uint8Array =>
  quarters.reduce((head, quarter) => nextAccounts(head, presentFigures(quarter), sha256), firstAccounts(code, sha256));

const sha256: Sha256 = (...parts) => {
  const made = createHash('sha256');
  for (const part of parts) made.update(part);
  return made.digest();
};

/** Lakhs as crores of rupees. */
export const crores = (lakhs: number): string => showDecimal(BigInt(lakhs), 2);

/** A quarter as it is published. The calendar says when: that is no figure. */
export function presentFigures(of: Quarter) {
  const { quarter, profitAndLoss, balance, cashFlow, holders, dividends, notes, expected } = of;
  return {
    quarter,
    profitAndLoss: inTwoPlaces(profitAndLoss),
    balance: inTwoPlaces(balance),
    cashFlow: inTwoPlaces(cashFlow),
    holders: inTwoPlaces(holders),
    dividends: crores(dividends),
    notes: inTwoPlaces(notes),
    expected: inTwoPlaces(expected),
  } satisfies SealedQuarter;
}

const inTwoPlaces = <Name extends string>(lines: Readonly<Record<Name, number>>): Record<Name, string> =>
  // A boundary: the names stay as they are.
  Object.fromEntries(Object.entries<number>(lines).map(([name, of]) => [name, crores(of)])) as Record<Name, string>;
