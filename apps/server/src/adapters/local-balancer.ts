import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';

export const hasHaproxy = (): boolean => spawnSync('haproxy', ['-v']).status === 0;

const LOOK_EVERY_MS = 50;
const UP_WITHIN_MS = 30_000;

export type LocalBalancer = {
  readonly url: string;
  /** Resolves when the balancer sends callers to a server. */
  sends(name: string): Promise<void>;
  stop(): Promise<void>;
};

/**
 * HAProxy before servers of this machine that serve calls, with the checks of deploy/haproxy.cfg. Throws
 * where it does not serve.
 */
export async function startLocalBalancer(
  directory: string,
  port: number,
  servers: readonly { readonly name: string; readonly port: number }[],
): Promise<LocalBalancer> {
  const file = path.join(directory, 'haproxy.cfg');
  const lines = servers.flatMap(({ name, port: own }) => [
    `  server ${name} 127.0.0.1:${own}`,
    `  server ${name}-unwell 127.0.0.1:${own} backup no-check`,
  ]);
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 1s
  timeout client 65s
  timeout server 65s
  timeout tunnel 1h
  retries 2
  retry-on conn-failure
  option redispatch
  option http-server-close
frontend calls
  bind 127.0.0.1:${port}
  http-request use-service prometheus-exporter if { path /balancer }
  option forwardfor if-none
  default_backend api
backend api
  balance hdr(token)
  hash-type consistent sdbm avalanche
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host localhost
  http-check expect status 200
  default-server check inter 1s fastinter 500ms fall 2 rise 2
  option allbackups
${lines.join('\n')}
`,
  );
  const child: ChildProcess = spawn('haproxy', ['-f', file, '-db'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await once(child, 'spawn');
  const url = `http://127.0.0.1:${port}`;
  /** Whether its figures say so in time; it ends by itself where it cannot serve. */
  const says = async (figure: string): Promise<boolean> => {
    for (const until = performance.now() + UP_WITHIN_MS; performance.now() < until; await rest(LOOK_EVERY_MS)) {
      if (child.exitCode !== null) return false;
      const figures = await fetch(`${url}/balancer`).then(
        (response) => response.text(),
        () => '',
      );
      if (figures.includes(figure)) return true;
    }
    return false;
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  if (!(await says('haproxy_'))) {
    await stop();
    throw new Error(`HAProxy does not serve at port ${port}: haproxy -c -f ${file} says why`);
  }
  return {
    url,
    sends: async (name) => {
      const isUp = `haproxy_server_status{proxy="api",server="${name}",state="UP"} 1`;
      if (!(await says(isUp))) throw new Error(`HAProxy sends nothing to ${name}`);
    },
    stop,
  };
}
