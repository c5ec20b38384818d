import { hex, NODE_KEY_RECORDS, sameBytes, signNodeKey, type NodeKeyAct, type VerifyKey } from '@khara/proof';
import type { Db, Queryable } from '#src/ports/database.ts';
import type { NodeKey, SecretLogKey } from '#src/security/keys.ts';
import { appendRecord, findRecord, recordsOfType, type RecordInLog } from './records.ts';
import { checkedUnder } from './log-key-records.ts';
import { keysOfLog, readRotations } from './rotate-key.ts';
import { signatureCheck } from './signatures.ts';
import type { CountingKeys } from './signed-records.ts';

/*
 * Keys of servers, as the log has them. Each server signs receipts by a key of its own. The log's key says in a record
 * which of them count, and from which place on one counts no more.
 */

/** What the log says of a server's key. */
export type Signer = {
  readonly certificate: RecordInLog | undefined;
  readonly retirement: RecordInLog | undefined;
};

export async function readSigner(db: Queryable, publicKey: Uint8Array): Promise<Signer> {
  const [certificate, retirement] = await Promise.all([
    findRecord(db, NODE_KEY_RECORDS.certify, hex(publicKey)),
    findRecord(db, NODE_KEY_RECORDS.retire, hex(publicKey)),
  ]);
  return { certificate, retirement };
}

export type KnownSigners = {
  /** Records that count, by the key that they are about, in hex. */
  readonly certified: ReadonlyMap<string, RecordInLog>;
  readonly retired: ReadonlyMap<string, RecordInLog>;
  /** What is wrong with the others. */
  readonly faults: readonly string[];
};

/**
 * All keys of servers that the log's key has said something of. Each record is signed by the key that was the log's
 * then, and stands under the key that it names.
 */
export async function knownSigners(db: Queryable, log: VerifyKey): Promise<KnownSigners> {
  const faults: string[] = [];
  const [roots, rotations] = [await keysOfLog(db, log), await readRotations(db, log)];
  /** The first record after which a key is the log's no more. */
  const findEnd = (root: Uint8Array): bigint | undefined =>
    rotations.find(({ rotation }) => sameBytes(rotation.oldKey, root))?.record.id;
  const read = async (act: NodeKeyAct): Promise<ReadonlyMap<string, RecordInLog>> => {
    const valid = new Map<string, RecordInLog>();
    for (const record of await recordsOfType(db, NODE_KEY_RECORDS[act])) {
      const { id, json, ref } = record;
      const said = checkedUnder(log)[act](json);
      const end = said && findEnd(said.root);
      if (!said || !roots.some(({ name, publicKey }) => name === said.name && sameBytes(publicKey, said.root)))
        faults.push(`record ${id} is not signed by the log’s key`);
      else if (end !== undefined && end < id) faults.push(`record ${id} is signed by a key that had been given up`);
      else if (ref !== hex(said.key)) faults.push(`record ${id} is about another key than it stands under`);
      else valid.set(hex(said.key), record);
    }
    return valid;
  };
  const certified = await read('certify');
  const retired = await read('retire');
  for (const [key, { id }] of retired)
    if (!certified.has(key)) faults.push(`record ${id} retires a key that never counted`);
  return { certified, retired, faults };
}

/** Keys whose signatures of records count; the server's own is `own`, which it has found certified at its start. */
export async function countingKeys(db: Queryable, log: VerifyKey, own?: NodeKey): Promise<CountingKeys> {
  const { certified, retired } = await knownSigners(db, log);
  const names = new Set([...certified.keys(), ...(own ? [hex(own.publicKey)] : [])]);
  return new Map(
    [...names].map((name) => [
      name,
      { check: signatureCheck(Buffer.from(name, 'hex')), retiredBy: retired.get(name)?.id },
    ]),
  );
}

type Named = Pick<NodeKey, 'node' | 'publicKey'>;

/**
 * Certifies a server's key by the log's, once. An earlier key of the same server is retired: it is to have
 * ended. Throws where the key is another server's: two servers have the same file.
 */
export async function certifyNode(db: Db, root: SecretLogKey, { node, publicKey }: Named): Promise<void> {
  const ref = hex(publicKey);
  const said = { name: root.name, node, key: publicKey };
  const known = await findRecord(db, NODE_KEY_RECORDS.certify, ref);
  // The key that certified it may have been changed since: what it said counts on.
  if (!known) {
    const json = signNodeKey('certify', said, root.secretSeed);
    await appendRecord(db, { type: NODE_KEY_RECORDS.certify, json, ref });
  } else if (nodeIn(known) !== node)
    throw new Error(`The key of ${node} is that of ${nodeIn(known)}: each server needs one of its own`);
  await retireNode(db, root, node, publicKey);
}

/**
 * Retires the keys of a server but the one that stays, and answers how many they were. What they signed is in the log
 * before it: the server is to have ended.
 */
export async function retireNode(
  db: Db,
  root: SecretLogKey,
  node: string,
  stays?: Uint8Array,
): Promise<readonly string[]> {
  const retired = new Set((await recordsOfType(db, NODE_KEY_RECORDS.retire)).map(({ ref }) => ref));
  const gone = (await recordsOfType(db, NODE_KEY_RECORDS.certify)).flatMap((record) => {
    const { key } = JSON.parse(record.json) as { key: string }; // `certifyNode` wrote it, or `verify` finds it
    const ends = nodeIn(record) === node && !retired.has(key) && key !== (stays && hex(stays));
    return ends ? [key] : [];
  });
  if (gone.length > 0) await sealWhatIsThere(db);
  for (const key of gone) {
    const said = { name: root.name, node, key: Buffer.from(key, 'hex') };
    const json = signNodeKey('retire', said, root.secretSeed);
    await appendRecord(db, { type: NODE_KEY_RECORDS.retire, json, ref: key });
  }
  return gone;
}

const nodeIn = ({ json }: RecordInLog): string => (JSON.parse(json) as { node: string }).node;

/** Gives the entries that are there their places, so that those of the key that goes come before its end. */
async function sealWhatIsThere(db: Db): Promise<void> {
  const [newest] = await db.query<{ id: bigint }>('ledger.newest_entry', 'SELECT max(id) AS id FROM ledger.entry');
  for (let tries = 0; tries < 100; tries += 1) {
    const [waiting] = await db.query<{ waits: boolean }>(
      'ledger.waits_up_to',
      `SELECT EXISTS (SELECT FROM ledger.unsealed u WHERE u.source = 'e' AND u.id <= $1) AS waits`,
      [newest?.id ?? 0n],
    );
    if (!waiting?.waits) return;
    await db.query('ledger.seal_entries', `SELECT * FROM ledger.seal($1, '{}', '{}')`, [5_000]);
  }
  throw new Error('Entries wait for their place in the log: is a transaction open?');
}
