import { intradayMargin } from '@khara/rules';
import { paise, rupees } from '@khara/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';

const CODE = 'AAMRAI';
const LAKH = 1_00_000_00n;
const amount = (text: string): bigint => paise(text)!;

describe('a change of product', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app, { daySeconds: '10' });
  });
  const time = () => trading.deps.market.now().marketTime.slice(11, 19);
  /** Some minutes into continuous trading. */
  const toTrading = () =>
    trading.stepUntil(
      () =>
        trading.deps.market.phase(CODE) === 'continuous' &&
        trading.quote(CODE).lastTradeAt !== undefined &&
        time() < '13:00:00',
    );
  const rich = async (): Promise<Trader> => {
    await toTrading();
    const member = trading.member();
    await member.deposit(20n * LAKH);
    return member;
  };
  const afterDay = async (): Promise<void> => {
    const { marketDate } = trading.deps.market.now();
    await trading.stepUntil(() => trading.deps.market.now().marketDate > marketDate);
  };

  it('makes delivery of intraday shares: they are paid for, their margin comes back, and the note delivers them', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 10, product: 'intraday' });
    const [intraday] = await member.positions();
    const before = await member.balance(101);
    const preview = await member.previewChange({ code: CODE, product: 'delivery' });
    expect(preview).toMatchObject({
      convertible: 10,
      quantity: 10,
      value: intraday!.cost,
      comesBack: intraday!.margin,
      warnings: [],
    });
    const made = await member.changeProduct({ code: CODE, product: 'delivery', quantity: 10 });
    expect(made).toMatchObject({
      quantity: 10,
      value: preview.value,
      needed: preview.needed,
      comesBack: preview.comesBack,
    });

    expect(await member.balance(101)).toBe(before + amount(made.comesBack) - amount(made.needed));
    expect(amount(made.needed)).toBe(amount(made.value) + amount(made.charges));
    expect(amount(made.charges)).toBeGreaterThan(0n);
    expect(await member.balance(105)).toBe(0n);
    expect(await member.balance(122, trading.assetOf(CODE))).toBe(10n);
    expect(await member.positions()).toMatchObject([
      { product: 'delivery', quantity: 10, settledQuantity: 0, cost: intraday!.cost, sellableQuantity: 10 },
    ]);
    expect(await member.closed()).toEqual([]); // nothing was sold
    expect(await member.dayPositions()).toMatchObject([
      { product: 'delivery', netQuantity: 10, buyQuantity: 10, sellQuantity: 0, realised: '0.00', convertible: 10 },
    ]);
    await provesTheTrading(database.app);

    await afterDay();
    const [line] = await database.app.query(
      'test.note_line',
      `SELECT product, delivered_quantity, same_day_quantity FROM trading.contract_note_line l
       JOIN trading.contract_note n ON n.number = l.note WHERE n.user_id = $1`,
      [member.userId],
    );
    expect(line).toEqual({ product: 'delivery', deliveredQuantity: 10n, sameDayQuantity: 0n });
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
  });

  it('makes intraday of shares bought today, at what they cost, and keeps their margin until they are sold', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 12 });
    const [bought] = await member.positions();
    const before = await member.balance(101);
    const made = await member.changeProduct({ code: CODE, product: 'intraday', quantity: 8 });
    const held = await member.balance(105);
    expect(held).toBe(amount(made.needed));
    expect(held).toBeGreaterThanOrEqual(intradayMargin(amount(made.value), trading.deps.market.margin(CODE)!.rateBps));
    expect(await member.balance(101)).toBe(before + amount(made.comesBack) - held);
    expect(made.comesBack).toBe(made.value);
    const positions = await member.positions();
    expect(positions.find(({ product }) => product === 'delivery')).toMatchObject({ quantity: 4 });
    expect(positions.find(({ product }) => product === 'intraday')).toMatchObject({
      quantity: 8,
      cost: made.value,
      margin: made.needed,
    });
    expect(amount(bought!.cost)).toBe(positions.reduce((sum, { cost }) => sum + amount(cost), 0n));
    await provesTheTrading(database.app);

    await member.sell({ code: CODE, quantity: 3, product: 'intraday' });
    await provesTheTrading(database.app);
    await member.sell({ code: CODE, quantity: 5, product: 'intraday' });
    expect(await member.balance(105)).toBe(0n);
    await afterDay();
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
  });

  it('goes there and back, in parts, beside shares of earlier days, and every paisa is accounted for', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 7 });
    await afterDay();
    await toTrading();
    await member.buy({ code: CODE, quantity: 5 });
    await member.buy({ code: CODE, quantity: 6, product: 'intraday' });
    await member.sell({ code: CODE, quantity: 2 }); // of the older ones
    expect((await member.previewChange({ code: CODE, product: 'intraday' })).convertible).toBe(5);
    await member.changeProduct({ code: CODE, product: 'intraday', quantity: 5 });
    await member.changeProduct({ code: CODE, product: 'delivery', quantity: 4 });
    await member.changeProduct({ code: CODE, product: 'delivery', quantity: 3 });
    await member.sell({ code: CODE, quantity: 1, product: 'intraday' });
    await provesTheTrading(database.app);
    const day = (await member.dayPositions()).find(({ product }) => product === 'intraday');
    expect(day).toMatchObject({ netQuantity: 3, buyQuantity: 4, sellQuantity: 1, convertible: 3 });
    await afterDay(); // the rest is squared off
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
  });

  it('is made once, however often its request comes', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 10, product: 'intraday' });
    const change = { code: CODE, product: 'delivery', quantity: 4, requestId: 'again' } as const;
    const first = await member.tryChangeProduct(change);
    expect(await member.tryChangeProduct(change)).toEqual(first);
    expect(await member.tryChangeProduct({ ...change, quantity: 5 })).toMatchObject({ refused: 'request_id_reused' });
    expect(await member.balance(122, trading.assetOf(CODE))).toBe(4n);
  });

  it('is refused with both figures beyond what is there, and where shares are sold, settled or in an open sale', async () => {
    const member = await rich();
    const to = (product: 'delivery' | 'intraday', quantity: number) =>
      member.tryChangeProduct({ code: CODE, product, quantity });
    expect(await to('delivery', 1)).toMatchObject({
      refused: 'above_convertible',
      details: { asked: 1, convertible: 0 },
    });
    const nothing = { quantity: 0, convertible: 0, value: '0.00', warnings: ['above_convertible'] };
    expect(await member.previewChange({ code: CODE, product: 'delivery' })).toMatchObject(nothing);
    await member.buy({ code: CODE, quantity: 10, product: 'intraday' });
    const offer = await member.sell({
      code: CODE,
      quantity: 4,
      product: 'intraday',
      price: rupees(BigInt(trading.quote(CODE).bandHigh)),
    });
    expect(await to('delivery', 7)).toMatchObject({
      refused: 'above_convertible',
      details: { asked: 7, convertible: 6 },
    });
    await member.cancel(offer.id);
    await member.sell({ code: CODE, quantity: 10, product: 'intraday' });
    await member.buy({ code: CODE, quantity: 5 });
    await afterDay();
    await toTrading();
    expect(await to('intraday', 1)).toMatchObject({
      refused: 'above_convertible',
      details: { asked: 1, convertible: 0 },
    });
    expect(await member.previewChange({ code: CODE, product: 'intraday' })).toMatchObject(nothing);
    await provesTheTrading(database.app);
  });

  it('is refused of a short position, without the money, by a limit of its member, and from the square-off on', async () => {
    const member = await rich();
    const to = (product: 'delivery' | 'intraday', quantity: number) =>
      member.tryChangeProduct({ code: CODE, product, quantity });
    await member.sell({ code: CODE, quantity: 2, product: 'intraday' });
    expect(await to('delivery', 1)).toMatchObject({ refused: 'short_position' });
    await member.buy({ code: CODE, quantity: 2, product: 'intraday' });

    const poor = trading.member();
    const price = BigInt(trading.quote(CODE).lastPrice);
    await poor.deposit(price * 4n);
    await poor.buy({ code: CODE, quantity: 10, product: 'intraday' });
    const refused = await poor.tryChangeProduct({ code: CODE, product: 'delivery', quantity: 10 });
    const { needed, usable } = await poor.previewChange({ code: CODE, product: 'delivery' });
    expect(refused).toMatchObject({ refused: 'insufficient_funds', details: { needed, usable: expect.any(String) } });
    expect(amount(needed)).toBeGreaterThan(amount(usable));
    expect((await poor.previewChange({ code: CODE, product: 'delivery' })).warnings).toEqual(['insufficient_funds']);

    const careful = await trading.registered();
    await careful.deposit(20n * LAKH);
    await careful.buy({ code: CODE, quantity: 3 });
    await careful.setLimit({ kind: 'no_intraday', isOn: true });
    expect(await careful.tryChangeProduct({ code: CODE, product: 'intraday', quantity: 1 })).toMatchObject({
      refused: 'own_limit_no_intraday',
    });
    const late = await rich();
    await late.buy({ code: CODE, quantity: 3 });
    const { squareOff } = trading.deps.market.now();
    await trading.stepUntil(() => time() >= squareOff.others);
    expect(await late.tryChangeProduct({ code: CODE, product: 'intraday', quantity: 1 })).toMatchObject({
      refused: 'mis_cutoff_passed',
    });
    await afterDay();
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
  });
});
