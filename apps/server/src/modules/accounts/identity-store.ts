import type { Queryable } from '#src/ports/database.ts';
import { HAS_SECOND_FACTOR } from './member-store.ts';

type KycStatus = 'unauthenticated' | 'under_review' | 'certified' | 'failed';

/** Whose money may leave, and from when on. */
export type Identity = {
  readonly status: KycStatus;
  /** The name that was certified; undefined as long as none is. */
  readonly name: string | undefined;
  /** After a reset of the transaction password no withdrawal is accepted before this real instant, in ms. */
  readonly withdrawalsFrom: number;
  /** Real instant in ms. */
  readonly openedAt: number;
  /** An authenticator or a passkey. */
  readonly hasSecondFactor: boolean;
};

/** What the identity check has found of a member so far. */
export async function readIdentity(db: Queryable, userId: string): Promise<Identity> {
  const [row] = await db.query<{
    kycStatus: KycStatus;
    kycName: string | undefined;
    withdrawalsFrom: bigint;
    createdAt: number;
    hasSecondFactor: boolean;
  }>(
    'accounts.identity_of',
    `SELECT kyc_status, kyc_name, withdrawals_from, created_at, ${HAS_SECOND_FACTOR}
     FROM accounts.member WHERE id = $1`,
    [userId],
  );
  if (!row) throw new Error('A session belongs to no account');
  return {
    status: row.kycStatus,
    name: row.kycStatus === 'certified' ? row.kycName : undefined,
    withdrawalsFrom: Number(row.withdrawalsFrom),
    openedAt: row.createdAt,
    hasSecondFactor: row.hasSecondFactor,
  };
}

/** Whether the transaction password is still the one made at registration, which never lets money leave. */
export async function isDefaultTransactionPassword(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db.query<{ isDefault: boolean }>(
    'accounts.is_default_transaction_password',
    'SELECT transaction_password_is_default AS is_default FROM accounts.member WHERE id = $1',
    [userId],
  );
  return row?.isDefault === true;
}
