import { expect, test, type Page } from '@playwright/test';
import { findMiddle, Finger } from './gestures.ts';
import { Phone } from './phone.ts';

/** From a row to its share's page symbol and price go along. */

/** Keeps what each view transition of the page has carried over. */
const watch = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const carried: string[][] = [];
    Object.assign(globalThis, { carried });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      void transition.ready.then(() => {
        const effects = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '');
        carried.push(effects.filter((name) => name.startsWith('::view-transition-group(share-')).toSorted());
      });
      return transition;
    };
  });
const carried = (page: Page): Promise<string[][]> =>
  page.evaluate(() => (globalThis as unknown as { carried: string[][] }).carried); // as watched above

/** It comes after the first page, and so does what a row opens. */
const ready = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const here = performance.getEntriesByType('resource').map(({ name }) => name);
    return /continui/.test(here.join()) && /\/details-/.test(here.join()) && /\/share-\w+\.json/.test(here.join());
  });

const PAIR = ['::view-transition-group(share-price)', '::view-transition-group(share-symbol)'];

test('a row becomes the head of its page, and the list is where it was left afterwards', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await watch(page);
  const phone = new Phone(page, { language: 'en', theme: 'white' });
  const { common } = phone.texts;
  await phone.setUp();
  await phone.open('/pages/market/index');
  const rows = page.locator('main a[href*="details?code="]');
  await expect(rows.first()).toBeVisible();
  await page.locator('main').evaluate((list) => (list.scrollTop = 700));
  const left = await page.locator('main').evaluate((list) => list.scrollTop);
  await ready(page);
  const inSight = rows.filter({ visible: true }).nth(12);
  const address = (await inSight.getAttribute('href')) ?? '';
  await inSight.click();
  await expect(page.getByRole('heading', { level: 1, name: address.split('=')[1] ?? '' })).toBeVisible();
  expect(page.url()).toContain(address);
  await expect.poll(() => carried(page)).toEqual([PAIR]);

  // Once the page is whole: what it goes back from is there as it was seen.
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('main canvas').first()).toBeVisible();
  await page.getByRole('button', { name: common.back }).click();
  await expect(rows.first()).toBeVisible();
  await expect.poll(() => page.locator('main').evaluate((list) => list.scrollTop)).toBe(left);
  await expect.poll(() => carried(page), 'and its head becomes the row again').toEqual([PAIR, PAIR]);
  await expect(page.locator(`main a[href="${address}"]`)).toBeInViewport();
  await expect(page.locator('[style*="view-transition-name"]')).toHaveCount(0);
});

test('a way back that the browser or a finger has shown already is shown once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await watch(page);
  const phone = new Phone(page, { language: 'en', theme: 'white' });
  await phone.setUp();
  await phone.open('/pages/market/index');
  await ready(page);
  const rows = page.locator('main a[href*="details?code="]');
  const heading = page.getByRole('heading', { level: 1 });
  const market = await heading.textContent();

  await rows.first().click();
  await expect.poll(() => carried(page)).toEqual([PAIR]);
  // As a browser says it whose own swipe has moved the page.
  await page.evaluate(() =>
    Object.defineProperty(PopStateEvent.prototype, 'hasUAVisualTransition', { configurable: true, get: () => true }),
  );
  await page.goBack();
  await expect(heading).toHaveText(market ?? '');
  expect(await carried(page)).toEqual([PAIR]);

  await page.evaluate(() =>
    Object.defineProperty(PopStateEvent.prototype, 'hasUAVisualTransition', { configurable: true, get: () => false }),
  );
  await rows.first().click();
  await expect.poll(() => carried(page)).toEqual([PAIR, PAIR]);
  const finger = await Finger.of(page);
  await expect(async () => {
    const { y } = await findMiddle(page.getByRole('main').getByText(phone.texts.common.marketTime)); // above the chart
    await finger.drag({ x: 4, y }, { x: 300, y: y + 6 });
    await expect(page).toHaveURL(/market\/index/, { timeout: 2000 });
  }).toPass();
  await expect(heading).toHaveText(market ?? '');
  expect(await carried(page)).toEqual([PAIR, PAIR]);
});

test('nothing moves for a reader who asks for less of it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watch(page);
  const phone = new Phone(page, { language: 'en', theme: 'white' });
  await phone.setUp();
  await phone.open('/pages/market/index');
  await ready(page);
  const row = page.locator('main a[href*="details?code="]').first();
  const address = (await row.getAttribute('href')) ?? '';
  await row.click();
  await expect(page.getByRole('heading', { level: 1, name: address.split('=')[1] ?? '' })).toBeVisible();
  expect(await carried(page)).toEqual([]);
});
