import type { Data, Language } from '@khara/contract';
import { percent } from '@khara/money';
import type { Deps } from '#src/kernel/deps.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done, refuse, type Result } from '#src/kernel/result.ts';
import * as store from './store.ts';

/** Votes: one ballot a member, results once one has voted or the vote is closed. */
export { openVote } from './store.ts';
export { toFlag, seedVotes, SEEDS as VOTES } from './seed.ts';

type Reader = { readonly language: Language; readonly memberId: string | undefined };

async function voteInfo(
  { db, clock }: Deps,
  { language, memberId }: Reader,
  id: string | undefined,
): Promise<Result<Data<'voteInfo'>, 'not_found'>> {
  const now = clock.now();
  const vote = await store.findVote(db, { id, language, memberId, now });
  if (!vote) return refuse('not_found', { field: 'id' });
  const options = await store.listOptions(db, vote.id);
  const total = options.reduce((sum, { votes }) => sum + votes, 0n);
  // A reader who has not voted does not see what others think.
  const showsResult = vote.votedOptionId !== undefined || now >= vote.closesAt;
  return done({
    id: vote.id,
    title: vote.title,
    description: vote.description,
    closesAt: vote.closesAt,
    votedOptionId: vote.votedOptionId ?? null,
    totalVotes: Number(total),
    options: options.map((option) => ({
      id: option.id,
      name: option.names[language],
      flag: option.flag,
      votes: showsResult ? Number(option.votes) : null,
      share: showsResult ? percent(option.votes, total) : null,
    })),
  });
}

export const handlers = {
  voteInfo: (deps, { language, member }, { id }) => voteInfo(deps, { language, memberId: member?.userId }, id),
  castVote: async (deps, { language, member }, { id: optionId }) => {
    const { db, clock } = deps;
    const vote = await store.voteOfOption(db, optionId);
    if (!vote) return refuse('not_found', { field: 'id' });
    if (clock.now() >= vote.closesAt) return refuse('vote_closed');
    const ballot = { voteId: vote.voteId, optionId, memberId: member.userId, at: clock.now() };
    if (!(await store.castBallot(db, ballot))) return refuse('already_voted');
    return voteInfo(deps, { language, memberId: member.userId }, vote.voteId);
  },
} satisfies HandlersFor<'voteInfo' | 'castVote'>;
