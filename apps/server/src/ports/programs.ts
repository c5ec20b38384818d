import type { Member } from '#src/kernel/member.ts';

/** A program that showed a token of its key, and the member for whom it acts. */
export type Program = { readonly keyId: string; readonly scope: 'read' | 'trade'; readonly member: Member };

/** What a key and a token turned out to be. */
type PresentedKey =
  | { readonly kind: 'live'; readonly program: Program }
  /** The key, the token or both are unknown, or were ended. */
  | { readonly kind: 'unknown' }
  /** Both are right, and the caller is at an address that the key does not name. */
  | { readonly kind: 'elsewhere' }
  /** More tokens of this key were looked up from one address than the door takes calls. */
  | { readonly kind: 'too_many' };

/** Keys of programs, remembered in memory by the SHA-256 of their access tokens. */
export type KnownPrograms = {
  find(keyId: string, token: string, address: string): Promise<PresentedKey>;
  /** When tokens end, after the commit: the next call asks the database again. Token hashes in hex. */
  forget(tokenHashes: readonly string[]): void;
};
