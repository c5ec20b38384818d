import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';

const CODE = 'ALANKRITI';

describe('orders that come at the same time', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app);
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined && trading.hasInside(CODE));
  });
  afterEach(() => trading.cancelAll());
  const rich = async (): Promise<Trader> => {
    const member = trading.member();
    await member.deposit(1_00_000_00n);
    return member;
  };
  const four = () => Promise.all(Array.from({ length: 4 }, rich));
  const requestsOf = (members: readonly Trader[]) =>
    database.app.query<{ userId: string; commit: string; orderId: bigint | undefined; seq: bigint | undefined }>(
      'test.requests',
      `SELECT o.user_id, o.xmin::text AS commit, o.id AS order_id, o.id AS seq FROM trading."order" o WHERE o.user_id = ANY ($1)
       UNION ALL SELECT r.user_id, r.xmin::text, NULL, NULL FROM trading.answered_request r WHERE r.user_id = ANY ($1) ORDER BY seq`,
      [members.map(({ userId }) => userId)],
    );

  it('share a commit, are journalled as they came, and one that is refused spoils none', async () => {
    const members = [...(await four()), trading.member()]; // the last has no money
    const price = trading.inside(CODE);
    const answers = await Promise.all(members.map((member) => member.tryBuy({ code: CODE, quantity: 3, price })));
    expect(answers.map(({ refused }) => refused)).toEqual([...Array(4).fill(undefined), 'insufficient_funds']);
    const requests = await requestsOf(members);
    expect(new Set(requests.map(({ commit }) => commit)).size).toBe(1);
    expect(requests.filter(({ seq }) => seq !== undefined).map(({ userId: id }) => id)).toEqual(
      members.slice(0, 4).map(({ userId }) => userId),
    );
    await provesTheBooks(database.app);
    await provesTheTrading(database.app);
  });

  it('a repeat in the same transaction is answered as the first, once', async () => {
    const [member] = await four();
    const order = { code: CODE, quantity: 2, price: trading.inside(CODE), requestId: randomUUID() };
    const [first, again, other] = await Promise.all([
      member!.tryBuy(order),
      member!.tryBuy(order),
      member!.tryBuy({ ...order, quantity: 5 }),
    ]);
    expect(first).toEqual(again);
    expect(other).toMatchObject({ refused: 'request_id_reused' });
    expect(await member!.orders()).toHaveLength(1);
  });

  it('a cancel goes with them, and is answered with what it gave back', async () => {
    const [asha, ravi] = await four();
    const low = String(trading.quote(CODE).bandLow / 100);
    const rests = await asha!.buy({ code: CODE, quantity: 4, price: low });
    const [cancelled, bought] = await Promise.all([asha!.cancel(rests.id), ravi!.buy({ code: CODE, quantity: 1 })]);
    expect(cancelled).toMatchObject({ state: 'cancelled', receipt: { uid: expect.any(String) } });
    expect(bought).toMatchObject({ state: 'complete' });
    expect(await asha!.balance(102)).toBe(0n);
  });

  it('whose user is busy elsewhere goes alone, and the others do not wait for it', async () => {
    const [busy, ...others] = await four();
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const { promise: locked, resolve: notifyLocked } = Promise.withResolvers<void>();
    const elsewhere = database.app.transaction(async (tx) => {
      await tx.query('test.lock', 'SELECT trading.lock_user($1)', [busy!.userId]);
      notifyLocked();
      await done;
    });
    await locked;
    const all = [busy!, ...others];
    const order = { code: CODE, quantity: 1, price: trading.inside(CODE) };
    const asked = all.map((member) => member.tryBuy(order));
    await expect
      .poll(async () => (await requestsOf(others)).filter(({ orderId: id }) => id !== undefined).length, {
        timeout: 60_000,
      })
      .toBe(3);
    expect(await requestsOf([busy!])).toEqual([]);
    finish();
    await elsewhere;
    expect((await Promise.all(asked)).map(({ refused }) => refused)).toEqual(Array(4).fill(undefined));
    expect(new Set((await requestsOf(all)).map(({ commit }) => commit)).size).toBe(2);
  });

  it('a change and a cancel are journalled, matched and settled in one commit each, beside new orders', async () => {
    const members = await four();
    const low = trading.quote(CODE).bandLow;
    const price = String(low / 100);
    const [one, two, three] = await Promise.all(
      members.map((member) => member.buy({ code: CODE, quantity: 4, price })),
    );
    const answers = await Promise.all([
      members[0]!.cancel(one!.id),
      members[1]!.modify({ id: two!.id, quantity: 6 }),
      members[2]!.modify({ id: three!.id, quantity: 2 }),
      members[3]!.buy({ code: CODE, quantity: 1 }),
    ]);
    expect(answers).toMatchObject([
      { state: 'cancelled', reason: 'cancelled_by_member' },
      { state: 'open', quantity: 6, modifications: 1 },
      { state: 'open', quantity: 2, modifications: 1 },
      { state: 'complete' },
    ]);
    const commands = await database.app.query<{ kind: string; own: string; order: string; placed: boolean }>(
      'test.commits',
      `SELECT c.kind, c.xmin::text AS own, o.xmin::text AS "order", c.applied_step IS NOT NULL AS placed
       FROM trading.journal_command c JOIN trading."order" o ON o.id = c.order_id WHERE o.id = ANY ($1::bigint[]) ORDER BY c.kind`,
      [[one!.id, two!.id, three!.id]],
    );
    expect(commands.map(({ kind, placed }) => [kind, placed])).toEqual([
      ['cancel', true],
      ['modify', true],
      ['modify', true],
    ]);
    expect(commands.map(({ own }) => own)).toEqual(commands.map(({ order }) => order));
    await provesTheBooks(database.app);
    await provesTheTrading(database.app);
  });

  it('one that fails is the only one that does', async () => {
    const members = await four();
    const [broken, ...others] = members;
    const answers = await Promise.allSettled([
      trading.desk.change(broken!.userId, (tx) =>
        tx.query('test.broken', 'SELECT 1 / 0').then((answer) => ({ answer })),
      ),
      ...others.map((member) => member.buy({ code: CODE, quantity: 1 })),
    ]);
    expect(answers).toMatchObject([
      { reason: { code: '22012' } },
      ...others.map(() => ({ value: { state: 'complete' } })),
    ]);
    expect(await broken!.buy({ code: CODE, quantity: 1 })).toMatchObject({ state: 'complete' });
  });
});
