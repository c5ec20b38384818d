import type { Data } from '@khara/contract';
import { formatMessage } from '#src/kernel/format-message.ts';
import { paise, rupees } from '@khara/money';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';
import { remarksOfOrders } from '#modules/statement/remarks.ts';

const CODE = 'AAMRAI';

describe('reading orders and positions', () => {
  const database = useTestDatabase({ per: 'test' });
  let trading: Trading;
  let member: Trader;
  beforeEach(async () => {
    trading = await openTrading(database.app);
    member = trading.member();
    await member.deposit(50_00_000_00n);
  });
  /** Seven shares bought, and two of them sold: five stay. */
  const buysAndSells = async () => ({
    bought: await member.buy({ quantity: 7, ...trading.atAnyPrice(CODE, 'buy') }),
    sold: await member.sell({ quantity: 2, ...trading.atAnyPrice(CODE, 'sell') }),
  });

  it('previews what an order costs, item by item, and what would refuse it', async () => {
    const price = trading.inside(CODE);
    const before = await member.balance(101);
    const preview = await member.preview({ side: 'buy', code: CODE, quantity: 10, price });
    expect(preview).toMatchObject({ price, quantity: 10, margin: preview.total, warnings: [], sellableQuantity: 0 });
    expect(paise(preview.total)).toBe(paise(preview.value)! + paise(preview.charges.total)!);
    expect(paise(preview.availableAfter)).toBe(before - paise(preview.total)!);
    expect(Number(preview.breakEven)).toBeGreaterThan(Number(price));

    const tooMuch = await member.preview({ side: 'buy', code: CODE, quantity: preview.maxQuantity + 1, price });
    expect(tooMuch.warnings).toEqual(['insufficient_funds']);
    const most = await member.preview({ side: 'buy', code: CODE, quantity: preview.maxQuantity, price });
    expect(most.warnings).toEqual([]);

    const wrong = await member.preview({
      side: 'sell',
      code: CODE,
      quantity: 200_000,
      price: '9999.99',
    });
    expect(wrong.warnings).toEqual([
      'quantity_above_maximum',
      'tick_invalid',
      'price_out_of_band',
      'insufficient_holdings',
    ]);
    expect(await member.balance(101)).toBe(before);
    expect(
      await trading.handlers.previewOrder(trading.deps, member.caller, {
        side: 'buy',
        code: CODE,
        type: 'limit',
        product: 'delivery',
        quantity: 1,
        validity: undefined,
        price: undefined,
      }),
    ).toMatchObject({ refused: 'price_required' });
  });

  it('previews the very charges that a fill then has', async () => {
    const { bought, sold } = await buysAndSells();
    const [fill] = bought.fills;
    expect(bought.fills).toHaveLength(1);
    const preview = await member.preview({ side: 'buy', code: CODE, quantity: 7, price: fill!.price });
    expect(preview.charges).toEqual(bought.charges);
    expect(sold.fills).toHaveLength(1);
    expect(sold.charges.dp).toBe('23.60');
    const again = await member.preview({ side: 'sell', code: CODE, quantity: 2, price: sold.fills[0]!.price });
    expect(again.charges).toEqual({
      ...sold.charges,
      dp: '0.00',
      total: rupees(paise(sold.charges.total)! - 23_60n),
    });
    expect(again.sellableQuantity).toBe(5);
  });

  it('shows a position at the last price, and all of them together', async () => {
    const { bought, sold } = await buysAndSells();
    const [position] = await member.positions();
    const last = BigInt(trading.quote(CODE).lastPrice);
    expect(paise(position!.marketValue)).toBe(5n * last);
    expect(paise(position!.totalProfit)).toBe(5n * last - paise(position!.cost)!);
    expect(position).toMatchObject({ code: CODE, state: 'in_position', sellQuantity: 2, product: 'delivery' });

    await member.buy({ code: 'ACHALGARH', quantity: 3 });
    await member.sell({ code: 'ACHALGARH', quantity: 3 });
    const totals = await member.totals();
    expect(totals).toMatchObject({ positions: 1, investedAmount: position!.cost, marketValue: position!.marketValue });
    const [closed] = await member.closed();
    // What was bought and sold today counts in full, charges apart.
    const closedToday = paise(closed!.profitAmount)! + paise(closed!.fee)!;
    expect(paise(totals.todayProfit)).toBe(paise(position!.todayProfit)! + closedToday);

    const held = await trading.deps.portfolio.heldIn(member.userId, CODE);
    expect(held).toMatchObject({ positionId: position!.id, quantity: 5, marketValuePaise: 5n * last });
    // The page of the share says of it what its position and a ticket to sell say.
    const toSell = await member.preview({ side: 'sell', code: CODE, quantity: 5, price: trading.inside(CODE) });
    // The page of the share says of it what is left after charges.
    const charges = paise(bought.charges.total)! + paise(sold.charges.total)!;
    expect(held?.todayProfitPaise).toBe(paise(position!.todayProfit)! - charges);
    expect(held?.breakEvenPaise).toBe(paise(toSell.breakEven!));
    expect(await trading.deps.portfolio.heldIn(member.userId, 'ACHALGARH')).toBeUndefined();
  });

  it('pages orders and fills by key, newest first, without a gap', async () => {
    await buysAndSells();
    for (let count = 0; count < 3; count += 1) await member.buy({ code: 'ACHALGARH', quantity: 1 });
    const all = await member.orders();
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = value(
        await trading.handlers.orders(trading.deps, member.caller, { size: 2, cursor, state: undefined }),
      );
      ids.push(...page.list.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(3);
    expect([...ids].sort((a, b) => Number(b) - Number(a))).toEqual(ids);

    const fillIds: string[] = [];
    do {
      const page: Data<'fills'> = value(await trading.handlers.fills(trading.deps, member.caller, { size: 2, cursor }));
      fillIds.push(...page.list.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(fillIds).toEqual((await member.fills()).map(({ id }) => id));
    expect(fillIds.length).toBeGreaterThan(4);

    const position = (await member.positions()).find(({ code }) => code === CODE);
    const ofPosition = value(await trading.handlers.fills(trading.deps, member.caller, { positionId: position!.id }));
    expect(ofPosition.list.map(({ side, quantity }) => [side, quantity])).toEqual([
      ['sell', 2],
      ['buy', 7],
    ]);
    const foreign = value(
      await trading.handlers.fills(trading.deps, trading.member().caller, { positionId: position!.id }),
    );
    expect(foreign.list).toEqual([]);
    expect(await trading.handlers.orderDetail(trading.deps, trading.member().caller, { id: ids[0]! })).toMatchObject({
      refused: 'unknown_order',
    });
  });

  it('names the trade beside its lines on the bill, in the language asked for', async () => {
    await buysAndSells();
    const lines = await member.bill();
    const remarkOf = await remarksOfOrders(database.app, member.userId, 'en', lines);
    const remarks = lines.map((line) => [line.businessType, remarkOf(line)]);
    const [fill] = (await member.fills()).slice(-1);
    expect(remarks).toContainEqual([
      'buy',
      `Bought 7 AAMRAI at ${formatMessage('{{price}}', { price: fill!.price }, 'en')}`,
    ]);
    expect(remarks).toContainEqual(['charges', 'Charges of buying 7 AAMRAI']);
    expect(remarks).toContainEqual(['recharge', undefined]);
    const foreign = await remarksOfOrders(database.app, trading.member().userId, 'en', lines);
    expect(lines.map((line) => foreign(line)).filter(Boolean)).toEqual([]);
  });

  it('knows the limits of an order', async () => {
    const { deps } = trading;
    const caller = { ...member.caller, member: undefined };
    expect(trading.handlers.quantityLimits(deps, caller, { code: CODE })).toMatchObject({
      value: { minimum: 1, maximum: 100_000 },
    });
    expect(trading.handlers.quantityLimits(deps, caller, { code: 'NOSUCH' })).toMatchObject({
      refused: 'unknown_code',
    });
    const least = paise(value(trading.handlers.minimumPurchase(deps, caller, { code: undefined })).minimum);
    expect(least).toBe(BigInt(trading.quote(trading.cheapest).lastPrice));
  });
});

function value<T>(result: { value?: T; refused?: unknown }): T {
  expect(result.refused).toBeUndefined();
  return result.value!;
}
