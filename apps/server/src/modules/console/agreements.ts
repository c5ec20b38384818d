import type { ConsoleBody, ConsoleData } from '@khara/contract';
import { endSessionsOf, languagesOf } from '#modules/accounts/index.ts';
import { appendRecord } from '#modules/ledger/index.ts';
import { announce } from '#modules/notices/index.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import * as store from './agreement-store.ts';
import type { ConsoleDeps, ConsoleHandlersFor, StaffCaller } from './types.ts';

/**
 * Says yes to an act that has no terms: all sessions of a member end, or a colleague who lost the authenticator may set one up anew. The second person who
 * says it within a day does it: the effect, the audit, the log's record and the line in the member's access log are written in one transaction. Neither act
 * moves money, opens anything, or tells anybody a secret: a member who is signed out signs in as before. Refuses, in this order: same_person (for oneself),
 * not_found (no such account, or none with a second factor).
 */
async function agree(
  deps: ConsoleDeps,
  { tokenHash }: StaffCaller,
  { act, subject, reason }: ConsoleBody<'consoleAgree'>,
): Promise<Result<ConsoleData<'consoleAgree'>, 'same_person' | 'not_found'>> {
  const { db, clock, sessions, pushes } = deps;
  const at = clock.now();
  const outcome = await db
    .transaction(async (tx) => {
      const said = await store.agree(tx, { tokenHash, act, subject, reason, at });
      if (typeof said === 'string') return { state: said };
      const json = JSON.stringify({ action: act, subject, reason, ...said });
      await appendRecord(tx, { type: 'ops.action', ref: `agreement:${act}:${subject}:${at}`, json });
      return {
        state: 'carried_out' as const,
        ended: act === 'sessions.end' ? await endSessionsOf(tx, subject, at) : undefined,
      };
    })
    .catch((error: unknown) => {
      if (store.isForOneself(error)) return { state: 'same_person' as const };
      throw error;
    });
  if (outcome.state === 'same_person' || outcome.state === 'not_found') {
    return refuse(outcome.state, { field: 'subject' });
  }
  if ('ended' in outcome && outcome.ended) {
    const { tokenHashes, notice } = outcome.ended;
    sessions.forget(tokenHashes);
    pushes.endSessions(tokenHashes);
    announce(deps, notice, (await languagesOf(db, [subject])).get(subject) ?? 'en');
  }
  return done({ state: outcome.state });
}

export const agreementHandlers = {
  consoleAgree: agree,
  consoleStaff: async ({ backOffice }) => {
    const [staff, open] = await Promise.all([store.staff(backOffice), store.open(backOffice)]);
    return done({ staff: [...staff], agreements: [...open] });
  },
} satisfies ConsoleHandlersFor<'consoleAgree' | 'consoleStaff'>;
