import { setImmediate } from 'node:timers/promises';
import { rupees } from '@khara/money';
import { describe, expect, it } from 'vitest';
import { OrderDesk } from './order-desk.ts';
import { OrderRuns } from '#modules/standing/baskets/order-runs.ts';
import { createOrderHandlers } from '#src/http/order-handlers.ts';
import * as ledger from '#modules/ledger/index.ts';
import { DatabaseAway, SqlError, type Db, type Tx } from '#src/ports/database.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { withSeparateCommit } from '#test/separate-commit.ts';
import { newTrader, openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';

const CODE = 'ALANKRITI';

/** Happens in the transaction that places orders, before its commit or after it; then never again. */
type Meanwhile = {
  readonly when: 'while it is sent' | 'before the commit' | 'after the commit';
  readonly happens?: () => Promise<void>;
  /** Every time, and not once. */
  readonly isAlways?: boolean;
};

const database = useTestDatabase({ per: 'test' });

/** Next to nothing, so that what is tried again is tried at once. */
const rest = () => setImmediate();

/** A market whose share trades, with a desk over a line on which something happens once. */
async function openDesk(
  meanwhile: Meanwhile,
  resting: () => Promise<void> = rest,
): Promise<Trading & { readonly at: (trader: Trader) => Trader }> {
  const trading = await openTrading(database.app, { rest: resting });
  await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
  let next: Meanwhile | undefined = meanwhile;
  const happen = async (when: Meanwhile['when']) => {
    if (next?.when !== when) return;
    const { happens, isAlways = false } = next;
    if (!isAlways) next = undefined;
    await happens?.();
  };
  const { app } = database;
  const watched = (tx: Tx): Tx => ({
    ...tx,
    query: (name, text, params) => {
      if (name === 'orders.write_positions' && next?.when === 'while it is sent') throw defectOf(next);
      return tx.query(name, text, params);
    },
  });
  const defectOf = ({ isAlways = false }: Meanwhile): Error => {
    if (!isAlways) next = undefined;
    return new Error('a defect');
  };
  const db: Db = {
    ...app,
    session: (release, work) =>
      app.session(release, (session) =>
        work({
          ...session,
          transaction: async (inside) => {
            const answer = await session.transaction(async (tx) => {
              const done = await inside(next?.when === 'before the commit' ? withSeparateCommit(tx) : watched(tx));
              await happen('before the commit');
              return done;
            });
            await happen('after the commit');
            return answer;
          },
        }),
      ),
  };
  const deps = { ...trading.deps, db };
  const desk = new OrderDesk(deps);
  const handlers = createOrderHandlers({ desk, runs: new OrderRuns({ ...deps, desk }) });
  return { ...trading, at: ({ member }) => newTrader({ deps, handlers }, member) };
}

/** A desk whose first transaction is `written`, and waits with its commit until `goOn`. */
async function openHeldDesk() {
  const { promise: committing, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: written, resolve: tellWritten } = Promise.withResolvers<void>();
  const trading = await openDesk({
    when: 'before the commit',
    happens: () => {
      tellWritten();
      return committing;
    },
  });
  return { trading, written, goOn };
}

async function rich(trading: Trading, made: Trader | Promise<Trader> = trading.member()): Promise<Trader> {
  const member = await made;
  await member.deposit(1_00_000_00n);
  return member;
}

/** Who waits for a user's lock has it. */
const haveLock = (userId: string) => database.app.query('test.wait', 'SELECT trading.lock_user($1)', [userId]);

const lost = () => Promise.reject(new DatabaseAway('The connection is gone'));

describe('orders that are placed, matched and settled in one commit', () => {
  it('show nothing before it: no price, no depth, no step, no order, no answer', async () => {
    const { trading, written, goOn } = await openHeldDesk();
    const member = await rich(trading);
    const { market } = trading.deps;
    const shown = () => [
      market.quote(CODE),
      market.depth(CODE, 5),
      market.spark(CODE, 24),
      market.todayMinutes(CODE),
      trading.venue.day.step,
    ];
    const before = shown();
    const { volume } = trading.quote(CODE);
    const answer = trading.at(member).buy({ code: CODE, quantity: 7 });
    await written;
    const stepped = trading.venue.step();
    await setImmediate();
    expect(shown()).toEqual(before);
    expect(await member.orders()).toEqual([]);
    expect(await member.balance(101)).toBe(1_00_000_00n);
    goOn();
    expect(await answer).toMatchObject({ state: 'complete', filledQuantity: 7 });
    expect(trading.quote(CODE).volume).toBeGreaterThanOrEqual(volume + 7);
    await stepped;
    expect(trading.venue.day.step).toBe((before.at(-1) as number) + 1);
    await provesTheTrading(database.app);
    await trading.venue.stop();
  });

  it('share the next commit when they come while others are written, in the order in which they came', async () => {
    const { trading, written, goOn } = await openHeldDesk();
    const members = [await rich(trading), await rich(trading), await rich(trading)];
    const [first, ...others] = members.map((member) => trading.at(member));
    const before = trading.quote(CODE);
    const one = first!.buy({ code: CODE, quantity: 7 });
    await written;
    const later = others.map((member) => member.buy({ code: CODE, quantity: 5 }));
    expect(trading.quote(CODE)).toEqual(before);
    expect(await members[1]!.orders()).toEqual([]);
    goOn();
    expect(await Promise.all([one, ...later])).toMatchObject([
      { state: 'complete', filledQuantity: 7 },
      { state: 'complete', filledQuantity: 5 },
      { state: 'complete', filledQuantity: 5 },
    ]);
    const placed = await database.app.query<{ userId: string; batch: string }>(
      'test.places',
      `SELECT o.user_id, o.applied_step || ' ' || o.first_index AS batch FROM trading."order" o
       ORDER BY o.applied_step, o.applied_index`,
    );
    expect(placed.map(({ userId }) => userId)).toEqual(members.map(({ userId }) => userId));
    expect(new Set(placed.map(({ batch }) => batch)).size).toBe(2);
    expect(placed[1]!.batch).toBe(placed[2]!.batch);
    expect(trading.quote(CODE).volume).toBeGreaterThanOrEqual(before.volume + 17);
    await provesTheTrading(database.app);
    await trading.venue.stop();
  });

  it.each([
    ['a statement fails', 'before the commit', () => Promise.reject(new SqlError('too late', { code: '55P03' }))],
    ['the connection is lost', 'before the commit', lost],
    ['the answer of the commit is lost', 'after the commit', lost],
    ['our own code fails over its statements', 'while it is sent', undefined],
  ] as const)('are in the books once when %s', async (_what, when, happens) => {
    const trading = await openDesk({ when, ...(happens && { happens }) });
    const member = await rich(trading);
    const order = { code: CODE, quantity: 7, requestId: 'asked-once' } as const;
    const answer = await trading.at(member).buy(order);
    expect(answer).toMatchObject({ state: 'complete', filledQuantity: 7, receipt: { uid: expect.any(String) } });
    const again = await member.buy(order);
    expect(again).toEqual(answer);
    expect(await member.orders()).toHaveLength(1);
    expect(await member.positions()).toMatchObject([{ quantity: 7 }]);
    // The exchange has gone on from where the books are.
    expect(await member.sell({ code: CODE, quantity: 7 })).toMatchObject({ state: 'complete' });
    await provesTheTrading(database.app);
    await trading.venue.stop();
  });

  it('may meet each other: one that takes, rests and is taken from has fills of both kinds, and one entry', async () => {
    const trading = await openTrading(database.app);
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
    const [taker, seller] = [await rich(trading), await rich(trading)];
    await taker.deposit(10_00_00_000_00n);
    await seller.buy({ code: CODE, quantity: 9 });
    const [price, shown] = trading.deps.market.depth(CODE, 1)!.asks[0]!;
    const order = { code: CODE, quantity: shown + 8, price: rupees(BigInt(price)), requestId: 'asked-once' } as const;
    const [bought, sold] = await Promise.all([taker.buy(order), seller.sell({ code: CODE, quantity: 5 })]);
    expect(trading.batches.at(-1)?.applied).toHaveLength(2); // one commit
    expect(sold).toMatchObject({ state: 'complete', averagePrice: rupees(BigInt(price)) });
    expect(bought).toMatchObject({ state: 'open', filledQuantity: shown + 5, receipt: { uid: expect.any(String) } });
    expect(await taker.buy(order)).toEqual(bought);
    const paid = await database.app.query(
      'test.paid',
      `SELECT e.kind FROM ledger.entry e WHERE e.ref = 'order-' || $1 ORDER BY e.id`,
      [bought.id],
    );
    expect(paid).toEqual([{ kind: 'buy' }, { kind: 'order_hold' }]);
    await provesTheTrading(database.app);
    await seller.sell({ code: CODE, quantity: 3 });
    expect(await taker.detail(bought.id)).toMatchObject({ state: 'complete' });
    await provesTheTrading(database.app);
    await trading.venue.stop();
  });

  it('may trigger each other: a stop that fills within the commit that places it has one entry', async () => {
    const trading = await openTrading(database.app);
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
    const [stop, taker] = [await rich(trading), await rich(trading)];
    await taker.deposit(10_00_00_000_00n);
    const [best, next] = trading.deps.market.depth(CODE, 2)!.asks;
    const [bought] = await Promise.all([
      stop.buy({ code: CODE, quantity: 1, type: 'sl_m', triggerPrice: BigInt(next![0]) }),
      taker.buy({ code: CODE, quantity: best![1] + 1 }),
    ]);
    expect(trading.batches.at(-1)?.applied).toHaveLength(2); // one commit
    expect(bought).toMatchObject({ state: 'complete', filledQuantity: 1, receipt: { uid: expect.any(String) } });
    expect((await stop.detail(bought.id)).timeline.map(({ step }) => step)).toEqual([
      'accepted',
      'trigger_pending',
      'triggered',
      'filled',
    ]);
    await provesTheTrading(database.app);
    await trading.venue.stop();
  });

  it('may follow a fill of an older order of the same member, which comes first in what the position cost', async () => {
    const trading = await openTrading(database.app);
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
    const [member, other] = [await rich(trading), await rich(trading)];
    const { averagePrice } = await member.buy({ code: CODE, quantity: 10 });
    const best = () => trading.deps.market.depth(CODE, 1)!.asks[0];
    await trading.stepUntil(() => best() !== undefined && rupees(BigInt(best()![0])) !== averagePrice);
    const ask = best();
    const price = rupees(BigInt(ask![0] - trading.deps.market.instrument(CODE)!.tick));
    const rests = await member.sell({ code: CODE, quantity: 3, price });
    expect(rests).toMatchObject({ state: 'open' });
    await Promise.all([other.buy({ code: CODE, quantity: 3, price }), member.buy({ code: CODE, quantity: 4 })]);
    expect(trading.batches.at(-1)?.applied).toHaveLength(2); // one commit
    expect(await member.positions()).toMatchObject([{ quantity: 11 }]);
    await provesTheTrading(database.app);
    await trading.venue.stop();
  });

  it.each([
    ['is refused', () => new SqlError('too late', { code: '55P03' })],
    ['takes too long', () => new DatabaseAway('57014', { isAnswered: true })],
  ])('keep the users locked from the match to the commit, also between two tries: one %s', async (_what, failure) => {
    const free: boolean[] = [];
    let owner = '';
    const isFree = async () => {
      const [row] = await database.app.query<{ free: boolean }>(
        'test.is_free',
        'SELECT trading.try_lock_user($1) AS free',
        [owner],
      );
      return row!.free;
    };
    const look = async () => void free.push(await isFree());
    const trading = await openDesk(
      {
        when: 'before the commit',
        happens: async () => {
          await look();
          throw failure();
        },
      },
      look, // between the two tries
    );
    const member = await rich(trading);
    owner = member.userId;
    await trading.at(member).buy({ code: CODE, quantity: 1 });
    expect(free).toEqual([false, false]);
    await haveLock(owner);
    await trading.venue.stop();
  });

  const CHANGES = [
    ['cancel', (of: Trader, id: string) => of.cancel(id), { state: 'cancelled' }],
    ['change', (of: Trader, id: string) => of.modify({ id, quantity: 6 }), { quantity: 6, modifications: 1 }],
  ] as const;
  const LOSSES = [
    ['before its commit', 'before the commit', lost],
    ['with the answer of its commit', 'after the commit', lost],
    ['for a moment', 'before the commit', () => Promise.reject(new SqlError('busy', { code: '55P03' }))],
  ] as const;
  it.each(CHANGES.flatMap(([what, ...of]) => LOSSES.map(([how, ...loss]) => [what, how, of, loss] as const)))(
    'are gone on with where the database is lost to a %s %s: it is matched once, and once in the journal',
    async (_what, _how, [ask, becomes], [when, happens]) => {
      const trading = await openDesk({ when, happens });
      const member = await rich(trading);
      const price = rupees(BigInt(trading.quote(CODE).bandLow));
      const rests = await member.buy({ code: CODE, quantity: 4, price });
      await haveLock(member.userId);
      expect(await ask(trading.at(member), rests.id)).toMatchObject(becomes);
      const commands = await database.app.query<{ placed: boolean }>(
        'test.commands',
        'SELECT c.applied_step IS NOT NULL AS placed FROM trading.journal_command c WHERE c.order_id = $1',
        [rests.id],
      );
      expect(commands).toEqual([{ placed: true }]);
      await provesTheBooks(database.app);
      await provesTheTrading(database.app);
      await trading.venue.stop();
    },
  );

  it('wait for the lock of a counterparty, however often it is not to be had', async () => {
    let tries = 0;
    const trading = await openDesk({
      when: 'before the commit',
      isAlways: true,
      happens: () => {
        tries += 1;
        return tries < 12 ? Promise.reject(new SqlError('busy', { code: '55P03' })) : Promise.resolve();
      },
    });
    const member = await rich(trading);
    expect(await trading.at(member).buy({ code: CODE, quantity: 7 })).toMatchObject({ state: 'complete' });
    expect(tries).toBe(12);
    await provesTheTrading(database.app);
    await trading.venue.stop();
  });

  it('stop the server when our own code fails over them again and again', async () => {
    const trading = await openDesk({ when: 'while it is sent', isAlways: true });
    const member = await rich(trading);
    const answer = trading.at(member).tryBuy({ code: CODE, quantity: 7 });
    expect(await trading.venue.over).toContain('cannot be written');
    await expect(answer).rejects.toThrow(DatabaseAway);
    const next = await openTrading(database.app);
    expect(await next.as(member).orders()).toEqual([]);
    await next.venue.stop();
  });

  it('of a server that was replaced are not taken for the next day either', async () => {
    const replaced = await openTrading(database.app);
    const member = await rich(replaced);
    await replaced.stepUntil(() => replaced.deps.market.phase(CODE) === 'closed');
    const successor = await openTrading(database.app);
    await expect(member.tryBuy({ code: CODE, quantity: 3 })).rejects.toThrow(DatabaseAway);
    expect(await replaced.venue.over).toContain('another server');
    expect(await successor.as(member).orders()).toEqual([]);
    await successor.venue.stop();
  });

  it('stop the server when the database refuses them again and again, and the next one knows nothing of them', async () => {
    let tries = 0;
    const trading = await openDesk({
      when: 'before the commit',
      isAlways: true,
      happens: () => {
        tries += 1;
        throw new SqlError('never', { code: '23514' });
      },
    });
    const member = await rich(trading);
    const answer = trading.at(member).tryBuy({ code: CODE, quantity: 7 });
    expect(await trading.venue.over).toContain('cannot be written');
    await expect(answer).rejects.toThrow(DatabaseAway);
    expect(tries).toBe(6);
    const next = await openTrading(database.app);
    expect(await next.as(member).orders()).toEqual([]);
    expect(await next.as(member).balance(101)).toBe(1_00_000_00n);
    expect(await next.as(member).buy({ code: CODE, quantity: 1 })).toMatchObject({ state: 'complete' });
    await next.venue.stop();
  });

  it('leave refused what was refused as they were matched, though its money has come before the next try', async () => {
    let trading!: Awaited<ReturnType<typeof openDesk>>;
    let poor!: Trader;
    let paidIn: Promise<void> | undefined;
    trading = await openDesk({
      when: 'before the commit',
      happens: () => {
        paidIn = poor.deposit(1_00_000_00n); // waits for the locks, which are gone with the connection
        return lost();
      },
    });
    const member = await rich(trading);
    poor = trading.member();
    await poor.deposit(1_00n);
    const [filled, refused] = await Promise.all([
      trading.at(member).buy({ code: CODE, quantity: 7 }),
      trading.at(poor).tryBuy({ code: CODE, quantity: 7, requestId: 'asked-once' }),
    ]);
    await paidIn;
    expect(filled).toMatchObject({ state: 'complete' });
    expect(refused).toMatchObject({ refused: 'insufficient_funds' });
    expect(await poor.tryBuy({ code: CODE, quantity: 7, requestId: 'asked-once' })).toMatchObject({
      refused: 'insufficient_funds',
    });
    expect(await poor.orders()).toEqual([]);
    await provesTheTrading(database.app);
    await trading.venue.stop();
  });

  it('stop the server when the books have moved on meanwhile, and the next one knows nothing of them', async () => {
    let trading!: Awaited<ReturnType<typeof openDesk>>;
    let member!: Trader;
    // The connection is gone, its locks with it, and the money leaves before the next try.
    trading = await openDesk({ when: 'before the commit', happens: lost }, () => spend(trading, member));
    member = await rich(trading);
    const before = trading.quote(CODE);
    const answer = trading.at(member).tryBuy({ code: CODE, quantity: 7 });
    expect(await trading.venue.over).toContain('books');
    await expect(answer).rejects.toThrow(DatabaseAway);
    expect(trading.quote(CODE)).toEqual(before);
    const next = await openTrading(database.app);
    expect(next.quote(CODE)).toMatchObject({ lastPrice: before.lastPrice, volume: before.volume });
    expect(await next.as(member).orders()).toEqual([]);
    expect(await next.as(member).balance(102)).toBe(0n);
    await provesTheBooks(database.app);
    await provesTheTrading(database.app);
    await next.venue.stop();
  });

  it('stop the server when their member has set a limit meanwhile, and the next one refuses them for it', async () => {
    let trading!: Awaited<ReturnType<typeof openDesk>>;
    let member!: Trader;
    // The connection is gone, its locks with it, and the limit is set before the next try.
    trading = await openDesk(
      { when: 'before the commit', happens: lost },
      async () => void (await member.setLimit({ kind: 'largest_order', amount: '1' })),
    );
    member = await rich(trading, trading.registered());
    const order = { code: CODE, quantity: 7, requestId: 'asked-twice' };
    const answer = trading.at(member).tryBuy(order);
    expect(await trading.venue.over).toContain('limit of its member');
    await expect(answer).rejects.toThrow(DatabaseAway);
    const next = await openTrading(database.app);
    expect(await next.as(member).tryBuy(order)).toMatchObject({ refused: 'own_limit_largest_order' });
    expect(await next.as(await rich(next)).buy({ code: CODE, quantity: 1 })).toMatchObject({ state: 'complete' });
    expect(await next.as(member).orders()).toEqual([]);
    await provesTheTrading(database.app);
    await next.venue.stop();
  });

  it('are refused before they are matched where the database alone finds a limit, and those of others go on', async () => {
    const trading = await openTrading(database.app);
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
    const [limited, other] = [await rich(trading, trading.registered()), await rich(trading)];
    await limited.setLimit({ kind: 'day_orders', orders: 100 });
    await database.admin.query(
      'test.stricter',
      `CREATE OR REPLACE FUNCTION trading.own_limit_stop(p_own jsonb, p_product text, p_value bigint, p_is_new boolean) RETURNS text
       LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$ SELECT 'own_limit_largest_order' $$`,
    );
    const rests = { code: CODE, price: rupees(BigInt(trading.quote(CODE).bandLow)), quantity: 2 };
    const [refused, taken] = await Promise.all([limited.tryBuy(rests), other.buy({ code: CODE, quantity: 7 })]);
    expect(refused).toMatchObject({ refused: 'own_limit_largest_order' });
    expect(taken).toMatchObject({ state: 'complete' });
    expect(await limited.orders()).toEqual([]);
    expect(await limited.balance(102)).toBe(0n);
    await provesTheBooks(database.app);
    await trading.venue.stop();
  });
});

/** All that is free is held for something else. */
async function spend({ deps }: Trading, { userId }: Trader): Promise<void> {
  const amount = (await ledger.readBalances(deps.db, ledger.userOwner(userId))).find(
    ({ code }) => code === 101,
  )!.amount;
  await deps.db.query(
    'test.spend',
    `SELECT ledger.hold_open(NULL, NULL, 'withdraw_hold', $1, 'user', $2, $3, 'INR', $4)`,
    ['W1', deps.market.now().marketDate, ledger.userOwner(userId), amount],
  );
}
