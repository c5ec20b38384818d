import { hex, inclusionRanges } from '@khara/proof';
import type { Queryable } from '#src/ports/database.ts';
import { newestCheckpoint, readRoots } from './read-log.ts';
import type { RecordType } from './record-types.ts';
import { findRecord } from './records.ts';

const toHex = (bytes: Uint8Array): string => hex(new Uint8Array(bytes));

/** A record of the log with its proof; null until a checkpoint covers it, two seconds at most. */
export async function recordProof(db: Queryable, type: RecordType, ref: string) {
  const [record, checkpoint] = await Promise.all([findRecord(db, type, ref), newestCheckpoint(db)]);
  if (!record || record.index === undefined || !checkpoint || record.index >= checkpoint.size) return null;
  const path = await readRoots(db, inclusionRanges(record.index, checkpoint.size));
  return {
    uid: record.uid,
    type: record.type,
    at: record.at,
    salt: toHex(record.salt),
    json: record.json,
    leaf: toHex(record.leaf),
    index: record.index,
    size: checkpoint.size,
    path: path.map(toHex),
    note: checkpoint.note,
  };
}
