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

async function assets(of: Data<'totalCapital'> = capital): Promise<void> {
  answering({
    rupeeWallet: unsaid,
    convert: unsaid,
    dividends: unsaid,
    orders: unsaid,
    positions: unsaid,
    holderOffers: () => ({ list: [] }),
    totalCapital: () => of,
  });
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

it('adds up to the paisa, and the line of the sum leads to the record', async () => {
  await assets();
  const sum = page.getByRole('link', { name: 'Put in 0.00 · charges −54.58 · shares −34.00 = −88.58' });
  await expect.element(sum).toHaveAttribute('href', '#/pages/personal/record/index');
});

it('begins with the shares, and the ring of the parts is folded', async () => {
  await assets();
  const shares = page.getByRole('link', { name: /^Shares/ }).first();
  await expect.element(shares).toHaveAttribute('href', '#/pages/personal/position/index');
  const rows = [...document.querySelectorAll('main [data-block] a')];
  expect(rows[0]).toBe(shares.element());
  await expect.element(page.getByText('Invested', { exact: true })).not.toBeVisible();
  await page.getByText('How it is divided').click();
  for (const [name, where] of [
    [/^Shares/, '/pages/personal/position/index'],
    [/^Available cash/, '/pages/wallet/index?currency=INR'],
  ] as const)
    await expect
      .element(page.getByRole('listitem').getByRole('link', { name }))
      .toHaveAttribute('href', expect.stringContaining(where));
});

it('keeps what has not been used yet behind More, and shows a wallet once there is something in it', async () => {
  await assets();
  for (const name of [/^USDT wallet/, /^Convert/, /^Offers to holders/]) {
    await expect.element(page.getByText(name)).toBeInTheDocument();
    await expect.element(page.getByText(name)).not.toBeVisible();
  }
  await page.getByText('More', { exact: true }).click();
  await expect.element(page.getByRole('link', { name: /^Convert/ })).toBeVisible();
});

it('has the wallet of USDT and its way beside the others while it holds something', async () => {
  const wallets = capital.wallets.map((one) =>
    one.currency === 'USDT' ? { ...one, available: '2.000000', value: '170.00' } : one,
  );
  await assets({ ...capital, wallets });
  await expect.element(page.getByRole('link', { name: /^USDT wallet/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Convert' })).toBeVisible();
});
