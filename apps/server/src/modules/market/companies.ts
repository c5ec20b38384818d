import { drawResults } from '@khara/exchange';
import {
  LAKH,
  makeNextQuarter,
  ratiosAt,
  type History,
  type Quarter,
  type QuarterDraw,
  type Ratios,
} from '@khara/history';
import { nextQuarterEnd, resultsDay, type Day } from '@khara/rules';
import { isCompany, type Issuer } from '@khara/universe';
import type { Queryable } from '#src/ports/database.ts';
import type { MarketView } from '#src/ports/market.ts';
import { dividendsBetween, marketDaysSince, type DividendOfShare } from './company-store.ts';
import { isUnlisted } from './quotes.ts';

type CompanyParts = {
  readonly db: Queryable;
  readonly market: Pick<MarketView, 'instruments' | 'instrument' | 'quote' | 'now'>;
  readonly history: Pick<History, 'days' | 'accounts'>;
  /** The seed of a market day: asked for days that are over alone. */
  readonly seedOf: (marketDay: number, marketDate: Day) => Uint8Array;
};

/**
 * What companies have published: accounts follow from the past's seed, the seeds of the days on which results
 * came out, and the dividends of the corporate actions. So nothing of them is stored, and what is to come
 * depends on seeds to come.
 */
export type Companies = {
  /** Oldest first; none for a fund or an unknown code. Results of a day are among them from the next market day on. */
  accounts(code: string): Promise<readonly Quarter[]>;
  /** Of every company at its last price, by code. */
  ratios(): Promise<ReadonlyMap<string, Ratios>>;
};

/** What is known on a market date. */
type Known = {
  readonly marketDate: Day;
  readonly days: ReadonlyMap<Day, number>;
  readonly dividends: ReadonlyMap<string, readonly DividendOfShare[]>;
  readonly accounts: Map<string, readonly Quarter[]>;
};

export function createCompanies({ db, market, history, seedOf }: CompanyParts): Companies {
  let known: Promise<Known> | undefined;
  let knownOn: Day | undefined;

  const read = async (marketDate: Day): Promise<Known> => {
    const since = history.days.at(-1) ?? marketDate;
    const [days, dividends] = await Promise.all([marketDaysSince(db, since), dividendsBetween(db, since, marketDate)]);
    return { marketDate, days, dividends: Map.groupBy(dividends, ({ code }) => code), accounts: new Map() };
  };
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

  const accountsOf = (issuer: Issuer, { marketDate, days, dividends, accounts }: Known): readonly Quarter[] => {
    const made = accounts.get(issuer.code);
    if (made) return made;
    const quarters = [...history.accounts(issuer)];
    const shares = issuer.sharesOutstanding;
    for (let last = quarters.at(-1)!; ; last = quarters.at(-1)!) {
      const quarter = nextQuarterEnd(last.quarter);
      const on = resultsDay(issuer.code, quarter);
      if (on >= marketDate) break;
      const marketDay = days.get(on);
      // On a day on which this market did not run nothing surprises.
      const draw: QuarterDraw =
        marketDay === undefined
          ? { surprise: 0, chance: 0 }
          : drawResults(seedOf(marketDay, on), marketDay, issuer.code);
      const paid = (dividends.get(issuer.code) ?? [])
        .filter(({ exDate }) => exDate > last.quarter && exDate <= quarter)
        .reduce((sum, { perShare }) => sum + perShare, 0);
      quarters.push(makeNextQuarter(last, draw, { dividends: Math.round((paid * shares) / LAKH), shares }));
    }
    accounts.set(issuer.code, quarters);
    return quarters;
  };

  return {
    accounts: async (code) => {
      const issuer = market.instrument(code)?.issuer;
      return issuer && isCompany(issuer) ? accountsOf(issuer, await readKnown()) : [];
    },
    ratios: async () => {
      const now = await readKnown();
      const found = market.instruments().flatMap(({ code, issuer }): [string, Ratios][] => {
        const quote = market.quote(code);
        if (!issuer || !quote || !isCompany(issuer) || isUnlisted(issuer, now.marketDate)) return [];
        return [[code, ratiosAt(accountsOf(issuer, now), quote.lastPrice, issuer.sharesOutstanding)]];
      });
      return new Map(found);
    },
  };
}
