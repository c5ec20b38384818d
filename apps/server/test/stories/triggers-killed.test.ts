import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { replayDay } from '@khara/market-day';
import { describe, expect, it } from 'vitest';
import { orderLog } from '#modules/orders/journal/order-log.ts';
import { insertTrigger } from '#modules/standing/triggers/trigger-store.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { mortalDatabase } from '#test/mortal-database.ts';
import { seeded } from '#test/simulation/random.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';

const TRIGGERS = 10_000;
const KILLS = 24;
/** Steps after which a server that lives on is killed between two statements. */
const MAX_STEPS = 70;
const MEMBERS = 40;
/** The furthest that a trigger waits from the price, in ticks: most are reached, some are not. */
const FURTHEST = 60;

describe('ten thousand triggers, and a server that is killed at any moment', () => {
  const database = useTestDatabase();

  it('fire once each, never on both sides, and the day plays again with them', { timeout: 240_000 }, async () => {
    const chance = seeded('triggers');
    const between = (least: number, most: number) => least + chance.below(most - least + 1);
    const first = await openTrading(database.app);
    const date = first.deps.market.now().marketDate;
    const members = await membersOf(first);
    for (let made = 0; made < TRIGGERS; made += 500) await setSome(first, members, 500, between);
    await first.venue.save();

    let killed = 0;
    let trading: Trading = first;
    while (killed < KILLS) {
      const mortal = mortalDatabase(database.app, between(30, 500), between(0, 1) === 0);
      trading = await Promise.race([openTrading(mortal.db), untilDead(mortal)]).then((opened) => opened ?? trading);
      for (let steps = 0; steps < MAX_STEPS && !mortal.isDead; steps += 1)
        await Promise.race([trading.venue.step(), untilDead(mortal)]);
      mortal.kill();
      killed += 1;
    }

    const last = await openTrading(database.app);
    await last.stepUntil(() => last.deps.market.now().marketDate !== date);
    last.venue.placeFired();
    await last.fired.settled();

    const [counted] = await database.app.query<Record<string, bigint>>(
      'test.triggers',
      `SELECT count(*) AS all, count(*) FILTER (WHERE t.state = 'fired') AS fired, count(*) FILTER (WHERE t.state = 'failed') AS failed,
         count(*) FILTER (WHERE t.state = 'firing') AS firing, count(*) FILTER (WHERE t.state = 'waiting') AS waiting,
         (SELECT count(*) FROM trading.journal_command c WHERE c.kind = 'fire') AS fires,
         (SELECT count(DISTINCT c.trigger_id) FROM trading.journal_command c WHERE c.kind = 'fire') AS distinct_fires,
         (SELECT count(*) FROM trading."order" o WHERE o.request_id LIKE 'gtt:%') AS orders,
         (SELECT count(DISTINCT o.request_id) FROM trading."order" o WHERE o.request_id LIKE 'gtt:%') AS distinct_orders
       FROM trading.price_trigger t`,
    );
    const {
      all,
      fired,
      failed,
      firing,
      waiting,
      fires,
      distinctFires: once,
      orders,
      distinctOrders: single,
    } = counted!;
    expect({ all, firing }).toEqual({ all: BigInt(TRIGGERS), firing: 0n });
    expect(fired! + failed! + waiting!).toBe(BigInt(TRIGGERS));
    expect([fires, once, orders, single]).toEqual([fired! + failed!, fired! + failed!, fired, fired]);
    expect(Number(fired)).toBeGreaterThan(1_000);
    expect(Number(failed)).toBeGreaterThan(300);
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);

    const answer = await orderLog(last.deps, { marketDate: date });
    if (answer.refused !== undefined) throw new Error(answer.refused);
    const lines = Buffer.from(answer.value.bytes).toString('utf8').split('\n');
    expect(replayDay(lines)).toMatchObject({ isSame: true, unreached: [] });
    await last.venue.stop();
  });
});

/** Half of them with money and shares of each code, the others with nothing. */
async function membersOf(trading: Trading): Promise<readonly Trader[]> {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => trading.registered()));
  for (const [at, member] of members.entries()) {
    if (at % 2 === 1) continue;
    await member.deposit(90_00_000_00n);
    for (const code of trading.codes) await member.buy({ code, quantity: 40 });
  }
  return members;
}

/** Triggers of any kind around the price, all in one transaction. */
const setSome = (
  { deps, venue, codes, quote, assetOf }: Trading,
  members: readonly Trader[],
  count: number,
  between: (least: number, most: number) => number,
) =>
  deps.db.transaction(async (tx) => {
    for (let made = 0; made < count; made += 1) {
      const code = codes[between(0, codes.length - 1)]!;
      const { tick } = deps.market.instrument(code)!;
      const at = quote(code).lastPrice;
      const leg = (ticks: number) => {
        const triggerPaise = BigInt(at + ticks * tick);
        return { triggerPaise, limitPaise: triggerPaise + BigInt(between(-5, 5) * tick) };
      };
      const sides = between(0, 2); // below, above, or both
      const { userId, member } = members[between(0, members.length - 1)]!;
      const { marketDate } = deps.market.now();
      await insertTrigger(
        tx,
        {
          userId,
          accountKey: member.accountKey,
          requestId: randomUUID(),
          req: new Uint8Array(32),
          code,
          asset: assetOf(code),
          side: between(0, 1) === 0 ? 'buy' : 'sell',
          product: 'delivery',
          quantity: 1,
          legs: {
            ...(sides !== 1 && { below: leg(-between(1, FURTHEST)) }),
            ...(sides !== 0 && { above: leg(between(1, FURTHEST)) }),
          },
          positionId: undefined,
          armedDay: venue.at.marketDay,
          armedStep: venue.at.step,
          marketDate,
          expiresOn: '2099-12-31',
          at: deps.clock.now(),
          authority: 'typed test',
        },
        TRIGGERS,
      );
    }
  });

async function untilDead(mortal: { readonly isDead: boolean }): Promise<undefined> {
  while (!mortal.isDead) await setImmediate();
}
