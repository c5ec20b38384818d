import { timingSafeEqual } from 'node:crypto';
import { type DayInputs, hashValue, planWith } from '@khara/market-day';
import * as store from '#modules/market/index.ts';
import { logNames } from '#src/security/log-names.ts';
import { marginsHash } from './margins.ts';
import { previousCloses } from './previous-closes.ts';
import { hashOfSeed, seedOfDay, type SeedSource } from './seeds.ts';
import type { VenueParts } from './venue-parts.ts';

/** Of what a day depends on, what its record of the opening says and its row does not. */
export const publishedInputs = (
  { universe, config }: VenueParts,
  margins: readonly store.ShareMargin[],
): store.PublishedInputs => ({
  universe: hashValue([universe.issuers, universe.indices]),
  margins: marginsHash(margins),
  fixedSeed: config.MARKET_SEED !== undefined,
});

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
