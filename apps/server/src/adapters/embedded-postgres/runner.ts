import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../processes.ts';

export type Runner = { readonly uid: number; readonly gid: number } | undefined;

/**
 * Undefined: we ourselves. Otherwise the unprivileged user that stands in for root, the owner of an existing
 * cluster first.
 */
export async function whoRunsIt(dataDir: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(path.join(dataDir, 'pg')).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = await userNamed('postgres');
  if (existing) return existing;
  await run('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ]).catch(() => undefined);
  const created = (await userNamed('postgres')) ?? (await userNamed('nobody'));
  if (created) return created;
  throw new Error(
    'PostgreSQL does not run as root, and there is no user "postgres" and no way to create one. Run Khara as an ordinary user, or set DATABASE_URL.',
  );
}

async function userNamed(name: string): Promise<Runner> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((fields) => fields[0] === name);
  return fields && { uid: Number(fields[2]), gid: Number(fields[3]) };
}

/**
 * Can `runner` pass into this directory? Asked of the kernel in the user's own skin: mode bits alone miss
 * ACLs and mounts.
 */
export async function canReach(directory: string, runner: Runner): Promise<boolean> {
  if (!runner) return true;
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...runner, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

/**
 * Whether `runner` cannot come to this directory by its path, as below /root. Its processes can then be handed the
 * directory open ({@link OPENED}), so that all of a database stays in its data directory. Linux alone can do so.
 */
export async function isClosedTo(runner: Runner, directory: string): Promise<boolean> {
  if (await canReach(directory, runner)) return false;
  if (process.platform === 'linux') return true;
  throw new Error(
    `PostgreSQL, which does not run as root, cannot reach ${directory}: let others pass through the folders above it (chmod o+x), or run Khara as an ordinary user.`,
  );
}

/** What a process was handed, by names that lead there without the folders above. */
export const OPENED = {
  /** The directory that it was started in. */
  workingDirectory: '/proc/self/cwd',
  /** The first descriptor after those of input, output and errors. */
  descriptor: '/proc/self/fd/3',
} as const;
