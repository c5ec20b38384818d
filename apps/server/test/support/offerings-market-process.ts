import { setTimeout as rest } from 'node:timers/promises';
import type pg from 'pg';
import { openPool } from '#src/adapters/postgres.ts';
import type { Db } from '#src/ports/database.ts';
import { SIGNS } from './deps.ts';
import { LOTTERY, LOTTERY_OPENS, LOTTERY_STAMPS, openOfferings } from './offerings-market.ts';

/**
 * Takes the lottery from its close to its listing, in a process of its own, so that it can be killed. Says
 * `began` with its first work.
 */

/**
 * How slow its database answers, in ms: what takes a moment on a quiet machine takes long enough to be cut
 * off anywhere.
 */
const SLOWNESS_MS = 10;

async function later<T>(work: () => Promise<T>): Promise<T> {
  await rest(SLOWNESS_MS);
  return work();
}

const slow = (db: Db): Db => ({
  ...db,
  query: (name, text, params) => later(() => db.query(name, text, params)),
  transaction: (work) =>
    db.transaction((tx) => work({ ...tx, query: (name, text, params) => later(() => tx.query(name, text, params)) })),
  snapshot: (work) => db.snapshot(work),
  session: (release, work) => db.session(release, work),
  close: () => db.close(),
});

const db = openPool({ ...(JSON.parse(process.argv[2] ?? '') as pg.ClientConfig), max: 4, ...SIGNS });
const offerings = openOfferings(slow(db), LOTTERY);
offerings.moveTo(LOTTERY_OPENS);
process.stdout.write('began\n');
for (const stamp of LOTTERY_STAMPS) {
  await offerings.goTo(stamp);
  await offerings.run();
}
await db.close();
