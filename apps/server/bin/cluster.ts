import { once } from 'node:events';
import path from 'node:path';
import { CONFIG_VARIABLES, readConfig } from '#src/config.ts';
import { openStartupServer } from '#src/http/startup-server.ts';
import { hasHaproxy, startLocalBalancer } from '../src/adapters/local-balancer.ts';
import { hasNats, LocalCluster } from '../src/adapters/local-cluster.ts';
import { readArguments } from './lib/command.ts';
import { endWithParent } from './lib/end-with-parent.ts';

readArguments({
  usage: 'npm run cluster',
  does: `Starts an installation of several servers on this machine: two for calls, two that stand by for
the market, two for jobs, on the database that comes with the server, and a standby of it. NATS tells
them what changed where nats-server is on the PATH, PostgreSQL otherwise; HAProxy stands before them
where it is there. DATA_DIR and PORT say where: HAProxy has the port, and servers those after it. Other
variables of a server go to each of them. Ctrl+C ends all of it.`,
  options: {},
});

/** Of HAProxy, and after it those of six servers. */
const PORTS = 7;
/** Variables that each server has of its own. */
const OWN = /^(PORT|HOST|DATA_DIR|KEYS_DIR|DATABASE_URL.*|DURABILITY|BUS|ROLE|NODE_.*|TRUSTED_PROXIES)$/;
const passed = CONFIG_VARIABLES.filter((name) => !OWN.test(name) && process.env[name] !== undefined);
const environment = Object.fromEntries(passed.map((name) => [name, process.env[name]!]));
const directory = path.resolve(process.env['DATA_DIR'] ?? '.data-cluster');
const balancerPort = await firstPort().catch(refuse);

const bus = hasNats() ? 'nats' : 'pg';
console.log(
  `Starting six servers and two databases in ${directory}, with ${bus === 'nats' ? 'NATS' : 'PostgreSQL'} as their bus …`,
);
const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort());
endWithParent(() => ending.abort());

try {
  const cluster = await LocalCluster.start({
    directory,
    nodes: { api: 2, venue: 2, jobs: 2 },
    bus,
    hasStandby: true,
    firstPort: balancerPort + 1,
    environment,
    signal: ending.signal,
  });
  try {
    const balancer = hasHaproxy() ? await startLocalBalancer(directory, balancerPort, cluster.of('api')) : undefined;
    console.log(`\n${showAddresses(cluster, balancer !== undefined)}\n\nCtrl+C ends all.`);
    if (!ending.signal.aborted) await once(ending.signal, 'abort');
    await balancer?.stop();
  } finally {
    await cluster.stop();
  }
} catch (error) {
  if (!ending.signal.aborted) refuse(error);
}
process.exit(0);

/** Ends with a line that says why; what was started has ended by then. */
function refuse(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** The port of HAProxy. Throws, before anything is started, where a variable is wrong or a port is in use. */
async function firstPort(): Promise<number> {
  const { PORT } = readConfig({ ...environment, PORT: process.env['PORT'], TRUSTED_PROXIES: '127.0.0.1' });
  if (PORT === 0 || PORT + PORTS - 1 > 65_535)
    throw new Error(`PORT: seven ports from it on are used, so it is a number from 1 to ${65_536 - PORTS}`);
  const ports = Array.from({ length: PORTS }, (_, at) => PORT + at);
  const rooms = await Promise.all(ports.map((port) => openStartupServer({ host: '127.0.0.1', port })));
  await Promise.all(rooms.map((room) => room.close()));
  return PORT;
}

function showAddresses(cluster: LocalCluster, hasBalancer: boolean): string {
  const ofNodes = cluster.nodes.map(
    ({ name, url, role }) => `${name.padEnd(12)} ${url}${role === 'api' ? '/h5/' : '/readyz'}`,
  );
  return [
    ...(hasBalancer ? [`app          http://localhost:${balancerPort}/h5/  (HAProxy, over both api servers)`] : []),
    ...ofNodes,
    `databases    ${cluster.databaseUrl}`,
    `logs         ${directory}/*.log`,
  ].join('\n');
}
