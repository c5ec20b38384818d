import { paise, rupees } from '@khara/money';
import { nextRegularDay } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepActions, type ActionTerms, type CorporateAction } from '#modules/market/index.ts';
import { handlers as statement } from '#modules/statement/index.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { granted } from '#test/ledger-fixtures.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';
import { dayValues } from './day-values.ts';
import { handlers } from './index.ts';
import { myRecord } from './my-record.ts';

const [PAYS, SPLITS, GIVES] = ['AAMRAI', 'ACHALGARH', 'ALANKRITI'] as const;

describe('my record', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '10', start: Date.UTC(2026, 7, 24, 4) });
  });
  const day = () => trading.deps.market.now().marketDate;
  const until = (marketDate: string) =>
    trading.stepUntil(() => day() === marketDate && trading.deps.market.now().session === 'open');
  const atAnyPrice = (code: string, side: 'buy' | 'sell') => {
    const { bandHigh, bandLow } = trading.quote(code);
    return { code, price: rupees(BigInt(side === 'buy' ? bandHigh : bandLow)) };
  };

  /** The ledger of a member at the end of a market date, line by line, by none of the module's SQL. */
  const ownedOn = async (member: Trader, marketDate: string) => {
    const lines = await database.admin.query<{ asset: string; code: number; amount: bigint }>(
      't.lines',
      `SELECT p.asset, p.code, p.amount FROM ledger.posting p JOIN ledger.entry e ON e.id = p.entry_id
       WHERE p.owner = $1 AND e.mdate <= $2`,
      [`u:${member.userId}`, marketDate],
    );
    const owned = new Map<string, bigint>();
    for (const { asset, amount } of lines) owned.set(asset, (owned.get(asset) ?? 0n) + amount);
    return owned;
  };
  const closeOf = async (code: string, marketDate: string): Promise<bigint> => {
    const [row] = await database.admin.query<{ paise: bigint }>(
      't.close',
      'SELECT close_paise AS paise FROM market.candle_day WHERE code = $1 AND market_date = $2',
      [code, marketDate],
    );
    return row!.paise;
  };

  it('is nothing before the first recharge', async () => {
    expect(await granted(handlers.myRecord(trading.deps, trading.member().caller, {}))).toBeNull();
  });

  it('is worth the ledger at closing prices on every day, through a dividend, a split and a bonus', async () => {
    const { deps } = trading;
    const member = trading.member();
    await member.deposit(90_00_000_00n);
    for (const code of [PAYS, SPLITS, GIVES]) await member.buy({ ...atAnyPrice(code, 'buy'), quantity: 7 });
    const first = day();
    const second = nextRegularDay(first);
    await until(second);
    await member.deposit(1_00_000_00n);
    await member.buy({ ...atAnyPrice(GIVES, 'buy'), quantity: 4 });
    await member.buy({ ...atAnyPrice(PAYS, 'buy'), quantity: 3, product: 'intraday' });
    const exDate = nextRegularDay(second);
    const decide = (code: string, terms: ActionTerms): CorporateAction => ({
      id: `${code}-${exDate}`,
      code,
      exDate,
      announcedOn: '2026-01-01',
      terms,
    });
    await database.admin.query('t.reschedule', 'DELETE FROM market.ex_date WHERE ex_date = $1', [exDate]);
    const actions = [
      decide(PAYS, { kind: 'dividend', perSharePaise: 450 }),
      decide(SPLITS, { kind: 'split', oldFace: 10, newFace: 2 }),
      decide(GIVES, { kind: 'bonus', a: 1, b: 2 }),
    ];
    await deps.db.transaction((tx) => keepActions(tx, exDate, actions, deps.clock.now()));
    await until(exDate);
    await member.sell({ ...atAnyPrice(SPLITS, 'sell'), quantity: 20 });
    const last = nextRegularDay(exDate);
    await until(last);

    const days = await dayValues(deps, deps.db, member.userId);
    expect(days.map(({ marketDate }) => marketDate)).toEqual([first, second, exDate, last]);
    const { codes } = trading;
    for (const { marketDate, valuePaise } of days.slice(0, -1)) {
      const owned = await ownedOn(member, marketDate);
      let worth = owned.get('INR')!;
      for (const code of codes) worth += (owned.get(trading.assetOf(code)) ?? 0n) * (await closeOf(code, marketDate));
      expect([marketDate, valuePaise]).toEqual([marketDate, worth]);
    }
    // Of the day that runs, what the page of assets says.
    const { totalAssets } = await granted(statement.totalCapital(deps, member.caller));
    expect(rupees(days.at(-1)!.valuePaise)).toBe(totalAssets);
    expect(days.map(({ inPaise }) => inPaise)).toEqual([90_00_000_00n, 1_00_000_00n, 0n, 0n]);

    // The parts are the change of the whole: results of trades, and beside them the dividend, the half share and what
    // contract notes made final.
    const record = (await myRecord(deps, member.userId, 'all'))!;
    const bill = await member.bill();
    const sumOf = (...types: readonly string[]) =>
      bill.filter(({ businessType }) => types.includes(businessType)).reduce((sum, { amount }) => sum + amount, 0n);
    const dividends = sumOf('dividend');
    expect(dividends).toBeGreaterThan(0n);
    expect(record.otherPaise).toBe(dividends + sumOf('contract_note'));
    expect(record.chargesPaise).toBe(-sumOf('charges', 'contract_note'));
    for (const parts of [record.byType, record.byHolding, record.byPhase])
      expect(parts.reduce((sum, { resultPaise }) => sum + resultPaise, record.otherPaise)).toBe(record.gainPaise);
    expect(record.byType.map(({ key }) => key)).toEqual(['limit', 'intraday']);

    // A period begins with what there was, and its parts are its own change.
    const shown = await granted(handlers.myRecord(deps, member.caller, { period: '1w' }));
    expect(shown).toMatchObject({ marketDays: 4, began: '0.00', putIn: '9100000.00' });
    expect(paise(shown!.worth)! - paise(shown!.putIn)!).toBe(paise(shown!.gain));
    await provesTheBooks(deps.db);
  });
});
