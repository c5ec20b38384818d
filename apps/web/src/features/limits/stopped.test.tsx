import type { Data } from '@khara/contract';
import { DAY_MS } from '@khara/rules';
import { page } from 'vitest/browser';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#api/client.ts';
import { useSession } from '#api/session.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Stopped from './stopped.tsx';

const AT = Date.UTC(2026, 10, 26, 5, 32); // 11:02 in India
const now: Data<'ownLimits'> = {
  limits: [
    { kind: 'day_loss', value: null, used: '0.00' },
    { kind: 'day_orders', value: '1', used: '1' },
    { kind: 'largest_order', value: null },
    { kind: 'no_intraday', value: null },
  ],
  pause: null,
  todayProfit: '0.00',
  marketDate: '2026-11-26',
  nextDate: '2026-11-27',
  looser: { notBefore: AT + DAY_MS, fromDate: null },
  pauses: { market_day: '2026-11-27', '24h': AT + DAY_MS, '7d': AT + 7 * DAY_MS },
  openOrders: 0,
  at: AT,
};
const place = { route: findRoute('/pages/market/buy')!, key: 'k', direction: 'none' } as const;
const draft = {
  code: 'THEWA',
  side: 'buy',
  quantity: '1',
  price: '',
  trigger: '',
  type: 'market',
  product: 'delivery',
};
/** As the refusal came. */
const refused = { message: 'You have placed 1', details: { limit: 1, used: 1, until: '2026-11-27' } };

beforeEach(() => {
  queryClient.clear();
  useSession.setState({ token: `T${Math.random()}`, device: 'D', userInfo: undefined });
});

/** Answers the limits as they were, and then these. */
async function showing(later: Data<'ownLimits'>, said: Partial<typeof refused> = refused, first = now) {
  let limits = first;
  let asked = 0;
  answering({ ownLimits: () => ({ ...limits, at: AT + (asked += 1) }) });
  const onEnd = vi.fn();
  await show(
    <PlaceContext value={place}>
      <Stopped
        reason={first.pause ? 'own_limit_pause' : 'own_limit_day_orders'}
        message={said.message}
        details={said.details}
        draft={draft as never}
        price={undefined}
        title="Buy THEWA"
        onBack={() => {}}
        onEnd={onEnd}
      />
    </PlaceContext>,
  );
  await expect.element(page.getByText('Your own limit stopped this')).toBeVisible();
  await expect.element(page.getByText('None of your orders is in the book.')).toBeVisible(); // by the first answer
  return {
    onEnd,
    goOn: async () => {
      limits = later;
      await queryClient.invalidateQueries();
    },
  };
}
it('keeps the day that the refusal named while other days begin', async () => {
  const { onEnd, goOn } = await showing({ ...now, marketDate: '2026-11-27', nextDate: '2026-11-30' });
  await expect.element(page.getByText('Fri 27 Nov (market date)')).toBeVisible();
  await goOn();
  await expect.element(page.getByText('You have placed 1')).toBeVisible();
  await expect.element(page.getByText('Fri 27 Nov (market date)')).toBeVisible();
  expect(onEnd).not.toHaveBeenCalled();
});

it('keeps the day that stood there when a warning led to it', async () => {
  const { goOn } = await showing({ ...now, marketDate: '2026-11-27', nextDate: '2026-11-30' }, {});
  await expect.element(page.getByText('Fri 27 Nov (market date)')).toBeVisible();
  await goOn();
  await expect.element(page.getByText('Fri 27 Nov (market date)')).toBeVisible();
});

it('ends by itself once the orders of the day begin anew', async () => {
  const limits = now.limits.map((limit) => (limit.kind === 'day_orders' ? { ...limit, used: '0' } : limit));
  const { onEnd, goOn } = await showing({ ...now, limits, marketDate: '2026-11-27', nextDate: '2026-11-30' });
  expect(onEnd).not.toHaveBeenCalled();
  await goOn();
  await expect.poll(() => onEnd.mock.calls.length).toBeGreaterThan(0);
});

it('ends with a pause, and names its instant until then', async () => {
  const paused = { ...now, pause: { until: AT + DAY_MS, untilDate: null } };
  const { onEnd, goOn } = await showing(now, {}, paused);
  await expect.element(page.getByText('You paused new positions until Fri 27 Nov, 11:02, your clock.')).toBeVisible();
  expect(onEnd).not.toHaveBeenCalled();
  await goOn();
  await expect.poll(() => onEnd.mock.calls.length).toBeGreaterThan(0);
});
