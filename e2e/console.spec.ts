import { expect, test, type Browser, type Page } from '@playwright/test';
import { Phone, type Look } from './phone.ts';
import { startProduct, type Product } from './product.ts';
import { Trader } from './trader.ts';

/** The back office, and those whom it concerns: two people decide while somebody watches, an answer arrives, an article is read. */

const ENGLISH: Look = { language: 'en', theme: 'white' };
const STAFF = { asha: 'the first password', bela: 'the second password' } as const;
/** What goes through a server, a job and a socket, on a machine that has much to do. */
const ARRIVES = { timeout: 60_000 };

/** Somebody of the staff at a desk. */
class Desk {
  readonly page: Page;
  readonly complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
  }

  static async signIn(browser: Browser, at: string, name: keyof typeof STAFF): Promise<Desk> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, hasTouch: false });
    const desk = new Desk(await context.newPage());
    await desk.page.goto(`${at}/console/`);
    await desk.page.getByLabel('Name').fill(name);
    await desk.page.getByLabel('Password').fill(STAFF[name]);
    await desk.page.keyboard.press('Enter');
    await expect(desk.page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    return desk;
  }

  async open(title: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: title }).click();
    await expect(this.page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  }

  /** Nothing is wider than the window, and nothing went wrong. */
  async isWell(): Promise<void> {
    const wider = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBeLessThanOrEqual(0);
    expect(this.complaints).toEqual([]);
  }

  picture = (name: string) =>
    this.page.screenshot({ path: `test-results/pictures/console-${name}.png`, fullPage: true });
}

let product: Product;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  const accounts = Object.entries(STAFF).map((account) => account.join(':'));
  product = await startProduct({ KYC_REVIEW: 'manual', RAILS: 'manual', CONSOLE_BOOTSTRAP: accounts.join(',') });
});
test.afterAll(() => product?.stop());

async function member(page: Page): Promise<{ readonly phone: Phone; readonly trader: Trader }> {
  const trader = await Trader.arrive(product.base, 0);
  const phone = new Phone(page, ENGLISH, product.base);
  await phone.setUp();
  await phone.signedInAs(trader.account);
  return { phone, trader };
}

test('an identity is certified by two people while its owner watches', async ({ page, browser }) => {
  const { phone } = await member(page);
  const { kyc } = phone.texts;
  const asha = await Desk.signIn(browser, product.base, 'asha');
  const bela = await Desk.signIn(browser, product.base, 'bela');

  await phone.open('/pages/personal/kyc/index');
  await page.getByRole('button', { name: kyc.useSpecimen }).click();
  await page.getByRole('button', { name: kyc.submit }).click();
  await expect(page.getByRole('heading', { name: kyc.reviewTitle })).toBeVisible();

  await asha.open('Identities');
  const card = asha.page.getByRole('article').first();
  await card.getByRole('button', { name: 'Look at the pictures' }).click();
  await expect(card.getByRole('img', { name: 'Front of the card' })).toBeVisible();
  const drawn = () =>
    card
      .getByRole('img')
      .evaluateAll((images) => images.every((image) => (image as HTMLImageElement).naturalWidth > 0));
  await expect.poll(drawn).toBe(true);
  await card.getByRole('button', { name: 'Ask to certify' }).click();
  await asha.page.getByRole('button', { name: 'Ask for it' }).click();
  await expect(card.getByRole('button', { name: 'Agree' })).toBeDisabled();
  await expect(card.getByText('somebody else decides')).toBeVisible();
  await asha.picture('identities');
  await asha.isWell();
  await expect(page.getByRole('heading', { name: kyc.reviewTitle })).toBeVisible();

  await bela.open('Second person');
  await bela.picture('requests');
  await bela.page.getByRole('button', { name: 'Agree' }).first().click();
  await expect(page.getByRole('heading', { name: kyc.certifiedTitle })).toBeVisible(ARRIVES);
  await expect(bela.page.getByText('There is no such request.')).toBeVisible();
  await bela.open('Audit');
  await expect(bela.page.getByRole('row', { name: /server Identity decide carried out/ })).toBeVisible(ARRIVES);
  await bela.isWell();

  await phone.open('/pages/personal/privacy/index');
  await expect(page.getByText('S1, S2').first()).toBeVisible();
  await expect(page.getByText('S1', { exact: false }).first()).toBeVisible();
  expect(phone.complaints).toEqual([]);
});

test('a conversation with customer service goes both ways, live', async ({ page, browser }) => {
  const { phone } = await member(page);
  const { service } = phone.texts;
  const asha = await Desk.signIn(browser, product.base, 'asha');
  await phone.open('/pages/index/messages/index');
  await page.getByRole('textbox', { name: service.message }).fill('Is this real money?');
  await page.getByRole('button', { name: service.send, exact: true }).click();

  await asha.open('Support');
  await asha.page.getByRole('link', { name: /Is this real money/ }).click();
  await asha.page.getByLabel('Answer').fill('No. It is paper money, and prices are simulated.');
  await asha.page.keyboard.press('Control+Enter');
  await expect(page.getByText('No. It is paper money, and prices are simulated.')).toBeVisible(ARRIVES);
  await page.getByRole('textbox', { name: service.message }).fill('Good to know.');
  await page.getByRole('button', { name: service.send, exact: true }).click();
  await expect(asha.page.getByRole('listitem').getByText('Good to know.').first()).toBeVisible(ARRIVES);
  await asha.picture('support');
  await asha.isWell();
  expect(phone.complaints).toEqual([]);
});

test('an article written in the back office is read in Hindi', async ({ page, browser }) => {
  const asha = await Desk.signIn(browser, product.base, 'asha');
  await asha.open('Articles');
  await asha.page.getByRole('link', { name: 'Write an article' }).click();
  await asha.page.getByLabel('Id', { exact: true }).fill('what-two-people-see');
  const texts = {
    English: 'What two people see',
    हिन्दी: 'दो लोग क्या देखते हैं',
    繁體中文: '兩個人看到什麼',
    简体中文: '两个人看到什么',
  };
  for (const [language, title] of Object.entries(texts)) {
    await asha.page.getByRole('tab', { name: language }).click();
    await asha.page.getByLabel('Title').fill(title);
    await asha.page.getByLabel('Summary').fill(`${title}.`);
    await asha.page
      .getByLabel('Text, in Markdown')
      .fill(`## ${title}\n\n<img src=x onerror="document.title='broken'">`);
    await expect(asha.page.getByRole('article', { name: 'Preview' }).getByRole('heading', { level: 2 })).toHaveText(
      title,
    );
  }
  expect(await asha.page.getByRole('article', { name: 'Preview' }).locator('img').count()).toBe(0);
  await asha.picture('article');
  await asha.page.getByRole('button', { name: 'Save' }).click();
  await expect(asha.page.getByRole('link', { name: texts.English })).toBeVisible();
  await asha.picture('articles');
  await asha.isWell();

  const phone = new Phone(page, { language: 'hi', theme: 'darkblue' }, product.base);
  await phone.setUp();
  await phone.open('/pages/news/details?id=what-two-people-see');
  await expect(page.getByText(texts['हिन्दी']).first()).toBeVisible();
  expect(phone.complaints).toEqual([]);
});

test('every page of the back office stands, at a desk and on a phone, in both themes', async ({ browser }) => {
  const asha = await Desk.signIn(browser, product.base, 'asha');
  const { page } = asha;
  const titles = await page.getByRole('navigation').getByRole('link').allInnerTexts();
  expect(titles.length).toBeGreaterThan(12);
  for (const title of titles.map((text) => text.split('\n')[0] ?? '')) {
    await asha.open(title);
    await expect(page.getByText('Loading …')).toHaveCount(0);
    await asha.isWell();
    await page.setViewportSize({ width: 360, height: 780 });
    await asha.isWell();
    await page.setViewportSize({ width: 1280, height: 860 });
  }
  await page.getByRole('button', { name: 'Dark' }).click();
  await asha.open('Overview');
  await asha.picture('desk-dark');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(asha.complaints).toEqual([]);
});
