import { rupees } from '@khara/money';
import { nextRegularDay } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { announceInstead } from '#test/ex-dates.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { decidedAction } from '#test/decided-action.ts';
import { openTrading, provesTheTrading, type Trading } from '#test/trading.ts';

const CODE = 'ALANKRITI';
const LOT = 100;

describe('shares of a small company that fill no market lot', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, {
      daySeconds: '10',
      start: Date.UTC(2026, 7, 24, 4),
      changed: (issuer) =>
        issuer.code === CODE
          ? {
              ...issuer,
              series: 'SM',
              lotSize: LOT,
              bandClass: 'static-20',
              casEligible: false,
              listedOn: '2020-01-01',
            }
          : issuer,
    });
  });
  const day = () => trading.deps.market.now().marketDate;
  const until = (marketDate: string) =>
    trading.stepUntil(() => day() === marketDate && trading.deps.market.now().session === 'open');

  it('are sold whole, in the book, by a trigger and in a basket, and in no other part', async () => {
    const member = await trading.registered();
    await member.deposit(1_00_00_000_00n);
    await member.buy({ ...trading.atAnyPrice(CODE, 'buy'), quantity: LOT });
    const exDate = nextRegularDay(day());
    await announceInstead(
      database,
      exDate,
      [decidedAction(CODE, exDate, { kind: 'bonus', a: 1, b: 4 })],
      trading.deps.clock.now(),
    );
    await until(exDate);
    const [held] = await member.positions();
    expect(held).toMatchObject({ quantity: 125 });

    const high = () => rupees(BigInt(trading.quote(CODE).bandHigh));
    const part = { code: CODE, quantity: 110, price: high() };
    expect(await member.trySell(part)).toMatchObject({
      refused: 'quantity_invalid',
      details: { quantity: 110, lot: LOT },
    });
    expect((await member.preview({ ...part, side: 'sell' })).warnings).toEqual(['quantity_invalid']);
    expect(await member.tryBuy({ code: CODE, quantity: 125 })).toMatchObject({ refused: 'quantity_invalid' });
    expect((await member.preview({ ...part, side: 'sell', quantity: 125 })).warnings).toEqual([]);

    const offer = await member.sell({ ...part, quantity: 125 });
    expect(offer).toMatchObject({ state: 'open', quantity: 125 });
    const { bandHigh } = trading.quote(CODE);
    const lower = BigInt(bandHigh - (bandHigh % 100) - 100);
    expect(await member.modify({ id: offer.id, price: lower })).toMatchObject({ quantity: 125, price: rupees(lower) });
    expect(await member.tryModify({ id: offer.id, quantity: 110 })).toMatchObject({ refused: 'quantity_invalid' });
    expect(await member.modify({ id: offer.id, quantity: LOT })).toMatchObject({ quantity: LOT });
    expect(await member.modify({ id: offer.id, quantity: 125 })).toMatchObject({ quantity: 125 });
    await member.cancel(offer.id);

    const above = trading.quote(CODE).lastPrice * 2;
    const trigger = { code: CODE, side: 'sell', above: [above, above] } as const;
    expect(await member.trySetTrigger({ ...trigger, quantity: 110 })).toMatchObject({ refused: 'quantity_invalid' });
    expect(await member.setTrigger({ ...trigger, quantity: 125 })).toMatchObject({ quantity: 125 });
    const basket = await member.saveBasket({ name: 'Out', orders: [{ code: CODE, side: 'sell', quantity: 125 }] });
    expect((await member.previewBasket(basket.id)).orders).toMatchObject([{ warnings: [] }]);

    const sold = await member.sell({ ...trading.atAnyPrice(CODE, 'sell'), quantity: 125 });
    expect(sold).toMatchObject({ state: 'complete', quantity: 125 });
    expect(await member.positions()).toEqual([]);
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
  });

  it('leave whole lots to triggers and baskets of a part, which a bonus makes odd', async () => {
    const { deps } = trading;
    const member = await trading.registered();
    await member.deposit(1_00_00_000_00n);
    await member.buy({ ...trading.atAnyPrice(CODE, 'buy'), quantity: 2 * LOT });
    const exDate = nextRegularDay(day());
    const bonus = decidedAction(CODE, exDate, { kind: 'bonus', a: 1, b: 4 });
    await announceInstead(database, exDate, [bonus], deps.clock.now());
    await trading.stepUntil(() => deps.market.now().session === 'closed');
    const { tick } = deps.market.instrument(CODE)!;
    const { lastPrice } = trading.quote(CODE);
    const near = lastPrice - (lastPrice % tick);
    const legs = { below: [near - 5 * tick, near - 99 * tick], above: [near + 5 * tick, near - 99 * tick] } as const;
    const waits = await member.setTrigger({ code: CODE, side: 'sell', quantity: LOT, ...legs });
    await member.saveBasket({ name: 'More', orders: [{ code: CODE, quantity: LOT }] });
    await until(exDate);
    expect(await member.positions()).toMatchObject([{ quantity: 250 }]);
    expect(await member.trigger(waits.id)).toMatchObject({ quantity: 125 });
    expect(await member.baskets()).toMatchObject([{ orders: [{ quantity: LOT }] }]);

    for (let tries = 0; tries < 200 && (await member.trigger(waits.id)).state === 'waiting'; tries += 1)
      for (let made = 0; made < 10; made += 1) await trading.venue.step();
    await trading.fired.settled();
    const fired = await member.trigger(waits.id);
    expect(fired).toMatchObject({ state: 'fired', reason: null });
    expect(await member.detail(fired.order!.id)).toMatchObject({ side: 'sell', quantity: LOT });
    await provesTheTrading(database.app);
  });

  it('are bought regularly in whole market lots', async () => {
    const { deps } = trading;
    const member = await trading.registered();
    await member.deposit(1_00_00_000_00n);
    await trading.stepUntil(() => {
      const { session, marketTime } = deps.market.now();
      return session === 'open' && marketTime.slice(11) >= '09:30:00';
    });
    const amount = rupees((BigInt(trading.quote(CODE).lastPrice) * BigInt(5 * LOT)) / 2n);
    const dates = { unit: 'market_days', every: 1, firstOn: day(), times: 1 } as const;
    await member.startRegular({ ...dates, code: CODE, amount });
    trading.runs.placeAll();
    await trading.runs.settled();
    expect(await member.orders()).toMatchObject([{ sentBy: 'regular', quantity: 2 * LOT }]);
  });
});
