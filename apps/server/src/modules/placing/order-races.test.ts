import { randomUUID } from 'node:crypto';
import { paise } from '@khara/money';
import { describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading } from '#test/trading.ts';

/** `RACES=200` runs all of them. */
const ROUNDS = Number(process.env['RACES'] ?? 4);
/** `REPEATS=500` requests, each sent five times. */
const REQUESTS = Number(process.env['REPEATS'] ?? 12);
const RACERS = 16;
const SENDS = 5;
const CODE = 'ALANKRITI';

describe('orders that race', () => {
  const database = useTestDatabase();

  it('for the same money get it once, among others who place theirs, and none meets a defect', async () => {
    const trading = await openTrading(database.app);
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
    const [member, other] = [trading.member(), trading.member()];
    await other.deposit(10_00_00_000_00n);
    const price = trading.inside(CODE);
    const rests = { code: CODE, quantity: 10, price } as const;
    const cost = await trading.member().preview({ ...rests, side: 'buy' });
    await member.deposit(paise(cost.total)!);
    for (let round = 0; round < ROUNDS; round += 1) {
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: RACERS }, () => member.tryBuy(rests))),
        other.buy({ code: CODE, quantity: 1 }),
      ]);
      const taken = answers.flatMap((answer) => (answer.refused === undefined ? answer.value : []));
      const refused = answers.flatMap((answer) => (answer.refused === undefined ? [] : answer.refused));
      expect(refused).toEqual(Array.from({ length: RACERS - 1 }, () => 'insufficient_funds'));
      expect(await member.balance(101)).toBe(0n);
      await member.cancel(taken[0]!.id);
    }
    await provesTheBooks(database.app);
    await provesTheTrading(database.app);
    await trading.venue.stop();
  });

  it('with themselves are one: five sends of a request have one answer and one order', async () => {
    const trading = await openTrading(database.app);
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
    const members = Array.from({ length: 4 }, () => trading.member());
    for (const member of members) await member.deposit(10_00_00_000_00n);
    for (let at = 0; at < REQUESTS; at += members.length) {
      await Promise.all(
        members.map(async (member) => {
          const order = { code: CODE, quantity: 1 + (at % 3), requestId: randomUUID() };
          const answers = await Promise.all(Array.from({ length: SENDS }, () => member.buy(order)));
          expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
        }),
      );
    }
    const [rows] = await database.app.query<{ orders: bigint; entries: bigint }>(
      'test.once',
      `SELECT count(*) AS orders, (SELECT count(*) FROM ledger.entry e WHERE e.kind = 'buy' AND e.person IN
         (SELECT p.id FROM ledger.person p WHERE p.owner = ANY (SELECT 'u:' || x FROM unnest($1::text[]) AS x))) AS entries
       FROM trading."order" o WHERE o.user_id = ANY ($1)`,
      [members.map(({ userId }) => userId)],
    );
    const asked = BigInt(Math.ceil(REQUESTS / members.length) * members.length);
    expect(rows).toEqual({ orders: asked, entries: asked });
    await provesTheBooks(database.app);
    await provesTheTrading(database.app);
    await trading.venue.stop();
  });
});
