import { paise, rupees } from '@khara/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { granted } from '#test/ledger-fixtures.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';
import { handlers } from './index.ts';

const CODE = 'ALANKRITI';
const times = (price: string, percent: bigint): string => rupees((paise(price)! * percent) / 100n);
const sum = (parts: readonly { readonly result: string }[]): bigint =>
  parts.reduce((total, { result }) => total + paise(result)!, 0n);

describe('a note of an order', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, {});
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
  });
  async function rich(): Promise<Trader> {
    const member = await trading.registered();
    await member.deposit(10_00_000_00n);
    return member;
  }
  const record = async (member: Trader) => (await granted(handlers.myRecord(trading.deps, member.caller, {})))!;
  const outcome = (member: Trader, id: string) => granted(handlers.planOutcome(trading.deps, member.caller, { id }));

  it('groups results, and changes and deletes no figure', async () => {
    const member = await rich();
    const planned = await member.buy({ code: CODE, quantity: 4 });
    const tipped = await member.buy({ code: CODE, quantity: 3 });
    const { averagePrice } = planned;
    const plain = await record(member);
    expect([plain.byReason, plain.byTag, plain.byPlan]).toEqual([[], [], []]);

    const text = { reason: 'chart' as const, text: ' It broke out.\r\nTwice. ', tags: ['Breakout', ' gap  up '] };
    const plan = { stop: times(averagePrice!, 50n), target: times(averagePrice!, 200n) };
    const note = await member.note({ id: planned.id, ...text, ...plan });
    expect(note).toMatchObject({ text: 'It broke out.\nTwice.', tags: ['breakout', 'gap up'], stop: plan.stop });
    expect((await member.detail(planned.id)).note).toEqual(note);
    await member.note({ id: tipped.id, reason: 'tip', tags: ['gap up'] });
    expect(await outcome(member, planned.id)).toMatchObject({ outcome: 'open', stop: '-50.00', days: 0 });
    expect(await outcome(member, tipped.id)).toBeNull();
    // Neither a note nor a change of one moves a figure.
    const groupsOf = ({ byReason, byTag, byPlan }: Awaited<ReturnType<typeof record>>) => ({ byReason, byTag, byPlan });
    const written = await record(member);
    expect(written).toEqual({ ...plain, ...groupsOf(written) });
    await member.note({ id: tipped.id, reason: 'news', text: 'Read twice.', tags: ['late'] });
    const changed = await record(member);
    expect(changed).toEqual({ ...plain, ...groupsOf(changed) });
    expect(changed.byReason).not.toEqual(written.byReason);
    await member.note({ id: tipped.id, reason: 'tip', tags: ['gap up'] });

    await member.sell({ code: CODE, quantity: 4 });
    expect(await outcome(member, planned.id)).toMatchObject({ outcome: 'early', target: '100.00' });
    const noted = await record(member);
    expect(noted.byReason.map(({ key, orders }) => [key, orders])).toEqual([
      ['chart', 1],
      ['tip', 1],
    ]);
    expect(noted.byTag.map(({ tag, orders }) => [tag, orders])).toEqual([
      ['gap up', 2],
      ['breakout', 1],
    ]);
    expect(noted.byPlan).toMatchObject([{ key: 'early', orders: 1 }]);
    // What is written groups the results of trades, and adds none.
    expect(sum(noted.byReason)).toBe(sum(noted.byType));

    await member.tryUnnote(planned.id);
    await member.tryUnnote(planned.id);
    await member.tryUnnote(tipped.id);
    expect((await member.detail(planned.id)).note).toBeUndefined();
    expect(await record(member)).toEqual({ ...noted, byReason: [], byTag: [], byPlan: [] });
  });

  it('keeps the instant of a plan that stays, and counts none that came after the sale', async () => {
    const member = await rich();
    const order = await member.buy({ code: CODE, quantity: 2 });
    const stop = times(order.averagePrice!, 90n);
    const first = await member.note({ id: order.id, stop });
    trading.clock.advance(1_000);
    expect(await member.note({ id: order.id, stop, reason: 'news' })).toMatchObject({ plannedAt: first.plannedAt });
    await member.sell({ code: CODE, quantity: 2 });
    trading.clock.advance(1_000);
    expect(await outcome(member, order.id)).toMatchObject({ outcome: 'within' });
    await member.note({ id: order.id, stop: times(order.averagePrice!, 80n) });
    expect(await outcome(member, order.id)).toMatchObject({ outcome: 'late' });
  });

  it('has the mark of a program as a tag', async () => {
    const member = await rich();
    const program = { keyId: 'key', tag: 'Trend' };
    const order = { code: CODE, quantity: 1, type: 'market', product: 'delivery', requestId: 'of-a-program' } as const;
    await granted(trading.handlers.placeBuyOrder(trading.deps, { ...member.caller, program }, order));
    expect((await record(member)).byTag).toMatchObject([{ tag: 'trend', orders: 1 }]);
  });

  it('is refused where it says nothing, is of no own order, or plans the impossible', async () => {
    const [member, other] = [await rich(), await rich()];
    const { id, averagePrice } = await member.buy({ code: CODE, quantity: 2 });
    expect(await member.tryNote({ id, tags: [] })).toMatchObject({ refused: 'note_empty' });
    expect(await other.tryNote({ id, reason: 'tip' })).toMatchObject({ refused: 'unknown_order' });
    expect(await other.tryNote({ id: 'x', reason: 'tip' })).toMatchObject({ refused: 'unknown_order' });
    const [low, high] = [times(averagePrice!, 90n), times(averagePrice!, 110n)];
    for (const plan of [{ stop: high }, { target: low }, { stop: high, target: low }])
      expect(await member.tryNote({ id, ...plan })).toMatchObject({ refused: 'note_plan_wrong_side' });
    const sale = await member.sell({ code: CODE, quantity: 1 });
    expect(await member.tryNote({ id: sale.id, stop: low })).toMatchObject({ refused: 'note_plan_not_taken' });
    const short = await member.sell({ code: CODE, quantity: 1, product: 'intraday' });
    expect(await member.tryNote({ id: short.id, stop: low })).toMatchObject({ refused: 'note_plan_wrong_side' });
    expect(await member.note({ id: short.id, stop: high, target: low })).toMatchObject({ stop: high });
    await member.note({ id, reason: 'tip' });
    expect(await handlers.planOutcome(trading.deps, other.caller, { id })).toMatchObject({ refused: 'unknown_order' });
    await other.tryUnnote(id);
    expect((await member.detail(id)).note).toMatchObject({ reason: 'tip' });
  });
});
