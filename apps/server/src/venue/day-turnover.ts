import {
  type DayInputs,
  ENGINE,
  firstMarketDate,
  followingDate,
  mayBegin,
  planDay,
  TradingDay,
} from '@khara/market-day';
import type { Universe } from '@khara/universe';
import * as store from '#modules/market/index.ts';
import { dayProfile } from '#src/config.ts';
import type { Writer } from '#src/ports/exchange.ts';
import { readInputs, publishedInputs } from './day-inputs.ts';
import { packUniverse, suspendedIn, withListed, withNumbers, withSuspended } from './day-universe.ts';
import { marginsFor } from './margins.ts';
import { hashOfSeed, seedOfDay, type SeedSource } from './seeds.ts';
import { reviewed } from './stage-reviews.ts';
import type { RetryUntilDone } from './tenure.ts';
import type { VenueParts } from './venue-parts.ts';

/** Whether the day after a finished one may begin by now. */
export function mayBeginAfter({ inputs }: TradingDay, realMs: number): boolean {
  const { plan, marketDate } = inputs;
  return mayBegin(plan.profile, followingDate(plan.profile, marketDate, realMs), realMs);
}

/** Writes the day after a finished one, and makes it; undefined when the server stops meanwhile. */
export async function makeNextDay(
  parts: VenueParts,
  seeds: SeedSource,
  {
    ended,
    universe: lasting,
    writer,
    until,
  }: {
    readonly ended: TradingDay;
    /** The universe of days to come, without new listings. */
    readonly universe: Universe;
    readonly writer: Writer;
    readonly until: RetryUntilDone;
  },
): Promise<{ readonly day: TradingDay; readonly margins: readonly store.ShareMargin[] } | undefined> {
  const { config, db, clock, listings } = parts;
  const { marketDay, marketDate } = ended.inputs;
  const profile = dayProfile(config);
  const next = {
    marketDay: marketDay + 1,
    marketDate: followingDate(profile, marketDate, clock.now()),
    profile,
    steps: planDay(profile, config.MARKET_DAY_SECONDS).steps,
    firstStep: 0,
  };
  const seedHash = hashOfSeed(seedOfDay(seeds, next.marketDay, next.marketDate));
  // Before the day is written: a run that is cut off in between takes the same ones again.
  let universe = lasting;
  await until('taking new listings', async () => {
    universe = withListed(lasting, (await listings?.take(next.marketDate, writer)) ?? []);
  });
  await until('taking demergers', async () => {
    universe = await store.withDemergers(db, next.marketDate, universe);
  });
  universe = withSuspended(universe, ended.suspendedNext);
  await until('taking entitlements', async () => {
    const { issuers } = universe;
    universe = withListed(universe, await store.entitlementsOn(db, next.marketDate, issuers));
  });
  await until('reviewing stages of surveillance', async () => {
    const before = { marketDate, issuers: ended.written.issuers };
    universe = { ...universe, issuers: await reviewed(db, universe.issuers, { ...next, ended: before }) };
  });
  universe = withNumbers(universe, ended.universe);
  const suspended = suspendedIn(universe);
  const packed = await packUniverse(universe);
  const day = { ...next, seedHash, engine: ENGINE, suspended, universe: packed, closedAt: undefined };
  let margins: readonly store.ShareMargin[] = [];
  await until('the margins of a day', async () => {
    margins = await marginsFor(db, next, universe.issuers);
  });
  await until('beginning a day', async () => {
    const published = await publishedInputs({ ...parts, universe }, seeds, { ...next, margins });
    await db.transaction((tx) =>
      store.beginDay(tx, { ...day, margins }, published, { epoch: writer.epoch, at: clock.now() }),
    );
  });
  let inputs: DayInputs | undefined;
  await until('reading the closes', async () => {
    inputs = await readInputs(parts, seeds, day);
  });
  return inputs && { day: new TradingDay(inputs, universe), margins };
}

/** Writes the first day of an installation. */
export async function beginFirstDay(parts: VenueParts, seeds: SeedSource): Promise<store.BegunDay> {
  const { config, db, clock } = parts;
  const profile = dayProfile(config);
  const plan = planDay(profile, config.MARKET_DAY_SECONDS);
  const marketDate = config.MARKET_START ?? firstMarketDate(profile, clock.now());
  const day = {
    marketDay: 0,
    marketDate,
    profile,
    steps: plan.steps,
    // A new user finds the market open; in the nse profile the time of day decides.
    firstStep: profile === 'compressed' ? plan.opensAt : 0,
    seedHash: hashOfSeed(seedOfDay(seeds, 0, marketDate)),
    engine: ENGINE,
    suspended: suspendedIn(parts.universe),
    universe: await packUniverse(parts.universe),
    closedAt: undefined,
  };
  const margins = await marginsFor(db, day, parts.universe.issuers);
  const published = await publishedInputs(parts, seeds, { marketDate, margins });
  await db.transaction((tx) => store.beginDay(tx, { ...day, margins }, published, { epoch: 0, at: clock.now() }));
  return day;
}
