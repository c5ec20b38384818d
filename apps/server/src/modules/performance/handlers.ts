import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { orderById } from '#modules/orders/index.ts';
import { myRecord } from './my-record.ts';
import { planOutcome } from './plan-outcome.ts';
import { presentRecord } from './present-record.ts';

export const handlers = {
  myRecord: async (deps, { member }, { period = 'all' }) => {
    const record = await myRecord(deps, member.userId, period);
    return done(record ? presentRecord(record) : null);
  },
  planOutcome: async (deps, { member }, { id }) => {
    const order = await orderById(deps.db, member.userId, id);
    if (!order) return refuse('unknown_order', { field: 'id' });
    return done((await planOutcome(deps, member.userId, order.id)) ?? null);
  },
} satisfies HandlersFor<'myRecord' | 'planOutcome'>;
