import type { Queryable, Tx } from '#src/ports/database.ts';

/** The module's SQL, and nothing but SQL. */

export type Sender = 'member' | 'service';
export type MessageRow = {
  readonly id: bigint;
  readonly member_id: string;
  readonly sender: Sender;
  readonly text: string;
  readonly picture_id: string | null;
  readonly at: bigint;
  readonly read_at: bigint | null;
};

const MESSAGE = 'id, member_id, sender, text, picture_id, at, read_at';

export const list = (
  db: Queryable,
  page: { readonly memberId: string; readonly before: bigint | null; readonly size: number },
): Promise<readonly MessageRow[]> =>
  db.query<MessageRow>(
    'support.list',
    `select ${MESSAGE} from support.message where member_id = $1 and ($2::bigint is null or id < $2)
     order by id desc limit $3`,
    [page.memberId, page.before, page.size],
  );

/** Marks as read what one side wrote to the other. Answers how many that were. */
export async function markRead(db: Queryable, memberId: string, sender: Sender, now: number): Promise<number> {
  const rows = await db.query(
    'support.mark_read',
    'update support.message set read_at = $3 where member_id = $1 and sender = $2 and read_at is null returning id',
    [memberId, sender, now],
  );
  return rows.length;
}

/** The oldest message of a side that the other has not read. */
export async function firstUnread(db: Queryable, memberId: string, sender: Sender): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint | null }>(
    'support.first_unread',
    'select min(id) as id from support.message where member_id = $1 and sender = $2 and read_at is null',
    [memberId, sender],
  );
  return row?.id ?? undefined;
}

export type NewMessage = {
  readonly memberId: string;
  readonly sender: Sender;
  readonly staff: string | undefined;
  readonly text: string;
  readonly pictureId: string | undefined;
  readonly draftId: string | undefined;
  readonly at: number;
};

/** Writes a message; the one that is there already when the same draft is sent again. */
export async function write(
  tx: Tx,
  message: NewMessage,
): Promise<{ readonly row: MessageRow; readonly isNew: boolean }> {
  const rows = await tx.query<MessageRow & { is_new: boolean }>(
    'support.write',
    `insert into support.message (member_id, sender, staff, text, picture_id, draft_id, at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (member_id, draft_id) do update set at = message.at
     returning ${MESSAGE}, (xmax = 0) as is_new`,
    [
      message.memberId,
      message.sender,
      message.staff ?? null,
      message.text,
      message.pictureId ?? null,
      message.draftId ?? null,
      message.at,
    ],
  );
  const { is_new: isNew, ...row } = rows[0]!; // one row, written now or before
  return { row, isNew };
}

export type ThreadRow = {
  readonly member_id: string;
  readonly last_text: string;
  readonly last_sender: Sender;
  readonly last_at: bigint;
  readonly unread: bigint;
};

/** Threads for those who answer: what waits to be read first, then the newest. */
export const threads = (db: Queryable, limit: number): Promise<readonly ThreadRow[]> =>
  db.query<ThreadRow>(
    'support.threads',
    `select member_id, last.text as last_text, last.sender as last_sender, last.at as last_at, unread from (
       select member_id, max(id) as last_id, count(*) filter (where sender = 'member' and read_at is null) as unread
       from support.message group by member_id) threads
     join lateral (select text, sender, at from support.message where id = last_id) last on true
     order by (unread > 0) desc, last.at desc limit $1`,
    [limit],
  );
