import { createHmac } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import type pg from 'pg';
import { LOG_KEY, logKeyFile, publicLogKeyFile } from './install-keys.ts';
import { keyFile } from './keys.ts';
import { VAULT_KEY, vaultKeyFiles } from './vault-keys.ts';

/**
 * A key of the installation as the data directory has it; `fingerprints` is empty when its file is missing,
 * and the first one is the key's in use. Of a key that is elsewhere there is the public half alone.
 */
type OwnKey = { readonly name: string; readonly fingerprints: readonly string[]; readonly isElsewhere?: boolean };

const NAMES = ['install-secret', 'password-pepper', 'sandbox-bank-key'] as const;

const fingerprint = (key: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64url')).update('khara/key-fingerprint/1').digest('hex');

const read = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').then(
    (text) => text.trim() || undefined,
    () => undefined,
  );

/**
 * The keys of a data directory. None is made. Of the log's key those before and after it count too, of the vault's
 * those that are in use: a rotation may have been cut off.
 */
async function ownKeys(keysDir: string): Promise<readonly OwnKey[]> {
  const keys: OwnKey[] = [];
  for (const name of NAMES) {
    const key = await read(keyFile(keysDir, name));
    keys.push({ name, fingerprints: key === undefined ? [] : [fingerprint(key)] });
  }
  keys.push({ name: VAULT_KEY, fingerprints: await readFingerprints(keysDir, await vaultKeyFiles(keysDir)) });
  const install = await read(keyFile(keysDir, 'install-secret'));
  if (install === undefined) return [...keys, { name: LOG_KEY, fingerprints: [] }];
  const installSecret = Buffer.from(install, 'base64url');
  const [file, publicFile] = [logKeyFile(installSecret), publicLogKeyFile(installSecret)];
  const files = await readdir(keysDir);
  const beside = files.filter((name) => name.startsWith(`${file}.`) && name !== publicFile);
  const current = await read(keyFile(keysDir, file));
  // That it is the log's is known by the certificate of this server's own key.
  if (current === undefined)
    return [...keys, { name: LOG_KEY, fingerprints: [], isElsewhere: files.includes(publicFile) }];
  return [...keys, { name: LOG_KEY, fingerprints: await readFingerprints(keysDir, [file, ...beside]) }];
}

async function readFingerprints(keysDir: string, files: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(files.map((file) => read(keyFile(keysDir, file))));
  return found.filter((key) => key !== undefined).map(fingerprint);
}

/**
 * Refuses a data directory whose keys are not those of the database, or that has none while the database is
 * not empty: made anew they would open no password, no picture and no market day. To be called before
 * anything is changed. Throws a sentence for the person who starts the server. `isTheirs`: an empty database, which
 * any keys may become the own of, is refused too.
 */
export async function refuseForeignKeys(
  client: pg.Client,
  keysDir: string,
  {
    as = 'an administrator',
    isTheirs = false,
  }: { readonly as?: 'an administrator' | 'the server'; readonly isTheirs?: boolean } = {},
): Promise<void> {
  const { rows } = await client.query<{ has_ledger: boolean; has_fingerprints: boolean }>(
    `SELECT bool_or(c.relname = 'entry') AS has_ledger, bool_or(c.relname = 'key_fingerprint') AS has_fingerprints
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'ledger' AND c.relkind = 'r'`,
  );
  const [database] = rows;
  const unknown = new Error(
    `The database knows no keys, and those in ${keysDir} may be another's: name the database that they belong to, by DATA_DIR or DATABASE_URL`,
  );
  if (database?.has_ledger !== true) {
    if (isTheirs) throw unknown;
    return; // empty: whatever keys there are become its own
  }
  const keys = await ownKeys(keysDir);
  const missing = keys.find(({ fingerprints, isElsewhere }) => fingerprints.length === 0 && !isElsewhere);
  if (missing) {
    throw new Error(
      `${keysDir} has no ${missing.name}, and the database is not empty: put the keys of its installation there`,
    );
  }
  if (!database.has_fingerprints) {
    if (isTheirs) throw unknown;
    return;
  }
  const read = () =>
    client.query<{ name: string; fingerprint: string }>('SELECT name, fingerprint FROM ledger.key_fingerprint');
  // An administrator need not own what it reads.
  const noted = await (as === 'the server' ? read() : asLedger(client, read));
  if (isTheirs && noted.rows.length === 0) throw unknown;
  for (const { name, fingerprint } of noted.rows) {
    const key = keys.find((one) => one.name === name);
    if (key?.isElsewhere || key?.fingerprints.includes(fingerprint)) continue;
    throw new Error(
      `The ${name} in ${keysDir} is not that of the database: it belongs to another installation, whose keys have to be put there`,
    );
  }
}

/** Notes the keys that are there by now; that of the log may be another than last time. */
export async function noteFingerprints(client: pg.Client, keysDir: string): Promise<void> {
  const keys = (await ownKeys(keysDir)).filter(({ isElsewhere }) => !isElsewhere);
  await asLedger(client, () =>
    client.query(
      `INSERT INTO ledger.key_fingerprint AS k (name, fingerprint) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT (name) DO UPDATE SET fingerprint = excluded.fingerprint WHERE k.fingerprint <> excluded.fingerprint`,
      [keys.map(({ name }) => name), keys.map(({ fingerprints }) => fingerprints[0])],
    ),
  );
}

async function asLedger<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN; SET LOCAL ROLE khara_ledger');
  try {
    const value = await work();
    await client.query('COMMIT');
    return value;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
