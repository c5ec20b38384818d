import { expect, test } from '@playwright/test';
import { base } from './phone.ts';

/** A browser that keeps no site data throws where a page only names its storage. */
test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
});

test('without storage a phone goes back, a desk has its pages and the back office its sign-in', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`${base()}/h5/#/pages/market/index`);
  await page.locator('a[href*="details?code="]').first().click();
  await expect(page).toHaveURL(/details\?code=/);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/pages\/market\/index/);
  await page.goto(`${base()}/h5/#/pages/login/index`);
  const note = page.getByText('This browser keeps no site data.');
  await expect(note).toBeVisible();
  const [above, below] = [
    await note.boundingBox(),
    await page.getByText('Phone number', { exact: true }).boundingBox(),
  ];
  expect(below!.y - above!.y - above!.height, 'the note stands on the first field').toBeGreaterThan(16);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of ['/pages/market/index', '/pages/index/rules/index']) {
    await page.goto(`${base()}/h5/#${path}`);
    await page.reload();
    await expect(page.locator('[data-pane=main]')).toContainText(/\w/);
  }
  await page.goto(`${base()}/console/`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(errors).toEqual([]);
});
