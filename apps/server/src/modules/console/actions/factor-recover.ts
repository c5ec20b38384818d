import { expectRecord } from '#modules/ledger/index.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { listStaff } from '../store.ts';
import { withNotices, type Action } from './action.ts';

/** Lets a colleague who lost the authenticator set one up anew, at the next sign-in. */
export const factorRecover: Action = {
  termsOf: () => ({}),
  async subjectOf({ backOffice }, subject) {
    const staff = await listStaff(backOffice);
    return staff.some(({ number, secondFactor }) => number === subject && secondFactor)
      ? done(subject)
      : refuse('not_found', { field: 'subject' });
  },
  async execute(tx, deps, { id, subject }) {
    const at = deps.clock.now();
    expectRecord(tx, 'staff.factor', { id: subject }, { isMany: true });
    expectRecord(tx, 'staff.session', { staff: subject, ended: at }, { isMany: true });
    const [line] = await tx.query<{ recovered: boolean }>(
      'console.recover_factor',
      'SELECT console.recover_factor($1, $2) AS recovered',
      [id, at],
    );
    return line?.recovered ? withNotices(deps) : { failure: 'not_found' };
  },
  decided: `
    SELECT 'the loss of the second factor of ' || f.staff AS what, EXISTS (SELECT FROM done r WHERE r.subject = f.staff) AS ok
    FROM console.second_factor f WHERE f.due`,
};
