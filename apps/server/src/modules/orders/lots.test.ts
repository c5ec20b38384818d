import { beforeAll, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, type Trading } from '#test/trading.ts';
import * as ledger from '#modules/ledger/index.ts';
import { addAllottedShares, lotSalesOf } from './index.ts';

const CODE = 'ALANKRITI';

describe('shares that were allotted', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app);
    await trading.stepUntil(() => trading.quote(CODE).lastTradeAt !== undefined);
  });

  it('are a lot of their own at what was paid for them, sold before what was bought later', async () => {
    const member = trading.member();
    await member.deposit(1_00_000_00n);
    const { marketDate } = trading.deps.market.now();
    const asset = trading.assetOf(CODE);
    const isin = asset.slice('EQ:'.length);
    const [shares, cost, id] = [10n, 4_200_00n, `allotted-${member.userId}`];
    await ledger.addSources(database.app, marketDate, [
      { type: 'allotment', id, asset: ledger.equity(isin), amount: shares, valuePaise: cost },
    ]);
    await database.app.transaction(async (tx) => {
      const posted = await ledger.post(tx, {
        kind: 'share_credit',
        ref: id,
        actor: 'system',
        marketDate,
        lines: [
          ledger.move(ledger.sharesIssued(isin), -shares),
          ledger.move(ledger.freeShares(member.userId, isin), shares),
        ],
      });
      expect(posted.refused).toBeUndefined();
      const of = { userId: member.userId, asset, code: CODE, marketDate, at: trading.deps.clock.now() };
      await addAllottedShares(tx, { ...of, quantity: Number(shares), costPaise: cost });
    });
    expect(await member.positions()).toMatchObject([{ quantity: 10, cost: '4200.00' }]);

    await member.buy({ code: CODE, quantity: 5 });
    await member.sell({ code: CODE, quantity: 12 });
    const sales = await lotSalesOf(database.app, member.userId, marketDate, marketDate);
    const taken = sales.map(({ origin, quantity, acquiredOn }) => ({ origin, quantity, acquiredOn }));
    expect(taken.filter(({ origin }) => origin === 'allotment').reduce((sum, { quantity }) => sum + quantity, 0)).toBe(
      10,
    );
    expect(taken.filter(({ origin }) => origin === 'buy').reduce((sum, { quantity }) => sum + quantity, 0)).toBe(2);
    expect(taken[0]).toMatchObject({ origin: 'allotment', acquiredOn: marketDate });
    const allotted = sales.filter(({ origin }) => origin === 'allotment');
    expect(allotted.reduce((sum, { costPaise }) => sum + costPaise, 0n)).toBe(cost);
    expect(allotted.every(({ buyChargesPaise }) => buyChargesPaise === 0n)).toBe(true);
    await provesTheBooks(database.app);
    const [lots] = await database.app.query<{ violations: bigint }>(
      'test.lots',
      'SELECT violations FROM trading.check_lots()',
    );
    expect(lots?.violations).toBe(0n);
  });
});
