import { randomUUID } from 'node:crypto';
import pg from 'pg';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { LeaderLock } from '#src/adapters/leader-lock.ts';
import { ENGINE } from '@khara/market-day';
import { beat, beginTenure, connectionName, readTenure } from '#modules/market/index.ts';
import { useTestDatabase } from '#test/database.ts';
import { openTrading } from '#test/trading.ts';
import { Candidate } from './candidate.ts';
import { hasToWait } from './other-version.ts';

const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
/** How often two servers race for the market (C9). */
const RACES = 100;

describe('servers that stand by for the market', () => {
  const database = useTestDatabase({ provesBooks: false });

  async function begun(): Promise<number> {
    if (!(await readTenure(database.app))) await openTrading(database.app);
    return (await readTenure(database.app))!.epoch;
  }
  const candidate = (node: string, lock = new LeaderLock(database.connection('khara_app'), 'market', log)) => ({
    lock,
    candidate: new Candidate({ db: database.app, lock, node, address: `${node}:1`, log }),
  });

  it('race for it, and one has it each time', async () => {
    let epoch = await begun();
    for (let race = 0; race < RACES; race += 1) {
      const names = [`one-${race}`, `two-${race}`];
      const won = await Promise.all(
        names.map((node) => beginTenure(database.app, { after: epoch, node, address: `${node}:1` })),
      );
      const winners = names.filter((_name, at) => won[at]);
      expect(winners).toHaveLength(1);
      const tenure = await readTenure(database.app);
      expect([tenure?.epoch, tenure?.holder?.node]).toEqual([epoch + 1, winners[0]]);
      epoch += 1;
    }
  });

  it('take it at once when the server that ran it is gone with its lock, and one of them has it', async () => {
    await begun();
    const first = candidate(`first-${randomUUID().slice(0, 8)}`);
    const never = new AbortController();
    const one = await first.candidate.won(never.signal);
    const { epoch } = one!.frontier!;
    const [second, third] = [candidate('second'), candidate('third')];
    const stop = new AbortController();
    const waiting = [second, third].map(({ candidate: of }) => of.won(stop.signal));
    expect(await beat(database.app, epoch)).toBe(true);
    await first.lock.release(); // as a connection ends with its process
    const won = await Promise.race(waiting);
    expect(won!.frontier!.epoch).toBe(epoch + 1);
    expect(await beat(database.app, epoch)).toBe(false);
    stop.abort();
    expect((await Promise.all(waiting)).filter((one) => one !== undefined)).toHaveLength(1);
    await Promise.all([second.lock.release(), third.lock.release()]);
  });

  it('take it from one that stopped in the middle of a transaction', async () => {
    await begun();
    const silent = candidate('stopped');
    const stop = new AbortController();
    const { epoch } = (await silent.candidate.won(stop.signal))!.frontier!;
    const stopped = new pg.Client({
      ...database.connection('khara_app'),
      application_name: connectionName('stopped'),
    });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    stopped.on('error', () => end());
    await stopped.connect();
    await stopped.query('BEGIN; SELECT FROM market.frontier FOR SHARE');
    await database.admin.query('test.silent', `UPDATE market.tenure SET beat_at = beat_at - interval '3 seconds'`);
    const next = candidate('after-it');
    expect((await next.candidate.won(stop.signal))!.frontier!.epoch).toBe(epoch + 1);
    await ended;
    await Promise.all([silent.lock.release(), next.lock.release()]);
  });

  it('take it at once from one that says it has left it, though its lock is not free', async () => {
    await begun();
    const first = candidate('leaving');
    const stop = new AbortController();
    const { epoch } = (await first.candidate.won(stop.signal))!.frontier!;
    const next = candidate('following');
    const won = next.candidate.won(stop.signal);
    next.candidate.hearLeft(epoch);
    expect((await won)!.frontier!.epoch).toBe(epoch + 1);
    expect(first.lock.isHeld).toBe(true);
    await Promise.all([first.lock.release(), next.lock.release()]);
  });

  it('leave a day of another version to its server, as long as that lives', async () => {
    await beginTenure(database.app, { after: await begun(), node: 'of-before', address: 'of-before:1' });
    const set = (what: string) => database.admin.query(`test.${what}`.slice(0, 60), `UPDATE market.${what}`);
    expect(await hasToWait(database.app)).toBe(false);
    await set("day SET engine = 'khara/0'");
    expect(await hasToWait(database.app)).toBe(true);
    await set("tenure SET beat_at = beat_at - interval '1 minute'");
    expect(await hasToWait(database.app)).toBe(false);
    await set(`day SET engine = '${ENGINE}'`);
  });

  it('take it from one that has its lock and is silent, and end its connection', async () => {
    await begun();
    const silent = candidate('silent');
    const stop = new AbortController();
    const { epoch } = (await silent.candidate.won(stop.signal))!.frontier!;
    await database.admin.query('test.silent', `UPDATE market.tenure SET beat_at = beat_at - interval '3 seconds'`);
    const next = candidate('next');
    const won = await next.candidate.won(stop.signal);
    expect(won!.frontier!.epoch).toBe(epoch + 1);
    await expect.poll(() => next.lock.take(), { timeout: 10_000 }).toBe(true);
    expect(silent.lock.isHeld).toBe(false);
    await Promise.all([silent.lock.release(), next.lock.release()]);
  });
});
