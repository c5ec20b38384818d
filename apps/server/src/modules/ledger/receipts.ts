import {
  receiptsOfSignature,
  signReceipts,
  writeReceipt,
  type Receipt,
  type SignedReceipt as Signed,
  type WireReceipt,
} from '@khara/proof';
import type { Deps } from '#src/kernel/deps.ts';
import { sqlArray } from '#src/kernel/sql-array.ts';
import type { Db, Queryable } from '#src/ports/database.ts';
import type { Kind } from './chart.ts';
import { signerWith } from './signatures.ts';

/*
 * A receipt is signed once, by the server that answers first. Its signature is kept: every server answers a repeat with
 * the same bytes.
 */

export type SignedReceipt = WireReceipt;

type Named = { readonly kind: Kind; readonly ref: string };
type Signing = Pick<Deps, 'db' | 'keys'>;

/**
 * The signed receipt of an entry that is there: the promise to have it in the log within ten seconds. Every repeat of a
 * request is answered with the same. Throws when there is no such entry: our defect.
 */
export async function loadReceipt(deps: Signing, entry: Named): Promise<SignedReceipt> {
  const receipt = await receiptIfAny(deps, entry);
  if (!receipt) throw new Error(`There is no entry ${entry.kind} ${entry.ref}`);
  return receipt;
}

/** The same of an entry that need not be there: null when nothing has moved. */
export async function receiptIfAny(deps: Signing, { kind, ref }: Named): Promise<SignedReceipt | null> {
  return (await readReceipts(deps, kind, [ref])).get(ref) ?? null;
}

/** Entries that were signed together, with their receipts. */
export type SignedTogether = { readonly receipts: readonly Signed[] };

/** One signature for all of these entries, which are just written; `keepReceipts` belongs to the same transaction. */
export const signTogether = ({ keys }: Pick<Deps, 'keys'>, entries: readonly Receipt[]): SignedTogether => ({
  receipts: signReceipts(entries, signerWith(keys.node)),
});

/** Keeps signatures, each under the first entry that it is of. Refused of a key that was retired. */
export const keepReceipts = (db: Queryable, signed: readonly SignedTogether[]): Promise<unknown> =>
  db.query('ledger.keep_receipts', KEEP, receiptValues(signed));

const KEEP = 'SELECT k.uid FROM ledger.keep_receipts($1, $2, $3, $4) AS k (uid)';

function receiptValues(signed: readonly SignedTogether[]) {
  const entries = signed.flatMap(({ receipts }, at) => receipts.map(({ uid }) => ({ uid, at: at + 1 })));
  return [
    signed[0]?.receipts[0]?.signer,
    sqlArray(
      'uuid',
      entries.map(({ uid }) => uid),
    ),
    sqlArray(
      'integer',
      entries.map(({ at }) => at),
    ),
    sqlArray(
      'bytea',
      signed.map(({ receipts }) => receipts[0]?.signature),
    ),
  ];
}

/** The receipt of an entry with the signature that is kept under it, if one is, and of how many others it is. */
type KeptReceipt = Receipt & {
  readonly signer?: Uint8Array | undefined;
  readonly signature?: Uint8Array | undefined;
  readonly others?: number | undefined;
};

/** The receipts of the entries of one kind about these, by what they are about; of those that are not there, none. */
export async function readReceipts(
  { db, keys }: Signing,
  kind: Kind,
  refs: readonly string[],
): Promise<ReadonlyMap<string, SignedReceipt>> {
  if (refs.length === 0) return new Map();
  const rows = await db.query<KeptReceipt & { readonly ref: string }>(
    'ledger.receipts',
    `SELECT e.ref, e.uid, e.leaf, e.at_ms, s.signer, s.signature, cardinality(s.others) AS others
     FROM ledger.entry e LEFT JOIN ledger.signed_receipt s ON s.uid = e.uid
     WHERE e.kind = $1 AND e.ref = ANY ($2)`,
    [kind, refs],
  );
  const receipts = await receiptsByUid({ db, keys }, rows);
  return new Map(rows.map(({ ref, uid }) => [ref, receipts.get(uid)!]));
}

/**
 * The receipt of `own` that was signed with others, of which the signature is under one: as it was answered
 * first. Where none was kept, that of the entry alone.
 */
export async function receiptAmong(
  { db, keys }: Signing,
  { own, others }: { readonly own: string; readonly others: readonly string[] },
): Promise<SignedReceipt | undefined> {
  const kept = await keptUnder(db, [own, ...others]);
  const together = kept
    .filter((receipts) => receipts.some(({ uid }) => uid === own))
    .toSorted((a, b) => b.length - a.length)[0];
  const receipt = together?.find(({ uid }) => uid === own);
  if (receipt) return writeReceipt(receipt);
  const rows = await db.query<Receipt>(
    'ledger.receipt_of_uid',
    'SELECT uid, leaf, at_ms FROM ledger.entry WHERE uid = $1',
    [own],
  );
  return (await receiptsByUid({ db, keys }, rows)).get(own);
}

/** How far back in the owner's entries a release is looked for: it has only just been written. */
const RECENT = 60;

type Held = { readonly owner: string; readonly hold: string };

/**
 * The receipt of the newest entry by which something of a hold was given back to its owner; null when nothing
 * was, or not lately.
 */
export const receiptOfRelease = (deps: Signing, held: Held): Promise<SignedReceipt | null> =>
  readNewest(deps, held, ['release']);

/**
 * The receipt of the newest entry by which a hold was opened or something of it given back; null when there
 * is none, or not lately.
 */
export const receiptOfHold = (deps: Signing, held: Held): Promise<SignedReceipt | null> =>
  readNewest(deps, held, ['open', 'release']);

async function readNewest(
  { db, keys }: Signing,
  { owner, hold }: Held,
  does: readonly ('open' | 'release')[],
): Promise<SignedReceipt | null> {
  const rows = await db.query<KeptReceipt>(
    'ledger.newest_receipt_of_hold',
    `SELECT e.uid, e.leaf, e.at_ms, s.signer, s.signature, cardinality(s.others) AS others
     FROM (
       SELECT e.* FROM ledger.entry e WHERE e.person = (SELECT p.id FROM ledger.person p WHERE p.owner = $1)
       ORDER BY e.id DESC LIMIT $3
     ) e
     JOIN ledger.kind k ON k.kind = e.kind AND k.hold = ANY ($4)
     LEFT JOIN ledger.signed_receipt s ON s.uid = e.uid
     WHERE e.ref = $2 OR starts_with(e.ref, $2 || ':')
     ORDER BY e.id DESC LIMIT 1`,
    [owner, hold, RECENT, does],
  );
  const [row] = rows;
  return (row && (await receiptsByUid({ db, keys }, rows)).get(row.uid)) ?? null;
}

/** Each receipt as it was answered first; those without a signature are signed now, each alone. */
async function receiptsByUid(
  { db, keys }: Signing,
  rows: readonly KeptReceipt[],
): Promise<ReadonlyMap<string, SignedReceipt>> {
  const found = new Map<string, SignedReceipt>();
  const fresh: SignedTogether[] = [];
  const elsewhere: string[] = [];
  for (const row of rows) {
    const { uid, signer, signature, others } = row;
    if (!signer || !signature) fresh.push(signTogether({ keys }, [row]));
    else if (others) elsewhere.push(uid);
    else found.set(uid, writeReceipt(receiptsOfSignature([row], { signer, signature })[0]!));
  }
  if (fresh.length > 0) {
    const kept = await keepLightly(db, fresh);
    for (const [receipt] of fresh.map(({ receipts }) => receipts)) {
      if (kept.has(receipt!.uid)) found.set(receipt!.uid, writeReceipt(receipt!));
      else elsewhere.push(receipt!.uid); // another server was first
    }
  }
  for (const [first] of await keptUnder(db, elsewhere)) found.set(first!.uid, writeReceipt(first!));
  return found;
}

/**
 * Keeps signatures without waiting for the disk, and answers those that were the first of their entry. One that a
 * database loses with its last moments is made again: by the same server with the same bytes.
 */
async function keepLightly(db: Db, signed: readonly SignedTogether[]): Promise<ReadonlySet<string>> {
  const rows = await db.transaction((tx) =>
    tx.commitWith(async () => {
      const [, kept] = await Promise.all([
        tx.query('ledger.keep_lightly', "SELECT set_config('synchronous_commit', 'off', true)"),
        tx.query<{ uid: string }>('ledger.keep_receipts', KEEP, receiptValues(signed)),
      ]);
      return kept;
    }),
  );
  return new Set(rows.map(({ uid }) => uid));
}

/** What is signed by signatures that are kept under these entries, the first one first. */
async function keptUnder(db: Queryable, uids: readonly string[]): Promise<readonly (readonly Signed[])[]> {
  if (uids.length === 0) return [];
  const rows = await db.query<
    Receipt & { readonly first: string; readonly signer: Uint8Array; readonly signature: Uint8Array }
  >(
    'ledger.kept_receipts',
    `SELECT s.uid AS first, s.signer, s.signature, e.uid, e.leaf, e.at_ms
     FROM ledger.signed_receipt s
     CROSS JOIN unnest(s.uid || s.others) WITH ORDINALITY AS m (uid, at)
     JOIN ledger.entry e ON e.uid = m.uid
     WHERE s.uid = ANY ($1) ORDER BY s.uid, m.at`,
    [sqlArray('uuid', uids)],
  );
  return [...Map.groupBy(rows, ({ first }) => first).values()].map((together) =>
    receiptsOfSignature(together, together[0]!),
  );
}
