import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Deps } from '#src/kernel/deps.ts';

/** SHA-256 of a secret or a token: what the database knows it by. */
export const hashSecret = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * The secret of a key. A login proves it by a hash over itself and the login's token, so the server needs the
 * secret again. It is made from the installation's secret each time: what is stored opens nothing.
 */
export function deriveSecret({ keys }: Pick<Deps, 'keys'>, keyId: string): string {
  const key = Buffer.from(hkdfSync('sha256', keys.installSecret, '', 'khara/program-key', 32));
  return createHmac('sha256', key).update(keyId).digest('base64url').slice(0, 32);
}

/** 24 random bytes: nothing else can have been ours. */
export const newToken = ({ random }: Pick<Deps, 'random'>): string =>
  Buffer.from(random.bytes(24)).toString('base64url');

/** Whether two hashes are the same, in a time that says nothing of where they differ. */
export const isSameHash = (given: Uint8Array, kept: Uint8Array | null): boolean =>
  kept !== null && given.length === kept.length && timingSafeEqual(given, kept);
