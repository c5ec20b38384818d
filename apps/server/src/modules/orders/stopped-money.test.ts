import { rupees } from '@khara/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase, recordTheCause, stopTheBooks } from '#test/database.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';
import type { Queryable } from '#src/ports/database.ts';
import { move, post, available, CODES, conversionDesk } from '#modules/ledger/index.ts';

const CODE = 'AAMRAI';
const POLL = { timeout: 60_000, interval: 10 };
const stopped = { code: 'KH003' };

const anew = (db: Queryable, id: string) =>
  db.query<{ refusal: string | undefined }>('test.anew', 'SELECT trading.hold_anew($1, 100, $2, 0) AS refusal', [
    BigInt(id),
    '2026-11-23',
  ]);
const change = (tx: Queryable, id: string, to: { state?: string; hold?: string | null }) =>
  tx.query(
    'test.change',
    `UPDATE trading."order" o SET state = coalesce($2, state), hold = CASE WHEN $3 THEN $4 ELSE hold END WHERE id = $1`,
    [BigInt(id), to.state ?? null, 'hold' in to, to.hold ?? null],
  );

describe('while money is stopped', () => {
  const database = useTestDatabase();
  let trading: Trading;
  let member: Trader;
  beforeAll(async () => {
    trading = await openTrading(database.app, {});
    member = trading.member();
    await member.deposit(20_00_000_00n);
  });
  const stop = () => stopTheBooks(database.app);
  const why = (actor: string) => recordTheCause(database.admin, actor);
  const far = () => rupees(BigInt(trading.quote(CODE).bandLow));

  it('the database takes no new movement, whatever a server knows of the stop, and what was accepted goes on', async () => {
    const waits = await member.buy({ code: CODE, price: trading.inside(CODE), quantity: 10 });
    const given = await member.buy({ code: CODE, price: far(), quantity: 10 });
    const held = await member.balance(CODES.frozenForOrders);
    await stop();

    await expect(member.buy({ code: CODE, price: far(), quantity: 1 })).rejects.toMatchObject(stopped);
    await expect(member.buy({ code: CODE, quantity: 1, product: 'intraday' })).rejects.toMatchObject(stopped);
    await expect(member.modify({ id: given.id, quantity: 20 })).rejects.toMatchObject(stopped);
    await expect(
      post(database.app, {
        kind: 'convert',
        ref: 'C-1',
        actor: 'user',
        marketDate: trading.deps.market.now().marketDate,
        lines: [move(available(member.userId), -100n), move(conversionDesk('INR'), 100n)],
      }),
    ).rejects.toMatchObject(stopped);
    expect(await member.balance(CODES.frozenForOrders)).toBe(held);

    // What was accepted before is filled and settled, and what is held can be given back.
    const settled = async () => (await member.detail(waits.id)).state;
    for (let step = 0; step < 400 && (await settled()) === 'open'; step += 1) await trading.venue.step();
    await member.cancel(given.id);
    expect(await settled()).toBe('complete');
    expect(await member.balance(CODES.frozenForOrders)).toBe(0n);

    await why('S-1');
    await expect(member.buy({ code: CODE, price: far(), quantity: 1 })).rejects.toMatchObject(stopped);
    await why('S-2');
    await member.buy({ code: CODE, price: far(), quantity: 1 });
  });
});

describe('an order of the evening, while money is stopped', () => {
  const database = useTestDatabase();
  it('enters the pre-open if it was accepted before; nothing that a session says lets another hold pass', async () => {
    const trading = await openTrading(database.app, {});
    const [member, another] = [trading.member(), trading.member()];
    await member.deposit(20_00_000_00n);
    await another.deposit(20_00_000_00n);
    const given = await member.buy({
      code: CODE,
      price: rupees(BigInt(trading.quote(CODE).bandLow)),
      quantity: 1,
    });
    await trading.stepUntil(() => trading.deps.market.now().session === 'closed');
    const cancelled = await member.buy({ code: CODE, quantity: 2 });
    await member.cancel(cancelled.id);
    const waits = await member.buy({ code: CODE, quantity: 3 });
    expect(waits).toMatchObject({ state: 'pending', afterMarket: true });
    const held = await member.balance(CODES.frozenForOrders);
    await stopTheBooks(database.app);

    const hold = (tx: Queryable, id: string, owner = member) =>
      tx.query(
        'test.hold',
        "SELECT ledger.hold_open(NULL, NULL, 'order_hold', $1, 'user', '2026-11-23', $2, 'INR', 100)",
        [`order-${id}-1`, `u:${owner.userId}`],
      );
    // What a server could do whose code, or whose session, is not ours.
    const tries: Readonly<Record<string, (tx: Queryable) => Promise<unknown>>> = {
      'a hold beside the one that there is': (tx) => hold(tx, waits.id),
      'an order that says it came long ago': async (tx) => {
        const [made] = await tx.query<{ id: bigint }>(
          'test.made',
          `INSERT INTO trading."order" (user_id, account_key, request_id, req, code, asset, side, type, product, validity, quantity, price_paise, after_market,
             market_date, market_time, accepted_ms, updated_ms, frozen_paise)
           SELECT user_id, account_key, 'made', req, code, asset, side, type, product, validity, quantity, price_paise, true, market_date, market_time, 1, 1, 0
           FROM trading."order" WHERE id = $1 RETURNING id`,
          [BigInt(waits.id)],
        );
        await anew(tx, String(made!.id));
      },
      'an order that says another’s hold is its own': async (tx) => {
        await anew(tx, waits.id);
        await change(tx, cancelled.id, { state: 'pending', hold: `order-${waits.id}` });
        await hold(tx, cancelled.id);
      },
      'an order that ended before, and waits again': async (tx) => {
        await change(tx, cancelled.id, { state: 'pending' });
        await hold(tx, cancelled.id);
      },
      'an order of the day': (tx) => anew(tx, given.id),
      'an order that waits, twice': async (tx) => {
        await anew(tx, waits.id);
        await anew(tx, waits.id);
      },
      'an order that waits, and its old hold once more': async (tx) => {
        await anew(tx, waits.id);
        await change(tx, waits.id, { hold: `order-${waits.id}` });
        await hold(tx, waits.id);
      },
      'an order that waits, for another member': async (tx) => {
        await anew(tx, waits.id);
        await change(tx, waits.id, { hold: `order-${waits.id}` });
        await hold(tx, waits.id, another);
      },
    };
    // With the setting by which the server once let the database pass a hold.
    const saying = (attempt: (tx: Queryable) => Promise<unknown>) =>
      database.app.transaction(async (tx) => {
        await tx.query('test.say', "SELECT set_config('khara.accepted_before', 'on', true)");
        await attempt(tx);
      });
    for (const [title, attempt] of Object.entries(tries))
      await expect(saying(attempt), title).rejects.toMatchObject(stopped);
    await expect(member.buy({ code: CODE, quantity: 1 })).rejects.toMatchObject(stopped);
    expect(await member.balance(CODES.frozenForOrders)).toBe(held);

    const { marketDate } = trading.deps.market.now();
    await trading.stepUntil(() => trading.deps.market.now().marketDate > marketDate);
    await trading.stepUntil(() => trading.deps.market.now().session === 'open');
    await expect.poll(async () => (await member.detail(waits.id)).state, POLL).toBe('complete');
    const holds = await database.app.query<{ id: string }>(
      'test.holds',
      'SELECT id FROM ledger.hold WHERE starts_with(id, $1) ORDER BY length(id)',
      [`order-${waits.id}`],
    );
    expect(holds).toHaveLength(2); // the band of the morning asked for another hold than the evening's
  });
});
