import type { ServerMessage } from '@khara/contract';

/** Tells signed-in devices of a user; losing a message loses nothing, the client refetches. */
export interface Pushes {
  /** False when no device of the user listens: then nothing needs to be prepared. */
  isListening(userId: string): boolean;
  toUser(userId: string, message: ServerMessage): void;
  /** Ends the sockets of the sessions with these token hashes (hex), with 2001. */
  endSessions(tokenHashes: readonly string[]): void;
}
