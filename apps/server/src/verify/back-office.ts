import {
  ACTIONS,
  RECORDED_REQUESTS,
  saidOfRequest,
  saysSame,
  STAFF,
  STAFF_DEVICES,
  STAFF_FACTORS,
  type RecordedRequest,
  type StaffRows,
} from '#modules/console/index.ts';
import { recordsOfType, type RecordType } from '#modules/ledger/index.ts';
import type { Queryable } from '#src/ports/database.ts';
import { finding, type Check, type Finding } from './finding.ts';

/**
 * Who works in the back office and how they get in, what each of them did, what two decided and nothing else,
 * and when the books were stopped: against the log.
 */
export const verifyBackOffice: Check = async (tx) => [
  await againstNewest(tx, 'staff_recorded', STAFF),
  await againstNewest(tx, 'staff_devices_recorded', STAFF_DEVICES, ({ gone }) => gone === true),
  await factors(tx),
  await signIns(tx),
  await rowsAgainstRecords(tx, 'audit_recorded', 'ops.line', AUDIT),
  await rowsAgainstRecords(tx, 'access_recorded', 'account.access', ACCESS),
  await requests(tx),
  await decidedByTwo(tx),
  await booksStops(tx),
];

/*
 * Rows as their records say them. Each is `id` and `said`, a JSON object with the same names and values,
 * whatever their order.
 */
const AUDIT = `SELECT t.id::text AS id, json_build_object('id', t.id::text, 'actor', t.actor, 'action', t.action, 'subject', t.subject, 'reason', t.reason,
    'at', t.at)::text AS said FROM console.audit t`;
const ACCESS = `SELECT t.id::text AS id, json_build_object('id', t.id::text, 'owner', 'u:' || t.member_id, 'actor', t.actor, 'action', t.action, 'reason', t.reason,
    'at', t.at)::text AS said FROM accounts.access t`;

/** Each row has its record, each record its row, and both say the same. */
async function rowsAgainstRecords(tx: Queryable, name: string, type: RecordType, query: string): Promise<Finding> {
  const found = finding(name);
  const records = new Map((await recordsOfType(tx, type)).map(({ ref, json }) => [ref, json]));
  for (const { id, said } of await tx.query<{ id: string; said: string }>(`verify.${name}`, query)) {
    const record = records.get(id);
    records.delete(id);
    if (record === undefined) found.add(`${type} ${id} has no record in the log`);
    else if (!isSame(JSON.parse(record), JSON.parse(said))) found.add(`${type} ${id} is not what the log says`);
  }
  for (const id of records.keys()) found.add(`the log has ${type} ${id}, which is gone`);
  return found.end();
}

type RecordFields = Readonly<Record<string, string | number | boolean | null>>;

const isSame = (one: RecordFields, other: RecordFields): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);

/** Rows that are each what the newest record about them says; `ends` tells a record of a row that is there no more. */
async function againstNewest(
  tx: Queryable,
  name: string,
  of: StaffRows,
  ends: (record: RecordFields) => boolean = () => false,
): Promise<Finding> {
  const found = finding(name);
  const newest = new Map<unknown, string>();
  for (const { json } of await recordsOfType(tx, of.type)) newest.set((JSON.parse(json) as RecordFields)['id'], json);
  for (const { id, said } of await tx.query<{ id: string; said: string }>(`verify.${name}`, of.rows)) {
    const record = newest.get(id);
    newest.delete(id);
    if (record === undefined) found.add(`${of.type} ${id} has no record in the log`);
    else if (!saysSame(record, said)) found.add(`${of.type} ${id} is not what the log says`);
  }
  for (const [id, record] of newest)
    if (!ends(JSON.parse(record) as RecordFields)) found.add(`the log has ${of.type} ${String(id)}, which is gone`);
  return found.end();
}

/**
 * A second factor, with its recovery codes, is what the newest record about it says; there are no codes without one.
 */
async function factors(tx: Queryable): Promise<Finding> {
  const found = await againstNewest(tx, 'staff_factors_recorded', STAFF_FACTORS);
  const orphans = await tx.query<{ staff: string }>(
    'verify.staff_codes',
    `SELECT DISTINCT c.staff FROM console.recovery_code c
     WHERE NOT EXISTS (SELECT FROM console.second_factor f WHERE f.staff = c.staff)`,
  );
  if (orphans.length === 0) return found;
  const sample = `there are recovery codes of ${orphans[0]!.staff}, and no second factor`;
  return { ...found, violations: found.violations + orphans.length, sample: found.sample ?? sample };
}

/** A session ends within this time (`console.staff_of`). */
const SESSION_MS = 43_200_000;

const SIGN_INS = `SELECT encode(sha256(s.token_hash), 'hex') AS id, s.ended_at IS NOT NULL AS has_ended, json_build_object(
    'id', encode(sha256(s.token_hash), 'hex'), 'staff', s.staff, 'at', s.created_at)::text AS said FROM console.session s`;
const ACTS = `SELECT 'request ' || r.id AS what, r.maker AS staff, r.at FROM console.request r
  UNION ALL SELECT 'decision of request ' || r.id, r.checker, r.decided_at FROM console.request r WHERE r.checker IS NOT NULL`;

/**
 * Each session has the record of its sign-in, and each person who asked or decided had signed in
 * within the life of a session: one that was planted and taken away again shows, too. Sessions are forgotten,
 * their records stay.
 */
async function signIns(tx: Queryable): Promise<Finding> {
  const found = finding('staff_sessions_recorded');
  const records = await recordsByRef(tx, 'staff.session');
  for (const { id, hasEnded, said } of await tx.query<{ id: string; hasEnded: boolean; said: string }>(
    'verify.sign_ins',
    SIGN_INS,
  )) {
    const record = records.get(id);
    if (records.has(`${id}:ended`) !== hasEnded)
      found.add(`session ${id} of the back office ended otherwise by the log`);
    if (record === undefined) found.add(`session ${id} of the back office has no record in the log`);
    else if (!isSame(record, JSON.parse(said))) found.add(`session ${id} of the back office is another's in the log`);
  }
  const begun = Map.groupBy(records.values(), ({ staff }) => String(staff));
  for (const { what, staff, at } of await tx.query<{ what: string; staff: string; at: number }>('verify.acts', ACTS)) {
    const had = begun.get(staff)?.some((one) => Number(one['at']) <= at && at - Number(one['at']) < SESSION_MS);
    if (!had) found.add(`${what} is ${staff}'s, who had not signed in`);
  }
  return found.end();
}

const STOPS = `SELECT s.id::text AS id, json_build_object('stop', s.id, 'check', s.check_name, 'violations', s.violations,
    'sample', encode(sha256(convert_to(s.sample, 'UTF8')), 'hex'), 'at', s.at_ms)::text AS said FROM ledger.books_stop s`;
const CAUSES = `SELECT c.stop_id || ':' || c.actor AS id, json_build_object('stop', c.stop_id, 'actor', c.actor, 'cause', c.cause, 'at', c.at_ms)::text AS said
  FROM ledger.books_cause c`;
const RESUMES = `SELECT s.id::text AS id, json_build_object('stop', s.id, 'at', s.resumed_ms)::text AS said FROM ledger.books_stop s
  WHERE s.resumed_ms IS NOT NULL`;

/**
 * Each stop of the books, each cause and each end is a record: a finding is passed over only once two people
 * have looked at it.
 */
async function booksStops(tx: Queryable): Promise<Finding> {
  const found = finding('books_stops_recorded');
  for (const [what, type, query] of [
    ['stop', 'books.stop', STOPS],
    ['cause', 'books.cause', CAUSES],
    ['end', 'books.resume', RESUMES],
  ] as const) {
    const records = await recordsByRef(tx, type);
    for (const { id, said } of await tx.query<{ id: string; said: string }>(`verify.${type}`, query)) {
      if (!isRecorded(records, id, JSON.parse(said))) found.add(`${what} ${id} of the books is not what the log says`);
    }
    for (const id of records.keys()) found.add(`the log has ${what} ${id} of the books, which is gone`);
  }
  return found.end();
}

/** What was asked, what was decided and what was carried out are three records. */
async function requests(tx: Queryable): Promise<Finding> {
  const found = finding('requests_recorded');
  const [asked, decided, carried] = await Promise.all([
    recordsByRef(tx, 'ops.request'),
    recordsByRef(tx, 'ops.decision'),
    recordsByRef(tx, 'ops.action', 'request:'),
  ]);
  const rows = await tx.query<RecordedRequest & { readonly failure: string | undefined }>(
    'verify.requests',
    `SELECT r.*, t.failure FROM (${RECORDED_REQUESTS}) r JOIN console.request t ON t.id = r.id::bigint ORDER BY t.id`,
  );
  for (const row of rows) {
    const { id, action, maker, checker, state } = row;
    if (!(action in ACTIONS)) found.add(`request ${id} is for ${action}, which nobody can ask for`);
    const { asked: wasAsked, decided: wasDecided } = saidOfRequest(row);
    if (!isRecorded(asked, id, wasAsked)) found.add(`request ${id} was asked otherwise by the log`);
    if (!isRecorded(decided, id, wasDecided)) found.add(`request ${id} was decided otherwise by the log`);
    const done = carried.get(id);
    carried.delete(id);
    const isDone = state === 'carried_out' || state === 'failed';
    if (isDone !== (done !== undefined)) found.add(`request ${id} is ${state}, and the log says otherwise`);
    else if (
      done &&
      !isSame(
        { action: done['action']!, maker: done['maker']!, checker: done['checker']!, failure: done['failure'] ?? null },
        { action, maker, checker: checker ?? null, failure: row.failure ?? null },
      )
    ) {
      found.add(`request ${id} was carried out otherwise by the log`);
    }
  }
  for (const id of [...asked.keys(), ...decided.keys(), ...carried.keys()]) {
    found.add(`the log has ${id} of the requests, which is gone`);
  }
  return found.end();
}

/** What records of a type say, by what they are about; of those about one kind of thing, without its name. */
async function recordsByRef(tx: Queryable, type: RecordType, kind = ''): Promise<Map<string, RecordFields>> {
  const records = await recordsOfType(tx, type);
  return new Map(
    records.flatMap(({ ref, json }) =>
      ref?.startsWith(kind) === true ? [[ref.slice(kind.length), JSON.parse(json) as RecordFields]] : [],
    ),
  );
}

function isRecorded(records: Map<string, RecordFields>, id: string, row: RecordFields | undefined): boolean {
  const record = records.get(id);
  records.delete(id);
  return row === undefined || record === undefined ? row === record : isSame(record, row);
}

/*
 * What only two people decide has the request by which they did: its subject, its two people, and its terms.
 * Each action has its own question.
 */
const UNDECIDED_BY_TWO = Object.entries(ACTIONS)
  .filter(([, { decided }]) => decided !== undefined)
  .map(
    ([name, { decided }]) => `SELECT what FROM (
      WITH done AS (SELECT r.id::text AS id, r.subject, r.maker, r.checker, r.payload FROM console.request r
        WHERE r.state = 'carried_out' AND r.action = '${name}') ${decided}) d WHERE NOT d.ok`,
  )
  .join(' UNION ALL ');

async function decidedByTwo(tx: Queryable): Promise<Finding> {
  const found = finding('decided_by_maker_checker');
  for (const { what } of await tx.query<{ what: string }>('verify.decided_by_maker_checker', UNDECIDED_BY_TWO)) {
    found.add(`${what} was decided, and no two people agreed to it so`);
  }
  return found.end();
}
