import type { RecordType } from '#modules/ledger/index.ts';
import { isTrusted, newestRecord } from '#modules/ledger/index.ts';
import type { Db } from '#src/ports/database.ts';
import type { ConsoleDeps } from './types.ts';

/*
 * What lets people into the back office. Functions of the database write its records; here is what each row has to say
 * in the newest one. The role at the door reads the rows, and the server the log.
 */

/** Rows with the text of their newest record, by which the record is found as `id`. */
export type StaffRows = { readonly type: RecordType; readonly rows: string; readonly id: string };

/** People. */
export const STAFF: StaffRows = {
  type: 'staff.account',
  id: 't.number',
  rows: `SELECT t.number AS id, json_build_object('id', t.number, 'name', t.name,
      'password', encode(sha256(convert_to(t.password_hash, 'UTF8')), 'hex'), 'at', t.created_at)::text AS said
    FROM console.staff t`,
};

/** Second factors with their recovery codes, as they are set up, used and taken back. */
export const STAFF_FACTORS: StaffRows = {
  type: 'staff.factor',
  id: 't.staff',
  rows: `SELECT t.staff AS id, json_build_object('id', t.staff, 'on', t.confirmed_at IS NOT NULL, 'row',
      encode(sha256(convert_to(json_build_array(t.staff, encode(t.body, 'hex'), t.confirmed_at, t.last_step, t.due,
        (SELECT json_agg(json_build_array(c.selector, c.hash, c.used_at) ORDER BY c.selector)
         FROM console.recovery_code c WHERE c.staff = t.staff))::text, 'UTF8')), 'hex'))::text AS said
    FROM console.second_factor t`,
};

/** Sessions that have not ended. */
export const STAFF_SESSIONS: StaffRows = {
  type: 'staff.session',
  id: "encode(sha256(t.token_hash), 'hex')",
  rows: `SELECT encode(sha256(t.token_hash), 'hex') AS id, json_build_object('id', encode(sha256(t.token_hash), 'hex'),
      'staff', t.staff, 'at', t.created_at)::text AS said
    FROM (SELECT * FROM console.session WHERE ended_at IS NULL) t`,
};

/** Browsers that a person has signed in with. */
export const STAFF_DEVICES: StaffRows = {
  type: 'staff.device',
  id: "encode(sha256(t.token_hash), 'hex')",
  rows: `SELECT encode(sha256(t.token_hash), 'hex') AS id,
      json_build_object('id', encode(sha256(t.token_hash), 'hex'), 'staff', t.staff)::text AS said
    FROM console.device t`,
};

type Fields = Readonly<Record<string, unknown>>;

/** Whether a record says the same as a row. */
export const saysSame = (record: string, row: string): boolean => {
  const [one, other] = [JSON.parse(record) as Fields, JSON.parse(row) as Fields];
  return Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);
};

type Asking = Pick<ConsoleDeps, 'db' | 'door' | 'log'>;

/**
 * Whether the server may act by a row: it is what its newest record says, and a server has signed that; or neither is
 * there. What is not so is logged.
 */
export const isStaffAsRecorded = (deps: Asking, of: StaffRows, id: string): Promise<boolean> =>
  isTrusted(deps, `${of.type} ${id}`, async () => {
    const [record, said] = await Promise.all([newestRecord(deps.db, of.type, id), saidOf(deps.door, of, id)]);
    return { record, differs: differs(record?.json, said) };
  });

async function saidOf(door: Db, { type, rows, id: column }: StaffRows, id: string): Promise<string | undefined> {
  const [row] = await door.query<{ said: string }>(`console.said.${type}`, `${rows} WHERE ${column} = $1`, [id]);
  return row?.said;
}

function differs(record: string | undefined, said: string | undefined): string | undefined {
  if (record === undefined) return said === undefined ? undefined : 'has no record in the log';
  if (said === undefined) return 'is gone, and the log has it';
  return saysSame(record, said) ? undefined : 'is not what the log says';
}
