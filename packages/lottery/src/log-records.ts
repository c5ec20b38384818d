import { bodyOfNote, readCheckpoint, saysInLog, type PublishedRecord } from '@khara/proof';
import { ENTROPY_DELAY_MS, roundTimeMs } from './beacon.ts';
import type { PublishedProof } from './read-proof.ts';

/** The records that tell of a draw: what was promised when it opened, the frozen list, the result. */
export type DrawRecords = {
  readonly openProof: PublishedRecord | null;
  readonly closeProof: PublishedRecord | null;
  readonly resultProof: PublishedRecord | null;
};

export const DRAW_RECORDS = ['openProof', 'closeProof', 'resultProof'] as const;
/** `absent`: no checkpoint covers it yet, or the file does not carry it. */
export type RecordVerdict = 'holds' | 'fails' | 'absent';

/**
 * Whether each record is in the log under the root that its note names, and says what the proof says; and
 * whether the list was there before the round of the outside entropy was: a holder of seed and round can
 * compute which application would win, and add it. Whose signature the note bears is seen by
 * `checkDrawNotes`.
 */
export function checkDrawRecords(
  proof: PublishedProof & Partial<DrawRecords>,
): Readonly<Record<(typeof DRAW_RECORDS)[number], RecordVerdict>> {
  const { open, openHash, seed, listRoot, mode, entropyValue } = proof;
  const { offeringId, entropy } = open;
  const list = proof.closeProof;
  const due = entropy.kind === 'drand' ? roundTimeMs(entropy.round) : roundDueAt(proof.openProof);
  const isLate = due !== undefined && (due < open.closesAt + ENTROPY_DELAY_MS || (list != null && list.at > due));
  return {
    openProof: verdict(proof.openProof, 'offering.open', {
      offeringId,
      openHash,
      seedHash: open.seedHash,
      closesAt: open.closesAt,
    }),
    closeProof: isLate
      ? 'fails'
      : verdict(list, 'draw.close', { offeringId, listRoot, seed, n: proof.applications.length }),
    resultProof: verdict(proof.resultProof, 'draw.result', { offeringId, mode, entropyValue }),
  };
}

/**
 * Whether a log of this key has signed what the records are checked under. `absent`: there are no records, or
 * it is not known which log it should be.
 */
export function checkDrawNotes(records: Partial<DrawRecords>, publicKey: Uint8Array | undefined): RecordVerdict {
  const notes = DRAW_RECORDS.flatMap((name) => records[name]?.note ?? []);
  const name = bodyOfNote(notes[0] ?? '')?.name;
  if (notes.length === 0 || !publicKey) return 'absent';
  return name !== undefined && notes.every((note) => readCheckpoint(note, { name, publicKey }).ok) ? 'holds' : 'fails';
}

/**
 * When the round of a draw's outside entropy was due, in ms of real time, as the record of the opening says:
 * sealed before the first application. Any reader can compute the beacon's instants; a witness's stand in
 * nothing else, and a reader who doubts them asks the witness. Undefined without a round, and of openings
 * before records said so.
 */
export function roundDueAt(opening: Pick<PublishedRecord, 'json'> | null | undefined): number | undefined {
  try {
    const content: unknown = opening && JSON.parse(opening.json);
    const at =
      typeof content === 'object' && content !== null && 'roundDueAt' in content ? content.roundDueAt : undefined;
    return Number.isSafeInteger(at) ? (at as number) : undefined; // just looked at
  } catch {
    return undefined; // a file may hold anything
  }
}

const verdict = (
  record: PublishedRecord | null | undefined,
  type: string,
  says: Readonly<Record<string, unknown>>,
): RecordVerdict => (record ? (saysInLog(record, type, says) ? 'holds' : 'fails') : 'absent');
