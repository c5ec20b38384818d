import { hex, isSignedReceipt, receiptsOfSignature } from '@khara/proof';
import {
  countingKeys,
  knownSigners,
  recordsToCheck,
  wrongSignature,
  type CountingKeys,
  type KnownSigners,
} from '#modules/ledger/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check, type Finding } from './finding.ts';

const PAGE = 1000;

/** The keys of servers in the log, and what they signed: the chain from the log's key to each receipt. */
export const verifySigners: Check = async (db, keys) => {
  const signers = await knownSigners(db, keys.log);
  const counting = await countingKeys(db, keys.log);
  return [
    signersFinding(signers),
    await verifyRecordSignatures(db, counting),
    await verifyReceipts(db, counting, signers),
  ];
};

/** Each record about a key is signed by the key that was the log's then, and stands under the key that it names. */
function signersFinding({ faults }: KnownSigners): Finding {
  const found = finding('node_keys');
  for (const fault of faults) found.add(fault);
  return found.end();
}

/** Each record is signed by a server whose key counts, as it stands; a signature is of a record that is there. */
async function verifyRecordSignatures(db: Queryable, keys: CountingKeys): Promise<Finding> {
  const found = finding('record_signatures');
  for (let after = 0n; ;) {
    const records = await recordsToCheck(db, { after, size: PAGE });
    const last = records.at(-1);
    if (!last) break;
    for (const record of records) {
      const wrong = wrongSignature(record, keys);
      if (wrong !== undefined) found.add(`record ${record.id} (${record.type} ${record.json}) ${wrong}`);
    }
    after = last.id;
  }
  const lost = await db.query<{ recordId: bigint }>(
    'verify.lost_signatures',
    `SELECT s.record_id FROM ledger.record_signature s LEFT JOIN ledger.record r ON r.id = s.record_id
     WHERE r.id IS NULL ORDER BY s.record_id`,
  );
  for (const { recordId: id } of lost) found.add(`record ${id} was signed, and is gone`);
  return found.end();
}

type Row = {
  readonly first: string;
  readonly signer: Uint8Array;
  readonly signature: Uint8Array;
  readonly members: number;
  /** Undefined where the entry is not there. */
  readonly uid: string | undefined;
  readonly leaf: Uint8Array;
  readonly at: number;
  readonly idx: bigint | undefined;
};

/** Each signature that is kept is of its entries, by a key that is certified and was not retired before them. */
async function verifyReceipts(db: Queryable, keys: CountingKeys, { retired }: KnownSigners): Promise<Finding> {
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
      const wrong = wrongReceipt(signed, keys, retired);
      if (wrong !== undefined) found.add(`the receipt of ${first} ${wrong}`);
    }
    after = last.first;
  }
}

function wrongReceipt(rows: readonly Row[], keys: CountingKeys, retired: KnownSigners['retired']): string | undefined {
  const [{ signer, signature, members }] = rows as readonly [Row, ...Row[]]; // a group is never empty
  const entries = rows.flatMap(({ uid, ...row }) => (uid === undefined ? [] : [{ uid, ...row }]));
  if (entries.length !== members) return 'is of entries that are not there';
  const receipts = receiptsOfSignature(
    entries.map(({ uid, leaf, at }) => ({ uid, leaf, at })),
    { signer, signature },
  );
  const name = hex(signer);
  const key = keys.get(name);
  if (!key) return `is signed by ${name}, which the log’s key has not certified`;
  if (!isSignedReceipt(receipts[0]!, key.check)) return 'is not signed by the key that it names';
  const end = retired.get(name);
  const isAfter = end?.index !== undefined && entries.some(({ idx }) => idx === undefined || Number(idx) > end.index!);
  return isAfter ? `is signed by ${name} after that key was retired` : undefined;
}
