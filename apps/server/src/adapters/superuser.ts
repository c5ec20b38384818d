import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import pg from 'pg';
import { SUPERUSER } from './embedded-postgres/index.ts';
import { keyFile, keysOf, replaceSecret, readSecret } from './keys.ts';

/**
 * A password that is about to count: written before the database gets it, so that a change that is cut off
 * locks no role out.
 */
const NEXT = `${SUPERUSER}.next`;
const WRONG_PASSWORD = '28P01';

/** Login of the embedded cluster's superuser at a place. Finishes a change of its password that was cut off. */
export async function superuserAt(
  dataDir: string,
  place: { readonly host: string; readonly port: number },
): Promise<pg.ClientConfig & { database: string }> {
  const login = { ...place, user: SUPERUSER, database: 'khara' };
  const known = { ...login, password: await readSecret(keysOf(dataDir), SUPERUSER) };
  if (await isPassword(known)) return known;
  const next = existsSync(keyFile(keysOf(dataDir), NEXT)) && {
    ...login,
    password: await readSecret(keysOf(dataDir), NEXT),
  };
  if (!next || !(await isPassword(next))) {
    throw new Error(
      `The keys in ${dataDir}/keys are not those of its database: put the keys of its installation there`,
    );
  }
  await rename(keyFile(keysOf(dataDir), NEXT), keyFile(keysOf(dataDir), SUPERUSER));
  return next;
}

/** Gives the superuser another password, on an administrator's connection of its own. Only files of `keys/` know it. */
export async function changeSuperuserPassword(client: pg.Client, dataDir: string): Promise<void> {
  const next = await replaceSecret(keysOf(dataDir), NEXT);
  await client.query(`ALTER ROLE ${SUPERUSER} PASSWORD ${pg.escapeLiteral(next)}`);
  await rename(keyFile(keysOf(dataDir), NEXT), keyFile(keysOf(dataDir), SUPERUSER));
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
