import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done } from '#src/kernel/result.ts';
import { myRecord } from './my-record.ts';
import { presentRecord } from './present-record.ts';

export const handlers = {
  myRecord: async (deps, { member }, { period = 'all' }) => {
    const record = await myRecord(deps, member.userId, period);
    return done(record ? presentRecord(record) : null);
  },
} satisfies HandlersFor<'myRecord'>;
