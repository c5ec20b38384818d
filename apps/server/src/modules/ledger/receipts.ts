import { createPrivateKey, sign } from 'node:crypto';
import { hex, receiptBytes } from '@khara/proof';
import type { Deps } from '../../deps.ts';
import type { Kind } from './chart.ts';

export type SignedReceipt = {
  readonly uid: string;
  readonly leaf: string;
  readonly at: number;
  readonly signature: string;
};

/**
 * The signed receipt of an entry that is there: the promise to have it in the log within ten seconds. An Ed25519 signature has no chance in it, so every
 * repeat of a request is answered with the same. Throws when there is no such entry: our defect.
 */
export async function receiptOf(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  entry: { readonly kind: Kind; readonly ref: string },
): Promise<SignedReceipt> {
  const [row] = await db.query<{ uid: string; leaf: Uint8Array; at_ms: bigint }>(
    'ledger.receipt',
    'SELECT uid, leaf, at_ms FROM ledger.entry WHERE kind = $1 AND ref = $2',
    [entry.kind, entry.ref],
  );
  if (!row) throw new Error(`There is no entry ${entry.kind} ${entry.ref}`);
  const { uid, leaf } = row;
  const at = Number(row.at_ms);
  // By OpenSSL, and not by packages/proof: a tenth of the time, and every order waits for it.
  const signature = sign(undefined, receiptBytes({ uid, leaf, at }), privateKeyOf(keys.log.secretSeed));
  return { uid, leaf: hex(leaf), at, signature: hex(signature) };
}

/** What stands before an Ed25519 seed in PKCS #8 (RFC 8410, 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const privateKeyOf = (seed: Uint8Array) =>
  createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
