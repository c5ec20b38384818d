import { expect, test, type Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shutsOut } from './axe.ts';
import { tooWide } from './crawl.ts';
import { Phone, THEMES, type Look } from './phone.ts';
import { startProduct, type Product } from './product.ts';
import { serveFiles } from './serve-files.ts';
import { Trader } from './trader.ts';

/** Relive a day: what a guest and a member do with a closed day, on a market whose days last half a minute. */

const CODE = 'THEWA';
const LAB = '/pages/lab/day';

test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

let product: Product;
let trader: Trader;
/** The day on which the trader's order was filled, closed by now. */
let date: string;

type ClosedDays = { readonly days: readonly { readonly marketDate: string }[]; readonly running: string };
const closedDays = (): Promise<ClosedDays> => trader.ask<ClosedDays>('/app/market/closedDays');

test.beforeAll(async () => {
  test.setTimeout(240_000);
  product = await startProduct({ MARKET_DAY_SECONDS: '30' });
  trader = await Trader.arrive(product.base);
  await expect
    .poll(
      async () => {
        const placed = await trader
          .order<{ id: string; marketDate: string }>('buy', {
            code: CODE,
            type: 'market',
            product: 'delivery',
            quantity: 5,
          })
          .catch(() => undefined);
        const { list } = await trader.ask<{ list: { state: string; marketDate: string }[] }>(
          '/app/order/contract/orders',
          {},
        );
        date = list.find(({ state }) => state === 'complete')?.marketDate ?? '';
        return date !== '' && placed !== undefined;
      },
      { timeout: 90_000 },
    )
    .toBe(true);
  await expect
    .poll(async () => (await closedDays()).days.some(({ marketDate }) => marketDate === date), { timeout: 90_000 })
    .toBe(true);
});
test.afterAll(() => product?.stop());

async function arrive(page: Page, look: Look, signedIn = false): Promise<Phone> {
  const phone = new Phone(page, look, product.base);
  await phone.setUp();
  if (signedIn) await phone.signedInAs(trader.account);
  return phone;
}

test('a guest relives a day to its seal, asks what if, and another device shows the same of the link', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const phone = await arrive(page, { language: 'en', theme: 'white' });
  const { lab } = phone.texts;
  await phone.open(`${LAB}?date=${date}&code=${CODE}`);
  await expect(page.getByText(lab.closedDay)).toBeVisible();
  await expect(page.getByText(lab.limits)).toBeVisible();
  await test.step('own days stand before the recorded one', async () => {
    await page.getByRole('button', { name: /^\w{3} \d+ \w{3}$/ }).click();
    const days = page
      .getByRole('dialog')
      .getByRole('listitem')
      .or(page.getByRole('dialog').getByRole('button', { name: /\d/ }));
    await expect(days.last()).toContainText(lab.recorded);
    await expect(days.first()).not.toContainText(lab.recorded);
    await page.keyboard.press('Escape');
  });

  await test.step('the day is led by keys', async () => {
    const scrubber = page.getByRole('slider', { name: lab.scrubber });
    await scrubber.focus();
    await page.keyboard.press('End');
    const end = await scrubber.getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(scrubber).not.toHaveAttribute('aria-valuetext', end ?? '');
    await page.keyboard.press('Home');
    await page.keyboard.press(' ');
    await expect(page.getByRole('button', { name: lab.pause })).toBeVisible();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: lab.showTable }).click();
    await page.getByRole('button', { name: lab.showWhole }).click();
    await expect(page.getByRole('row').nth(3)).toBeVisible();
    await page.getByRole('button', { name: lab.showChart }).click();
    await page.getByRole('link', { name: lab.tape }).click();
    await expect(page.getByText(lab.emptyTape).or(page.locator('table')).first()).toBeVisible();
    await page.getByRole('link', { name: lab.mine }).click();
    await expect(page.getByText(lab.loginForMine)).toBeVisible();
  });
  // All shares of the day, played on this device.
  await expect(page.getByText(lab.sealedText)).toBeVisible({ timeout: 90_000 });
  await phone.picture('lab');

  await page.getByRole('slider', { name: lab.scrubber }).focus();
  await page.keyboard.press('End');
  for (let minute = 0; minute < 150; minute += 1) await page.keyboard.press('Shift+ArrowLeft');
  await page.getByRole('button', { name: lab.whatIf }).click();
  await page.getByLabel(phone.texts.ticket.quantity, { exact: true }).fill('2000');
  await phone.picture('lab-ticket');
  await page.getByRole('button', { name: lab.see }).click();
  const result = page.getByRole('status').filter({ hasText: lab.worth });
  await expect(result).toBeVisible();
  await expect(page.getByRole('row', { name: lab.filled })).toContainText('2,000');
  const said = await result.textContent();
  await phone.picture('lab-result');
  expect(phone.complaints).toEqual([]);

  const other = await browser.newContext();
  const second = await arrive(await other.newPage(), { language: 'en', theme: 'darkblue' });
  await second.open(page.url().split('#')[1] ?? '');
  await expect(second.page.getByRole('status').filter({ hasText: lab.worth })).toHaveText(said ?? '');
  await other.close();
});

test('a member goes from an order’s story to what waiting would have come to', async ({ page }) => {
  const phone = await arrive(page, { language: 'en', theme: 'white' }, true);
  const { lab, orders } = phone.texts;
  await phone.open('/pages/personal/transaction/index');
  await page
    .getByRole('button', { name: new RegExp(CODE) })
    .first()
    .click();
  await page.getByRole('link', { name: orders.waited }).click();
  await expect(page.getByRole('status').filter({ hasText: lab.difference })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: lab.mine }).click();
  await expect(page.getByRole('button', { name: lab.goThere }).first()).toBeVisible();
  await phone.picture('lab-waited');
  await page.getByRole('button', { name: lab.without }).click();
  await page.getByRole('button', { name: lab.change, exact: true }).first().click();
  await expect(page.getByRole('radio', { name: lab.change })).toBeChecked();
  await page.getByRole('radio', { name: lab.remove }).check({ force: true });
  await page.getByRole('button', { name: lab.see }).click();
  await expect(page.getByRole('status').filter({ hasText: lab.difference })).toBeVisible();
  expect(phone.complaints).toEqual([]);
});

test('on the desk the orders of the day, the day and what another order makes of it stand beside each other', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const phone = await arrive(page, { language: 'en', theme: 'white' }, true);
  const { lab, ticket } = phone.texts;
  await phone.open(`${LAB}?date=${date}&code=${CODE}&at=130000`);
  const quantity = page.getByLabel(ticket.quantity, { exact: true });
  await quantity.fill('2000');
  await quantity.press('Enter');
  const result = page.getByRole('status').filter({ hasText: lab.worth });
  await expect(result).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('row', { name: lab.filled })).toContainText('2,000');
  for (const part of [lab.mine, lab.depth, lab.tape])
    await expect(page.getByRole('heading', { name: part, exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('slider', { name: lab.scrubber })).toBeInViewport();
  await expect(page.getByRole('button', { name: lab.goThere }).first()).toBeInViewport();
  await phone.picture('lab-desk');
  await page.getByRole('button', { name: lab.without }).click();
  await expect(result).toHaveCount(0);
  expect(phone.complaints).toEqual([]);
});

test(
  'what cannot be played says so: a running day, one that is not kept, a bad link, an altered log',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(180_000);
    const phone = await arrive(page, { language: 'en', theme: 'white' });
    const { lab } = phone.texts;
    await phone.open(`${LAB}?date=${(await closedDays()).running}&code=${CODE}`);
    await expect(page.getByText(lab.title.running).or(page.getByText(lab.closedDay)).first()).toBeVisible();
    await phone.open(`${LAB}?date=2031-01-01&code=${CODE}`);
    await expect(page.getByText(lab.title.no_order_log)).toBeVisible();
    await page.getByRole('button', { name: lab.newest }).click();
    await expect(page.getByText(lab.closedDay)).toBeVisible();
    await phone.open(`${LAB}?date=${date}&code=NOSUCHSHARE`);
    await expect(page.getByText(lab.title.unknown_code)).toBeVisible();

    for (const [orders, words] of [
      ['a.b.bad', lab.text.badLink],
      ['r.999999999', lab.text.unknown_order],
      ['a.b.10.m.-.d.99999999', lab.text.no_such_moment],
    ] as const) {
      await phone.open(`${LAB}?date=${date}&code=${CODE}&orders=${orders}`);
      await expect(page.getByRole('alert').getByText(words)).toBeVisible();
    }
    await phone.open(`${LAB}?date=${date}&code=${CODE}&orders=a.b.10.1.-.d.60`);
    await expect(page.getByText(lab.notTaken.split(':')[0] ?? '')).toBeVisible();

    // One share of an order in the log of the whole day is another.
    await page.route(/dayLog\?marketDate=[^&]*&version/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/"buy",(\d+),5,/, '"buy",$1,6,');
      await route.fulfill({ response: answer, body, headers: { 'content-type': 'application/x-ndjson' } });
    });
    await phone.open(`${LAB}?date=${date}&code=${CODE}&speed=10`);
    await page.reload();
    await expect(page.getByRole('alert').getByText(lab.differs)).toBeVisible({ timeout: 90_000 });
    await expect(page.getByText(lab.sealedText)).toHaveCount(0);
    await phone.picture('lab-differs');
  },
);

for (const [language, width] of [
  ['hi', 320],
  ['en', 1920],
  ['zh-Hant', 390],
  ['zh-Hans', 1440],
] as const) {
  test(
    `the page shuts no reader out and is not too wide: ${language} at ${width} px`,
    { tag: '@long' },
    async ({ page }) => {
      test.setTimeout(180_000);
      await page.setViewportSize({ width, height: 844 });
      const phone = await arrive(page, { language, theme: 'white' });
      const { lab } = phone.texts;
      await phone.open(`${LAB}?date=${date}&code=${CODE}&at=130000&orders=a.b.900.m.-.d.70`);
      await expect(page.getByRole('status').filter({ hasText: lab.worth })).toBeVisible({ timeout: 30_000 });
      await expect(page.getByText(lab.sealedText)).toBeVisible({ timeout: 90_000 });
      for (const theme of THEMES) {
        await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
        expect.soft(await shutsOut(page), theme).toEqual([]);
        await page.screenshot({ path: phone.picturePath(`lab-${width}`, theme, 'png'), fullPage: true });
      }
      expect(await tooWide(page)).toBeLessThanOrEqual(0);
      if (width < 1024) await page.getByRole('button', { name: lab.changeOrder }).click();
      await expect(page.getByText(lab.onDevice)).toBeVisible();
      expect(await shutsOut(page)).toEqual([]);
      expect(await tooWide(page)).toBeLessThanOrEqual(0);
    },
  );
}

test(
  'the Lab as plain files plays its days from any folder, and asks for nothing else',
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(300_000);
    const directory = mkdtempSync(join(tmpdir(), 'khara-lab-'));
    const written = spawnSync(process.execPath, ['tools/lab-static.ts', directory, '--from', product.base], {
      cwd: join(import.meta.dirname, '..'),
      encoding: 'utf8',
    });
    expect(written.status, `${written.stdout}${written.stderr}`).toBe(0);
    const { at, close } = await serveFiles(directory);
    try {
      const phone = new Phone(page, { language: 'en', theme: 'white' }, at.replace(/\/school\/$/, ''));
      const { lab } = phone.texts;
      await page.addInitScript(() => localStorage.setItem('lang', '1'));
      const missing: string[] = [];
      page.on('response', (response) => void (response.status() >= 400 && missing.push(response.url())));
      await page.goto(at);
      await phone.seesPracticeMarker();
      await expect(page.getByText(lab.closedDay)).toBeVisible();
      await expect(page.getByText(lab.sealedText)).toBeVisible({ timeout: 90_000 });
      await page.getByRole('button', { name: lab.whatIf }).click();
      await page.getByRole('button', { name: lab.see }).click();
      await expect(page.getByRole('heading', { name: lab.result })).toBeVisible();
      await phone.picture('lab-static');
      expect(missing).toEqual([]);
      expect(phone.complaints).toEqual([]);
    } finally {
      close();
      rmSync(directory, { recursive: true, force: true });
    }
  },
);
