import assert from 'node:assert/strict';
import { timingSafeEqual } from 'node:crypto';
import {
  candlesHash,
  carriedHash,
  type DayInputs,
  ENGINE,
  finishedDay,
  firstMarketDate,
  followingDate,
  hashOf,
  headHash,
  headOf,
  mayBegin,
  minutesHash,
  planOf,
  planWith,
  type TradesPack,
  TradingDay,
} from '@khara/market-day';
import type { Universe } from '@khara/universe';
import type { Logger } from 'pino';
import { checkpointCount } from '#modules/ledger/index.ts';
import * as store from '#modules/market/index.ts';
import type { Config } from '#src/config.ts';
import type { Clock } from '#src/kernel/clock.ts';
import type { Db } from '#src/ports/database.ts';
import type { Writer } from '#src/ports/exchange.ts';
import type { ListingPort } from '#src/ports/listing.ts';
import { announcedHash, KEEP_LOGS_DAYS, KEEP_TRADES_DAYS, minutesKeptFrom } from './carried-over.ts';
import { packUniverse, suspendedIn, withListed, withSuspended } from './day-universe.ts';
import { previousCloses } from './previous-closes.ts';
import { hashOfSeed, seedOfDay, type SeedSource } from './seeds.ts';

export interface VenueParts {
  readonly config: Pick<Config, 'MARKET_PROFILE' | 'MARKET_DAY_SECONDS' | 'MARKET_SEED'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly installSecret: Uint8Array;
  readonly universe: Universe;
  /** New shares that join the exchange at a day's start; without it the universe stays as it is. */
  readonly listings?: ListingPort;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** Does what must be done, however often it fails; gives up only when the server stops. `what` names it in the log. */
export type Until = (what: string, work: () => Promise<void>) => Promise<void>;

/**
 * What a closed day leaves behind, made at once; the answer stores it when called. To be repeated until it
 * succeeds: `trades` are those not stored yet, `settled` resolves when everything that happened is settled.
 */
export function closedDay(
  { db, clock }: Pick<VenueParts, 'db' | 'clock'>,
  day: TradingDay,
): (by: {
  readonly epoch: number;
  readonly trades: () => readonly TradesPack[];
  readonly settled: () => Promise<void>;
}) => Promise<void> {
  const { inputs, closing } = day;
  assert(closing);
  const rows = finishedDay(day);
  const head = headOf(day);
  const made = {
    marketDay: inputs.marketDay,
    marketDate: inputs.marketDate,
    seed: Buffer.from(inputs.seed).toString('hex'),
    spec: hashOf({ ...day.spec, seed: undefined }),
    ...day.hashes,
    tradeCount: day.tradeCount,
    candles: candlesHash(rows),
    minutes: minutesHash(rows),
    head: headHash(head),
    carried: carriedHash(rows, closing.factorState),
  };
  return async ({ epoch, trades, settled }) => {
    const [announced, checkpoint] = await Promise.all([announcedHash(db, inputs.marketDate), checkpointCount(db)]);
    const session = { ...made, announced, checkpoint };
    const packed = await store.packHead({ ...head, closing: session });
    await settled();
    await db.transaction((tx) =>
      store.finishDay(tx, {
        marketDay: inputs.marketDay,
        epoch,
        marketDate: inputs.marketDate,
        step: inputs.plan.steps,
        at: clock.now(),
        participants: closing.factorState,
        rows,
        keepMinutesFrom: minutesKeptFrom(inputs.marketDate),
        session,
        trades: trades(),
        head: packed,
        keepLogsFrom: inputs.marketDay - KEEP_LOGS_DAYS + 1,
        keepTradesFrom: inputs.marketDay - KEEP_TRADES_DAYS + 1,
      }),
    );
  };
}

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
    readonly until: Until;
  },
): Promise<TradingDay | undefined> {
  const { config, db, clock, listings } = parts;
  const { marketDay, marketDate } = ended.inputs;
  const profile = config.MARKET_PROFILE;
  const next = {
    marketDay: marketDay + 1,
    marketDate: followingDate(profile, marketDate, clock.now()),
    profile,
    steps: planOf(profile, config.MARKET_DAY_SECONDS).steps,
    firstStep: 0,
  };
  const seedHash = hashOfSeed(seedOfDay(seeds, next.marketDay, next.marketDate));
  // Before the day is written: a run that is cut off in between takes the same ones again.
  let universe = lasting;
  await until('taking new listings', async () => {
    universe = withListed(lasting, (await listings?.take(next.marketDate, writer)) ?? []);
  });
  universe = withSuspended(universe, ended.suspendedNext);
  const suspended = suspendedIn(universe);
  const packed = await packUniverse(universe);
  const day = { ...next, seedHash, engine: ENGINE, suspended, universe: packed, closedAt: undefined };
  await until('beginning a day', () =>
    db.transaction((tx) =>
      store.beginDay(tx, day, publishedInputs({ ...parts, universe }), { epoch: writer.epoch, at: clock.now() }),
    ),
  );
  let inputs: DayInputs | undefined;
  await until('reading the closes', async () => {
    inputs = await inputsOf(parts, seeds, day);
  });
  return inputs && new TradingDay(inputs, universe);
}

/** Writes the first day of an installation. */
export async function beginFirstDay(parts: VenueParts, seeds: SeedSource): Promise<store.DayRow> {
  const { config, db, clock } = parts;
  const profile = config.MARKET_PROFILE;
  const plan = planOf(profile, config.MARKET_DAY_SECONDS);
  const marketDate = firstMarketDate(profile, clock.now());
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
  await db.transaction((tx) => store.beginDay(tx, day, publishedInputs(parts), { epoch: 0, at: clock.now() }));
  return day;
}

/** Of what a day depends on, what its record of the opening says and its row does not. */
export const publishedInputs = ({ universe, config }: VenueParts): store.PublishedInputs => ({
  universe: hashOf([universe.issuers, universe.indices]),
  fixedSeed: config.MARKET_SEED !== undefined,
});

/**
 * What a stored day depends on. Throws when the seed is not the one the day began with: its past could not be
 * played again.
 */
export async function inputsOf({ db }: VenueParts, seeds: SeedSource, day: store.DayRow): Promise<DayInputs> {
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
  };
}
