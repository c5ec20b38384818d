import type { Data } from '@khara/contract';
import { page } from 'vitest/browser';
import { beforeEach, expect, it } from 'vitest';
import { useSession } from '#api/session.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering, refusal } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Assets from './assets.tsx';

const place = { route: findRoute('/pages/transaction/index')!, key: 'k', direction: 'none' } as const;

const unsaid = () => refusal('busy', 'Not now');

beforeEach(() => useSession.setState({ token: `T${Math.random()}`, device: 'D', userInfo: undefined }));

const capital = {
  totalAssets: '-88.58',
  availableAssets: '0.00',
  frozenAmount: '0.00',
  unpaidAmount: '0.00',
  holdingsValue: '26034.00',
  putIn: '0.00',
  todayProfit: '-88.58',
  totalProfit: '-88.58',
  chargesToday: '54.58',
  charges: '54.58',
  wallets: [
    { currency: 'INR', available: '0.00', frozen: '0.00', owed: '26122.58', value: '0.00', selected: true },
    { currency: 'USDT', available: '0.000000', frozen: '0.000000', value: '0.00', selected: false },
  ],
} satisfies Data<'totalCapital'>;

async function assets(): Promise<void> {
  answering({ rupeeWallet: unsaid, convert: unsaid, dividends: unsaid, orders: unsaid, totalCapital: () => capital });
  await show(
    <PlaceContext value={place}>
      <Assets />
    </PlaceContext>,
  );
}

it('says what is owed, under the total that is less by it and on the row of the wallet that owes it', async () => {
  await assets();
  await expect.element(page.getByText('You owe ₹26,122.58, taken off the total', { exact: true })).toBeVisible();
  await expect.element(page.getByText('You owe ₹26,122.58', { exact: true })).toBeVisible();
});

it('leads from each part of the total to where it is', async () => {
  await assets();
  for (const [name, where] of [
    [/^Shares/, '/pages/personal/position/index'],
    [/^Available cash/, '/pages/wallet/index?currency=INR'],
  ] as const)
    await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', expect.stringContaining(where));
});
