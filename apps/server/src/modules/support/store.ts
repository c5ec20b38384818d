import { recordRow, type RecordedTable } from '#modules/ledger/index.ts';
import type { Queryable, Tx } from '#src/ports/database.ts';

/** The module's SQL, and nothing but SQL. */

/** What a member and customer service have written to each other: the log answers for it. */
export const MESSAGES: RecordedTable = {
  type: 'support.message',
  table: 'support.message',
  id: 'id',
  member: 'member_id',
  columns: ['t.sender', 't.staff', 't.text', 't.picture_id', 't.draft_id', 't.at'],
};

export type Sender = 'member' | 'service';
export type SupportMessage = {
  readonly id: bigint;
  readonly memberId: string;
  readonly sender: Sender;
  readonly text: string;
  readonly pictureId: string | undefined;
  readonly at: number;
  readonly readAt: number | undefined;
};

const MESSAGE = 'id, member_id, sender, text, picture_id, at, read_at';

export const listMessages = (
  db: Queryable,
  page: { readonly memberId: string; readonly before: bigint | null; readonly size: number },
): Promise<readonly SupportMessage[]> =>
  db.query<SupportMessage>(
    'support.list',
    `SELECT ${MESSAGE} FROM support.message WHERE member_id = $1 AND ($2::bigint IS NULL OR id < $2)
     ORDER BY id DESC LIMIT $3`,
    [page.memberId, page.before, page.size],
  );

/** Marks as read what one side wrote to the other. Answers how many that were. */
export async function markRead(db: Queryable, memberId: string, sender: Sender, now: number): Promise<number> {
  const rows = await db.query(
    'support.mark_read',
    'UPDATE support.message SET read_at = $3 WHERE member_id = $1 AND sender = $2 AND read_at IS NULL RETURNING id',
    [memberId, sender, now],
  );
  return rows.length;
}

/** The oldest message of a side that the other has not read. */
export async function firstUnread(db: Queryable, memberId: string, sender: Sender): Promise<bigint | undefined> {
  const [row] = await db.query<{ id: bigint | undefined }>(
    'support.first_unread',
    'SELECT min(id) AS id FROM support.message WHERE member_id = $1 AND sender = $2 AND read_at IS NULL',
    [memberId, sender],
  );
  return row?.id;
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
export async function writeMessage(
  tx: Tx,
  message: NewMessage,
): Promise<{ readonly row: SupportMessage; readonly isNew: boolean }> {
  const rows = await tx.query<SupportMessage & { isNew: boolean }>(
    'support.write',
    `INSERT INTO support.message (member_id, sender, staff, text, picture_id, draft_id, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (member_id, draft_id) DO UPDATE SET at = message.at
     RETURNING ${MESSAGE}, (xmax = 0) AS is_new`,
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
  const { isNew, ...row } = rows[0]!; // one row, written now or before
  if (isNew) await recordRow(tx, MESSAGES, row.id, 'written');
  return { row, isNew };
}

/** Threads for those who answer: what waits to be read first, then the newest. */
export const listThreads = (db: Queryable, limit: number) =>
  db.query<{
    readonly memberId: string;
    readonly lastText: string;
    readonly lastSender: Sender;
    readonly lastAt: number;
    readonly unread: bigint;
  }>(
    'support.threads',
    `SELECT member_id, last.text AS last_text, last.sender AS last_sender, last.at AS last_at, unread FROM (
       SELECT member_id, max(id) AS last_id, count(*) FILTER (WHERE sender = 'member' AND read_at IS NULL) AS unread
       FROM support.message GROUP BY member_id) threads
     JOIN LATERAL (SELECT text, sender, at FROM support.message WHERE id = last_id) last ON true
     ORDER BY (unread > 0) DESC, last.at DESC LIMIT $1`,
    [limit],
  );
