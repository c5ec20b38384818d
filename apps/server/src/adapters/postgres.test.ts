import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { refuse } from '#src/kernel/result.ts';
import type { Tx } from '#src/ports/database.ts';
import { openPool } from './postgres.ts';

const insert = (id: number) => ['t.insert', 'INSERT INTO public.note (id) VALUES ($1)', [id]] as const;

/**
 * Ends by the server's own limit: one of the pool would be the stall detector's too, which a busy machine meets first.
 */
const slow = async (tx: Tx) => {
  void tx.query('t.limit', "SET LOCAL statement_timeout = '200ms'");
  return tx.query('t.sleep', 'SELECT pg_sleep(3)');
};
const one = (tx: Tx) => tx.query('t.one', 'SELECT 1 AS one');

const late = async (tx: Tx) => {
  const answer = slow(tx).catch(async (error: unknown) => {
    await Promise.resolve();
    throw error;
  });
  await answer;
};
const goesOn = async (tx: Tx): Promise<unknown> => {
  await slow(tx).catch(() => undefined);
  return one(tx);
};

describe('a pool', () => {
  const database = useTestDatabase();
  const both = (second: number) =>
    database.app.transaction((tx) =>
      tx.commitWith(async () => {
        await Promise.all([tx.query(...insert(30)), tx.query(...insert(second))]);
        return 'kept';
      }),
    );
  beforeAll(async () => {
    await database.admin.query('t.table', 'CREATE TABLE public.note (id int PRIMARY KEY, text text)');
    await database.admin.query('t.grant', 'GRANT ALL ON public.note TO khara_app');
    await database.admin.query('t.usage', 'GRANT USAGE ON SCHEMA public TO khara_app');
  });
  beforeEach(async () => {
    await database.admin.query('t.empty', 'TRUNCATE public.note');
  });
  const ids = async () =>
    (await database.app.query<{ id: number }>('t.ids', 'SELECT id FROM public.note ORDER BY id')).map((row) => row.id);

  it('reads whole numbers as what they are, and dates as text', async () => {
    const rows = await database.app.query(
      't.types',
      `SELECT 9007199254740993::bigint AS big, ARRAY[1, NULL]::bigint[] AS bigs, '{}'::bigint[] AS none, 7 AS small, 1.10::numeric AS decimal,
              DATE '2026-01-02' AS day, '\\x0102'::bytea AS bytes, $1::bigint AS given`,
      [12_345_678_901_234_567n],
    );
    expect(rows).toEqual([
      {
        big: 9_007_199_254_740_993n,
        bigs: [1n, null],
        none: [],
        small: 7,
        decimal: '1.10',
        day: '2026-01-02',
        bytes: Buffer.of(1, 2),
        given: 12_345_678_901_234_567n,
      },
    ]);
  });

  it('keeps a transaction that ends well, and drops one that throws', async () => {
    await database.app.transaction(async (tx) => {
      await tx.query(...insert(1));
    });
    const thrown = database.app.transaction(async (tx) => {
      await tx.query(...insert(2));
      throw new Error('never mind');
    });
    await expect(thrown).rejects.toThrow('never mind');
    expect(await ids()).toEqual([1]);
  });

  it('tells how long each commit took, and nothing of what was rolled back', async () => {
    const took: number[] = [];
    const pool = openPool({ ...database.connection('khara_app'), max: 1, onCommit: (seconds) => took.push(seconds) });
    onTestFinished(() => pool.close());
    await pool.transaction((tx) => tx.query(...insert(1)));
    const thrown = pool.transaction(async (tx) => {
      await tx.query(...insert(2));
      throw new Error('never mind');
    });
    await expect(thrown).rejects.toThrow('never mind');
    await pool.query('t.one', 'SELECT 1'); // a statement alone has none of ours
    expect(took).toHaveLength(1);
    expect(took[0]).toBeGreaterThan(0);
  });

  it('drops what a refused transaction wrote, and gives the refusal', async () => {
    await database.app.query(...insert(1));
    const refused = await database.app.transaction(async (tx) => {
      await tx.query(...insert(3));
      await tx.query(...insert(1)).catch(() => undefined);
      return refuse('insufficient_funds');
    });
    expect(refused).toEqual({ refused: 'insufficient_funds' });
    expect(await ids()).toEqual([1]);
  });

  it('does not let a failed statement pass for a success', async () => {
    await database.app.query(...insert(1));
    const swallowed = database.app.transaction(async (tx) => {
      await tx.query(...insert(1)).catch(() => undefined);
      return 'all is well';
    });
    await expect(swallowed).rejects.toThrow('went on as if it had not');
  });

  it.each(['transaction', 'snapshot'] as const)(
    'says of a %s why it failed, whatever is asked of it after that',
    async (kind) => {
      const pool = openPool({ ...database.connection('khara_app'), max: 1 });
      for (const work of [goesOn, (tx: Tx): Promise<unknown> => Promise.all([late(tx), one(tx)])])
        await expect(pool[kind](work)).rejects.toMatchObject({
          name: 'DatabaseAway',
          message: 'The database is away (57014)',
        });
      // It is ended: the connection, or the next one, is in no transaction.
      expect(await pool.query('t.one', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await pool.close();
    },
  );

  it('does not let a transaction be used after its end', async () => {
    const kept = await database.app.transaction(async (tx) => ({ tx }));
    await expect(kept.tx.query('t.ids', 'SELECT id FROM public.note ORDER BY id')).rejects.toThrow('after the end');
  });

  it('sends statements without a waiting caller together, in their order', async () => {
    await database.app.transaction(async (tx) => {
      await Promise.all([10, 11, 12].map((id) => tx.query(...insert(id))));
    });
    expect(await ids()).toEqual([10, 11, 12]);
  });

  it('sees one state of things in a snapshot, and cannot write in it', async () => {
    await database.app.snapshot(async (tx) => {
      const before = await tx.query('t.count', 'SELECT count(*) FROM public.note');
      await database.app.query(...insert(20));
      expect(await tx.query('t.count', 'SELECT count(*) FROM public.note')).toEqual(before);
    });
    await expect(database.app.snapshot((tx) => tx.query(...insert(21)))).rejects.toMatchObject({ code: '25006' });
  });

  it('commits with the last statements, all of them or none', async () => {
    await expect(both(30)).rejects.toMatchObject({ code: '23505' });
    expect(await ids()).toEqual([]);
    expect(await both(31)).toBe('kept');
    expect(await ids()).toEqual([30, 31]);
  });

  it('takes no statement after those that its commit travels with', async () => {
    const late = database.app.transaction(async (tx) => {
      await tx.commitWith(() => tx.query(...insert(32)));
      await tx.query(...insert(33));
    });
    await expect(late).rejects.toThrow('after the end of its transaction');
    expect(await ids()).toEqual([32]);
  });

  it('gives back the locks of a session, also of one that threw', async () => {
    const isFree = async () => {
      const rows = await database.app.query<{ free: boolean }>('t.free', "SELECT trading.try_lock_user('one') AS free");
      return rows[0]?.free;
    };
    const thrown = database.app.session('SELECT trading.release_users()', async (session) => {
      await session.query('t.keep', "SELECT trading.keep_users('{one}', true)");
      expect(await isFree()).toBe(false);
      throw new Error('never mind');
    });
    await expect(thrown).rejects.toThrow('never mind');
    await expect.poll(isFree).toBe(true);
  });

  it('tries a deadlocked transaction again', async () => {
    await database.app.query(...insert(10));
    await database.app.query(...insert(11));
    let attempts = 0;
    const inOrder = (first: number, second: number, met: Promise<void>, meet: () => void) =>
      database.app.transaction(async (tx) => {
        attempts += 1;
        await tx.query('t.lock', 'SELECT FROM public.note WHERE id = $1 FOR UPDATE', [first]);
        meet();
        await met;
        await tx.query('t.lock', 'SELECT FROM public.note WHERE id = $1 FOR UPDATE', [second]);
      });
    const one = Promise.withResolvers<void>();
    const other = Promise.withResolvers<void>();
    await Promise.all([inOrder(10, 11, other.promise, one.resolve), inOrder(11, 10, one.promise, other.resolve)]);
    // The database ends one of the two. On a busy machine it may end one more than once.
    expect(attempts).toBeGreaterThan(2);
  });

  it('waits two seconds for a lock, and then tries again', async () => {
    await database.app.query(...insert(12));
    let attempts = 0;
    const release = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = database.app.transaction(async (tx) => {
      await tx.query('t.lock', 'SELECT FROM public.note WHERE id = $1 FOR UPDATE', [12]);
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const waiter = database.app.transaction(async (tx) => {
      attempts += 1;
      if (attempts === 2) release.resolve();
      await tx.query('t.lock', 'SELECT FROM public.note WHERE id = $1 FOR UPDATE', [12]);
    });
    await Promise.all([holder, waiter]);
    expect(attempts).toBe(2);
  });

  it('has one text for a name', async () => {
    const pool = openPool({ ...database.connection('khara_app'), max: 1 });
    await pool.query('t.same', 'SELECT 1');
    await expect(pool.query('t.same', 'SELECT 2')).rejects.toThrow(/must be unique/);
    await pool.close();
  });
});

describe('a database that is away', () => {
  const database = useTestDatabase();

  it('is said to be away at once when no server listens', async () => {
    const pool = openPool({ ...database.connection('khara_app'), host: '127.0.0.1', port: 1 });
    await expect(pool.query('t', 'SELECT 1')).rejects.toMatchObject({ name: 'DatabaseAway' });
    await expect(pool.transaction((tx) => tx.query('t', 'SELECT 1'))).rejects.toMatchObject({ name: 'DatabaseAway' });
    await pool.close();
  });

  it('is said to be away when it ends a connection at work, and is back with the next', async () => {
    const pool = openPool({ ...database.connection('khara_app'), max: 1 });
    const [{ pid } = { pid: 0 }] = await pool.query<{ pid: number }>('t.pid', 'SELECT pg_backend_pid() AS pid');
    const away = expect(pool.query('t.sleep', 'SELECT pg_sleep(4)')).rejects.toMatchObject({ name: 'DatabaseAway' });
    await database.admin.query('t.end', 'SELECT pg_terminate_backend($1)', [pid]);
    await away;
    expect(await pool.query('t.again', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await pool.close();
  });

  it('that stands still is given up once for all that wait, refused at once meanwhile, and found when it is back', async () => {
    const line = await openLine(database.connection('khara_app'));
    const pool = openPool({ ...database.connection('khara_app'), ...line.address, max: 2, statement_timeout: 1_500 });
    await pool.query('t.one', 'SELECT 1');
    line.pause();
    const asked = [pool.query('t.one', 'SELECT 1'), pool.transaction((tx) => tx.query('t.two', 'SELECT 2'))];
    const away = { status: 'rejected', reason: { name: 'DatabaseAway' } };
    expect(await Promise.allSettled(asked)).toMatchObject([away, away]);
    await expect(pool.query('t.one', 'SELECT 1')).rejects.toThrow('The database stands still');
    line.resume();
    await expect.poll(() => pool.query('t.again', 'SELECT 1 AS one').catch(() => [])).toEqual([{ one: 1 }]);
    await pool.close();
    await line.close();
  });

  it('that takes no writes any more, as after a fail-over, is away, and its connection is not used again', async () => {
    const options = '-c default_transaction_read_only=on';
    const pool = openPool({ ...database.connection('khara_app'), max: 1, options });
    const backend = () => pool.query('t.backend', 'SELECT pg_backend_pid() AS pid');
    const before = await backend();
    const written = pool.query('t.write', 'UPDATE market.frontier SET step = step');
    await expect(written).rejects.toMatchObject({ name: 'DatabaseAway' });
    expect(await backend()).not.toEqual(before);
    await pool.close();
  });

  it('that works too long on a statement is given up', async () => {
    const pool = openPool({ ...database.connection('khara_app'), max: 1, statement_timeout: 200 });
    await expect(pool.query('t.sleep', 'SELECT pg_sleep(3)')).rejects.toMatchObject({ name: 'DatabaseAway' });
    await pool.close();
  });
});

/** The way to a database, which can be made to carry nothing. */
async function openLine({ host, port }: pg.ClientConfig) {
  const sockets = new Set<Socket>();
  let isPaused = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined);
    return socket;
  };
  const server = createServer((near) => {
    const far = keep(host?.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host));
    keep(near).on('data', (bytes) => isPaused || far.write(bytes));
    far.on('data', (bytes) => near.write(bytes));
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port }, // it listens on a port
    pause: () => (isPaused = true),
    resume: () => (isPaused = false),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
