import { ENGINE, TradingDay, type TradesPack } from '@khara/market-day';
import type { Universe } from '@khara/universe';
import * as store from '#modules/market/index.ts';
import { dayProfile } from '#src/config.ts';
import { whyNotGoOn } from './carried-over.ts';
import { readInputs, publishedInputs } from './day-inputs.ts';
import { beginFirstDay } from './day-turnover.ts';
import { readUniverseOn, withKept, withListed } from './day-universe.ts';
import type { SeedSource } from './seeds.ts';
import { marginsOfDay } from './margins.ts';
import { newestSnapshot } from './snapshots.ts';
import type { VenueParts } from './venue-parts.ts';

export type OpenedDay = {
  readonly day: TradingDay;
  readonly margins: readonly store.ShareMargin[];
  /** What days to come are made of: see `Venue.universe`. */
  readonly universe: Universe;
  /** Whether the day had closed, and what it left behind is stored. */
  readonly isStored: boolean;
  /** Trades of the day that are not stored, and that it does not give out again. */
  readonly unsavedTrades?: TradesPack;
  /** It was followed: the newest snapshot is of an earlier step. */
  readonly isFollowed?: boolean;
};

/**
 * The first market day of an installation, or the one that was running, as its newest snapshot has it. Throws
 * when this server cannot go on with it: another profile, date, seed or version began it, or what it began with is
 * not what the log says.
 */
export async function openDay(parts: VenueParts, seeds: SeedSource): Promise<OpenedDay> {
  const newest = (await store.newestDay(parts.db)) ?? (await beginFirstDay(parts, seeds));
  if (newest.profile !== dayProfile(parts.config)) {
    // Compressed dates run far ahead of real ones: neither profile can go on where the other was.
    throw new Error(
      `The market of this data directory runs in the ${newest.profile} profile. Set MARKET_PROFILE=${newest.profile}.`,
    );
  }
  const { MARKET_START: start } = parts.config;
  const firstDate = await store.readFirstMarketDate(parts.db);
  if (start !== undefined && start !== firstDate) {
    throw new Error(
      `The market of this data directory was begun on ${firstDate}, not on MARKET_START=${start}. Put that date back, or set DATA_DIR to another directory.`,
    );
  }
  const refused = await whyNotGoOn(parts.db, newest);
  if (refused !== undefined) throw new Error(refused);
  // A day goes on with the shares that it began with.
  const listed = (await parts.listings?.listedBy(newest.marketDate)) ?? [];
  const universe = await readUniverseOn(newest, withListed(parts.universe, listed));
  const margins = await marginsOfDay(parts.db, newest, universe.issuers);
  if (
    newest.closedAt === undefined &&
    newest.engine !== ENGINE &&
    !(await store.beginAgain(
      parts.db,
      { ...newest, engine: ENGINE, margins },
      await publishedInputs({ ...parts, universe }, seeds, { ...newest, margins }),
    ))
  ) {
    throw new Error(
      `The market day ${newest.marketDate} of this data directory was begun by another version of Khara, and orders of members were dealt with in it. ` +
        'Run that version until the day is over, then this one: its rules would make another day of it.',
    );
  }
  const [inputs, snapshot] = await Promise.all([
    readInputs(parts, seeds, newest),
    newestSnapshot(parts, newest.marketDay),
  ]);
  return {
    day: new TradingDay(inputs, universe, snapshot),
    margins,
    universe: withKept(parts.universe, universe, listed),
    isStored: newest.closedAt !== undefined,
  };
}
