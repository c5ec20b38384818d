import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';
import type { Queryable } from '#src/ports/database.ts';
import { createGroupCommit } from './group-commit.ts';

const CODE = 'ALANKRITI';

type Text = { readonly userId: string; readonly text: string };
const query = (db: Queryable, texts: readonly Text[]) =>
  Promise.all(texts.map(({ text }) => db.query<{ n: number }>(`test.${text}`, text)));

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

  it('one that fails is the only one that does', async () => {
    const write = createGroupCommit(database.app, query);
    const texts = ['SELECT 1 AS n', 'SELECT 1 / 0', 'SELECT 2 AS n'];
    const [one, broken, two] = await Promise.allSettled(texts.map((text) => write({ userId: randomUUID(), text })));
    expect(one).toMatchObject({ value: [{ n: 1 }] });
    expect(two).toMatchObject({ value: [{ n: 2 }] });
    expect(broken).toMatchObject({ reason: { code: '22012' } });
  });
});
