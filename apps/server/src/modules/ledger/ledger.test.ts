import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import * as ledger from './index.ts';

const DAY = '2026-01-02';

describe('the ledger', () => {
  const database = useTestDatabase();

  it('takes a recharge in, and shows it on the bill', async () => {
    await ledger.addSources(database.app, DAY, [
      { type: 'rail_event', id: 'RC1', purpose: 'recharge', owner: 'u:u1', asset: 'INR', amount: 100_000n },
    ]);
    const entry = {
      kind: 'recharge',
      ref: 'RC1',
      actor: 'system',
      marketDate: DAY,
      lines: [ledger.move(ledger.railIn('INR'), -100_000n), ledger.move(ledger.available('u1'), 100_000n)],
    } as const;
    const posted = await ledger.post(database.app, entry);
    expect(posted).toMatchObject({ value: { replay: false } });
    expect(await ledger.balancesOf(database.app, 'u:u1')).toEqual([{ asset: 'INR', code: 101, amount: 100_000n }]);
    expect(await ledger.billPage(database.app, { owner: 'u:u1', size: 20 })).toMatchObject([
      { businessType: 'recharge', amount: 100_000n, before: 0n, after: 100_000n },
    ]);
  });
  it('buys', async () => {
    expect(
      await ledger.openHold(database.app, {
        kind: 'order_hold',
        hold: 'O1',
        owner: 'u:u1',
        asset: 'INR',
        amount: 50_000n,
        actor: 'user',
        marketDate: DAY,
      }),
    ).toMatchObject({ value: {} });
    await ledger.addSources(database.app, DAY, [
      { type: 'trade', id: 'T1', asset: 'EQ:INE000000001', amount: 10n, valuePaise: 40_000n },
    ]);
    const q = ledger.equity('INE000000001');
    expect(
      await ledger.captureHold(database.app, {
        kind: 'buy_fill',
        ref: 'T1',
        actor: 'system',
        marketDate: DAY,
        hold: 'O1',
        captured: 40_300n,
        released: 1_000n,
        lines: [
          ledger.move(ledger.clearing(), 40_000n),
          ledger.move(ledger.brokerage, 100n),
          ledger.move(ledger.taxesAndCharges, 200n),
          ledger.move(ledger.clearing(q), -10n),
          ledger.move(ledger.unsettledShares('u1', 'INE000000001'), 10n),
        ],
      }),
    ).toMatchObject({ value: {} });
    expect(
      await ledger.releaseHold(database.app, {
        kind: 'order_release',
        ref: 'O1',
        actor: 'system',
        marketDate: DAY,
        hold: 'O1',
      }),
    ).toMatchObject({ value: {} });
    expect(
      await ledger.openHold(database.app, {
        kind: 'sell_hold',
        hold: 'O2',
        owner: 'u:u1',
        asset: q,
        amount: 4n,
        actor: 'user',
        marketDate: DAY,
      }),
    ).toMatchObject({ value: {} });
    expect(
      await ledger.releaseHold(database.app, {
        kind: 'sell_release',
        ref: 'O2',
        actor: 'system',
        marketDate: DAY,
        hold: 'O2',
      }),
    ).toMatchObject({ value: {} });
    console.log(
      await ledger.balancesOf(database.app, 'u:u1'),
      await ledger.billPage(database.app, { owner: 'u:u1', size: 20 }),
    );
  });
});
