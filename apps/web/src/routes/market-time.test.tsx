import type { Data } from '@khara/contract';
import type { ComponentType } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { setMarket, type MarketState } from '#api/market-clock.ts';
import { useSession } from '#api/session.ts';
import { ApplicationRows } from '#features/offerings/application-list.tsx';
import { ApplicationHistory } from '#features/offerings/application-history.tsx';
import type { Application } from '#features/offerings/offering.ts';
import type { Trigger } from '#features/waiting/trigger.ts';
import { TriggerRow } from '#features/waiting/trigger-row.tsx';
import Alerts from '#screens/alerts/alerts.tsx';
import NoticeDetails from '#screens/notices/details.tsx';
import Notices from '#screens/notices/notices.tsx';
import { replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering } from '../../test/server.ts';
import { show } from '../../test/show.tsx';

/** 28 November by the reader's own clock, while the market is at its 2 December. */
const AT = Date.UTC(2026, 10, 28, 3, 30);
const MARKET_TIME = '2026-12-02T11:12:08+05:30';
const OWN = /28 Nov/;

const notice = (id: string, marketTime: string): Data<'noticeList'>['list'][number] => ({
  id,
  category: 'transaction',
  title: `Bought ${id} AAMRAI`,
  body: 'At 1,309.10.',
  at: AT,
  marketTime,
  read: true,
  link: null,
});

beforeEach(() => {
  useSession.setState({ token: 'T', device: 'D', userInfo: undefined });
  setMarket({
    profile: 'compressed',
    speed: 29,
    marketDate: '2026-12-02',
    marketTime: MARKET_TIME,
    at: Date.now(),
    nextChangeAt: AT,
  } as MarketState);
});

async function page(path: string, Screen: ComponentType) {
  replace(path);
  const route = findRoute(path.replace(/\?.*/, ''));
  if (!route) throw new Error('no such route');
  return show(
    <PlaceContext value={{ route, key: 'k', direction: 'none' }}>
      <Screen />
    </PlaceContext>,
  );
}

it('the inbox has market days and market times', async () => {
  answering({
    noticeList: () => ({
      list: [notice('5', MARKET_TIME), notice('4', '2026-12-01T15:29:40+05:30')],
      nextCursor: null,
    }),
    unreadNotices: () => ({ all: 0, task: 0, system: 0, transaction: 0 }),
  });
  const screen = await page('/pages/personal/notice/index', Notices);
  await expect.element(screen.getByText('11:12')).toBeVisible();
  await expect.element(screen.getByText('15:29')).toBeVisible();
  const days = screen.getByRole('heading', { level: 2 }).elements();
  expect(days.map(({ textContent }) => textContent)).toEqual(['Today', 'Tue 1 Dec']);
});

it('a notice says its market time first, and the reader’s own by name', async () => {
  answering({ noticeList: () => ({ list: [notice('5', MARKET_TIME)], nextCursor: null }) });
  const screen = await page('/pages/personal/notice/details?id=5', NoticeDetails);
  await expect.element(screen.getByText('Wed\u00a02\u00a0Dec, 11:12')).toBeVisible();
  await expect.element(screen.getByText(/28 Nov.*, your clock/)).toBeVisible();
});

it('an alert was met at a market time', async () => {
  const alert = { id: '1', code: 'AAMRAI', name: 'Aamrai', condition: 'above', price: '1300.00', label: null } as const;
  answering({
    alerts: () => ({
      list: [
        { ...alert, paused: false, at: AT, updatedAt: AT, metAt: AT, metMarketTime: MARKET_TIME, metPrice: '1301.00' },
      ],
    }),
  });
  const screen = await page('/pages/personal/alerts/index', Alerts);
  await expect.element(screen.getByText('met at 1,301.00, Wed\u00a02\u00a0Dec, 11:12')).toBeVisible();
});

it('a trigger fired at a market time', async () => {
  const trigger = {
    id: '1',
    code: 'AAMRAI',
    side: 'sell',
    quantity: 5,
    legs: [{ condition: 'below', triggerPrice: '1300.00', price: '1299.00' }],
    state: 'fired',
    firedLeg: 0,
    firedAt: AT,
    firedMarketTime: MARKET_TIME,
    order: { id: '9', state: 'complete', quantity: 5, filledQuantity: 5, averagePrice: '1299.50' },
  } as unknown as Trigger;
  const screen = await show(<TriggerRow trigger={trigger} />);
  await expect.element(screen.getByText(/Wed.2.Dec, 11:12/)).toBeVisible();
});

it('an application was made on a market day', async () => {
  const application = {
    id: 'IPO-VAIDURYA-0-000001',
    kind: 'ipo',
    code: 'VAIDURYA',
    name: 'Vaidurya Gems',
    lots: 2,
    amount: '30000.00',
    state: 'subscribed',
    offeringState: 'in_progress',
    signingEndsMarketTime: null,
    at: AT,
    marketDate: '2026-12-02',
  } as unknown as Application;
  const screen = await show(
    <>
      <ApplicationRows applications={[application]} path="/pages/market/newStock/records" />
      <ApplicationHistory application={application} />
    </>,
  );
  await expect.element(screen.getByText(/IPO.*Wed 2 Dec/)).toBeVisible();
  expect(document.body.textContent).not.toMatch(OWN);
});
