import { MISSION_PATHS, MISSIONS, type AskedMissionId, type MissionId, type RecordedMissionId } from '@khara/contract';
import { paise } from '@khara/money';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done } from '#src/kernel/result.ts';
import type { Companies } from '#modules/companies/index.ts';
import { askOfCompanies, type CompanyFact } from './questions.ts';
import { askForReminders } from './remind.ts';
import { IN_RUPEES, RULES, type Progress } from './rules.ts';
import { readFacts, readFactsOf } from './store.ts';

/** Which of these missions several members have done, by user id. */
export async function doneMissions(
  { db, market }: Pick<Deps, 'db' | 'market'>,
  userIds: readonly string[],
  missions: readonly RecordedMissionId[],
): Promise<ReadonlyMap<string, RecordedMissionId[]>> {
  const facts = await readFactsOf(db, userIds, market.now().marketDate);
  return new Map([...facts].map(([userId, of]) => [userId, missions.filter((id) => RULES[id](of).is === 'seen')]));
}

const isAsked = (id: MissionId): id is AskedMissionId => (MISSION_PATHS.company as readonly string[]).includes(id);

/** The missions of a member, of what is recorded and of what companies have published. */
export function createMissionHandlers(companies: Pick<Companies, 'accounts'>) {
  const readCompanies = async (market: Deps['market']): Promise<readonly CompanyFact[]> => {
    const all = market.instruments().map(async ({ code, issuer }): Promise<readonly CompanyFact[]> => {
      const [quote, quarters] = [market.quote(code), await companies.accounts(code)];
      if (!issuer || !quote || quarters.length === 0) return [];
      const { sectorKey: sector, sharesOutstanding: shares } = issuer;
      return [{ code, sector, quarters, close: quote.previousClose, shares }];
    });
    return (await Promise.all(all)).flat();
  };
  const readProgress = async ({ db, market }: Pick<Deps, 'db' | 'market'>, userId: string) => {
    const [facts, published] = await Promise.all([
      readFacts(db, userId, market.now().marketDate),
      readCompanies(market),
    ]);
    return (id: MissionId): Progress => (isAsked(id) ? askOfCompanies(id, userId, published) : RULES[id](facts));
  };

  return {
    missions: async (deps, { member }) => {
      const progressOf = await readProgress(deps, member.userId);
      return done({ missions: MISSIONS.map((id) => presented(id, progressOf(id))) });
    },

    missionAnswer: async (deps, { member }, { id, answer }) => {
      const progress = (await readProgress(deps, member.userId))(id);
      const hasPlaces = isAsked(id) || IN_RUPEES.has(id);
      const given = hasPlaces ? paise(answer) : /^\d+$/.test(answer) ? BigInt(answer) : undefined;
      return done({ right: 'figure' in progress && given === progress.figure });
    },

    remindLesson: async (deps, { member }) => {
      await askForReminders(deps, member.userId);
      return done({});
    },
  } satisfies HandlersFor<'missions' | 'missionAnswer' | 'remindLesson'>;
}

function presented(id: MissionId, progress: Progress) {
  const about = progress.is === 'open' ? undefined : progress.about;
  return {
    id,
    state: progress.is,
    at: progress.is === 'seen' ? progress.at : null,
    nearly: progress.is === 'nearly' ? progress.nearly : null,
    about: about ? { id: about.id, kind: about.kind, code: about.code } : null,
    other: (progress.is === 'asked' ? progress.other : undefined) ?? null,
    quantity: about?.quantity ?? null,
  };
}
