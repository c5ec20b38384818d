import { cp, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { SUPERUSER } from './embedded-postgres/index.ts';
import { installKeys, preparedLogKey, prepareLogKey } from './install-keys.ts';
import { noteFingerprints, refuseForeignKeys } from './key-fingerprints.ts';

const database = useTestDatabase();
const directories: string[] = [];
const newDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'khara-keys-'));
  directories.push(directory);
  return directory;
};

let client: pg.Client;
let own: string;
beforeEach(async () => {
  const { password } = inject('postgres');
  client = new pg.Client({ ...database.connection('khara_app'), user: SUPERUSER, password });
  await client.connect();
  own = await newDirectory();
  await installKeys(own);
  await client.query('DELETE FROM ledger.key_fingerprint');
  await noteFingerprints(client, own);
});
afterEach(async () => {
  await client.end();
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true });
});

it('a database knows the keys of its installation, and which one differs', async () => {
  await refuseForeignKeys(client, own);
  const other = await newDirectory();
  await installKeys(other);
  await expect(refuseForeignKeys(client, other)).rejects.toThrow('another installation');
  for (const [file, name] of [
    ['password-pepper', 'password-pepper'],
    ['sandbox-bank-key', 'sandbox-bank-key'],
    ['vault-key-v1', 'vault-key'],
    ['install-secret', 'install-secret'],
  ] as const) {
    const mixed = await newDirectory();
    await cp(own, mixed, { recursive: true });
    await cp(path.join(other, file), path.join(mixed, file));
    await expect(refuseForeignKeys(client, mixed)).rejects.toThrow(
      name === 'install-secret' ? 'keys' : `The ${name} in`,
    );
    await rm(path.join(mixed, file));
    await expect(refuseForeignKeys(client, mixed)).rejects.toThrow(`has no ${name}, and the database is not empty`);
  }
});

it('keys are never made for a database that is not empty', async () => {
  const empty = await newDirectory();
  await expect(refuseForeignKeys(client, empty)).rejects.toThrow('put the keys of its installation there');
  expect(await readdir(empty)).toEqual([]);
});

it('keys are changed for the database that knows them, never for an empty one', async () => {
  await refuseForeignKeys(client, own, { isTheirs: true });
  await client.query('DELETE FROM ledger.key_fingerprint');
  await expect(refuseForeignKeys(client, own, { isTheirs: true })).rejects.toThrow('The database knows no keys');
  const { host, port, password } = inject('postgres');
  const empty = new pg.Client({ host, port, password, user: SUPERUSER, database: 'postgres' });
  await empty.connect();
  try {
    await refuseForeignKeys(empty, own); // a first start
    await expect(refuseForeignKeys(empty, own, { isTheirs: true })).rejects.toThrow('The database knows no keys');
  } finally {
    await empty.end();
  }
});

it('a key of the vault that was given up is not that of the database', async () => {
  await rename(path.join(own, 'vault-key-v1'), path.join(own, 'vault-key-v1.old'));
  await writeFile(path.join(own, 'vault-key-v2'), `${Buffer.alloc(32, 7).toString('base64url')}\n`);
  await expect(refuseForeignKeys(client, own)).rejects.toThrow('The vault-key in');
  await rename(path.join(own, 'vault-key-v1.old'), path.join(own, 'vault-key-v1')); // cut off before it was noted
  await refuseForeignKeys(client, own);
});

it('another key of the log is the installation’s own once it was rotated, however the rotation was cut off', async () => {
  const keys = await installKeys(own);
  await prepareLogKey(own);
  await refuseForeignKeys(client, own);
  await (await preparedLogKey(own, keys))!.adopt();
  await refuseForeignKeys(client, own); // adopted, and not noted yet
  await noteFingerprints(client, own);
  await refuseForeignKeys(client, own);
  const name = (await readdir(own)).find((file) => /^log-key-\w+$/.test(file));
  await writeFile(path.join(own, name!), `${Buffer.alloc(32, 7).toString('base64url')}\n`);
  await expect(refuseForeignKeys(client, own)).rejects.toThrow('The log-key in');
});

it('keys that a secret store delivers are read where they are, and nothing is written beside them', async () => {
  const store = await newDirectory();
  await cp(own, store, { recursive: true });
  const before = await stat(store);
  expect(await installKeys(store)).toEqual(await installKeys(own));
  await refuseForeignKeys(client, store);
  expect((await stat(store)).mtimeMs).toBe(before.mtimeMs);
});
