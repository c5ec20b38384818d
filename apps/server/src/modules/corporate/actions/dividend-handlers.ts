import { rupees } from '@khara/money';
import { issuerName } from '#modules/orders/index.ts';
import { dividendsAhead, dividendsPaid } from './dividend-store.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done } from '#src/kernel/result.ts';

const MAX_PAID = 50;

export const dividendHandlers = {
  dividends: async (deps, { member, language }, { code }) => {
    const of = { userId: member.userId, code };
    const [ahead, paid] = await Promise.all([
      dividendsAhead(deps.db, of),
      dividendsPaid(deps.db, { ...of, limit: MAX_PAID }),
    ]);
    return done({
      toCome: rupees(ahead.reduce((sum, one) => sum + one.grossPaise - one.tdsPaise, 0n)),
      list: [...ahead, ...paid].map((one) => ({
        id: one.actionId,
        code: one.code,
        name: issuerName({ deps, language }, one.code),
        exDate: one.onDate,
        paysOn: one.paysOn,
        quantity: Number(one.held),
        gross: rupees(one.grossPaise),
        tax: rupees(one.tdsPaise),
        net: rupees(one.grossPaise - one.tdsPaise),
        paidAt: one.paidAt ?? null,
      })),
    });
  },
} satisfies HandlersFor<'dividends'>;
