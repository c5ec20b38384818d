import { rupees } from '@khara/money';
import { nameOf } from '#modules/orders/index.ts';
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
      toCome: rupees(ahead.reduce((sum, one) => sum + one.gross_paise - one.tds_paise, 0n)),
      list: [...ahead, ...paid].map((one) => ({
        id: one.action_id,
        code: one.code,
        name: nameOf({ deps, language }, one.code),
        exDate: one.on_date,
        paysOn: one.pays_on,
        quantity: Number(one.held),
        gross: rupees(one.gross_paise),
        tax: rupees(one.tds_paise),
        net: rupees(one.gross_paise - one.tds_paise),
        paidAt: one.paid_ms === null ? null : Number(one.paid_ms),
      })),
    });
  },
} satisfies HandlersFor<'dividends'>;
