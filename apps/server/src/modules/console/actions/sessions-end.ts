import { endMemberSessions } from '#modules/accounts/index.ts';
import { announce } from '#modules/notices/index.ts';
import type { Action } from './action.ts';

/** Signs a member out everywhere. Nothing else of the account changes: its owner signs in as before. */
export const sessionsEnd: Action = {
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
};
