import { isRecorded, recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';
import type { SealedSecret } from '#src/security/vault.ts';

/** The SQL of bank accounts, and nothing but SQL. */

export type BankChannel = 'UPI' | 'IMPS' | 'NEFT' | 'RTGS';

export type BankAccount = {
  readonly id: string;
  readonly memberId: string;
  readonly channel: BankChannel;
  readonly keyId: string;
  readonly wrappedKey: Buffer;
  readonly body: Buffer;
  readonly numberHash: Buffer;
  readonly lastFour: string;
  readonly holderName: string;
  readonly ifsc: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly branchName: string;
  readonly companyName: string;
  readonly at: number;
  /** No payout to it is accepted before this real instant, in ms. */
  readonly payableFrom: bigint;
  /** When its owner stopped payouts to it; null when they did not. */
  readonly stoppedAt: number | undefined;
  readonly inUse: boolean;
};

/** Where a member's rupees go: the log answers for it. The key of the number is left out, which may be wrapped anew. */
export const BANK_ACCOUNTS: RecordedTable = {
  type: 'bank.account',
  table: 'wallet.bank_account',
  id: 'id',
  member: 'member_id',
  columns: [
    't.channel',
    "encode(t.body, 'hex')",
    "encode(t.number_hash, 'hex')",
    't.last_four',
    't.holder_name',
    't.ifsc',
    't.bank_name',
    't.bank_address',
    't.branch_name',
    't.company_name',
    't.at',
    't.payable_from',
    't.stopped_at',
    't.deleted_at',
  ],
};

const BANK = `b.id, b.member_id, b.channel, b.key_id, b.wrapped_key, b.body, b.number_hash, b.last_four, b.holder_name, b.ifsc, b.bank_name,
  b.bank_address, b.branch_name, b.company_name, b.at, b.payable_from, b.stopped_at, EXISTS
    (SELECT FROM wallet.withdrawal w WHERE w.bank_account_id = b.id AND w.status IN ('in_transfer', 'passed')) AS in_use`;

/** The account that a member has bound. */
export async function boundAccount(db: Queryable, memberId: string): Promise<BankAccount | undefined> {
  const [row] = await db.query<BankAccount>(
    'wallet.bound_account',
    `SELECT ${BANK} FROM wallet.bank_account b WHERE b.member_id = $1 AND b.deleted_at IS NULL`,
    [memberId],
  );
  return row;
}

/**
 * Whether an account would take the place of another: the member had one, and none with this number whose own
 * wait is over.
 */
export async function isReplacement(
  db: Queryable,
  { memberId, numberHash, at }: { readonly memberId: string; readonly numberHash: Uint8Array; readonly at: number },
): Promise<boolean> {
  const [row] = await db.query<{ replaces: boolean }>(
    'wallet.is_replacement',
    'SELECT wallet.is_replacement($1, $2, $3) AS replaces',
    [memberId, numberHash, at],
  );
  return row?.replaces === true;
}

/** Stops payouts to a bound account that still waits. False when there is none such, or it is stopped. */
export async function stopAccount(
  tx: Tx,
  { memberId, id, at }: { readonly memberId: string; readonly id: string; readonly at: number },
): Promise<boolean> {
  if (!(await isRecorded(tx, BANK_ACCOUNTS, id))) return false;
  const rows = await tx.query(
    'wallet.stop_account',
    `UPDATE wallet.bank_account SET stopped_at = $3
     WHERE id = $2 AND member_id = $1 AND deleted_at IS NULL AND stopped_at IS NULL AND payable_from > $3 RETURNING id`,
    [memberId, id, at],
  );
  if (rows.length > 0) await recordRow(tx, BANK_ACCOUNTS, id, 'stopped');
  return rows.length > 0;
}

/** Takes a stop back; the wait begins again. False when the account is not stopped. */
export async function resumeAccount(
  tx: Tx,
  { memberId, id, payableFrom }: { readonly memberId: string; readonly id: string; readonly payableFrom: number },
): Promise<boolean> {
  if (!(await isRecorded(tx, BANK_ACCOUNTS, id))) return false;
  const rows = await tx.query(
    'wallet.resume_account',
    `UPDATE wallet.bank_account SET stopped_at = NULL, payable_from = $3
     WHERE id = $2 AND member_id = $1 AND deleted_at IS NULL AND stopped_at IS NOT NULL RETURNING id`,
    [memberId, id, payableFrom],
  );
  if (rows.length > 0) await recordRow(tx, BANK_ACCOUNTS, id, 'resumed');
  return rows.length > 0;
}

/** A bound account of this member, as it was bound, kept from being deleted until the transaction ends. */
export async function keepAccount(tx: Tx, memberId: string, id: string): Promise<BankAccount | undefined> {
  const [row] = await tx.query<BankAccount>(
    'wallet.keep_account',
    `SELECT ${BANK} FROM wallet.bank_account b WHERE b.id = $2 AND b.member_id = $1 AND b.deleted_at IS NULL FOR SHARE of b`,
    [memberId, id],
  );
  return row && (await isRecorded(tx, BANK_ACCOUNTS, id)) ? row : undefined;
}

/** An account that a withdrawal names, whether or not it is still bound, as it was bound. */
export async function accountById(db: Queryable, id: string): Promise<BankAccount | undefined> {
  const [row] = await db.query<BankAccount>(
    'wallet.account_by_id',
    `SELECT ${BANK} FROM wallet.bank_account b WHERE b.id = $1`,
    [id],
  );
  return row && (await isRecorded(db, BANK_ACCOUNTS, id)) ? row : undefined;
}

/** False, and nothing is written, when the member has an account. */
export async function insertAccount(
  tx: Tx,
  account: Omit<
    BankAccount,
    'keyId' | 'wrappedKey' | 'body' | 'numberHash' | 'at' | 'payableFrom' | 'stoppedAt' | 'inUse'
  > & {
    readonly sealed: SealedSecret;
    readonly numberHash: Uint8Array;
    readonly at: number;
    readonly payableFrom: number;
  },
): Promise<boolean> {
  const rows = await tx.query(
    'wallet.insert_account',
    `INSERT INTO wallet.bank_account (id, member_id, channel, key_id, wrapped_key, body, number_hash, last_four, holder_name, ifsc, bank_name,
       bank_address, branch_name, company_name, at, payable_from)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     ON CONFLICT (member_id) WHERE deleted_at IS NULL DO NOTHING RETURNING id`,
    [
      account.id,
      account.memberId,
      account.channel,
      account.sealed.keyId,
      account.sealed.wrappedKey,
      account.sealed.body,
      account.numberHash,
      account.lastFour,
      account.holderName,
      account.ifsc,
      account.bankName,
      account.bankAddress,
      account.branchName,
      account.companyName,
      account.at,
      account.payableFrom,
    ],
  );
  if (rows.length > 0) await recordRow(tx, BANK_ACCOUNTS, account.id, 'bound');
  return rows.length > 0;
}

/** `absent` for one that is not there or not theirs; `deleted` once it is, also by an earlier call. */
export async function deleteAccount(
  tx: Tx,
  memberId: string,
  id: string,
  at: number,
): Promise<'absent' | 'in_use' | 'deleted'> {
  const [row] = await tx.query<{ deletedAt: number | undefined }>(
    'wallet.lock_account',
    'SELECT deleted_at FROM wallet.bank_account WHERE id = $2 AND member_id = $1 FOR UPDATE',
    [memberId, id],
  );
  if (!row || !(await isRecorded(tx, BANK_ACCOUNTS, id))) return 'absent';
  if (row.deletedAt !== undefined) return 'deleted';
  const deleted = await tx.query(
    'wallet.delete_account',
    `UPDATE wallet.bank_account b SET deleted_at = $2 WHERE b.id = $1 AND NOT EXISTS
       (SELECT FROM wallet.withdrawal w WHERE w.bank_account_id = b.id AND w.status IN ('in_transfer', 'passed')) RETURNING b.id`,
    [id, at],
  );
  if (deleted.length === 0) return 'in_use';
  await recordRow(tx, BANK_ACCOUNTS, id, 'unbound');
  return 'deleted';
}
