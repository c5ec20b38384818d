import type { ConsoleBody, ConsoleData } from '@khara/contract';
import { endMemberSessions } from '#modules/accounts/index.ts';
import { appendRecord } from '#modules/ledger/index.ts';
import { announce } from '#modules/notices/index.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import * as store from './approval-store.ts';
import type { ConsoleDeps, ConsoleHandlersFor, StaffCaller } from './types.ts';

/**
 * Approves an act that has no terms: all sessions of a member end, or a colleague who lost the authenticator
 * may set one up anew. The first person to approve is its maker; a second one within a day is its checker,
 * and the act is done: its effect, the audit, the log's record and the line in the member's access log are
 * written in one transaction. Neither act moves money, opens anything or reveals a secret: the member signs
 * in as before. Refuses, in this order: same_person (for oneself), not_found (no such account, or a colleague
 * without a second factor).
 */
async function approve(
  deps: ConsoleDeps,
  { tokenHash }: StaffCaller,
  { act, subject, reason }: ConsoleBody<'consoleAgree'>,
): Promise<Result<ConsoleData<'consoleAgree'>, 'same_person' | 'not_found'>> {
  const { db, clock, pushes } = deps;
  const at = clock.now();
  const outcome = await db
    .transaction(async (tx) => {
      const approved = await store.approveAct(tx, { tokenHash, act, subject, reason, at });
      if (typeof approved === 'string') return { state: approved };
      const json = JSON.stringify({ action: act, subject, reason, ...approved });
      await appendRecord(tx, { type: 'ops.action', ref: `agreement:${act}:${subject}:${at}`, json });
      return {
        state: 'carried_out' as const,
        ended: act === 'sessions.end' ? await endMemberSessions(tx, subject, at) : undefined,
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
    pushes.endSessions(tokenHashes);
    announce(deps, notice);
  }
  return done({ state: outcome.state });
}

export const approvalHandlers = {
  consoleAgree: approve,
  consoleStaff: async ({ backOffice }) => {
    const [staff, open] = await Promise.all([store.listStaff(backOffice), store.openActs(backOffice)]);
    return done({ staff: [...staff], agreements: [...open] });
  },
} satisfies ConsoleHandlersFor<'consoleAgree' | 'consoleStaff'>;
