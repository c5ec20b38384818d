import { rupees } from '@khara/money';
import { buybackDates, nextRegularDay, rightsDates } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CorporateAction } from '#modules/market/index.ts';
import { announceInstead } from '#test/ex-dates.ts';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { decidedAction } from '#test/decided-action.ts';
import { openTrading, provesTheTrading, type Trading } from '#test/trading.ts';
import { beginMarketDay } from '#modules/day/begin.ts';
import { settleOffers } from './settle-offers.ts';
import { holderOfferHandlers as orders } from './take-offer.ts';

const [ISSUES, BUYS] = ['ACHALGARH', 'ALANKRITI'] as const;
const RE = `${ISSUES}-RE`;

describe('offers of companies to their holders', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '10', start: Date.UTC(2026, 7, 24, 4) });
  });
  const day = () => trading.deps.market.now().marketDate;
  const until = (marketDate: string) =>
    trading.stepUntil(() => day() === marketDate && trading.deps.market.now().session === 'open');
  const atAnyPrice = (code: string, side: 'buy' | 'sell') => trading.atAnyPrice(code, side);
  const proves = async () => {
    await provesTheBooks(trading.deps.db);
    await provesTheTrading(trading.deps.db);
  };
  const schedule = (exDate: string, actions: readonly CorporateAction[]) =>
    announceInstead(database, exDate, actions, trading.deps.clock.now());

  it('give entitlements that are used, sold or lost, and buy back a part of what is tendered', async () => {
    const { deps } = trading;
    const [holder, seller, sleeper] = [trading.member(), trading.member(), trading.member()];
    for (const member of [holder, seller, sleeper]) {
      await member.deposit(50_00_000_00n);
      await member.buy({ ...atAnyPrice(ISSUES, 'buy'), quantity: 23 });
    }
    await holder.buy({ ...atAnyPrice(BUYS, 'buy'), quantity: 40 });
    await until('2026-08-25');
    const exDate = nextRegularDay(day());
    const cum = trading.quote(ISSUES).previousClose;
    const price = Math.floor((cum * 75) / 10_000) * 100;
    const dear = Math.ceil((trading.quote(BUYS).previousClose * 112) / 10_000) * 100;
    const outstanding = 1_000_000;
    await schedule(exDate, [
      decidedAction(ISSUES, exDate, { kind: 'rights', a: 1, b: 5, price, shares: 200_000 }),
      decidedAction(BUYS, exDate, {
        kind: 'buyback',
        price: dear,
        shares: 20_000,
        held: { small: outstanding / 10, general: (outstanding * 9) / 10 },
      }),
    ]);
    const rights = `${ISSUES}-${exDate}`;
    const buyback = `${BUYS}-${exDate}`;
    const { opensOn, tradesUntil, closesOn, allottedOn } = rightsDates(exDate);
    const offersOf = async (member: typeof holder) => {
      const answer = await orders.holderOffers({ ...deps }, member.caller);
      return new Map(answer.value!.list.map((offer) => [offer.kind, offer]));
    };
    let request = 0;
    const take = (member: typeof holder, id: string, shares: number, additional = 0) =>
      orders.takeHolderOffer(deps, member.caller, {
        id,
        shares,
        additional,
        requestId: `request-${(request += 1)}`,
        transactionPassword: undefined,
      });

    await until(exDate);
    // 23 shares give four entitlements; the fraction is ignored. They cannot be traded yet.
    const first = (await holder.positions()).find(({ code }) => code === RE);
    expect(first).toMatchObject({ quantity: 4, settledQuantity: 4, cost: '0.00' });
    expect((await offersOf(holder)).get('rights')).toMatchObject({ stage: 'coming', held: 23, entitled: 4, most: 0 });
    expect((await offersOf(holder)).get('buyback')).toMatchObject({ held: 40, category: 'small' });
    expect(await take(holder, rights, 4)).toMatchObject({ refused: 'holder_offer_not_open' });
    expect(await seller.trySell({ ...atAnyPrice(RE, 'sell'), quantity: 4 })).toMatchObject({ refused: 'not_tradable' });

    await until(opensOn);
    expect(trading.quote(RE).previousClose).toBeGreaterThan(0);
    await seller.sell({ ...atAnyPrice(RE, 'sell'), quantity: 4 });
    expect((await seller.positions()).some(({ code }) => code === RE)).toBe(false);
    await holder.buy({ ...atAnyPrice(RE, 'buy'), quantity: 2 });
    expect(await take(holder, rights, 5)).toMatchObject({ refused: 'above_entitlement', details: { most: 4 } });
    expect(await take(holder, rights, 3, 5)).toMatchObject({ refused: 'additional_not_allowed' });
    expect(await take(holder, rights, 0)).toMatchObject({ refused: 'holder_offer_nothing' });
    expect(await take(holder, 'NOSUCH-2026-01-01', 1)).toMatchObject({ refused: 'unknown_holder_offer' });
    const before = await holder.balance(101);
    const taken = await take(holder, rights, 4);
    expect(taken).toMatchObject({ value: { application: { shares: 4, blocked: rupees(4n * BigInt(price)) } } });
    expect(before - (await holder.balance(101))).toBe(4n * BigInt(price));
    expect(await take(holder, rights, 4)).toMatchObject({ refused: 'holder_offer_taken' });
    expect(await holder.trySell({ ...atAnyPrice(RE, 'sell'), quantity: 4 })).toMatchObject({
      refused: 'insufficient_holdings',
    });
    await proves();
    await orders.withdrawFromHolderOffer(deps, holder.caller, { id: rights });
    expect(await holder.balance(101)).toBe(before);

    await until(tradesUntil);
    expect(await sleeper.noticeKeys()).toContain('entitlementsEndTrading');
    const all = await take(holder, rights, 6, 10); // with the two that were bought
    expect(all).toMatchObject({ value: { most: 0, application: { shares: 6, additional: 10 } } });
    const { opensOn: tenders, settledOn } = buybackDates(exDate);
    expect(tenders <= day()).toBe(true);
    expect(await take(holder, buyback, 41)).toMatchObject({ refused: 'above_tenderable', details: { most: 40 } });
    expect(await take(holder, buyback, 40)).toMatchObject({ value: { application: { shares: 40, blocked: '0.00' } } });
    await proves();

    await until(closesOn);
    expect(await sleeper.noticeKeys()).toContain('entitlementsLapseSoon');
    const cash = await holder.balance(101);
    // One that its member did not ask for keeps the whole offer waiting.
    await database.admin.query(
      'test.plant',
      `INSERT INTO trading.offer_application (action_id, user_id, request_id, req, kind, code, asset, held_asset, shares, additional, price_paise, market_date, market_time, at_ms)
       SELECT action_id, $1, 'planted', req, kind, code, asset, held_asset, 2, 20, price_paise, market_date, market_time, at_ms
       FROM trading.offer_application WHERE kind = 'rights' AND state = 'open'`,
      [sleeper.userId],
    );
    await settleOffers(deps, { marketDay: deps.venue.at.marketDay, marketDate: allottedOn });
    expect((await offersOf(holder)).get('rights')!.application).toMatchObject({ got: null });
    await database.admin.query('test.unplant', `DELETE FROM trading.offer_application WHERE request_id = 'planted'`);
    await until(allottedOn);
    // Once, however often.
    await beginMarketDay(deps, { marketDay: trading.deps.venue.at.marketDay, marketDate: day() });
    const rightsDone = (await offersOf(holder)).get('rights')!;
    const got = rightsDone.application!.got!;
    expect(got).toBeGreaterThanOrEqual(7); // six, and one for the fraction
    const held = new Map((await holder.positions()).map((position) => [position.code, position]));
    expect(held.get(ISSUES)).toMatchObject({ quantity: 23 + got, settledQuantity: 23 + got });
    expect(held.has(RE)).toBe(false);
    expect((await offersOf(sleeper)).get('rights')).toMatchObject({ stage: 'done', entitlements: { lapsed: 4 } });
    expect(await sleeper.noticeKeys()).toContain('entitlementsLapsed');
    expect((await sleeper.positions()).map(({ code }) => code)).toEqual([ISSUES]);
    expect(trading.deps.market.instrument(RE)).toBeUndefined();
    await proves();

    await until(settledOn);
    const bought = (await offersOf(holder)).get('buyback')!.application!;
    expect(bought.got).toBeGreaterThan(0);
    expect(bought.got).toBeLessThan(40);
    expect(bought).toMatchObject({ paid: rupees(BigInt(bought.got!) * BigInt(dear)), tds: '0.00' });
    expect((await holder.positions()).find(({ code }) => code === BUYS)).toMatchObject({ quantity: 40 - bought.got! });
    expect((await holder.bill()).map(({ businessType }) => businessType)).toContain('buyback');
    expect(await holder.balance(101)).toBeGreaterThan(cash);
    await proves();
  });
});
