import { randomUUID } from 'node:crypto';
import { rupees } from '@khara/money';
import { settlementDate } from '@khara/rules';
import { expect, it } from 'vitest';
import { verifyCommands } from '#src/verify/commands.ts';
import { verifyOrders } from '#src/verify/orders.ts';
import { useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { openTrading } from '#test/trading.ts';

/* Rows that were written by hand under keys that settlement will use keep nothing from being settled. */

const CODE = 'AAMRAI';
/** Numbers, trades and places ahead of those in use. */
const AHEAD = 300;

const database = useTestDatabase({ provesBooks: false });

it('settles orders of the day where their numbers, fills, steps, places and dues were planted', async () => {
  const trading = await openTrading(database.app);
  await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
  const [member, other] = [trading.member(), trading.member()];
  for (const one of [member, other]) await one.deposit(50_00_000_00n);
  const bid = rupees(BigInt(trading.quote(CODE).bandLow));
  const rests = await member.buy({ code: CODE, quantity: 3, price: bid });
  await other.buy({ code: CODE, quantity: 2 });
  const byHand = (sql: string, ...params: readonly (string | number | bigint)[]) =>
    database.admin.query(`test.by_hand.${randomUUID()}`, sql, [...params]);
  const { marketDate } = trading.deps.market.now();
  const { step } = trading.venue.day;
  const plant = async (table: string, from: string, other: Readonly<Record<string, string>>) => {
    const columns = await database.admin.query<{ name: string }>(
      'test.columns',
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
      [table],
    );
    const names = columns.map(({ name }) => `"${name}"`).join();
    const values = columns.map(({ name }) => other[name] ?? `t."${name}"`).join();
    await byHand(`INSERT INTO ${table} (${names}) SELECT ${values} FROM ${from}`);
  };
  const ahead = `(SELECT last_value FROM trading.journal_number) + g`;
  const numbers = `generate_series(1, ${AHEAD}) g`;
  const filled = `(SELECT * FROM trading."order" WHERE user_id = '${other.userId}' AND fill_trade IS NOT NULL LIMIT 1) t`;
  await byHand('ALTER TABLE trading."order" DISABLE TRIGGER USER');
  await byHand('ALTER TABLE trading.journal_command DISABLE TRIGGER USER');
  await plant('trading."order"', `${filled}, ${numbers}`, {
    id: ahead,
    request_id: `'planted ' || g`,
    user_id: `'planted'`,
    applied_step: String(step),
    applied_index: 'g',
  });
  await byHand('ALTER TABLE trading."order" ENABLE TRIGGER USER');
  await byHand(
    `INSERT INTO trading.journal_command (seq, kind, order_id, accepted_ms, market_day, applied_step, applied_index)
     SELECT ${ahead}, 'cancel', ${rests.id}, 1, (SELECT market_day FROM trading."order" WHERE id = ${rests.id}), ${step + 1}, g FROM ${numbers}`,
  );
  await byHand('ALTER TABLE trading.journal_command ENABLE ALWAYS TRIGGER limited');
  await byHand(
    `INSERT INTO trading.order_step (order_id, no, state, at_ms, market_time, step)
     SELECT ${rests.id}, g, 'open', 1, '10:00:00', 'opened' FROM ${numbers}`,
  );
  await byHand(
    `INSERT INTO trading.resting_fill (id, order_id, position_id, user_id, asset, code, side, quantity, price_paise, value_paise,
       brokerage_paise, stt_paise, exchange_paise, sebi_paise, stamp_paise, gst_paise, dp_paise, aggressor, at_ms, market_date, market_time, market_day, trade_no, mac)
     SELECT (${ahead}) << 16, ${rests.id}, t.position_id, 'planted', t.asset, t.code, 'buy', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, false, 1, t.market_date,
       '10:00:00', t.market_day, t.fill_trade[1] + g, t.fill_mac[1] FROM ${filled}, ${numbers}`,
  );
  await plant(
    'trading.position',
    `(SELECT * FROM trading.position WHERE user_id = '${other.userId}' LIMIT 1) t, ${numbers}`,
    { id: '(SELECT last_value FROM trading.number) + g', user_id: `'planted ' || g` },
  );
  await byHand(
    `INSERT INTO trading.settlement_due (user_id, asset, settles_on, bought, sold, outstanding, mac)
     SELECT user_id, asset, '${settlementDate(marketDate)}', 1, 1, false, substring(sha256('x') FOR 16) FROM trading."order" WHERE id = ${rests.id}`,
  );
  await byHand(
    `INSERT INTO ledger.hold (id, owner, asset, code, amount) SELECT 'order-' || (${ahead} + ${AHEAD}), 'u:${other.userId}', 'INR', 102, 1 FROM generate_series(1, 20) g`,
  );
  // It trades now: at the ask, with what rests at the exchange.
  const near = trading.quote(CODE).lastPrice + 20 * trading.deps.market.instrument(CODE)!.tick;
  await member.modify({ id: rests.id, quantity: 3, price: BigInt(near) });
  await expect.poll(() => member.detail(rests.id)).toMatchObject({ state: 'complete', quantity: 3 });
  expect(await other.buy({ code: CODE, quantity: 5 })).toMatchObject({ state: 'complete' });
  expect(await other.positions()).toMatchObject([{ quantity: 7 }]);
  for (let steps = 0; steps < 5; steps += 1) await trading.venue.step();
  const found = [
    ...(await verifyCommands(database.admin, testDeps().keys)),
    ...(await verifyOrders(database.admin, testDeps().keys)),
  ];
  const named = found.filter(({ violations }) => violations > 0).map(({ name }) => name);
  expect(named).toEqual(expect.arrayContaining(['commands_signed', 'order_history', 'order_places']));
});
