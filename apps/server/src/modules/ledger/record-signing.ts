import type { Tx } from '#src/ports/database.ts';
import { signerWith } from './signatures.ts';
import { recordsById, signWritten } from './signed-records.ts';
import { signatureFault } from './trusted-keys.ts';

/** What each transaction does before its COMMIT: signs its records, and checks those that it relies on. */
export const signTransaction = (tx: Tx): Promise<void> | undefined =>
  tx.expected.length === 0 && tx.reliesOn.length === 0 ? undefined : checkAndSign(tx);

async function checkAndSign(tx: Tx): Promise<void> {
  if (tx.expected.length > 0) await signWritten(tx, signerWith(tx.ownKeys().node));
  if (tx.reliesOn.length === 0) return;
  for (const record of await recordsById(tx, tx.reliesOn)) {
    const wrong = await signatureFault(tx, record);
    if (wrong !== undefined) throw new Error(`Record ${record.id} (${record.type}) ${wrong}: nothing is done by it`);
  }
}
