import type { Data } from '@khara/contract';
import { asPrice, priceText } from '@khara/money';
import { MINUTE_MS } from '@khara/rules';
import { takeAccountAttempt } from '#modules/accounts/index.ts';
import type { HandlersFor } from '#src/kernel/call-handler.ts';
import { done, refuse } from '#src/kernel/result.ts';
import { keepDrawings, readDrawings, type ShareDrawings } from './drawing-store.ts';

/** Far more than a hand draws: a device waits a second after the last change. */
const WRITES = { kind: 'window', max: 120, windowMs: MINUTE_MS } as const;

const NONE: ShareDrawings = { revision: 0, adjustedUntil: 0, list: [] };

/** What a member draws on charts of shares, the same on all own devices. */
export const drawingHandlers = {
  drawings: async ({ db, market }, { member }, { code }) => {
    if (!market.instrument(code)) return refuse('unknown_code', { field: 'code' });
    return done(present(code, (await readDrawings(db, member.userId, code)) ?? NONE));
  },

  /** Refuses, in this order: unknown_code, try_later. */
  saveDrawings: async ({ db, market, clock }, { member }, drawn) => {
    const { code } = drawn;
    if (!market.instrument(code)) return refuse('unknown_code', { field: 'code' });
    const at = clock.now();
    const waitMs = await takeAccountAttempt(db, `drawings:${member.userId}`, WRITES, at);
    if (waitMs > 0) return refuse('try_later', { details: { retryAfter: Math.ceil(waitMs / 1000) } });
    return done(present(code, await keepDrawings(db, { ...drawn, userId: member.userId, at })));
  },
} satisfies HandlersFor<'drawings' | 'saveDrawings'>;

const present = (code: string, { list, ...kept }: ShareDrawings): Data<'drawings'> => ({
  code,
  ...kept,
  list: list.map(({ tool, points }) => ({
    tool,
    points: points.map(({ t, price }) => ({ t, price: priceText(asPrice(price)) })),
  })),
});
