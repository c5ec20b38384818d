import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { paise } from '@khara/money';
import { hex, isSignedReceipt, readReceipt } from '@khara/proof';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';

const CODE = 'AAMRAI';

describe('placing an order', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app);
  });
  afterEach(() => trading.cancelAll());
  const rich = async (): Promise<Trader> => {
    const member = trading.member();
    await member.deposit(50_00_000_00n);
    return member;
  };
  const entries = async (): Promise<bigint> => {
    const [row] = await database.app.query<{ count: bigint }>('test.entries', 'SELECT count(*) FROM ledger.entry');
    return row!.count;
  };
  const commands = async (): Promise<bigint> => {
    const [row] = await database.app.query<{ count: bigint }>('test.commands', 'SELECT count(*) FROM trading.command');
    return row!.count;
  };

  it('freezes the most it can cost, and an order that rests is open', async () => {
    const member = await rich();
    const price = trading.inside(CODE);
    const order = await member.buy({ code: CODE, quantity: 10, price });
    expect(order).toMatchObject({ state: 'open', filledQuantity: 0, price, fills: [], charges: { total: '0.00' } });
    const preview = await member.preview({ side: 'buy', code: CODE, quantity: 10, price });
    expect(await member.balance(102)).toBe(paise(preview.total));
    expect(await member.balance(101)).toBe(50_00_000_00n - paise(preview.total)!);
    const cancelled = await member.cancel(order.id);
    expect(cancelled).toMatchObject({ state: 'cancelled', reason: 'cancelled_by_member' });
    expect(await member.balance(102)).toBe(0n);
  });

  it('of a program is the same but for its mark, which its story tells', async () => {
    const [own, other] = [await rich(), await rich()];
    const price = trading.inside(CODE);
    const order = { type: 'limit', product: 'delivery', code: CODE, quantity: 10, price: paise(price)! } as const;
    const program = { keyId: '0123456789abcdef', tag: 'trend' };
    const place = async (trader: Trader, by: typeof program | undefined) => {
      const caller = { ...trader.caller, program: by };
      const placed = await trading.handlers.placeBuyOrder(trading.deps, caller, { ...order, requestId: 'same-order' });
      assert(placed.refused === undefined);
      const detail = await trading.handlers.orderDetail(trading.deps, caller, { id: placed.value.id });
      assert(detail.refused === undefined);
      await trader.cancel(placed.value.id); // the next finds the same book
      const { program: mark, timeline, ...terms } = detail.value;
      return { mark, timeline, charges: terms.charges, held: await trader.balance(101) };
    };
    const [plain, marked] = [await place(own, undefined), await place(other, program)];
    expect(marked).toMatchObject({ charges: plain.charges, held: plain.held });
    expect(plain.mark).toBeUndefined();
    expect(marked.mark).toEqual({ key: program.keyId, tag: 'trend' });
    const said = (timeline: typeof plain.timeline) => timeline.map(({ step, text, why }) => [step, text, why]);
    const [first, ...rest] = said(marked.timeline);
    expect(rest).toEqual(said(plain.timeline).slice(1));
    expect(first?.[2]).toBe('Placed by a program with a key of this account, marked “trend”.');
    expect(plain.timeline[0]?.why).toBeUndefined();
    const again = { ...order, requestId: 'same-order' };
    const changed = { ...other.caller, program: { ...program, tag: 'another' } };
    expect(await trading.handlers.placeBuyOrder(trading.deps, changed, again)).toMatchObject({
      refused: 'request_id_reused',
    });
  });

  it('answers a market order with its fills, none beyond the protected price', async () => {
    const member = await rich();
    const last = BigInt(trading.quote(CODE).lastPrice);
    const tick = BigInt(trading.deps.market.instrument(CODE)!.tick);
    const order = await member.buy({ code: CODE, quantity: 700 });
    expect(order.fills.length).toBeGreaterThan(0);
    // Half a percent above the last price, down to the tick.
    const most = ((last * 1_005n) / 1_000n / tick) * tick;
    for (const fill of order.fills) expect(paise(fill.price)!).toBeLessThanOrEqual(most);
    expect(order.filledQuantity).toBe(order.fills.reduce((sum, fill) => sum + fill.quantity, 0));
  });

  it('fills or cancels an ioc order at once', async () => {
    const member = await rich();
    const order = await member.buy({ code: CODE, quantity: 3, price: trading.inside(CODE), validity: 'ioc' });
    expect(order).toMatchObject({ state: 'cancelled', reason: 'ioc_remainder', filledQuantity: 0 });
    expect(await member.balance(102)).toBe(0n);
  });

  it('sells shares of a position by its number', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 4 });
    const [position] = await member.positions();
    const sold = await member.sell({ positionId: position!.id, code: 'ACHALGARH', quantity: 1 });
    expect(sold).toMatchObject({ code: CODE, state: 'complete' });
  });

  it('sells what a position is, whatever else is held of the share, and never a position that is closed', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 4 });
    await member.buy({ code: CODE, quantity: 3, product: 'intraday' });
    const position = (await member.positions()).find(({ product }) => product === 'intraday')!;
    const close = (requestId: string) =>
      trading.handlers.placeSellOrder(trading.deps, member.caller, {
        positionId: position.id,
        quantity: 3,
        type: 'market',
        requestId,
      });
    const sold = await close('closes-it');
    assert(sold.refused === undefined);
    expect(sold.value).toMatchObject({ product: 'intraday', state: 'complete' });
    expect((await member.positions()).map(({ product, quantity }) => [product, quantity])).toEqual([['delivery', 4]]);
    expect(await close('closes-it-again')).toMatchObject({ refused: 'unknown_position' });
    expect(await close('closes-it')).toMatchObject({ value: { id: sold.value.id } });
  });

  describe('refuses, and leaves no trace,', () => {
    type Order = Parameters<Trader['tryBuy']>[0];
    const rows: readonly (readonly [title: string, order: (trading: Trading) => Order, reason: string])[] = [
      ['an unknown code', () => ({ code: 'NOSUCH', quantity: 1 }), 'unknown_code'],
      ['a suspended share', (it) => ({ code: it.suspended, quantity: 1 }), 'not_tradable'],
      ['a quantity above the maximum', () => ({ code: CODE, quantity: 100_001 }), 'quantity_above_maximum'],
      ['a stop without a trigger', () => ({ code: CODE, quantity: 1, type: 'sl_m' }), 'trigger_required'],
      ['a trigger', () => ({ code: CODE, quantity: 1, triggerPrice: 1n }), 'trigger_not_available'],
      [
        'a disclosed quantity below a tenth',
        () => ({ code: CODE, quantity: 11, disclosedQuantity: 1 }),
        'disclosed_qty_invalid',
      ],
      ['a limit without a price', () => ({ code: CODE, quantity: 1, type: 'limit' }), 'price_required'],
      ['a price off the tick', () => ({ code: CODE, quantity: 1, price: '1325.45' }), 'tick_invalid'],
      ['a price outside the band', () => ({ code: CODE, quantity: 1, price: '9999.00' }), 'price_out_of_band'],
      [
        'what the money does not cover',
        () => ({ code: CODE, quantity: 90_000, price: '1325.40' }),
        'insufficient_funds',
      ],
    ];
    it.each(rows)('%s', async (_title, order, reason) => {
      const member = await rich();
      const before = [await entries(), await commands()];
      expect(await member.tryBuy(order(trading))).toMatchObject({ refused: reason });
      expect([await entries(), await commands()]).toEqual(before);
      expect(await member.orders()).toEqual([]);
      expect(await member.balance(101)).toBe(50_00_000_00n);
    });

    it('shares that are not owned, or are for sale already', async () => {
      const member = await rich();
      expect(await member.trySell({ code: CODE, quantity: 1 })).toMatchObject({ refused: 'insufficient_holdings' });
      await member.buy({ code: CODE, quantity: 5 });
      const high = '1445.00';
      await member.sell({ code: CODE, quantity: 3, price: high });
      const before = await entries();
      expect(await member.trySell({ code: CODE, quantity: 3, price: high })).toMatchObject({
        refused: 'insufficient_holdings',
      });
      expect(await entries()).toBe(before);
      expect(await member.trySell({ positionId: '999999999', code: CODE, quantity: 1 })).toMatchObject({
        refused: 'unknown_position',
      });
      expect(await trading.member().trySell({ code: CODE, quantity: 1 })).toMatchObject({
        refused: 'insufficient_holdings',
      });
    });

    it('an order without its transaction password', async () => {
      const member = await rich();
      const caller = { ...member.caller, member: { ...member.member, transactionPasswordUntil: undefined } };
      const body = { code: CODE, quantity: 1, type: 'market', product: 'delivery', requestId: randomUUID() } as const;
      const before = await entries();
      expect(await trading.handlers.placeBuyOrder(trading.deps, caller, body)).toMatchObject({
        refused: 'transaction_password_required',
      });
      expect(await entries()).toBe(before);
    });
  });

  it('answers with a receipt that can be held against the operator', async () => {
    const member = await rich();
    const { publicKey } = trading.deps.keys.node;
    const bought = await member.buy({ code: CODE, quantity: 2 });
    const sold = await member.sell({ code: CODE, quantity: 1, price: '1445.00' });
    for (const { receipt } of [bought, sold]) {
      assert(receipt);
      const promise = readReceipt(receipt);
      expect(isSignedReceipt({ ...promise, signer: publicKey })).toBe(true);
      expect(isSignedReceipt({ ...promise, at: receipt.at + 1 })).toBe(false);
      const [entry] = await database.admin.query<{ leaf: Uint8Array }>(
        'test.leaf_of_uid',
        'SELECT leaf FROM ledger.entry WHERE uid = $1',
        [receipt.uid],
      );
      expect(hex(entry?.leaf ?? new Uint8Array())).toBe(receipt.leaf);
    }
  });

  describe('when a request is repeated', () => {
    it('gives the first answer again and does nothing else, whatever has become of the order', async () => {
      const member = await rich();
      const requestId = randomUUID();
      const ask = { code: CODE, quantity: 5, price: trading.inside(CODE), requestId };
      const first = await member.buy(ask);
      expect(first.state).toBe('open');
      const before = await entries();
      expect(await member.buy(ask)).toEqual(first);
      expect(await entries()).toBe(before);
      const other = await rich();
      await other.buy({ code: CODE, quantity: 5 });
      await other.sell({ code: CODE, quantity: 2, price: ask.price });
      expect((await member.detail(first.id)).filledQuantity).toBe(2);
      await member.cancel(first.id);
      expect(await member.buy(ask)).toEqual(first);
      expect(await member.orders()).toHaveLength(1);
    });

    it('gives the fills of the first answer again', async () => {
      const member = await rich();
      const ask = { code: CODE, quantity: 2, requestId: randomUUID() };
      const first = await member.buy(ask);
      expect(first.state).toBe('complete');
      expect(await member.buy(ask)).toEqual(first);
    });

    it('places one order when five copies come at once', async () => {
      const member = await rich();
      const ask = { code: CODE, quantity: 1, price: trading.inside(CODE), requestId: randomUUID() };
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => member.buy(ask)));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(await member.orders()).toHaveLength(1);
    });

    it('refuses the same id for another payload', async () => {
      const member = await rich();
      const requestId = randomUUID();
      await member.buy({ code: CODE, quantity: 1, requestId });
      expect(await member.tryBuy({ code: CODE, quantity: 2, requestId })).toMatchObject({
        refused: 'request_id_reused',
      });
      expect(await member.tryBuy({ code: CODE, quantity: 1, price: '1.00', requestId })).toMatchObject({
        refused: 'request_id_reused',
      });
      expect(await member.orders()).toHaveLength(1);
    });

    it('remembers that there was too little money, even when there is enough by now', async () => {
      const member = trading.member();
      const ask = { code: CODE, quantity: 1, requestId: randomUUID() };
      expect(await member.tryBuy(ask)).toMatchObject({ refused: 'insufficient_funds' });
      await member.deposit(10_000_00n);
      expect(await member.tryBuy(ask)).toMatchObject({ refused: 'insufficient_funds' });
      expect(await member.tryBuy({ ...ask, requestId: randomUUID() })).toMatchObject({ value: { state: 'complete' } });
    });

    it('forgets what was refused before anything was written', async () => {
      const member = await rich();
      const requestId = randomUUID();
      expect(await member.tryBuy({ code: CODE, quantity: 1, price: '0.01', requestId })).toMatchObject({
        refused: 'tick_invalid',
      });
      expect(await member.tryBuy({ code: CODE, quantity: 1, requestId })).toMatchObject({
        value: { state: 'complete' },
      });
    });
  });

  it('lets no two buys spend the same money', async () => {
    const member = trading.member();
    const price = trading.inside('ACHALGARH');
    const preview = await member.preview({ side: 'buy', code: 'ACHALGARH', quantity: 10, price });
    await member.deposit(paise(preview.total)! * 3n + 1n);
    const results = await Promise.all(
      Array.from({ length: 16 }, () => member.tryBuy({ code: 'ACHALGARH', quantity: 10, price })),
    );
    expect(results.filter((result) => result.refused === undefined)).toHaveLength(3);
    expect(results.filter((result) => result.refused === 'insufficient_funds')).toHaveLength(13);
    expect(await member.balance(101)).toBe(1n);
  });

  it('lets no two sales sell the same shares', async () => {
    const member = await rich();
    await member.buy({ code: CODE, quantity: 10 });
    const results = await Promise.all(
      Array.from({ length: 8 }, () => member.trySell({ code: CODE, quantity: 4, price: '1445.00' })),
    );
    expect(results.filter((result) => result.refused === undefined)).toHaveLength(2);
  });
});

describe('a market order that empties the book', () => {
  const database = useTestDatabase();

  it('rests at its protected price, for which the money stays held, until it is cancelled', async () => {
    const trading = await openTrading(database.app);
    const member = trading.member();
    await member.deposit(90_00_00_000_00n);
    const order = await member.buy({ code: CODE, quantity: 90_000 });
    expect(order.state).toBe('open');
    const rests = await member.detail(order.id);
    expect(rests).toMatchObject({ state: 'open', type: 'limit', price: order.price });
    expect(rests.timeline.map(({ step }) => step).slice(-1)).toEqual(['became_limit']);
    expect(rests.filledQuantity).toBeGreaterThan(0);
    const left = 90_000n - BigInt(rests.filledQuantity);
    expect(await member.balance(102)).toBeGreaterThanOrEqual(left * paise(rests.price!)!);
    expect(trading.deps.market.depth(CODE, 1)!.bids[0]![0]).toBe(Number(paise(rests.price!)));

    await member.cancel(order.id);
    expect(await member.balance(102)).toBe(0n);
    const { fills } = await member.detail(order.id);
    const spent = fills.reduce((sum, fill) => sum + paise(fill.value)! + paise(fill.charges.total)!, 0n);
    expect(await member.balance(101)).toBe(90_00_00_000_00n - spent);
  });
});

describe('cancelling an order', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app);
  });
  afterEach(() => trading.cancelAll());

  it('is repeatable, refuses what is not open, and knows only the member’s own orders', async () => {
    const member = trading.member();
    await member.deposit(10_00_000_00n);
    const resting = await member.buy({ code: CODE, quantity: 2, price: trading.inside(CODE) });
    expect(await trading.member().tryCancel(resting.id)).toMatchObject({ refused: 'unknown_order' });
    const [first, second] = await Promise.all([member.cancel(resting.id), member.cancel(resting.id)]);
    expect(first).toMatchObject({ state: 'cancelled' });
    expect(second).toEqual(first);
    expect(await member.cancel(resting.id)).toEqual(first);
    const filled = await member.buy({ code: CODE, quantity: 1 });
    expect(await member.tryCancel(filled.id)).toMatchObject({ refused: 'order_not_open' });
    expect(await member.tryCancel('nonsense')).toMatchObject({ refused: 'unknown_order' });
  });

  it('answers the order’s history as its timeline', async () => {
    const member = trading.member();
    await member.deposit(10_00_000_00n);
    const order = await member.buy({ code: CODE, quantity: 2, price: trading.inside(CODE) });
    await member.cancel(order.id);
    const { timeline } = await member.detail(order.id);
    expect(timeline.map(({ state }) => state)).toEqual(['pending', 'open', 'cancelled']);
    expect(timeline.at(-1)).toMatchObject({ reason: 'cancelled_by_member', quantity: 2 });
  });
});
