import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { ENVIRONMENT } from './settings.ts';
import type { Binaries } from './binaries.ts';
import type { Runner } from './runner.ts';
import { run } from '../processes.ts';
import { errorMessage } from './message-of.ts';

/** The superuser of the embedded cluster. Only what builds the database and the adapters use it. */
export const SUPERUSER = 'postgres';

/** Made aside and renamed into place, synced: a start cut off in the middle leaves no half cluster behind. */
export async function createCluster(data: string, binaries: Binaries, runner: Runner, password: string): Promise<void> {
  const part = `${data}.new`;
  const passwordFile = `${part}.password`;
  await mkdir(part, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (runner) await Promise.all([part, passwordFile].map((name) => chown(name, runner.uid, runner.gid)));
  const as = { ...runner, cwd: '/', env: ENVIRONMENT };
  const flags = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    await run(
      binaries.initdb,
      [
        `--pgdata=${part}`,
        ...flags,
        '--auth=scram-sha-256',
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--no-instructions',
        '--no-sync',
      ],
      as,
    );
    await run(binaries.initdb, [`--pgdata=${part}`, '--sync-only'], as);
    await rename(part, data);
  } catch (cause) {
    await rm(part, { recursive: true, force: true });
    throw new Error(`Could not create the database in ${data}: ${errorMessage(cause)}`, { cause });
  } finally {
    await rm(passwordFile, { force: true });
  }
}
