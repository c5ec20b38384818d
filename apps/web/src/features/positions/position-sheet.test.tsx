import { beforeEach, expect, it } from 'vitest';
import { useSession } from '#api/session.ts';
import { replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import Positions from '#screens/positions/positions.tsx';
import { findRoute } from '#shell/route-table.ts';
import { show } from '../../../test/show.tsx';
import { answering } from '../../../test/server.ts';
import { PositionSheet } from './position-sheet.tsx';
import type { Position } from './totals.ts';

const held: Position = {
  id: '7',
  code: 'CHAKRAVALA',
  name: 'Chakravala Technologies',
  product: 'delivery',
  state: 'in_position',
  direction: 'long',
  quantity: 10,
  sellableQuantity: 10,
  settledQuantity: 10,
  lockedQuantity: 0,
  lockedUntil: null,
  listsOn: null,
  margin: '0.00',
  marginCall: null,
  adjusted: null,
  cost: '13000.00',
  buyingPrice: '1300.00',
  marketPrice: '1324.60',
  marketValue: '13246.00',
  totalProfit: '246.00',
  profitPercent: '1.89',
  todayProfit: '46.00',
  buyTime: 1_795_335_656_582,
  buyMarketTime: '2026-11-25T10:41:08+05:30',
  sellQuantity: 0,
  sellingPrice: null,
  sellTime: null,
  closedOn: null,
  fee: '15.60',
  profitAmount: '0.00',
};

const DIVIDEND = {
  id: 'CHAKRAVALA-2026-11-26',
  code: 'CHAKRAVALA',
  name: 'Chakravala Technologies',
  exDate: '2026-11-26',
  paysOn: '2026-12-09',
  quantity: 10,
  gross: '500.00',
  tax: '50.00',
  net: '450.00',
  paidAt: null,
};

beforeEach(() => useSession.setState({ token: 'T', device: 'D', userInfo: undefined }));

async function positionsOf(position: Position) {
  replace('/pages/personal/position/index');
  answering({
    positions: () => ({ list: [position], nextCursor: null }),
    dayPositions: () => ({ list: [] }),
    fills: () => ({ list: [], nextCursor: null }),
    calendar: () => ({ list: [], nextCursor: null }),
    dividends: () => ({ toCome: '450.00', list: [DIVIDEND] }),
  });
  const route = findRoute('/pages/personal/position/index');
  if (!route) throw new Error('no such route');
  return show(
    <PlaceContext value={{ route, key: 'k', direction: 'none' }}>
      <Positions />
    </PlaceContext>,
  );
}

it('a position names its figures as the catalogue does, and its state', async () => {
  const screen = await positionsOf(held);
  for (const label of ['Total profit (if sold now, before charges)', 'Cost', 'Market value'])
    await expect.element(screen.getByText(label, { exact: true })).toBeVisible();

  await screen.getByRole('button', { name: /CHAKRAVALA/ }).click();
  await screen.getByRole('button', { name: 'Details' }).click();
  const sheet = screen.getByRole('dialog');
  await expect.element(sheet.getByText('Total profit', { exact: true })).toBeVisible();
  await expect.element(sheet.getByText('Dividend, pays on Wed 9 Dec')).toBeVisible();
  const text = sheet.element().textContent;
  expect(text).toMatch(/Buy time.*Wed.25.Nov, 10:41.*your clock/);
  expect(text).toMatch(/State.*In position.*Quantity.*10.*Cost.*13,000\.00/);
  expect(text).toMatch(/Fee.*15\.60.*Market value.*13,246\.00.*Total profit.*246\.00/);
});

it('an intraday position that went over an ex-date says what that added or took', async () => {
  const left = {
    ...held,
    product: 'intraday',
    direction: 'short',
    adjusted: { quantity: -90, amount: '-12.50' },
  } as const;
  answering({ fills: () => ({ list: [], nextCursor: null }) });
  const screen = await show(<PositionSheet position={left} open onClose={() => undefined} />);
  const sheet = screen.getByRole('dialog');
  await expect.element(sheet.getByText('Left over an ex-date, adjusted by')).toBeVisible();
  expect(sheet.element().textContent).toMatch(/adjusted by.*[-−]90.*shares,.*₹.*12\.50/);
});

it('a position says what of it is locked in, until when, and what can be sold', async () => {
  const screen = await positionsOf({ ...held, sellableQuantity: 4, lockedQuantity: 6, lockedUntil: '2027-05-25' });
  const row = screen.getByRole('button', { name: /CHAKRAVALA/ });
  await expect.element(row).toBeVisible();
  expect(row.element().textContent).toMatch(/Locked.in/);
  await row.click();
  await expect.element(screen.getByRole('button', { name: 'Details' })).toBeVisible();
  expect(document.body.textContent).toMatch(/Can.be.sold.now4.*6,.until.*25/);
});
