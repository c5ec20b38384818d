import type { Data } from '@khara/contract';
import { addDays } from '@khara/rules';
import { decimalIn } from '@khara/texts';
import { expect, test } from '@playwright/test';
import { shutsOut } from './axe.ts';
import { pane } from './desk.ts';
import { Phone, type Look } from './phone.ts';
import { startProduct, type Product } from './product.ts';

/**
 * What companies have published, on the day after results: compared with the signed log on the device, with
 * what the price did, and in the calendars of all companies. The market is moved by steps, and stands still
 * while pages are read.
 */

/** The first day on which companies publish the quarter to December, and one that does. */
const [RESULTS, CODE] = ['2027-01-12', 'DONGAREM'] as const;
const DETAILS = `/pages/market/details?code=${CODE}`;
const LONG = { timeout: 120_000 } as const;

// One market for all of them.
test.describe.configure({ mode: 'default' });

let product: Product;
test.beforeAll(async () => {
  test.setTimeout(400_000);
  product = await startProduct({
    MARKET_PROFILE: 'stepped',
    MARKET_DAY_SECONDS: '60',
    MARKET_SEED: 'results',
    MARKET_START: RESULTS,
  });
  for (let today: string = RESULTS; today < addDays(RESULTS, 1);) {
    const moved = await fetch(`${product.base}/sim/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ steps: 20 }),
    });
    today = ((await moved.json()) as { data: { marketDate: string } }).data.marketDate;
  }
});
test.afterAll(() => product?.stop());

for (const [look, width] of [
  [{ language: 'en', theme: 'white' }, 390],
  [{ language: 'hi', theme: 'darkblue' }, 320],
] as const satisfies readonly (readonly [Look, number])[]) {
  test(`a guest lives results in ${look.language} at ${width}`, async ({ page }) => {
    test.setTimeout(300_000);
    await page.setViewportSize({ width, height: 844 });
    const phone = new Phone(page, look, product.base);
    await phone.setUp();
    const words = phone.texts.company;
    await phone.open(`/pages/market/company?code=${CODE}`);
    await expect(page).toHaveURL(new RegExp(`details\\?code=${CODE}&tab=company$`), LONG);
    await phone.open('/pages/market/index');
    await page.getByRole('button', { name: phone.texts.nav.results }).tap();
    const share = page.getByRole('main').getByRole('link', { name: new RegExp(`^${CODE}`) });
    await expect(page.getByText(words.wasPublished)).toBeVisible(LONG);
    await phone.picture(`results-${width}`);
    await phone.fits();
    expect(await shutsOut(page)).toEqual([]);
    await page.getByRole('link', { name: phone.texts.nav.calendar }).tap();
    await expect(page.getByText(words.actionsIntro).or(page.getByText(words.noActions))).toBeVisible(LONG);
    await phone.picture(`calendar-${width}`);
    await phone.fits();
    expect(await shutsOut(page)).toEqual([]);
    await page.getByRole('link', { name: phone.texts.nav.results }).tap();
    await share.tap();
    await expect(page.getByText(words.seal.same.split('{{n}}')[0]!)).toBeVisible(LONG);
    await phone.picture(`company-${width}`);
    await phone.fits();
    expect(await shutsOut(page)).toEqual([]);
    await page.getByRole('button', { name: words.months.m12.replace('{{year}}', '2026') }).tap();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText(words.day.after)).toBeVisible(LONG);
    await expect(sheet.getByRole('button', { name: words.day.relive })).toBeVisible();
    await phone.picture(`company-day-${width}`);
    await phone.fits();
    expect(await shutsOut(page)).toEqual([]);
    expect(phone.complaints).toEqual([]);
  });
}

test('news of results says the profit that stands in the accounts', async ({ page }) => {
  const phone = new Phone(page, { language: 'en', theme: 'white' }, product.base);
  await phone.setUp();
  const company = page.waitForResponse(/\/app\/market\/company(\?|$)/);
  await phone.open(`${DETAILS}&tab=company`);
  const { data } = (await (await company).json()) as { data: Data<'company'> };
  const { profitAndLoss, expected } = data.quarters.at(-1)!;
  await phone.open(`/pages/news/details?id=news-${RESULTS}-${CODE.toLowerCase()}`);
  const { profit } = profitAndLoss;
  const said = `profit ₹${decimalIn('en', profit)} crore, expected ₹${decimalIn('en', expected.profit)} crore`;
  await expect(page.getByText(said)).toBeVisible(LONG);
  await phone.picture('company-news');
});

test('a figure that is not the log’s is said, and stays readable', async ({ page }) => {
  const phone = new Phone(page, { language: 'en', theme: 'white' }, product.base);
  await phone.setUp();
  await page.route(/\/app\/market\/company(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const said = (await answer.json()) as { data: { quarters: { profitAndLoss: { profit: string } }[] } };
    said.data.quarters.at(-1)!.profitAndLoss.profit = '123456.78';
    await route.fulfill({ response: answer, json: said });
  });
  await phone.open(`${DETAILS}&tab=company`);
  await expect(page.getByText(phone.texts.company.seal.differs)).toBeVisible(LONG);
  await expect(page.getByText('1,23,456.78').first()).toBeVisible();
  await phone.picture('company-differs');
});

test('C opens the company on the desk', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const phone = new Phone(page, { language: 'en', theme: 'white' }, product.base);
  await phone.setUp();
  await phone.open(`/pages/market/company?code=${CODE}`);
  await expect(page).toHaveURL(/details\?code=DONGAREM&tab=company/, LONG);
  await phone.open(DETAILS);
  await expect(pane(page, 'main').getByRole('link', { name: phone.texts.stock.tabs.company })).toBeVisible(LONG);
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/tab=company/);
  await expect(page.getByText(phone.texts.company.seal.same.split('{{n}}')[0]!)).toBeVisible(LONG);
  await phone.picture('company-desk');
  expect(await shutsOut(page)).toEqual([]);
});
