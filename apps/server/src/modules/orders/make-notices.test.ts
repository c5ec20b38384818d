import { rupees } from '@khara/money';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newUserTasks, notify, notifyAll } from '#modules/notices/index.ts';
import { useTestDatabase } from '#test/database.ts';
import { noticeHandlers } from '#test/notice-handlers.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';
import { makeNotices } from './make-notices.ts';

const CODE = 'AAMRAI';
const POLL = { timeout: 8_000, interval: 5 } as const;

const database = useTestDatabase({ provesBooks: false, per: 'test' });
let trading: Trading;
const listening = new Set<string>();
beforeEach(async () => {
  trading = await openTrading(database.app, { sockets: { isListening: (userId) => listening.has(userId) } });
});

/** A member whose devices do not listen. */
async function rich(): Promise<Trader> {
  const member = trading.member();
  await member.deposit(100_00_00_000_00n);
  return member;
}

type Page = { readonly category?: 'all' | 'task'; readonly cursor?: string; readonly size?: number };
const readNotices = async ({ caller }: Trader, page: Page = {}) => {
  const answer = await noticeHandlers.noticeList(trading.deps, caller, page);
  if (answer.refused !== undefined) throw new Error('refused');
  return answer.value;
};
const titles = async (member: Trader) => (await readNotices(member)).list.map(({ title }) => title);
const unread = async ({ caller }: Trader) => (await noticeHandlers.unreadNotices(trading.deps, caller)).value;
const written = async ({ userId }: Trader) =>
  (
    await database.app.query<{ key: string }>(
      'test.written',
      'SELECT key FROM notices.notice WHERE member_id = $1 ORDER BY at, id',
      [userId],
    )
  ).map(({ key }) => key);

/** Copies of the member's newest order, as old and as complete, with the numbers that come next. */
const copyOrder = (member: Trader, count: number, more = '{}') =>
  database.admin.query(
    'test.copy',
    `INSERT INTO trading."order" SELECT c.* FROM trading."order" o, generate_series(1, $2) n,
       jsonb_populate_record(o, jsonb_build_object('id', nextval('trading.journal_number'), 'request_id', 'copy-' || n,
         'applied_index', o.applied_index + n)
         || $3::jsonb) c
     WHERE o.id = (SELECT max(id) FROM trading."order" WHERE user_id = $1)`,
    [member.userId, count, more],
  );

describe('the notice of an order that fills as it is placed', () => {
  it('is not written with the order, and is among the notices and in their count', async () => {
    const member = await rich();
    const { fills, charges } = await member.buy({ code: CODE, quantity: 5 });
    expect(await written(member)).toEqual([]);
    expect(await unread(member)).toMatchObject({ all: 1, transaction: 1 });
    const { list } = await readNotices(member);
    expect(list).toMatchObject([{ title: `Bought 5 ${CODE}`, read: false, category: 'transaction' }]);
    for (const amount of [fills[0]!.price, charges.total]) expect(list[0]!.body.replaceAll(',', '')).toContain(amount);
    expect(await written(member)).toEqual(['buyFilled']);
  });

  it('can be read, read off with others, and cleared', async () => {
    const [one, all] = [await rich(), await rich()];
    const { deps } = trading;
    await one.buy({ code: CODE, quantity: 1 });
    const { id } = (await readNotices(one)).list[0]!;
    expect(await noticeHandlers.readNotice(deps, one.caller, { id })).toEqual({ value: null });
    expect(await unread(one)).toMatchObject({ all: 0 });
    await one.buy({ code: CODE, quantity: 2 });
    await noticeHandlers.clearNotices(deps, one.caller, {});
    expect(await titles(one)).toEqual([`Bought 2 ${CODE}`]);
    await all.buy({ code: CODE, quantity: 1 });
    await noticeHandlers.readAllNotices(deps, all.caller, {});
    await noticeHandlers.clearNotices(deps, all.caller, {});
    expect(await readNotices(all)).toEqual({ list: [], nextCursor: null });
    expect(await written(all)).toEqual(['buyFilled']);
  });

  it('is one, however many devices ask at once', async () => {
    const member = await rich();
    for (const quantity of [1, 2, 3]) await member.buy({ code: CODE, quantity });
    const counts = await Promise.all(Array.from({ length: 6 }, () => unread(member)));
    expect(counts.map(({ all }) => all)).toEqual([3, 3, 3, 3, 3, 3]);
    expect(await titles(member)).toEqual([3, 2, 1].map((quantity) => `Bought ${quantity} ${CODE}`));
  });

  it('reaches a device that listens, also when another has asked for the notices by then', async () => {
    const member = await rich();
    listening.add(member.userId);
    const sent = () =>
      trading.pushed.flatMap(({ userId, type, data }) =>
        userId === member.userId && type === 'notice' ? [data as { id: string; title: string }] : [],
      );
    await member.buy({ code: CODE, quantity: 1 });
    await readNotices(member);
    await expect.poll(sent, POLL).toHaveLength(1);
    await member.sell({ code: CODE, quantity: 1 });
    await expect.poll(sent, POLL).toHaveLength(2);
    expect(sent().map(({ title }) => title)).toEqual([`Bought 1 ${CODE}`, `Sold 1 ${CODE}`]);
    for (const { id } of sent())
      expect(await noticeHandlers.readNotice(trading.deps, member.caller, { id })).toEqual({ value: null });
    expect((await readNotices(member)).list).toMatchObject([{ read: true }, { read: true }]);
    expect(await written(member)).toHaveLength(2);
  });

  it('stands at its instant, page by page, between notices that were written before it', async () => {
    const member = await rich();
    const { clock, deps } = trading;
    const { userId } = member;
    await member.buy({ code: CODE, quantity: 1 });
    clock.advance(1_000);
    await deps.db.transaction((tx) =>
      notify(tx, { userId, category: 'transaction', key: 'rechargePassed', at: clock.now() }),
    );
    clock.advance(1_000);
    await member.sell({ code: CODE, quantity: 1 });
    const { list } = await readNotices(member);
    expect(list.map(({ title }) => title)).toMatchObject([`Sold 1 ${CODE}`, /paper money/u, `Bought 1 ${CODE}`]);
    const paged: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await readNotices(member, { size: 1, ...(cursor !== undefined && { cursor }) });
      paged.push(...page.list.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(list.map(({ id }) => id));
    for (const cursor of ['', '7', 'x-7', '7-x', '1-2-3'])
      expect((await readNotices(member, { cursor })).list).toEqual([]);
  });

  it('says why an order ended without a fill', async () => {
    const member = await rich();
    const price = rupees(BigInt(trading.quote(CODE).bandLow));
    const { state } = await member.buy({ code: CODE, quantity: 4, price, validity: 'ioc' });
    expect(state).toBe('cancelled');
    expect(await written(member)).toEqual([]);
    await readNotices(member);
    expect(await written(member)).toEqual(['orderEnded']);
  });

  it('is not lost behind an order of the system with a higher number', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 1 });
    // An order of the system takes its number without the member's lock, so one that is lower may be committed later.
    const system = { id: '8000000000000000000', by_system: true, req: null, market_day: null };
    const untaken = { applied_step: null, applied_index: null, matched_ms: null, matched_time: null };
    await copyOrder(member, 1, JSON.stringify({ ...system, ...untaken }));
    await readNotices(member);
    await member.buy({ code: CODE, quantity: 2 });
    expect(await titles(member)).toEqual([`Bought 2 ${CODE}`, `Bought 1 ${CODE}`]);
  });
});

describe('a server that starts again', () => {
  it('has the notices of what another has filled', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 3 });
    const next = await openTrading(database.app);
    expect(await titles(next.as(member))).toEqual([`Bought 3 ${CODE}`]);
  });
});

describe('a member who never looks', () => {
  it('finds all notices at once, written in parts of a few hundred', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 1 });
    await copyOrder(member, 1_200);
    expect(await unread(member)).toMatchObject({ all: 1_201 });
    expect(await unread(member)).toMatchObject({ all: 1_201 });
  });
});

describe('an order that rests', () => {
  it('has its notice with the fill, and once', async () => {
    const [maker, taker] = [await rich(), await rich()];
    await taker.buy({ code: CODE, quantity: 5 });
    const price = trading.inside(CODE);
    expect(await maker.buy({ code: CODE, quantity: 5, price })).toMatchObject({ state: 'open' });
    expect(await titles(maker)).toEqual([]);
    await taker.sell({ code: CODE, quantity: 5, price });
    expect(await written(maker)).toEqual(['buyFilled']);
    expect(await titles(maker)).toEqual([`Bought 5 ${CODE}`]);
    expect(await titles(taker)).toEqual([`Sold 5 ${CODE}`, `Bought 5 ${CODE}`]);
  });
});

/** The member's task of the first order, which is put away once it is done. */
const tasks = async (member: Trader) => {
  const { list } = await readNotices(member, { category: 'task' });
  return list.filter(({ link }) => link === '/pages/market/index').map(({ title }) => title);
};

describe('the task of the first order', () => {
  it.each([
    ['fills as it is placed', 5],
    ['fills in part and rests', 100_000],
  ])('is done by an order that %s', async (_name, quantity) => {
    const member = await rich();
    await notifyAll(database.app, newUserTasks(member.userId, 1_000));
    const low = rupees(BigInt(trading.quote(CODE).bandLow));
    await member.buy({ code: CODE, quantity: 1, price: low });
    expect(await tasks(member)).toEqual(['Place your first order']);
    const price = rupees(BigInt(trading.deps.market.depth(CODE, 1)!.asks[0]![0]));
    const order = await member.buy({ code: CODE, quantity, ...(quantity > 5 && { price }) });
    expect(order.filledQuantity).toBeGreaterThan(0);
    expect(await tasks(member)).toEqual([]);
  });
});

describe('an account that is erased while a device asks', () => {
  it('gets no notice of its orders again', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 1 });
    const isHeldUp = async () => {
      const waiting = await database.admin.query(
        'test.waiting',
        `SELECT 1 AS one FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    };
    let asked: Promise<unknown> | undefined;
    await database.admin.transaction(async (tx) => {
      // As accounts.erase leaves it.
      await tx.query(
        'test.erased',
        'INSERT INTO trading.notices_made (user_id, order_id) VALUES ($1, 9223372036854775807)',
        [member.userId],
      );
      asked = makeNotices(trading.deps, member.userId);
      await vi.waitUntil(isHeldUp, POLL);
    });
    await asked;
    expect(await written(member)).toEqual([]);
  });
});
