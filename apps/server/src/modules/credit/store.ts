import type { CreditEvent, RuleId } from '@khara/credit';
import { asRecorded, expectRecord, isRecorded, recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** All the module's SQL, and nothing but SQL. Instants are ms. */

export type NotedEvent = CreditEvent & {
  readonly memberId: string;
  readonly about: string;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly endReason: 'cured' | 'voided' | undefined;
};
const EVENT = 'id, member_id, rule, points, at, expires_at, about, facts, ended_at, end_reason';

/** Newest first. */
export const listEvents = (db: Queryable, memberId: string): Promise<readonly NotedEvent[]> =>
  db.query<NotedEvent>(
    'credit.events_of',
    `SELECT ${EVENT} FROM credit.event WHERE member_id = $1 ORDER BY at DESC, id DESC LIMIT 500`,
    [memberId],
  );

/** Events of a rule that nothing has ended, of all members, oldest first. */
export const openEvents = (db: Queryable, rule: RuleId, now: number, limit: number): Promise<readonly NotedEvent[]> =>
  db.query<NotedEvent>(
    'credit.open_events',
    `SELECT ${EVENT} FROM credit.event WHERE rule = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY at, id LIMIT $3`,
    [rule, now, limit],
  );

/** False when there was one of this rule about the same. */
export async function addEvent(
  tx: Tx,
  event: {
    readonly id: string;
    readonly memberId: string;
    readonly rule: RuleId;
    readonly about: string;
    readonly facts: Readonly<Record<string, string | number>>;
    readonly at: number;
  },
): Promise<boolean> {
  const { id, rule, at } = event;
  expectRecord(tx, 'score.event', { event: id, owner: `u:${event.memberId}`, rule, at });
  const [row] = await tx.query<{ added: boolean }>(
    'credit.add_event',
    'SELECT credit.add_event($1, $2, $3, $4, $5::jsonb, $6) AS added',
    [event.id, event.memberId, event.rule, event.about, JSON.stringify(event.facts), event.at],
  );
  return row?.added === true;
}

/** Answers how many it ended. */
export async function cureEvents(
  tx: Tx,
  { memberId, rule, about, at }: { memberId: string; rule: RuleId; about: string | undefined; at: number },
): Promise<number> {
  expectRecord(tx, 'score.event', {}, { isMany: true });
  const [row] = await tx.query<{ cured: bigint }>(
    'credit.cure_events',
    'SELECT credit.cure_events($1, $2, $3, $4) AS cured',
    [memberId, rule, about ?? null, at],
  );
  return Number(row?.cured ?? 0n);
}

export type Appeal = {
  readonly id: string;
  readonly eventId: string;
  readonly memberId: string;
  readonly text: string;
  readonly state: 'open' | 'upheld' | 'declined';
  readonly submittedAt: number;
  readonly decidesBy: bigint;
  readonly decidedAt: number | undefined;
  readonly decidedBy: 'people' | 'time' | undefined;
  readonly reason: string | undefined;
};
const APPEAL = 'id, event_id, member_id, text, state, submitted_at, decides_by, decided_at, decided_by, reason';

/** What a member asked for, and by when it is decided: the log answers for it from when the appeal was made. */
export const APPEALS: RecordedTable = {
  type: 'score.appeal_made',
  table: 'credit.appeal',
  id: 'id',
  member: 'member_id',
  columns: ['t.event_id', 't.text', 't.submitted_at', 't.decides_by'],
};

/** The appeal about an event, that was there or is now; undefined when the member has no such event. */
export async function submitAppeal(
  tx: Tx,
  appeal: {
    readonly id: string;
    readonly memberId: string;
    readonly eventId: string;
    readonly text: string;
    readonly at: number;
  },
): Promise<Appeal | undefined> {
  const [row] = await tx.query<Appeal>(
    'credit.submit_appeal',
    `SELECT ${APPEAL} FROM credit.submit_appeal($1, $2, $3, $4, $5) WHERE id IS NOT NULL`,
    [appeal.id, appeal.memberId, appeal.eventId, appeal.text, appeal.at],
  );
  if (row?.id === appeal.id) await recordRow(tx, APPEALS, row.id, 'made');
  return row;
}

export async function newestAppeal(db: Queryable, memberId: string): Promise<Appeal | undefined> {
  const [row] = await db.query<Appeal>(
    'credit.newest_appeal',
    `SELECT ${APPEAL} FROM credit.appeal WHERE member_id = $1 ORDER BY submitted_at DESC, id DESC LIMIT 1`,
    [memberId],
  );
  return row;
}

export async function appealById(db: Queryable, id: string): Promise<Appeal | undefined> {
  const [row] = await db.query<Appeal>('credit.appeal_by_id', `SELECT ${APPEAL} FROM credit.appeal WHERE id = $1`, [
    id,
  ]);
  return row;
}

export async function overdueAppeals(db: Queryable, now: number): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    'credit.overdue_appeals',
    `SELECT id FROM credit.appeal WHERE state = 'open' AND decides_by <= $1 ORDER BY decides_by, id`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/** Undefined when it was decided before, or is none that a member made. Without people it is decided by time. */
export async function decideAppeal(
  tx: Tx,
  decision: {
    readonly id: string;
    readonly uphold: boolean;
    readonly reason: string | undefined;
    readonly people: { readonly maker: string; readonly checker: string } | undefined;
    readonly at: number;
  },
): Promise<Appeal | undefined> {
  const { id: appeal, uphold, at } = decision;
  if (!(await isRecorded(tx, APPEALS, appeal))) return undefined;
  expectRecord(tx, 'score.appeal', { appeal, state: uphold ? 'upheld' : 'declined', at });
  if (uphold) expectRecord(tx, 'score.void', { appeal, at });
  const [row] = await tx.query<Appeal>(
    'credit.decide_appeal',
    `SELECT ${APPEAL} FROM credit.decide_appeal($1, $2, $3, $4, $5, $6) WHERE id IS NOT NULL`,
    [
      decision.id,
      decision.uphold,
      decision.reason ?? null,
      decision.people?.maker ?? null,
      decision.people?.checker ?? null,
      decision.at,
    ],
  );
  return row;
}

/** Signs that a stranger may be in an account, as long as they count: the log answers for them. */
export const SIGNALS: RecordedTable = {
  type: 'score.signal',
  table: 'credit.signal',
  id: 'id',
  member: 'member_id',
  columns: ['t.signal', 't.at'],
};

/** Keeps a signal for a day. */
export async function insertSignal(
  tx: Tx,
  { memberId, signal, at }: { readonly memberId: string; readonly signal: string; readonly at: number },
): Promise<void> {
  const [row] = await tx.query<{ id: string }>(
    'credit.insert_signal',
    `WITH old AS (DELETE FROM credit.signal WHERE member_id = $1 AND at < $3::bigint - 86400000)
     INSERT INTO credit.signal (member_id, signal, at) VALUES ($1, $2, $3::bigint) ON CONFLICT DO NOTHING RETURNING id`,
    [memberId, signal, at],
  );
  if (row) await recordRow(tx, SIGNALS, row.id, 'seen');
}

/** Those that the server has seen, oldest first. */
export async function signalsSince(
  tx: Tx,
  memberId: string,
  since: number,
): Promise<readonly { readonly signal: string; readonly at: number }[]> {
  const rows = await tx.query<{ id: string; signal: string; at: number }>(
    'credit.signals_since',
    'SELECT id, signal, at FROM credit.signal WHERE member_id = $1 AND at >= $2 ORDER BY at',
    [memberId, since],
  );
  const recorded = await asRecorded(
    tx,
    SIGNALS,
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => recorded.has(id));
}
