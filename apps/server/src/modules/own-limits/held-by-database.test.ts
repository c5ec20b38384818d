import { HOUR_MS } from '@khara/rules';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { ageOwnLimits } from '#test/age-own-limits.ts';
import type { Queryable } from '#src/ports/database.ts';
import { findStop, type LimitedOrder } from './limits.ts';
import { toOwnLimits, type Kind, type OwnLimitsJson } from './limits-store.ts';

/* What the server's role may write by itself, without a server that looks at limits. */

const DAY = '2026-11-25';
const ASSET = 'EQ:INE000000001';
const stopped = (reason: string) => ({ code: 'KH006', detail: `own_limit_${reason}` });
const refused = { code: '42501' };

const database = useTestDatabase();

let users = 0;
let numbers = 0;
/** A user who has set nothing. */
const newUser = () => `member${(users += 1)}`;

async function beginDay(db: Queryable, marketDay: number, marketDate: string, beganMs: number): Promise<void> {
  await db.query(
    'test.begin_day',
    `INSERT INTO market.day (market_day, market_date, profile, steps, first_step, seed_hash, began_ms)
     VALUES ($1, $2, 'compressed', 3600, 0, '', $3)`,
    [marketDay, marketDate, beganMs],
  );
}

const setLimit = (user: string, kind: Kind, value: number | null, through: string | null = null) =>
  database.app.query('test.set_limit', 'SELECT trading.set_own_limit($1, $2, $3, $4)', [user, kind, value, through]);

const pause = (user: string, ms: number) => setLimit(user, 'pause', Date.now() + ms);

type Row = Readonly<Record<string, unknown>>;

/** An order to buy ten shares at a hundred rupees, as the server's role writes it; answers its number. */
async function insertOrder(user: string, of: Row = {}, db: Queryable = database.app): Promise<bigint> {
  const no = String((numbers += 1));
  const row: Row = {
    user_id: user,
    account_key: 1,
    request_id: no,
    req: of['by_system'] === true ? null : Buffer.alloc(32, no),
    code: 'ANARTABANK',
    asset: ASSET,
    side: 'buy',
    type: 'limit',
    product: 'delivery',
    validity: 'day',
    quantity: 10,
    price_paise: 100_00,
    market_date: DAY,
    market_time: `${DAY}T10:00:00+05:30`,
    accepted_ms: 1,
    updated_ms: 1,
    frozen_paise: 0,
    ...of,
  };
  const names = Object.keys(row);
  const [written] = await db.query<{ id: bigint }>(
    `test.insert_order.${Object.keys(of).join('.')}`,
    `INSERT INTO trading."order" (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')}) RETURNING id`,
    Object.values(row),
  );
  return written!.id;
}

/** An intraday position. */
const hold = async (user: string, quantity: number, product = 'intraday'): Promise<void> => {
  await database.app.query(
    'test.hold',
    `INSERT INTO trading.position (id, user_id, asset, code, product, state, quantity, cost_paise, buy_charges_paise, bought_quantity, bought_paise,
       sold_quantity, sold_paise, charges_paise, first_buy_ms, market_date, day_bought_quantity, day_bought_paise, day_sold_quantity, day_sold_paise,
       day_charges_paise, day_buy_charges_paise, mac)
     VALUES (nextval('trading.number'), $1, $2, 'ANARTABANK', $3, 'in_position', $4::int, 0, 0, greatest($4::int, 0), 0, greatest(-$4::int, 0), 0, 0, 1, $5, 0, 0, 0, 0, 0, 0, substring(sha256('x') FOR 16))`,
    [user, ASSET, product, quantity, DAY],
  );
};

/** `type`: what a change makes of the order; a place has the order's own. */
const command = (
  kind: string,
  order: bigint,
  quantity: number | null,
  price: number | null,
  { trigger, type }: { readonly trigger?: number; readonly type?: string } = {},
) =>
  database.app.query(
    'test.command',
    `INSERT INTO trading.journal_command (kind, order_id, accepted_ms, quantity, price_paise, trigger_paise, type, validity)
     SELECT $1, o.id, 1, $3, $4, $5, t.type, CASE WHEN t.type IS NOT NULL THEN o.validity END
     FROM trading."order" o, coalesce($6, CASE WHEN $1 = 'place' THEN o.type END) AS t (type) WHERE o.id = $2`,
    [kind, order, quantity, price, trigger ?? null, type ?? null],
  );

const change = (set: string, order: bigint) =>
  database.app.query(`test.change.${set}`, `UPDATE trading."order" SET ${set} WHERE id = $1`, [order]);

beforeAll(() => beginDay(database.admin, 0, DAY, Date.now()));

describe("for a member's own limits, the server's role cannot write", () => {
  it('an order after the last of the day, and can one that only reduces', async () => {
    const user = newUser();
    await setLimit(user, 'day_orders', 2);
    await insertOrder(user);
    await insertOrder(user);
    await expect(insertOrder(user)).rejects.toMatchObject(stopped('day_orders'));
    await insertOrder(user, { side: 'sell' });
    await hold(user, 5);
    await insertOrder(user, { side: 'sell', product: 'intraday', quantity: 5 });
    await expect(insertOrder(user, { side: 'sell', product: 'intraday', quantity: 5 })).rejects.toMatchObject(
      stopped('day_orders'),
    );
  });

  it('one larger than the largest', async () => {
    const user = newUser();
    await setLimit(user, 'largest_order', 1_000_00);
    await insertOrder(user);
    await expect(insertOrder(user, { quantity: 11 })).rejects.toMatchObject(stopped('largest_order'));
    await expect(insertOrder(user, { price_paise: 100_01 })).rejects.toMatchObject(stopped('largest_order'));
  });

  it('an intraday order that opens a position, and can one that closes it', async () => {
    const user = newUser();
    await setLimit(user, 'no_intraday', 1);
    await hold(user, -10);
    const intraday = { product: 'intraday' };
    await expect(insertOrder(user, { ...intraday, quantity: 11 })).rejects.toMatchObject(stopped('no_intraday'));
    await insertOrder(user, intraday);
    await expect(insertOrder(user, { ...intraday, quantity: 1 })).rejects.toMatchObject(stopped('no_intraday'));
    await insertOrder(user);
  });

  it('one in a pause, by an instant or by a market date', async () => {
    const [user, other] = [newUser(), newUser()];
    await pause(user, HOUR_MS);
    await setLimit(other, 'pause', null, DAY);
    for (const one of [user, other]) {
      await expect(insertOrder(one)).rejects.toMatchObject(stopped('pause'));
      await insertOrder(one, { side: 'sell' });
    }
    await ageOwnLimits(database.admin, user, HOUR_MS);
    await insertOrder(user);
  });

  it('one that is counted for another day, or comes before others', async () => {
    const user = newUser();
    await setLimit(user, 'day_orders', 1);
    await expect(insertOrder(user, { market_date: '2026-11-24' })).rejects.toMatchObject(refused);
    await expect(insertOrder(user, { market_date: '2026-11-26', after_market: true })).rejects.toMatchObject(refused);
    const id = await insertOrder(user, { side: 'sell' });
    await expect(insertOrder(user, { id: id - 1n, side: 'sell' })).rejects.toMatchObject(refused);
  });

  it('one of the system that opens a position, and can one that closes it', async () => {
    const user = newUser();
    await pause(user, HOUR_MS);
    const closing = { by_system: true, product: 'intraday', side: 'sell', request_id: 'square-off' };
    await expect(insertOrder(user, { by_system: true })).rejects.toMatchObject(refused);
    await expect(insertOrder(user, closing)).rejects.toMatchObject(refused);
    await hold(user, 10);
    await insertOrder(user, closing);
    await expect(insertOrder(user, closing)).rejects.toMatchObject(refused);
  });

  it('several in one statement, or in two transactions at once, of which one is too many', async () => {
    const user = newUser();
    await setLimit(user, 'day_orders', 1);
    const id = await insertOrder(newUser());
    await expect(
      database.app.query(
        'test.two_rows',
        `INSERT INTO trading."order" (user_id, account_key, request_id, req, code, asset, side, type, product, validity, quantity, price_paise, market_date,
           market_time, accepted_ms, updated_ms, frozen_paise)
         SELECT $1, account_key, n::text, req, code, asset, side, type, product, validity, quantity, price_paise, market_date, market_time, 1, 1, 0
         FROM trading."order", generate_series(1, 2) n WHERE id = $2`,
        [user, id],
      ),
    ).rejects.toMatchObject(stopped('day_orders'));
    const { promise: both, resolve: meet } = Promise.withResolvers<void>();
    let begun = 0;
    const racing = () =>
      database.app.transaction(async (tx) => {
        await tx.query('test.begun', 'SELECT 1 AS one');
        if ((begun += 1) === 2) meet();
        await both;
        await insertOrder(user, {}, tx);
      });
    const ends = await Promise.allSettled([racing(), racing()]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('another market date into an order, but that of the pre-open into one that waits', async () => {
    const user = newUser();
    const [open, waits] = [await insertOrder(user), await insertOrder(user, { after_market: true })];
    for (const id of [open, waits]) {
      await expect(change(`market_date = '2026-11-24'`, id)).rejects.toMatchObject(refused);
      await expect(change(`market_date = '2026-11-26'`, id)).rejects.toMatchObject(refused);
    }
    const older = await insertOrder(newUser(), { after_market: true, market_date: '2026-11-24' });
    await expect(change(`market_date = '${DAY}', quantity = 11`, older)).rejects.toMatchObject(refused);
    await change(`market_date = '${DAY}'`, older);
  });

  it('other terms into an order that waits, and can smaller ones', async () => {
    const user = newUser();
    const waits = await insertOrder(user, { after_market: true });
    await setLimit(user, 'largest_order', 1_000_00);
    await expect(change('quantity = 11', waits)).rejects.toMatchObject(stopped('largest_order'));
    await expect(change('price_paise = 10001', waits)).rejects.toMatchObject(stopped('largest_order'));
    await pause(user, HOUR_MS);
    await change('quantity = 9', waits);
    await expect(change('quantity = 10', waits)).rejects.toMatchObject(stopped('pause'));
  });

  it('a change of an order that raises it or moves its trigger, and can one that makes it smaller', async () => {
    const user = newUser();
    const order = await insertOrder(user);
    await command('place', order, 10, 100_00);
    const stop = await insertOrder(user, { type: 'sl', trigger_paise: 99_00 });
    await command('place', stop, 10, 100_00);
    await setLimit(user, 'largest_order', 1_000_00);
    await expect(command('modify', order, 11, 100_00)).rejects.toMatchObject(stopped('largest_order'));
    await expect(command('modify', order, 10, 100_01)).rejects.toMatchObject(stopped('largest_order'));
    await pause(user, HOUR_MS);
    await command('modify', order, 9, 99_00);
    await expect(command('modify', order, 10, 99_00)).rejects.toMatchObject(stopped('pause'));
    await expect(command('modify', stop, 10, 100_00, { trigger: 98_00 })).rejects.toMatchObject(stopped('pause'));
    await command('modify', stop, 5, 100_00, { trigger: 99_00 });
    await expect(command('modify', order, 9, 99_00, { type: 'market' })).rejects.toMatchObject(stopped('pause'));
    // A row that was written over says nothing of what the exchange was asked for.
    await change('quantity = 1000', order);
    await expect(command('modify', order, 1000, 99_00)).rejects.toMatchObject(stopped('pause'));
    await expect(command('modify', order, null, null)).rejects.toMatchObject(refused);
  });

  // One that stands there twice keeps nothing from its work: a command without a server's MAC is passed over,
  // and verify names it.
  it('an order into the journal with other terms than its own', async () => {
    const order = await insertOrder(newUser());
    await expect(command('place', order, 11, 100_00)).rejects.toMatchObject(refused);
    await expect(command('place', order, null, null)).rejects.toMatchObject(refused);
    await expect(command('place', order, 10, 100_00, { type: 'market' })).rejects.toMatchObject(refused);
    await command('place', order, 10, 100_00);
    await expect(
      database.app.query('test.terms', 'UPDATE trading.journal_command SET quantity = 11 WHERE order_id = $1', [order]),
    ).rejects.toMatchObject(refused);
  });

  it('shares that become intraday', async () => {
    const user = newUser();
    await hold(user, 10, 'delivery');
    await setLimit(user, 'no_intraday', 1);
    const become = (product: string) =>
      database.app.query(
        'test.become',
        `INSERT INTO trading.product_change (user_id, request_id, req, code, asset, product, quantity, value_paise, charges_paise, estimated_paise, from_position,
           to_position, margin_paise, market_day, market_date, market_time, at_ms, mac)
         SELECT p.user_id, $2, sha256('x'), p.code, p.asset, $2, 10, 100000, 0, 0, p.id, p.id, 0, 0, $3, '', 1, substring(sha256('x') FOR 16) FROM trading.position p WHERE p.user_id = $1`,
        [user, product, DAY],
      );
    await expect(become('intraday')).rejects.toMatchObject(stopped('no_intraday'));
    await become('delivery');
  });
});

describe('a block', () => {
  let taken = 0;
  beforeAll(async () => {
    await database.admin.query(
      'test.offering',
      `INSERT INTO offerings.offering (id, kind, code, asset, names, sector, board, issue_paise, price_paise, discount_bps, shares_per_lot, total_shares,
         reserved_shares, offered_shares, min_lots, max_lots, upfront_bps, demand_hundredths, market_day, opens_market, closes_market, allotment_market, listing_date)
       VALUES ('BLK-ANARTABANK-1', 'block', 'ANARTABANK', $1, '{}', '', 'main', 10000, 10000, 0, 10, 1000, 0, 1000, 1, 9, 10000, 0, 0, '', '', '', $2)`,
      [ASSET, DAY],
    );
  });
  const take = (user: string, of: { kind?: string; amount?: number; date?: string } = {}) =>
    database.app.query(
      'test.take',
      `INSERT INTO offerings.application (id, offering_id, kind, number, user_id, request_id, who, lots, price_paise, amount_paise, held_paise, hold_id, at_ms, market_date, updated_ms)
       VALUES ($1, 'BLK-ANARTABANK-1', $2, $3, $4, $1, sha256('x'), 1, 10000, $5, 0, '', 1, $6, 1)`,
      [`block-${taken}`, of.kind ?? 'block', (taken += 1), user, of.amount ?? 1_000_00, of.date ?? DAY],
    );

  it('that a limit stops cannot be written by the role of the server, or made one later', async () => {
    const user = newUser();
    await setLimit(user, 'largest_order', 1_000_00);
    await setLimit(user, 'day_orders', 2);
    await expect(take(user, { amount: 1_000_01 })).rejects.toMatchObject(stopped('largest_order'));
    await expect(take(user, { date: '2026-11-24' })).rejects.toMatchObject(refused);
    await take(user);
    await insertOrder(user);
    await expect(take(user)).rejects.toMatchObject(stopped('day_orders'));
    await expect(insertOrder(user)).rejects.toMatchObject(stopped('day_orders'));
    await expect(take(user, { kind: 'ipo' })).rejects.toMatchObject({ code: '23503' });
    for (const set of ['lots = 2', 'amount_paise = 1', `market_date = '2026-11-24'`, `kind = 'ipo'`])
      await expect(
        database.app.query(`test.block.${set}`, `UPDATE offerings.application SET ${set} WHERE user_id = $1`, [user]),
      ).rejects.toMatchObject(refused);
  });
});

const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });

describe('what stops an order', () => {
  const amount = fc.integer({ min: 1, max: 6 });
  const json: fc.Arbitrary<OwnLimitsJson> = fc.record({
    now: amount,
    marketDate: fc.constantFrom('2026-11-24', DAY, '2026-12-01'),
    dayLoss: fc.constant(null),
    dayOrders: maybe(amount),
    largestOrder: maybe(amount.map(String)),
    noIntraday: fc.boolean(),
    pausedUntil: maybe(amount),
    pausedThrough: maybe(fc.constantFrom('2026-11-24', DAY)),
    orders: amount,
  });
  const orders: fc.Arbitrary<LimitedOrder> = fc.record({
    product: fc.constantFrom('delivery', 'intraday'),
    valuePaise: amount.map(BigInt),
    opens: fc.constant(true),
    isNew: fc.boolean(),
  });

  it('is the same for the database as for the server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(json, orders), { minLength: 100, maxLength: 100 }), async (cases) => {
        const asked = cases.map(([own, { product, valuePaise, isNew }]) => ({
          own,
          product,
          value: Number(valuePaise),
          isNew,
        }));
        const rows = await database.admin.query<{ stop: string | null }>(
          'test.stops',
          `SELECT trading.own_limit_stop(x -> 'own', x ->> 'product', (x ->> 'value')::bigint, (x ->> 'isNew')::boolean) AS stop
           FROM jsonb_array_elements($1) WITH ORDINALITY AS e (x, n) ORDER BY n`,
          [JSON.stringify(asked)],
        );
        expect(rows.map(({ stop }) => stop ?? undefined)).toEqual(
          cases.map(([own, order]) => findStop(toOwnLimits(own, []), order, 0n)),
        );
      }),
      { numRuns: 20 },
    );
  });
});

describe('orders of the evening', () => {
  const evening = useTestDatabase();

  it('count for the day whose pre-open they enter, from its beginning, and ended ones do not hide them', async () => {
    const morning = '2026-11-26';
    await beginDay(evening.admin, 0, DAY, Date.now());
    const at = (of: Row) => insertOrder('asha', of, evening.app);
    const waits = await at({ after_market: true });
    await at({ side: 'sell', after_market: true, state: 'cancelled' });
    await evening.app.query('test.set_limit', `SELECT trading.set_own_limit('asha', 'day_orders', 2, NULL)`, []);
    await evening.app.query('test.close', 'UPDATE market.day SET closed_ms = began_ms + 1');
    await beginDay(evening.admin, 1, morning, Date.now());
    const counted = async () => {
      const [row] = await evening.app.query<{ orders: number }>(
        'test.counted',
        `SELECT (trading.own_limits_now('asha') ->> 'orders')::int AS orders`,
      );
      return row!.orders;
    };
    expect(await counted()).toBe(1);
    await at({ after_market: true, market_date: morning });
    await expect(at({ market_date: morning })).rejects.toMatchObject(stopped('day_orders'));
    // Having entered, it counts as before, once.
    await evening.app.query('test.enter', `UPDATE trading."order" SET market_date = $2 WHERE id = $1`, [
      waits,
      morning,
    ]);
    expect(await counted()).toBe(2);
    await expect(at({ market_date: morning })).rejects.toMatchObject(stopped('day_orders'));
  });
});

describe('a market day', () => {
  const other = useTestDatabase({ per: 'test' });
  const close = () =>
    other.app.query('test.close', 'UPDATE market.day SET closed_ms = began_ms + 1 WHERE closed_ms IS NULL');
  const ownOrders = async () => {
    const [row] = await other.app.query<{ own: OwnLimitsJson }>(
      'test.own_orders',
      `SELECT trading.own_limits_now('asha') AS own`,
    );
    return row!.own.orders;
  };

  it('that the role of the server adds while one runs begins no other count, and ends no pause', async () => {
    await beginDay(other.admin, 0, DAY, Date.now());
    await other.app.query('test.limit', `SELECT trading.set_own_limit('asha', 'day_orders', 1)`);
    await other.app.query('test.pause', `SELECT trading.set_own_limit('asha', 'pause', NULL, $1)`, [DAY]);
    await insertOrder('asha', { side: 'sell' }, other.app);
    await expect(beginDay(other.app, 1, '2026-11-26', Date.now())).rejects.toMatchObject(refused);
    expect(await ownOrders()).toBe(1);
    await expect(insertOrder('asha', {}, other.app)).rejects.toMatchObject(stopped('pause'));
  });

  it('follows the closed one before it, no further on than the calendar, and is not taken back', async () => {
    await beginDay(other.admin, 0, DAY, Date.now());
    await close();
    await expect(beginDay(other.app, 2, '2026-11-26', Date.now())).rejects.toMatchObject(refused);
    for (const date of [DAY, '2026-11-24', '2026-12-06'])
      await expect(beginDay(other.app, 1, date, Date.now())).rejects.toMatchObject(refused);
    await beginDay(other.app, 1, '2026-12-05', Date.now());
    for (const set of ['closed_ms = NULL WHERE market_day = 0', `market_date = '2026-12-06' WHERE market_day = 1`]) {
      const change = (db: Queryable) => db.query(`test.${set}`, `UPDATE market.day SET ${set}`);
      await expect(change(other.app)).rejects.toMatchObject(refused);
      await expect(change(other.admin)).rejects.toMatchObject(refused);
    }
  });
});

describe('a looser limit', () => {
  const other = useTestDatabase();

  it('is not in force by a market day that the role of the server ends too early', async () => {
    const now = Date.now();
    await beginDay(other.admin, 0, DAY, now);
    const ask = (value: number) =>
      other.app.query('test.ask', `SELECT trading.set_own_limit('asha', 'day_orders', $1)`, [value]);
    await ask(1);
    await ask(5);
    const inForce = async () => {
      const [row] = await other.app.query<{ own: OwnLimitsJson }>(
        'test.in_force',
        `SELECT trading.own_limits_now('asha') AS own`,
      );
      return row!.own.dayOrders;
    };
    await other.app.query('test.close', 'UPDATE market.day SET closed_ms = began_ms + 1');
    await beginDay(other.app, 1, '2026-11-26', now + 48 * HOUR_MS);
    expect(await inForce()).toBe(1);
    await ageOwnLimits(other.admin, 'asha', 24 * HOUR_MS);
    expect(await inForce()).toBe(5);
  });
});
