import { ed25519 } from '@noble/curves/ed25519.js';
import { fromBase64, toBase64 } from './base64.ts';
import { concat, hash, raw, sameBytes, utf8 } from './bytes.ts';

/*
 * Signed notes (https://c2sp.org/signed-note): a body that ends with a line break, a blank line, one line for each
 * signature. Others may add lines of their own.
 */

export type VerifyKey = {
  readonly name: string;
  readonly publicKey: Uint8Array;
};

/** The key of a note's writer, which signs by itself. */
export type NoteSigner = VerifyKey & { sign(bytes: Uint8Array): Uint8Array };

/** Short name of a key in a signature line. */
export const keyHash = ({ name, publicKey }: VerifyKey): Uint8Array =>
  hash(utf8(name), new Uint8Array([0x0a, 0x01]), raw(publicKey, 32)).slice(0, 4);

const DASH = '\u2014';

/** The note of a body, whose lines all end. */
export const signNote = (body: string, signer: NoteSigner): string =>
  `${body}\n${DASH} ${signer.name} ${toBase64(concat(keyHash(signer), signer.sign(utf8(body))))}\n`;

/** The body of a note under any signature; undefined of what is no note. */
export function bodyText(note: string): string | undefined {
  const end = note.indexOf('\n\n');
  return end < 0 ? undefined : note.slice(0, end + 1);
}

/** Why the signature of a note is not believed. */
export type SignatureFault = 'not_signed' | 'bad_signature';

/** Checks a note under one key; signatures of other keys are passed over. Undefined: it is signed. */
export function checkNote(note: string, key: VerifyKey): SignatureFault | undefined {
  const body = bodyText(note) ?? '';
  const signature = findSignature(note.slice(body.length + 1, -1).split('\n'), key);
  if (!signature) return 'not_signed';
  // Strict RFC 8032 rather than ZIP 215: a statement has to mean the same to every verifier.
  return ed25519.verify(signature, utf8(body), key.publicKey, { zip215: false }) ? undefined : 'bad_signature';
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
