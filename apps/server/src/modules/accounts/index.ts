import type { Language } from '@khara/contract';
import type { Queryable } from '../../db.ts';
import * as store from './store.ts';

export { handlers } from './handlers.ts';
export { SANDBOX_INVITE_CODE } from './invite-codes.ts';
export { networkOf } from './network.ts';
export { createSessions } from './sessions.ts';
export { tidyAccounts } from './tidy.ts';
export { transactionPasswordCheck } from './transaction-password.ts';

/** The language that a member reads: of what is sent unasked. */
export async function languageOf(db: Queryable, userId: string): Promise<Language> {
  const row = await store.memberById(db, userId);
  return row?.language ?? 'en';
}

/** The languages of several members at once. */
export async function languagesOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<readonly (readonly [userId: string, language: Language])[]> {
  const rows = await db.query<{ id: string; language: Language }>(
    'accounts.languages_of',
    'SELECT id, language FROM accounts.member WHERE id = ANY ($1::text[])',
    [userIds],
  );
  return rows.map((row) => [row.id, row.language] as const);
}
