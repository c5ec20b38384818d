import { beforeEach, expect, it } from 'vitest';
import { useSession } from '#api/session.ts';
import { KycStatus } from '#features/kyc/kyc-status.tsx';
import type { RechargeOrder } from '#features/recharge/recharge-status.ts';
import Records from '#screens/recharge/records.tsx';
import { replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';

/** Real times stand beside those of the market: each says whose it is. */

const AT = new Date(2026, 10, 26, 11, 2).getTime();

beforeEach(() => useSession.setState({ token: 'T', device: 'D', userInfo: undefined }));

const open = (path: string, part: React.ReactNode) => {
  replace(path);
  return show(<PlaceContext value={{ route: findRoute(path)!, key: 'k', direction: 'none' }}>{part}</PlaceContext>);
};

it('a list of payments says once that its times are by the reader’s clock', async () => {
  const order: RechargeOrder = {
    orderNumber: 'R2611220001',
    currency: 'INR',
    channelType: 'UPI',
    amount: '5000.00',
    status: 'passed',
    reason: null,
    payTo: { name: 'Khara', qr: '', note: '' },
    at: AT,
    updatedAt: AT,
    expiresAt: AT,
    receipt: null,
    unmatched: null,
    reviewer: 'sandbox',
    simulated: true,
  };
  answering({ recharges: () => ({ list: [order], nextCursor: null }), wallets: () => [] });
  const screen = await open('/pages/wallet/recharge/records', <Records />);
  await expect.element(screen.getByText(/26 Nov, 11:02/)).toBeVisible();
  await expect.element(screen.getByText('By your clock, not the market’s')).toBeVisible();
});

it('an identity check names the clock beside each of its times, and none where the photos are gone', async () => {
  const identity = {
    status: 'failed',
    name: 'Asha Rao',
    idNumberMasked: 'XXXX XXXX 0019',
    reason: 'same_picture_twice',
    submittedAt: AT,
    decidedAt: AT,
    picturesKeptUntil: null,
    reviewer: 'sandbox',
  } as const;
  const screen = await open(
    '/pages/personal/kyc/index',
    <KycStatus identity={identity} onAgain={() => undefined} onRefresh={() => Promise.resolve()} />,
  );
  await expect.element(screen.getByText('Handed in, your clock')).toBeVisible();
  await expect.element(screen.getByText('Decided, your clock')).toBeVisible();
  await expect.element(screen.getByText('deleted')).toBeVisible();
  await expect.element(screen.getByText(/^Photos kept until/)).not.toBeInTheDocument();
});
