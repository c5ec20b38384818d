import { POSITION_PERCENT } from '@khara/broker';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { openTrading, type Trader, type Trading } from '#test/trading.ts';

const [THIN, USUAL] = ['AAMRAI', 'ACHALGARH'] as const;
/** Shares that a day trades of the thin one. */
const TURNOVER = 2_000;

describe('the size of an intraday position', () => {
  const database = useTestDatabase();
  let trading: Trading;
  let member: Trader;
  let most: number;
  beforeAll(async () => {
    trading = await openTrading(database.app, {
      changed: (issuer) => (issuer.code === THIN ? { ...issuer, averageDailyVolume: TURNOVER } : issuer),
    });
    await trading.stepUntil(
      () => trading.deps.market.now().session === 'open' && trading.hasInside(THIN) && trading.hasInside(USUAL),
    );
    const { meanTurnoverPaise } = trading.deps.market.margin(THIN)!;
    most = Number((meanTurnoverPaise * BigInt(POSITION_PERCENT)) / 100n / BigInt(trading.quote(THIN).previousClose));
    expect(most).toBeGreaterThan(100);
  });
  beforeEach(async () => {
    member = await trading.registered();
    await member.deposit(90_00_000_00n);
  });
  const refused = () => ({
    refused: 'position_above_turnover',
    field: 'quantity',
    details: { most, percent: POSITION_PERCENT },
  });
  const rests = (quantity: number, more: object = {}) => ({
    code: THIN,
    quantity,
    price: trading.inside(THIN),
    product: 'intraday' as const,
    ...more,
  });

  it('has a limit by what the share trades, open orders included, for an order, its change and its preview', async () => {
    const { id } = await member.buy(rests(most - 10));
    const repeated = rests(11, { requestId: 'one above' });
    expect(await member.tryBuy(repeated)).toMatchObject(refused());
    expect(await member.tryBuy(repeated)).toMatchObject(refused());
    expect(await member.preview({ ...rests(11), side: 'buy' })).toMatchObject({
      warnings: ['position_above_turnover'],
      maxQuantity: 10,
    });
    expect(await member.tryModify({ id, quantity: most + 1 })).toMatchObject(refused());
    await member.modify({ id, quantity: most });
    expect(await member.tryBuy(rests(1))).toMatchObject(refused());
    // The other side has a limit of its own, and another share is no part of it.
    expect(await member.trySell(rests(most + 1, { price: undefined, type: 'market' }))).toMatchObject(refused());
    await member.buy({ ...trading.atAnyPrice(USUAL, 'buy'), quantity: 5, product: 'intraday' });
    await member.cancel(id);
  });

  it('lets delivery, and what closes a position, pass; shares that become intraday count', async () => {
    await member.buy({ ...trading.atAnyPrice(THIN, 'buy'), quantity: 20 });
    const { id } = await member.buy(rests(most - 10));
    expect(await member.tryChangeProduct({ code: THIN, product: 'intraday', quantity: 11 })).toMatchObject(refused());
    expect(await member.previewChange({ code: THIN, product: 'intraday', quantity: 11 })).toMatchObject({
      warnings: ['position_above_turnover'],
    });
    await member.changeProduct({ code: THIN, product: 'intraday', quantity: 10 });
    expect(await member.tryBuy(rests(1))).toMatchObject(refused());
    await member.cancel(id);
    expect(await member.sell({ ...trading.atAnyPrice(THIN, 'sell'), quantity: 10, product: 'intraday' })).toMatchObject(
      { state: 'complete' },
    );
  });
});
