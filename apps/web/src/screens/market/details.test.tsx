import type { Data } from '@khara/contract';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#api/client.ts';
import { queryKey } from '#api/query-keys.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { stock } from '../../../test/stock.ts';
import Details from './details.tsx';
import { Statistics } from './statistics.tsx';

const PATH = '/pages/market/details';
const never = (): Promise<never> => new Promise(() => undefined);

/** As a list answers it. */
const listed = (more: Parameters<typeof stock>[0] = {}): Data<'marketList'> => ({
  list: [{ ...stock(more), sector: undefined }],
  nextCursor: null,
  breadth: { rising: 1, unchanged: 0, falling: 0, untraded: 0 },
});

async function opened(code: string, marketDetail: () => Data<'marketDetail'> | Promise<never> = never) {
  answering({ marketDetail, calendar: never, candles: never });
  location.hash = `#${PATH}?code=${code}`;
  const route = { path: PATH, title: 'stockDetails', texts: [], screen: never } as const;
  const screen = await show(
    <PlaceContext value={{ route, key: 'k', direction: 'none' }}>
      {/* As high as the window, which the app's frame makes it. */}
      <div style={{ display: 'flex', flexDirection: 'column', height: '100vh' }}>
        <Details />
      </div>
    </PlaceContext>,
  );
  onTestFinished(async () => {
    await screen.unmount();
    location.hash = '';
    queryClient.clear();
  });
  return screen;
}

it('has the name and the price of the row that led here, before its own answer', async () => {
  queryClient.setQueryData([...queryKey('marketList', { type: 'all' }), 'pages'], {
    pages: [listed({ price: '1320.00', at: 1 })],
    pageParams: [null],
  });
  queryClient.setQueryData(queryKey('marketList', { type: 'active' }), listed({ price: '1324.60', at: 2 }));
  const screen = await opened('CHAKRAVALA');
  await expect.element(screen.getByText('Chakravala Technologies')).toBeVisible();
  await expect.element(screen.getByText('1,324.60')).toBeVisible();
  await expect.element(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
});

it('has a skeleton alone where no list had the share', async () => {
  const screen = await opened('CHAKRAVALA');
  await expect.element(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
  await expect.element(screen.getByText('1,324.60')).not.toBeInTheDocument();
});

it('has its price above Buy on a phone that lies on its side, and its chart has the place', async () => {
  await page.viewport(740, 360);
  const screen = await opened('CHAKRAVALA', () => stock({ price: '1324.60' }));
  const price = screen.getByText('1,324.60').first();
  await expect.element(price).toBeVisible();
  const buy = screen.getByRole('button', { name: 'Buy', exact: true });
  const [above, below, chart] = [price, buy, screen.getByRole('main')].map((part) =>
    part.element().getBoundingClientRect(),
  );
  expect(above!.bottom).toBeLessThan(below!.top);
  expect(above!.left).toBeGreaterThanOrEqual(chart!.right);
  await page.viewport(390, 844);
  await expect.element(screen.getByRole('contentinfo')).not.toHaveTextContent('1,324.60');
});

it('says in the place of the P/E of a loss that it is one', async () => {
  const screen = await show(<Statistics stock={stock({ pe: null, peWord: 'loss' })} />);
  await expect.element(screen.getByText('loss', { exact: true })).toBeVisible();
});
