import { paise } from '@khara/money';
import { nextRegularDay } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { announceInstead } from '#test/ex-dates.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { decidedAction } from '#test/decided-action.ts';
import { exactReturn } from '#test/exact-return.ts';
import { granted } from '#test/ledger-fixtures.ts';
import { heldWithdrawal } from '#test/paid-withdrawal.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';
import { handlers } from './index.ts';
import { myRecord } from './my-record.ts';

const [PAYS, SPLITS, GIVES] = ['AAMRAI', 'ACHALGARH', 'ALANKRITI'] as const;
const PER_SHARE = 4_50n;
const FEE = 15_00n;
const dayOf = (marketDate: string): number => Date.parse(marketDate) / 86_400_000;

describe('the return of the money, from trades and corporate actions of the ledger', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '10', start: Date.UTC(2026, 7, 24, 4) });
  });
  const today = () => trading.deps.market.now().marketDate;
  const until = (marketDate: string) =>
    trading.stepUntil(() => today() === marketDate && trading.deps.market.now().session === 'open');
  const trade = (member: Trader, side: 'buy' | 'sell', code: string, quantity: number) =>
    member[side]({ ...trading.atAnyPrice(code, side), quantity });
  const withdraw = async (member: Trader, amount: bigint): Promise<void> => {
    const pay = await heldWithdrawal(database.app, today, { userId: member.userId, amount, fee: FEE });
    await pay();
  };

  /** Money of a member in the ledger, line by line, with the shares that the test knows of at their last prices. */
  const worth = async (member: Trader, shares: Readonly<Record<string, number>>): Promise<bigint> => {
    const [money] = await database.admin.query<{ paise: bigint }>(
      't.money',
      `SELECT coalesce(sum(p.amount), 0)::bigint AS paise FROM ledger.posting p WHERE p.owner = $1 AND p.asset = 'INR'`,
      [`u:${member.userId}`],
    );
    return Object.entries(shares).reduce(
      (sum, [code, quantity]) => sum + BigInt(quantity * trading.quote(code).lastPrice),
      money!.paise,
    );
  };

  it('is XIRR of what was put in and taken out, through a split, dividends, a bonus and T+1', async () => {
    const { deps } = trading;
    const [splitter, keeper, spender, seller, all] = [1, 2, 3, 4, 5].map(() => trading.member()) as [
      Trader,
      Trader,
      Trader,
      Trader,
      Trader,
    ];
    const first = today();
    for (const member of [splitter, keeper, spender, seller, all]) await member.deposit(2_00_000_00n);
    await trade(splitter, 'buy', SPLITS, 20);
    await trade(keeper, 'buy', PAYS, 30);
    await trade(spender, 'buy', PAYS, 30);
    await trade(seller, 'buy', GIVES, 25);
    for (const code of [PAYS, SPLITS, GIVES]) await trade(all, 'buy', code, 8);

    const second = nextRegularDay(first);
    await until(second);
    await trade(seller, 'sell', GIVES, 25);
    await splitter.deposit(50_000_00n);
    const exDate = nextRegularDay(second);
    const paysOn = nextRegularDay(exDate);
    await announceInstead(
      database,
      exDate,
      [
        decidedAction(PAYS, exDate, { kind: 'dividend', perSharePaise: Number(PER_SHARE), paysOn }),
        decidedAction(SPLITS, exDate, { kind: 'split', oldFace: 10, newFace: 2 }),
        decidedAction(GIVES, exDate, { kind: 'bonus', a: 1, b: 2 }),
      ],
      deps.clock.now(),
    );

    // The sale of the day before has settled: its money may leave.
    await until(exDate);
    await withdraw(seller, 1_50_000_00n);
    await withdraw(all, 20_000_00n);
    await until(paysOn);
    await withdraw(spender, 30n * PER_SHARE);
    await all.deposit(10_000_00n);
    await trade(keeper, 'buy', PAYS, 2); // with the money of its dividend
    const last = nextRegularDay(paysOn);
    await until(last);
    await trade(splitter, 'sell', SPLITS, 60);

    // Deposits and what left of withdrawals, by date, as the member knows them. A split of 10 to 2 makes 5 of one
    // share, a bonus of 1 for 2 makes 3 of two.
    const cases = {
      split: [
        splitter,
        [
          [first, 2_00_000_00n],
          [second, 50_000_00n],
        ],
        { [SPLITS]: 20 * 5 - 60 },
      ],
      'dividend that buys': [keeper, [[first, 2_00_000_00n]], { [PAYS]: 32 }],
      'dividend taken out': [
        spender,
        [
          [first, 2_00_000_00n],
          [paysOn, FEE - 30n * PER_SHARE],
        ],
        { [PAYS]: 30 },
      ],
      'sale settled at T+1': [
        seller,
        [
          [first, 2_00_000_00n],
          [exDate, FEE - 1_50_000_00n],
        ],
        {},
      ],
      'all of them': [
        all,
        [
          [first, 2_00_000_00n],
          [exDate, FEE - 20_000_00n],
          [paysOn, 10_000_00n],
        ],
        { [PAYS]: 8, [SPLITS]: 40, [GIVES]: 12 },
      ],
    } as const;
    for (const [what, [member, flows, shares]] of Object.entries(cases)) {
      const record = (await myRecord(deps, member.userId, 'all'))!;
      const end = await worth(member, shares);
      expect([what, record.worthPaise]).toEqual([what, end]);
      const dated = flows.map(([date, units]) => ({ day: dayOf(date), paise: units }));
      const yearly = exactReturn(dated, dayOf(last), end);
      if (!('yearly' in record.money)) throw new Error(`${what}: ${record.money.reason}`);
      expect(Math.abs(record.money.yearly - yearly), what).toBeLessThan(1e-6);
      const shown = (await granted(handlers.myRecord(deps, member.caller, {})))!;
      const whole = (1 + yearly) ** ((dayOf(last) - dayOf(first)) / 365) - 1;
      expect(Number(shown.moneyReturn), what).toBeCloseTo(whole * 100, 1);
      expect(paise(shown.worth), what).toBe(end);
    }
    await provesTheBooks(deps.db);
  });
});
