import path from 'node:path';
import { keysPath } from './keys.ts';
import { readRoleUrls, type Config } from '#src/config.ts';

/** Where a configuration's database and keys are, for a server and for `npm run migrate`. */
export function databaseOptions(config: Config) {
  const dataDir = path.resolve(config.DATA_DIR);
  return {
    dataDir,
    keysDir: path.resolve(config.KEYS_DIR ?? keysPath(dataDir)),
    databaseUrl: config.DATABASE_URL,
    roleUrls: readRoleUrls(config),
    hasKeys: true,
    durability: config.DURABILITY,
  };
}
