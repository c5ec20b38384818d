import { calls, MAX_DRAWINGS } from '@khara/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { createWatchlists } from '#modules/market/index.ts';
import { createWatchingHandlers, watchAlerts } from '#modules/watching/index.ts';
import { memoryBus } from '#src/adapters/bus/memory-bus.ts';
import { useTestDatabase } from '#test/database.ts';
import { valueOf } from '#test/deps.ts';
import { openTrading, type Trading } from '#test/trading.ts';

const CODE = 'AAMRAI';
const T = Date.parse('2026-11-25T09:15:00+05:30');
const LEVEL = { tool: 'level', points: [{ t: T, price: '104.05' }] };
const TREND = {
  tool: 'trend',
  points: [
    { t: T, price: '100.00' },
    { t: T + 300_000, price: '101.50' },
  ],
};
/** As it comes over the wire. */
const sent = (list: unknown, code = CODE, adjustedUntil: unknown = 0) =>
  calls.saveDrawings.body.safeParse({ code, adjustedUntil, list });
const read = (...of: Parameters<typeof sent>) => sent(...of).data!;

describe('what a member draws', () => {
  const database = useTestDatabase();
  let trading: Trading;
  let drawing: ReturnType<typeof createWatchingHandlers>;
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '60' });
    const { deps, venue } = trading;
    const watchlists = createWatchlists(deps.db, memoryBus(deps.log));
    drawing = createWatchingHandlers({ alerts: await watchAlerts(deps, venue), watchlists });
  });

  it('is kept by share, and the last write wins by the next revision', async () => {
    const { deps } = trading;
    const [{ caller }, { caller: stranger }] = [trading.member(), trading.member()];
    const none = { code: CODE, revision: 0, adjustedUntil: 0, list: [] };
    expect(valueOf(await drawing.drawings(deps, caller, { code: CODE }))).toEqual(none);
    const first = valueOf(await drawing.saveDrawings(deps, caller, read([TREND, LEVEL], CODE, T)));
    expect(first).toEqual({ code: CODE, revision: 1, adjustedUntil: T, list: [TREND, LEVEL] });
    expect(calls.saveDrawings.data.safeParse(first).error).toBeUndefined();
    const second = valueOf(await drawing.saveDrawings(deps, caller, read([LEVEL], CODE, T)));
    expect(second).toEqual({ code: CODE, revision: 2, adjustedUntil: T, list: [LEVEL] });
    expect(valueOf(await drawing.drawings(deps, caller, { code: CODE }))).toEqual(second);
    // An empty one is a write like any other: another device has to see that all were deleted.
    expect(valueOf(await drawing.saveDrawings(deps, caller, read([])))).toMatchObject({ revision: 3, list: [] });
    expect(valueOf(await drawing.drawings(deps, stranger, { code: CODE }))).toEqual(none);
    expect(valueOf(await drawing.drawings(deps, caller, { code: 'ACHALGARH' }))).toMatchObject({ revision: 0 });
  });

  it('loses no write of two devices at once', async () => {
    const { deps } = trading;
    const { caller } = trading.member();
    const writes = await Promise.all([LEVEL, TREND].map((one) => drawing.saveDrawings(deps, caller, read([one]))));
    expect(writes.map((write) => valueOf(write).revision).toSorted()).toEqual([1, 2]);
    const last = writes.map(valueOf).find(({ revision }) => revision === 2);
    expect(valueOf(await drawing.drawings(deps, caller, { code: CODE }))).toEqual(last);
  });

  it('takes what a share of today and its largest price need, and a form’s text', () => {
    const large = { tool: 'level', points: [{ t: 4_102_444_800_000, price: '10000000.00' }] };
    const list = Array.from({ length: MAX_DRAWINGS }, () => large);
    expect(sent(list).data?.list).toHaveLength(MAX_DRAWINGS);
    expect(sent(JSON.stringify(list)).data?.list).toHaveLength(MAX_DRAWINGS);
  });

  it.each([
    ['more than fifty', Array.from({ length: MAX_DRAWINGS + 1 }, () => LEVEL), 'too_many_drawings'],
    ['an unknown kind', [{ ...LEVEL, tool: 'circle' }], 'invalid_input'],
    ['a point too few', [{ ...TREND, points: LEVEL.points }], 'invalid_input'],
    ['a point too many', [{ ...LEVEL, points: TREND.points }], 'invalid_input'],
    ['words', [{ ...LEVEL, points: [{ t: 'now', price: '1.00' }] }], 'invalid_input'],
    ['a time before 1970', [{ ...LEVEL, points: [{ t: -1, price: '1.00' }] }], 'invalid_input'],
    ['a time after 2099', [{ ...LEVEL, points: [{ t: 4_102_444_800_001, price: '1.00' }] }], 'invalid_input'],
    ['part of a millisecond', [{ ...LEVEL, points: [{ t: 0.5, price: '1.00' }] }], 'invalid_input'],
    ['an infinite time', [{ ...LEVEL, points: [{ t: Infinity, price: '1.00' }] }], 'invalid_input'],
    ['no price', [{ ...LEVEL, points: [{ t: T }] }], 'price_required'],
    ['a price of nothing', [{ ...LEVEL, points: [{ t: T, price: '0.00' }] }], 'price_invalid'],
    ['a negative price', [{ ...LEVEL, points: [{ t: T, price: '-1.00' }] }], 'price_invalid'],
    ['a price that is no number', [{ ...LEVEL, points: [{ t: T, price: 'NaN' }] }], 'price_invalid'],
    ['a huge price', [{ ...LEVEL, points: [{ t: T, price: '10000000.01' }] }], 'price_invalid'],
    ['no list', undefined, 'invalid_input'],
  ])('refuses %s', (_, list, reason) => {
    expect(sent(list).error?.issues[0]?.message).toBe(reason);
  });

  it('refuses a share that does not exist, and more writes in a minute than a hand makes', async () => {
    const { deps, clock } = trading;
    const { caller } = trading.member();
    expect(await drawing.drawings(deps, caller, { code: 'NOTHING' })).toMatchObject({ refused: 'unknown_code' });
    expect(await drawing.saveDrawings(deps, caller, read([], 'NOTHING'))).toMatchObject({ refused: 'unknown_code' });
    for (let write = 1; write <= 120; write += 1) valueOf(await drawing.saveDrawings(deps, caller, read([])));
    expect(await drawing.saveDrawings(deps, caller, read([]))).toMatchObject({
      refused: 'try_later',
      details: { retryAfter: expect.any(Number) as number },
    });
    clock.advance(60_000);
    expect(valueOf(await drawing.saveDrawings(deps, caller, read([LEVEL])))).toMatchObject({ revision: 121 });
  });
});
