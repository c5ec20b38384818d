import type { KycReason } from '@khara/contract';
import { decideIdentity, lockApplication } from '#modules/kyc/index.ts';
import { withNotices, type Action, type Approval } from './action.ts';

export const identityDecide: Action<Approval & { readonly flaw?: KycReason }> = {
  termsOf({ approve, flaw }) {
    if (approve === true && flaw === undefined) return { approve };
    return approve === false && flaw !== undefined ? { approve, flaw } : undefined;
  },
  async execute(tx, deps, { id, subject, terms }) {
    const row = await lockApplication(tx, subject);
    if (!row) return { failure: 'already_decided' };
    return withNotices(deps, await decideIdentity(tx, deps, row, terms.flaw, `request:${id}`));
  },
  decided: `
    SELECT 'identity check ' || a.id AS what, EXISTS (
      SELECT FROM done r WHERE r.subject = a.id::text AND 'request:' || r.id = a.decided_by
        AND r.payload -> 'approve' = to_jsonb(a.status = 'certified')) AS ok
    FROM kyc.application a WHERE a.decided_by LIKE 'request:%'
    UNION ALL SELECT 'identity check ' || a.id, a.decided_by IN ('sandbox') FROM kyc.application a WHERE a.decided_by NOT LIKE 'request:%'`,
};
