import type { KycReason, KycStatus } from '@khara/contract';
import { recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** The module's SQL, and nothing but SQL. */

export type KycApplication = {
  readonly id: bigint;
  readonly memberId: string;
  readonly name: string;
  readonly lastFour: string;
  readonly numberHash: Buffer;
  readonly frontId: string;
  readonly backId: string;
  readonly status: Exclude<KycStatus, 'unauthenticated'>;
  readonly reason: KycReason | undefined;
  readonly submittedAt: number;
  readonly decidedAt: number | undefined;
};

/** Who a member is, and who decided so: the log answers for it. */
export const IDENTITY_CHECKS: RecordedTable = {
  type: 'identity.check',
  table: 'kyc.application',
  id: 'id',
  member: 'member_id',
  columns: [
    't.name',
    't.last_four',
    "encode(t.number_hash, 'hex')",
    't.front_id',
    't.back_id',
    't.status',
    't.reason',
    't.submitted_at',
    't.decided_at',
    't.decided_by',
  ],
};

const APPLICATION =
  'id, member_id, name, last_four, number_hash, front_id, back_id, status, reason, submitted_at, decided_at';

export async function readNewest(db: Queryable, memberId: string): Promise<KycApplication | undefined> {
  const rows = await db.query<KycApplication>(
    'kyc.newest_of',
    `SELECT ${APPLICATION} FROM kyc.application WHERE member_id = $1 ORDER BY id DESC LIMIT 1`,
    [memberId],
  );
  return rows[0];
}

/** Until when the pictures of the newest application are kept; undefined when they are gone. */
export async function picturesKeptUntil(
  db: Queryable,
  { frontId: front_id, backId: back_id }: KycApplication,
): Promise<number | undefined> {
  const [row] = await db.query<{ until: number | undefined }>(
    'kyc.pictures_kept_until',
    'SELECT max(delete_at) AS until FROM pictures.picture WHERE id = ANY($1) AND wrapped_key IS NOT NULL',
    [[front_id, back_id]],
  );
  return row?.until;
}

export type NewApplication = {
  readonly memberId: string;
  readonly name: string;
  readonly lastFour: string;
  readonly numberHash: Uint8Array;
  readonly frontId: string;
  readonly backId: string;
  readonly at: number;
};

/** Hands an application in and marks the member, unless one is under review or the member is certified already. */
export async function submitApplication(tx: Tx, application: NewApplication): Promise<boolean> {
  const marked = await tx.query(
    'kyc.mark_under_review',
    `UPDATE accounts.member SET kyc_status = 'under_review', kyc_name = NULL
     WHERE id = $1 AND kyc_status IN ('unauthenticated', 'failed') RETURNING id`,
    [application.memberId],
  );
  if (marked.length === 0) return false;
  const [row] = await tx.query<{ id: bigint }>(
    'kyc.insert',
    `INSERT INTO kyc.application (member_id, name, last_four, number_hash, front_id, back_id, submitted_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [
      application.memberId,
      application.name,
      application.lastFour,
      application.numberHash,
      application.frontId,
      application.backId,
      application.at,
    ],
  );
  await recordRow(tx, IDENTITY_CHECKS, row!.id, 'handed_in'); // an insert returns its row
  return true;
}

/** Applications under review that came before an instant, locked; those under decision elsewhere are left out. */
export async function lockToReview(tx: Tx, submittedBefore: number, limit: number): Promise<readonly KycApplication[]> {
  return tx.query<KycApplication>(
    'kyc.lock_to_review',
    `SELECT ${APPLICATION} FROM kyc.application WHERE status = 'under_review' AND submitted_at <= $1
     ORDER BY submitted_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [submittedBefore, limit],
  );
}

/** One application under review, locked. */
export async function lockOne(tx: Tx, id: string): Promise<KycApplication | undefined> {
  const rows = await tx.query<KycApplication>(
    'kyc.lock_one',
    `SELECT ${APPLICATION} FROM kyc.application WHERE id = $1 AND status = 'under_review' FOR UPDATE`,
    [id],
  );
  return rows[0];
}

export async function decideApplication(
  tx: Tx,
  row: KycApplication,
  decision: { readonly reason: KycReason | undefined; readonly by: string; readonly at: number },
): Promise<void> {
  const status = decision.reason === undefined ? 'certified' : 'failed';
  await tx.query(
    'kyc.decide',
    'UPDATE kyc.application SET status = $2, reason = $3, decided_at = $4, decided_by = $5 WHERE id = $1',
    [row.id, status, decision.reason ?? null, decision.at, decision.by],
  );
  await tx.query('kyc.mark_decided', 'UPDATE accounts.member SET kyc_status = $2, kyc_name = $3 WHERE id = $1', [
    row.memberId,
    status,
    status === 'certified' ? row.name : null,
  ]);
  await recordRow(tx, IDENTITY_CHECKS, row.id, status);
}

/** Another member who is certified with the same number. */
export async function otherWithNumber(
  db: Queryable,
  { memberId: member_id, numberHash: number_hash }: KycApplication,
): Promise<boolean> {
  const rows = await db.query(
    'kyc.other_with_number',
    `SELECT FROM kyc.application a JOIN accounts.member m ON m.id = a.member_id
     WHERE a.number_hash = $1 AND a.member_id <> $2 AND a.status = 'certified' AND m.kyc_status = 'certified' LIMIT 1`,
    [number_hash, member_id],
  );
  return rows.length > 0;
}
