import type { Data } from '@khara/contract';
import { maskAadhaar } from '@khara/rules';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor, MemberCaller } from '#src/kernel/call-handler.ts';
import { done, type Result } from '#src/kernel/result.ts';
import * as store from './store.ts';
import { submitIdentity } from './submit.ts';

async function identity({ db, config }: Deps, { member }: MemberCaller): Promise<Result<Data<'identity'>, never>> {
  const row = await store.readNewest(db, member.userId);
  const reviewer = config.KYC_REVIEW === 'manual' ? 'people' : 'sandbox';
  if (!row) {
    return done({
      status: 'unauthenticated',
      name: null,
      idNumberMasked: null,
      reason: null,
      submittedAt: null,
      decidedAt: null,
      picturesKeptUntil: null,
      reviewer,
    });
  }
  return done({
    status: row.status,
    name: row.name,
    idNumberMasked: maskAadhaar(row.lastFour),
    reason: row.reason ?? null,
    submittedAt: row.submittedAt,
    decidedAt: row.decidedAt ?? null,
    picturesKeptUntil: (await store.picturesKeptUntil(db, row)) ?? null,
    reviewer,
  });
}

export const handlers = {
  submitIdentity,
  identity: (deps, caller) => identity(deps, caller),
} satisfies HandlersFor<'submitIdentity' | 'identity'>;
