import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, readlink, stat, symlink } from 'node:fs/promises';
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
 * Where cluster and socket live: the data directory, made passable if it is ours alone that closes the way. Behind a
 * closed parent such as /root it is a directory of /var/lib/khara, with a link to the cluster from the data directory.
 */
export async function reachableHome(dataDir: string, runner: Runner, log: (message: string) => void): Promise<string> {
  if (!runner) return dataDir;
  const link = await readlink(path.join(dataDir, 'pg')).catch(() => undefined);
  if (link) return path.dirname(link);
  const { mode } = await stat(dataDir);
  if ((mode & 0o001) === 0) await chmod(dataDir, (mode & 0o7777) | 0o011); // pass through, not list
  if (await canReach(dataDir, runner)) return dataDir;

  const home = path.join('/var/lib/khara', createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  log(`PostgreSQL, which does not run as root, cannot reach ${dataDir}: its files go to ${home}, linked from there`);
  await mkdir(home, { recursive: true, mode: 0o755 });
  await symlink(path.join(home, 'pg'), path.join(dataDir, 'pg'));
  return home;
}
