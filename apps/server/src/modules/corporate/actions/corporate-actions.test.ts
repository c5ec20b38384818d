import { paise, rupees } from '@khara/money';
import { addDays, isTradingDay, nextRegularDay, nextTradingDay } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { corporateActionsOn, exPrice, drawPayDate, ofOneDate, type ActionTerms } from '#modules/market/index.ts';
import { announceInstead } from '#test/ex-dates.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { decidedAction } from '#test/decided-action.ts';
import { openTrading, provesTheTrading, type Trading } from '#test/trading.ts';
import { dayValues } from '#modules/performance/day-values.ts';
import { tradeEvents } from '#modules/performance/trade-events.ts';
import { handlers as statement } from '#modules/statement/index.ts';
import { beginMarketDay } from '#modules/day/begin.ts';
import { dividendHandlers } from './dividend-handlers.ts';
import { listLotSales } from '#modules/portfolio/lot-store.ts';
import { findPosition, saleMoneyKept } from '#modules/portfolio/store.ts';

const [PAYS, SPLITS, GIVES] = ['AAMRAI', 'ACHALGARH', 'ALANKRITI'] as const;

describe('corporate actions', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '10', start: Date.UTC(2026, 7, 24, 4) });
  });
  const day = () => trading.deps.market.now().marketDate;
  const until = (marketDate: string) =>
    trading.stepUntil(() => day() === marketDate && trading.deps.market.now().session === 'open');
  const atAnyPrice = (code: string, side: 'buy' | 'sell') => trading.atAnyPrice(code, side);

  it('give holders what is theirs on the ex-date, settled or not, once, and the books stay right', async () => {
    expect(day()).toBe('2026-08-24');
    const holder = trading.member();
    await holder.deposit(90_00_000_00n);
    for (const code of [PAYS, SPLITS, GIVES]) await holder.buy({ ...atAnyPrice(code, 'buy'), quantity: 7 });
    const cost = new Map((await holder.positions()).map(({ code, cost }) => [code, cost]));

    await until('2026-08-25');
    // Bought on Tuesday, due on Thursday: on Wednesday nothing settles.
    await holder.buy({ ...atAnyPrice(GIVES, 'buy'), quantity: 4 });
    const exDate = nextRegularDay(day());
    const paysOn = nextRegularDay(exDate);
    const actions = [
      decidedAction(PAYS, exDate, { kind: 'dividend', perSharePaise: 450, paysOn }),
      decidedAction(SPLITS, exDate, { kind: 'split', oldFace: 10, newFace: 2 }),
      decidedAction(GIVES, exDate, { kind: 'bonus', a: 1, b: 2 }),
    ];
    const { deps } = trading;
    await announceInstead(database, exDate, actions, deps.clock.now());
    const before = await holder.balance(101);

    // An order that waits for the next day was meant for the share as it is now; a dividend leaves such orders alone.
    await trading.stepUntil(() => trading.deps.market.now().session === 'closed');
    const bid = (code: string) => ({ code, quantity: 2, price: rupees(BigInt(trading.quote(code).bandLow)) });
    const waiting = await holder.buy(bid(SPLITS));
    expect(waiting).toMatchObject({ state: 'pending', afterMarket: true });

    await until(exDate);
    expect(await holder.detail(waiting.id)).toMatchObject({ state: 'cancelled', reason: 'corporate_action' });
    expect(await corporateActionsOn(deps.db, exDate)).toEqual(actions.toSorted((a, b) => (a.code < b.code ? -1 : 1)));
    const held = new Map((await holder.positions()).map((position) => [position.code, position]));
    expect(held.get(PAYS)).toMatchObject({ quantity: 7, settledQuantity: 7, cost: cost.get(PAYS) });
    expect(held.get(SPLITS)).toMatchObject({ quantity: 35, settledQuantity: 35, cost: cost.get(SPLITS) });
    // 11 held, 5 and a half given: the 4 that wait for Thursday bring 2 that wait with them.
    expect(held.get(GIVES)).toMatchObject({ quantity: 16, settledQuantity: 10 });
    const half = (BigInt(trading.quote(GIVES).previousClose) + 1n) / 2n;
    expect((await holder.balance(101)) - before).toBe(half);
    expect((await holder.bill()).filter(({ businessType }) => businessType === 'share_part')).toHaveLength(1);
    expect(await listLotSales(deps.db, holder.userId, exDate, exDate)).toMatchObject([
      { code: GIVES, quantity: 0, acquiredOn: exDate, costPaise: 0n, proceedsPaise: half },
    ]);
    const owed = { code: PAYS, quantity: 7, exDate, paysOn, gross: '31.50', tax: '0.00', net: '31.50' };
    const dividends = () => dividendHandlers.dividends(deps, holder.caller, {});
    expect(await dividends()).toMatchObject({ value: { toCome: '31.50', list: [{ ...owed, paidAt: null }] } });

    // Whatever stops and begins again in the middle: no member gets it twice.
    await database.admin.query('t.again', 'UPDATE market.corporate_action SET applied_ms = NULL');
    await beginMarketDay(deps, { marketDay: 2, marketDate: exDate });
    expect((await holder.balance(101)) - before).toBe(half);

    // Lots: a split keeps what was paid, a bonus cost nothing, and a sale takes the oldest first.
    await holder.sell({ ...atAnyPrice(PAYS, 'sell'), quantity: 7 }); // the dividend stays its own
    await holder.sell({ ...atAnyPrice(SPLITS, 'sell'), quantity: 35 });
    await holder.sell({ ...atAnyPrice(GIVES, 'sell'), quantity: 14 });
    await until(paysOn);
    expect((await holder.positions()).find(({ code }) => code === GIVES)).toMatchObject({
      quantity: 2,
      settledQuantity: 0,
    });
    const paid = (await holder.bill()).filter(
      ({ businessType, marketDate }) => businessType === 'dividend' && marketDate === paysOn,
    );
    expect(paid.map(({ amount }) => amount)).toEqual([7n * 450n]);
    expect(await dividends()).toMatchObject({
      value: { toCome: '0.00', list: [{ ...owed, paidAt: expect.any(Number) }] },
    });
    const sales = await listLotSales(deps.db, holder.userId, exDate, exDate);
    expect(sales.filter(({ code }) => code === SPLITS).reduce((sum, sale) => sum + sale.costPaise, 0n)).toBe(
      BigInt(Math.round(Number(cost.get(SPLITS)) * 100)),
    );
    expect(sales.filter(({ code, origin }) => code === GIVES && origin === 'bonus')).toMatchObject([
      { costPaise: 0n, acquiredOn: exDate },
    ]);
    expect(sales.filter(({ code }) => code === GIVES).reduce((sum, sale) => sum + sale.quantity, 0)).toBe(14);

    await trading.stepUntil(() => trading.deps.market.now().marketTime.slice(11, 16) >= '15:30');
    expect((await holder.positions()).find(({ code }) => code === GIVES)).toMatchObject({
      quantity: 2,
      settledQuantity: 2,
    });
    await provesTheBooks(deps.db);
    await provesTheTrading(deps.db);
    expect(await deps.db.query('t.lots', 'SELECT name, sample FROM trading.check_lots() WHERE violations > 0')).toEqual(
      [],
    );
  });

  it('pay a dividend on a market day, within 30 days of its announcement', () => {
    const announcedOn = '2026-10-23'; // before the holidays of Diwali
    const exDate = '2026-10-30';
    const dates = [...Array(40).keys()].map((random) => drawPayDate({ exDate, announcedOn }, random));
    expect(new Set(dates).size).toBeGreaterThan(5);
    for (const date of dates) {
      expect(isTradingDay(date), date).toBe(true);
      expect(date > exDate && date <= addDays(announcedOn, 30), date).toBe(true);
    }
  });

  it('move the price of the day before to the other side of the ex-date', () => {
    const prices: readonly (readonly [ActionTerms, number])[] = [
      // An ordinary dividend adjusts nothing.
      [{ kind: 'dividend', perSharePaise: 12_50, paysOn: '2026-12-30' }, 1_000_00],
      [{ kind: 'split', oldFace: 10, newFace: 2 }, 200_00],
      [{ kind: 'bonus', a: 1, b: 2 }, 666_67],
    ];
    for (const [terms, price] of prices) expect(exPrice(1_000_00, { terms }), terms.kind).toBe(price);
  });

  it('keeps a profit of the day from buying until the next one, and the sale from leaving until it settles', async () => {
    await trading.stepUntil(() => trading.deps.market.now().session === 'open');
    const seller = trading.member();
    await seller.deposit(1_00_000_00n);
    await seller.buy({ ...atAnyPrice(PAYS, 'buy'), quantity: 20 });
    const paidIn = await seller.balance(101);
    await seller.sell({ ...atAnyPrice(PAYS, 'sell'), quantity: 20 }); // bought today, sold today
    const sumOf = async (of: 'buy' | 'sell') =>
      (await seller.fills()).reduce((sum, { side, value }) => sum + (side === of ? paise(value)! : 0n), 0n);
    const gained = (await sumOf('sell')) - (await sumOf('buy'));
    expect(await seller.balance(101)).toBeGreaterThan(paidIn);
    const kept = await saleMoneyKept(trading.deps.db, seller.userId, day());
    expect(kept.paise).toBe(gained > 0n ? gained : 0n);
    const shown = await statement.rupeeWallet(trading.deps, seller.caller);
    expect(shown).toMatchObject({
      value: {
        availableTomorrow: { amount: rupees(kept.paise), from: nextTradingDay(trading.deps.market.now().marketDate) },
      },
    });
    // Everything but the kept money may be held for orders; a rupee more may not.
    const price = BigInt(trading.quote(PAYS).bandLow);
    let refusal: string | undefined;
    let bought = 0;
    while (refusal === undefined && bought < 2_000) {
      const answer = await seller.tryBuy({ code: PAYS, quantity: 25, price: rupees(price) });
      refusal = answer.refused;
      bought += 1;
    }
    expect(refusal).toBe('insufficient_funds');
    expect(await seller.balance(101)).toBeGreaterThanOrEqual(kept.paise);
    await provesTheTrading(trading.deps.db);
  });
});

/** Within a tenth. */
const isNear = (value: bigint, of: bigint) => value * 10n > of * 9n && value * 10n < of * 11n;

describe('an ex-date that begins', () => {
  const database = useTestDatabase();

  it('shows each reader the number and the price of a holding of the same day', async () => {
    const trading = await openTrading(database.app, { daySeconds: '10', start: Date.UTC(2026, 7, 24, 4) });
    const { deps } = trading;
    const day = () => deps.market.now().marketDate;
    const holder = await trading.registered();
    await holder.deposit(90_00_000_00n);
    const numbers = { [SPLITS]: [8, 40], [GIVES]: [8, 12] } as const;
    for (const code of [SPLITS, GIVES]) await holder.buy({ ...trading.atAnyPrice(code, 'buy'), quantity: 8 });
    const lastDay = day();
    const exDate = nextRegularDay(lastDay);
    const actions = [
      decidedAction(SPLITS, exDate, { kind: 'split', oldFace: 10, newFace: 2 }),
      decidedAction(GIVES, exDate, { kind: 'bonus', a: 1, b: 2 }),
    ];
    await announceInstead(database, exDate, actions, deps.clock.now());
    await trading.stepUntil(() => deps.market.now().session === 'closed');
    const held = async () => new Map((await holder.positions()).map((position) => [position.code, position]));
    const before = await held();
    const worth = paise((await holder.totals()).marketValue)!;
    const recordDays = () => ofOneDate(deps.market, (today) => dayValues(deps, deps.db, holder.userId, today));
    const recorded = (await recordDays()).at(-1)!.valuePaise;

    const reading = new AbortController();
    let readsBetween = 0;
    const readers = [
      async () => {
        for (const [code, { quantity, settledQuantity, marketValue }] of await held()) {
          expect(isNear(paise(marketValue)!, paise(before.get(code)!.marketValue)!), `${code} ${quantity}`).toBe(true);
          expect(settledQuantity === quantity || settledQuantity === 0).toBe(true);
        }
      },
      async () => expect(isNear(paise((await holder.totals()).marketValue)!, worth)).toBe(true),
      async () => {
        const { quantity, marketValuePaise } = (await deps.portfolio.heldIn(holder.userId, SPLITS))!;
        expect(isNear(marketValuePaise, paise(before.get(SPLITS)!.marketValue)!), `${quantity}`).toBe(true);
      },
      async () => {
        const moved = (await recordDays()).at(-1)!.valuePaise - recorded;
        expect(isNear(worth + moved, worth)).toBe(true);
      },
      async () => {
        const { events } = await ofOneDate(deps.market, async (today) => {
          const all = await dayValues(deps, deps.db, holder.userId, today);
          return tradeEvents(deps, deps.db, holder.userId, { all, before: undefined, today });
        });
        expect(events.filter(({ kind }) => kind === 'added')).toHaveLength(day() === exDate ? 2 : 0);
      },
      async () => {
        const isNew = day() === exDate;
        const [row] = await deps.db.query<{ applied: boolean }>(
          'test.applied',
          'SELECT bool_and(applied_ms IS NOT NULL) AS applied FROM market.corporate_action WHERE ex_date = $1',
          [exDate],
        );
        if (isNew && !row!.applied) readsBetween += 1;
      },
    ];
    const reads = readers.map(async (read) => {
      while (!reading.signal.aborted) await read();
    });
    await Promise.all([
      ...reads,
      trading.stepUntil(() => day() === exDate && deps.market.now().session === 'open').finally(() => reading.abort()),
    ]);
    expect(readsBetween).toBeGreaterThan(0);
    for (const [code, [was, is]] of Object.entries(numbers)) {
      const of = { asset: trading.assetOf(code), product: 'delivery' } as const;
      expect((await held()).get(code)!.quantity).toBe(is);
      // A server that follows the market and still shows the day before.
      expect((await findPosition(deps.db, holder.userId, of, lastDay))!.quantity).toBe(was);
    }
  });
});
