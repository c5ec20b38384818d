import { randomUUID } from 'node:crypto';
import { rupees } from '@khara/money';
import { nextRegularDay } from '@khara/rules';
import { beforeEach, describe, expect, it } from 'vitest';
import { cancelWaitingOrders } from '#modules/corporate/actions/end-what-waits.ts';
import { squareOffRest } from '#modules/day/index.ts';
import { verifyCommands } from '#src/verify/commands.ts';
import { verifyEntitlements } from '#src/verify/entitlements.ts';
import { verifyOrders } from '#src/verify/orders.ts';
import { useTestDatabase } from '#test/database.ts';
import { announceInstead } from '#test/ex-dates.ts';
import { decidedAction } from '#test/decided-action.ts';
import { testDeps } from '#test/deps.ts';
import { plantOrders } from '#test/plant-orders.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';

/* Rows that were written by hand keep nothing of the day's work from being done, and `npm run verify` names them. */

const CODE = 'HARIDRA';

describe('an intraday position beside rows that were written by hand', () => {
  const database = useTestDatabase({ per: 'test', provesBooks: false });
  let trading: Trading;
  let member: Trader;
  const now = () => trading.deps.market.now().marketTime.slice(11, 16);
  const byHand = (sql: string, ...params: readonly (string | bigint)[]) =>
    database.admin.query(`test.by_hand.${randomUUID()}`, sql, [...params]);
  const far = () => rupees(BigInt(trading.quote(CODE).bandLow));
  const rests = () => member.buy({ code: CODE, quantity: 1, price: far(), product: 'intraday' });
  const names = async (id: bigint | string) => {
    const found = [
      ...(await verifyCommands(database.admin, testDeps().keys)),
      ...(await verifyOrders(database.admin, testDeps().keys)),
    ];
    return found.some(({ sample }) => sample?.includes(`order ${id}`));
  };
  beforeEach(async () => {
    trading = await openTrading(database.app, { codes: [CODE], daySeconds: '300', start: Date.UTC(2026, 7, 24, 4) });
    await trading.stepUntil(() => trading.deps.market.phase(CODE) === 'continuous' && now() >= '15:08');
    member = trading.member();
    await member.deposit(10_00_000_00n);
    await member.buy({ code: CODE, quantity: 100, product: 'intraday' });
  });
  const isSquaredOff = async () => {
    await trading.stepUntil(() => now() >= '15:13');
    while ((await member.positions()).length > 0 && trading.deps.market.now().session !== 'closed') {
      await squareOffRest(trading.deps);
      await trading.venue.step();
    }
    expect(await member.positions()).toEqual([]);
    const orders = await member.orders();
    expect(orders.filter(({ bySystem, state }) => bySystem && state === 'complete')).toHaveLength(1);
  };

  it('is squared off: orders that no server took', async () => {
    const planted = await plantOrders(database.admin, member.userId);
    await isSquaredOff();
    expect(await member.balance(105)).toBe(0n);
    const states = await database.app.query<{ state: string }>(
      't.states',
      'SELECT state FROM trading."order" WHERE id = ANY ($1::bigint[])',
      [planted],
    );
    expect(states).toEqual([{ state: 'open' }, { state: 'open' }, { state: 'open' }]);
    const [found] = await verifyCommands(database.admin, testDeps().keys);
    expect(found!.violations).toBeGreaterThanOrEqual(planted.length);
  });

  it('is squared off under its member’s number, not that of their newest order, which was planted', async () => {
    const { userId } = member;
    await byHand(
      `INSERT INTO trading."order" (user_id, account_key, request_id, req, mac, code, asset, side, type, product, validity, quantity, price_paise,
         market_date, market_time, accepted_ms, updated_ms, frozen_paise, state)
       SELECT user_id, account_key + 1000, 'planted' || n, req, mac, code, asset, side, type, product, validity, quantity, price_paise,
         market_date, market_time, accepted_ms, updated_ms, 0, 'cancelled' FROM trading."order", generate_series(1, 25) n WHERE user_id = $1`,
      userId,
    );
    await isSquaredOff();
    const [closing] = await database.app.query<{ keys: number[] }>(
      't.account_keys',
      `SELECT array_agg(DISTINCT account_key) AS keys FROM trading."order" WHERE user_id = $1 AND state = 'complete'`,
      [userId],
    );
    expect(closing?.keys).toHaveLength(1);
  });

  it('is squared off: an order that had ended stands open again', async () => {
    const { id } = await rests();
    await member.cancel(id);
    await byHand(`UPDATE trading."order" SET state = 'open' WHERE id = $1`, id);
    await isSquaredOff();
    expect(await names(id)).toBe(true);
  });

  it('is squared off: an end of its resting order that no server journalled', async () => {
    const { id } = await rests();
    await byHand(
      `INSERT INTO trading.journal_command (kind, order_id, accepted_ms, reason, market_day, applied_step, applied_index)
       SELECT 'expire', id, 1, 'square_off', market_day, 0, 99 FROM trading."order" WHERE id = $1`,
      id,
    );
    await isSquaredOff();
    expect(await member.detail(id)).toMatchObject({ state: 'expired', reason: 'square_off' });
  });

  it('is squared off in its time, and its resting order ended, where the square-off was noted by hand', async () => {
    const { id } = await rests();
    const { marketDate } = trading.deps.market.now();
    await byHand(`INSERT INTO trading.square_off SELECT $1::date, unnest(ARRAY['auctioned', 'others'])`, marketDate);
    await member.cancel(id);
    expect(await squareOffRest(trading.deps)).toBe(0);
    await isSquaredOff();
  });

  it('holdings that are too large to be split stop no corporate action, and none of the others', async () => {
    const [holder, other] = [trading.member(), trading.member()];
    for (const one of [holder, other]) {
      await one.deposit(10_00_000_00n);
      await one.buy({ code: CODE, quantity: 7 });
    }
    const { marketDate } = trading.deps.market.now();
    const exDate = nextRegularDay(marketDate);
    const action = decidedAction(CODE, exDate, { kind: 'split', oldFace: 10, newFace: 2 });
    await announceInstead(database, exDate, [action], trading.deps.clock.now());
    await trading.stepUntil(() => trading.deps.market.now().session === 'closed');
    await byHand(
      `UPDATE trading.position SET quantity = 2147483647 WHERE user_id = $1 AND product = 'delivery'`,
      other.userId,
    );
    await trading.stepUntil(() => trading.deps.market.now().marketDate === exDate);
    await expect.poll(async () => (await holder.positions())[0]?.quantity).toBe(35);
    const found = await verifyEntitlements(database.admin, testDeps().keys);
    expect(found.some(({ sample }) => sample?.includes(other.userId))).toBe(true);
  });

  it('waiting orders that no server took stop no corporate action', async () => {
    await trading.stepUntil(() => trading.deps.market.now().session === 'closed');
    const own = await member.buy({ code: CODE, quantity: 1, price: far() });
    const columns = `account_key, code, asset, side, type, product, validity, quantity, market_date, market_time, accepted_ms,
      updated_ms, after_market, req, mac, frozen_paise`;
    await byHand(
      `INSERT INTO trading."order" (user_id, request_id, hold, price_paise, ${columns})
       SELECT user_id, 'planted ' || n, 'order-0', n, ${columns} FROM trading."order", unnest(ARRAY[100, 9007199254740993]) AS n WHERE id = $1`,
      own.id,
    );
    const { marketDay } = trading.venue.at;
    const day = { marketDay, marketDate: '2030-01-02' };
    const action = decidedAction(CODE, day.marketDate, { kind: 'split', oldFace: 10, newFace: 2 });
    await cancelWaitingOrders(trading.deps, action, trading.assetOf(CODE), day);
    expect(await member.detail(own.id)).toMatchObject({ state: 'cancelled', reason: 'corporate_action' });
    expect((await verifyCommands(database.admin, testDeps().keys))[0]!.violations).toBe(2);
  });
});
