import { rupees } from '@khara/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trading } from '#test/trading.ts';

const NEW = 'AAMRAI';
const SMALL = 'ALANKRITI';
/** A day before the first market date of the test. */
const LISTED = '2026-11-19';

describe('shares of a small issue in their first ten days, and those of a small company', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, {
      daySeconds: '10',
      changed: (issuer) => {
        const isSmall = { bandClass: 'static-20', casEligible: false, sharesOutstanding: 1_000_000 } as const;
        if (issuer.code === NEW) return { ...issuer, ...isSmall, listedOn: LISTED };
        return issuer.code === SMALL ? { ...issuer, series: 'SM', lotSize: 100, listedOn: '2020-01-01' } : issuer;
      },
    });
  });
  const isTrading = (code: string) =>
    trading.deps.market.phase(code) === 'continuous' && trading.quote(code).lastTradeAt !== undefined;
  const toTrading = () => trading.stepUntil(() => isTrading(NEW) && isTrading(SMALL));
  const dayAfter = async (): Promise<void> => {
    const { marketDate } = trading.deps.market.now();
    await trading.stepUntil(() => trading.deps.market.now().marketDate > marketDate);
  };
  const rich = async () => {
    await toTrading();
    const member = trading.member();
    await member.deposit(1_00_00_000_00n);
    return member;
  };

  it('trade in a band of 5 %, for delivery only, and are sold once they have arrived', async () => {
    const member = await rich();
    const { bandHigh, bandLow, previousClose } = trading.quote(NEW);
    expect((bandHigh - previousClose) / previousClose).toBeCloseTo(0.05, 3);
    expect((previousClose - bandLow) / previousClose).toBeCloseTo(0.05, 3);
    expect(await member.tryBuy({ code: NEW, quantity: 2, product: 'intraday' })).toMatchObject({
      refused: 'product_not_allowed',
      details: { series: 'BE' },
    });
    await member.buy({ code: NEW, quantity: 8 });
    const refused = { refused: 'not_received', details: { received: 0, waiting: 8 } };
    expect(await member.trySell({ code: NEW, quantity: 1 })).toMatchObject(refused);
    expect((await member.preview({ side: 'sell', code: NEW, quantity: 1 })).warnings).toEqual(['not_received']);
    await dayAfter();
    await toTrading();
    expect(await member.trySell({ code: NEW, quantity: 1 })).toMatchObject(refused); // they arrive at 15:30
    await dayAfter();
    await toTrading();
    await member.buy({ code: NEW, quantity: 3 });
    const offer = await member.sell({ code: NEW, quantity: 5, price: rupees(BigInt(trading.quote(NEW).bandHigh)) });
    expect(await member.tryModify({ id: offer.id, quantity: 9 })).toMatchObject({ refused: 'not_received' });
    await member.cancel(offer.id);
    await member.sell({ code: NEW, quantity: 5 });
    await provesTheTrading(database.app);
    const { marketDate } = trading.deps.market.now();
    await dayAfter();
    const lines = await database.app.query(
      'test.lines',
      `SELECT l.side, l.delivered_quantity, l.same_day_quantity FROM trading.contract_note_line l JOIN trading.contract_note n ON n.number = l.note
       WHERE n.user_id = $1 AND n.market_date = $2 ORDER BY l.side`,
      [member.userId, marketDate],
    );
    expect(lines).toEqual([
      { side: 'buy', deliveredQuantity: 3n, sameDayQuantity: 0n },
      { side: 'sell', deliveredQuantity: -5n, sameDayQuantity: 0n },
    ]);
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
  });

  it('of a small company trade in its market lot, and not intraday', async () => {
    const member = await rich();
    expect(await member.tryBuy({ code: SMALL, quantity: 150 })).toMatchObject({
      refused: 'quantity_invalid',
      details: { quantity: 150, lot: 100 },
    });
    expect(await member.tryBuy({ code: SMALL, quantity: 100, product: 'intraday' })).toMatchObject({
      refused: 'product_not_allowed',
      details: { series: 'SM' },
    });
    await member.buy({ code: SMALL, quantity: 100 });
    await provesTheTrading(database.app);
  });
});
