import type { KycStatus, Language } from '@khara/contract';
import { recordRow } from '#modules/ledger/index.ts';
import { SqlError, type Queryable, type Tx } from '#src/ports/database.ts';
import { SECRETS, holdMember } from './secret-store.ts';
/** SQL of members: who they are and how they register. Instants are ms. */

export type MemberAccount = {
  readonly id: string;
  readonly number: bigint;
  /** None in a practice account, which has a key of its device in the place of phone and passwords. */
  readonly phone: string | undefined;
  readonly deviceKey: Uint8Array | undefined;
  readonly nickname: string;
  readonly language: Language;
  readonly inviteCode: string;
  readonly passwordHash: string | undefined;
  readonly transactionPasswordHash: string | undefined;
  readonly transactionPasswordIsDefault: boolean;
  readonly transactionPasswordSetAt: number;
  readonly createdAt: number;
  readonly totpEnabled: boolean;
  /** An authenticator or a passkey. */
  readonly hasSecondFactor: boolean;
  readonly kycStatus: KycStatus;
};

/** An owner of an authenticator or a passkey is authenticated. */
export const HAS_SECOND_FACTOR = `(EXISTS (SELECT FROM accounts.totp t WHERE t.member_id = member.id AND t.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM accounts.passkey p WHERE p.member_id = member.id)) AS has_second_factor`;

const MEMBER = `id, number, phone, device_key, nickname, language, invite_code, password_hash, transaction_password_hash,
  transaction_password_is_default, transaction_password_set_at, created_at, kyc_status,
  EXISTS (SELECT FROM accounts.totp t WHERE t.member_id = member.id AND t.confirmed_at IS NOT NULL) AS totp_enabled,
  ${HAS_SECOND_FACTOR}`;

export async function memberByPhone(db: Queryable, phone: string): Promise<MemberAccount | undefined> {
  const rows = await db.query<MemberAccount>(
    'accounts.member_by_phone',
    `SELECT ${MEMBER} FROM accounts.member WHERE phone = $1`,
    [phone],
  );
  return rows[0];
}

export async function memberByDeviceKey(db: Queryable, deviceKey: Uint8Array): Promise<MemberAccount | undefined> {
  const rows = await db.query<MemberAccount>(
    'accounts.member_by_device_key',
    `SELECT ${MEMBER} FROM accounts.member WHERE device_key = $1`,
    [deviceKey],
  );
  return rows[0];
}

export async function memberById(db: Queryable, id: string): Promise<MemberAccount | undefined> {
  const rows = await db.query<MemberAccount>(
    'accounts.member_by_id',
    `SELECT ${MEMBER} FROM accounts.member WHERE id = $1`,
    [id],
  );
  return rows[0];
}

export async function memberIdByInviteCode(db: Queryable, code: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(
    'accounts.member_by_invite_code',
    'SELECT id FROM accounts.member WHERE invite_code = $1',
    [code],
  );
  return rows[0]?.id;
}

export type Invitee = { readonly number: bigint; readonly nickname: string; readonly createdAt: number };

/**
 * Who registered with a member's code, before the account of that number, the newest first, and how many
 * there are in all.
 */
export async function invitedBy(
  db: Queryable,
  memberId: string,
  page: { readonly before: bigint | null; readonly size: number },
): Promise<{ readonly rows: readonly Invitee[]; readonly total: number }> {
  const rows = await db.query<Invitee>(
    'accounts.invited_by',
    `SELECT number, nickname, created_at FROM accounts.member
     WHERE invited_by = $1 AND erased_at IS NULL AND ($2::bigint IS NULL OR number < $2) ORDER BY number DESC LIMIT $3`,
    [memberId, page.before, page.size],
  );
  const [count] = await db.query<{ total: bigint }>(
    'accounts.count_invited',
    'SELECT count(*) AS total FROM accounts.member WHERE invited_by = $1 AND erased_at IS NULL',
    [memberId],
  );
  return { rows, total: Number(count?.total ?? 0n) };
}

/** By what a new member signs in: phone and passwords, or a key of the device. */
export type NewMember = {
  readonly id: string;
  readonly nickname: string;
  readonly language: Language;
  readonly inviteCode: string;
  readonly invitedBy: string | undefined;
  readonly now: number;
} & (
  | {
      readonly deviceKey?: undefined;
      readonly phone: string;
      readonly passwordHash: string;
      readonly transactionPasswordHash: string;
    }
  | { readonly deviceKey: Uint8Array; readonly isSeat: boolean }
);

/** Answers false, and writes nothing, when the phone or the key is taken. */
export async function insertMember(tx: Tx, member: NewMember): Promise<boolean> {
  const { id, nickname, language, inviteCode, invitedBy = null, now } = member;
  const own = [id, nickname, language, inviteCode, invitedBy, now];
  const rows =
    member.deviceKey === undefined
      ? await tx.query(
          'accounts.insert_member',
          `INSERT INTO accounts.member (id, nickname, language, invite_code, invited_by, created_at,
             transaction_password_set_at, transaction_password_is_default, phone, password_hash, transaction_password_hash)
           VALUES ($1, $2, $3, $4, $5, $6, $6, true, $7, $8, $9)
           ON CONFLICT ON CONSTRAINT member_phone DO NOTHING RETURNING id`,
          [...own, member.phone, member.passwordHash, member.transactionPasswordHash],
        )
      : await tx.query(
          'accounts.insert_practice_member',
          `INSERT INTO accounts.member (id, nickname, language, invite_code, invited_by, created_at,
             transaction_password_set_at, transaction_password_is_default, device_signed_in_at, device_key)
           VALUES ($1, $2, $3, $4, $5, $6, $6, false, $6, $7)
           ON CONFLICT ON CONSTRAINT member_device_key DO NOTHING RETURNING id`,
          [...own, member.deviceKey],
        );
  const act = member.deviceKey === undefined ? 'registered' : member.isSeat ? 'seat_opened' : 'practice_opened';
  if (rows.length > 0) await recordRow(tx, SECRETS, id, act);
  return rows.length > 0;
}

export const isPhoneClash = (error: unknown): boolean =>
  error instanceof SqlError && error.constraint === 'member_phone';

/** Two members drew the same invitation code: try again with another. */
export const isInviteCodeClash = (error: unknown): boolean =>
  error instanceof SqlError && error.constraint === 'member_invite_code';

/**
 * Whether what was checked of a member a moment ago still is what signs them in: the same password, and no
 * second factor that was not asked for. Holds the member until the commit: a change of either comes after it,
 * and ends the session that opens now with the others.
 */
export async function isStillAsChecked(tx: Tx, checked: MemberAccount): Promise<boolean> {
  const held = await holdMember(tx, checked.id);
  if (held?.passwordHash !== checked.passwordHash) return false;
  // A statement of its own: it sees what was committed while the one before waited.
  return checked.totpEnabled || (await memberById(tx, checked.id))?.totpEnabled === false;
}

export async function setLanguage(db: Queryable, memberId: string, language: Language): Promise<void> {
  await db.query('accounts.set_language', 'UPDATE accounts.member SET language = $2 WHERE id = $1 AND language <> $2', [
    memberId,
    language,
  ]);
}

/** Answers the account with its new name. */
export async function setNickname(db: Queryable, memberId: string, nickname: string): Promise<MemberAccount> {
  const [row] = await db.query<MemberAccount>(
    'accounts.set_nickname',
    `UPDATE accounts.member SET nickname = $2 WHERE id = $1 RETURNING ${MEMBER}`,
    [memberId, nickname],
  );
  if (!row) throw new Error('A session belongs to no account');
  return row;
}

export async function readLanguages(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Language>> {
  const rows = await db.query<{ id: string; language: Language }>(
    'accounts.languages_of',
    'SELECT id, language FROM accounts.member WHERE id = ANY($1)',
    [ids],
  );
  return new Map(rows.map(({ id, language }) => [id, language]));
}

/** Ids of members in their order, a page of them after one: for notices to all members. */
export async function membersAfter(db: Queryable, after: string, size: number): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    'accounts.members_after',
    'SELECT id FROM accounts.member WHERE id > $1 ORDER BY id LIMIT $2',
    [after, size],
  );
  return rows.map(({ id }) => id);
}
