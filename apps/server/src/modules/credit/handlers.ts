import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done } from '#src/kernel/result.ts';
import { appeal } from './appeals.ts';
import { explainScore } from './explain.ts';

export const handlers = {
  creditScore: async ({ db, clock }, { member, language }) =>
    done(await explainScore(db, { userId: member.userId, language }, clock.now())),
  creditAppeal: appeal,
} satisfies HandlersFor<'creditScore' | 'creditAppeal'>;
