import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPool } from '#src/adapters/postgres.ts';
import { DatabaseAway, type Db } from '#src/ports/database.ts';
import { useTestDatabase } from '#test/database.ts';
import { SIGNS } from '#test/deps.ts';
import { provesAll } from '#test/known-standing.ts';
import { openTrading, type Trading } from '#test/trading.ts';
import { Leases } from './leases.ts';

const CODE = 'ALANKRITI';
const NAME = 'khara one';

const database = useTestDatabase({ per: 'test' });

/** Connections of a server, of which there are few. */
function openConnections(max: number): Db {
  const db = openPool({ ...database.connection('khara_app'), max, application_name: NAME, ...SIGNS });
  onTestFinished(() => db.close());
  return db;
}

async function openMarket(db: Db): Promise<Trading> {
  const trading = await openTrading(db, { codes: [CODE] });
  await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
  return trading;
}

/** What connections of servers are called. */
const names = async () => {
  const rows = await database.admin.query<{ name: string }>(
    'test.names',
    `SELECT DISTINCT a.application_name AS name FROM pg_stat_activity a
     WHERE a.usename = 'khara_app' AND a.datname = current_database()`,
  );
  return rows.map(({ name }) => name).filter((name) => name.startsWith('khara'));
};

const lockOf = (db: Db, userId: string) => db.query('test.wait', 'SELECT trading.lock_user($1)', [userId]);

describe('connections on which users’ locks are kept', () => {
  it('are called as the others of their server again, by which another server ends them', async () => {
    const db = openConnections(3);
    const trading = await openMarket(db);
    const member = await trading.registered();
    await member.deposit(1_00_000_00n);
    await member.buy({ code: CODE, quantity: 1 });
    expect(await names()).toContain('khara orders');
    trading.desk.giveAllBack();
    await expect.poll(names).not.toContain('khara orders');
    expect((await names()).filter((name) => name === 'khara')).toEqual([]);
    await provesAll(database.app, trading);
  });

  it('leave one from which it is seen that all others wait', async () => {
    const db = openConnections(5);
    let meanwhile: (() => void) | undefined;
    const trading = await openMarket({
      ...db,
      session: (release, work) =>
        db.session(release, (session) =>
          work({
            ...session,
            transaction: (inside) =>
              session.transaction(async (tx) => {
                const done = await inside(tx);
                meanwhile?.();
                meanwhile = undefined;
                return done;
              }),
          }),
        ),
    });
    const member = await trading.registered();
    await member.deposit(1_00_000_00n);
    const began = performance.now();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    meanwhile = () => resolve(Promise.all(Array.from({ length: 12 }, () => lockOf(db, member.userId))));
    await member.buy({ code: CODE, quantity: 1 });
    await promise;
    // 100 ms on a machine that does nothing else; before that, they wait until the database ends them after
    // two seconds.
    expect(performance.now() - began).toBeLessThan(1_500);
    await provesAll(database.app, trading);
  });

  it('are few also while many orders wait for users who are busy elsewhere', async () => {
    const trading = await openMarket(database.app);
    const members = await Promise.all(Array.from({ length: 4 }, () => trading.registered()));
    for (const member of members) await member.deposit(1_00_000_00n);
    const counts: number[] = [];
    const answers = await database.admin.transaction(async (tx) => {
      for (const { userId } of members) await tx.query('test.lock', 'SELECT trading.lock_user($1)', [userId]);
      const orders = members.flatMap((member) =>
        Array.from({ length: 8 }, () => member.buy({ code: CODE, quantity: 1 })),
      );
      const waiting = async () => {
        const [row] = await tx.query<{ count: number }>(
          'test.waiting',
          'SELECT count(*)::int AS count FROM trading.waiting_for_users()',
        );
        return row!.count;
      };
      await expect.poll(waiting).toBeGreaterThan(0);
      for (let look = 0; look < 50; look += 1) counts.push(await waiting());
      return { orders };
    });
    await Promise.all(answers.orders);
    expect(Math.max(...counts)).toBeLessThanOrEqual(2);
    await provesAll(database.app, trading);
  });

  it('that cannot be had are an answer, and no error that ends the server', async () => {
    const away = new DatabaseAway('No connection');
    const leases = new Leases({
      db: { ...database.app, session: () => Promise.reject(away) },
      venue: { writer: { marketDay: 0, epoch: 1 } },
    });
    const unheard: unknown[] = [];
    const hear = (error: unknown) => void unheard.push(error);
    process.on('unhandledRejection', hear);
    onTestFinished(() => void process.off('unhandledRejection', hear));
    const error = await leases.begin().catch((reason: unknown) => reason);
    leases.end(error);
    expect(error).toBe(away);
    await setImmediate();
    expect(unheard).toEqual([]);
    expect(leases.isOpen).toBe(false);
  });
});
