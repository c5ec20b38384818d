import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Home from './home.tsx';

const route = findRoute('/');
if (!route) throw new Error('no such route');
const none = { list: [], nextCursor: null };

async function showHome() {
  answering({
    homeBanner: () => [
      { id: 'a', image: '/a.svg', title: 'Your first trade', text: 'Begin', link: '/pages/news/index' },
    ],
    marketList: () => ({ ...none, breadth: { rising: 0, unchanged: 0, falling: 0, untraded: 0 } }),
    newStocks: () => none,
    articles: () => none,
    serviceAddress: () => ({ url: '/pages/index/messages/index' }),
  });
  return show(
    <PlaceContext value={{ route: route!, key: 'k', direction: 'none' }}>
      <Home />
    </PlaceContext>,
  );
}

it('offers its guest the language of a phone of India, whose first one is English', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-IN', 'hi-IN', 'en']);
  localStorage.removeItem('lang');
  await showHome();
  await expect.element(page.getByRole('button', { name: 'हिन्दी में देखें' })).toBeVisible();
});

it('has the banners above every list, and leads to help in one tap', async () => {
  const screen = await showHome();
  const banner = screen.getByRole('link', { name: /Your first trade/ });
  await expect.element(banner).toBeVisible();
  const heads = screen.getByRole('main').getByRole('heading', { level: 2 });
  await expect.element(heads.filter({ hasText: 'The market now' })).toBeVisible();
  const [, ...lists] = heads.elements(); // after that of the invitation
  for (const list of lists)
    expect(banner.element().compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await expect.element(screen.getByRole('button', { name: 'Help and certificate' })).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Support' }))
    .toHaveAttribute('href', '#/pages/index/messages/index');
  expect(document.title).toBe('Home · Khara');
});

it('has the market beside what is one’s own on a phone that lies on its side', async () => {
  await page.viewport(740, 360);
  const screen = await showHome();
  const [own, market] = ['Practise before it counts', 'The market now'].map((name) =>
    screen.getByRole('heading', { level: 2, name }),
  );
  await expect.element(market!).toBeVisible();
  const [left, right] = [own!, market!].map((part) => part.element().getBoundingClientRect());
  expect(right!.left).toBeGreaterThanOrEqual(left!.right);
  expect(right!.top).toBeLessThan(left!.bottom);
  await page.viewport(390, 844);
  const below = market!.element().getBoundingClientRect();
  expect(below.top).toBeGreaterThan(own!.element().getBoundingClientRect().bottom);
});
