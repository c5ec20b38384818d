import { setImmediate } from 'node:timers/promises';
import { readUniverse } from '@khara/universe/node';
import { expect, it, onTestFinished } from 'vitest';
import { available, readBalances, userOwner } from '#modules/ledger/index.ts';
import { createOrderHandlers } from '#src/http/order-handlers.ts';
import { createPortfolio } from '#modules/portfolio/index.ts';
import { DatabaseAway, type Db } from '#src/ports/database.ts';
import { createShutdown } from '#src/kernel/shutdown.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { withSeparateCommit } from '#test/separate-commit.ts';
import { newTrader, openTrading, provesTheTrading, type Trader } from '#test/trading.ts';
import { openOwnMarket } from './market.ts';

const CODE = 'ALANKRITI';
const database = useTestDatabase({ per: 'test' });

/**
 * The database over a line that is lost as the first batch is about to be committed. The next transaction begins when
 * `happens` is over.
 */
function losingOnce(app: Db, happens: () => Promise<unknown>): Db {
  let meanwhile: Promise<unknown> | undefined;
  return {
    ...app,
    session: async (release, work) => {
      await meanwhile;
      return app.session(release, (session) =>
        work({
          ...session,
          transaction: (inside) =>
            session.transaction(async (tx) => {
              const done = await inside(withSeparateCommit(tx));
              if (meanwhile) return done;
              meanwhile = happens(); // it waits for the locks, which go with the connection
              throw new DatabaseAway('The connection is gone');
            }),
        }),
      );
    },
  };
}

/** A market of one server in continuous trading, with two members who have money. */
async function openMarket(happens?: (limited: Trader) => Promise<unknown>) {
  const before = await openTrading(database.app);
  await before.stepUntil(() => before.quote(CODE).lastTradeAt !== undefined);
  const members = [await before.registered(), before.member()] as const;
  for (const member of members) await member.deposit(1_00_000_00n);
  await before.venue.stop();
  const db = happens ? losingOnce(database.app, () => happens(limited)) : database.app;
  const offerings = { ...before.deps.offerings, seeds: readUniverse().offerings };
  const base = { ...before.deps, db, offerings };
  const market = await openOwnMarket({
    config: base.config,
    db,
    clock: base.clock,
    installSecret: base.keys.installSecret,
    universe: before.venue.universe,
    log: base.log,
  });
  const deps = {
    ...base,
    market: market.market,
    venue: market.venue,
    portfolio: createPortfolio({ db, market: market.market }),
  };
  const shutdown = createShutdown(base.log);
  onTestFinished(async () => {
    expect(await shutdown.run()).toBe(true);
  });
  const { placing } = await market.resume(deps, shutdown);
  const handlers = createOrderHandlers(placing);
  const [limited, other] = members.map(({ member }) => newTrader({ deps, handlers }, member)) as [Trader, Trader];
  let isOver = false;
  void market.over.then(() => (isOver = true));
  return { deps, market, limited, other, isOver: () => isOver };
}

const holdAll = async ({ userId }: Trader): Promise<void> => {
  const { code } = available(userId);
  const amount = (await readBalances(database.app, userOwner(userId))).find((one) => one.code === code)!.amount;
  await database.app.query(
    'test.hold_all',
    `SELECT ledger.hold_open(NULL, NULL, 'withdraw_hold', 'W1', 'user', trading.market_date()::text, $1, 'INR', $2)`,
    [userOwner(userId), amount],
  );
};

it.each([
  [
    'sets a limit',
    (member: Trader) => member.setLimit({ kind: 'largest_order', amount: '1' }),
    'own_limit_largest_order',
  ],
  ['takes its money away', holdAll, 'insufficient_funds'],
] as const)(
  'A market goes on when a member %s after the match and the line is lost, without its order',
  async (_what, happens, refusal) => {
    const { market, limited, other, isOver } = await openMarket(happens);
    const { epoch } = market.venue.writer;
    const { volume, lastPrice } = market.market.quote(CODE)!;
    const order = { code: CODE, quantity: 7, requestId: 'asked-once' };
    const [refused, placed] = await Promise.all([limited.tryBuy(order), other.buy({ code: CODE, quantity: 3 })]);
    expect(refused).toMatchObject({ refused: refusal });
    expect(placed).toMatchObject({ state: 'complete', filledQuantity: 3 });
    expect(await limited.tryBuy(order)).toMatchObject({ refused: refusal });
    expect(await limited.orders()).toEqual([]);
    // What was matched and not written never was.
    expect(market.market.quote(CODE)!.volume).toBe(volume + 3);
    expect(market.venue.writer.epoch).toBe(epoch + 1);
    // And it takes commands, as before.
    const rests = await other.buy({
      code: CODE,
      quantity: 1,
      price: (Math.floor(lastPrice * 0.97) / 100).toFixed(1) + '0',
    });
    expect(await other.cancel(rests.id)).toMatchObject({ state: 'cancelled' });
    await setImmediate();
    expect([isOver(), market.standsStill()]).toEqual([false, false]);
    await provesTheBooks(database.app);
    await provesTheTrading(database.app);
  },
);

it('A market goes on when the database alone finds a limit, each time: the order is refused for it', async () => {
  const { market, limited, other, isOver } = await openMarket();
  await limited.setLimit({ kind: 'largest_order', amount: '1000000' });
  await database.admin.query(
    'test.stricter',
    `CREATE OR REPLACE FUNCTION trading.refuse_limited_orders(p_new bigint[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
     SET search_path = pg_catalog, pg_temp AS $$ BEGIN PERFORM trading.refuse_past_limit('own_limit_largest_order'); END $$`,
  );
  const [refused, placed] = await Promise.all([
    limited.tryBuy({ code: CODE, quantity: 7 }),
    other.buy({ code: CODE, quantity: 3 }),
  ]);
  expect(refused).toMatchObject({ refused: 'own_limit_largest_order' });
  expect(placed).toMatchObject({ state: 'complete', filledQuantity: 3 });
  expect(await limited.orders()).toEqual([]);
  expect([isOver(), market.standsStill()]).toEqual([false, false]);
  await provesTheTrading(database.app);
});
