import { hex, unhex } from './bytes.ts';
import { bodyOfNote } from './checkpoint.ts';
import { recordLeaf } from './entry.ts';
import { isIncluded } from './tree.ts';

/** A record of the operator's log with its inclusion proof, as a proof carries it: hashes in lower-case hex. */
export type PublishedRecord = {
  readonly uid: string;
  readonly type: string;
  readonly at: number;
  readonly salt: string;
  readonly json: string;
  readonly leaf: string;
  readonly index: number;
  readonly size: number;
  readonly path: readonly string[];
  readonly note: string;
};

/**
 * Whether a record of that type is in the log under the root that its note names, and has these values. Whose
 * signature the note bears is for `readCheckpoint` to see.
 */
export function saysInLog(record: PublishedRecord, type: string, says: Readonly<Record<string, unknown>>): boolean {
  try {
    const leaf = recordLeaf({
      uid: record.uid,
      type: record.type,
      at: record.at,
      salt: unhex(record.salt),
      json: record.json,
    });
    const root = bodyOfNote(record.note);
    const content: unknown = JSON.parse(record.json);
    const agrees =
      typeof content === 'object' &&
      content !== null &&
      // `in` says that it is there.
      Object.entries(says).every(([name, value]) => name in content && content[name as keyof typeof content] === value);
    const isThere =
      root !== undefined &&
      root.size === record.size &&
      isIncluded({
        index: record.index,
        size: record.size,
        leaf,
        path: record.path.map(unhex),
        root: root.root,
      });
    return record.type === type && hex(leaf) === record.leaf && agrees && isThere;
  } catch {
    return false; // a file may hold anything
  }
}
