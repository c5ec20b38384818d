import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasNats, LocalCluster } from '../src/adapters/local-cluster.ts';
import { readArguments } from '../../../tools/command.ts';
import { build } from '../../../tools/start/build.ts';

readArguments({
  usage: 'npm run cluster',
  does: `Starts an installation of several servers on this machine: two for calls, two that stand by for
the market, two for jobs, on the database that comes with the server, and a standby of it. NATS tells
them what changed where nats-server is on the PATH, PostgreSQL otherwise; HAProxy stands before them
where it is there. DATA_DIR and PORT say where, MARKET_* what the market is like. Ctrl+C ends all of it.`,
  options: {},
});

if (!(await build())) process.exit(1);

const directory = path.resolve(process.env['DATA_DIR'] ?? '.data-cluster');
const firstPort = Number(process.env['PORT'] ?? 8081);
/** Servers stand at the ports after that of the balancer. */
const balancerPort = firstPort - 1;
const bus = hasNats() ? 'nats' : 'pg';
const hasBalancer = spawnSync('haproxy', ['-v']).status === 0;

console.log(
  `Starting six servers and two databases in ${directory}, with ${bus === 'nats' ? 'NATS' : 'PostgreSQL'} as their bus …`,
);
const passed = Object.entries(process.env).filter(([name]) => /^(MARKET_|LOG_LEVEL$|INVITE_CODE$)/.test(name));
const environment = Object.fromEntries(passed.map(([name, value]) => [name, value ?? '']));
const cluster = await LocalCluster.start({
  directory,
  nodes: { api: 2, venue: 2, jobs: 2 },
  bus,
  hasStandby: true,
  firstPort,
  environment,
});
const balancer = hasBalancer ? await startBalancer() : undefined;
const lines = [
  ...(balancer ? [`app          http://localhost:${balancerPort}/h5/  (HAProxy, over both api servers)`] : []),
  ...cluster.nodes.map(({ name, url, role }) => `${name.padEnd(12)} ${url}${role === 'api' ? '/h5/' : '/readyz'}`),
  `databases    ${cluster.databaseUrl}`,
  `logs         ${directory}/*.log`,
];
console.log(`\n${lines.join('\n')}\n\nCtrl+C ends all.`);

let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isEnding) return;
    isEnding = true;
    balancer?.kill('SIGTERM');
    void cluster.stop().then(() => process.exit(0));
  });

/** A balancer over the servers of calls that says of each whether it is ready. */
async function startBalancer(): Promise<ChildProcess> {
  const servers = cluster.of('api').map(({ name, port }) => `  server ${name} 127.0.0.1:${port} check inter 500`);
  const file = path.join(directory, 'haproxy.cfg');
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  retries 2
  option redispatch
frontend calls
  bind 127.0.0.1:${balancerPort}
  option forwardfor
  default_backend api
backend api
  balance hdr(token)
  hash-type consistent
  option httpchk GET /healthz
${servers.join('\n')}
`,
  );
  const child = spawn('haproxy', ['-f', file, '-db'], { stdio: 'ignore' });
  await once(child, 'spawn');
  return child;
}
