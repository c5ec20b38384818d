import { page } from 'vitest/browser';
import { beforeEach, expect, it } from 'vitest';
import type { Data } from '@khara/contract';
import { useConfig } from '#api/config.ts';
import { useSession } from '#api/session.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Recharge from './recharge.tsx';

const route = findRoute('/pages/wallet/recharge/index');
if (!route) throw new Error('no such route');
type Channel = Data<'channels'>[number]['channels'][number];
const channel = (type: Channel['type'], name: string): Channel => ({
  type,
  name,
  minRecharge: '1.00',
  maxRecharge: '500000.00',
  minWithdrawal: '100.00',
  maxWithdrawal: '500000.00',
  fee: '0.00',
  eta: '',
  reviewer: 'sandbox',
});

beforeEach(() => {
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
  useConfig.setState({ info: undefined });
});

it('asks the amount alone, and says behind the channel whom a recharge by it is paid to', async () => {
  const { asked } = answering({
    channels: () => [{ currency: 'INR', channels: [channel('UPI', 'UPI'), channel('NEFT', 'NEFT')] }],
    wallets: () => [],
    payInAccount: () => ({
      currency: 'INR',
      simulated: true,
      channels: [
        { channelType: 'UPI', payTo: { name: 'Khara Sandbox', vpa: 'khara@sandbox', qr: '', note: '' } },
        { channelType: 'NEFT', payTo: { name: 'Khara Sandbox Bank', accountNumber: 'SANDBOX-1', qr: '', note: '' } },
      ],
    }),
  });
  const screen = await show(
    <PlaceContext value={{ route: route!, key: 'k', direction: 'none' }}>
      <Recharge />
    </PlaceContext>,
  );
  await expect.element(screen.getByRole('textbox', { name: 'Amount' })).toBeVisible();
  expect(screen.getByRole('radio').query()).toBeNull();
  expect(screen.getByText('khara@sandbox').query()).toBeNull();
  await screen.getByRole('button', { name: /^UPI/ }).click();
  await expect.element(page.getByText('khara@sandbox')).toBeVisible();
  expect(asked('payInAccount')).toEqual([{ currency: 'INR' }]);
  (page.getByRole('radio', { name: /^NEFT/ }).element() as HTMLInputElement).click(); // its words lie over it
  await expect.element(page.getByText('SANDBOX-1')).toBeVisible();
  await expect.element(page.getByText('Khara Sandbox Bank')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByRole('button', { name: /^NEFT/ })).toBeVisible();
});

it.each([
  ['standard', '', 2],
  ['school', '', 0],
  ['school', '?currency=USDT', 2], // opened by its address, it leads back
] as const)('of the profile %s at "%s" offers %i currencies', async (profile, search, count) => {
  useConfig.setState({ info: { profile } as never }); // no more of it is asked for
  location.hash = `#/pages/wallet/recharge/index${search}`;
  answering({
    channels: () => [
      { currency: 'INR', channels: [channel('UPI', 'UPI')] },
      { currency: 'USDT', channels: [channel('TRC', 'TRC')] },
    ],
    wallets: () => [],
    payInAccount: () => ({ currency: 'INR', simulated: true, channels: [] }),
  });
  const screen = await show(
    <PlaceContext value={{ route: route!, key: search, direction: 'none' }}>
      <Recharge />
    </PlaceContext>,
  );
  await screen.getByRole('button', { name: /Change$/ }).click();
  await expect.element(page.getByRole('radio').first()).toBeInTheDocument();
  await expect.poll(() => page.getByRole('radio', { name: /^(INR|USDT)$/ }).elements().length).toBe(count);
  // A sheet that is open as its page goes would take the next test's address back.
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByRole('radio').first()).not.toBeInTheDocument();
});
