import { createHmac } from 'node:crypto';
import { recordRow, removeRecorded, type RecordedTable } from '#modules/ledger/index.ts';
import type { NoticeToSend } from '#modules/notices/index.ts';
import type { Deps } from '#src/kernel/deps.ts';
import type { Tx } from '#src/ports/database.ts';
import { DAY_MS } from '@khara/rules';

/**
 * By which identity a member's own limits outlive a closed account. The log keeps a salted hash of a row; the salt ends
 * with the row, so no number can be tried out against it afterwards.
 */
export const KEPT_IDENTITIES: RecordedTable = {
  type: 'account.identity',
  table: 'accounts.kept_identity',
  id: 'id',
  columns: ["encode(t.hash, 'hex')", "encode(t.salt, 'hex')", 't.member_id', 't.at'],
};

/** As long as the longest pause, which no closing may shorten. */
export const KEPT_IDENTITY_MS = 366 * DAY_MS;

/** What may lead back to a person: the phone, or the hash by which identity checks know an Aadhaar number. */
export type PersonalNumber = { readonly phone: string } | { readonly numberHash: Uint8Array };

/** Without the secret of the installation a number cannot be found from it. */
function identityHash({ installSecret }: Deps['keys'], number: PersonalNumber): Buffer {
  const keyed = createHmac('sha256', installSecret).update('khara/kept-identity/1\0');
  return 'phone' in number
    ? keyed.update('phone\0').update(number.phone).digest()
    : keyed.update('aadhaar\0').update(number.numberHash).digest();
}

/**
 * Keeps, by hash, whose limits a new account of these numbers begins with: those of this member. What was kept of them
 * for another, or earlier, ends.
 */
export async function keepIdentities(
  tx: Tx,
  { keys }: Pick<Deps, 'keys'>,
  {
    memberId,
    numbers,
    at,
  }: { readonly memberId: string; readonly numbers: readonly PersonalNumber[]; readonly at: number },
): Promise<void> {
  const hashes = numbers.map((number) => identityHash(keys, number));
  const before = await tx.query<{ id: bigint; hash: Buffer }>(
    'accounts.kept_identities',
    'SELECT id, hash FROM accounts.kept_identity WHERE member_id = $1 OR hash = ANY($2)',
    [memberId, hashes],
  );
  await replace(tx, before, { memberId, hashes, at });
}

/** Forgets by which identity a member's limits would be kept. */
export async function forgetIdentities(tx: Tx, memberId: string): Promise<void> {
  const rows = await tx.query<{ id: bigint }>(
    'accounts.kept_identities_of',
    'SELECT id FROM accounts.kept_identity WHERE member_id = $1',
    [memberId],
  );
  for (const { id } of rows) await remove(tx, id);
}

/** Ends what is older than a year. Safe to run twice. */
export async function forgetOldIdentities(tx: Tx, now: number): Promise<void> {
  const rows = await tx.query<{ id: bigint }>(
    'accounts.old_kept_identities',
    'SELECT id FROM accounts.kept_identity WHERE at < $1 ORDER BY at LIMIT 100',
    [now - KEPT_IDENTITY_MS],
  );
  for (const { id } of rows) await remove(tx, id);
}

/**
 * Gives an account the own limits of the closed one with the same number, where they are stricter than its own. From
 * then on the identity leads to this account. Answers the notice of it, if there was a limit.
 */
export async function carryLimits(
  tx: Tx,
  { keys, portfolio, clock }: Pick<Deps, 'keys' | 'portfolio' | 'clock'>,
  memberId: string,
  number: PersonalNumber,
): Promise<readonly NoticeToSend[]> {
  const before = await tx.query<{ id: bigint; hash: Buffer; memberId: string }>(
    'accounts.kept_for',
    `SELECT k.id, k.hash, k.member_id FROM accounts.kept_identity k
     WHERE k.member_id = (SELECT f.member_id FROM accounts.kept_identity f WHERE f.hash = $1 AND f.member_id <> $2 AND f.at >= $3)`,
    [identityHash(keys, number), memberId, clock.now() - KEPT_IDENTITY_MS],
  );
  const from = before[0]?.memberId;
  if (from === undefined) return [];
  const at = clock.now();
  const isCarried = await portfolio.carryLimits(tx, from, memberId);
  await replace(tx, before, { memberId, hashes: [], at });
  if (!isCarried) return [];
  const link = '/pages/personal/limits/index';
  return [{ userId: memberId, category: 'system', key: 'ownLimitsCarried', link, about: `limits:${from}`, at }];
}

/** Rows of these identities from now on: those that were there, and further hashes. */
async function replace(
  tx: Tx,
  before: readonly { readonly id: bigint; readonly hash: Buffer }[],
  { memberId, hashes, at }: { readonly memberId: string; readonly hashes: readonly Buffer[]; readonly at: number },
): Promise<void> {
  for (const { id } of before) await remove(tx, id);
  const all = new Map([...before.map(({ hash }) => hash), ...hashes].map((hash) => [hash.toString('hex'), hash]));
  for (const hash of all.values()) {
    const [row] = await tx.query<{ id: bigint }>(
      'accounts.keep_identity',
      'INSERT INTO accounts.kept_identity (hash, member_id, at) VALUES ($1, $2, $3) RETURNING id',
      [hash, memberId, at],
    );
    await recordRow(tx, KEPT_IDENTITIES, row!.id, 'kept'); // an insert returns its row
  }
}

const remove = (tx: Tx, id: bigint): Promise<boolean> =>
  removeRecorded(tx, KEPT_IDENTITIES, String(id), async () => {
    const gone = await tx.query(
      'accounts.forget_identity',
      'DELETE FROM accounts.kept_identity WHERE id = $1 RETURNING id',
      [id],
    );
    return gone.length > 0;
  });
