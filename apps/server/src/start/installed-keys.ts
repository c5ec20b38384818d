import { hex } from '@khara/proof';
import type { Logger } from 'pino';
import { certifyNode, rotateLogKey, readSigner } from '#modules/ledger/index.ts';
import { installKeys, nodeKey, preparedLogKey } from '#src/adapters/install-keys.ts';
import { holdingKeys } from '#src/adapters/keys.ts';
import type { Db } from '#src/ports/database.ts';
import type { InstallationKeys, Keys, LogKey, NodeKey, SecretLogKey } from '#src/security/keys.ts';

export type KeysToOpen = {
  readonly keysDir: string;
  readonly nodeKeyDirs: readonly string[];
  readonly db: Db;
  readonly log: Logger;
  /** Of this server. */
  readonly node: string;
  /** This server seals the log. A key of the log that was prepared signs from now on. */
  readonly seals: boolean;
};

/**
 * The keys of this installation, and that of this server: certified now where the log's key is at hand.
 * Throws a sentence for the person who starts the server.
 */
export const openKeys = (to: KeysToOpen): Promise<Keys> => holdingKeys(to.keysDir, () => open(to));

async function open({ keysDir, nodeKeyDirs, db, log, node: name, seals }: KeysToOpen): Promise<Keys> {
  const keys = await installKeys(keysDir);
  const root = isSecret(keys.log)
    ? await presentKey(keysDir, { ...keys, log: keys.log }, { db, log, seals })
    : undefined;
  if (!root && seals)
    throw new Error(`${keysDir} has the public key of the log alone: a server that seals it needs both`);
  const node = await nodeKey(nodeKeyDirs, name);
  if (root) await certifyNode(db, root, node);
  await refuseUncertified(db, node);
  return { ...keys, log: root ?? keys.log, node };
}

const isSecret = (key: LogKey): key is SecretLogKey => key.secretSeed !== undefined;

async function presentKey(
  keysDir: string,
  keys: InstallationKeys & { readonly log: SecretLogKey },
  { db, log, seals }: Pick<KeysToOpen, 'db' | 'log' | 'seals'>,
): Promise<SecretLogKey> {
  const next = seals ? await preparedLogKey(keysDir, keys) : undefined;
  if (!next) return keys.log;
  await rotateLogKey(db, keys.log, next.key);
  await next.adopt();
  log.warn({ publicKey: hex(next.key.publicKey) }, 'another key signs the log from now on');
  return next.key;
}

async function refuseUncertified(db: Db, { node, publicKey }: NodeKey): Promise<void> {
  const { certificate, retirement } = await readSigner(db, publicKey);
  const key = hex(publicKey);
  if (!certificate)
    throw new Error(
      `The key of ${node} is not certified: run npm run node-key -- certify ${node} ${key} where the log’s key is`,
    );
  if (retirement) throw new Error(`The key of ${node} was retired: take the file node-key-${node} away for a new one`);
}
