import { randomUUID } from 'node:crypto';
import { settlementDate } from '@khara/rules';
import { expect, it } from 'vitest';
import { verifyCommands } from '#src/verify/commands.ts';
import { useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { openTrading } from '#test/trading.ts';

/* What members hold, what is due to them and what they were billed, by rows of a server alone. */

const CODE = 'AAMRAI';

const database = useTestDatabase({ provesBooks: false });
const byHand = (sql: string, ...params: readonly (string | number | bigint)[]) =>
  database.admin.query<{ readonly key: string }>(`test.by_hand.${randomUUID()}`, sql, [...params]);

it('trades, closes, bills and settles what members have, beside rows that were written by hand', async () => {
  const trading = await openTrading(database.app, { daySeconds: '10', start: Date.UTC(2026, 7, 24, 4) });
  const now = () => trading.deps.market.now();
  await trading.stepUntil(() => now().session === 'open' && trading.quote(CODE).lastTradeAt !== undefined);
  const member = trading.member();
  const { userId } = member;
  await member.deposit(50_00_000_00n);
  await member.buy({ ...trading.atAnyPrice(CODE, 'buy'), quantity: 10 });
  await member.buy({ ...trading.atAnyPrice(CODE, 'buy'), quantity: 10 });
  const { marketDate } = now();
  const settlesOn = settlementDate(marketDate);

  const position = `SELECT (SELECT last_value FROM trading.number) + 1000 + $2::int, user_id, asset, code, $3, 'in_position', 50, 0, 0, 50, 0, 0, 0, 0,
      first_buy_ms, market_date, 50, 100000, 0, 0, 0, 0, mac FROM trading.position WHERE user_id = $1 LIMIT 1`;
  const columns = `id, user_id, asset, code, product, state, quantity, cost_paise, buy_charges_paise, bought_quantity, bought_paise, sold_quantity,
    sold_paise, charges_paise, first_buy_ms, market_date, day_bought_quantity, day_bought_paise, day_sold_quantity, day_sold_paise,
    day_charges_paise, day_buy_charges_paise, mac`;
  const plant = async () => {
    for (const [place, product] of ['intraday', 'delivery'].entries())
      await byHand(`INSERT INTO trading.position (${columns}) ${position}`, userId, place, product);
    const due = `SELECT user_id, asset, $2::date, 30, mac FROM trading.settlement_due WHERE user_id = $1 AND settles_on = $3`;
    await byHand(
      `INSERT INTO trading.settlement_due (user_id, asset, settles_on, bought, mac) ${due}`,
      userId,
      marketDate,
      settlesOn,
    );
    await byHand(
      `INSERT INTO trading.short_delivery (user_id, asset, code, settles_on, arrives_on, waits, sold, liquidity_group, found, auction_bps, noted_ms, mac)
       SELECT user_id, asset, code, $2::date, $2::date + 300, 10, 9, 1, true, 0, 1, mac FROM trading.position WHERE user_id = $1 LIMIT 1`,
      userId,
      settlesOn,
    );
    await byHand(
      `INSERT INTO trading.resting_fill
       SELECT (jsonb_populate_record(NULL::trading.resting_fill, to_jsonb(f) || jsonb_build_object('id', f.id + g, 'trade_no', f.trade_no + 1000000,
         'quantity', CASE g WHEN 0 THEN f.quantity ELSE 50 END, 'value_paise', f.price_paise * CASE g WHEN 0 THEN f.quantity ELSE 50 END))).*
       FROM (SELECT * FROM trading.fill WHERE user_id = $1 LIMIT 1) f, generate_series(0, 1000, 1000) g`,
      userId,
    );
    await byHand('ALTER TABLE trading.contract_note DISABLE TRIGGER estimated');
    await byHand(
      `INSERT INTO trading.contract_note (number, user_id, market_date, settles_on, brokerage_paise, stt_paise, exchange_paise, sebi_paise,
         stamp_paise, gst_paise, dp_paise, estimated_paise, issued_ms, mac)
       SELECT (SELECT last_value FROM trading.journal_number) + g, $1, $2::date, $3::date, 0, 0, 0, 0, 0, 0, 0, 0, 1, substring(sha256('x') FOR 16)
       FROM generate_series(1, 40) g`,
      userId,
      marketDate,
      settlesOn,
    );
    await byHand('ALTER TABLE trading.contract_note ENABLE TRIGGER estimated');
  };
  await plant();
  const other = trading.member();
  await other.deposit(50_00_000_00n);
  await other.buy({ ...trading.atAnyPrice(CODE, 'buy'), quantity: 10, product: 'intraday' });
  await byHand(
    `INSERT INTO trading.position SELECT (jsonb_populate_record(p, '{"id": 900001}')).* FROM trading.position p WHERE user_id = $1`,
    other.userId,
  );
  const closing = { ...trading.atAnyPrice(CODE, 'sell'), quantity: 10, product: 'intraday' } as const;
  expect(await other.sell(closing)).toMatchObject({ state: 'complete' });
  await trading.stepUntil(() => now().marketDate === settlesOn && now().marketTime.slice(11) > '15:35');
  const [shares] = await database.admin.query<{ free: bigint; unsettled: bigint }>(
    'test.shares',
    `SELECT coalesce(sum(balance) FILTER (WHERE code = 120), 0)::bigint AS free, coalesce(sum(balance) FILTER (WHERE code = 122), 0)::bigint AS unsettled
     FROM ledger.account WHERE owner = 'u:' || $1 AND asset LIKE 'EQ:%'`,
    [userId],
  );
  expect(shares).toEqual({ free: 20n, unsettled: 0n });
  expect((await member.orders()).map(({ bySystem }) => bySystem)).toEqual([false, false]);
  const notes = await byHand(
    `SELECT 'note-' || number AS key FROM trading.contract_note WHERE user_id = $1 AND stt_paise > 0`,
    userId,
  );
  expect(notes).toHaveLength(1);
  const billed = await byHand(
    `SELECT bought_quantity::text AS key FROM trading.contract_note_line WHERE delivered_quantity <> 0 AND 'note-' || note = $1`,
    notes[0]!.key,
  );
  expect(billed).toEqual([{ key: '20' }]);
  expect((await member.fills()).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(20);
  const [found] = await verifyCommands(database.admin, testDeps().keys);
  expect(found).toMatchObject({ name: 'commands_signed', violations: 47 });
});
