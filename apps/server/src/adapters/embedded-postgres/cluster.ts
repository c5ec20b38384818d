import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chown, type FileHandle, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { ENVIRONMENT } from './settings.ts';
import type { Binaries } from './binaries.ts';
import type { Launch } from './launch.ts';
import { OPENED } from './runner.ts';
import { errorMessage } from './message-of.ts';

/** The superuser of the embedded cluster. Only what builds the database and the adapters use it. */
export const SUPERUSER = 'postgres';

/** Where a cluster is made. */
export const partOf = (data: string): string => `${data}.khara-part`;

export type ClusterOptions = Pick<Launch, 'runner' | 'isClosed'> & { readonly password: string };

/** Made aside and renamed into place, synced: a start cut off in the middle leaves no half cluster behind. */
export async function createCluster(
  data: string,
  { initdb }: Binaries,
  { runner, isClosed, password }: ClusterOptions,
): Promise<void> {
  const part = partOf(data);
  const passwordFile = `${part}.password`;
  await mkdir(part, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (runner) await Promise.all([part, passwordFile].map((name) => chown(name, runner.uid, runner.gid)));
  const opened = await open(passwordFile);
  const make = (...flags: readonly string[]) =>
    runWith(opened, initdb, [`--pgdata=${isClosed ? OPENED.workingDirectory : part}`, ...flags], {
      ...runner,
      cwd: isClosed ? part : '/',
      env: ENVIRONMENT,
    });
  try {
    await make(
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--auth=scram-sha-256',
      `--username=${SUPERUSER}`,
      `--pwfile=${isClosed ? OPENED.descriptor : passwordFile}`,
      '--no-instructions',
      '--no-sync',
    );
    await make('--sync-only');
    await rename(part, data);
  } catch (cause) {
    await rm(part, { recursive: true, force: true });
    throw new Error(`Could not create the database in ${data}: ${errorMessage(cause)}`, { cause });
  } finally {
    await opened.close();
    await rm(passwordFile, { force: true });
  }
}

/** Runs a program that is handed a file open; throws with its `stderr` when it fails. */
async function runWith(file: FileHandle, program: string, args: readonly string[], as: SpawnOptions): Promise<void> {
  const child = spawn(program, args, { ...as, stdio: ['ignore', 'ignore', 'pipe', file.fd] });
  const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')]);
  if (code !== 0) throw new Error(said);
}
