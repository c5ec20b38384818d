import path from 'node:path';
import { keysOf } from './keys.ts';
import { roleUrlsOf, type Config } from '#src/config.ts';

/** Where a configuration's database and keys are, for a server and for `npm run migrate`. */
export function databaseOptions(config: Config) {
  const dataDir = path.resolve(config.DATA_DIR);
  return {
    dataDir,
    keysDir: path.resolve(config.KEYS_DIR ?? keysOf(dataDir)),
    databaseUrl: config.DATABASE_URL,
    roleUrls: roleUrlsOf(config),
    hasKeys: true,
    durability: config.DURABILITY,
  };
}
