import { decideWithdrawal } from '#modules/wallet/index.ts';
import { readApproval, toOutcome, type Action, type Approval } from './action.ts';

export const withdrawalDecide: Action<Approval> = {
  termsOf: readApproval,
  execute: async (tx, deps, { subject, terms, reason, maker, checker }) =>
    toOutcome(await decideWithdrawal(tx, deps, { orderNumber: subject, ...terms, reason, maker, checker })),
  decided: `
    SELECT 'order ' || d.order_number AS what, EXISTS (
      SELECT FROM done r WHERE r.subject = d.order_number AND r.maker = d.maker AND r.checker = d.checker
        AND r.payload -> 'approve' = to_jsonb(d.approve)) AS ok
    FROM wallet.decision d JOIN wallet.withdrawal w ON w.order_number = d.order_number
    UNION ALL SELECT 'order ' || r.subject, EXISTS (SELECT FROM wallet.decision d WHERE d.order_number = r.subject) FROM done r
    UNION ALL SELECT 'withdrawal ' || w.order_number, EXISTS (SELECT FROM wallet.decision d WHERE d.order_number = w.order_number)
    FROM wallet.withdrawal w WHERE w.decided_by = 'people'`,
};
