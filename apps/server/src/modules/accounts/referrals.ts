import type { Body, Data } from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { beforeOf, DEFAULT_SIZE, pageOf } from '#src/kernel/page.ts';
import { done, type Result } from '#src/kernel/result.ts';
import * as memberStore from './member-store.ts';

/** Who registered with one's own code: a nickname and when, and nothing else of them. */
export async function invited(
  { db }: Deps,
  { member }: MemberCaller,
  { cursor, size = DEFAULT_SIZE }: Body<'invited'>,
): Promise<Result<Data<'invited'>, never>> {
  const page = { before: beforeOf(cursor) ?? null, size: size + 1 };
  const { rows, total } = await memberStore.invitedBy(db, member.userId, page);
  const { shown, nextCursor } = pageOf(rows, size, (row) => row.number);
  const list = shown.map(({ number, nickname, created_at: joinedAt }) => ({
    id: String(number),
    nickname,
    joinedAt: Number(joinedAt),
  }));
  return done({ list, total, nextCursor });
}
