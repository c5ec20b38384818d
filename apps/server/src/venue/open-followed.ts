import { setImmediate as turn } from 'node:timers/promises';
import { ENGINE, TradingDay } from '@khara/market-day';
import type { Universe } from '@khara/universe';
import * as store from '#modules/market/index.ts';
import { commandsToPlay } from '#modules/orders/index.ts';
import { dayProfile } from '#src/config.ts';
import type { Queryable } from '#src/ports/database.ts';
import type { MovedCommand } from '#src/ports/exchange.ts';
import { whyNotGoOn } from './carried-over.ts';
import { readInputs } from './day-inputs.ts';
import { readUniverseOn, withKept, withListed } from './day-universe.ts';
import { FollowedDay } from './followed-day.ts';
import { createSeeds } from './seeds.ts';
import { marginsOfDay } from './margins.ts';
import { newestSnapshot } from './snapshots.ts';
import type { VenueParts } from './venue-parts.ts';

/** More steps after the newest snapshot than this are not played: the next one comes soon. */
export const MAX_PLAYED = 600;
/** Steps that are played before other work has its turn. */
const AT_A_TIME = 8;

export type OpenedFollowed = {
  readonly followed: FollowedDay;
  readonly margins: readonly store.ShareMargin[];
  readonly universe: Universe;
};

/** How far the market has come, and the commands of a market day from a step on, in one view of the data. */
export async function readProgress(tx: Queryable, marketDay: number, fromStep: number) {
  const [frontier, applied] = await Promise.all([store.readFrontier(tx), commandsToPlay(tx, marketDay, fromStep)]);
  const commands = applied.map(({ step, index, command }): MovedCommand => [step, index, command]);
  return { frontier, commands };
}

/**
 * The running day as far as it is durable, made from its newest snapshot; undefined before the first one of the
 * installation. Throws when another version, profile or seed began it, or its newest snapshot is long ago.
 */
export async function openFollowed(
  parts: VenueParts,
  options: ConstructorParameters<typeof FollowedDay>[1],
): Promise<OpenedFollowed | undefined> {
  const { db, config, clock } = parts;
  const newest = await store.newestDay(db);
  if (!newest) return undefined;
  if (newest.profile !== dayProfile(config))
    throw new Error(`The market runs in the ${newest.profile} profile. Set MARKET_PROFILE=${newest.profile}.`);
  if (newest.closedAt === undefined && newest.engine !== ENGINE)
    throw new Error(
      `The market day ${newest.marketDate} was begun by another version of Khara: it cannot be followed.`,
    );
  const refused = await whyNotGoOn(db, newest);
  if (refused !== undefined) throw new Error(refused);
  const listed = (await parts.listings?.listedBy(newest.marketDate)) ?? [];
  const universe = await readUniverseOn(newest, withListed(parts.universe, listed));
  const [margins, inputs, snapshot] = await Promise.all([
    marginsOfDay(db, newest, universe.issuers),
    readInputs(parts, createSeeds(parts), newest),
    newestSnapshot(parts, newest.marketDay),
  ]);
  const followed = new FollowedDay(new TradingDay(inputs, universe, snapshot), options);
  const { day } = followed;
  const { frontier, commands } = await db.snapshot((tx) => readProgress(tx, newest.marketDay, day.step));
  if (frontier?.marketDay !== newest.marketDay) throw new Error('another market day has begun');
  if (frontier.step - day.step > MAX_PLAYED) throw new Error('the newest snapshot of the market is long ago');
  const at = clock.now();
  for (let toStep = day.step; toStep < frontier.step - 1; await turn()) {
    toStep = Math.min(frontier.step - 1, toStep + AT_A_TIME);
    followed.catchUp(
      commands.filter(([step]) => step <= toStep),
      { toStep, at },
    );
  }
  followed.catchUp(commands, { toStep: frontier.step, at, isNoted: true });
  return { followed, margins, universe: withKept(parts.universe, universe, listed) };
}
