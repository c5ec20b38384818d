import { page } from 'vitest/browser';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSession } from '#api/session.ts';
import { replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering, refusal } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Wallet from './wallet.tsx';

const place = { route: findRoute('/pages/wallet/index')!, key: 'k', direction: 'none' } as const;
const unsaid = () => refusal('busy', 'Not now');

beforeEach(() => useSession.setState({ token: `T${Math.random()}`, device: 'D', userInfo: undefined }));

async function rupees({
  available,
  orders = '0.00',
  owed,
  held = '0.00',
}: {
  available: string;
  orders?: string;
  owed?: string;
  held?: string;
}) {
  replace('/pages/wallet/index?currency=INR');
  answering({
    bill: unsaid,
    wallets: () => [
      { currency: 'INR', available, frozen: orders, ...(owed && { owed }), value: available, selected: true },
    ],
    rupeeWallet: () => ({
      available,
      frozen: { orders, subscriptions: '0.00', withdrawals: '0.00', margin: '0.00', total: orders },
      unpaid: '0.00',
      availableTomorrow: { amount: '0.00', from: '2026-11-24' },
      withdrawable: (Number(available) - Number(held)).toFixed(2),
      heldBack: held === '0.00' ? [] : [{ reason: 'recent_recharge', amount: held }],
    }),
  });
  await show(
    <PlaceContext value={place}>
      <Wallet />
    </PlaceContext>,
  );
}

describe('the rupee wallet', () => {
  it('says what available money is for, and no figure twice where all of it can be withdrawn', async () => {
    await rupees({ available: '500.00' });
    await expect.element(page.getByText('Free to buy with.', { exact: true })).toBeVisible();
    expect(page.getByText('Can be withdrawn', { exact: true }).query()).toBeNull();
    expect(page.getByText('Available', { exact: true }).elements()).toHaveLength(1);
  });

  it('says what of it can be withdrawn, and why not more', async () => {
    await rupees({ available: '500.00', held: '200.00' });
    await expect.element(page.getByText('Can be withdrawn', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Recharged a moment ago', { exact: true })).toBeVisible();
  });

  it('says what holds the money when none is available', async () => {
    await rupees({ available: '0.00', orders: '70.00' });
    await expect
      .element(page.getByText('Nothing is free to buy with: ₹70.00 is frozen.', { exact: true }))
      .toBeVisible();
    expect(page.getByText('Free to buy with.', { exact: true }).query()).toBeNull();
  });

  it('of a member who owes says that it buys nothing', async () => {
    await rupees({ available: '0.00', owed: '26034.00' });
    await expect.element(page.getByText('Buys nothing until what you owe is paid.', { exact: true })).toBeVisible();
  });
});
