import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { noteOfDay, sameDayTrades, tradesBetween } from '#modules/documents/store.ts';
import { readFacts } from '#modules/missions/store.ts';
import { memberFills } from '#modules/orders/index.ts';
import { myRecord } from '#modules/performance/my-record.ts';
import { ownersAndWatchers } from '#modules/corporate/share-notices/audience-store.ts';
import { saleMoneyKept } from '#modules/portfolio/index.ts';
import { readEverything } from '#modules/privacy/store.ts';
import { verifyCommands } from '#src/verify/commands.ts';
import { cloneRow } from '#test/clone-row.ts';
import { useTestDatabase } from '#test/database.ts';
import { testDeps } from '#test/deps.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';

/* Positions, fills, notes and what was not delivered, that another hand wrote: they decide nothing, and
   show nowhere. */

const [CODE, OTHER] = ['AAMRAI', 'ACHALGARH'] as const;
const database = useTestDatabase({ per: 'test', provesBooks: false });
const byHand = (sql: string, ...params: readonly (string | number | bigint)[]) =>
  database.admin.query(`test.by_hand.${randomUUID()}`, sql, [...params]);

const open = async () => {
  const trading = await openTrading(database.app, { daySeconds: '10', start: Date.UTC(2026, 7, 24, 4) });
  const now = () => trading.deps.market.now();
  const isOpen = () =>
    now().session === 'open' && [CODE, OTHER].every((code) => trading.quote(code).lastTradeAt !== undefined);
  await trading.stepUntil(isOpen);
  return { trading, now, isOpen };
};

const without = ({ at: _, looser: _looser, pauses: _pauses, ...limits }: Awaited<ReturnType<Trader['limits']>>) =>
  limits;

/** All that a member reads of what they hold and did, the market standing still. */
async function shown({ deps }: Trading, member: Trader): Promise<string> {
  const { userId } = member;
  const { marketDate } = deps.market.now();
  const [from, limit] = ['2026-01-01', 100];
  const days = await deps.db.query<{ marketDay: number }>('test.days', 'SELECT market_day FROM market.day ORDER BY 1');
  const all = {
    positions: await member.positions(),
    closed: await member.closed(),
    dayPositions: await member.dayPositions(),
    totals: await member.totals(),
    fills: await member.fills(),
    limits: without(await member.limits()),
    kept: await saleMoneyKept(deps.db, userId, marketDate),
    buy: await member.preview({ code: CODE, side: 'buy', quantity: 5 }),
    sale: await member.preview({ code: CODE, side: 'sell', quantity: 5 }),
    intraday: await member.preview({ code: CODE, side: 'buy', quantity: 5, product: 'intraday' }),
    record: await myRecord(deps, userId, 'all'),
    missions: await readFacts(deps.db, userId, marketDate),
    trades: await tradesBetween(deps.db, { userId, from, to: marketDate, limit }),
    sameDay: await sameDayTrades(deps.db, { userId, from, to: marketDate, limit }),
    note: await noteOfDay(deps.db, { userId, marketDate: '2026-08-24' }),
    deals: await Promise.all(
      days.map(({ marketDay }) =>
        memberFills(deps.db, {
          marketDay,
          names: { account: String } as unknown as Parameters<typeof memberFills>[1]['names'],
        }),
      ),
    ),
    told: (await ownersAndWatchers(deps.db, [CODE, OTHER])).filter((one) => one.userId === userId),
    export: (await readEverything(deps.db, userId)).filter(([name]) =>
      ['fills', 'positions', 'shortDeliveries'].includes(name),
    ),
  };
  return JSON.stringify(all, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value), 1);
}

/** Copies of a member's rows under keys of their own, older and newer ones, in all their states. */
async function plant({ userId }: Trader): Promise<void> {
  const where = `user_id = '${userId}'`;
  const other = { user_id: `'${userId}'` };
  const make = (table: string, more: Readonly<Record<string, string>>, count = 30) =>
    database.admin.transaction((tx) => cloneRow(tx, { table, where, other: { ...other, ...more }, count }));
  const id = '(SELECT max(id) FROM trading.position) + 1000 + g';
  for (const product of ['delivery', 'intraday'])
    await make('trading.position', {
      id,
      product: `'${product}'`,
      state: `'in_position'`,
      quantity: '70',
      bought_quantity: '70',
      sold_quantity: '0',
      adjusted_quantity: '0',
      cost_paise: product === 'intraday' ? '7000' : '0',
      buy_charges_paise: '0',
      market_date: `t.market_date - ${product === 'intraday' ? 1 : 0}`,
    });
  await make('trading.position', {
    id,
    product: `'intraday'`,
    state: `'historical'`,
    quantity: '0',
    cost_paise: '0',
    buy_charges_paise: '0',
    bought_quantity: '90',
    bought_paise: '1',
    sold_quantity: '90',
    sold_paise: '900000000',
    day_bought_quantity: '90',
    day_bought_paise: '900000000',
    day_sold_quantity: '90',
    day_sold_paise: '1',
    last_sell_ms: '9000000000000',
    adjusted_quantity: '0',
  });
  await database.admin.query(
    'test.plant_fills',
    `INSERT INTO trading.resting_fill
     SELECT (jsonb_populate_record(NULL::trading.resting_fill, to_jsonb(f) || jsonb_build_object('id', f.id + 16777216 + g, 'trade_no', f.trade_no + 1000000,
       'quantity', 50, 'value_paise', f.price_paise * 50))).*
     FROM (SELECT * FROM trading.fill WHERE user_id = $1 ORDER BY id DESC LIMIT 1) f, generate_series(1, 30) g`,
    [userId],
  );
  await make('trading.dp_charged', { market_date: 't.market_date - g', sold_paise: '900000000', dp_paise: '0' }, 1);
}

describe('rows of positions, fills and notes that no server wrote', () => {
  it('show nowhere, and decide nothing', async () => {
    const { trading, now, isOpen } = await open();
    const member = await trading.registered();
    await member.deposit(50_00_000_00n);
    await member.setLimit({ kind: 'day_loss', amount: '1000000.00' });
    const any = (side: 'buy' | 'sell', code: string = CODE) => trading.atAnyPrice(code, side);
    await member.buy({ ...any('buy'), quantity: 10 });
    await member.buy({ ...any('buy', OTHER), quantity: 4, product: 'intraday' });
    await member.sell({ ...any('sell', OTHER), quantity: 4, product: 'intraday' });
    const { marketDate } = now();
    await trading.stepUntil(() => now().marketDate !== marketDate && isOpen());
    await member.buy({ ...any('buy'), quantity: 6 });
    await member.sell({ ...any('sell'), quantity: 3 });
    const before = await shown(trading, member);
    expect(JSON.stringify(await readEverything(trading.deps.db, member.userId))).not.toMatch(/\bmac\b|fill_mac/);

    await plant(member);
    await database.admin.transaction((tx) =>
      cloneRow(tx, {
        table: 'trading.contract_note',
        where: `user_id = '${member.userId}'`,
        other: { number: 't.number - g', stt_paise: '9999', mac: `substring(sha256('x') FOR 16)` },
        count: 1,
      }),
    );
    await database.admin.transaction((tx) =>
      cloneRow(tx, {
        table: 'trading.contract_note_line',
        where: `same_day_quantity > 0 AND note = (SELECT max(number) FROM trading.contract_note WHERE user_id = '${member.userId}')`,
        other: { note: 't.note - g' },
        count: 1,
      }),
    );
    expect(await shown(trading, member)).toBe(before);
    const intraday = { ...any('buy'), quantity: 2, product: 'intraday' } as const;
    expect(await member.buy(intraday)).toMatchObject({ state: 'complete' });
    await member.pause({ span: 'market_day' });
    expect(await member.trySell({ ...any('sell'), quantity: 2, product: 'intraday' })).toMatchObject({
      value: { state: 'complete' },
    });
    expect(await member.trySell({ ...any('sell'), quantity: 70, product: 'intraday' })).toMatchObject({
      refused: 'own_limit_pause',
    });
    const [found] = await verifyCommands(database.admin, testDeps().keys);
    expect(found!.violations).toBeGreaterThanOrEqual(90);
  });

  it('let none close more than was bought, where a position was changed, and sell nothing by it', async () => {
    const { trading } = await open();
    const member = trading.member();
    await member.deposit(20_000_00n);
    await member.buy({ ...trading.atAnyPrice(CODE, 'buy'), quantity: 2, product: 'intraday' });
    await member.buy({ ...trading.atAnyPrice(OTHER, 'buy'), quantity: 1 });
    await byHand(
      `UPDATE trading.position SET quantity = 90000, bought_quantity = 90000 WHERE user_id = $1 AND product = 'intraday'`,
      member.userId,
    );
    await byHand(
      `UPDATE trading.position SET day_sold_paise = 900000000 WHERE user_id = $1 AND product = 'delivery'`,
      member.userId,
    );
    const sale = { ...trading.atAnyPrice(CODE, 'sell'), quantity: 9000, product: 'intraday' } as const;
    expect(await member.trySell(sale)).toMatchObject({ refused: 'insufficient_funds' });
    const shares = { ...trading.atAnyPrice(OTHER, 'sell'), quantity: 1 };
    expect(await member.trySell(shares)).toMatchObject({ refused: 'insufficient_holdings' });
    expect(await member.positions()).toEqual([]);
    const [found] = await verifyCommands(database.admin, testDeps().keys);
    expect(found).toMatchObject({ violations: 2 });
  });
});
