import type { AssistantScope } from '@khara/contract';
import type { Member } from '#src/kernel/member.ts';

/** An assistant that its member let in, by the name that it gives itself. */
type Assistant = {
  readonly name: string;
  /** Whether its member is asked about each of its orders. */
  readonly asks: boolean;
};

/** A program that showed a token of its key, and the member for whom it acts. */
export type Program = {
  readonly keyId: string;
  readonly scope: AssistantScope;
  readonly member: Member;
  readonly assistant?: Assistant;
};

/** What a key and a token turned out to be. */
type PresentedKey =
  | { readonly kind: 'live'; readonly program: Program }
  /** The same of an assistant, which is let in at its own place alone (RFC 8707). */
  | { readonly kind: 'assistant'; readonly program: Program & { readonly assistant: Assistant } }
  /** The key, the token or both are unknown, or were ended. */
  | { readonly kind: 'unknown' }
  /** Both are right, and the caller is at an address that the key does not name. */
  | { readonly kind: 'elsewhere' }
  /** An assistant that its member has stopped. */
  | { readonly kind: 'paused' }
  /** More tokens of this key were looked up from one address than the door takes calls. */
  | { readonly kind: 'too_many' };

/** Keys of programs, remembered in memory by the SHA-256 of their access tokens. */
export type KnownPrograms = {
  find(keyId: string, token: string, address: string): Promise<PresentedKey>;
  /** When tokens end, after the commit: the next call asks the database again. Token hashes in hex. */
  forget(tokenHashes: readonly string[]): void;
};
