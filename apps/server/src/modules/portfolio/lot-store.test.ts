import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { provesTheBooks, useTestDatabase } from '#test/database.ts';
import { openTrading, type Trading } from '#test/trading.ts';
import * as ledger from '#modules/ledger/index.ts';
import { addAllottedShares } from './given-share-store.ts';
import { listLotSales } from './lot-store.ts';
import { nextRegularDay } from '@khara/rules';
import { rupees } from '@khara/money';

const CODE = 'ALANKRITI';

/** Brings shares of an allotment into a member's account, as an offering does. */
async function allot(
  { deps: { db, market, clock }, assetOf }: Trading,
  userId: string,
  of: { readonly quantity: number; readonly costPaise: bigint; readonly lockedUntil?: string },
): Promise<void> {
  const { marketDate } = market.now();
  const asset = assetOf(CODE);
  const isin = asset.slice('EQ:'.length);
  const id = `allotted-${randomUUID()}`;
  await ledger.addSources(db, marketDate, [
    { type: 'allotment', id, asset: ledger.equity(isin), amount: BigInt(of.quantity), valuePaise: of.costPaise },
  ]);
  await db.transaction(async (tx) => {
    const posted = await ledger.post(tx, {
      kind: 'share_credit',
      ref: id,
      actor: 'system',
      marketDate,
      lines: [
        ledger.move(ledger.sharesIssued(isin), -BigInt(of.quantity)),
        ledger.move(ledger.freeShares(userId, isin), BigInt(of.quantity)),
      ],
    });
    expect(posted.refused).toBeUndefined();
    await addAllottedShares(tx, {
      userId,
      asset,
      code: CODE,
      marketDate,
      at: clock.now(),
      chargesPaise: 0n,
      sttPaise: 0n,
      ...of,
    });
  });
}

describe('shares that were allotted', () => {
  const database = useTestDatabase();
  let trading: Trading;
  beforeAll(async () => {
    trading = await openTrading(database.app);
  });
  const isTrading = () =>
    trading.deps.market.phase(CODE) === 'continuous' && trading.quote(CODE).lastTradeAt !== undefined;
  beforeEach(() => trading.stepUntil(isTrading));

  it('are a lot of their own at what was paid for them, of which a day that sells more than it buys takes the rest', async () => {
    const member = trading.member();
    await member.deposit(1_00_000_00n);
    const { marketDate } = trading.deps.market.now();
    const cost = 4_200_00n;
    await allot(trading, member.userId, { quantity: 10, costPaise: cost });
    expect(await member.positions()).toMatchObject([{ quantity: 10, cost: '4200.00' }]);

    await member.buy({ code: CODE, quantity: 5 });
    await member.sell({ code: CODE, quantity: 12 });
    // What nets is known when the day is over: five were bought and sold within it.
    expect(await listLotSales(database.app, member.userId, marketDate, marketDate)).toEqual([]);
    await trading.stepUntil(() => trading.deps.market.now().marketDate > marketDate);
    expect(await listLotSales(database.app, member.userId, marketDate, marketDate)).toMatchObject([
      { origin: 'allotment', acquiredOn: marketDate, quantity: 7, costPaise: (cost * 7n) / 10n, buyChargesPaise: 0n },
    ]);
    expect(await member.positions()).toMatchObject([{ quantity: 3 }]);
    await provesTheBooks(database.app);
    const [lots] = await database.app.query<{ violations: bigint }>(
      'test.lots',
      'SELECT violations FROM trading.check_lots()',
    );
    expect(lots?.violations).toBe(0n);
  });

  it('and are locked in are not sold before their date: the refusal has figures and date, and sales pass them by', async () => {
    const member = trading.member();
    await member.deposit(1_00_000_00n);
    const { marketDate } = trading.deps.market.now();
    const lockedUntil = nextRegularDay(marketDate);
    await allot(trading, member.userId, { quantity: 10, costPaise: 4_200_00n, lockedUntil });
    const whole = { code: CODE, quantity: 1 };
    expect(await member.trySell(whole)).toMatchObject({
      refused: 'shares_locked_in',
      details: { locked: 10, sellable: 0, until: lockedUntil },
    });
    await member.buy({ code: CODE, quantity: 5 });
    expect(await member.positions()).toMatchObject([
      { quantity: 15, sellableQuantity: 5, lockedQuantity: 10, lockedUntil },
    ]);
    const requestId = randomUUID();
    const beyond = { code: CODE, quantity: 6, requestId };
    const refused = { refused: 'shares_locked_in', details: { locked: 10, sellable: 5, until: lockedUntil } };
    expect(await member.trySell(beyond)).toMatchObject(refused);
    expect(await member.trySell(beyond)).toMatchObject(refused);
    // A waiting order that is made larger is held to the same.
    const waiting = await member.sell({
      code: CODE,
      quantity: 2,
      price: rupees(BigInt(trading.quote(CODE).bandHigh)),
    });
    expect(await member.tryModify({ id: waiting.id, quantity: 6 })).toMatchObject({ refused: 'shares_locked_in' });
    await member.sell({ code: CODE, quantity: 3 });
    // On its date everything that is free of orders may be sold.
    const { market } = trading.deps;
    await trading.stepUntil(() => market.now().marketDate === lockedUntil && market.phase(CODE) === 'continuous');
    expect(await listLotSales(database.app, member.userId, marketDate, marketDate)).toEqual([]);
    expect((await member.positions())[0]).toMatchObject({ quantity: 12, sellableQuantity: 12, lockedUntil: null });
    await member.sell({ code: CODE, quantity: 12 });
    const checks = await database.app.query(
      'test.checks',
      'SELECT name FROM trading.check_lots() WHERE violations > 0',
    );
    expect(checks).toEqual([]);
    await provesTheBooks(database.app);
  });
});
