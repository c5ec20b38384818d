import { ed25519 } from '@noble/curves/ed25519.js';
import { fromBase64, toBase64 } from './base64.ts';
import { concat, hash, raw, sameBytes, utf8 } from './bytes.ts';

/** What the operator signs about the log: its number of leaves, its root and the time. */
export type Checkpoint = {
  /** `khara/<installId>`: the log's name and its key's. */
  readonly name: string;
  readonly size: number;
  readonly root: Uint8Array;
  /** Milliseconds since 1970, UTC; never goes back from one checkpoint to the next. */
  readonly timeMs: number;
};

export type VerifyKey = {
  readonly name: string;
  readonly publicKey: Uint8Array;
};

/** Short name of a key in a signature line. */
export const keyHash = ({ name, publicKey }: VerifyKey): Uint8Array =>
  hash(utf8(name), new Uint8Array([0x0a, 0x01]), raw(publicKey, 32)).slice(0, 4);

export const derivePublicKey = (secretSeed: Uint8Array): Uint8Array => ed25519.getPublicKey(secretSeed);

/** A signed note: body, blank line, one line per signature. Others may add lines of their own. */
export function signCheckpoint(checkpoint: Checkpoint, secretSeed: Uint8Array): string {
  const body = checkpointBody(checkpoint);
  const key = { name: checkpoint.name, publicKey: derivePublicKey(secretSeed) };
  const signature = concat(keyHash(key), ed25519.sign(utf8(body), secretSeed));
  return `${body}\n${DASH} ${checkpoint.name} ${toBase64(signature)}\n`;
}

/** Why a note is not believed, in the order in which it is looked for. */
export type NoteFault = 'malformed' | 'other_log' | 'not_signed' | 'bad_signature';

export type NoteCheck =
  | { readonly ok: true; readonly checkpoint: Checkpoint }
  | { readonly ok: false; readonly fault: NoteFault };

/** Reads a signed note and believes it only under the pinned key; signatures of other keys are passed over. */
export function readCheckpoint(note: string, key: VerifyKey): NoteCheck {
  const end = note.indexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return { ok: false, fault: 'malformed' };
  const body = note.slice(0, end + 1);
  const checkpoint = parseBody(body);
  if (!checkpoint) return { ok: false, fault: 'malformed' };
  if (checkpoint.name !== key.name) return { ok: false, fault: 'other_log' };
  const signature = findSignature(note.slice(end + 2, -1).split('\n'), key);
  if (!signature) return { ok: false, fault: 'not_signed' };
  // Strict RFC 8032 rather than ZIP 215: a statement has to mean the same to every verifier.
  const valid = ed25519.verify(signature, utf8(body), key.publicKey, { zip215: false });
  return valid ? { ok: true, checkpoint } : { ok: false, fault: 'bad_signature' };
}

/** What a note says, for any signer: for notes that were believed before. */
export function bodyOfNote(note: string): Checkpoint | undefined {
  const end = note.indexOf('\n\n');
  return end < 0 ? undefined : parseBody(note.slice(0, end + 1));
}

const DASH = '\u2014';

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

/** The 64 signature bytes of the line that carries this key's name and short hash. */
function findSignature(lines: readonly string[], key: VerifyKey): Uint8Array | undefined {
  const start = `${DASH} ${key.name} `;
  for (const line of lines) {
    const bytes = line.startsWith(start) ? fromBase64(line.slice(start.length)) : undefined;
    if (bytes?.length === 68 && sameBytes(bytes.slice(0, 4), keyHash(key))) return bytes.slice(4);
  }
  return undefined;
}
