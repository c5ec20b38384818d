import { paise } from '@khara/money';
import { intradayMargin } from '@khara/rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, provesTheTrading, type Trading } from '#test/trading.ts';

/** Calm, and so wild that six deviations of a day are more than a fifth. */
const [CALM, WILD] = ['AAMRAI', 'ACHALGARH'];
const amount = (text: string): bigint => paise(text)!;

describe('the margin of a share', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    const changed = { [WILD]: 9000 } as Readonly<Record<string, number>>;
    trading = await openTrading(database.app, {
      changed: (issuer) => ({
        ...issuer,
        annualVolatilityBps: changed[issuer.code] ?? issuer.annualVolatilityBps,
      }),
    });
  });
  const rateOf = (code: string) => trading.deps.market.margin(code)!;

  it('is six deviations of a day and the extreme loss margin, and never under a fifth', () => {
    expect(rateOf(CALM)).toMatchObject({ group: 1, varBps: 900, elmBps: 350, rateBps: 2000 });
    const { varBps, rateBps } = rateOf(WILD);
    expect(varBps).toBe(Math.ceil((6 * 9000) / Math.sqrt(252)));
    expect(rateBps).toBe(varBps + 350);
  });

  it('is what an order holds, the estimate names and a position keeps', async () => {
    const member = trading.member();
    await member.deposit(10_00_000_00n);
    const { rateBps } = rateOf(WILD);
    const order = { code: WILD, quantity: 20, product: 'intraday' } as const;
    const preview = await member.preview({ ...order, side: 'buy' });
    expect(preview.marginRate).toMatchObject({
      rate: (rateBps / 100).toFixed(2),
      elm: '3.50',
      least: '20.00',
      group: 1,
    });
    expect(amount(preview.margin)).toBe(intradayMargin(amount(preview.value), rateBps) + amount(preview.charges.total));
    await member.buy(order);
    const [position] = await member.positions();
    expect(amount(position!.margin)).toBe(intradayMargin(amount(position!.cost), rateBps));
    await provesTheTrading(database.app);
    await provesTheBooks(database.app);
  });

  it('is in the refusal, with what the order needs and what is usable', async () => {
    const poor = trading.member();
    await poor.deposit(BigInt(trading.quote(WILD).lastPrice) * 5n);
    const order = { code: WILD, quantity: 18, product: 'intraday' } as const;
    // A fifth would be there, the share's margin is not.
    const refused = await poor.tryBuy(order);
    expect(refused).toMatchObject({
      refused: 'insufficient_funds',
      details: { rate: (rateOf(WILD).rateBps / 100).toFixed(2) },
    });
    const { needed, usable } = refused.refused === undefined ? {} : (refused.details ?? {});
    expect(amount(String(needed))).toBeGreaterThan(amount(String(usable)));
    expect(await poor.tryBuy({ ...order, product: 'delivery' })).not.toHaveProperty('details.rate');

    await poor.buy({ code: WILD, quantity: 4 });
    await poor.buy({ code: WILD, quantity: 1, product: 'intraday' });
    expect(await poor.previewChange({ code: WILD, product: 'intraday' })).toMatchObject({
      marginRate: { rate: (rateOf(WILD).rateBps / 100).toFixed(2) },
    });
  });
});
