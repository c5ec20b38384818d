import { ratiosAt, yearlyProfit, type History, type Quarter, type Ratios } from '@khara/history';
import { resultsDay, type Day } from '@khara/rules';
import { isCompany, type Issuer } from '@khara/universe';
import { isUnlisted, keptDay, type Reader } from '#modules/market/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import type { MarketView } from '#src/ports/market.ts';
import {
  publishedQuarters,
  readAccountsSource,
  sealAccounts,
  type AccountsSource,
  type SealedAccounts,
} from './published-accounts.ts';

type CompanyParts = Pick<AccountsSource, 'seedOf'> & {
  readonly db: Queryable;
  readonly market: Pick<MarketView, 'instruments' | 'instrument' | 'quote' | 'now'>;
  readonly history: Pick<History, 'days' | 'accounts'>;
};

/** What companies have published by the running market day. */
export type Companies = {
  /** Oldest first; none for a fund or an unknown code. Results of a day are among them from the next market day on. */
  accounts(code: string): Promise<readonly Quarter[]>;
  /** All of them, as the record of the day's opening has them. */
  sealed(): Promise<SealedAccounts>;
  /** Profit of a company's last four quarters by code, lakhs; undefined of a fund, an index and an unknown code. */
  yearlyProfits(): Promise<Reader['yearlyProfit']>;
  /** Of every company at its last price, by code. */
  ratios(): Promise<ReadonlyMap<string, CompanyRatios>>;
  /** The shares of the last market day as they were on it; undefined before there is one, and without its log. */
  dayBefore(): Promise<DayBefore | undefined>;
};

type DayBefore = { readonly marketDate: Day; readonly issuers: ReadonlyMap<string, Issuer> };

export type CompanyRatios = {
  readonly now: Ratios;
  /** At the last close, by the accounts of then: of a company that has published since. */
  readonly atClose: Ratios | undefined;
};

/** What is known on a market date. */
type Known = AccountsSource & {
  readonly accounts: Map<string, readonly Quarter[]>;
  sealed?: SealedAccounts;
  before?: Promise<DayBefore | undefined>;
};

const lastDayOf = ({ days, marketDate }: AccountsSource): Day | undefined =>
  [...days.keys()]
    .filter((day) => day < marketDate)
    .reduce<Day | undefined>((last, day) => (last === undefined || day > last ? day : last), undefined);

export function createCompanies({ db, market, history, seedOf }: CompanyParts): Companies {
  let known: Promise<Known> | undefined;
  let knownOn: Day | undefined;

  const read = async (marketDate: Day): Promise<Known> => ({
    ...(await readAccountsSource(db, { marketDate, history, seedOf })),
    accounts: new Map(),
  });
  const readKnown = (): Promise<Known> => {
    const { marketDate } = market.now();
    if (known === undefined || knownOn !== marketDate) {
      knownOn = marketDate;
      const reading = read(marketDate);
      known = reading;
      reading.catch(() => {
        if (known === reading) known = undefined; // the next reader tries again
      });
    }
    return known;
  };
  const accountsOf = (issuer: Issuer, now: Known): readonly Quarter[] => {
    const quarters = now.accounts.get(issuer.code) ?? publishedQuarters(issuer, now);
    now.accounts.set(issuer.code, quarters);
    return quarters;
  };

  return {
    accounts: async (code) => {
      const issuer = market.instrument(code)?.written;
      return issuer && isCompany(issuer) ? accountsOf(issuer, await readKnown()) : [];
    },
    sealed: async () => {
      const now = await readKnown();
      const issuers = market.instruments().flatMap(({ written }) => written ?? []);
      return (now.sealed ??= sealAccounts(issuers, (issuer) => accountsOf(issuer, now)));
    },
    yearlyProfits: async () => {
      const now = await readKnown();
      return (code) => {
        const issuer = market.instrument(code)?.written;
        return issuer && isCompany(issuer) ? yearlyProfit(accountsOf(issuer, now)) : undefined;
      };
    },
    ratios: async () => {
      const now = await readKnown();
      const lastDay = lastDayOf(now);
      const found = market.instruments().flatMap(({ code, issuer, written }): [string, CompanyRatios][] => {
        const quote = market.quote(code);
        if (!issuer || !written || !quote || !isCompany(issuer) || isUnlisted(issuer, now.marketDate)) return [];
        const { sharesOutstanding } = issuer;
        const quarters = accountsOf(written, now);
        // Results of a day are accounts from the next one on: at the close of their day they were none.
        const isNew = lastDay !== undefined && resultsDay(code, quarters.at(-1)!.quarter) >= lastDay;
        const atClose = isNew ? ratiosAt(quarters.slice(0, -1), quote.previousClose, sharesOutstanding) : undefined;
        return [[code, { now: ratiosAt(quarters, quote.lastPrice, sharesOutstanding), atClose }]];
      });
      return new Map(found);
    },
    dayBefore: async () => {
      const now = await readKnown();
      return (now.before ??= readDayBefore(db, lastDayOf(now)));
    },
  };
}

async function readDayBefore(db: Queryable, marketDate: Day | undefined): Promise<DayBefore | undefined> {
  const day = marketDate === undefined ? undefined : await keptDay(db, marketDate);
  return day && { marketDate: day.marketDate, issuers: new Map(day.issuers.map((issuer) => [issuer.code, issuer])) };
}
