import assert from 'node:assert/strict';
import type { Tx } from '#src/ports/database.ts';
import type { NodeKey } from '#src/security/keys.ts';
import { signerWith } from './signatures.ts';
import { recordsById, signWritten } from './signed-records.ts';
import { signatureFault, trustKeys, type SigningKeys } from './trusted-keys.ts';

/** Signs records by the key of this server, which is known a moment after the first connection is. */
type RecordSigning = {
  /** What each transaction does before its COMMIT. */
  readonly beforeCommit: (tx: Tx) => Promise<void> | undefined;
  by(keys: SigningKeys): void;
};

export function recordSigning(keys?: Pick<SigningKeys, 'node'>): RecordSigning {
  return {
    beforeCommit: (tx) => {
      if (tx.expected.length === 0 && tx.reliesOn.length === 0) return undefined;
      assert(keys, 'records are written before the keys of this server are open');
      return checkAndSign(tx, keys.node);
    },
    by: (opened) => {
      keys = opened;
      trustKeys(opened);
    },
  };
}

async function checkAndSign(tx: Tx, node: NodeKey): Promise<void> {
  if (tx.expected.length > 0) await signWritten(tx, signerWith(node));
  if (tx.reliesOn.length === 0) return;
  for (const record of await recordsById(tx, tx.reliesOn)) {
    const wrong = await signatureFault(tx, record);
    if (wrong !== undefined) throw new Error(`Record ${record.id} (${record.type}) ${wrong}: nothing is done by it`);
  }
}
