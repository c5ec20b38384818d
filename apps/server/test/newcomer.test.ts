import { paise } from '@khara/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from './database.ts';
import { openTrading, type Trading } from './trading.ts';

describe('a newcomer', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app);
  });

  it('recharges, buys, sells, and finds every rupee of it in the statement', async () => {
    const newcomer = trading.member();
    await newcomer.deposit(100_000_00n);
    const code = 'AAMRAI';

    const bought = await newcomer.buy({ code, quantity: 5 });
    expect(bought).toMatchObject({ state: 'complete', filledQuantity: 5, type: 'market', reason: null });
    const sold = await newcomer.sell({ code, quantity: 5 });
    expect(sold).toMatchObject({ state: 'complete', filledQuantity: 5 });

    const lines = [...(await newcomer.bill())].reverse();
    let balance = 0n;
    for (const line of lines) {
      expect(line.before).toBe(balance);
      balance += line.amount;
      expect(line.after).toBe(balance);
    }
    const sum = (type: string) =>
      lines.filter((line) => line.businessType === type).reduce((total, line) => total + line.amount, 0n);
    const fills = [...bought.fills, ...sold.fills];
    const value = (side: string) =>
      fills.filter((fill) => fill.side === side).reduce((total, fill) => total + paise(fill.value)!, 0n);
    const charges = paise(bought.charges.total)! + paise(sold.charges.total)!;
    expect(sum('recharge')).toBe(100_000_00n);
    expect(sum('buy')).toBe(-value('buy'));
    expect(sum('sell')).toBe(value('sell'));
    expect(sum('charges')).toBe(-charges);
    expect(await newcomer.balance(101)).toBe(balance);
    expect(await newcomer.balance(102)).toBe(0n);

    const [closed] = await newcomer.closed();
    expect(closed).toMatchObject({ state: 'historical', quantity: 0, sellQuantity: 5 });
    expect(paise(closed!.profitAmount)).toBe(value('sell') - value('buy') - charges);
    expect(balance).toBe(100_000_00n + paise(closed!.profitAmount)!);
  });
});
