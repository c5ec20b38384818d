import { ed25519 } from '@noble/curves/ed25519.js';
import { fromBase64, toBase64 } from './base64.ts';
import { raw } from './bytes.ts';
import { bodyText, checkNote, signNote, type SignatureFault, type VerifyKey } from './note.ts';

/** What the operator signs about the log: its number of leaves, its root and the time. */
export type Checkpoint = {
  /** `khara/<installId>`: the log's name and its key's. */
  readonly name: string;
  readonly size: number;
  readonly root: Uint8Array;
  /** Milliseconds since 1970, UTC; never goes back from one checkpoint to the next. */
  readonly timeMs: number;
};

export const derivePublicKey = (secretSeed: Uint8Array): Uint8Array => ed25519.getPublicKey(secretSeed);

/** A checkpoint as a signed note. */
export const signCheckpoint = (checkpoint: Checkpoint, secretSeed: Uint8Array): string =>
  signNote(checkpointBody(checkpoint), {
    name: checkpoint.name,
    publicKey: derivePublicKey(secretSeed),
    sign: (bytes) => ed25519.sign(bytes, secretSeed),
  });

/** Why a note is not believed, in the order in which it is looked for. */
export type NoteFault = 'malformed' | 'other_log' | SignatureFault;

export type NoteCheck =
  | { readonly ok: true; readonly checkpoint: Checkpoint }
  | { readonly ok: false; readonly fault: NoteFault };

/** Reads a signed note and believes it only under the pinned key; signatures of other keys are passed over. */
export function readCheckpoint(note: string, key: VerifyKey): NoteCheck {
  const checkpoint = note.endsWith('\n') ? bodyOfNote(note) : undefined;
  if (!checkpoint) return { ok: false, fault: 'malformed' };
  if (checkpoint.name !== key.name) return { ok: false, fault: 'other_log' };
  const fault = checkNote(note, key);
  return fault === undefined ? { ok: true, checkpoint } : { ok: false, fault };
}

/** What a note says, for any signer: for notes that were believed before. */
export function bodyOfNote(note: string): Checkpoint | undefined {
  const body = bodyText(note);
  return body === undefined ? undefined : parseBody(body);
}

const checkpointBody = ({ name, size, root, timeMs }: Checkpoint): string =>
  `${name}\n${size}\n${toBase64(raw(root, 32))}\ntime ${timeMs}\n`;

function parseBody(body: string): Checkpoint | undefined {
  const match = /^([^\n ]+)\n(\d{1,16})\n([A-Za-z0-9+/=]{44})\ntime (\d{1,16})\n$/.exec(body);
  const [, name = '', size, rootText = '', time] = match ?? [];
  const root = fromBase64(rootText);
  if (!match || root?.length !== 32) return undefined;
  const checkpoint = { name, size: Number(size), root, timeMs: Number(time) };
  return checkpointBody(checkpoint) === body ? checkpoint : undefined;
}
