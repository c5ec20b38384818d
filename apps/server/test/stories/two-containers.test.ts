import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { GOOD_PASSWORD, newAddress, newPhone } from '#test/client.ts';
import { callServer, connectAsSuperuser, freePort } from '#test/server-process.ts';

/**
 * Two containers with one volume, as at a redeployment: each has processes of its own, and knows the directory by
 * another name. They are made by unshare(1), which needs the right to.
 */

const MAIN = path.join(import.meta.dirname, '../../src/main.ts');
const ROUNDS = Number(process.env['CONTAINER_ROUNDS'] ?? 10);
/** What each round is to find acknowledged anew. */
const ORDERS = 10;
const READY_WITHIN_MS = 120_000;

const ISOLATIONS = {
  'processes, shared memory and names of their own': ['--pid', '--ipc', '--uts'],
  'processes of their own': ['--pid'],
} as const;
const isPossible = spawnSync('unshare', ['--pid', '--ipc', '--uts', '--fork', '--mount-proc', 'true']).status === 0;

type Container = {
  readonly url: string;
  readonly process: ChildProcess;
  /** SIGKILL to the server. The container goes on, and the database in it. */
  killServer(): Promise<void>;
  /** SIGKILL to all of it. */
  kill(): Promise<void>;
  /** How its server ended, and what it said. */
  readonly ended: Promise<number>;
  readonly said: () => string;
};

/** The first process of a container: it outlives the server, and kills it when it gets SIGUSR1. */
const INIT = `mount --bind "$1" "$2" && shift 2 || exit 99
  "$@" & server=$!
  trap 'kill -KILL $server' USR1
  wait $server; code=$?
  while [ $code -gt 128 ] && kill -0 $server 2>/dev/null; do wait $server; code=$?; done
  echo "ended $code"
  trap '' USR1
  while :; do sleep 1; done`;

describe.runIf(isPossible)('two containers with one volume', () => {
  let top: string;
  const containers: Container[] = [];
  afterEach(async () => {
    for (const container of containers.splice(0)) await container.kill();
    await rm(top, { recursive: true, force: true, maxRetries: 10 });
  });

  async function start(isolation: readonly string[], dataDir: string): Promise<Container> {
    const mount = path.join(top, `volume-${containers.length % 2}`);
    await mkdir(mount, { recursive: true });
    const port = await freePort();
    const args = [...isolation, '--fork', '--kill-child', '--mount-proc', '/bin/sh', '-c', INIT, 'sh', dataDir, mount];
    const child = spawn('unshare', [...args, process.execPath, MAIN], {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: mount,
        PORT: String(port),
        TRUSTED_PROXIES: '127.0.0.1',
        MARKET_DAY_SECONDS: '7200', // orders are taken all the time
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const ended = new Promise<number>((resolve) => {
      const hear = (bytes: Buffer) => {
        said += bytes.toString();
        const code = /^ended (\d+)$/m.exec(said)?.[1];
        if (code !== undefined) resolve(Number(code));
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => resolve(-1));
    });
    const container: Container = {
      url: `http://127.0.0.1:${port}`,
      process: child,
      killServer: async () => {
        const first = spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).stdout.trim();
        process.kill(Number(first), 'SIGUSR1');
        await ended;
      },
      kill: async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      },
      ended,
      said: () => said,
    };
    containers.push(container);
    return container;
  }

  /** Waits until it serves. */
  async function ready(container: Container): Promise<Container> {
    const since = performance.now();
    let isOver = false;
    void container.ended.then(() => (isOver = true));
    while (
      !(await fetch(`${container.url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (isOver || performance.now() - since > READY_WITHIN_MS)
        throw new Error(`it did not start: ${container.said()}`);
      await rest(50);
    }
    return container;
  }

  /** Starts where it has to be refused. Answers within how many ms of its start it was. */
  async function refused(isolation: readonly string[], dataDir: string, why: string): Promise<number> {
    const since = performance.now();
    const second = await start(isolation, dataDir);
    expect(await second.ended, second.said()).toBe(1);
    const took = performance.now() - since;
    expect(second.said()).toContain(why);
    await second.kill();
    return took;
  }

  it.for(Object.entries(ISOLATIONS))(
    'with %s: the second is refused, and nothing acknowledged is lost',
    { timeout: 1_500_000 },
    async ([, isolation], { annotate }) => {
      top = await mkdtemp(path.join(tmpdir(), 'khara-containers-'));
      const dataDir = path.join(top, 'data');
      await mkdir(dataDir);
      let running = await ready(await start(isolation, dataDir));
      const place = await buyer(() => running.url);
      const acknowledged = new Set<string>();
      const load = { isOn: true };
      const loading = (async () => {
        while (load.isOn) {
          const id = await place().catch(() => undefined); // between two servers
          if (id !== undefined) acknowledged.add(id);
          await rest(20);
        }
      })();
      const refusals: number[] = [];
      const restarts: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = acknowledged.size;
        await expect.poll(() => acknowledged.size, { timeout: 240_000 }).toBeGreaterThan(before + ORDERS);
        refusals.push(await refused(isolation, dataDir, 'is in use by another Khara server'));
        // One that is killed while it starts takes nothing away either.
        const killed = await start(isolation, dataDir);
        await rest(randomInt(800));
        await killed.kill();
        const after = acknowledged.size;
        await expect.poll(() => acknowledged.size, { timeout: 240_000 }).toBeGreaterThan(after + ORDERS);

        if (round % 2 === 0) {
          await running.killServer();
          refusals.push(await refused(isolation, dataDir, 'runs in another container or session'));
        }
        await running.kill();
        const since = performance.now();
        running = await ready(await start(isolation, dataDir));
        restarts.push(performance.now() - since);
        expect(await lostOf(dataDir, acknowledged)).toEqual([]);
      }
      load.isOn = false;
      await loading;
      expect(await lostOf(dataDir, acknowledged)).toEqual([]);
      await annotate(
        `${ROUNDS} rounds, ${acknowledged.size} orders acknowledged, 0 lost; ${refusals.length} refused, at most ${most(refusals)} ms after their start; again after at most ${most(restarts)} ms`,
      );
    },
  );
});

const most = (values: readonly number[]): number => Math.round(Math.max(...values));

/** A member with money. Answers what places an order of one share, and gives its id once it is acknowledged. */
async function buyer(url: () => string): Promise<() => Promise<string | undefined>> {
  const from = { 'x-forwarded-for': newAddress() };
  const payload = { phone: newPhone(), password: GOOD_PASSWORD, inviteCode: 'KHARA', agree: true };
  const { data } = await callServer(url(), 'register', payload, from);
  const headers = { ...from, token: data.token };
  const transactionPassword = data.defaultTransactionPassword;
  await callServer(url(), 'rememberTransactionPassword', { transactionPassword, minutes: -1 }, headers);
  const recharge = { currency: 'INR', channelType: 'UPI', amount: '500000.00', requestId: randomUUID() } as const;
  await callServer(url(), 'submitRecharge', recharge, headers);
  while (Number((await callServer(url(), 'rupeeWallet', {}, headers)).data.available) < 500_000) await rest(100);
  return async () => {
    const { data: share } = await callServer(url(), 'marketDetail', { code: 'AAMRAI' });
    const order = { code: 'AAMRAI', quantity: 1, product: 'delivery', type: 'limit', price: share.bandLow! } as const;
    const answer = await callServer(url(), 'placeBuyOrder', { ...order, requestId: randomUUID() }, headers);
    if (answer.code !== 200) return undefined;
    // What it holds is free for the next.
    await callServer(url(), 'cancelOrder', { id: answer.data.id }, headers);
    return answer.data.id;
  };
}

/** Orders that were acknowledged and are not in the database. */
async function lostOf(dataDir: string, acknowledged: ReadonlySet<string>): Promise<readonly string[]> {
  const ids = [...acknowledged];
  const client = await connectAsSuperuser(dataDir);
  try {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM trading."order" WHERE id = ANY($1)', [ids]);
    const kept = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !kept.has(id));
  } finally {
    await client.end();
  }
}
