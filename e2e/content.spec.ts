import { expect, test } from '@playwright/test';
import { base, Phone, type Account } from './phone.ts';
import { Trader } from './trader.ts';

/* What people read and say here: an article in Hindi, a vote, a message with a picture, the inbox, the certificate. */

const POLL = { timeout: 60_000 };

/** A picture of 64 × 48 dots, drawn by the browser. */
const renderPicture = async (phone: Phone): Promise<Buffer> => {
  const address = await phone.page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 64;
    canvas.height = 48;
    const pen = canvas.getContext('2d')!;
    pen.fillStyle = 'teal';
    pen.fillRect(0, 0, 64, 48);
    pen.fillStyle = 'gold';
    pen.fillRect(8, 8, 20, 30);
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(address.split(',')[1] ?? '', 'base64');
};

test.describe('what is read and said', () => {
  let account: Account;
  test.beforeAll(async () => {
    ({ account } = await Trader.arrive(base(), 0));
  });

  test('an article is read in Hindi, by a guest', async ({ page }) => {
    const phone = new Phone(page, { language: 'hi', theme: 'white' });
    await phone.setUp();
    await phone.open('/pages/news/index?category=learn');
    const first = page.getByRole('main').locator('a[href*="/pages/news/details"]').first();
    await expect(first).toContainText(/[ऀ-ॿ]/, POLL);
    await first.click();
    const article = page.getByRole('article');
    await expect(article.getByRole('heading').first()).toContainText(/[ऀ-ॿ]/, POLL);
    await expect(article.getByRole('paragraph').nth(2)).toContainText(/[ऀ-ॿ]/);
    await phone.fits();
    await phone.picture('article');
    expect(phone.complaints).toEqual([]);
  });

  test('a vote is cast once, and then shows the result', async ({ page }) => {
    const phone = new Phone(page, { language: 'en', theme: 'darkblue' });
    const { vote } = phone.texts;
    await phone.setUp();
    await phone.signedInAs(account);
    await phone.open('/pages/index/vote/index');
    const options = page.getByRole('radio');
    await expect(options.first()).toBeVisible(POLL);
    await options.first().check();
    await page.getByRole('button', { name: vote.vote }).click();
    const results = page.getByRole('list', { name: vote.results });
    await expect(results).toBeVisible(POLL);
    await expect(results.getByText(vote.yours)).toHaveCount(1);
    await page.reload();
    await expect(results.getByText(vote.yours)).toHaveCount(1, POLL);
    await expect(options).toHaveCount(0);
    expect(phone.complaints).toEqual([]);
  });

  test('a message with a picture arrives, and stands there on another look', async ({ page }) => {
    const phone = new Phone(page, { language: 'en', theme: 'white' });
    const { service } = phone.texts;
    await phone.setUp();
    await phone.signedInAs(account);
    await phone.open('/pages/index/messages/index');
    const buffer = await renderPicture(phone);
    await page.locator('input[type=file]').setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer });
    await expect(page.getByRole('img', { name: service.yourPicture })).toBeVisible(POLL);
    await page.getByRole('textbox', { name: service.message }).fill('This is what I see.');
    await page.getByRole('button', { name: service.send, exact: true }).click();
    const mine = page
      .getByRole('list', { name: service.thread })
      .getByRole('listitem')
      .filter({ hasText: 'This is what I see.' });
    await expect(mine).toContainText(service.sent, POLL);
    await page.reload();
    await expect(mine).toHaveCount(1, POLL);
    // Touched, it can be looked at closely.
    const picture = mine.getByRole('button', { name: service.yourPicture }).locator('img');
    await expect(picture).toBeVisible(POLL);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
    await phone.picture('customer-service');
    expect(phone.complaints).toEqual([]);
  });

  test('notices are counted on the bell, and reading them takes them off', async ({ page }) => {
    const phone = new Phone(page, { language: 'en', theme: 'white' });
    const { noticeList, home } = phone.texts;
    await phone.setUp();
    await phone.signedInAs(account);
    await phone.open('/');
    const bell = page.getByRole('button', { name: new RegExp(`^${home.messages}`) });
    await expect(bell).toHaveAccessibleName(/\d/, POLL);
    await bell.click();
    await expect(page.getByText(phone.texts.notices.taskOrder.title, { exact: true })).toBeVisible(POLL);
    await phone.picture('inbox');
    await page.getByRole('button', { name: noticeList.readAll }).click();
    await expect(page.getByRole('button', { name: noticeList.readAll })).toHaveCount(0, POLL);
    await expect(page.getByRole('img', { name: noticeList.unread })).toHaveCount(0, POLL);
    expect(phone.complaints).toEqual([]);
  });

  test('the certificate says plainly that there is none, and shows a checkpoint', async ({ page }) => {
    const phone = new Phone(page, { language: 'en', theme: 'white' });
    const { certificate } = phone.texts;
    await phone.setUp();
    await phone.open('/pages/index/customer/index?topic=certificate');
    await expect(page.getByRole('heading', { name: certificate.title })).toBeVisible(POLL);
    await expect(page.getByText(/^[\d,]+ lines, \d\d:\d\d:\d\d, your clock$/)).toBeVisible(POLL);
    await expect(page.getByText('1930')).toBeVisible();
    await phone.picture('certificate');
    expect(phone.complaints).toEqual([]);
  });
});
