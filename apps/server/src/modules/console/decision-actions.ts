import type { KycReason } from '@khara/contract';
import { decideAppeal } from '#modules/credit/index.ts';
import { decideIdentity, lockApplication } from '#modules/kyc/index.ts';
import { decideRecharge, decideWithdrawal } from '#modules/wallet/index.ts';
import { toOutcome, withNotices, type Action } from './action.ts';

/** The terms of what is approved or declined. */
type Approval = { readonly approve: boolean };

const readApproval: Action<Approval>['termsOf'] = ({ approve }) => (approve === undefined ? undefined : { approve });

/** What a member waits for, or asks for. Its subject is a line of the queue's view. */
export const decisionActions = {
  'identity.decide': {
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
  } satisfies Action<Approval & { readonly flaw?: KycReason }>,
  'recharge.decide': {
    termsOf: readApproval,
    execute: async (tx, deps, { subject, terms, reason, maker, checker }) =>
      toOutcome(await decideRecharge(tx, deps, { orderNumber: subject, ...terms, reason, maker, checker })),
    // A decision about no order at all is asked for here, too.
    decided: `
      SELECT 'order ' || d.order_number AS what, EXISTS (
        SELECT FROM done r WHERE r.subject = d.order_number AND r.maker = d.maker AND r.checker = d.checker
          AND r.payload -> 'approve' = to_jsonb(d.approve)) AS ok
      FROM wallet.decision d WHERE NOT EXISTS (SELECT FROM wallet.withdrawal w WHERE w.order_number = d.order_number)
      UNION ALL SELECT 'order ' || r.subject, EXISTS (SELECT FROM wallet.decision d WHERE d.order_number = r.subject) FROM done r`,
  } satisfies Action<Approval>,
  'withdrawal.decide': {
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
  } satisfies Action<Approval>,
  /** Whether a member may open classes: its record says so, by which `classes` goes. */
  'classes.decide': {
    termsOf: readApproval,
    execute: async (_tx, deps) => withNotices(deps),
  } satisfies Action<Approval>,
  'appeal.decide': {
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
  } satisfies Action<Approval>,
};
