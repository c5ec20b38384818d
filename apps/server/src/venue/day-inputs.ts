import { timingSafeEqual } from 'node:crypto';
import { createHistory, historyDays, makeNextQuarter, type QuarterDraw } from '@khara/history';
import { type DayInputs, hashValue, planWith } from '@khara/market-day';
import { hex } from '@khara/proof';
import type { Day } from '@khara/rules';
import { publishedQuarters, readAccountsSource, sealAccounts } from '#modules/companies/index.ts';
import type { Issuer } from '@khara/universe';
import * as store from '#modules/market/index.ts';
import type { ToldResults } from '#src/ports/exchange.ts';
import { logNames } from '#src/security/log-names.ts';
import { marginsHash } from './margins.ts';
import { previousCloses } from './previous-closes.ts';
import { hashOfSeed, seedOfDay, seedOfHistory, type SeedSource } from './seeds.ts';
import type { VenueParts } from './venue-parts.ts';

/** Of what a day depends on, what its record of the opening says and its row does not. */
export async function publishedInputs(
  { db, universe, config }: VenueParts,
  seeds: SeedSource,
  { marketDate, margins }: { readonly marketDate: Day; readonly margins: readonly store.ShareMargin[] },
): Promise<store.PublishedInputs> {
  const { past, source } = await accountsSource(db, seeds, marketDate);
  return {
    universe: hashValue([universe.issuers, universe.indices]),
    margins: marginsHash(margins),
    companies: sealAccounts(universe.issuers, (issuer) => publishedQuarters(issuer, source)).root,
    past: hex(past),
    fixedSeed: config.MARKET_SEED !== undefined,
  };
}

/** What the accounts of a market date follow from, and the seed of the past among it. */
async function accountsSource(db: VenueParts['db'], seeds: SeedSource, marketDate: Day) {
  const firstDate = (await store.readFirstMarketDate(db)) ?? marketDate;
  const past = seedOfHistory(seeds, firstDate);
  const history = createHistory({ seed: past, days: historyDays(firstDate), issuers: [], indices: [] });
  const seedOf = (marketDay: number, date: Day) => seedOfDay(seeds, marketDay, date);
  return { past, source: await readAccountsSource(db, { marketDate, history, seedOf }) };
}

/**
 * What a company publishes on a market date. What its holders got in the quarter changes none of the lines
 * that its news says.
 */
export async function resultsOn(
  db: VenueParts['db'],
  seeds: SeedSource,
  { marketDate, issuer, draw }: { readonly marketDate: Day; readonly issuer: Issuer; readonly draw: QuarterDraw },
): Promise<ToldResults> {
  const { source } = await accountsSource(db, seeds, marketDate);
  return makeNextQuarter(publishedQuarters(issuer, source).at(-1)!, draw, { dividends: 0 });
}

/**
 * What a stored day depends on. Throws when the seed is not the one the day began with: its past could not be
 * played again.
 */
export async function readInputs(
  { db, installSecret }: VenueParts,
  seeds: SeedSource,
  day: store.BegunDay,
): Promise<DayInputs> {
  const seed = seedOfDay(seeds, day.marketDay, day.marketDate);
  if (!timingSafeEqual(hashOfSeed(seed), day.seedHash)) {
    throw new Error(
      'The market of this data directory was begun with another seed: MARKET_SEED or the keys in DATA_DIR have changed. Put them back.',
    );
  }
  const [before, participants, actions, shareFactors] = await Promise.all([
    previousCloses(db, day),
    day.marketDay === 0 ? undefined : store.participantsAfter(db, day.marketDay - 1),
    store.corporateActionsOn(db, day.marketDate),
    store.shareFactorsUpTo(db, day.marketDate),
  ]);
  return {
    marketDay: day.marketDay,
    marketDate: day.marketDate,
    plan: planWith(day.profile, day.steps),
    firstStep: day.firstStep,
    seed,
    before,
    participants: participants && store.exValues(participants, actions),
    shareFactors,
    names: logNames({ installSecret }, day.marketDate),
  };
}
