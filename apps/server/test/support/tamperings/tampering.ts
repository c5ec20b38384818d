export type Tampering = {
  /** What is done, in a few words. */
  readonly name: string;
  /**
   * Statements, separated by a semicolon at a line's end. Rows are changed with every trigger and foreign key
   * out of the way.
   */
  readonly sql: string;
  /** Names of checks that have to find it; others may, too. */
  readonly found: readonly string[];
  /** It changes the catalogue and not rows: nothing is moved out of its way, and no row needs to be touched. */
  readonly ofCatalogue?: true;
  /** It changes what all databases of the server share: undone after the look, and never seen by another test. */
  readonly ofServer?: true;
};

/** The oldest row of something that a member owns. */
export const ONE = 'LIMIT 1';

/** The market day that closed last. */
export const NEWEST = `(SELECT max(market_day) FROM market.day WHERE closed_ms IS NOT NULL)`;
