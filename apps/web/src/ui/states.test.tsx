import { expect, it, vi } from 'vitest';
import { show } from '../../test/show.tsx';
import { ListEnd } from './list-end.tsx';
import { Empty, ErrorBlock, ErrorCard, Skeleton, SkeletonRows } from './states.tsx';

it('a page that did not load is one button that loads it again, and says what is safe and why', async () => {
  const again = vi.fn<() => void>();
  const screen = await show(<ErrorBlock cause="http 503" onRetry={again} />);
  await expect.element(screen.getByText('Tap the screen to retry')).toBeVisible();
  const page = screen.getByRole('button').first();
  await expect.element(page).toMatchTextContent(/Nothing is lost/);
  await expect.element(page).toMatchTextContent(/http 503/);
  await page.click();
  expect(again).toHaveBeenCalledOnce();
});

it('a part that failed is tapped by itself', async () => {
  const again = vi.fn<() => void>();
  const screen = await show(<ErrorCard cause="timeout" onRetry={again} />);
  await screen.getByRole('button').first().click();
  expect(again).toHaveBeenCalledOnce();
});

it('what comes within 200 ms needs no skeleton', async () => {
  vi.useFakeTimers();
  const screen = await show(<Skeleton>bars</Skeleton>);
  await vi.advanceTimersByTimeAsync(199);
  expect(screen.getByRole('status', { name: 'Loading' }).query()).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  await expect.element(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
});

it('rows that wait are no wider than a narrow phone', async () => {
  const screen = await show(
    <div data-testid="phone" style={{ width: 288, overflow: 'hidden' }}>
      <SkeletonRows rows={1} lead />
    </div>,
  );
  await expect.element(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
  const phone = screen.getByTestId('phone').element();
  expect(phone.scrollWidth).toBe(phone.clientWidth);
});

it('an empty list says so, and offers the one thing to do', async () => {
  const search = vi.fn<() => void>();
  const screen = await show(<Empty icon="search" title="No data" action={{ label: 'Search', onPress: search }} />);
  await expect.element(screen.getByRole('heading', { name: 'No data' })).toBeVisible();
  await screen.getByRole('button', { name: 'Search' }).click();
  expect(search).toHaveBeenCalledOnce();
});

it('the end of a list asks for more while it is in sight, again every 350 ms, and then says “No more”', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const more = vi.fn<() => void>();
  const screen = await show(<ListEnd hasMore loading={false} onMore={more} />);
  await expect.poll(() => more.mock.calls.length).toBe(1);
  await vi.advanceTimersByTimeAsync(350);
  expect(more).toHaveBeenCalledTimes(2);
  // While a page is on its way it is not asked for twice.
  await screen.rerender(<ListEnd hasMore loading onMore={more} />);
  await vi.advanceTimersByTimeAsync(3500);
  expect(more).toHaveBeenCalledTimes(2);
  await screen.rerender(<ListEnd hasMore={false} loading={false} onMore={more} />);
  await expect.element(screen.getByText('No more')).toBeVisible();
  await vi.advanceTimersByTimeAsync(3500);
  expect(more).toHaveBeenCalledTimes(2);
});

it('each empty page has a rosette of its own, the same whenever it is seen', async () => {
  const screen = await show(
    <>
      <Empty icon="star" title="No list yet" />
      <Empty icon="star" title="No alert yet" />
      <Empty icon="star" title="No list yet" />
    </>,
  );
  const [list, alert, again] = [...screen.container.querySelectorAll('svg[viewBox^="-130"]')].map((it) => it.innerHTML);
  expect(list).toContain('<ellipse');
  expect(alert).not.toBe(list);
  expect(again).toBe(list);
});
