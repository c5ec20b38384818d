import { paise, rupees } from '@khara/money';
import { nextTradingDay } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, type Trading } from '#test/trading.ts';

const CODE = 'AAMRAI';
/** Of a small issue, in its first ten days: each purchase and each sale is delivered by itself. */
const NEW = 'ALANKRITI';

describe('what an order would cost', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, {
      changed: (issuer) =>
        issuer.code === NEW
          ? {
              ...issuer,
              bandClass: 'static-20',
              casEligible: false,
              sharesOutstanding: 1_000_000,
              listedOn: '2026-11-19',
            }
          : issuer,
    });
    await trading.stepUntil(() => [CODE, NEW].every((code) => trading.quote(code).lastTradeAt !== undefined));
  });

  it('is less within the day, and says how much of it nets with what was traded today', async () => {
    const member = trading.member();
    await member.deposit(20_00_000_00n);
    const first = await member.preview({ side: 'buy', code: CODE, quantity: 100 });
    expect(paise(first.estimates!.kept)).toBe(paise(first.charges.total));
    expect(paise(first.estimates!.sameDay)!).toBeLessThan(paise(first.estimates!.kept)!);
    expect(first.estimates).toMatchObject({ netsNow: 0 });

    await member.buy({ code: CODE, quantity: 30 });
    expect((await member.preview({ side: 'sell', code: CODE, quantity: 20 })).estimates).toMatchObject({ netsNow: 20 });
    expect((await member.preview({ side: 'buy', code: CODE, quantity: 20 })).estimates).toMatchObject({ netsNow: 0 });
    await member.sell({ code: CODE, quantity: 30 });
    expect((await member.preview({ side: 'buy', code: CODE, quantity: 20 })).estimates).toMatchObject({ netsNow: 0 });
    const intraday = await member.preview({ side: 'buy', code: CODE, quantity: 20, product: 'intraday' });
    expect(intraday.estimates).toBeNull();
  });

  it('of a share traded for delivery only sells and nets nothing of what was bought today', async () => {
    const member = trading.member();
    await member.deposit(20_00_000_00n);
    await member.buy({ code: NEW, quantity: 8 });
    expect(await member.preview({ side: 'sell', code: NEW, quantity: 8 })).toMatchObject({
      sellableQuantity: 0,
      maxQuantity: 0,
      estimates: { netsNow: 0 },
      warnings: ['not_received'],
    });
  });

  it('stands beside what is usable now; a refusal names what is needed, usable, and usable later', async () => {
    const member = trading.member();
    await member.deposit(3_00_000_00n);
    await member.buy({ code: CODE, quantity: 100 });
    const { market } = trading.deps;
    const bought = market.now().marketDate;
    await trading.stepUntil(() => market.now().marketDate > bought && market.phase(CODE) === 'continuous');
    const sold = await member.sell({ ...trading.atAnyPrice(CODE, 'sell'), quantity: 100 });
    expect(sold.state).toBe('complete');
    const { marketDate } = market.now();
    const preview = await member.preview({ side: 'buy', code: CODE, quantity: 1 });
    const [available, usable] = [paise(preview.available)!, paise(preview.usable)!];
    expect(preview.usableLater).toEqual({ amount: rupees(available - usable), from: nextTradingDay(marketDate) });

    const price = rupees(BigInt(trading.quote(CODE).bandLow));
    const quantity = Number(available / paise(price)!);
    const asked = await member.preview({ side: 'buy', code: CODE, quantity, price });
    expect(await member.tryBuy({ code: CODE, quantity, price })).toMatchObject({
      refused: 'insufficient_funds',
      details: {
        needed: asked.total,
        usable: preview.usable,
        later: preview.usableLater!.amount,
        from: preview.usableLater!.from,
      },
    });
    const poor = trading.member();
    await poor.deposit(10_00n);
    const refused = await poor.tryBuy({ code: CODE, quantity: 1 });
    expect(refused).toMatchObject({ refused: 'insufficient_funds', details: { usable: '10.00' } });
    expect(refused).not.toHaveProperty('details.later');
  });
});
