import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#src/kernel/deps.ts';
import { client, GOOD_PASSWORD, newAddress, newMember } from '#test/client.ts';
import { useTestDatabase } from '#test/database.ts';
import { TestClock } from '#test/deps.ts';
import { memberApp } from '#test/member-app.ts';
import { handlers, seedVotes } from './index.ts';

const database = useTestDatabase({ per: 'test' });
let clock: TestClock;
let deps: Deps;
let app: FastifyInstance;
beforeEach(async () => {
  clock = new TestClock();
  ({ app, deps } = await memberApp({ db: database.app, clock }, handlers));
  await seedVotes(deps);
});
afterEach(() => app.close());

describe('a vote', () => {
  it('keeps its results from those who have not voted, takes one ballot a person, and then shows them', async () => {
    await seedVotes(deps); // as at the next start
    const guest = client(app);
    const vote = await guest.get('voteInfo', {});
    expect(vote).toMatchObject({ votedOptionId: null, totalVotes: 0 });
    expect(vote.options.map(({ flag, votes: count, share }) => [flag, count, share])[0]).toEqual(['🇺🇸', null, null]);
    expect(await guest.refused('castVote', { id: vote.options[0]!.id })).toBe(401);

    const members = [await newMember(app), await newMember(app), await newMember(app)];
    const [first, second] = vote.options;
    const answers = await Promise.all([1, 2, 3].map(() => members[0]!.client.ask('castVote', { id: first!.id })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await members[0]!.client.refused('castVote', { id: second!.id })).toBe('already_voted');
    await members[1]!.client.get('castVote', { id: first!.id });
    const after = await members[2]!.client.get('castVote', { id: second!.id });
    expect(after).toMatchObject({ totalVotes: 3, votedOptionId: second!.id });
    expect(after.options.slice(0, 2).map(({ votes: count, share }) => [count, share])).toEqual([
      [2, '66.67'],
      [1, '33.33'],
    ]);
    expect((await guest.get('voteInfo', {})).totalVotes).toBe(3);
  });

  it('that is closed takes no ballot and shows its results to all', async () => {
    const { id, closesAt, options } = await client(app).get('voteInfo', {});
    const [early, late] = [await newMember(app), await newMember(app)];
    await early.client.get('castVote', { id: options[0]!.id });
    clock.advance(closesAt - clock.now());
    const again = await client(app, { 'x-forwarded-for': newAddress() }).get('signIn', {
      phone: late.phone,
      password: GOOD_PASSWORD,
    });
    expect(await client(app, { token: again.token }).refused('castVote', { id: options[0]!.id })).toBe('vote_closed');
    expect((await client(app).get('voteInfo', { id })).options[0]!.votes).toBe(1);
    expect(await client(app).refused('castVote', { id: 'no-such-option' }, { token: again.token })).toBe('not_found');
  });
});
