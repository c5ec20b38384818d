/** A line to the server that runs the market. */
export type NodeLine = {
  /**
   * Asks it something; what is asked in the same turn goes in one message. Values are what `structuredClone` takes.
   * Throws LineAway when there is no answer from that server: whether it did what was asked is unknown.
   */
  ask(question: unknown): Promise<unknown>;
};

/** No server answers for the market now, or the one that was asked is gone. */
export class LineAway extends Error {
  override readonly name = 'LineAway';
}
