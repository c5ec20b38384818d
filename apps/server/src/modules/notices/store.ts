import type { Language } from '@khara/contract';
import type { Queryable, Tx } from '#src/ports/database.ts';

export type Category = 'task' | 'system' | 'transaction';

export type Notice = {
  readonly id: bigint;
  readonly memberId: string;
  readonly category: Category;
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly link: string | undefined;
  readonly at: number;
  /** Market time then. */
  readonly marketTime: string;
  readonly readAt: number | undefined;
  /** Of an announcement: its words, by language. */
  readonly texts: Readonly<Record<Language, NoticeText>> | undefined;
};
export type NoticeText = { readonly title: string; readonly body: string };

export type NewNotice = Pick<Notice, 'memberId' | 'category' | 'key' | 'params' | 'link' | 'at' | 'readAt'> & {
  readonly about: string | undefined;
};

const NOTICE = `id, member_id, category, key, params, link, at, market.time_at(at) AS market_time, read_at,
  (SELECT a.texts FROM notices.announcement a WHERE a.id = notices.notice.announcement_id) AS texts`;

/** Answers undefined when the member has this notice already. */
export async function insert(db: Queryable, notice: NewNotice): Promise<Notice | undefined> {
  const { memberId, category, key, params, link, about, at, readAt } = notice;
  const rows = await db.query<Notice>(
    'notices.insert',
    `INSERT INTO notices.notice (member_id, category, key, params, link, about, at, read_at)
     VALUES ($1, $2, $3, $4::jsonb, $5, $6, $7, $8) ON CONFLICT (member_id, about) DO NOTHING RETURNING ${NOTICE}`,
    [memberId, category, key, JSON.stringify(params), link ?? null, about ?? null, at, readAt ?? null],
  );
  return rows[0];
}

/** Inserts many in one statement. Answers those that are new. */
export async function insertAll(db: Queryable, notices: readonly NewNotice[]): Promise<readonly Notice[]> {
  if (notices.length === 0) return [];
  const rows = notices.map(({ memberId, link, about, readAt, ...rest }) => ({
    ...rest,
    member_id: memberId,
    link,
    about,
    read_at: readAt,
  }));
  return db.query(
    'notices.insert_all',
    `INSERT INTO notices.notice (member_id, category, key, params, link, about, at, read_at)
     SELECT member_id, category, key, params, link, about, at, read_at FROM json_populate_recordset(NULL::notices.notice, $1::json)
     ON CONFLICT (member_id, about) DO NOTHING RETURNING ${NOTICE}`,
    [JSON.stringify(rows)],
  );
}

/** Those of these notices that were written, by `about`. */
export const findAll = (
  db: Queryable,
  notices: readonly Pick<NewNotice, 'memberId' | 'about'>[],
): Promise<readonly Notice[]> =>
  db.query(
    'notices.find_all',
    `SELECT ${NOTICE} FROM unnest($1::text[], $2::text[]) AS k (member_id, about)
     JOIN notices.notice USING (member_id, about) ORDER BY id`,
    [notices.map(({ memberId }) => memberId), notices.map(({ about }) => about)],
  );

export const noticesById = (db: Queryable, ids: readonly bigint[]): Promise<readonly Notice[]> =>
  db.query('notices.by_ids', `SELECT ${NOTICE} FROM notices.notice WHERE id = ANY ($1::bigint[]) ORDER BY id`, [ids]);

/** The place of a notice among its member's: its instant, and its number among those of that instant. */
export type Place = { readonly at: bigint; readonly id: bigint };

/** Before everything: a plain comparison is what lets the index find where a page begins. */
export const NEWEST: Place = { at: 9_223_372_036_854_775_807n, id: 9_223_372_036_854_775_807n };

/** A member's notices before `before`, newest first. A null category is all of them. */
export function list(
  db: Queryable,
  page: {
    readonly memberId: string;
    readonly category: Category | null;
    readonly before: Place;
    readonly size: number;
  },
): Promise<readonly Notice[]> {
  return db.query<Notice>(
    'notices.list',
    `SELECT ${NOTICE} FROM notices.notice
     WHERE member_id = $1 AND cleared_at IS NULL AND ($2::text IS NULL OR category = $2)
       AND (at, id) < ($3::bigint, $4::bigint)
     ORDER BY at DESC, id DESC LIMIT $5`,
    [page.memberId, page.category, page.before.at, page.before.id, page.size],
  );
}

export function countUnread(
  db: Queryable,
  memberId: string,
): Promise<readonly { readonly category: Category; readonly unread: bigint }[]> {
  return db.query(
    'notices.count_unread',
    'SELECT category, count(*) AS unread FROM notices.notice WHERE member_id = $1 AND read_at IS NULL GROUP BY category',
    [memberId],
  );
}

/** Whether the member has such a notice, and has not put it away. */
export async function markRead(db: Queryable, memberId: string, id: bigint, now: number): Promise<boolean> {
  const rows = await db.query(
    'notices.mark_read',
    `UPDATE notices.notice SET read_at = coalesce(read_at, $3)
     WHERE member_id = $1 AND id = $2 AND cleared_at IS NULL RETURNING id`,
    [memberId, id, now],
  );
  return rows.length > 0;
}

export async function markAllRead(
  db: Queryable,
  memberId: string,
  category: Category | null,
  now: number,
): Promise<void> {
  await db.query(
    'notices.mark_all_read',
    `UPDATE notices.notice SET read_at = $3
     WHERE member_id = $1 AND read_at IS NULL AND ($2::text IS NULL OR category = $2)`,
    [memberId, category, now],
  );
}

export async function clearRead(
  db: Queryable,
  memberId: string,
  category: Category | null,
  now: number,
): Promise<void> {
  await db.query(
    'notices.clear_read',
    `UPDATE notices.notice SET cleared_at = $3
     WHERE member_id = $1 AND read_at IS NOT NULL AND cleared_at IS NULL AND ($2::text IS NULL OR category = $2)`,
    [memberId, category, now],
  );
}

/** The notice of a task leaves the inbox, and stays written down, so that the task is not set again. */
export async function putTaskAway(
  db: Queryable,
  task: { readonly memberIds: readonly string[]; readonly about: string; readonly at: number },
): Promise<void> {
  if (task.memberIds.length === 0) return;
  await db.query(
    'notices.put_task_away',
    `UPDATE notices.notice SET read_at = coalesce(read_at, $3), cleared_at = $3
     WHERE member_id = ANY($1) AND about = $2 AND cleared_at IS NULL`,
    [task.memberIds, task.about, task.at],
  );
}

/** Notices of this text are read: what they tell of has been seen in its own place. */
export async function markReadByKey(db: Queryable, memberId: string, key: string, now: number): Promise<void> {
  await db.query(
    'notices.mark_read_by_key',
    'UPDATE notices.notice SET read_at = $3 WHERE member_id = $1 AND key = $2 AND read_at IS NULL',
    [memberId, key, now],
  );
}

export type Announcement = {
  readonly id: string;
  readonly texts: Readonly<Record<Language, NoticeText>>;
  readonly link: string | null;
  readonly maker: string;
  readonly checker: string;
  readonly at: number;
};

/** Writes an announcement down, with the number of its members. False when there is one of this id. */
export async function insertAnnouncement(
  tx: Tx,
  { id, texts, link, maker, checker, at, members }: Announcement & { readonly members: number },
): Promise<boolean> {
  const rows = await tx.query(
    'notices.insert_announcement',
    `INSERT INTO notices.announcement (id, texts, link, maker, checker, members, at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [id, JSON.stringify(texts), link, maker, checker, members, at],
  );
  return rows.length > 0;
}

/** A notice of it for each of these members. */
export const insertAnnounced = (
  tx: Tx,
  { id, link, at }: Pick<Announcement, 'id' | 'link' | 'at'>,
  memberIds: readonly string[],
): Promise<readonly Notice[]> =>
  tx.query(
    'notices.insert_announced',
    `INSERT INTO notices.notice (member_id, category, key, params, link, about, announcement_id, at)
     SELECT m, 'system', 'announcement', '{}', $2, 'announcement:' || $1, $1, $3 FROM unnest($4::text[]) m
     ON CONFLICT (member_id, about) DO NOTHING RETURNING ${NOTICE}`,
    [id, link, at, memberIds],
  );
