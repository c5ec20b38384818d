import { page } from 'vitest/browser';
import { beforeEach, expect, it } from 'vitest';
import { useSession } from '#api/session.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import type { RechargeOrder } from './recharge-status.ts';
import { RechargeSheet } from './recharge-sheet.tsx';

beforeEach(() => useSession.setState({ token: 'T', device: 'D', userInfo: undefined }));

const ORDER: RechargeOrder = {
  orderNumber: 'R2611220001',
  currency: 'INR',
  channelType: 'UPI',
  amount: '5000.00',
  status: 'in_transfer',
  reason: null,
  payTo: { name: 'Khara', qr: '', note: '' },
  at: 1,
  updatedAt: 1,
  expiresAt: 2,
  receipt: null,
  unmatched: null,
  reviewer: 'sandbox',
  simulated: true,
};

it.each([
  ['people', 'Successfully submitted, please contact customer service for review', 'Waiting for the sandbox bank'],
  ['sandbox', 'Waiting for the sandbox bank', 'Successfully submitted, please contact customer service for review'],
] as const)('who decides a recharge is said while it waits: %s', async (reviewer, said, unsaid) => {
  const order = { ...ORDER, reviewer };
  answering({
    recharges: () => ({ list: [order], nextCursor: null }),
    serviceAddress: () => ({ url: '/pages/index/messages/index' }),
  });
  await show(<RechargeSheet order={order} onClose={() => {}} />);
  await expect.element(page.getByText(said)).toBeVisible();
  expect(page.getByText(unsaid).query()).toBeNull();
  expect(page.getByRole('button', { name: 'Ask support' }).query() !== null).toBe(reviewer === 'people');
});
