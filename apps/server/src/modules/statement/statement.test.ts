import { paise } from '@khara/money';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { granted } from '#test/ledger-fixtures.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';
import { handlers } from './index.ts';

const CODE = 'AAMRAI';
const DEPOSIT = 10_00_000_00n;

describe('what a member has', () => {
  const database = useTestDatabase();
  let trading: Trading;
  let member: Trader;
  beforeAll(async () => {
    trading = await openTrading(database.app);
  });
  beforeEach(async () => {
    member = trading.member();
    await member.deposit(DEPOSIT);
  });
  afterEach(() => trading.cancelAll());

  it('adds up to what is free, what an order has frozen, and shares at the last price', async () => {
    await member.buy({ code: CODE, quantity: 5 });
    await member.buy({ code: CODE, quantity: 3, price: trading.inside(CODE) });
    const [free, frozen] = [await member.balance(101), await member.balance(102)];
    const shares = 5n * BigInt(trading.quote(CODE).lastPrice);
    expect(frozen).toBeGreaterThan(0n);
    const { totalAssets, availableAssets, frozenAmount, holdingsValue } = await granted(
      handlers.totalCapital(trading.deps, member.caller),
    );
    expect([availableAssets, frozenAmount, holdingsValue].map((text) => paise(text))).toEqual([free, frozen, shares]);
    expect(paise(totalAssets)).toBe(free + frozen + shares);
    const wallet = await granted(handlers.rupeeWallet(trading.deps, member.caller));
    expect([wallet.available, wallet.frozen.orders, wallet.frozen.total].map((text) => paise(text))).toEqual([
      free,
      frozen,
      frozen,
    ]);
  });

  it('is what was put in and the result after charges, of the day and in all', async () => {
    await member.buy({ code: CODE, quantity: 1 });
    await member.buy({ code: CODE, quantity: 5, product: 'intraday' });
    await member.sell({ code: CODE, quantity: 2, product: 'intraday' });
    const charges = (await member.fills()).reduce((sum, fill) => sum + paise(fill.charges.total)!, 0n);
    const gross = (await member.totals()).todayProfit;
    const capital = await granted(handlers.totalCapital(trading.deps, member.caller));
    expect(paise(capital.putIn)).toBe(DEPOSIT);
    expect([capital.charges, capital.chargesToday].map((text) => paise(text))).toEqual([charges, charges]);
    expect(paise(capital.todayProfit)).toBe(paise(gross)! - charges);
    // On the first day today's result is the whole.
    expect(capital.totalProfit).toBe(capital.todayProfit);
    expect(paise(capital.totalAssets)).toBe(DEPOSIT + paise(capital.totalProfit)!);
  });

  it('may leave but for what today’s sales brought, and the wallet says why', async () => {
    const untouched = await granted(handlers.rupeeWallet(trading.deps, member.caller));
    expect(untouched).toMatchObject({ withdrawable: untouched.available, heldBack: [] });
    await member.buy({ code: CODE, quantity: 5 });
    const sold = await member.sell({ code: CODE, quantity: 2 });
    const brought = sold.fills.reduce((sum, fill) => sum + paise(fill.value)! - paise(fill.charges.total)!, 0n);
    const { available, withdrawable, heldBack } = await granted(handlers.rupeeWallet(trading.deps, member.caller));
    expect(heldBack.map(({ reason, amount }) => [reason, paise(amount)])).toEqual([['unsettled_sales', brought]]);
    expect(paise(withdrawable)).toBe(paise(available)! - brought);
  });

  it('is what its bill adds up to, line by line', async () => {
    await member.buy({ code: CODE, quantity: 4 });
    await member.sell({ code: CODE, quantity: 1 });
    const { list } = await granted(handlers.bill(trading.deps, member.caller, { size: 100 }));
    const lines = list.toReversed().map(({ changedAmount }) => paise(changedAmount)!);
    expect(lines[0]).toBe(DEPOSIT);
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.reduce((sum, amount) => sum + amount, 0n)).toBe(await member.balance(101));
  });
});
