import { decideAppeal } from '#modules/credit/index.ts';
import { readApproval, withNotices, type Action, type Approval } from './action.ts';

export const appealDecide: Action<Approval> = {
  termsOf: readApproval,
  async execute(tx, deps, { subject, terms, reason, maker, checker }) {
    const sent = await decideAppeal(tx, deps, { appealId: subject, uphold: terms.approve, reason, maker, checker });
    return sent ? withNotices(deps, [sent]) : { failure: 'already_decided' };
  },
  decided: `
    SELECT 'appeal ' || a.id AS what, EXISTS (
      SELECT FROM done r WHERE r.subject = a.id AND r.maker = a.maker AND r.checker = a.checker
        AND r.payload -> 'approve' = to_jsonb(a.state = 'upheld')) AS ok
    FROM credit.appeal a WHERE a.decided_by = 'people'`,
};
