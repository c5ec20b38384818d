import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { hex } from '@khara/proof';
import { nodeKey } from './install-keys.ts';
import { LocalDatabases } from './local-databases.ts';

const MAIN = path.join(import.meta.dirname, '../main.ts');
const MIGRATE = path.join(import.meta.dirname, '../../bin/migrate.ts');
const NODE_KEY = path.join(import.meta.dirname, '../../bin/node-key.ts');
/** A busy machine is slow; a server that has ended is noticed at once. */
const READY_WITHIN_MS = 120_000;
/** One that finds the database too slow ends. */
const MAX_STARTS = 3;

export type Role = 'api' | 'venue' | 'jobs';
export type LocalNode = {
  readonly name: string;
  readonly role: Role;
  readonly port: number;
  readonly url: string;
  readonly process: ChildProcess;
};

export type LocalClusterOptions = {
  /** Where its database, keys and logs are. */
  readonly directory: string;
  /** How many servers each role has. */
  readonly nodes: Readonly<Record<Role, number>>;
  /** `nats` needs the program of that name. */
  readonly bus: 'nats' | 'pg';
  readonly environment?: Readonly<Record<string, string>>;
  /** Ends a start. */
  readonly signal?: AbortSignal;
  /** Whether the database has a standby, so that an order is on two before it is acknowledged. */
  readonly hasStandby?: boolean;
  /** Settings of the database beside the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The first port of servers; without it free ones. */
  readonly firstPort?: number;
};

const NATS_SERVER = process.env['NATS_SERVER'] ?? 'nats-server';
export const hasNats = (): boolean => spawnSync(NATS_SERVER, ['--version']).status === 0;

/** An installation of several servers on this machine: processes of their own, one database, one bus. */
export class LocalCluster {
  readonly databases: LocalDatabases;
  readonly #options: LocalClusterOptions;
  readonly #nodes = new Map<string, LocalNode>();
  readonly #natsPort: number;
  #nats: ChildProcess | undefined;
  #isEnding = false;

  private constructor(options: LocalClusterOptions, databases: LocalDatabases, natsPort: number) {
    this.#options = options;
    this.databases = databases;
    this.#natsPort = natsPort;
  }

  /** Answers when every server is ready. */
  static async start(options: LocalClusterOptions): Promise<LocalCluster> {
    const { directory, nodes, bus } = options;
    await mkdir(directory, { recursive: true });
    const databases = await LocalDatabases.start({
      directory,
      hasStandby: options.hasStandby === true,
      settings: options.settings,
    });
    const cluster = new LocalCluster(options, databases, bus === 'nats' ? await freePort() : 0);
    try {
      if (bus === 'nats') await cluster.startNats();
      await cluster.#prepare();
      // One of the market begins the first day.
      const names = (['venue', 'jobs', 'api'] as const).flatMap((role) =>
        Array.from({ length: nodes[role] }, (_, at) => ({ role, name: `${role}-${at + 1}`, at })),
      );
      const ports = await Promise.all(names.map((_one, at) => choosePort(options, at)));
      const [first, ...others] = names.map(({ role, name }, at) => ({ role, name, port: ports[at]! }));
      if (first) await cluster.launch(first.name, first.role, first.port);
      const waiting = others.values();
      const launchNext = async () => {
        for (const { name, role, port } of waiting) await cluster.launch(name, role, port);
      };
      // More at once would only take the processor from each other.
      await Promise.all(Array.from({ length: availableParallelism() }, launchNext));
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** The database's superuser's address, of all of its hosts. */
  get databaseUrl(): string {
    return this.databases.url;
  }

  /** Where the keys of the installation are, the log's among them. */
  get keysDir(): string {
    return nodeKeysDir(this.#options.directory, { name: '', role: 'jobs' });
  }

  get nodes(): readonly LocalNode[] {
    return [...this.#nodes.values()];
  }

  of(role: Role): readonly LocalNode[] {
    return this.nodes.filter((node) => node.role === role);
  }

  node(name: string): LocalNode {
    const node = this.#nodes.get(name);
    if (!node) throw new Error(`there is no server ${name}`);
    return node;
  }

  /** The database, and keys as each role has them: those that do not seal the log have its public key alone. */
  async #prepare(): Promise<void> {
    const { directory, nodes } = this.#options;
    const shared = this.keysDir;
    const place = { DATA_DIR: path.join(directory, 'migrate'), KEYS_DIR: shared, DATABASE_URL: this.databaseUrl };
    await runCommand(MIGRATE, [], place);
    const certified: string[] = [];
    for (const role of ['api', 'venue'] as const) {
      for (let at = 1; at <= nodes[role]; at += 1) {
        const name = `${role}-${at}`;
        const own = nodeKeysDir(directory, { name, role });
        await mkdir(own, { recursive: true });
        const files = (await readdir(shared)).filter((file) => !/^log-key-[^.]*($|\.(next|old))/.test(file));
        for (const file of files) await copyFile(path.join(shared, file), path.join(own, file));
        certified.push(name, hex((await nodeKey([own], name)).publicKey));
      }
    }
    await runCommand(NODE_KEY, ['certify', ...certified], place);
  }

  /** Starts a server, and answers when it is ready. One that ends before is started again, as systemd would. */
  async launch(name: string, role: Role, port: number): Promise<LocalNode> {
    const startedAt = performance.now();
    for (let starts = 1; ; starts += 1) {
      this.#options.signal?.throwIfAborted();
      if (this.#isEnding) throw new Error(`${name} is not started, since all of it ends`);
      const node = this.#spawn(name, role, port);
      this.#nodes.set(name, node);
      while (!hasEnded(node.process) && performance.now() - startedAt < READY_WITHIN_MS) {
        this.#options.signal?.throwIfAborted();
        if (await answers(`${node.url}/healthz`)) return node;
        await rest(25);
      }
      if (!hasEnded(node.process) || starts === MAX_STARTS)
        throw new Error(`${name} did not get ready: see ${path.join(this.#options.directory, `${name}.log`)}`);
    }
  }

  #spawn(name: string, role: Role, port: number): LocalNode {
    const { directory, bus, environment, hasStandby } = this.#options;
    const child = spawn(process.execPath, [MAIN], {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: path.join(directory, name),
        KEYS_DIR: nodeKeysDir(directory, { name, role }),
        DATABASE_URL: this.databaseUrl,
        DURABILITY: hasStandby ? 'standby' : 'local',
        BUS: bus === 'nats' ? `nats://127.0.0.1:${this.#natsPort}` : 'pg',
        ROLE: role,
        NODE_NAME: name,
        PORT: String(port),
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'info',
        DRAIN_SECONDS: '1', // who ends it is waiting
        ...environment,
      },
      // By the channel it ends with this process, however that ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const log = createWriteStream(path.join(directory, `${name}.log`), { flags: 'a' });
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    return { name, role, port, url: `http://127.0.0.1:${port}`, process: child };
  }

  /** Ends a server by a signal and waits for its end. */
  async end(name: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const { process: child } = this.node(name);
    if (hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** Starts a server again that has ended, at its port. */
  again(name: string): Promise<LocalNode> {
    const { role, port } = this.node(name);
    return this.launch(name, role, port);
  }

  async startNats(): Promise<void> {
    const child = spawn(NATS_SERVER, ['--addr', '127.0.0.1', '--port', String(this.#natsPort)], { stdio: 'ignore' });
    this.#nats = child;
    await Promise.race([once(child, 'spawn'), once(child, 'error').then(([error]) => Promise.reject(error as Error))]);
  }

  async killNats(): Promise<void> {
    const child = this.#nats;
    if (!child || hasEnded(child)) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Ends everything, the database last. */
  async stop(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.nodes.filter(({ role }) => role !== 'venue').map(({ name }) => this.end(name, 'SIGTERM')));
    await Promise.all(this.of('venue').map(({ name }) => this.end(name, 'SIGTERM')));
    await this.killNats();
    await this.databases.stop();
  }
}

const nodeKeysDir = (directory: string, { name, role }: Pick<LocalNode, 'name' | 'role'>): string =>
  path.join(directory, role === 'jobs' ? 'keys' : `keys-${name}`);

async function runCommand(file: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => (said += String(bytes)));
  const [code] = (await once(child, 'close')) as [number | null]; // the code of its exit
  if (code !== 0) throw new Error(`${path.basename(file)} failed: ${said}`);
}

const choosePort = ({ firstPort }: LocalClusterOptions, at: number): Promise<number> =>
  firstPort === undefined ? freePort() : Promise.resolve(firstPort + at);

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has one
  server.close();
  await once(server, 'close');
  return port;
}
