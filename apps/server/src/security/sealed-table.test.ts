import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '#src/adapters/system.ts';
import { useTestDatabase } from '#test/database.ts';
import { SEALED_TABLES } from '#src/verify/secrets.ts';
import { plantSecrets, secretsOf } from '#test/sealed-rows.ts';
import { rewrapTable } from './sealed-table.ts';
import type { Vault } from './vault.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const old: Vault = [key('v1')];
const changed: Vault = [key('v2'), ...old];

describe('tables that keep secrets', () => {
  const database = useTestDatabase({ provesBooks: false, per: 'test' });
  beforeEach(() => plantSecrets(database.admin, old));

  it('are all known: what has a wrapped key is put under another', async () => {
    const found = await database.admin.query<{ name: string }>(
      't.tables',
      `SELECT table_schema || '.' || table_name AS name FROM information_schema.columns WHERE column_name = 'wrapped_key' ORDER BY 1`,
    );
    expect(found.map(({ name }) => name)).toEqual(SEALED_TABLES.map(({ table }) => table).toSorted());
  });

  it('open under the new key alone, and a second time nothing is left to do', async () => {
    const before = await secretsOf(database.admin, old);
    for (const sealed of SEALED_TABLES) {
      expect(await rewrapTable(database.admin, changed, systemRandom, sealed)).toBe(1);
      expect(await rewrapTable(database.admin, changed, systemRandom, sealed)).toBe(0);
    }
    expect(await secretsOf(database.admin, [changed[0]])).toEqual(before);
    await expect(secretsOf(database.admin, old)).rejects.toThrow('no key v2');
  });

  it('name a secret that does not open, and leave it as it is', async () => {
    await database.admin.query('t.move', `UPDATE wallet.bank_account SET id = 'bank2'`);
    const accounts = SEALED_TABLES.find(({ table }) => table === 'wallet.bank_account')!;
    await expect(rewrapTable(database.app, changed, systemRandom, accounts)).rejects.toThrow(
      'A secret in wallet.bank_account (id bank2) does not open under vault-key-v1',
    );
    const [row] = await database.admin.query<{ keyId: string }>('t.key', 'SELECT key_id FROM wallet.bank_account');
    expect(row?.keyId).toBe('v1');
  });

  it('leave alone what was destroyed', async () => {
    await database.admin.query('t.destroy', `UPDATE pictures.picture SET wrapped_key = NULL, body = NULL, look = NULL`);
    const pictures = SEALED_TABLES.find(({ table }) => table === 'pictures.picture')!;
    expect(await rewrapTable(database.app, changed, systemRandom, pictures)).toBe(0);
  });
});
