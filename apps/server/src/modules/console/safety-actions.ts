import { endMemberSessions } from '#modules/accounts/index.ts';
import { announce } from '#modules/notices/index.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { recordCause, recoverFactor } from './request-store.ts';
import { booksStop, listStaff } from './store.ts';
import { withNotices, type Action } from './action.ts';

/** Shorter is no explanation: the ledger asks for as much. */
const MIN_CAUSE = 10;

/** What protects accounts and the books. */
export const safetyActions = {
  'books.cause': {
    termsOf: ({ cause = '' }) => (cause.trim().length >= MIN_CAUSE ? { cause: cause.trim() } : undefined),
    async subjectOf({ backOffice }, subject) {
      const stop = await booksStop(backOffice);
      return String(stop?.id) === subject ? done(subject) : refuse('not_found', { field: 'subject' });
    },
    async execute(tx, deps, { id }) {
      return (await recordCause(tx, id)) ? withNotices(deps) : { failure: 'not_found' };
    },
  } satisfies Action<{ readonly cause: string }>,
  /** Signs a member out everywhere. Nothing else of the account changes: its owner signs in as before. */
  'sessions.end': {
    termsOf: () => ({}),
    async execute(tx, deps, { subject }) {
      const { tokenHashes, notice } = await endMemberSessions(tx, subject, deps.clock.now());
      return {
        tell() {
          deps.pushes.endSessions(tokenHashes);
          announce(deps, notice);
        },
      };
    },
  } satisfies Action,
  /** Lets a colleague who lost the authenticator set one up anew, at the next sign-in. */
  'factor.recover': {
    termsOf: () => ({}),
    async subjectOf({ backOffice }, subject) {
      const staff = await listStaff(backOffice);
      return staff.some(({ number, secondFactor }) => number === subject && secondFactor)
        ? done(subject)
        : refuse('not_found', { field: 'subject' });
    },
    async execute(tx, deps, { id, subject }) {
      return (await recoverFactor(tx, id, subject, deps.clock.now())) ? withNotices(deps) : { failure: 'not_found' };
    },
    decided: `
      SELECT 'the loss of the second factor of ' || f.staff AS what, EXISTS (SELECT FROM done r WHERE r.subject = f.staff) AS ok
      FROM console.second_factor f WHERE f.due`,
  } satisfies Action,
};
