import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { LOOPBACK } from './settings.ts';
import { shortPathTo, socketsPath } from './sockets.ts';

/**
 * Where the database that runs on a data directory can be reached, as {@link EmbeddedPostgres} says it;
 * undefined when none does.
 */
export async function placeOfRunning(dataDir: string): Promise<{ host: string; port: number } | undefined> {
  const found = await readPidFile(path.join(dataDir, 'pg'));
  if (!found) return undefined;
  const { host, port } = found;
  // Another container may know the directory by another name: the socket is found from here.
  return { host: path.isAbsolute(host) ? await shortPathTo(socketsPath(await realpath(dataDir))) : host, port };
}

/** Its state as the one that takes writes, or as one that follows it. */
const TAKES_CONNECTIONS: ReadonlySet<string> = new Set(['ready', 'standby']);

/**
 * postmaster.pid: process id, data directory, start, port, socket directory, address, shared memory, state; one a line.
 */
export async function readPidFile(
  data: string,
): Promise<{ pid: number; data: string; ready: number | undefined; host: string; port: number } | undefined> {
  const lines = await readFile(path.join(data, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  );
  const pid = Math.abs(Number(lines[0])); // a standalone backend writes its id negated
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
  return {
    pid,
    data: lines[1] ?? '',
    ready: TAKES_CONNECTIONS.has(lines[7]?.trim() ?? '') ? pid : undefined,
    host: lines[4]?.trim() || LOOPBACK,
    port: Number(lines[3]),
  };
}
