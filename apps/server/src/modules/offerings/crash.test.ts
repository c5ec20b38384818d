import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, provesTheBooks, type TestDatabase } from '#test/database.ts';
import { beginLottery, LOTTERY, LOTTERY_STAMPS, openOfferings } from '#test/offerings-market.ts';
import type { Db } from '#src/ports/database.ts';
import { advanceOfferings } from './index.ts';

/** More contacts with the database than there are. */
const NEVER = 4_000;
/** How often the process is killed at a random moment; DRAW_KILLS=10 is what a release needs. */
const KILLS = Number(process.env['DRAW_KILLS'] ?? 2);
const PROCESS = path.join(import.meta.dirname, '../../../test/support/offerings-market-process.ts');
/** A process that is left alone needs longer than this, however quick the machine. */
const KILLED_WITHIN_MS = 400;

class Killed extends Error {}

/**
 * A database whose server dies at its n-th transaction or statement: before it, or after it was committed and
 * before any notice.
 */
function dying(db: Db, after: number, heard: 'before' | 'after'): Db {
  let left = after;
  const die = async <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left > 0) return work();
    if (left === 0 && heard === 'after') await work();
    throw new Killed('killed');
  };
  return {
    ...db,
    query: (name, text, params) => die(() => db.query(name, text, params)),
    transaction: (work) => die(() => db.transaction(work)),
    snapshot: (work) => db.snapshot(work),
    session: (release, work) => db.session(release, work),
    close: () => db.close(),
  };
}

type Outcome = { readonly allotment: string; readonly money: string };

/** The same lottery of the same members, taken from its close to its listing by `finish`. */
async function lottery(
  finish: (offerings: ReturnType<typeof openOfferings>, database: TestDatabase) => Promise<void>,
): Promise<Outcome> {
  const database = await createTestDatabase();
  try {
    const offerings = openOfferings(database.app, LOTTERY);
    await beginLottery(database.app, offerings);
    await finish(offerings, database);
    await provesTheBooks(database.app);
    const [row] = await database.app.query<Outcome & { open: bigint; draws: bigint; twice: bigint }>(
      'test.outcome',
      `SELECT string_agg(a.id || ' ' || a.state || ' ' || a.rank || ' ' || a.allotted_shares || ' ' || a.paid_paise, ';' ORDER BY a.number) AS allotment,
         (SELECT string_agg(owner || ' ' || asset || ' ' || code || ' ' || balance, ';' ORDER BY owner, asset, code) FROM ledger.account) AS money,
         count(*) FILTER (WHERE a.state NOT IN ('signed', 'failed_lots')) AS open,
         (SELECT count(*) FROM ledger.record WHERE type = 'draw.result') AS draws,
         (SELECT count(*) FROM (SELECT FROM notices.notice WHERE about LIKE '% result' GROUP BY about HAVING count(*) > 1) t) AS twice
       FROM offerings.application a`,
    );
    const { open, draws, twice, ...outcome } = row!;
    expect({ open, draws, twice }).toEqual({ open: 0n, draws: 1n, twice: 0n });
    return outcome;
  } finally {
    await database.drop();
  }
}

describe('a lottery whose server is killed between its close and its listing', () => {
  it('gives the same allotment, and each application is resolved once', async () => {
    const whole = await lottery(async (offerings) => {
      for (const stamp of LOTTERY_STAMPS) await offerings.goTo(stamp).then(() => offerings.run());
    });
    expect(whole.allotment).toContain('signed');
    expect(whole.allotment).toContain('failed_lots');

    let deaths = 0;
    const byContact = await lottery(async (offerings, database) => {
      for (const stamp of LOTTERY_STAMPS) {
        offerings.moveTo(stamp);
        for (let contact = 2; contact < NEVER; contact += 2) {
          const heard = deaths % 2 === 0 ? 'before' : 'after';
          try {
            await advanceOfferings({ ...offerings.deps, db: dying(database.app, contact, heard) });
            break;
          } catch (error) {
            if (!(error instanceof Killed)) throw error;
            deaths += 1;
          }
        }
        await offerings.run();
      }
    });
    expect(deaths).toBeGreaterThan(20);
    expect(byContact).toEqual(whole);

    let kills = 0;
    const byProcess = await lottery(async (_primary, database) => {
      const connection = database.connection('khara_app');
      while (kills < KILLS && (await lotteryProcess(connection, randomInt(KILLED_WITHIN_MS))) === 'killed') kills += 1;
      expect(await lotteryProcess(connection)).toBe('done');
    });
    expect(kills).toBeGreaterThan(0);
    expect(byProcess).toEqual(whole);
  });
});

/**
 * Runs the lottery's process, and kills it the given ms after its first work: its connections break off in the
 * middle of what they did.
 */
function lotteryProcess(connection: object, killAfterMs?: number): Promise<'done' | 'killed'> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROCESS, JSON.stringify(connection)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.once('data', () => {
      if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve('killed');
      else if (code === 0) resolve('done');
      else reject(new Error(`the lottery's process ended with ${code ?? signal}`));
    });
  });
}
