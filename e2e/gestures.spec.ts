import { fill } from '@khara/texts';
import { expect, test } from '@playwright/test';
import { comesToRest, Finger, findMiddle } from './gestures.ts';
import { base, Phone } from './phone.ts';
import { Trader } from './trader.ts';

const STOCK = 'CHAKRAVALA';

test.use({ trace: 'off' }); // of every step of a finger it would cost more than the finger
test.setTimeout(600_000);

test('what fingers do: tour, pull, hold, swipe, zoom', { tag: '@long' }, async ({ page }) => {
  const trader = await Trader.arrive(base(), 0);
  const phone = new Phone(page, { language: 'hi', theme: 'darkblue' });
  const { home, market, tour, terms, stock, common, nav, watching } = phone.texts;
  await phone.setUp();
  await phone.signedInAs(trader.account);
  const main = page.getByRole('main');

  await test.step('the tour goes from stop to stop, asked for on the page of help', async () => {
    await phone.open('/pages/index/customer/index');
    await main.getByRole('button', { name: tour.again }).tap();
    const stop = page.getByRole('dialog');
    await expect(stop).toContainText(tour.marker);
    await stop.getByRole('button', { name: tour.next }).tap();
    await expect(stop).toContainText(tour.search);
    await expect(stop.getByRole('button', { name: tour.next })).toBeFocused();
    await phone.seesPracticeMarker();
    await phone.picture('tour');
    await page.keyboard.press('Escape');
    await expect(stop).toBeHidden();
    await phone.open('/');
  });

  const finger = await Finger.of(page);

  await test.step('banners turn under the finger, in the specified 500 ms, and can be stopped', async () => {
    const banners = page.locator('[aria-roledescription=carousel]');
    const link = banners.locator('div:not([inert]) > a');
    const pause = banners.getByRole('button', { name: home.bannersPause });
    expect(await link.locator('xpath=../..').evaluate((row) => getComputedStyle(row).transitionDuration)).toBe('0.5s');
    await pause.tap();
    await expect(pause).toBeHidden();
    const before = await link.textContent();
    const { x, y } = await findMiddle(banners);
    await finger.drag({ x: x + 100, y }, { x: x - 100, y });
    await expect(link).not.toHaveText(before!);
    await expect(page, 'a drag opens nothing').toHaveURL(/#\/$/);
    await finger.drag({ x: x - 100, y }, { x: x + 100, y });
    await expect(link).toHaveText(before!);
  });

  await test.step('a pull that goes far enough refreshes, a shorter one springs back', async () => {
    await main.evaluate((element) => element.scrollTo(0, 0));
    const pull = page.locator('[data-phase]');
    await finger.down({ x: 200, y: 250 });
    await finger.moveTo({ x: 200, y: 330 });
    await expect(pull).toHaveText(common.pull.pull);
    await finger.up();
    await expect(pull).toHaveAttribute('data-phase', 'restored');
    const asked = page.waitForRequest(/totalCapital/);
    await finger.down({ x: 200, y: 250 });
    await finger.moveTo({ x: 200, y: 450 });
    await expect(pull).toHaveText(common.pull.release);
    await finger.up();
    await asked;
    await expect(pull).toHaveAttribute('data-phase', 'restored');
  });

  await test.step('a row that is held opens what can be done with it; one that is scrolled does not', async () => {
    await phone.open('/pages/market/index');
    const row = main.getByRole('link', { name: /^[A-Z]+, / }).nth(2);
    const at = await findMiddle(row);
    const sheet = page.getByRole('dialog');
    await finger.down(at);
    await finger.moveTo({ x: at.x, y: at.y - 40 });
    await finger.up();
    await expect(sheet).toHaveCount(0);
    await comesToRest(main);
    const again = await findMiddle(row);
    await comesToRest(main);
    await finger.down(again);
    await expect(sheet.getByText(market.details)).toBeVisible();
    await finger.up();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(page, 'letting go opens nothing').toHaveURL(/market\/index/);
  });

  await test.step('a row that is held leads to alerts on its price, which open once', async () => {
    const row = main.getByRole('link', { name: /^[A-Z]+, / }).nth(2);
    const code = (await row.getAttribute('href'))?.split('code=')[1] ?? '';
    await finger.down(await findMiddle(row));
    await page.getByRole('dialog').getByText(nav.alerts).waitFor();
    await finger.up();
    await page.getByRole('dialog').getByText(nav.alerts).tap();
    await expect(page.getByRole('dialog', { name: fill(watching.alertFor, { code }) })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`details\\?code=${code}$`));
  });

  await test.step('a term is explained', async () => {
    await phone.open(`/pages/market/details?code=${STOCK}`);
    await page.getByRole('button', { name: stock.tick, exact: true }).tap();
    await expect(page.getByRole('dialog')).toContainText(terms.tick.text);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the edge swipes back; the chart, the middle of the page and a twitch do not', async () => {
    const details = new RegExp(`details\\?code=${STOCK}`);
    const canvas = page.locator('canvas').first();
    const chart = await findMiddle(canvas);
    // Beside the price: nothing there moves by itself.
    const { y } = await findMiddle(main.getByText(common.marketTime));
    await finger.drag({ x: 4, y: chart.y }, { x: 300, y: chart.y });
    await finger.drag({ x: 120, y }, { x: 380, y });
    await finger.drag({ x: 4, y }, { x: 24, y });
    await expect(page).toHaveURL(details);
    // A touch that a busy page answers late is the browser's, which ends it: then the finger tries again. On
    // the market's page, a tab, it does nothing.
    await expect(async () => {
      await finger.drag({ x: 4, y }, { x: 300, y: y + 6 });
      await expect(page).toHaveURL(/market\/index/, { timeout: 2000 });
    }).toPass();
  });

  await test.step('a cover is looked at closely, from 1 to 4 times, and put away by back', async () => {
    await phone.open('/pages/news/index');
    await main.locator('a[href*="news/details"]').first().tap();
    await main.locator('button[aria-haspopup="dialog"]').first().tap();
    const view = page.getByRole('dialog');
    const level = view.getByRole('status');
    await expect(level).toHaveText('100%');
    await view.getByRole('button', { name: phone.texts.picture.larger }).tap();
    await expect(level).toHaveText('150%');
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('+');
    await expect(level).toHaveText('400%');
    for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('-');
    await expect(level).toHaveText('100%');
    await phone.picture('picture');
    await page.goBack();
    await expect(view).toHaveCount(0);
    await expect(page).toHaveURL(/news\/details/);
  });

  expect(phone.complaints).toEqual([]);
});
