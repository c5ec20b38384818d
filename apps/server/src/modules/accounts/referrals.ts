import type { Body, Data } from '@khara/contract';
import type { Deps } from '#src/kernel/deps.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { done, type Result } from '#src/kernel/result.ts';
import * as memberStore from './member-store.ts';

const DEFAULT_SIZE = 20;

/** Who registered with one's own code: a nickname and when, and nothing else of them. */
export async function invited(
  { db }: Deps,
  { member }: MemberCaller,
  { cursor, size = DEFAULT_SIZE }: Body<'invited'>,
): Promise<Result<Data<'invited'>, never>> {
  const before = cursor === undefined ? null : BigInt(/^\d{1,18}$/.test(cursor) ? cursor : 0);
  const { rows, total } = await memberStore.invitedBy(db, member.userId, { before, size: size + 1 });
  const list = rows.slice(0, size).map(({ number, nickname, created_at: joinedAt }) => ({
    id: String(number),
    nickname,
    joinedAt: Number(joinedAt),
  }));
  return done({ list, total, nextCursor: rows.length > size ? (list.at(-1)?.id ?? null) : null });
}
