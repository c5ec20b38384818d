import path from 'node:path';
import { openDatabase } from '#src/adapters/database.ts';
import { installKeys } from '#src/adapters/install-keys.ts';
import { holdingKeys, keysPath } from '#src/adapters/keys.ts';
import { systemRandom } from '#src/adapters/system.ts';
import { makeNextVaultKey, retireVaultKeys } from '#src/adapters/vault-keys.ts';
import { readConfig, readRoleUrls } from '#src/config.ts';
import { rewrapTable } from '#src/security/sealed-table.ts';
import { readArguments } from './lib/command.ts';
import { expectKeys } from './lib/expect-keys.ts';

const { positionals } = readArguments({
  usage: 'npm run rotate-vault-key [-- DIRECTORY]',
  does: `Gives the vault of a data directory (DATA_DIR, or ./.data) another key, and puts each secret
under it. No server may run on it meanwhile. A run that was cut off is finished by the next one.`,
  takes: { least: 0, most: 1 },
});

try {
  const config = readConfig(process.env);
  const dataDir = path.resolve(positionals[0] ?? config.DATA_DIR);
  const keysDir = path.resolve(config.KEYS_DIR ?? keysPath(dataDir));
  expectKeys(keysDir);
  const database = await openDatabase({
    dataDir,
    keysDir,
    databaseUrl: config.DATABASE_URL,
    roleUrls: readRoleUrls(config),
    hasKeys: true,
    lockedAs: 'npm run rotate-vault-key',
    changeKeys: () => makeNextVaultKey(keysDir),
    log: console.error,
  });
  try {
    // Loaded once the directory is ours: a refusal waits for no modules.
    const [{ SEALED_AUTHENTICATORS }, { SEALED_STAFF_FACTORS }, { SEALED_PICTURES }, { SEALED_BANK_ACCOUNTS }] =
      await Promise.all([
        import('#modules/accounts/index.ts'),
        import('#modules/console/index.ts'),
        import('#modules/pictures/index.ts'),
        import('#modules/wallet/index.ts'),
      ]);
    const { vault } = await installKeys(keysDir);
    for (const [role, tables] of [
      ['khara_app', [SEALED_AUTHENTICATORS, SEALED_BANK_ACCOUNTS, SEALED_PICTURES]],
      ['khara_staff', [SEALED_STAFF_FACTORS]],
    ] as const) {
      const db = database.open(role, { max: 1 });
      try {
        for (const sealed of tables)
          console.log(`${sealed.table}: ${await rewrapTable(db, vault, systemRandom, sealed)} put under the new key`);
      } finally {
        await db.close();
      }
    }
    const left = await holdingKeys(keysDir, () => retireVaultKeys(keysDir));
    console.log(`vault-key-${vault[0].id} wraps every secret now. Older keys open backups alone.`);
    if (left.length > 0) console.log(`${keysDir} cannot be written: take ${left.join(' and ')} out of it.`);
  } finally {
    await database.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
