import { hex } from '@khara/proof';
import type { Logger } from 'pino';
import { rotateLogKey } from '#modules/ledger/index.ts';
import { installKeys, preparedLogKey } from '#src/adapters/install-keys.ts';
import type { Db } from '#src/ports/database.ts';
import type { Keys } from '#src/security/keys.ts';

/** The keys of this installation. Where keys may change, a key of the log that was prepared signs from now on. */
export async function openKeys(keysDir: string, db: Db, log: Logger, mayChange: boolean): Promise<Keys> {
  const keys = await installKeys(keysDir);
  const next = mayChange ? await preparedLogKey(keysDir, keys) : undefined;
  if (!next) return keys;
  await rotateLogKey(db, keys.log, next.key);
  await next.adopt();
  log.warn({ publicKey: hex(next.key.publicKey) }, 'another key signs the log from now on');
  return { ...keys, log: next.key };
}
