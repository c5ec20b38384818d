import type { Data } from '@khara/contract';
import { rupees } from '@khara/money';
import { readGrantUses } from '#modules/own-limits/index.ts';
import { listAssistants, listPrograms } from '#modules/programs/index.ts';
import { keysThatCame } from './act-store.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done } from '#src/kernel/result.ts';

type Assistant = Data<'assistants'>['list'][number];

/**
 * What a member let in, and keys for programs that came where assistants do, with what the market day has of
 * each ceiling.
 */
export const assistantHandlers = {
  assistants: async ({ db, market }, { member: { userId } }) => {
    const came = await keysThatCame(db, userId);
    const programs = (await listPrograms(db, userId)).filter(({ id }) => came.has(id));
    const grants = [...(await listAssistants(db, userId)), ...programs];
    const uses = await readGrantUses(db, userId, market.now().marketDate);
    const list = grants.map(({ id, name, scope, asks = false, ...grant }): Assistant => {
      const use = uses.get(id);
      return {
        id,
        name,
        // A key of a program that reads may rehearse, too.
        isProgram: programs.some((key) => key.id === id),
        scope,
        day: use
          ? {
              asks,
              amount: { limit: rupees(use.dayPaise), used: rupees(use.paise) },
              orders: { limit: use.dayOrders, used: use.orders },
            }
          : null,
        createdAt: grant.createdAt,
        expiresAt: grant.expiresAt,
        lastUsedAt: grant.lastUsedAt ?? null,
        lastAddress: grant.lastAddress ?? null,
        pausedAt: grant.pausedAt ?? null,
        endedAt: grant.endedAt ?? null,
      };
    });
    return done({ list, nextCursor: null });
  },
} satisfies HandlersFor<'assistants'>;
