import type { Queryable } from '#src/ports/database.ts';

/** Ids of members in their order, a page of them after one: for notices to all members. */
export async function membersAfter(db: Queryable, after: string, size: number): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    'accounts.members_after',
    'SELECT id FROM accounts.member WHERE id > $1 ORDER BY id LIMIT $2',
    [after, size],
  );
  return rows.map(({ id }) => id);
}
