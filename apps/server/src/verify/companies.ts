import { createHistory, historyDays } from '@khara/history';
import { ENGINE } from '@khara/market-day';
import { unhex } from '@khara/proof';
import type { Issuer } from '@khara/universe';
import { publishedQuarters, readAccountsSource, sealAccounts } from '#modules/companies/index.ts';
import * as store from '#modules/market/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { headOfDay, recordedDays } from './days.ts';
import { finding, type Check } from './finding.ts';

/**
 * What companies had published when a day began, computed again from the seeds that the log has revealed, the days as
 * they are stored and the dividends: the record of the day's opening names the root over it.
 */
export const verifyCompanies: Check = async (db) => {
  const found = finding('accounts_published');
  const { sealed, opened } = await recordedDays(db);
  const [first] = opened.values();
  if (!first) return [found.end()];
  const seeds = new Map(
    [...sealed.values()].map(({ marketDay, marketDate, seed }) => [`${marketDay} ${marketDate}`, seed]),
  );
  const history = createHistory({
    seed: unhex(first.past),
    days: historyDays(first.marketDate),
    issuers: [],
    indices: [],
  });
  for (const { marketDate, marketDay, engine, companies, past } of opened.values()) {
    if (past !== first.past) found.add(`the past of ${marketDate} is not that of ${first.marketDate}`);
    if (engine !== ENGINE) continue; // companies of another version had other accounts
    const issuers = await issuersOn(db, marketDay);
    if (!issuers) continue; // kept no more
    const seedOf = (day: number, date: string): Uint8Array => {
      const seed = seeds.get(`${day} ${date}`);
      if (seed === undefined) found.add(`the log has no seed of ${date} as market day ${day}`);
      return unhex(seed ?? '00'.repeat(32));
    };
    const source = await readAccountsSource(db, { marketDate, history, seedOf });
    if (sealAccounts(issuers, (issuer) => publishedQuarters(issuer, source)).root !== companies)
      found.add(`what companies had published by ${marketDate} is not what the record of its opening says`);
  }
  return [found.end()];
};

/** The shares with which a day began: of the newest, and of days whose order log is handed out. */
async function issuersOn(db: Queryable, marketDay: number): Promise<readonly Issuer[] | undefined> {
  const newest = await store.newestDay(db);
  if (newest?.marketDay !== marketDay) return (await headOfDay(db, marketDay))?.issuers;
  return (
    newest.universe && ((await store.unpackHead(newest.universe)) as { readonly issuers: readonly Issuer[] }).issuers
  ); // `packUniverse` wrote it
}
