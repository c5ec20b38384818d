import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import pino from 'pino';
import type { Bus } from '#src/ports/bus.ts';
import type { Change } from '#src/ports/pushes.ts';
import { useTestDatabase } from '#test/database.ts';
import { memoryBus } from './memory-bus.ts';
import { natsBus } from './nats-bus.ts';
import { postgresBus } from './postgres-bus.ts';

const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
const POLL = { timeout: 10_000, interval: 10 };
const NATS = process.env['NATS_SERVER'] ?? 'nats-server';
const hasNats = spawnSync(NATS, ['--version']).status === 0;

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});
const kept = (bus: Bus): Bus => {
  cleanUp.push(() => bus.close());
  return bus;
};

/** What a bus hears of changes, in order. */
function heardBy(bus: Bus): Change[] {
  const heard: Change[] = [];
  bus.subscribe('changed', (changes) => void heard.push(...changes));
  return heard;
}
const wallet = (userId: string): Change => ({ userId, kind: 'wallet', currency: 'INR' });
const isUp = (...buses: readonly Bus[]) =>
  expect.poll(() => buses.map((bus) => bus.state()), POLL).toEqual(buses.map(() => 'up'));

/** What each bus between processes does. */
function betweenServers(open: () => Promise<Bus>): void {
  it('carries a message to listeners here at once, and to those of other servers once and in order', async () => {
    const [here, there] = [await open(), await open()];
    await isUp(here, there);
    const [own, other] = [heardBy(here), heardBy(there)];
    const sent = Array.from({ length: 500 }, (_, number) => wallet(`m${number}`));
    for (const change of sent) here.publish('changed', [change]);
    expect(own).toEqual(sent);
    await expect.poll(() => other.length, POLL).toBe(500);
    expect(other).toEqual(sent);
    there.publish('sessions_ended', ['aa']); // another subject
    here.publish('changed', [wallet('last')]);
    await expect.poll(() => other.at(-1), POLL).toEqual(wallet('last'));
    expect(own).toHaveLength(501);
  });

  it('carries a message of any length and in any script whole', async () => {
    const [here, there] = [await open(), await open()];
    await isUp(here, there);
    const other = heardBy(there);
    const sent = Array.from({ length: 2_000 }, (_, number) => wallet(`खरा 真 ${number}`));
    here.publish('changed', sent);
    await expect.poll(() => other.length, POLL).toBe(2_000);
    expect(other).toEqual(sent);
  });
}

describe('the bus of one process', () => {
  it('is always up, and tells its listeners at once', async () => {
    const bus = kept(memoryBus(log));
    const heard = heardBy(bus);
    bus.publish('changed', [wallet('m1')]);
    expect([bus.state(), heard]).toEqual(['up', [wallet('m1')]]);
  });
});

describe('the bus over PostgreSQL', () => {
  const database = useTestDatabase();
  const open = async () => kept(postgresBus(database.connection('khara_app'), log));
  betweenServers(open);

  it('comes back by itself when its connection is cut, and keeps nothing for later', async () => {
    const [here, there] = [await open(), await open()];
    await isUp(here, there);
    const other = heardBy(there);
    await database.admin.query(
      'test.cut',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'khara bus' AND datname = current_database()`,
    );
    await expect.poll(() => here.state(), POLL).toBe('away');
    here.publish('changed', [wallet('lost')]);
    await isUp(here, there);
    here.publish('changed', [wallet('m1')]);
    await expect.poll(() => other, POLL).toEqual([wallet('m1')]);
  });

  const notify = (text: string) => database.admin.query('test.notify', `SELECT pg_notify('khara_bus', $1)`, [text]);
  it('leaves out what it cannot read', async () => {
    const here = await open();
    await isUp(here);
    const heard = heardBy(here);
    for (const text of [
      '',
      'nonsense',
      'a 1 0 1\n{',
      'a 2 0 1\n{"version":2,"subject":"changed","message":[]}',
      'a 3 1 2\nhalf',
    ])
      await notify(text);
    await notify(`b 1 0 1\n${JSON.stringify({ version: 1, subject: 'changed', message: [wallet('m1')] })}`);
    await expect.poll(() => heard, POLL).toEqual([wallet('m1')]);
  });
});

describe.skipIf(!hasNats)('the bus over NATS (needs nats-server on the PATH, or its path in NATS_SERVER)', () => {
  let port = 0;
  let server: ChildProcess | undefined;
  const startNats = async () => {
    const started = spawn(NATS, ['--addr', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
    server = started;
    cleanUp.push(() => stopNats(started));
  };
  const stopNats = async (running = server) => {
    if (running?.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
  };
  const open = async () => {
    if (server === undefined || server.signalCode !== null) {
      port ||= await freePort();
      await startNats();
    }
    return kept(natsBus(`nats://127.0.0.1:${port}`, 'test', log));
  };
  betweenServers(open);

  it('starts without NATS, comes up with it, and comes back by itself', async () => {
    const [here, there] = [await open(), await open()];
    await isUp(here, there);
    const other = heardBy(there);
    await stopNats();
    await expect.poll(() => [here.state(), there.state()], POLL).toEqual(['away', 'away']);
    const own = heardBy(here);
    here.publish('changed', [wallet('lost')]);
    expect(own, 'listeners of the same process hear it').toEqual([wallet('lost')]);
    const late = kept(natsBus(`nats://127.0.0.1:${port}`, 'late', log));
    expect(late.state()).toBe('away');
    await startNats();
    await isUp(here, there, late);
    here.publish('changed', [wallet('m1')]);
    await expect.poll(() => other, POLL).toEqual([wallet('m1')]);
  });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
