import { MISSIONS, type MissionId } from '@khara/contract';
import { paise } from '@khara/money';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done } from '#src/kernel/result.ts';
import { askForReminders } from './remind.ts';
import { IN_RUPEES, RULES, type Progress } from './rules.ts';
import { readFacts, readFactsOf } from './store.ts';

/** Which of these missions several members have done, by user id. */
export async function doneMissions(
  { db, market }: Pick<Deps, 'db' | 'market'>,
  userIds: readonly string[],
  missions: readonly MissionId[],
): Promise<ReadonlyMap<string, MissionId[]>> {
  const facts = await readFactsOf(db, userIds, market.now().marketDate);
  return new Map([...facts].map(([userId, of]) => [userId, missions.filter((id) => RULES[id](of).is === 'seen')]));
}

export const handlers = {
  missions: async ({ db, market }, { member }) => {
    const facts = await readFacts(db, member.userId, market.now().marketDate);
    return done({ missions: MISSIONS.map((id) => presented(id, RULES[id](facts))) });
  },

  missionAnswer: async ({ db, market }, { member }, { id, answer }) => {
    const progress = RULES[id](await readFacts(db, member.userId, market.now().marketDate));
    const given = IN_RUPEES.has(id) ? paise(answer) : /^\d+$/.test(answer) ? BigInt(answer) : undefined;
    return done({ right: progress.is === 'seen' && given === progress.figure });
  },

  remindLesson: async (deps, { member }) => {
    await askForReminders(deps, member.userId);
    return done({});
  },
} satisfies HandlersFor<'missions' | 'missionAnswer' | 'remindLesson'>;

function presented(id: MissionId, progress: Progress) {
  const about = progress.is === 'open' ? undefined : progress.about;
  return {
    id,
    state: progress.is,
    at: progress.is === 'seen' ? progress.at : null,
    nearly: progress.is === 'nearly' ? progress.nearly : null,
    about: about ? { id: about.id, kind: about.kind, code: about.code } : null,
    quantity: about?.quantity ?? null,
  };
}
