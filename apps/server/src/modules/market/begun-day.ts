/** A market day that has begun. */
export type BegunDay = {
  readonly marketDay: number;
  readonly marketDate: string;
  readonly profile: 'compressed' | 'nse';
  readonly steps: number;
  readonly firstStep: number;
  readonly seedHash: Uint8Array;
  /** Which rules and which exchange it is played by. */
  readonly engine: string;
  /**
   * Codes of shares that take no orders in it; undefined for a day from before this was kept: those of the universe.
   */
  readonly suspended: readonly string[] | undefined;
  /** Its shares and indices, packed; undefined for a day from before this was kept: those of the universe. */
  readonly universe: Uint8Array | undefined;
  readonly closedAt: number | undefined;
};
