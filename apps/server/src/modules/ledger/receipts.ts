import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { signReceipts as signTogether, writeReceipt, type Receipt, type WireReceipt } from '@khara/proof';
import type { Deps } from '#src/kernel/deps.ts';
import type { Kind } from './chart.ts';

export type SignedReceipt = WireReceipt;

type Named = { readonly kind: Kind; readonly ref: string };
type Signing = Pick<Deps, 'db' | 'keys'>;

/**
 * The signed receipt of an entry that is there: the promise to have it in the log within ten seconds. It is signed
 * alone, so every repeat of a request is answered with the same. Throws when there is no such entry: our defect.
 */
export async function receiptOf(deps: Signing, entry: Named): Promise<SignedReceipt> {
  const receipt = await receiptIfAny(deps, entry);
  if (!receipt) throw new Error(`There is no entry ${entry.kind} ${entry.ref}`);
  return receipt;
}

/** The same of an entry that need not be there: null when nothing has moved. */
export async function receiptIfAny(deps: Signing, { kind, ref }: Named): Promise<SignedReceipt | null> {
  return (await receiptsOf(deps, kind, [ref])).get(ref) ?? null;
}

/** The receipts of entries that were just written, and of which everything is known: one signature for all. */
export const signReceipts = ({ keys }: Pick<Deps, 'keys'>, entries: readonly Receipt[]): readonly SignedReceipt[] =>
  signed(entries, keys.log.secretSeed);

/** The receipts of the entries of one kind about these, by what they are about; of those that are not there, none. */
export async function receiptsOf(
  { db, keys }: Signing,
  kind: Kind,
  refs: readonly string[],
): Promise<ReadonlyMap<string, SignedReceipt>> {
  if (refs.length === 0) return new Map();
  const rows = await db.query<{ ref: string; uid: string; leaf: Uint8Array; at_ms: bigint }>(
    'ledger.receipts',
    'SELECT ref, uid, leaf, at_ms FROM ledger.entry WHERE kind = $1 AND ref = ANY ($2)',
    [kind, refs],
  );
  return new Map(rows.map(({ ref, at_ms, ...row }) => [ref, signedAlone({ ...row, at: Number(at_ms) }, keys)]));
}

/** How far back in the owner's entries a release is looked for: it has only just been written. */
const RECENT = 60;

type Held = { readonly owner: string; readonly hold: string };

/**
 * The receipt of the newest entry by which something of a hold was given back to its owner; null when nothing
 * was, or not lately.
 */
export const receiptOfRelease = (deps: Signing, held: Held): Promise<SignedReceipt | null> =>
  newestOf(deps, held, ['release']);

/**
 * The receipt of the newest entry by which a hold was opened or something of it given back; null when there
 * is none, or not lately.
 */
export const receiptOfHold = (deps: Signing, held: Held): Promise<SignedReceipt | null> =>
  newestOf(deps, held, ['open', 'release']);

async function newestOf(
  { db, keys }: Signing,
  { owner, hold }: Held,
  does: readonly ('open' | 'release')[],
): Promise<SignedReceipt | null> {
  const [row] = await db.query<{ uid: string; leaf: Uint8Array; at_ms: bigint }>(
    'ledger.newest_receipt_of_hold',
    `SELECT e.uid, e.leaf, e.at_ms
     FROM (
       SELECT e.* FROM ledger.entry e WHERE e.person = (SELECT p.id FROM ledger.person p WHERE p.owner = $1)
       ORDER BY e.id DESC LIMIT $3
     ) e
     JOIN ledger.kind k ON k.kind = e.kind AND k.hold = ANY ($4)
     WHERE e.ref = $2 OR starts_with(e.ref, $2 || ':')
     ORDER BY e.id DESC LIMIT 1`,
    [owner, hold, RECENT, does],
  );
  return row ? signedAlone({ ...row, at: Number(row.at_ms) }, keys) : null;
}

const signedAlone = (receipt: Receipt, { log }: Deps['keys']): SignedReceipt => signed([receipt], log.secretSeed)[0]!;

function signed(receipts: readonly Receipt[], seed: Uint8Array): readonly SignedReceipt[] {
  if (receipts.length === 0) return [];
  const key = privateKeyOf(seed);
  // By OpenSSL, and not by packages/proof: a tenth of the time, and every order waits for it.
  return signTogether(receipts, (bytes) => sign(undefined, bytes, key)).map(writeReceipt);
}

/** What stands before an Ed25519 seed in PKCS #8 (RFC 8410, 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
function privateKeyOf(seed: Uint8Array): KeyObject {
  const key = opened.get(seed) ?? createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  opened.set(seed, key);
  return key;
}
const opened = new WeakMap<Uint8Array, KeyObject>();
