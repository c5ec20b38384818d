import { randomUUID } from 'node:crypto';
import { paise, rupees } from '@khara/money';
import { nextRegularDay } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';
import { adjustBaskets } from './adjust-baskets.ts';
import { findRun, insertRun } from './run-store.ts';

const [CODE, OTHER, THIRD] = ['AAMRAI', 'ACHALGARH', 'ALANKRITI'] as const;
const RACERS = 16;

describe('a basket', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { start: Date.now() });
    await trading.stepUntil(() => [CODE, OTHER, THIRD].every((code) => trading.quote(code).lastTradeAt !== undefined));
  });
  const rich = async (): Promise<Trader> => {
    const member = await trading.registered();
    await member.deposit(50_00_000_00n);
    return member;
  };
  const low = (code: string) => rupees(BigInt(trading.quote(code).bandLow));
  const ofThree = () => [
    { code: CODE, quantity: 3 },
    { code: OTHER, quantity: 2, price: low(OTHER) },
    { code: THIRD, quantity: 1 },
  ];

  it('is kept with its orders in their order, once for a request, and changed as a whole', async () => {
    const member = await rich();
    const draftId = randomUUID();
    const kept = await member.saveBasket({ name: 'Steady five', orders: ofThree(), draftId });
    expect(kept).toMatchObject({ name: 'Steady five', version: 1, isRegular: false });
    expect(kept.orders.map(({ code, type, quantity }) => [code, type, quantity])).toEqual([
      [CODE, 'market', 3],
      [OTHER, 'limit', 2],
      [THIRD, 'market', 1],
    ]);
    expect(await member.saveBasket({ name: 'Steady five', orders: ofThree(), draftId })).toEqual(kept);
    expect((await member.trySaveBasket({ name: 'Other', orders: ofThree(), draftId })).refused).toBe(
      'request_id_reused',
    );

    const turned = { id: kept.id, version: 1, name: 'Turned', orders: ofThree().toReversed() };
    const changed = await member.saveBasket(turned);
    expect(changed).toMatchObject({
      id: kept.id,
      version: 2,
      name: 'Turned',
      orders: [{ code: THIRD }, {}, { code: CODE }],
    });
    // The same again is the answer that was lost.
    expect(await member.saveBasket(turned)).toMatchObject({ version: 2 });
    // A second device that knows the basket as it was changes nothing.
    expect((await member.trySaveBasket({ ...turned, name: 'Late' })).refused).toBe('basket_changed');
    expect(await member.baskets()).toHaveLength(1);
    expect((await (await rich()).trySaveBasket({ ...turned, version: 2 })).refused).toBe('unknown_basket');
  });

  it('is adjusted, with a notice to its owner, where an action makes another order of one of its orders', async () => {
    const member = await rich();
    const { deps } = trading;
    await member.saveBasket({ name: 'Same', orders: [{ code: CODE, quantity: 100 }] });
    const price = low(CODE);
    await member.saveBasket({ name: 'Cheaper', orders: [{ code: CODE, quantity: 100, price }] });
    const { marketDate } = deps.market.now();
    const exDate = nextRegularDay(marketDate);
    const rights = {
      id: 'rights',
      code: CODE,
      exDate,
      numerator: 26,
      denominator: 25,
      givesShares: false,
      day: { marketDay: 2, marketDate },
    };
    const sent = await deps.db.transaction((tx) => adjustBaskets(tx, deps, rights));
    // Baskets of other tests, which may have run before, are adjusted too.
    expect(sent.filter((notice) => notice?.memberId === member.caller.member.userId)).toHaveLength(1);
    const [cheaper, same] = await member.baskets();
    expect(cheaper).toMatchObject({ name: 'Cheaper', version: 2, orders: [{ quantity: 100 }] });
    expect(Number(cheaper!.orders[0]!.price)).toBeCloseTo((Number(price) * 25) / 26, 1);
    expect(same).toMatchObject({ name: 'Same', version: 1, orders: [{ quantity: 100 }] });

    const bonus = { ...rights, id: 'bonus', numerator: 3, denominator: 2, givesShares: true };
    await deps.db.transaction((tx) => adjustBaskets(tx, deps, bonus));
    expect((await member.baskets()).map(({ orders }) => orders[0]?.quantity)).toEqual([150, 150]);
  });

  it('is refused where it could never be sent, and above what one account keeps', async () => {
    const member = await rich();
    const reason = async (order: object) =>
      (
        await member.trySaveBasket({
          orders: [
            { code: CODE, quantity: 1 },
            { code: CODE, quantity: 1, ...order },
          ],
        })
      ).refused;
    expect(await reason({ code: 'NOSUCH' })).toBe('unknown_code');
    expect(await reason({ quantity: 100_001 })).toBe('quantity_above_maximum');
    expect(await reason({ type: 'limit' })).toBe('price_required');
    expect(await reason({ type: 'sl_m' })).toBe('trigger_required');
    const half = { quantity: 10, disclosedQuantity: 5 };
    expect(await reason(half)).toBe('disclosed_qty_invalid');
    const hiding = { ...half, type: 'limit', price: low(CODE) };
    expect(await reason({ ...hiding, validity: 'ioc' })).toBe('disclosed_qty_invalid');
    expect(await reason({ ...hiding, disclosedQuantity: 10 })).toBe('disclosed_qty_invalid');
    expect(await reason(hiding)).toBeUndefined();
    for (let made = 0; made < 19; made += 1) await member.saveBasket({ orders: ofThree() });
    expect((await member.trySaveBasket({ orders: ofThree() })).refused).toBe('too_many_baskets');
    const { id } = (await member.baskets())[0]!;
    expect(await member.tryRemoveBasket(id)).toEqual({ value: null });
    expect(await member.tryRemoveBasket(id)).toEqual({ value: null });
    expect((await (await rich()).tryRemoveBasket(id)).refused).toBe('unknown_basket');
    expect(await member.baskets()).toHaveLength(19);
  });

  it('is placed once by one request: each order as by the ticket, and what is held is what was shown', async () => {
    const member = await rich();
    const orders = ofThree().map((order) => ({ ...order, price: low(order.code) }));
    const { id } = await member.saveBasket({ orders });
    const shown = await member.previewBasket(id);
    expect(shown.refusal).toBeNull();
    expect(await member.orders()).toEqual([]);
    const requestId = randomUUID();
    const [first, second] = await Promise.all([
      member.tryPlaceBasket({ id, requestId }),
      member.tryPlaceBasket({ id, requestId }),
    ]);
    expect(second).toEqual(first);
    expect(first).toMatchObject({ value: { state: 'done', basketId: id, regularId: null } });
    const placed = await member.orders();
    expect(placed.toReversed().map(({ code, price, quantity }) => [code, price, quantity])).toEqual(
      orders.map(({ code, price, quantity }) => [code, price, quantity]),
    );
    expect(await member.balance(102)).toBe(paise(shown.margin));
    const singly = await Promise.all(orders.map((order) => member.preview({ ...order, side: 'buy' })));
    expect(shown.orders.map(({ margin }) => margin)).toEqual(singly.map(({ margin }) => margin));
    expect(await member.tryPlaceBasket({ id, requestId })).toMatchObject({ value: { id: expect.anything() } });
    expect(await member.orders()).toHaveLength(3);
    expect((await member.detail(placed[0]!.id)).timeline[0]!.why).toBe('Sent with the other orders of a basket.');
    const other = await member.saveBasket({ orders });
    expect((await member.tryPlaceBasket({ id: other.id, requestId })).refused).toBe('request_id_reused');
    await provesTheTrading(trading.deps.db);
  });

  it('of which the whole does not pass places nothing: a check, a limit, shares, money', async () => {
    const member = await rich();
    const placing = async (orders: Parameters<Trader['saveBasket']>[0]['orders']) =>
      member.tryPlaceBasket({ id: (await member.saveBasket({ orders })).id });
    const tick = trading.deps.market.instrument(OTHER)!.tick;
    const off = rupees(BigInt(trading.quote(OTHER).bandLow) - BigInt(tick));
    expect(
      await placing([
        { code: CODE, quantity: 1 },
        { code: OTHER, quantity: 1, price: off },
      ]),
    ).toMatchObject({
      refused: 'price_out_of_band',
      field: 'orders',
      details: { order: 2, code: OTHER, low: low(OTHER) },
    });
    await member.buy({ code: THIRD, quantity: 5 });
    const sale = { code: THIRD, side: 'sell', quantity: 3 } as const;
    // Each of the two would pass alone.
    expect(await placing([sale, sale])).toMatchObject({ refused: 'insufficient_holdings', details: { order: 2 } });
    const poor = await trading.registered();
    const { margin } = await member.preview({ code: CODE, side: 'buy', quantity: 3, price: low(CODE) });
    await poor.deposit(2n * paise(margin)! - 1n);
    const half = { code: CODE, quantity: 3, price: low(CODE) };
    const { id } = await poor.saveBasket({ orders: [half, half] });
    expect(await poor.previewBasket(id)).toMatchObject({
      refusal: 'insufficient_funds',
      orders: [{ warnings: [] }, {}],
    });
    expect((await poor.tryPlaceBasket({ id })).refused).toBe('insufficient_funds');
    await member.setLimit({ kind: 'day_orders', orders: 3 });
    // One was placed today: three more would be four.
    const stopped = { limit: 3, used: 1, until: nextRegularDay(trading.deps.market.now().marketDate), order: 3 };
    expect(await placing(ofThree())).toMatchObject({ refused: 'own_limit_day_orders', details: stopped });
    expect(await member.orders()).toHaveLength(1);
    expect(await poor.orders()).toEqual([]);
    expect(await member.runs()).toEqual([]);
    const forgetful = trading.asForgetful(member);
    expect((await forgetful.tryPlaceBasket({ id: '1' })).refused).toBe('transaction_password_required');
  });

  it('does not pass an own limit by one order where sixteen are placed at once', async () => {
    const member = await rich();
    await member.setLimit({ kind: 'day_orders', orders: 5 });
    const { id } = await member.saveBasket({
      orders: [
        { code: CODE, quantity: 1 },
        { code: OTHER, quantity: 1 },
      ],
    });
    const answers = await Promise.all(Array.from({ length: RACERS }, () => member.tryPlaceBasket({ id })));
    expect(await member.orders()).toHaveLength(5);
    const lines = answers.flatMap((answer) => (answer.refused === undefined ? answer.value.orders : []));
    expect(lines.filter(({ order }) => order)).toHaveLength(5);
    expect(new Set(lines.flatMap(({ reason }) => reason ?? []))).toEqual(new Set(['own_limit_day_orders']));
    await provesTheTrading(trading.deps.db);
  });

  it('goes on after a server that ended between its orders, on the same market day alone', async () => {
    const member = await rich();
    const { id } = await member.saveBasket({ orders: ofThree() });
    const run = await member.placeBasket(id);
    const { db } = trading.deps;
    const kept = (await findRun(db, BigInt(run.id)))!;
    const cut = (marketDate: string) =>
      db.transaction(async (tx) => {
        const again = { requestId: randomUUID(), req: new Uint8Array(32), authority: 'typed test' };
        const orders = kept.lines.map((line) => ({ ...line, reason: undefined }));
        return String(await insertRun(tx, { ...kept, ...again, orders, state: 'placing', marketDate }));
      });
    const today = trading.deps.market.now().marketDate;
    const [left, late] = [await cut(today), await cut('2020-01-01')];
    trading.runs.placeAll();
    await trading.runs.settled();
    const after = new Map((await member.runs()).map((one) => [one.id, one]));
    expect(after.get(left)).toMatchObject({ state: 'done', orders: [{ reason: null }, {}, {}] });
    expect(after.get(late)!.orders.map(({ reason }) => reason)).toEqual(Array(3).fill('order_not_sent'));
    expect(await member.orders()).toHaveLength(6);
    await provesTheTrading(db);
    await provesTheBooks(db);
  });
});
