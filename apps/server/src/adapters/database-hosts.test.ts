import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseAway } from '#src/ports/database.ts';
import { connectionTo } from './database-hosts.ts';
import { LocalDatabases } from './local-databases.ts';
import { openPool } from './postgres.ts';

const NONE = '127.0.0.1:1';

/** Two databases, of which one follows the other. */
describe('an address with several hosts', () => {
  let directory = '';
  let databases: LocalDatabases;
  const cleanUp: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'khara-hosts-'));
    databases = await LocalDatabases.start({ directory, hasStandby: true });
  }, 60_000);
  afterAll(async () => {
    for (const end of cleanUp) await end();
    await databases.stop();
    await rm(directory, { recursive: true, force: true, maxRetries: 10 });
  });
  const hosts = () => /@(.*)\//.exec(databases.url)![1]!;
  const open = (url: string) => {
    const db = openPool(connectionTo(url));
    cleanUp.push(() => db.close());
    return db;
  };
  const isStandby = async (url: string) =>
    (await open(url).query<{ standby: boolean }>('test.standby', 'SELECT pg_is_in_recovery() AS standby'))[0]!.standby;

  it('is the one that takes writes, in any order, and with one of them away', async () => {
    const [primary, standby] = hosts().split(',') as [string, string];
    const of = (...named: string[]) => databases.url.replace(hosts(), named.join(','));
    expect(await isStandby(of(standby))).toBe(true);
    for (const url of [of(primary, standby), of(standby, primary), of(NONE, standby, primary)])
      expect(await isStandby(url)).toBe(false);
    await expect(isStandby(of(NONE, standby))).rejects.toThrow(DatabaseAway);
  });

  it('refuses a wrong password as one', async () => {
    const client = new pg.Client(connectionTo(databases.url.replace(/:[^:@]*@/, ':wrong@')));
    client.on('error', () => undefined);
    await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
    await client.end();
  });

  it('is the other one after the first has been killed, and what was acknowledged is there', async () => {
    const db = open(databases.url);
    await db.query('test.make', 'CREATE TABLE kept (at integer)');
    const write = async (at: number): Promise<void> => {
      for (;;) {
        try {
          await db.query('test.write', 'INSERT INTO kept VALUES ($1)', [at]);
          return;
        } catch (error) {
          expect(error).toBeInstanceOf(DatabaseAway);
        }
      }
    };
    for (let turn = 0; turn < 2; turn += 1) {
      await expect.poll(() => databases.hasStandby, { timeout: 60_000 }).toBe(true);
      const before = hosts();
      await write(turn);
      databases.killPrimary();
      await expect.poll(() => databases.failOvers.length, { timeout: 60_000 }).toBe(turn + 1);
      await write(10 + turn);
      expect(hosts(), 'each comes back at its place').toBe(before);
    }
    expect(await db.query('test.read', 'SELECT DISTINCT at FROM kept ORDER BY at')).toEqual(
      [0, 1, 10, 11].map((at) => ({ at })),
    );
  });
});
