import type { Language } from '@khara/contract';
import type { Queryable, Tx } from '#src/ports/database.ts';

export type Category = 'task' | 'system' | 'transaction';

export type NoticeRow = {
  readonly id: bigint;
  readonly category: Category;
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly link: string | null;
  readonly at: bigint;
  readonly read_at: bigint | null;
  /** Of an announcement: its words, by language. */
  readonly texts: Readonly<Record<Language, NoticeText>> | null;
};
export type NoticeText = { readonly title: string; readonly body: string };

export type NewNotice = {
  readonly memberId: string;
  readonly category: Category;
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
  readonly link: string | undefined;
  readonly about: string | undefined;
  readonly at: number;
};

const NOTICE = `id, category, key, params, link, at, read_at,
  (select a.texts from notices.announcement a where a.id = notices.notice.announcement_id) as texts`;

/** Answers undefined when the member has this notice already. */
export async function insert(db: Queryable, notice: NewNotice): Promise<NoticeRow | undefined> {
  const { memberId, category, key, params, link, about, at } = notice;
  const rows = await db.query<NoticeRow>(
    'notices.insert',
    `insert into notices.notice (member_id, category, key, params, link, about, at)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7) on conflict (member_id, about) do nothing returning ${NOTICE}`,
    [memberId, category, key, JSON.stringify(params), link ?? null, about ?? null, at],
  );
  return rows[0];
}

/** Inserts many in one statement. Answers those that are new. */
export async function insertAll(
  db: Queryable,
  notices: readonly NewNotice[],
): Promise<readonly (NoticeRow & { readonly member_id: string })[]> {
  if (notices.length === 0) return [];
  const rows = notices.map(({ memberId, link = null, about = null, ...rest }) => ({
    ...rest,
    member_id: memberId,
    link,
    about,
  }));
  return db.query(
    'notices.insert_all',
    `insert into notices.notice (member_id, category, key, params, link, about, at)
     select member_id, category, key, params, link, about, at from json_populate_recordset(null::notices.notice, $1::json)
     on conflict (member_id, about) do nothing returning member_id, ${NOTICE}`,
    [JSON.stringify(rows)],
  );
}

/** The inbox before notice `before`, newest first. A null category is all of them. */
export function list(
  db: Queryable,
  page: {
    readonly memberId: string;
    readonly category: Category | null;
    readonly before: bigint | null;
    readonly size: number;
  },
): Promise<readonly NoticeRow[]> {
  return db.query<NoticeRow>(
    'notices.list',
    `select ${NOTICE} from notices.notice
     where member_id = $1 and cleared_at is null and ($2::text is null or category = $2)
       and ($3::bigint is null or id < $3)
     order by id desc limit $4`,
    [page.memberId, page.category, page.before, page.size],
  );
}

export function countUnread(
  db: Queryable,
  memberId: string,
): Promise<readonly { readonly category: Category; readonly unread: bigint }[]> {
  return db.query(
    'notices.count_unread',
    'select category, count(*) as unread from notices.notice where member_id = $1 and read_at is null group by category',
    [memberId],
  );
}

/** Whether the member has such a notice in the inbox. */
export async function markRead(db: Queryable, memberId: string, id: bigint, now: number): Promise<boolean> {
  const rows = await db.query(
    'notices.mark_read',
    `update notices.notice set read_at = coalesce(read_at, $3)
     where member_id = $1 and id = $2 and cleared_at is null returning id`,
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
    `update notices.notice set read_at = $3
     where member_id = $1 and read_at is null and ($2::text is null or category = $2)`,
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
    `update notices.notice set cleared_at = $3
     where member_id = $1 and read_at is not null and cleared_at is null and ($2::text is null or category = $2)`,
    [memberId, category, now],
  );
}

/** A task's notice gets the words of a done one, and is read. */
export async function completeTask(
  db: Queryable,
  task: { readonly memberIds: readonly string[]; readonly about: string; readonly key: string; readonly at: number },
): Promise<void> {
  if (task.memberIds.length === 0) return;
  await db.query(
    'notices.complete_task',
    `update notices.notice set key = $3, read_at = coalesce(read_at, $4)
     where member_id = any($1) and about = $2 and key <> $3`,
    [task.memberIds, task.about, task.key, task.at],
  );
}

/** Notices of this text are read: what they tell of has been seen in its own place. */
export async function markReadByKey(db: Queryable, memberId: string, key: string, now: number): Promise<void> {
  await db.query(
    'notices.mark_read_by_key',
    'update notices.notice set read_at = $3 where member_id = $1 and key = $2 and read_at is null',
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

/** Writes an announcement down, for so many members. False when there is one of this id. */
export async function insertAnnouncement(
  tx: Tx,
  { id, texts, link, maker, checker, at, members }: Announcement & { readonly members: number },
): Promise<boolean> {
  const rows = await tx.query(
    'notices.insert_announcement',
    `insert into notices.announcement (id, texts, link, maker, checker, members, at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do nothing returning id`,
    [id, JSON.stringify(texts), link, maker, checker, members, at],
  );
  return rows.length > 0;
}

/** A notice of it for each of these members. */
export const insertAnnounced = (
  tx: Tx,
  { id, link, at }: Pick<Announcement, 'id' | 'link' | 'at'>,
  memberIds: readonly string[],
): Promise<readonly (NoticeRow & { readonly member_id: string })[]> =>
  tx.query(
    'notices.insert_announced',
    `insert into notices.notice (member_id, category, key, params, link, about, announcement_id, at)
     select m, 'system', 'announcement', '{}', $2, 'announcement:' || $1, $1, $3 from unnest($4::text[]) m
     on conflict (member_id, about) do nothing returning member_id, ${NOTICE}`,
    [id, link, at, memberIds],
  );
