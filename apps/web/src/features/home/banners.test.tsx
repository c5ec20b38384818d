import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { loadTexts } from '#i18n/index.ts';
import { show } from '../../../test/show.tsx';
import Banners from './banners.tsx';

const banner = (id: string) => ({
  id,
  image: '/a.svg',
  title: `Banner ${id}`,
  text: 'Begin',
  link: '/pages/news/index',
});

it('the first banner stands at once, and all of them turn when the page is idle', async () => {
  await loadTexts(['home']);
  const screen = await show(<Banners banners={[banner('one'), banner('two')]} />);
  expect(screen.container.querySelectorAll('a')).toHaveLength(1);
  await expect.element(screen.getByRole('link', { name: /Banner one/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Banner 2 of 2' })).toBeVisible();
  expect(screen.container.querySelectorAll('a')).toHaveLength(2);
});

it('nothing takes the banner away from a reader who is on it with the keyboard', async () => {
  await loadTexts(['home']);
  const screen = await show(<Banners banners={[banner('one'), banner('two')]} />);
  const link = screen.getByRole('link', { name: /Banner one/ }).element() as HTMLElement;
  link.focus();
  await import('./banner-carousel.tsx');
  await new Promise((resolve) => void requestIdleCallback(() => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(link);
  await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'Banner 2 of 2' })).toBeVisible();
});

it('one banner alone has nothing to turn', async () => {
  const screen = await show(<Banners banners={[banner('one')]} />);
  await import('./banner-carousel.tsx');
  await new Promise((resolve) => void requestIdleCallback(() => requestAnimationFrame(resolve)));
  expect(screen.getByRole('button').elements()).toHaveLength(0);
});
