import { handlers as offerings } from '#modules/offerings/index.ts';
import type { MemberCaller } from '#src/kernel/call-handler.ts';
import { noteAs, retried, type Act } from './act.ts';
import type { World } from './world.ts';

/**
 * Applications: made, changed, taken back and signed. Opening, closing, drawing and crediting happen by
 * themselves (passing.ts).
 */

/** The sandbox's key of every offering that needs one. */
const ACCESS_KEY = 'KHARA';

export const subscribe: Act = {
  name: 'subscribe',
  run: async (world, who, how) => {
    const { chance, deps } = world;
    const [issues, blocks] = await Promise.all([
      offerings.newStocks(deps, who, { state: 'in_progress' }),
      offerings.blockTrades(deps, who, { state: 'in_progress' }),
    ]);
    const open = [...(issues.value?.list ?? []), ...(blocks.value?.scope === 'offers' ? blocks.value.list : [])];
    if (open.length === 0) return;
    const { id, minimumSubscription: least } = chance.pick(open);
    // The least, a little more, a lot more, or more than a member may.
    const lots = chance.pick([least, least, least + 1, 5 * least, 100_000]);
    const body = { id, lots, accessKey: ACCESS_KEY, requestId: chance.requestId() };
    await retried(world, how, async () => noteAs(how, 'subscribe done')(await offerings.subscribe(deps, who, body)));
  },
};

/** A member's applications in a state, of either kind. */
async function applications({ deps }: World, who: MemberCaller, state: 'subscribed' | 'winning_lots') {
  const { value } = await offerings.subscriptions(deps, who, { state });
  return value?.list ?? [];
}

export const change: Act = {
  name: 'change of an application',
  run: async (world, who, how) => {
    const { chance, deps } = world;
    const own = await applications(world, who, 'subscribed');
    if (own.length === 0) return;
    const { id, lots } = chance.pick(own);
    if (chance.below(3) === 0) {
      await retried(world, how, async () =>
        noteAs(how, 'unsubscribe')(await offerings.cancelSubscription(deps, who, { id })),
      );
      return;
    }
    const body = { id, lots: chance.pick([lots + 1, 1]), requestId: chance.requestId() };
    await retried(world, how, async () => noteAs(how, 'revise')(await offerings.reviseSubscription(deps, who, body)));
  },
};

/**
 * Pays for an allotment, of a placement its unpaid amount too. An allotment unpaid in time lapses, or is
 * signed when all is blocked already.
 */
export const sign: Act = {
  name: 'sign',
  run: async (world, who, how) => {
    const own = await applications(world, who, 'winning_lots');
    if (own.length === 0) return;
    const { id } = world.chance.pick(own);
    await retried(world, how, async () =>
      noteAs(how, 'sign done')(await offerings.signSubscription(world.deps, who, { id })),
    );
  },
};
