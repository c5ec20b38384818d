import { expect, test, type Page } from '@playwright/test';
import { Phone } from './phone.ts';
import { startProduct, type Product } from './product.ts';

/** The Lab of a market that opened just now: no day of its own has closed, and the recorded one of another is there. */

const ENGLISH = { language: 'en', theme: 'white' } as const;

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product?.stop());

async function arrive(page: Page): Promise<Phone> {
  const phone = new Phone(page, ENGLISH, product.base);
  await phone.setUp();
  return phone;
}

test('a guest sees the day of another installation play by itself, and in three taps what an order had come to', async ({
  page,
}) => {
  const phone = await arrive(page);
  const { lab, nav } = phone.texts;
  await phone.open('/');
  await page.getByRole('link', { name: nav.lab }).tap();
  await expect(page.getByText(lab.recorded)).toBeVisible();
  await expect(page.getByText(lab.firstCloses.split('{{')[0]!)).toBeVisible();
  const time = page.getByRole('slider', { name: lab.scrubber });
  await expect(time).toHaveAttribute('aria-valuetext', /^09:[3-9]/);
  await page.getByRole('button', { name: lab.whatIf }).tap();
  const stoodAt = /\d\d:\d\d:\d\d/.exec((await page.getByRole('dialog').getByRole('heading').textContent()) ?? '')![0];
  await page.getByRole('button', { name: lab.see }).tap();
  await expect(page.getByRole('status').filter({ hasText: lab.worth })).toBeVisible();
  await expect(time).toHaveAttribute('aria-valuetext', new RegExp(`^${stoodAt.slice(0, 5)}`));

  const seal = page.getByRole('status').filter({ hasText: /^[\d,]+ trades equal the signed log/ });
  await expect(seal).toContainText(/Signed by khara\/[0-9a-f]{16}, another installation/, { timeout: 90_000 });
  await expect(seal).toBeInViewport({ ratio: 1 });

  await page.getByRole('button', { name: lab.seeOne }).tap();
  const trade = page.getByRole('dialog', { name: lab.seeOne });
  await expect(trade).toContainText(/(Buy|Sell)a simulated [a-z ]+waited since \d\d:\d\d:\d\d/);
  await expect(trade).toContainText(/Traded[\d,]+ at [\d,]+\.\d\d/);
  await phone.picture('one-trade');
  expect(phone.complaints).toEqual([]);
});

test('a recorded day that does not equal its record says so, and is not held', { tag: '@long' }, async ({ page }) => {
  const phone = await arrive(page);
  const { lab } = phone.texts;
  await page.route(/recorded-day\/days\/.*\.proof\.json$/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/(\\"tradeCount\\":)\d/, '$19');
    await route.fulfill({ response: answer, body });
  });
  await phone.open('/pages/lab/day');
  await expect(page.getByRole('alert').getByText(lab.differs)).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('another installation')).toHaveCount(1);
});
