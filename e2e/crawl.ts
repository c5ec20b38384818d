import { expect, type Page } from '@playwright/test';
import { shutsOut } from './axe.ts';
import type { Phone } from './phone.ts';

/** Counts what the page has asked for and not been answered yet, in the page itself. */
export function countAsking(): void {
  const count = window as unknown as { asking: number; answeredAt: number; fetch: typeof fetch }; // put there here
  const { fetch } = window;
  Object.assign(count, { asking: 0, answeredAt: 0 });
  count.fetch = async (...request) => {
    count.asking += 1;
    try {
      return await fetch(...request);
    } finally {
      count.asking -= 1;
      count.answeredAt = performance.now();
    }
  };
}

/** Waits until the page has come with everything that it asked for. */
export async function settles({ page, texts }: Phone): Promise<void> {
  await page.waitForFunction((loading) => {
    const { asking, answeredAt } = window as unknown as { asking: number; answeredAt: number }; // by countAsking
    const main = document.querySelector('main:not([data-before])');
    const waits = `[aria-busy="true"], [role="status"][aria-label="${loading}"]`;
    const isStill = asking === 0 && performance.now() - answeredAt > 50; // what came has been drawn
    const places = [...document.querySelectorAll('main, [data-pane]')];
    return isStill && main?.textContent.trim() && places.every((place) => place.querySelector(waits) === null);
  }, texts.common.loading);
}

/** Goes to a route as a link does, and waits until its page has come with everything that it asked for. */
export async function go(phone: Phone, route: string): Promise<void> {
  await phone.page.evaluate((to) => {
    if (location.hash === `#${to}`) return;
    document.querySelector('main')?.setAttribute('data-before', '');
    location.hash = `#${to}`;
  }, route);
  await settles(phone);
}

/** How much wider the page, or what scrolls in it, is than what is seen of it. */
export const tooWide = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[document.documentElement, ...document.querySelectorAll('main, [data-scroller]')].map(
        (e) => e.scrollWidth - e.clientWidth,
      ),
    ),
  );

/** At rest, a screen shuts no reader out, and nothing of it is wider than its window. `name` says which it is. */
export async function expectSound(page: Page, name?: string): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  expect(await shutsOut(page), name).toEqual([]);
  expect(await tooWide(page), name).toBeLessThanOrEqual(0);
}
