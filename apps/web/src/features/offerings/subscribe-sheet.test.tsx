import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useSession, type UserInfo } from '#api/session.ts';
import { answering, lost, refusal } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import type { Offering } from './offering.ts';
import { SubscribeSheet } from './subscribe-sheet.tsx';

// What the sheet reads of an issue of 100 shares a lot at 150 rupees.
const offering = {
  id: 'IPO-VAIDURYA-0',
  kind: 'ipo',
  name: 'Vaidurya Gems',
  code: 'VAIDURYA',
  issuePrice: '150.00',
  requiredAmount: '15000.00',
  upfrontRate: '100.00',
  chargesOn: null,
  sharesPerLot: 100,
  minimumSubscription: 1,
  subscriptionCeiling: 13,
  fixedSubscriptionQuantity: null,
  closesAt: 1_795_335_656_582,
  closesMarketTime: '2026-11-25T15:00',
  allotmentRule: 'draw_of_lots',
  lockIn: 'none',
  drawCommitment: null,
  cutOff: true,
} as unknown as Offering;
const none = { list: [], nextCursor: null };

beforeEach(() => {
  useSession.setState({ token: `T${Math.random()}`, device: 'D', userInfo: { id: 'asha' } as UserInfo });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => void vi.useRealTimers());

it('checks an application whose answer is lost until the server has said, and calls it no failure before', async () => {
  let reached = false;
  const { asked } = answering({
    subscribe: lost,
    subscriptions: () => (reached ? none : lost()),
    rupeeWallet: () => refusal('maintenance', 'Not now'),
    // The password is remembered for ten minutes.
    userDetail: () =>
      Response.json({ code: 200, msg: '', data: { userInfo: {}, transactionPasswordUntil: Date.now() + 600_000 } }),
  });
  await show(<SubscribeSheet offering={offering} open onClose={() => undefined} />);
  const subscribe = page.getByRole('button', { name: /^Subscribe with/ });
  await expect.element(subscribe).toBeEnabled();
  // In market time, as the server says it: a short day ends as it does there.
  await expect.element(page.getByText(/Wed.25.Nov, 15:00/)).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  await subscribe.click();
  await vi.advanceTimersByTimeAsync(20_000); // every repeat has the same requestId
  await expect.element(page.getByText('Checking your application…')).toBeVisible();
  expect(new Set(asked('subscribe').map(({ requestId }) => requestId)).size).toBe(1);
  expect(document.body.textContent).not.toMatch(/failed/i);
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(page.getByText('Checking your application…')).toBeVisible();
  reached = true;
  await vi.advanceTimersByTimeAsync(6000);
  await expect.element(page.getByText(/nothing has changed\. You can try again/)).toBeVisible();
  await expect.element(subscribe).toBeEnabled();
});
