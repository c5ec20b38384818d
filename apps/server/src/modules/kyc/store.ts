import type { KycReason, KycStatus } from '@khara/contract';
import { recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** The module's SQL, and nothing but SQL. */

export type ApplicationRow = {
  readonly id: bigint;
  readonly member_id: string;
  readonly name: string;
  readonly last_four: string;
  readonly number_hash: Buffer;
  readonly front_id: string;
  readonly back_id: string;
  readonly status: Exclude<KycStatus, 'unauthenticated'>;
  readonly reason: KycReason | null;
  readonly submitted_at: bigint;
  readonly decided_at: bigint | null;
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

export async function newestOf(db: Queryable, memberId: string): Promise<ApplicationRow | undefined> {
  const rows = await db.query<ApplicationRow>(
    'kyc.newest_of',
    `select ${APPLICATION} from kyc.application where member_id = $1 order by id desc limit 1`,
    [memberId],
  );
  return rows[0];
}

/** Whether the pictures of the newest application are still there, and until when they are kept. */
export async function picturesKeptUntil(db: Queryable, { front_id, back_id }: ApplicationRow): Promise<number | null> {
  const rows = await db.query<{ until: bigint | null }>(
    'kyc.pictures_kept_until',
    'select max(delete_at) as until from pictures.picture where id = any($1) and wrapped_key is not null',
    [[front_id, back_id]],
  );
  const until = rows[0]?.until ?? null;
  return until === null ? null : Number(until);
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
export async function submit(tx: Tx, application: NewApplication): Promise<boolean> {
  const marked = await tx.query(
    'kyc.mark_under_review',
    `update accounts.member set kyc_status = 'under_review', kyc_name = null
     where id = $1 and kyc_status in ('unauthenticated', 'failed') returning id`,
    [application.memberId],
  );
  if (marked.length === 0) return false;
  const [row] = await tx.query<{ id: bigint }>(
    'kyc.insert',
    `insert into kyc.application (member_id, name, last_four, number_hash, front_id, back_id, submitted_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
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
export async function lockToReview(tx: Tx, submittedBefore: number, limit: number): Promise<readonly ApplicationRow[]> {
  return tx.query<ApplicationRow>(
    'kyc.lock_to_review',
    `select ${APPLICATION} from kyc.application where status = 'under_review' and submitted_at <= $1
     order by submitted_at limit $2 for update skip locked`,
    [submittedBefore, limit],
  );
}

/** One application under review, locked. */
export async function lockOne(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  const rows = await tx.query<ApplicationRow>(
    'kyc.lock_one',
    `select ${APPLICATION} from kyc.application where id = $1 and status = 'under_review' for update`,
    [id],
  );
  return rows[0];
}

export async function decide(
  tx: Tx,
  row: ApplicationRow,
  decision: { readonly reason: KycReason | undefined; readonly by: string; readonly at: number },
): Promise<void> {
  const status = decision.reason === undefined ? 'certified' : 'failed';
  await tx.query(
    'kyc.decide',
    'update kyc.application set status = $2, reason = $3, decided_at = $4, decided_by = $5 where id = $1',
    [row.id, status, decision.reason ?? null, decision.at, decision.by],
  );
  await tx.query('kyc.mark_decided', 'update accounts.member set kyc_status = $2, kyc_name = $3 where id = $1', [
    row.member_id,
    status,
    status === 'certified' ? row.name : null,
  ]);
  await recordRow(tx, IDENTITY_CHECKS, row.id, status);
}

/** Another member who is certified with the same number. */
export async function otherWithNumber(db: Queryable, { member_id, number_hash }: ApplicationRow): Promise<boolean> {
  const rows = await db.query(
    'kyc.other_with_number',
    `select from kyc.application a join accounts.member m on m.id = a.member_id
     where a.number_hash = $1 and a.member_id <> $2 and a.status = 'certified' and m.kyc_status = 'certified' limit 1`,
    [number_hash, member_id],
  );
  return rows.length > 0;
}
