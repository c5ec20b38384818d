/**
 * A checkpoint as a server has seen it in the log: its number, the hash over all before it, and when, by the database.
 */
export type SeenCheckpoint = { readonly number: number; readonly chain: string; readonly at: number };

/**
 * How far the log has been seen to go, kept outside the database: what is taken away there is missed by it. It may be
 * behind, never ahead.
 */
export type SeenLog = {
  /** Undefined at first. */
  readonly read: () => Promise<SeenCheckpoint | undefined>;
  /** A server that ends meanwhile leaves the one before, whole. False where there is no place for it. */
  readonly keep: (seen: SeenCheckpoint) => Promise<boolean>;
};
