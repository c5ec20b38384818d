import { paise, rupees } from '@khara/money';
import { nextRegularDay } from '@khara/rules';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as ledger from '#modules/ledger/index.ts';
import { addAllottedShares } from '#modules/portfolio/index.ts';
import { handlers as statement } from '#modules/statement/index.ts';
import { rateOn } from '#modules/wallet/index.ts';
import { announceInstead } from '#test/ex-dates.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { decidedAction } from '#test/decided-action.ts';
import { granted } from '#test/ledger-fixtures.ts';
import { heldWithdrawal } from '#test/paid-withdrawal.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';
import { dayValues } from './day-values.ts';
import { handlers } from './index.ts';
import { myRecord } from './my-record.ts';

const [PAYS, SPLITS, GIVES] = ['AAMRAI', 'ACHALGARH', 'ALANKRITI'] as const;

/** Whatever a member went through: what was put in and the result are the total, and My record says the same. */
async function sameOnAllPages(trading: Trading): Promise<void> {
  const people = await trading.deps.db.query<{ owner: string }>('t.people', 'SELECT owner FROM ledger.person');
  for (const { owner } of people) {
    const { caller } = trading.as({ member: { ...trading.member().member, userId: owner.slice(2) } } as Trader);
    const capital = await granted(statement.totalCapital(trading.deps, caller));
    const [putIn, result, total] = [capital.putIn, capital.totalProfit, capital.totalAssets].map((text) =>
      paise(text)!,
    );
    expect(putIn! + result!).toBe(total);
    const record = await myRecord(trading.deps, owner.slice(2), 'all');
    expect([capital.totalAssets, capital.totalProfit, capital.charges]).toEqual(
      [record?.worthPaise ?? 0n, record?.gainPaise ?? 0n, record?.chargesPaise ?? 0n].map(rupees),
    );
  }
}

describe('my record', () => {
  const database = useTestDatabase();
  let trading: Trading;
  afterEach(() => sameOnAllPages(trading));
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '10', start: Date.UTC(2026, 7, 24, 4) });
  });
  const day = () => trading.deps.market.now().marketDate;
  const until = (marketDate: string) =>
    trading.stepUntil(() => day() === marketDate && trading.deps.market.now().session === 'open');
  const atAnyPrice = (code: string, side: 'buy' | 'sell') => trading.atAnyPrice(code, side);

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
    const actions = [
      decidedAction(PAYS, exDate, { kind: 'dividend', perSharePaise: 450, paysOn: nextRegularDay(exDate) }),
      decidedAction(SPLITS, exDate, { kind: 'split', oldFace: 10, newFace: 2 }),
      decidedAction(GIVES, exDate, { kind: 'bonus', a: 1, b: 2 }),
    ];
    await announceInstead(database, exDate, actions, deps.clock.now());
    await until(exDate);
    await member.sell({ ...atAnyPrice(SPLITS, 'sell'), quantity: 20 });
    const last = nextRegularDay(exDate);
    await until(last);

    const days = await dayValues(deps, deps.db, member.userId, day());
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

    // The parts are the change of the whole: results of trades, and beside them the dividend and the half share. What
    // contract notes made final is charged to the orders of their days.
    const record = (await myRecord(deps, member.userId, 'all'))!;
    const bill = await member.bill();
    const sumOf = (...types: readonly string[]) =>
      bill.filter(({ businessType }) => types.includes(businessType)).reduce((sum, { amount }) => sum + amount, 0n);
    const dividends = sumOf('dividend', 'share_part');
    expect(dividends).toBeGreaterThan(0n);
    expect(sumOf('contract_note')).not.toBe(0n);
    expect(record.otherPaise).toBe(dividends);
    expect(record.chargesPaise).toBe(-sumOf('charges', 'contract_note'));
    for (const parts of [record.byType, record.byHolding, record.byPhase]) {
      expect(parts.reduce((sum, { resultPaise }) => sum + resultPaise, record.otherPaise)).toBe(record.gainPaise);
      expect(parts.reduce((sum, { chargesPaise }) => sum + chargesPaise, 0n)).toBe(record.chargesPaise);
    }
    expect(record.otherChargesPaise).toBe(0n);
    expect(record.byType.map(({ key }) => key)).toEqual(['limit', 'intraday']);

    // A period begins with what there was, and its parts are its own change.
    const shown = await granted(handlers.myRecord(deps, member.caller, { period: '1w' }));
    expect(shown).toMatchObject({ marketDays: 4, began: '0.00', putIn: '9100000.00' });
    expect(paise(shown!.worth)! - paise(shown!.putIn)!).toBe(paise(shown!.gain));
    await provesTheBooks(deps.db);
  });
});

describe('my record, by hand', () => {
  const database = useTestDatabase();
  let trading: Trading;
  afterEach(() => sameOnAllPages(trading));
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '10' });
  });
  const day = () => trading.deps.market.now().marketDate;
  const nextDay = async () => {
    const next = nextRegularDay(day());
    await trading.stepUntil(() => day() === next && trading.deps.market.now().session === 'open');
  };
  const USDT = 1_000_000n;
  const middle = (marketDate: string) => rateOn(trading.deps.keys, marketDate).middlePaise;

  async function deposit(member: Trader, asset: 'INR' | 'USDT', amount: bigint) {
    const id = `in-${member.userId}-${asset}-${day()}`;
    const source = {
      type: 'rail_event',
      id,
      purpose: 'recharge',
      owner: ledger.userOwner(member.userId),
      asset,
      amount,
    } as const;
    await ledger.addSources(database.app, day(), [source]);
    const lines = [
      ledger.move(ledger.railIn(asset), -amount),
      ledger.move(ledger.available(member.userId, asset), amount),
    ];
    await granted(ledger.post(database.app, { kind: 'recharge', ref: id, actor: 'system', marketDate: day(), lines }));
  }

  it('of one day has no return, no yearly rate, and a gain of what charges took', async () => {
    const member = trading.member();
    await member.deposit(1_00_000_00n);
    const record = await granted(handlers.myRecord(trading.deps, member.caller, {}));
    expect(record).toMatchObject({
      marketDays: 1,
      putIn: '100000.00',
      worth: '100000.00',
      gain: '0.00',
      noReturn: 'one_day',
    });
    expect(record).not.toHaveProperty('yearlyReturn');
    // A week that began before the member came is the member's whole time.
    expect(await granted(handlers.myRecord(trading.deps, member.caller, { period: '1w' }))).toMatchObject({
      marketDays: 1,
      began: '0.00',
      putIn: '100000.00',
    });
  });

  it.each([
    { bought: 'intraday', sold: 'delivery', title: 'intraday shares that became delivery' },
    { bought: 'delivery', sold: 'intraday', title: 'delivery shares that became intraday' },
  ] as const)('holds nothing after $title and were sold, whatever their price does', async ({ bought, sold }) => {
    const code = PAYS;
    await trading.stepUntil(
      () => trading.deps.market.phase(code) === 'continuous' && trading.quote(code).lastTradeAt !== undefined,
    );
    const member = trading.member();
    await member.deposit(20_00_000_00n);
    await member.buy({ ...trading.atAnyPrice(code, 'buy'), quantity: 20, product: bought });
    const change = await member.changeProduct({ code, product: sold, quantity: 20 });
    const held = (await myRecord(trading.deps, member.userId, 'all'))!;
    const key = sold === 'intraday' ? 'intraday' : 'limit';
    expect(held.byType).toMatchObject([{ key, orders: 1, chargesPaise: held.chargesPaise }]);
    expect(held.otherPaise).toBe(0n);
    await member.sell({ ...trading.atAnyPrice(code, 'sell'), quantity: 20, product: sold });
    expect(await member.positions()).toEqual([]);

    const record = (await myRecord(trading.deps, member.userId, 'all'))!;
    // All charges of the day, with that of the change, are those of the one order that opened the shares.
    expect(record.byType).toEqual([
      { key, orders: 1, chargesPaise: record.chargesPaise, resultPaise: record.gainPaise },
    ]);
    expect(record.chargesPaise).toBeGreaterThan(paise(change.charges)!);
    expect(record.otherPaise).toBe(0n);
    const price = trading.quote(code).lastPrice;
    await trading.stepUntil(() => trading.quote(code).lastPrice !== price);
    expect((await myRecord(trading.deps, member.userId, 'all'))!.byType).toEqual(record.byType);
  });

  it('says what was put in and what was taken out on one day, and not the difference', async () => {
    const member = trading.member();
    await deposit(member, 'INR', 100_00n);
    const pay = await heldWithdrawal(database.app, day, { userId: member.userId, amount: 70_00n, fee: 5_00n });
    await pay();
    const record = await granted(handlers.myRecord(trading.deps, member.caller, {}));
    expect(record).toMatchObject({
      putIn: '100.00',
      takenOut: '65.00',
      worth: '30.00',
      gain: '-5.00',
      charges: '5.00',
    });
    expect(record!.days).toMatchObject([{ putIn: '35.00', moneyIn: '100.00', moneyOut: '65.00' }]);
  });

  it('stands still while nothing is invested, and goes on where it was when money comes again', async () => {
    const member = trading.member();
    await deposit(member, 'INR', 1_000_00n);
    await nextDay();
    // Of 1,000.00 the fee takes 15.00: -1.5 %.
    const pay = await heldWithdrawal(database.app, day, { userId: member.userId, amount: 1_000_00n, fee: 15_00n });
    await pay();
    const read = async (period?: '1w') => (await granted(handlers.myRecord(trading.deps, member.caller, { period })))!;
    const left = await read();
    const stands = {
      moneyReturn: '-1.50',
      choicesReturn: '-1.50',
      deepestFall: '-1.50',
      fallDays: 1,
      daysUnderPeak: 1,
    };
    expect(left).toMatchObject({ ...stands, marketDays: 2, investedDays: 2, worth: '0.00', gain: '-15.00' });
    for (let n = 0; n < 3; n += 1) await nextDay();
    expect(await read()).toMatchObject({ ...stands, marketDays: 5, investedDays: 2 });

    // 2,000.00 and 1,985.00 after the fee: -0.75 % of the second time, and by hand 0.985 x 0.9925 = 0.9776125.
    await deposit(member, 'INR', 2_000_00n);
    expect((await read()).moneyReturn, 'a deposit alone makes and loses nothing').toBe('-1.50');
    await nextDay();
    await (
      await heldWithdrawal(database.app, day, { userId: member.userId, amount: 500_00n, fee: 15_00n })
    )();
    const again = await read();
    expect(again).toMatchObject({ investedDays: 4, choicesReturn: '-2.24', fallDays: 3, daysUnderPeak: 3 });
    // A week that begins with nothing is that of the second time.
    expect(await read('1w')).toMatchObject({ began: '1000.00' });
    await nextDay();
    expect(await read('1w')).toMatchObject({
      began: '0.00',
      choicesReturn: '-0.75',
      deepestFall: '-0.75',
      investedDays: 3,
    });
  });

  it('calls a recharge that the bank took back neither put in nor taken out', async () => {
    const member = trading.member();
    await deposit(member, 'INR', 500_00n);
    await nextDay();
    const [id, owner] = [`back-${member.userId}`, ledger.userOwner(member.userId)];
    await ledger.addSources(database.app, day(), [
      { type: 'rail_event', id, purpose: 'recharge_return', owner, asset: 'INR', amount: 100_23n },
    ]);
    const lines = [ledger.move(ledger.railIn('INR'), 100_23n), ledger.move(ledger.available(member.userId), -100_23n)];
    await granted(
      ledger.post(database.app, { kind: 'recharge_return', ref: id, actor: 'system', marketDate: day(), lines }),
    );
    const record = (await granted(handlers.myRecord(trading.deps, member.caller, {})))!;
    expect(record).toMatchObject({ putIn: '500.00', takenOut: '0.00', tookBack: '100.23', gain: '0.00' });
    expect(record).not.toHaveProperty('cameBack');
    expect(record.days).toMatchObject([
      { moneyIn: '500.00', moneyOut: '0.00', putIn: '500.00' },
      { moneyIn: '0.00', moneyOut: '0.00', tookBack: '100.23', putIn: '399.77' },
    ]);
    expect(record).toMatchObject({ moneyReturn: '0.00', choicesReturn: '0.00', deepestFall: '0.00' });
  });

  it('takes what is owed off what it is worth: money that the bank took back is no result', async () => {
    const member = trading.member();
    await deposit(member, 'INR', 500_00n);
    const [id, owner] = [`owed-${member.userId}`, ledger.userOwner(member.userId)];
    const asked = { kind: 'order_hold', hold: id, owner, asset: 'INR', amount: 400_00n, actor: 'user' } as const;
    await granted(ledger.openHold(database.app, { ...asked, marketDate: day() }));
    await ledger.addSources(database.app, day(), [
      { type: 'rail_event', id, purpose: 'recharge_return', owner, asset: 'INR', amount: 500_00n },
    ]);
    const lines = [
      ledger.move(ledger.railIn('INR'), 500_00n),
      ledger.move(ledger.available(member.userId), -100_00n),
      ledger.move(ledger.platformIn('INR', ledger.CODES.lossesAbsorbed), -400_00n),
    ];
    await granted(
      ledger.post(database.app, { kind: 'recharge_return', ref: id, actor: 'system', marketDate: day(), lines }),
    );
    const record = await granted(handlers.myRecord(trading.deps, member.caller, {}));
    expect(record).toMatchObject({ putIn: '500.00', tookBack: '500.00', worth: '0.00', gain: '0.00' });
  });

  it('counts USDT at the rate of each day, and a withdrawal when it is paid, with its fee as a charge', async () => {
    const member = trading.member();
    const first = day();
    await deposit(member, 'INR', 50_000_00n);
    await deposit(member, 'USDT', 400n * USDT);
    await nextDay();
    const second = day();
    const pay = await heldWithdrawal(database.app, day, { userId: member.userId, amount: 10_000_00n, fee: 15_00n });
    const held = await dayValues(trading.deps, trading.deps.db, member.userId, day());
    expect(held.at(-1), 'what is held for a withdrawal is still owned').toMatchObject({
      valuePaise: 50_000_00n + 400n * middle(second),
      outPaise: 0n,
    });
    await nextDay();
    const third = day();
    await pay();
    const record = (await myRecord(trading.deps, member.userId, 'all'))!;
    expect(record.days.map(({ valuePaise }) => valuePaise)).toEqual([
      50_000_00n + 400n * middle(first),
      50_000_00n + 400n * middle(second),
      40_000_00n + 400n * middle(third),
    ]);
    expect(record.inPaise).toBe(50_000_00n + 400n * middle(first));
    expect([record.outPaise, record.chargesPaise, record.otherChargesPaise]).toEqual([9_985_00n, 15_00n, 15_00n]);
    // By hand: the change of the rate on 400 USDT, less the fee.
    expect(record.gainPaise).toBe(400n * (middle(third) - middle(first)) - 15_00n);
    expect(record.byType).toEqual([]);
    expect(record.otherPaise).toBe(record.gainPaise);
  });

  it('counts allotted shares at what they cost until they come, then at their close, with charges beside', async () => {
    const member = trading.member();
    const code = PAYS;
    const asset = trading.assetOf(code) as ledger.Asset;
    const isin = asset.slice('EQ:'.length);
    const [shares, costPaise, chargesPaise, id] = [40, 40n * 1_000_00n, 21_00n, `AP-${member.userId}`];
    await deposit(member, 'INR', 60_000_00n);
    const owner = ledger.userOwner(member.userId);
    const held = costPaise + chargesPaise + 5_000_00n;
    const paidOn = day();
    await granted(
      ledger.openHold(database.app, {
        kind: 'apply_hold',
        hold: id,
        owner,
        asset: 'INR',
        amount: held,
        actor: 'user',
        marketDate: paidOn,
      }),
    );
    await ledger.addSources(database.app, paidOn, [
      { type: 'allotment', id, asset, amount: BigInt(shares), valuePaise: costPaise },
    ]);
    await granted(
      ledger.captureHold(database.app, {
        kind: 'sign_pay',
        ref: id,
        hold: id,
        actor: 'system',
        marketDate: paidOn,
        captured: costPaise + chargesPaise,
        released: 5_000_00n,
        lines: [ledger.move(ledger.issueProceeds, costPaise), ledger.move(ledger.taxesAndCharges, chargesPaise)],
      }),
    );
    await nextDay();
    const creditedOn = day();
    await trading.deps.db.transaction(async (tx) => {
      const lines = [
        ledger.move(ledger.sharesIssued(isin), -BigInt(shares)),
        ledger.move(ledger.freeShares(member.userId, isin), BigInt(shares)),
      ];
      await granted(ledger.post(tx, { kind: 'share_credit', ref: id, actor: 'system', marketDate: creditedOn, lines }));
      await addAllottedShares(tx, {
        userId: member.userId,
        asset,
        code,
        quantity: shares,
        costPaise,
        chargesPaise,
        sttPaise: 0n,
        at: trading.deps.clock.now(),
        marketDate: creditedOn,
      });
    });
    await nextDay();
    const record = (await myRecord(trading.deps, member.userId, 'all'))!;
    const [closed] = await database.admin.query<{ paise: bigint }>(
      't.close',
      'SELECT close_paise AS paise FROM market.candle_day WHERE code = $1 AND market_date = $2',
      [code, creditedOn],
    );
    const money = 60_000_00n - costPaise - chargesPaise;
    expect(record.days.slice(0, 2).map(({ valuePaise }) => valuePaise)).toEqual([
      money + costPaise,
      money + 40n * closed!.paise,
    ]);
    const now = BigInt(trading.quote(code).lastPrice);
    expect(record.gainPaise).toBe(40n * now - costPaise - chargesPaise);
    expect(record.chargesPaise).toBe(chargesPaise);
    // The whole gain is that of the issue.
    for (const parts of [record.byType, record.byPhase])
      expect(parts).toMatchObject([{ key: 'issue', orders: 1, resultPaise: record.gainPaise, chargesPaise }]);
    expect(record.otherPaise).toBe(0n);
  });
});
