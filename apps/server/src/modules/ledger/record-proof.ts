import { hex, inclusionRanges } from '@khara/proof';
import type { Queryable } from '#src/ports/database.ts';
import { newestCheckpoint, rootsOf } from './read-log.ts';
import type { RecordType } from './record-types.ts';
import { recordOf } from './records.ts';

const hexOf = (bytes: Uint8Array): string => hex(new Uint8Array(bytes));

/** A record of the log with its proof; null until a checkpoint covers it, two seconds at most. */
export async function recordProof(db: Queryable, type: RecordType, ref: string) {
  const [record, checkpoint] = await Promise.all([recordOf(db, type, ref), newestCheckpoint(db)]);
  if (!record || record.index === undefined || !checkpoint || record.index >= checkpoint.size) return null;
  const path = await rootsOf(db, inclusionRanges(record.index, checkpoint.size));
  return {
    uid: record.uid,
    type: record.type,
    at: record.at,
    salt: hexOf(record.salt),
    json: record.json,
    leaf: hexOf(record.leaf),
    index: record.index,
    size: checkpoint.size,
    path: path.map(hexOf),
    note: checkpoint.note,
  };
}
