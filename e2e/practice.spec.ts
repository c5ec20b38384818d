import { expect, test, type Locator } from '@playwright/test';
import { fill } from '@khara/texts';
import { escaped, swipeRight } from './gestures.ts';
import { base, Phone, type Look } from './phone.ts';
import { LOGIN_PASSWORD, Trader } from './trader.ts';

/*
 * A practice account: from the first page to the first fill, kept with a phone, and what a browser without
 * its key does.
 */

const LOOKS: readonly Look[] = [
  { language: 'en', theme: 'white' },
  { language: 'hi', theme: 'darkblue' },
];

test('what waits on Home pushes nothing down: when an account has begun, and when Home is opened again', async ({
  page,
}) => {
  const phone = new Phone(page, LOOKS[0]!);
  await phone.setUp();
  const { texts } = phone;
  const banner = page.locator('[aria-roledescription=carousel]').first();
  await phone.open('/');
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: texts.home.start }).click();
  /** Where the banners have stood, one after the other. */
  const follow = () =>
    banner.evaluate((place) => {
      const tops: number[] = [];
      Object.assign(window, { tops });
      requestAnimationFrame(function look() {
        const top = Math.round(place.getBoundingClientRect().top);
        if (place.isConnected && tops.at(-1) !== top) tops.push(top);
        requestAnimationFrame(look);
      });
    });
  await follow();
  const sheet = page.getByRole('dialog', { name: texts.start.title });
  await sheet.getByRole('button', { name: texts.start.start }).click();
  await expect(page.getByText(texts.start.missionTitle)).toBeVisible();
  const tops = await page.evaluate(() => (window as unknown as { tops: number[] }).tops);
  expect(tops, 'of the guest’s, and of the member’s page').toHaveLength(2);

  await page.addInitScript(() => {
    let moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) moved += entry.value;
      Object.assign(window, { moved });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.reload();
  await expect(page.getByText(texts.start.missionTitle)).toBeVisible();
  await expect(page.locator('main a[href*="details?code="]').first()).toBeVisible();
  expect(await page.evaluate(() => (window as { moved?: number }).moved ?? 0)).toBeLessThan(0.01);
});

for (const look of LOOKS) {
  test(
    `starts without a phone and buys its first share in six taps, ${look.language} ${look.theme}`,
    { tag: look.language === 'en' ? [] : '@long' },
    async ({ page, browser }) => {
      const phone = new Phone(page, look);
      await phone.setUp();
      const { texts } = phone;
      const watcher = await Trader.arrive(base());
      await watcher.marketOpen();
      let taps = 0;
      const tap = async (on: Locator): Promise<void> => {
        await on.click();
        taps += 1;
      };
      await phone.open('/');
      await phone.picture('practice-guest');
      await tap(page.getByRole('button', { name: texts.home.start }));
      const sheet = page.getByRole('dialog', { name: texts.start.title });
      await expect(sheet.getByText(texts.start.notElsewhere)).toBeVisible();
      await phone.picture('practice-sheet');
      await tap(sheet.getByRole('button', { name: texts.start.start }));
      await expect(page.getByText(texts.start.done)).toBeVisible();
      await expect(page.getByText(texts.home.deviceOnly)).toBeVisible();
      await expect(page.getByText(texts.start.missionTitle)).toBeVisible();
      await expect(sheet).toHaveCount(0);
      await phone.picture('practice-ready');
      // The title of a share's row, not its star.
      const row = page.locator('main a[href*="details?code="]').first(); // indices stand below
      const code = new URLSearchParams((await row.getAttribute('href'))!.split('?')[1]).get('code')!;
      await tap(row);
      await tap(
        page
          .getByRole('button', { name: texts.stock.buy, exact: true })
          .or(page.getByRole('link', { name: texts.stock.buy, exact: true }))
          .first(),
      );
      await expect(page.getByRole('radio', { name: texts.ticket.market, exact: true })).toBeChecked();
      const action = fill(texts.ticket.actionBuy, { quantity: 1, code });
      const swipe = page.getByRole('button', { name: new RegExp(escaped(action)) });
      await expect(swipe).toBeEnabled();
      await phone.picture('practice-ticket');
      await swipeRight(page, swipe);
      taps += 1;
      await expect(page.getByText(texts.orders.state.complete, { exact: true }).first()).toBeVisible();
      expect(taps).toBeLessThanOrEqual(6);
      await expect(page.getByRole('dialog')).toHaveCount(0); // no password was asked for
      expect(phone.complaints).toEqual([]);

      // After the first fill it asks once whether to keep the account.
      await phone.open('/');
      await expect(page.getByText(texts.start.askTitle)).toBeVisible();
      await phone.picture('practice-reminder');
      await page.getByRole('button', { name: texts.start.keepIt }).click();
      await phone.picture('practice-keep');
      await phone.fits();
      const { login, nav, start, password } = texts;
      const number = `9${String(Date.now()).slice(-9)}`;
      await page.getByLabel(login.phone).fill(number);
      await page.getByLabel(login.password, { exact: true }).fill(LOGIN_PASSWORD);
      await page.getByLabel(login.passwordAgain).fill(LOGIN_PASSWORD);
      await page.getByLabel(start.pin).fill('482916');
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: nav.keepAccount }).click();
      // Not its toast, in whose place that of a notice may come.
      await expect(page.getByText(texts.home.total)).toBeVisible();
      await expect(page.getByText(start.askTitle)).toHaveCount(0);

      // From now on an order asks for the password, and another phone opens the same account.
      await phone.open(`/pages/market/buy?code=${code}&side=sell`);
      const sell = page.getByRole('button', {
        name: new RegExp(escaped(fill(texts.ticket.actionSell, { quantity: 1, code }))),
      });
      await expect(sell).toBeEnabled();
      await swipeRight(page, sell);
      await expect(page.getByRole('dialog', { name: password.title })).toBeVisible();
      const other = await browser.newContext({ serviceWorkers: 'block' });
      const elsewhere = new Phone(await other.newPage(), look);
      await elsewhere.setUp();
      await elsewhere.open('/pages/login/index');
      await elsewhere.page.getByLabel(login.phone).fill(number);
      await elsewhere.page.getByLabel(login.password, { exact: true }).fill(LOGIN_PASSWORD);
      await elsewhere.page.getByRole('button', { name: login.login, exact: true }).click();
      await expect(elsewhere.page.getByText(texts.home.total)).toBeVisible();
      await elsewhere.open('/pages/personal/position/index');
      await expect(elsewhere.page.getByText(code).first()).toBeVisible();
      await other.close();
      expect(phone.complaints).toEqual([]);
    },
  );
}

test('waits for its phone on pages that need one, also on the narrowest screen', async ({ page }) => {
  const phone = new Phone(page, { language: 'en', theme: 'white' });
  await phone.setUp();
  await page.setViewportSize({ width: 320, height: 640 });
  const { home, login, nav, start } = phone.texts;
  await phone.open('/pages/login/index');
  await phone.fits();
  await phone.picture('practice-login-320');
  await page.getByRole('button', { name: login.start }).click();
  await phone.picture('practice-sheet-320');
  await page.getByRole('button', { name: start.start }).click();
  await expect(page.getByText(home.deviceOnly)).toBeVisible();
  await phone.fits();
  await phone.picture('practice-ready-320');
  await phone.open('/pages/personal/index');
  await expect(page.getByText(phone.texts.nav.afterKeeping).first()).toBeVisible();
  await phone.fits();
  await phone.picture('practice-personal-320');
  await page.getByText(nav.kyc, { exact: true }).click();
  await expect(page.getByText(start.everything)).toBeVisible();
  await phone.fits();
  await phone.picture('practice-keep-320');
  await page.getByText(nav.deviceLost).click();
  await expect(page.getByText(start.notKeptErased)).toBeVisible();
  await phone.fits();
  await phone.picture('practice-lost-320');
  expect(phone.complaints).toEqual([]);
});
