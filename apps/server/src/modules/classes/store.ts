import type { RecordedMissionId } from '@khara/contract';
import { changeRecorded, recordRow, removeRecorded, type RecordedTable } from '#modules/ledger/index.ts';
import { OPEN_STATES_SQL } from '#modules/orders/index.ts';
import { SqlError, type Queryable, type Tx } from '#src/ports/database.ts';

/** The module's SQL, and nothing but SQL. Instants are ms. */

/** Classes: the log answers for what each gives, and for whose it is. */
export const CLASS_ROOMS: RecordedTable = {
  type: 'class.room',
  table: 'classes.room',
  id: 'id',
  member: 'owner_id',
  columns: [
    't.code',
    't.name',
    't.seats',
    't.start_paise',
    't.missions',
    't.ends_on',
    't.index_paise',
    't.opened_ms',
    't.ended_ms',
  ],
};

/** Whose a seat is: by it a slip opens an account. */
export const CLASS_SEATS: RecordedTable = {
  type: 'class.seat',
  table: 'classes.seat',
  id: 'member_id',
  member: 'member_id',
  columns: ['t.room_id', 't.no'],
};

export type Assignment = { readonly id: RecordedMissionId; readonly on: string | null };

export type Room = {
  readonly id: string;
  readonly ownerId: string;
  readonly code: string;
  readonly name: string;
  readonly seats: number;
  readonly startPaise: bigint;
  readonly missions: readonly Assignment[];
  readonly endsOn: string;
  readonly indexPaise: bigint;
  readonly openedAt: number;
  readonly endedAt: number | undefined;
  readonly taken: number;
};

export type Seat = {
  readonly memberId: string;
  readonly no: number;
  readonly movedAt: number | undefined;
  /** Undefined where the account was kept with a phone number. */
  readonly deviceKey: Uint8Array | undefined;
};

const ROOM = `SELECT r.id, r.owner_id, r.code, r.name, r.seats, r.start_paise, r.missions, r.ends_on::text AS ends_on, r.index_paise,
  r.opened_ms AS opened_at, r.ended_ms AS ended_at, (SELECT count(*) FROM classes.seat s WHERE s.room_id = r.id)::int AS taken
  FROM classes.room r`;

/** Records of what the back office decided about a member's classes. */
export async function decisionsAbout(db: Queryable, memberId: string): Promise<readonly bigint[]> {
  const rows = await db.query<{ id: bigint }>(
    'classes.decisions',
    `SELECT r.id FROM ledger.record r WHERE r.type = 'ops.action'
       AND r.json::jsonb ->> 'action' = 'classes.decide' AND r.json::jsonb ->> 'subject' = $1`,
    [memberId],
  );
  return rows.map(({ id }) => id);
}

export const roomsOfOwner = (db: Queryable, ownerId: string): Promise<readonly Room[]> =>
  db.query<Room>('classes.of_owner', `${ROOM} WHERE r.owner_id = $1 ORDER BY r.opened_ms DESC`, [ownerId]);

export async function roomById(db: Queryable, id: string): Promise<Room | undefined> {
  return (await db.query<Room>('classes.by_id', `${ROOM} WHERE r.id = $1`, [id]))[0];
}

export async function roomByCode(db: Queryable, code: string): Promise<Room | undefined> {
  return (await db.query<Room>('classes.by_code', `${ROOM} WHERE r.code = $1`, [code]))[0];
}

export const openRooms = (db: Queryable): Promise<readonly Room[]> =>
  db.query<Room>('classes.open', `${ROOM} WHERE r.ended_ms IS NULL ORDER BY r.opened_ms, r.id`);

/** Classes that have ended and still have seats. */
export const endedRooms = (db: Queryable): Promise<readonly Room[]> =>
  db.query<Room>(
    'classes.ended',
    `${ROOM} CROSS JOIN LATERAL (SELECT FROM classes.seat s WHERE s.room_id = r.id LIMIT 1) seat WHERE r.ended_ms IS NOT NULL`,
  );

/** Classes without seats that ended before an instant, whose owner is still there. */
export const forgettableRooms = (db: Queryable, before: number): Promise<readonly Room[]> =>
  db.query<Room>(
    'classes.forgettable',
    `${ROOM} CROSS JOIN LATERAL (SELECT FROM accounts.member m WHERE m.id = r.owner_id AND m.erased_at IS NULL LIMIT 1) owner
     LEFT JOIN LATERAL (SELECT s.no FROM classes.seat s WHERE s.room_id = r.id LIMIT 1) seat ON true
     WHERE r.ended_ms < $1 AND seat.no IS NULL`,
    [before],
  );

export async function insertRoom(tx: Tx, room: Omit<Room, 'taken' | 'endedAt'>): Promise<void> {
  await tx.query(
    'classes.insert',
    `INSERT INTO classes.room (id, owner_id, code, name, seats, start_paise, missions, ends_on, index_paise, opened_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      room.id,
      room.ownerId,
      room.code,
      room.name,
      room.seats,
      room.startPaise,
      JSON.stringify(room.missions),
      room.endsOn,
      room.indexPaise,
      room.openedAt,
    ],
  );
  await recordRow(tx, CLASS_ROOMS, room.id, 'opened');
}

/** Two classes drew the same code: try again with another. */
export const isCodeClash = (error: unknown): boolean => error instanceof SqlError && error.constraint === 'room_code';

export const setMissions = (tx: Tx, id: string, missions: readonly Assignment[]): Promise<boolean> =>
  changeRecorded(tx, CLASS_ROOMS, { id, act: 'changed' }, async () => {
    const rows = await tx.query(
      'classes.set_missions',
      'UPDATE classes.room SET missions = $2 WHERE id = $1 AND ended_ms IS NULL RETURNING id',
      [id, JSON.stringify(missions)],
    );
    return rows.length > 0;
  });

export const endRoom = (tx: Tx, id: string, now: number): Promise<boolean> =>
  changeRecorded(tx, CLASS_ROOMS, { id, act: 'ended' }, async () => {
    const rows = await tx.query(
      'classes.end',
      `UPDATE classes.room SET ended_ms = $2, name = '' WHERE id = $1 AND ended_ms IS NULL RETURNING id`,
      [id, now],
    );
    return rows.length > 0;
  });

export const forgetRoom = (tx: Tx, id: string): Promise<boolean> =>
  removeRecorded(tx, CLASS_ROOMS, id, async () => {
    const rows = await tx.query('classes.forget', 'DELETE FROM classes.room WHERE id = $1 RETURNING id', [id]);
    return rows.length > 0;
  });

export const seatsOf = (db: Queryable, roomId: string): Promise<readonly Seat[]> =>
  db.query<Seat>(
    'classes.seats',
    `SELECT s.member_id, s.no, s.moved_ms AS moved_at, m.device_key FROM classes.seat s
     JOIN accounts.member m ON m.id = s.member_id WHERE s.room_id = $1 ORDER BY s.no`,
    [roomId],
  );

/** The seat of a member, and its class. */
export async function seatOfMember(
  db: Queryable,
  memberId: string,
): Promise<(Pick<Seat, 'no' | 'movedAt'> & { readonly roomId: string }) | undefined> {
  const rows = await db.query<Pick<Seat, 'no' | 'movedAt'> & { readonly roomId: string }>(
    'classes.seat_of',
    'SELECT no, room_id, moved_ms AS moved_at FROM classes.seat WHERE member_id = $1',
    [memberId],
  );
  return rows[0];
}

/**
 * Takes a seat of a class that goes on: this one, or the first that is free. Undefined where there is none. One after
 * the other in a class.
 */
export async function takeSeat(
  tx: Tx,
  { roomId, memberId, no }: { readonly roomId: string; readonly memberId: string; readonly no: number | undefined },
): Promise<number | undefined> {
  await tx.query('classes.hold', 'SELECT FROM classes.room WHERE id = $1 FOR UPDATE', [roomId]);
  const rows = await tx.query<{ no: number }>(
    'classes.take_seat',
    `INSERT INTO classes.seat (member_id, room_id, no)
     SELECT $2, r.id, n.no FROM classes.room r CROSS JOIN LATERAL generate_series(1, r.seats) AS n (no)
     WHERE r.id = $1 AND r.ended_ms IS NULL AND ($3::integer IS NULL OR n.no = $3)
       AND NOT EXISTS (SELECT FROM classes.seat s WHERE s.room_id = r.id AND s.no = n.no)
     ORDER BY n.no LIMIT 1 RETURNING no`,
    [roomId, memberId, no ?? null],
  );
  const [taken] = rows;
  if (taken) await recordRow(tx, CLASS_SEATS, memberId, 'taken');
  return taken?.no;
}

/** Orders of these members that are open, in all. */
export async function countOpenOrders(db: Queryable, memberIds: readonly string[]): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'classes.open_orders',
    `SELECT count(*)::int AS count FROM trading."order" WHERE user_id = ANY ($1) AND state IN ${OPEN_STATES_SQL}`,
    [memberIds],
  );
  return rows[0]!.count; // a count has a row
}

export async function noteMoved(db: Queryable, memberId: string, now: number): Promise<void> {
  await db.query('classes.moved', 'UPDATE classes.seat SET moved_ms = $2 WHERE member_id = $1', [memberId, now]);
}

export const giveBackSeat = (tx: Tx, memberId: string): Promise<boolean> =>
  removeRecorded(tx, CLASS_SEATS, memberId, async () => {
    const rows = await tx.query(
      'classes.give_back',
      'DELETE FROM classes.seat WHERE member_id = $1 RETURNING member_id',
      [memberId],
    );
    return rows.length > 0;
  });
