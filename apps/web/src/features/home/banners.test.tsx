import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { loadTexts } from '#i18n/index.ts';
import { whenIdle } from '#shell/when-idle.ts';
import { drawn, show } from '../../../test/show.tsx';
import BannerCarousel from './banner-carousel.tsx';
import Banners from './banners.tsx';

const banner = (id: string) => ({
  id,
  image: '/a.svg',
  title: `Banner ${id}`,
  text: 'Begin',
  link: '/pages/news/index',
});

/** After what a component left for an idle page: a busy machine has none, so not later than `whenIdle` waits. */
const idle = () => new Promise<unknown>((resolve) => void whenIdle(() => resolve(drawn())));

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
  await idle();
  expect(document.activeElement).toBe(link);
  await userEvent.tab();
  await expect.element(screen.getByRole('button', { name: 'Banner 2 of 2' })).toBeVisible();
});

/** A busy machine takes some frames. */
const until = async (isTrue: () => boolean) => {
  for (let frames = 0; !isTrue() && frames < 100; frames += 1) await drawn();
};

const turns = () => until(() => vi.getTimerCount() > 0);
const stands = () => until(() => vi.getTimerCount() === 0);

async function carousel() {
  await loadTexts(['home']);
  const screen = await show(<BannerCarousel banners={['one', 'two', 'three'].map(banner)} />);
  const link = () => screen.container.querySelector<HTMLElement>(':not([inert]) > a')!;
  const shown = () => link().textContent;
  const pass = async (ms: number) => {
    const isTurning = vi.getTimerCount() > 0;
    vi.advanceTimersByTime(ms);
    await drawn();
    if (isTurning) await turns();
    return shown();
  };
  const press = (name: string) => (screen.getByRole('button', { name }).element() as HTMLElement).click();
  await turns();
  return { link, shown, pass, press };
}

describe('several banners', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('stay 5000 ms each, and the first comes after the last', async () => {
    const { pass } = await carousel();
    expect(await pass(4999)).toBe('Banner oneBegin');
    expect(await pass(1)).toBe('Banner twoBegin');
    expect(await pass(5000)).toBe('Banner threeBegin');
    expect(await pass(5000)).toBe('Banner oneBegin');
  });

  it('stand while they are paused, and turn again afterwards', async () => {
    const { pass, press } = await carousel();
    press('Stop the banners');
    await stands();
    expect(await pass(60_000)).toBe('Banner oneBegin');
    press('Let the banners turn');
    await turns();
    expect(await pass(5000)).toBe('Banner twoBegin');
  });

  it('stand under a mouse and are turned by dots and by keys', async () => {
    const { link, shown, pass, press } = await carousel();
    link().dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
    await stands();
    expect(await pass(60_000)).toBe('Banner oneBegin');
    press('Banner 3 of 3');
    await expect.poll(shown).toBe('Banner threeBegin');
    const key = (name: string) => link().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
    key('ArrowRight');
    await expect.poll(shown).toBe('Banner oneBegin');
    key('ArrowLeft');
    await expect.poll(shown).toBe('Banner threeBegin');
  });
});

it('one banner alone has nothing to turn', async () => {
  const screen = await show(<Banners banners={[banner('one')]} />);
  await import('./banner-carousel.tsx');
  await idle();
  expect(screen.getByRole('button').elements()).toHaveLength(0);
});
