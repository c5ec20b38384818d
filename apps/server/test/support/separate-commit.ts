import type { Tx } from '#src/ports/database.ts';

/** A transaction whose COMMIT goes alone, after its last statements: something can happen before it. */
export const withSeparateCommit = (tx: Tx): Tx => ({ ...tx, commitWith: (send) => send() });
