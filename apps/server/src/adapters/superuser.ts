import { existsSync, lstatSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { SUPERUSER } from './embedded-postgres/index.ts';
import { keyFile, keysPath, replaceSecret, readSecret } from './keys.ts';

/**
 * A password that is about to count: written before the database gets it, so that a change that is cut off
 * locks no role out.
 */
const NEXT = `${SUPERUSER}.next`;
const WRONG_PASSWORD = '28P01';

/** Login of the embedded cluster's superuser at a place. Nothing is written: a server may run there. */
export async function superuserAt(
  dataDir: string,
  place: { readonly host: string; readonly port: number },
): Promise<pg.ClientConfig & { database: string }> {
  const { superuserPassword, nextPassword } = await superuserPasswords(dataDir);
  for (const password of [superuserPassword, nextPassword]) {
    const login = { ...place, user: SUPERUSER, database: 'khara', password };
    if (password !== undefined && (await isPassword(login))) return login;
  }
  throw new Error(`The keys in ${dataDir}/keys are not those of its database: put the keys of its installation there`);
}

/** Finishes a change of the superuser's password that was cut off, on a directory that is locked. */
export async function keepPassword(dataDir: string, password: pg.ClientConfig['password']): Promise<void> {
  if (password !== (await superuserPasswords(dataDir)).nextPassword) return;
  await rename(keyFile(keysPath(dataDir), NEXT), keyFile(keysPath(dataDir), SUPERUSER));
}

/**
 * Passwords with which the embedded database lets its superuser in: `nextPassword` where a change was cut
 * off. Where there is no database yet one is made. Throws where there is one, and its keys are somewhere
 * else.
 */
export async function superuserPasswords(
  dataDir: string,
): Promise<{ readonly superuserPassword: string; readonly nextPassword: string | undefined }> {
  const keysDir = keysPath(dataDir);
  const [has, hasNext] = [SUPERUSER, NEXT].map((name) => existsSync(keyFile(keysDir, name)));
  const next = hasNext ? await readSecret(keysDir, NEXT) : undefined;
  if (!has && next !== undefined) return { superuserPassword: next, nextPassword: next };
  if (!has && lstatSync(path.join(dataDir, 'pg'), { throwIfNoEntry: false }))
    throw new Error(
      `${dataDir} has a database and not its keys: put the keys of its installation into ${dataDir}/keys`,
    );
  return { superuserPassword: await readSecret(keysDir, SUPERUSER), nextPassword: next };
}

/** Gives the superuser another password, on an administrator's connection of its own. Only files of `keys/` know it. */
export async function changeSuperuserPassword(client: pg.Client, dataDir: string): Promise<void> {
  const next = await replaceSecret(keysPath(dataDir), NEXT);
  await client.query(`ALTER ROLE ${SUPERUSER} PASSWORD ${pg.escapeLiteral(next)}`);
  await rename(keyFile(keysPath(dataDir), NEXT), keyFile(keysPath(dataDir), SUPERUSER));
}

async function isPassword(login: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...login, database: 'postgres', connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === WRONG_PASSWORD) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
