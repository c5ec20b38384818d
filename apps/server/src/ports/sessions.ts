import type { Language } from '@khara/contract';
import type { Member } from '#src/kernel/member.ts';

/** How a practice account leaves a device: its seat went to another one, or it was erased. */
export type EndOfPractice = 'device_moved' | 'account_closed';

/**
 * What a token that was presented turned out to be: of a living session, of one that has ended (2001), or
 * nothing of ours (401).
 */
export type PresentedToken =
  | { readonly kind: 'live'; readonly member: Member }
  /** `why`: what ended it, where its reader has to know. */
  | { readonly kind: 'ended'; readonly why?: EndOfPractice | undefined }
  | { readonly kind: 'unknown' };

/** The sessions, remembered in memory by the SHA-256 of their tokens: a call costs no query. */
export type Sessions = {
  /** At once when the session is remembered. `language`: what its reader reads now, for what is sent unasked. */
  find(token: string, language?: Language): PresentedToken | Promise<PresentedToken>;
  /**
   * To be called when sessions end or change, after the commit: their next call asks the database again.
   * Token hashes in hex.
   */
  forget(tokenHashes: readonly string[]): void;
};
