import { hex, sameBytes, unhex } from './bytes.ts';
import { bodyOfNote as bodyOf, readCheckpoint, type Checkpoint } from './checkpoint.ts';
import { type VerifyKey } from './note.ts';
import { keysAfter, keysBefore, readRotation } from './rotation.ts';
import { isConsistent } from './tree.ts';

/**
 * What a device remembers of a log: the key that it has pinned, and the checkpoints that it has believed, the
 * newest first.
 */
export type KnownLog = {
  readonly name: string;
  /** Lower-case hex. */
  readonly publicKey: string;
  readonly notes: readonly string[];
};

/** The newest checkpoint and this many older ones. */
const KEPT_NOTES = 51;

/**
 * The newest checkpoint as the server answers it: with the proof that the log of `fromSize` is its beginning,
 * where that was asked.
 */
export type CheckpointAnswer = {
  readonly note: string;
  /** Lower-case hex. */
  readonly publicKey: string;
  readonly name: string;
  readonly size: number;
  readonly consistency?: { readonly path: readonly string[] } | undefined;
  /** Texts of the records by which the log's key was changed, the oldest first. */
  readonly rotations?: readonly { readonly json: string }[] | undefined;
};

export type AskCheckpoint = (fromSize?: number) => Promise<CheckpointAnswer>;

export type LogFault =
  /** The server shows a log of another name than the one this device knows. */
  | 'other_log'
  /** It is signed by another key, and the pinned one has not signed for it. */
  | 'key_changed'
  | 'bad_signature'
  /** The log has become shorter, its time went back, or an older log is not its beginning. */
  | 'log_shorter'
  | 'time_back'
  | 'not_consistent';

/** A log that hangs together with everything that this device has seen of it. */
export type FollowedLog = {
  readonly ok: true;
  /** Keys that signed it, from the one that was pinned to the present one. */
  readonly keys: readonly VerifyKey[];
  /** Those and the ones before the pinned key, for which it has signed. */
  readonly everyKey: readonly VerifyKey[];
  readonly checkpoint: Checkpoint;
  readonly note: string;
  /** The newest checkpoint that the device had; undefined the first time. */
  readonly before: Checkpoint | undefined;
  /** What to remember from now on. */
  readonly known: KnownLog;
};

export type LogCheck =
  | FollowedLog
  | {
      readonly ok: false;
      readonly fault: LogFault;
      readonly expected: string;
      readonly came: string;
      /** Both checkpoints as they were signed, and what was to tie them: the evidence. */
      readonly evidence: { readonly notes: readonly string[]; readonly answer: CheckpointAnswer };
    };

/**
 * Asks for the newest checkpoint and follows the log from what the device knows of it to there. The caller
 * leaves `consistency` away when the server refuses the size: then the log has become shorter.
 */
export async function followLog(known: KnownLog | undefined, ask: AskCheckpoint): Promise<LogCheck> {
  const keptNote = known?.notes[0];
  const before = keptNote === undefined ? undefined : bodyOf(keptNote);
  const answer = await ask(before?.size);
  const { name, note, publicKey } = answer;
  const fail = (fault: LogFault, expected: string, came: string): LogCheck => ({
    ok: false,
    fault,
    expected,
    came,
    evidence: { notes: [...(keptNote === undefined ? [] : [keptNote]), note], answer },
  });
  if (known && known.name !== name) return fail('other_log', known.name, name);

  const pinned = { name, publicKey: unhex(known?.publicKey ?? publicKey) };
  const rotations = (answer.rotations ?? []).flatMap(({ json }) => readRotation(json) ?? []);
  const keys = keysAfter(pinned, rotations);
  const key = keys.find((one) => hex(one.publicKey) === publicKey);
  if (!key) return fail('key_changed', hex(pinned.publicKey), publicKey);
  const read = readCheckpoint(note, key);
  if (!read.ok) return fail('bad_signature', publicKey, read.fault);
  const { checkpoint } = read;

  if (before) {
    const { size, root, timeMs } = checkpoint;
    if (size < before.size) return fail('log_shorter', `${before.size}`, `${size}`);
    if (timeMs < before.timeMs) return fail('time_back', `${before.timeMs}`, `${timeMs}`);
    const path = (answer.consistency?.path ?? []).map(unhex);
    const proof = { size1: before.size, size2: size, root1: before.root, root2: root, path };
    if (!isConsistent(proof)) return fail('not_consistent', hex(before.root), hex(root));
  }
  const notes = [note, ...(known?.notes ?? []).filter((kept) => kept !== note)].slice(0, KEPT_NOTES);
  const everyKey = [...keysBefore(pinned, rotations), ...keys.slice(1)];
  return { ok: true, keys, everyKey, checkpoint, note, before, known: { name, publicKey, notes } };
}

/** More often than this the log does not grow between two questions. */
const TRIES = 8;

/**
 * Whether the log of the one checkpoint is the beginning of the other's: both have to be beginnings of one
 * log, the newest. Throws when the log grows all the time in between.
 */
export async function areOfOneLog(one: Checkpoint, other: Checkpoint, ask: AskCheckpoint): Promise<boolean> {
  if (one.size === other.size) return sameBytes(one.root, other.root);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answers = await Promise.all([ask(one.size), ask(other.size)]);
    const [newest, again] = answers.map(({ note }) => bodyOf(note));
    if (!newest || !again) return false;
    if (newest.size !== again.size) continue;
    return [one, other].every(({ size, root }, index) => {
      const path = (answers[index]?.consistency?.path ?? []).map(unhex);
      const isBeginning = isConsistent({ size1: size, size2: newest.size, root1: root, root2: newest.root, path });
      return isBeginning && sameBytes(newest.root, again.root);
    });
  }
  throw new Error('The log grew between all questions');
}
