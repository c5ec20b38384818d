import path from 'node:path';
import { hex, unhex } from '@khara/proof';
import { connectionTo } from '#src/adapters/database-hosts.ts';
import { runningOn } from '#src/adapters/directory-database.ts';
import { installKeys } from '#src/adapters/install-keys.ts';
import { keysPath } from '#src/adapters/keys.ts';
import { openPool } from '#src/adapters/postgres.ts';
import { readConfig, type Config } from '#src/config.ts';
import { certifyNode, retireNode } from '#modules/ledger/index.ts';
import type { SecretLogKey } from '#src/security/keys.ts';
import { errorMessage, readArguments } from './lib/command.ts';
import { expectKeys } from './lib/expect-keys.ts';

const { positionals } = readArguments({
  usage: `npm run node-key -- certify NODE_NAME KEY …
  npm run node-key -- retire NODE_NAME`,
  does: `Says in the log that a server's key signs receipts, or that it signs no more. It runs where the
key of the log is: with KEYS_DIR, and DATABASE_URL or DATABASE_URL_APP, or on a data directory
(DATA_DIR) whose server runs. KEY is the public key that a start of the server names. An earlier
key of the same server is retired. Stop a server before its key is retired.`,
  takes: { least: 2, most: 200 },
});

/** Where the ledger is. */
async function databaseAddress({ DATABASE_URL, DATABASE_URL_APP }: Config, dataDir: string) {
  const url = DATABASE_URL ?? DATABASE_URL_APP;
  if (url !== undefined) return connectionTo(url);
  const address = await runningOn(dataDir);
  if (!address) throw new Error(`No server runs on ${dataDir}: start it, or give DATABASE_URL`);
  return address;
}

async function rootIn(keysDir: string): Promise<SecretLogKey> {
  expectKeys(keysDir);
  const { log } = await installKeys(keysDir);
  if (!log.secretSeed)
    throw new Error(`${keysDir} has the public key of the log alone: run it where the secret one is`);
  return { ...log, secretSeed: log.secretSeed };
}

/** Names of servers, each with its key after it. */
function pairs(names: readonly string[]): readonly { readonly node: string; readonly key: string }[] {
  const named: { node: string; key: string }[] = [];
  for (let at = 0; at < names.length; at += 2) {
    const [node = '', key = ''] = names.slice(at, at + 2);
    if (!/^[0-9a-f]{64}$/.test(key)) throw new Error(`The key of ${node} has 64 signs, from 0 to 9 and a to f`);
    named.push({ node, key });
  }
  return named;
}

try {
  const [act, ...names] = positionals;
  if (act !== 'certify' && act !== 'retire') throw new Error(`${act} is neither certify nor retire`);
  const named = act === 'certify' ? pairs(names) : names.map((node) => ({ node, key: '' }));
  const config = readConfig(process.env);
  const dataDir = path.resolve(config.DATA_DIR);
  const root = await rootIn(path.resolve(config.KEYS_DIR ?? keysPath(dataDir)));
  const db = openPool({ ...(await databaseAddress(config, dataDir)), max: 1 });
  try {
    for (const { node, key } of named) {
      if (act === 'certify') {
        await certifyNode(db, root, { node, publicKey: unhex(key) });
        console.log(`${root.name} certifies the key of ${node}: ${key}`);
      } else {
        const gone = await retireNode(db, root, node);
        // A mistyped name is no success: the key that was meant still counts.
        if (gone.length === 0) throw new Error(`No key of ${node} counts: nothing was retired`);
        console.log(`Retired of ${node}: ${gone.join(', ')}`);
      }
    }
    console.log(`Signed by ${hex(root.publicKey)}.`);
  } finally {
    await db.close();
  }
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
