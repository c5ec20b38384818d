import { beforeEach, expect, it } from 'vitest';
import { useSession } from '#api/session.ts';
import type { Position } from '#features/positions/totals.ts';
import { replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Records from './records.tsx';

/** Ten shares bought at 1,000 that a split made a hundred, all sold at 110. */
const split: Position = {
  id: '7',
  code: 'CHAKRAVALA',
  name: 'Chakravala Technologies',
  product: 'delivery',
  state: 'historical',
  direction: 'long',
  quantity: 0,
  sellableQuantity: 0,
  settledQuantity: 0,
  lockedQuantity: 0,
  lockedUntil: null,
  listsOn: null,
  margin: '0.00',
  marginCall: null,
  adjusted: null,
  cost: '10000.00',
  buyingPrice: '1000.00',
  marketPrice: '110.00',
  marketValue: '0.00',
  totalProfit: '1000.00',
  profitPercent: '10.00',
  todayProfit: '0.00',
  buyTime: 1_795_335_656_582,
  buyMarketTime: '2026-11-25T10:41:08+05:30',
  sellQuantity: 100,
  sellingPrice: '110.00',
  sellTime: 1_795_335_956_582,
  closedOn: '2026-11-27',
  fee: '0.00',
  profitAmount: '1000.00',
};

beforeEach(() => useSession.setState({ token: 'T', device: 'D', userInfo: undefined }));

it('a closed position has its profit in per cent of its cost, also where a split gave more shares to sell', async () => {
  const path = '/pages/personal/position/records';
  replace(path);
  answering({ closedPositions: () => ({ list: [split], nextCursor: null }) });
  const route = findRoute(path);
  if (!route) throw new Error('no such route');
  const screen = await show(
    <PlaceContext value={{ route, key: 'k', direction: 'none' }}>
      <Records />
    </PlaceContext>,
  );
  const row = screen.getByRole('button', { name: /CHAKRAVALA/ });
  await expect.element(row).toBeVisible();
  expect(row.element().textContent).toMatch(/10\.00\s?%/);
});
