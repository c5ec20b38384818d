/** Password hashes: argon2id over a keyed hash, a few at a time. */
export type Passwords = {
  /**
   * A PHC string. Throws `TryLater` when too many wait already: with `member`, whose session asks, of that
   * member; without, of guests, for whom there are places of their own.
   */
  hash(secret: string, member?: string): Promise<string>;
  /**
   * False for a wrong secret; with no hash to compare it takes as long and is false, so that an unknown
   * account looks like a wrong password.
   */
  verify(secret: string, hash: string | undefined, member?: string): Promise<boolean>;
  /** Whether a hash was made with other parameters than today's and should be made anew. */
  isStale(hash: string): boolean;
};
