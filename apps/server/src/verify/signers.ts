import { createPublicKey, verify as verifySignature, type KeyObject } from 'node:crypto';
import {
  hex,
  isSaidOf,
  isSignedReceipt,
  NODE_KEY_RECORDS,
  readNodeKey,
  receiptsOfSignature,
  sameBytes,
  type NodeKeyAct,
} from '@khara/proof';
import { keysOfLog, recordsOfType, rotationsOf, type RecordInLog } from '#modules/ledger/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import type { InstallationKeys } from '#src/security/keys.ts';
import { finding, type Check, type Finding } from './finding.ts';

const PAGE = 1000;

/** The keys of servers in the log, and what they signed: the chain from the log's key to each receipt. */
export const verifySigners: Check = async (db, keys) => {
  const signers = await readSigners(db, keys);
  return [signers.found, await verifyReceipts(db, signers)];
};

type Signers = {
  /** Keys that count, lower-case hex. */
  readonly certified: ReadonlySet<string>;
  /** From which place of the log on a key counts no more; undefined where the record has none yet. */
  readonly retired: ReadonlyMap<string, number | undefined>;
  readonly found: Finding;
};

/** Each record is signed by the key that was the log's then, and stands under the key that it names. */
async function readSigners(db: Queryable, { log }: Pick<InstallationKeys, 'log'>): Promise<Signers> {
  const found = finding('node_keys');
  const [roots, rotations] = [await keysOfLog(db, log), await rotationsOf(db)];
  /** The first record after which a key is the log's no more. */
  const endOf = (root: Uint8Array): bigint | undefined =>
    rotations.find(({ rotation }) => sameBytes(rotation.oldKey, root))?.record.id;
  const read = async (act: NodeKeyAct): Promise<ReadonlyMap<string, RecordInLog>> => {
    const valid = new Map<string, RecordInLog>();
    for (const record of await recordsOfType(db, NODE_KEY_RECORDS[act])) {
      const { id, json, ref } = record;
      const said = readNodeKey(act, json);
      const end = said && endOf(said.root);
      if (!said || !isSaidOf(act, { json, key: said.key, roots }))
        found.add(`record ${id} is not signed by the log’s key`);
      else if (end !== undefined && end < id) found.add(`record ${id} is signed by a key that had been given up`);
      else if (ref !== hex(said.key)) found.add(`record ${id} is about another key than it stands under`);
      else valid.set(hex(said.key), record);
    }
    return valid;
  };
  const certified = await read('certify');
  const retired = await read('retire');
  for (const [key, { id }] of retired)
    if (!certified.has(key)) found.add(`record ${id} retires a key that never counted`);
  return {
    certified: new Set(certified.keys()),
    retired: new Map([...retired].map(([key, { index }]) => [key, index])),
    found: found.end(),
  };
}

type Row = {
  readonly first: string;
  readonly signer: Uint8Array;
  readonly signature: Uint8Array;
  readonly members: number;
  readonly uid: string;
  readonly leaf: Uint8Array;
  readonly at_ms: bigint;
  readonly idx: bigint | null;
};

/** Each signature that is kept is of its entries, by a key that is certified and was not retired before them. */
async function verifyReceipts(db: Queryable, { certified, retired }: Signers): Promise<Finding> {
  const found = finding('receipt_signatures');
  const gone = [...retired.keys()].map((key) => Buffer.from(key, 'hex'));
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await db.query<Row>(
      'verify.receipts',
      `SELECT s.uid AS first, s.signer, s.signature, 1 + cardinality(s.others) AS members, e.uid, e.leaf, e.at_ms,
         CASE WHEN s.signer = ANY ($3) THEN ledger.place_in_log('e', e.id, e.leaf) END AS idx
       FROM (SELECT * FROM ledger.signed_receipt r WHERE r.uid > $1 ORDER BY r.uid LIMIT $2) s
       CROSS JOIN unnest(s.uid || s.others) WITH ORDINALITY AS m (uid, at)
       LEFT JOIN ledger.entry e ON e.uid = m.uid
       ORDER BY s.uid, m.at`,
      [after, PAGE, gone],
    );
    const last = rows.at(-1);
    if (!last) return found.end();
    for (const [first, signed] of Map.groupBy(rows, (row) => row.first)) {
      const wrong = wrongReceipt(signed, { certified, retired });
      if (wrong !== undefined) found.add(`the receipt of ${first} ${wrong}`);
    }
    after = last.first;
  }
}

function wrongReceipt(
  rows: readonly Row[],
  { certified, retired }: Pick<Signers, 'certified' | 'retired'>,
): string | undefined {
  const [{ signer, signature, members }] = rows as readonly [Row, ...Row[]]; // a group is never empty
  const entries = rows.filter(({ uid }) => uid !== null);
  if (entries.length !== members) return 'is of entries that are not there';
  const receipts = receiptsOfSignature(
    entries.map(({ uid, leaf, at_ms }) => ({ uid, leaf, at: Number(at_ms) })),
    { signer, signature },
  );
  if (!isSignedReceipt(receipts[0]!, byOpenSsl)) return 'is not signed by the key that it names';
  const key = hex(signer);
  if (!certified.has(key)) return `is signed by ${key}, which the log’s key has not certified`;
  const end = retired.get(key);
  const isAfter = end !== undefined && entries.some(({ idx }) => idx === null || Number(idx) > end);
  return isAfter ? `is signed by ${key} after that key was retired` : undefined;
}

/** What stands before an Ed25519 key in SubjectPublicKeyInfo (RFC 8410, 4). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** A tenth of the time of packages/proof, for millions of receipts. */
function byOpenSsl(signature: Uint8Array, bytes: Uint8Array, publicKey: Uint8Array): boolean {
  const name = hex(publicKey);
  const key =
    opened.get(name) ?? createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  opened.set(name, key);
  return verifySignature(undefined, bytes, key, signature);
}
const opened = new Map<string, KeyObject>();
