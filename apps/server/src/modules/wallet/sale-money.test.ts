import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as ledger from '#modules/ledger/index.ts';
import { useTestDatabase } from '#test/database.ts';
import { credit, DAY, freezeShares, granted, sellFill, trade } from '#test/ledger-fixtures.ts';
import { openWallet, OWN_PASSWORD, type WalletWorld } from '#test/wallet.ts';

const database = useTestDatabase();
let world: WalletWorld;
beforeAll(async () => {
  world = await openWallet(database);
  world.market.marketDate = DAY;
});
afterAll(() => world.close());

const convert = (amount: string) =>
  ({ from: 'INR', to: 'USDT', amount, transactionPassword: OWN_PASSWORD, requestId: randomUUID() }) as const;

it('money of a sale leaves at 15:30 of the day after: neither to the bank, nor into USDT and out', async () => {
  const { own, userId, account } = await world.newPayee();
  await credit(database.app, userId, 10n);
  await granted(freezeShares(database.app, userId, 10n, 'SALE'));
  await ledger.addSources(database.app, DAY, [trade('T-1', 10n, 510_00n)]);
  const sale = { hold: 'SALE', shares: 10n, value: 510_00n, brokerage: 5_00n, charges: 5_00n };
  await database.app.transaction((tx) => ledger.postBatch(tx, [sellFill(userId, 'T-1', sale)]));
  expect(await own.get('rupeeWallet', {})).toMatchObject({ available: '1500.00', withdrawable: '1000.00' });

  const withdraw = (amount: string) =>
    ({
      currency: 'INR',
      amount,
      bankId: account.id,
      transactionPassword: OWN_PASSWORD,
      requestId: randomUUID(),
    }) as const;
  expect(await own.refused('submitWithdrawal', withdraw('1000.01'))).toBe('funds_not_settled');
  expect(await own.refused('convert', convert('1000.01'))).toBe('funds_not_settled');
  expect((await own.get('rupeeWallet', {})).available).toBe('1500.00');

  // What was there before may go, and then nothing more does.
  await own.get('convert', convert('600'));
  await own.get('submitWithdrawal', withdraw('400'));
  expect(await own.refused('convert', convert('1'))).toBe('funds_not_settled');

  world.market.marketDate = '2026-01-05'; // Monday
  world.market.marketTime = '15:29:59';
  expect(await own.refused('convert', convert('1'))).toBe('funds_not_settled');
  world.market.marketTime = '15:30:00';
  await own.get('convert', convert('500'));
  expect((await own.get('rupeeWallet', {})).available).toBe('0.00');
});
