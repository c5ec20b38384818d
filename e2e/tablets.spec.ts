import { expect, test, type Locator, type Page } from '@playwright/test';
import { LANDMARKS, shutsOut } from './axe.ts';
import { busyTrader } from './busy-trader.ts';
import { countAsking, settles } from './crawl.ts';
import { desk, pane, rows, shown } from './desk.ts';
import { base, THEMES, type Look, type Phone } from './phone.ts';
import { GUEST_ROUTES, ROUTES } from './routes.ts';
import { Trader } from './trader.ts';

/** From 48rem a list stands beside what it leads to; a screen that is narrower or lower has one column. */

test.use({ contextOptions: { reducedMotion: 'reduce' } }); // what is still fading in has no contrast to measure

const EN = { language: 'en', theme: 'white' } as const;
const HI = { language: 'hi', theme: 'darkblue' } as const;
const CODE = 'KORKAI';
const DETAILS = `/pages/market/details?code=${CODE}`;

async function tablet(page: Page, look: Look, width: number): Promise<{ phone: Phone; trader: Trader }> {
  const trader = await Trader.arrive(base());
  const phone = await desk(page, look, width, width === 768 ? 1024 : 1180);
  await page.addInitScript(countAsking);
  await phone.signedInAs(trader.account);
  return { phone, trader };
}

/** Two panes, nothing wider than the screen, and no reader shut out. */
async function isSound(phone: Phone, name: string): Promise<void> {
  await settles(phone);
  await expect(phone.page.locator('[data-pane]'), name).toHaveCount(2);
  await expect(shown(phone.page), name).toHaveText(/\S/);
  await phone.fits();
  expect(await shutsOut(phone.page, LANDMARKS), name).toEqual([]);
  await phone.picture(`tablet-${name}`);
}

const scrollOf = (list: Locator): Promise<number> => list.locator('[data-scroller]').evaluate((own) => own.scrollTop);
/** The code of a share in the middle of the list. */
const inSight = (page: Page): Promise<string> =>
  pane(page, 'list').evaluate((list) => {
    const box = list.getBoundingClientRect();
    const under = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return /code=([A-Z]+)/.exec(under?.closest('a')?.href ?? '')?.[1] ?? '';
  });
/** Marks what stands in a list: it goes when the list is another. */
const mark = (list: Locator) => list.locator('[data-scroller]').evaluate((own) => own.setAttribute('data-same', ''));

for (const [width, look] of [
  [768, EN],
  [820, HI],
] as const) {
  test(
    `the list of ${width} px stays as it is while shares and a ticket open beside it`,
    { tag: width === 768 ? [] : '@long' },
    async ({ page }) => {
      const { phone } = await tablet(page, look, width);
      const { stock } = phone.texts;
      const list = pane(page, 'list');
      await phone.open('/pages/market/index');
      await isSound(phone, `market-${width}`);

      await mark(list);
      await rows(page)
        .last()
        .evaluate((row) => row.scrollIntoView({ block: 'center' }));
      const before = await scrollOf(list);
      expect(before).toBeGreaterThan(0);
      await expect.poll(() => inSight(page)).toMatch(/^[A-Z]+$/); // rows are drawn as they come in sight
      const name = await inSight(page);
      await rows(page).filter({ hasText: name }).tap();
      await expect(shown(page)).toHaveText(name);
      await expect(page).toHaveURL(new RegExp(`details\\?code=${name}$`));
      await expect(list.locator('a[aria-current=page]')).toHaveAttribute('href', new RegExp(`code=${name}$`));
      expect(await scrollOf(list)).toBe(before);
      await isSound(phone, `share-${width}`);

      await pane(page, 'main').getByRole('button', { name: stock.buy, exact: true }).tap();
      await expect(pane(page, 'main').getByRole('textbox', { name: phone.texts.ticket.quantity })).toBeVisible();
      await isSound(phone, `ticket-${width}`);
      await page.goBack();
      await expect(shown(page)).toHaveText(name);
      await expect(list.locator('[data-same]')).toHaveCount(1);
      expect(await scrollOf(list)).toBe(before);
      expect(phone.complaints).toEqual([]);
    },
  );
}

test('back leads from a row of a list to the page before the list, and keys go from pane to pane', async ({ page }) => {
  const { phone } = await tablet(page, EN, 768);
  await phone.open('/pages/personal/notice/index');
  const list = pane(page, 'list');
  const main = pane(page, 'main');
  await isSound(phone, 'notices');
  const title = await shown(page).innerText();
  await main.locator('a[href*="notice/details"]').first().tap();
  await expect(list.locator('a[aria-current=page]')).toHaveCount(1);
  await isSound(phone, 'notice');
  await mark(list);
  await list.locator('a[href*="notice/details"]').nth(1).tap();
  await expect(list.locator('[data-same] a[aria-current=page]')).toHaveAttribute('href', /notice\/details/);
  await main.getByRole('button', { name: phone.texts.common.back }).tap();
  await expect(page).toHaveURL(/notice\/index$/);
  await expect(shown(page)).toHaveText(title);

  await expect(async () => {
    await page.keyboard.press('F6'); // the code of the keys comes after the first page
    expect(await list.evaluate((own) => own.contains(document.activeElement))).toBe(true);
  }).toPass();
  await page.keyboard.press('F6');
  expect(await main.evaluate((own) => own.contains(document.activeElement))).toBe(true);
  expect(phone.complaints).toEqual([]);
});

test('orders stay while one of them is read, and articles while one is', async ({ page }) => {
  const { phone, trader } = await tablet(page, HI, 768);
  await trader.marketOpen(5_000);
  await trader.order('buy', { code: CODE, type: 'market', quantity: 1, product: 'delivery', validity: 'day' });
  const list = pane(page, 'list');
  await phone.open('/pages/personal/transaction/index');
  await pane(page, 'main').getByRole('link', { name: CODE }).first().tap();
  await expect(shown(page)).toContainText(CODE);
  await expect(list.getByRole('link', { name: CODE })).toHaveAttribute('aria-current', 'page');
  await isSound(phone, 'order');
  await phone.open('/pages/news/index');
  await isSound(phone, 'news');
  const learn = list.getByRole('link', { name: phone.texts.news.learn, exact: true });
  await learn.tap();
  await expect(learn).toHaveAttribute('aria-current', 'true');
  await list.locator('a[href*="news/details"]').nth(2).tap();
  await expect(list.locator('a[aria-current=page]')).toHaveCount(1);
  await expect(learn).toHaveAttribute('aria-current', 'true');
  await isSound(phone, 'article');
  expect(phone.complaints).toEqual([]);
});

test('a full chart has the glass, which is not turned, and the list is there again after it', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(ScreenOrientation.prototype, { lock: () => console.error('the screen is turned') });
  });
  const { phone } = await tablet(page, EN, 820);
  await phone.open(DETAILS);
  const { fullScreen, leaveFullScreen } = phone.texts.stock;
  const list = pane(page, 'list');
  await page.getByRole('button', { name: fullScreen }).tap();
  await expect(list).toBeHidden();
  await expect.poll(async () => (await page.locator('[data-full]').boundingBox())?.width).toBeGreaterThan(780);
  await phone.picture('tablet-full');
  await page.getByRole('button', { name: leaveFullScreen }).tap();
  await expect(list).toBeVisible();
  await pane(page, 'main').getByRole('button', { name: phone.texts.chart.drawings.draw }).tap();
  await expect(pane(page, 'main').getByRole('toolbar').first()).toBeVisible();
  await phone.fits();
  expect(await shutsOut(page, LANDMARKS)).toEqual([]);
  await phone.picture('tablet-drawing');
  expect(phone.complaints).toEqual([]);
});

test('narrower, lower and wider screens are as they were', async ({ page }) => {
  const { phone } = await tablet(page, EN, 768);
  const panes = page.locator('[data-pane]');
  await phone.open(DETAILS);
  await expect(panes).toHaveCount(2);
  for (const [width, height, count] of [
    [767, 1024, 0],
    [740, 360, 0],
    [915, 412, 0],
    [1023, 600, 2],
    [1024, 600, 4],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(panes, `${width} × ${height}`).toHaveCount(count);
    await expect(page.getByRole('heading', { level: 1, name: CODE })).toBeVisible();
    await phone.fits();
  }
  expect(phone.complaints).toEqual([]);
});

for (const [language, width] of [
  ['en', 768],
  ['hi', 820],
] as const) {
  for (const theme of THEMES) {
    test(`pages fit a tablet of ${width} px in ${language} on ${theme}`, { tag: '@long' }, async ({ page }) => {
      const { trader } = await busyTrader(base(), 60_000);
      const phone = await desk(page, { language, theme }, width, 1024);
      await page.addInitScript(countAsking);
      const look = (route: string) =>
        test.step(route, async () => {
          await page.goto('about:blank');
          await phone.open(route);
          await settles(phone);
          await expect.soft(shown(page), route).toHaveText(/\S/);
          expect.soft(await shutsOut(page, LANDMARKS), route).toEqual([]);
          await phone.fits();
        });
      for (const route of GUEST_ROUTES) await look(route);
      await phone.signedInAs(trader.account);
      for (const route of ROUTES) await look(route);
      expect(phone.complaints).toEqual([]);
    });
  }
}
