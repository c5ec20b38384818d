import { rupees } from '@khara/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { readStanding } from '#modules/credit/index.ts';
import { useTestDatabase } from '#test/database.ts';
import { testJobs } from '#test/jobs.ts';
import { openTrading, type Trading } from '#test/trading.ts';
import { watchOrderRates } from './order-rate-surveillance.ts';

const database = useTestDatabase({ provesBooks: false });
let trading: Trading;
beforeAll(async () => {
  trading = await openTrading(database.app);
});

/** Messages about one order of a member, all within a minute. */
async function send(userId: string, count: number, at: number): Promise<void> {
  await database.admin.query(
    'test.send',
    `INSERT INTO trading.journal_command (kind, order_id, accepted_ms)
     SELECT 'cancel', o.id, $3 FROM trading."order" o, generate_series(1, $2::int) WHERE o.user_id = $1`,
    [userId, count, at],
  );
}

describe('more than three hundred order messages in a minute', () => {
  it('lower the sender’s score by five once a minute, by twenty at most, and no other', async () => {
    const { deps, clock } = trading;
    const minute = Math.ceil(clock.now() / 60_000) * 60_000;
    clock.advance(minute - clock.now());
    const [asha, ravi] = [trading.member(), trading.member()];
    const [code] = trading.codes;
    for (const member of [asha, ravi]) {
      await member.deposit(100_000_00n);
      // Far from the market, so that it waits.
      await member.buy({
        code: code ?? '',
        quantity: 1,
        price: rupees(BigInt(trading.quote(code ?? '').bandLow)),
      });
    }
    const needs = { ...deps, jobs: testJobs(clock), pushes: deps.pushes };
    const watch = watchOrderRates(needs);
    const score = async (userId: string) => (await readStanding(database.app, userId, clock.now())).score;

    await send(ravi.userId, 290, clock.now());
    await send(asha.userId, 200, clock.now());
    await watch();
    expect(await score(asha.userId)).toBe(100);
    await send(asha.userId, 150, clock.now() + 59_000);
    await watch();
    await watch();
    await watchOrderRates(needs)(); // a server that has just started sees it too
    expect([await score(asha.userId), await score(ravi.userId)]).toEqual([95, 100]);
    for (let minutes = 0; minutes < 5; minutes++) {
      clock.advance(60_000);
      await send(asha.userId, 301, clock.now());
      await watch();
    }
    expect([await score(asha.userId), await score(ravi.userId)]).toEqual([80, 100]);
  });
});
