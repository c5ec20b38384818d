import type { Language, ServerMessage } from '@khara/contract';

/**
 * What changed for a member, as ids: each server that has the member's sockets reads it and words it. `refused_order`:
 * one of a program that was not placed. `isPlaced`: the notice of that order is not written yet.
 */
export type Change = { readonly userId: string } & (
  | { readonly kind: 'order'; readonly id: string; readonly isPlaced?: boolean }
  | { readonly kind: 'position' | 'refused_order' | 'alert' | 'notice' | 'support'; readonly id: string }
  | { readonly kind: 'support_read'; readonly at: number }
  | { readonly kind: 'wallet'; readonly currency: 'INR' | 'USDT' }
  | { readonly kind: 'draw'; readonly data: Extract<ServerMessage, { type: 'draw' }>['data'] }
);
/** Those of one kind. */
export type ChangeOf<K extends Change['kind']> = Change & { readonly kind: K };

/** A change in words, and whose it is. */
export type WordedChange = { readonly userId: string; readonly message: ServerMessage };
export type LanguageOf = (userId: string) => Language;

/** Tells signed-in devices of members, at any server; losing a message loses nothing, the client refetches. */
export interface Pushes {
  /** To be called after the commit. */
  changed(changes: readonly Change[]): void;
  /**
   * Forgets the sessions and the programs with these token hashes (hex) everywhere and ends the sockets of sessions,
   * with 2001. After the commit.
   */
  endSessions(tokenHashes: readonly string[]): void;
  /** The next call of these sessions asks the database again, everywhere. After the commit. */
  forgetSessions(tokenHashes: readonly string[]): void;
}
