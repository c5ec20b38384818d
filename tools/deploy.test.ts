import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';

/** The files of `deploy`, by the programs that read them where these are installed, and by what the server has. */

const ROOT = join(import.meta.dirname, '..');
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const has = (program: string): boolean => spawnSync(program, ['-v']).error === undefined;

type Alert = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description?: string };
};
const alerts = (): readonly Alert[] =>
  (parse(text('deploy/alerts.yml')) as { groups: { rules: Alert[] }[] }).groups.flatMap(({ rules }) => rules);

type Compose = {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image?: string;
        readonly environment?: Readonly<Record<string, string>>;
        readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
        readonly configs?: readonly { readonly source: string }[];
        readonly volumes?: readonly string[];
      }
    >
  >;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

/** Names of the server's figures, without the endings of a histogram's series. */
const figuresIn = (expression: string): readonly string[] =>
  [...expression.matchAll(/\bkhara_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));
const ownFigures = (): ReadonlySet<string> => {
  const sources = globSync('apps/server/src/**/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'));
  return new Set(
    sources.flatMap((file) => [...text(file).matchAll(/\bname: '(khara_\w+)'/g)].map(([, name]) => name!)),
  );
};

describe('the files of deploy', () => {
  it('are YAML where they say so', () => {
    const files = ['compose.yaml', ...globSync('deploy/*.{yml,yaml}', { cwd: ROOT })];
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect(parse(text(file), { merge: true })).toBeTypeOf('object');
  });

  it('alert on figures that the server has, and say what each alert means and what to do', () => {
    const figures = ownFigures();
    expect(alerts().length).toBeGreaterThan(5);
    for (const { alert, expr, labels, annotations } of alerts()) {
      for (const name of figuresIn(expr)) expect(figures, alert).toContain(name);
      expect(['page', 'ticket'], alert).toContain(labels.severity);
      expect(annotations.summary.length, alert).toBeGreaterThan(0);
      expect(annotations.description?.length, alert).toBeGreaterThan(annotations.summary.length);
    }
  });

  it('show each figure of the server on the dashboard, and none that it does not have', () => {
    const dashboard = text('deploy/grafana-dashboard.json');
    const { panels } = JSON.parse(dashboard) as { panels: { title: string; targets: { expr: string }[] }[] };
    const shown = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => figuresIn(expr)));
    expect(new Set(shown)).toEqual(ownFigures());
  });

  it('run two servers of each role as containers, with variables that the server reads and parts that are there', () => {
    const { services, configs, volumes } = parse(text('deploy/compose.yaml'), { merge: true }) as Compose;
    const roles = Object.values(services).flatMap(({ environment }) => environment?.['ROLE'] ?? []);
    expect(roles.sort()).toEqual(['api', 'api', 'jobs', 'jobs', 'venue', 'venue']);
    const known = new Set([...text('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name));
    const servers = Object.values(services).filter(({ image }) => image === 'khara');
    for (const { environment } of servers)
      expect([...known]).toEqual(expect.arrayContaining(Object.keys(environment!)));
    for (const [name, service] of Object.entries(services)) {
      const others = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
      expect(Object.keys(services), name).toEqual(expect.arrayContaining(others));
      for (const { source } of service.configs ?? []) expect(configs, name).toHaveProperty(source);
      for (const [source] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
        if (source!.startsWith('.')) expect(existsSync(join(ROOT, 'deploy', source!)), source).toBe(true);
        else expect(Object.keys(volumes), name).toContain(source);
      }
    }
    for (const { content } of Object.values(configs)) expect(parse(content)).toBeTypeOf('object');
    const asked = [...text('deploy/compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name);
    const given = [...text('deploy/compose.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(new Set(asked)).toEqual(new Set(given));
  });

  it.skipIf(!has('systemd-analyze'))('are units of systemd, for one server and for each of several', () => {
    const directory = mkdtempSync(join(tmpdir(), 'khara-units-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const units = { 'khara.service': 'khara.service', 'khara@.service': 'khara@api.service' };
    for (const [file, unit] of Object.entries(units)) {
      // The program that it starts is that of this checkout.
      const written = text(`deploy/${file}`).replaceAll('/opt/khara/node_modules', join(ROOT, 'node_modules'));
      writeFileSync(join(directory, unit), written);
      const options = ['verify', '--man=no', '--recursive-errors=no', join(directory, unit)];
      const { status, stdout, stderr } = spawnSync('systemd-analyze', options, { encoding: 'utf8' });
      expect([unit, status, stdout + stderr]).toEqual([unit, 0, '']);
    }
  });

  it('log no query: programs send their access token in it', () => {
    // What has the whole request, or its query, in a log.
    expect(text('deploy/haproxy.cfg')).not.toMatch(/option httplog|%(?:\{\+Q\})?r\b|%HU|%HQ|capture request/);
    expect(text('deploy/haproxy.cfg')).toMatch(/log-format .*%HM %HPO %HV/);
    const nginx = text('deploy/nginx.conf');
    const [, format = ''] = /^log_format khara (.*)$/m.exec(nginx) ?? [];
    expect(format).toContain('$uri');
    expect(format).not.toMatch(/\$(request|request_uri|args|query_string|is_args|http_referer)\b/);
    expect(nginx.match(/access_log .*/g)).toEqual(['access_log /var/log/nginx/khara.log khara;']);
    expect(nginx).toMatch(/^error_log \S+ crit;$/m);
    expect(text('deploy/Caddyfile')).toContain('request>uri regexp `\\?.*` ``');
  });

  it.skipIf(!has('haproxy'))('are a configuration of HAProxy', () => {
    const { status, stdout, stderr } = spawnSync('haproxy', ['-c', '-L', 'edge1', '-f', 'deploy/haproxy.cfg'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('valid')]);
  });

  it.skipIf(!has('haproxy'))('keep what watches the servers inside, however it is written', async () => {
    const server = createHttpServer((_request, response) => response.end('inside')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const api = `127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has one
    const port = await freePort();
    const directory = mkdtempSync(join(tmpdir(), 'khara-haproxy-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = join(directory, 'haproxy.cfg');
    // Of the whole file the door alone, with as few connections as a test may have.
    const door = text('deploy/haproxy.cfg')
      .replace(/maxconn 120000.*/, 'maxconn 100')
      .replace('bind :8443', `bind 127.0.0.1:${port}`)
      .replace(/^peers khara\n(?: .*\n)*/m, '')
      .replace(' peers khara', '')
      .replace(/^listen postgres\n[^]*$/m, '');
    writeFileSync(file, door);
    const haproxy = spawn('haproxy', ['-f', file, '-db'], {
      stdio: 'ignore',
      env: { ...process.env, API1: api, API2: api },
    });
    onTestFinished(() => void haproxy.kill());
    const status = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        (response) => response.status,
        () => undefined,
      );
    await expect.poll(() => status('/h5/'), { timeout: 10_000 }).toBe(200);
    for (const path of ['/metrics', '/%6detrics', '/healthz', '/ready%7A', '/livez', '/docs', '/docs/x', '/%64ocs/x'])
      expect([path, await status(path)]).toEqual([path, 404]);
  });

  it.skipIf(!has('nats-server'))('are a configuration of NATS', () => {
    const { status, stderr } = spawnSync('nats-server', ['-t', '-c', 'deploy/nats.conf'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: {
        ...process.env,
        NATS_NAME: 'nats1',
        NATS_PASSWORD: 'a',
        NATS_ROUTE_PASSWORD: 'b',
        NATS_ROUTES: '["nats-route://route:b@10.0.0.42:6222"]',
      },
    });
    expect([status, stderr]).toEqual([0, expect.stringContaining('valid')]);
  });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo; // a TCP server has one
  probe.close();
  await once(probe, 'close');
  return port;
}
