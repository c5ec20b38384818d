import { paise, rupees } from '@khara/money';
import { nextRegularDay } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CorporateAction } from '#modules/market/index.ts';
import { handlers as statement } from '#modules/statement/index.ts';
import { verifyDays } from '#src/verify/days.ts';
import { announceInstead } from '#test/ex-dates.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trading } from '#test/trading.ts';
import { listLotSales } from '#modules/portfolio/lot-store.ts';
import { beginMarketDay } from '#modules/day/begin.ts';

const [PARENT, INTO] = ['AAMRAI', 'AAMRAIREAL'] as const;
const COST_BPS = 1_234;

describe('a demerger', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '60', start: Date.UTC(2026, 7, 24, 4) });
  });
  const day = () => trading.deps.market.now().marketDate;
  const until = (marketDate: string, time = '10:01') =>
    trading.stepUntil(() => day() === marketDate && trading.deps.market.now().marketTime.slice(11, 16) >= time);
  const atAnyPrice = (code: string, side: 'buy' | 'sell') => trading.atAnyPrice(code, side);
  const proves = async () => {
    await provesTheBooks(trading.deps.db);
    await provesTheTrading(trading.deps.db);
  };
  const lotsOf = (userId: string, code: string) =>
    trading.deps.db.query<{ origin: string; acquiredOn: string; quantity: bigint; cost: bigint }>(
      't.lots_of',
      'SELECT origin, acquired_on, quantity, cost_paise + charges_paise AS cost FROM trading.lot WHERE user_id = $1 AND code = $2 ORDER BY id',
      [userId, code],
    );

  it('gives holders shares of the new company with their old dates, and loses no paisa of what they cost', async () => {
    const { deps } = trading;
    const holder = await trading.registered();
    const small = await trading.registered();
    for (const member of [holder, small]) await member.deposit(90_00_000_00n);
    const first = day();
    await holder.buy({ ...atAnyPrice(PARENT, 'buy'), quantity: 7 });
    await small.buy({ ...atAnyPrice(PARENT, 'buy'), quantity: 1 });
    await until('2026-08-25');
    await holder.buy({ ...atAnyPrice(PARENT, 'buy'), quantity: 4 });
    const exDate = nextRegularDay(day());
    const listsOn = nextRegularDay(nextRegularDay(exDate));
    const action: CorporateAction = {
      id: `${PARENT}-${exDate}`,
      code: PARENT,
      exDate,
      announcedOn: day(),
      terms: {
        kind: 'demerger',
        a: 1,
        b: 2,
        costBps: COST_BPS,
        into: INTO,
        business: 'realty',
        profitBps: 3_000,
        listsOn,
      },
    };
    await announceInstead(database, exDate, [action], deps.clock.now());
    const low = trading.quote(PARENT).bandLow;
    const { id: trigger } = await holder.setTrigger({ code: PARENT, side: 'sell', quantity: 2, below: [low, low] });
    await trading.stepUntil(() => deps.market.now().session === 'closed');
    const waiting = await holder.buy({ code: PARENT, quantity: 2, price: rupees(BigInt(low)) });
    const heldBefore = (await holder.positions()).find(({ code }) => code === PARENT)!;

    // Before the special pre-open has found a price the old share is worth what both are.
    await trading.stepUntil(() => day() === exDate && deps.market.phase(PARENT) === 'preopen_entry_2');
    const cum = trading.quote(PARENT).previousClose;
    expect(trading.quote(INTO)).toMatchObject({ lastPrice: 1, volume: 0 });
    expect(await holder.detail(waiting.id)).toMatchObject({ state: 'cancelled', reason: 'corporate_action' });
    expect(await holder.trigger(trigger)).toMatchObject({ state: 'ended', reason: 'corporate_action' });
    expect(await holder.noticeKeys()).toEqual(
      expect.arrayContaining(['demergerCredited', 'triggerEndedByAction', 'orderEnded']),
    );

    await until(exDate);
    const found = trading.quote(PARENT).openPrice!;
    expect(found / cum).toBeGreaterThan(0.6);
    expect(found / cum).toBeLessThan(0.8);
    expect(trading.quote(PARENT)).toMatchObject({ previousClose: found });
    expect(trading.quote(INTO)).toMatchObject({ lastPrice: (cum - found) * 2, previousClose: (cum - found) * 2 });
    const held = new Map((await holder.positions()).map((position) => [position.code, position]));
    expect(held.get(PARENT)).toMatchObject({ quantity: 11, listsOn: null });
    expect(held.get(INTO)).toMatchObject({
      quantity: 5,
      sellableQuantity: 0,
      listsOn,
      name: 'Aamrai Realty',
      marketValue: rupees(BigInt((cum - found) * 2 * 5)),
    });
    const [parts] = await deps.db.query<{ parts: number; part: bigint; moved: bigint; given: bigint }>(
      't.parts',
      `SELECT parts, part_paise + part_charges_paise AS part, moved_paise AS moved, moved_paise - part_paise AS given FROM trading.demerged_holding WHERE user_id = $1`,
      [holder.userId],
    );
    expect(parts!.parts).toBe(1);
    expect(paise(held.get(PARENT)!.cost)! + parts!.moved).toBe(paise(heldBefore.cost));
    expect(paise(held.get(INTO)!.cost)).toBe(parts!.given);
    const [old, made] = [await lotsOf(holder.userId, PARENT), await lotsOf(holder.userId, INTO)];
    // Seven of the first day give three shares; the part that is left makes the next one with those of the second.
    expect(made).toMatchObject([
      { origin: 'demerger', acquiredOn: first, quantity: 3n },
      { origin: 'demerger', acquiredOn: '2026-08-25', quantity: 2n },
    ]);
    const [noted] = await deps.db.query<{ cost: bigint }>(
      't.noted',
      `SELECT sum(l.delivered_paise + l.delivered_charges_paise)::bigint AS cost FROM trading.contract_note n
       JOIN trading.contract_note_line l ON l.note = n.number WHERE n.user_id = $1 AND l.code = $2`,
      [holder.userId, PARENT],
    );
    expect([...old, ...made].reduce((sum, { cost }) => sum + cost, parts!.part)).toBe(noted!.cost);
    expect((await small.positions()).map(({ code }) => code)).toEqual([PARENT]);

    // It is there, and cannot be bought or sold yet.
    for (const side of ['tryBuy', 'trySell'] as const)
      expect(await holder[side]({ ...atAnyPrice(INTO, 'sell'), quantity: 1 })).toMatchObject({
        refused: 'not_listed_yet',
      });
    await proves();

    // Whatever stops and begins again in the middle: no member gets it twice.
    await database.admin.query('t.again', 'UPDATE market.corporate_action SET applied_ms = NULL');
    await beginMarketDay(deps, { marketDay: 2, marketDate: exDate });
    expect((await holder.positions()).find(({ code }) => code === INTO)).toMatchObject({ quantity: 5 });
    await holder.sell({ ...atAnyPrice(PARENT, 'sell'), quantity: 8 });

    await until(listsOn);
    const { previousClose: constant, openPrice } = trading.quote(INTO);
    expect(constant).toBe((cum - found) * 2);
    expect(openPrice).toBeGreaterThan(0);
    expect((await holder.positions()).find(({ code }) => code === INTO)).toMatchObject({ listsOn: null });
    await holder.sell({ ...atAnyPrice(INTO, 'sell'), quantity: 4 });
    const cash = await small.balance(101);
    await until(nextRegularDay(listsOn));
    const close = (
      await deps.db.query<{ close: bigint }>(
        't.close',
        'SELECT close_paise AS close FROM market.candle_day WHERE code = $1 AND market_date = $2',
        [INTO, listsOn],
      )
    )[0]!.close;
    expect((await small.balance(101)) - cash).toBe(close / 2n);
    expect(await statement.bill(deps, small.caller, { businessType: 'share_part' })).toMatchObject({
      value: { list: [{ remark: `Cash for a part of a share, ${INTO}` }] },
    });
    expect(await small.noticeKeys()).toContain('partPaid');
    const sales = await listLotSales(deps.db, holder.userId, listsOn, nextRegularDay(listsOn));
    expect(sales.filter(({ code }) => code === INTO)).toMatchObject([
      { origin: 'demerger', acquiredOn: first, quantity: 3 },
      { origin: 'demerger', acquiredOn: '2026-08-25', quantity: 1 },
      { origin: undefined, acquiredOn: '2026-08-25', quantity: 0, proceedsPaise: close / 2n },
    ]);
    expect(await statement.rupeeWallet(deps, holder.caller)).toHaveProperty('value');
    await proves();
    const days = await verifyDays(deps.db, deps.keys);
    expect(days.filter(({ violations }) => violations > 0)).toEqual([]);
  });
});
