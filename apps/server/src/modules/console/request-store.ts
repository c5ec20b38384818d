import { hash } from 'node:crypto';
import type { ConsoleActionName, CONSOLE_REASONS, REQUEST_STATES } from '@khara/contract';
import { expectRecord } from '#modules/ledger/index.ts';
import { SqlError, type Db, type Queryable, type Tx } from '#src/ports/database.ts';
import { saysSame } from './recorded-staff-store.ts';

/** SQL of requests, which maker and checker decide. */

export type ActionName = ConsoleActionName;
export type ReasonCode = (typeof CONSOLE_REASONS)[number];
export type StaffRequest = {
  readonly id: bigint;
  readonly action: ActionName;
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly reason: ReasonCode;
  readonly maker: string;
  readonly at: number;
  readonly state: (typeof REQUEST_STATES)[number];
  readonly checker: string | undefined;
  readonly decidedAt: number | undefined;
  readonly carriedAt: number | undefined;
  readonly failure: string | undefined;
};

const REQUEST = 'id, action, subject, payload, reason, maker, at, state, checker, decided_at, carried_at, failure';

/** Whether a statement failed on one constraint. */
const failedOn = (error: unknown, constraint: string): boolean =>
  error instanceof SqlError && error.constraint === constraint;

/**
 * Asks for something. Answers its id; `not_found` when nothing of the kind waits, `already_requested` while
 * another request for it is open, `same_person` when it concerns the one who asks.
 */
export async function insertRequest(
  db: Db,
  request: {
    readonly tokenHash: Buffer;
    readonly action: ActionName;
    readonly subject: string;
    readonly payload: object;
    readonly reason: ReasonCode;
    readonly at: number;
  },
): Promise<bigint | 'not_found' | 'already_requested' | 'same_person'> {
  try {
    const { tokenHash, action, subject, payload, reason, at } = request;
    const rows = await db.transaction((tx) => {
      expectRecord(tx, 'ops.request', { action, subject, reason, at });
      expectRecord(tx, 'ops.line', { action: `${action}.asked`, subject, reason, at });
      expectRecord(tx, 'account.access', { action: `${action}.asked`, reason, at });
      return tx.query<{ id: bigint | undefined }>(
        'console.add_request',
        'SELECT console.add_request($1, $2, $3, $4, $5, $6) AS id',
        [tokenHash, action, subject, JSON.stringify(payload), reason, at],
      );
    });
    return rows[0]?.id ?? 'not_found';
  } catch (error) {
    if (failedOn(error, 'request_one_open')) return 'already_requested';
    if (failedOn(error, 'request_maker_checker')) return 'same_person';
    throw error;
  }
}

export async function decideRequest(
  db: Db,
  decision: {
    readonly tokenHash: Buffer;
    readonly id: bigint;
    readonly approve: boolean;
    readonly reason: ReasonCode;
    readonly at: number;
  },
): Promise<'decided' | 'not_found' | 'already_decided' | 'same_person'> {
  try {
    const { tokenHash, id, approve, reason, at } = decision;
    const rows = await db.transaction((tx) => {
      expectRecord(tx, 'ops.decision', { id: String(id), agreed: approve, reason, at });
      expectRecord(tx, 'ops.line', { reason, at });
      expectRecord(tx, 'account.access', { reason, at });
      return tx.query<{ outcome: 'decided' | 'not_found' | 'already_decided' }>(
        'console.decide_request',
        'SELECT console.decide_request($1, $2, $3, $4, $5) AS outcome',
        [tokenHash, id, approve, reason, at],
      );
    });
    return rows[0]!.outcome; // a function answers one row
  } catch (error) {
    if (failedOn(error, 'request_maker_checker')) return 'same_person';
    throw error;
  }
}

export async function byId(db: Queryable, id: bigint): Promise<StaffRequest | undefined> {
  const rows = await db.query<StaffRequest>(
    'console.request_by_id',
    `SELECT ${REQUEST} FROM console.request_line WHERE id = $1`,
    [id],
  );
  return rows[0];
}

export const listRequests = (
  db: Queryable,
  page: {
    readonly state: StaffRequest['state'] | undefined;
    readonly before: bigint | undefined;
    readonly size: number;
  },
): Promise<readonly StaffRequest[]> =>
  db.query<StaffRequest>(
    'console.requests',
    `SELECT ${REQUEST} FROM console.request_line
     WHERE ($1::text IS NULL OR state = $1) AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [page.state ?? null, page.before ?? null, page.size],
  );

/** Approved requests that are not executed yet, the oldest first. */
export async function approvedRequests(db: Queryable): Promise<readonly bigint[]> {
  const rows = await db.query<{ id: bigint }>(
    'console.approved',
    `SELECT id FROM console.request WHERE state = 'approved' ORDER BY id LIMIT 100`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks one of them; undefined when it was done, or another is at it. Throws where the log says otherwise: a
 * request that was planted or changed by hand is not carried out.
 */
export async function lockRequest(tx: Tx, id: bigint): Promise<StaffRequest | undefined> {
  const [locked] = await tx.query<StaffRequest>(
    'console.lock_request',
    `SELECT ${REQUEST} FROM console.lock_request($1)`,
    [id],
  );
  if (!locked) return undefined;
  const [[row], records] = await Promise.all([
    tx.query<RecordedRequest>('console.recorded_request', `${RECORDED_REQUESTS} WHERE t.id = $1`, [id]),
    tx.query<{ id: bigint; type: string; json: string }>(
      'console.records_of_request',
      `SELECT id, type, json FROM ledger.record WHERE type IN ('ops.request', 'ops.decision') AND ref = $1`,
      [String(id)],
    ),
  ]);
  const { asked, decided } = saidOfRequest(row!); // it is locked
  const isSaid = (type: string, said: object | undefined) =>
    records.some((record) => record.type === type && saysSame(record.json, JSON.stringify(said ?? {})));
  if (!isSaid('ops.request', asked) || !isSaid('ops.decision', decided))
    throw new Error(`Request ${id} is not what the log says: nothing is done by it`);
  tx.reliesOn.push(...records.map((record) => record.id)); // their signatures are checked before the commit
  return locked;
}

/** A request as far as its records have it. */
export type RecordedRequest = Pick<
  StaffRequest,
  'action' | 'subject' | 'reason' | 'maker' | 'at' | 'state' | 'checker'
> & {
  readonly id: string;
  readonly owner: string | undefined;
  /** The text that is hashed. */
  readonly payload: string;
  readonly decisionReason: string | undefined;
  readonly decidedAt: number | undefined;
};

export const RECORDED_REQUESTS = `SELECT t.id::text AS id, t.action, t.subject, 'u:' || t.member_id AS owner, t.payload::text AS payload, t.reason, t.maker, t.at, t.state, t.checker,
  t.decision_reason, t.decided_at FROM console.request t`;

/** What the records of a request say; of one that is open none says what was decided. */
export function saidOfRequest({ state, ...row }: RecordedRequest) {
  const { id, action, subject, reason, maker } = row;
  const owner = row.owner ?? null;
  const payload = hash('sha256', row.payload);
  return {
    asked: { id, action, subject, owner, payload, reason, maker, at: row.at },
    decided:
      state === 'open'
        ? undefined
        : {
            id,
            agreed: state !== 'declined',
            checker: row.checker ?? null,
            reason: row.decisionReason ?? null,
            at: row.decidedAt ?? null,
          },
  };
}

export function recordExecution(tx: Tx, id: bigint, failure: string | undefined, at: number) {
  expectRecord(tx, 'ops.line', { actor: 'server', at });
  expectRecord(tx, 'account.access', { at });
  return tx.query('console.record_execution', 'SELECT console.record_execution($1, $2, $3)', [id, failure ?? null, at]);
}

/** Records why the books were contradicted. False when the stop that the request explains is not the one of now. */
export async function recordCause(tx: Tx, id: bigint): Promise<boolean> {
  expectRecord(tx, 'books.cause', {}, { isMany: true });
  expectRecord(tx, 'books.resume');
  const rows = await tx.query<{ recorded: boolean }>(
    'console.record_cause',
    'SELECT console.record_cause($1) AS recorded',
    [id],
  );
  return rows[0]!.recorded; // a function answers one row
}

/** Takes the second factor of a colleague away. False when there is none any more. */
export async function recoverFactor(tx: Tx, id: bigint, staff: string, at: number): Promise<boolean> {
  expectRecord(tx, 'staff.factor', { id: staff }, { isMany: true });
  expectRecord(tx, 'staff.session', { staff, ended: at }, { isMany: true });
  const rows = await tx.query<{ recovered: boolean }>(
    'console.recover_factor',
    'SELECT console.recover_factor($1, $2) AS recovered',
    [id, at],
  );
  return rows[0]!.recovered; // a function answers one row
}
