import path from 'node:path';
import { hex } from '@khara/proof';
import { installKeys, prepareLogKey } from '#src/adapters/install-keys.ts';
import { holdingKeys, keysPath } from '#src/adapters/keys.ts';
import { readConfig } from '#src/config.ts';
import { readArguments } from './lib/command.ts';
import { expectKeys } from './lib/expect-keys.ts';

const { positionals } = readArguments({
  usage: 'npm run rotate-key [-- DIRECTORY]',
  does: `Prepares another key for the log of a data directory (DATA_DIR, or ./.data). The server
takes it at its next start: it writes a record signed by both keys into the log, and signs
with the new one from there on. The old one is kept beside it.`,
  takes: { least: 0, most: 1 },
});

try {
  const config = readConfig(process.env);
  const dataDir = path.resolve(positionals[0] ?? config.DATA_DIR);
  const keysDir = path.resolve(config.KEYS_DIR ?? keysPath(dataDir));
  expectKeys(keysDir);
  const { log } = await installKeys(keysDir);
  const next = await holdingKeys(keysDir, () => prepareLogKey(keysDir));
  console.log(`${log.name} is signed by ${hex(log.publicKey)}`);
  console.log(`From the next start on it is signed by ${hex(next.publicKey)}. Restart the server now.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
