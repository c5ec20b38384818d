import type { Language, ServerMessage } from '@khara/contract';

/**
 * What changed for a member: each server that has the member's sockets tells it. `refused_order`: one of a program that
 * was not placed. `lacksNotice`: the notice of that order's end is not written yet. `program`: the key that placed it.
 */
export type Change = { readonly userId: string } & (
  | ({ readonly kind: 'order'; readonly lacksNotice?: boolean; readonly program?: string } & Told<'order'>)
  | ({ readonly kind: 'refused_order'; readonly program: string } & Told<'order'>)
  | ({ readonly kind: 'position' } & Told<'position'>)
  | { readonly kind: 'alert' | 'notice' | 'support'; readonly id: string }
  | { readonly kind: 'support_read'; readonly at: number }
  | { readonly kind: 'wallet'; readonly currency: 'INR' | 'USDT' }
  | { readonly kind: 'draw'; readonly data: Told<'draw'> }
);
type Told<T extends 'order' | 'position' | 'draw'> = Extract<ServerMessage, { type: T }>['data'];
/** Those of one kind. */
export type ChangeOf<K extends Change['kind']> = Change & { readonly kind: K };

/** A message, and whose it is. */
export type MemberMessage = { readonly userId: string; readonly message: ServerMessage };
export type LanguageOf = (userId: string) => Language;

/** Tells signed-in devices of members, at any server; losing a message loses nothing, the client refetches. */
export type Pushes = {
  /** To be called after the commit. */
  changed(changes: readonly Change[]): void;
  /**
   * Forgets the sessions and the programs with these token hashes (hex) everywhere and ends the sockets of sessions,
   * with 2001. After the commit.
   */
  endSessions(tokenHashes: readonly string[]): void;
  /** The next call of these sessions asks the database again, everywhere. After the commit. */
  forgetSessions(tokenHashes: readonly string[]): void;
};
