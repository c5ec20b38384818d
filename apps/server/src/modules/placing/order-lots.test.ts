import { paise } from '@khara/money';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trader, type Trading } from '#test/trading.ts';
import { placeSellOrder } from './place-order.ts';

const CODE = 'AAMRAI';

describe('where ten shares are a lot', () => {
  const database = useTestDatabase();
  let trading: Trading;
  let member: Trader;
  let top: string;
  beforeAll(async () => {
    trading = await openTrading(database.app, { sharesPerHand: '10' });
    member = trading.member();
    await member.deposit(50_00_000_00n);
    top = (trading.quote(CODE).bandHigh / 100).toFixed(2);
  });
  afterEach(() => trading.cancelAll());

  it('an order of two lots is one of twenty shares, in its answer, its money and its limits', async () => {
    const price = trading.inside(CODE);
    const preview = await member.preview({ side: 'buy', code: CODE, quantity: 2, price });
    expect(preview.quantity).toBe(20);
    expect(paise(preview.value)).toBe(20n * paise(price)!);
    const most = await member.preview({ side: 'buy', code: CODE, quantity: preview.maxQuantity, price });
    const more = await member.preview({ side: 'buy', code: CODE, quantity: preview.maxQuantity + 1, price });
    expect([most.warnings, more.warnings]).toEqual([[], ['insufficient_funds']]);

    const order = await member.buy({ code: CODE, quantity: 2, price });
    expect(order.quantity).toBe(20);
    const changed = await member.modify({ id: order.id, quantity: 3 });
    expect(changed.quantity).toBe(30);
    await member.cancel(order.id);

    expect(await trading.handlers.quantityLimits(trading.deps, member.caller, {})).toMatchObject({
      value: { minimum: 1, maximum: 10_000 },
    });
    expect(await member.tryBuy({ code: CODE, quantity: 10_001, price })).toMatchObject({
      refused: 'quantity_above_maximum',
    });
    const least = await trading.handlers.minimumPurchase(trading.deps, member.caller, { code: CODE });
    const { lastPrice } = trading.quote(CODE);
    expect(least).toMatchObject({ value: { minimum: ((lastPrice * 10) / 100).toFixed(2) } });
  });

  it('shares that fill no lot can be sold: the last lot of a sale is short, once, however often it is repeated', async () => {
    const [holder, seller] = [trading.member(), trading.member()];
    await Promise.all([holder, seller].map((each) => each.deposit(50_00_000_00n)));
    await seller.buy({ quantity: 1, ...trading.atAnyPrice(CODE, 'buy') });
    const price = trading.inside(CODE);
    await holder.buy({ code: CODE, quantity: 1, price });
    // Seven of the ten are met: participants trade in shares.
    await placeSellOrder({ ...trading.deps, desk: trading.desk }, seller.caller, {
      code: CODE,
      quantity: 7,
      type: 'limit',
      price: paise(price),
      product: 'delivery',
      requestId: randomUUID(),
    });
    const [position] = await holder.positions();
    expect(position).toMatchObject({ quantity: 7, sellableQuantity: 7 });

    const preview = await holder.preview({ side: 'sell', code: CODE, quantity: 1, price: top });
    expect(preview).toMatchObject({ quantity: 7, maxQuantity: 1, warnings: [] });
    expect(await holder.trySell({ code: CODE, quantity: 2, price: top })).toMatchObject({
      refused: 'insufficient_holdings',
    });
    const requestId = randomUUID();
    const sold = await holder.sell({ code: CODE, quantity: 1, price: top, requestId });
    expect(sold.quantity).toBe(7);
    const again = await holder.sell({ code: CODE, quantity: 1, price: top, requestId });
    expect(again).toMatchObject({ id: sold.id, quantity: 7 });
    expect(await holder.orders({ state: 'open' })).toHaveLength(2);
    await provesTheTrading(database.app);
  });
});
