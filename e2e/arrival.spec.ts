import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Browser } from '@playwright/test';
import { base, Phone } from './phone.ts';
import { Trader } from './trader.ts';

/**
 * Where a guest lands who follows a link, opens a bookmark or loads a page again: on the page itself, after signing in.
 */

const ENGLISH = { language: 'en', theme: 'white' } as const;

/** What pages of members are opened with; the others with nothing. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/pages/wallet/index': ['', '?currency=USDT'],
  '/pages/market/buy': ['?code=THEWA&side=buy'],
  '/pages/personal/transaction/index': ['?tab=trades'],
  '/pages/personal/notice/details': ['?id=0'],
};
/** Every page of members, by the app's table of routes. */
const RESTRICTED = readFileSync(join(import.meta.dirname, '../apps/web/src/routes/routes.ts'), 'utf8')
  .split(/(?=\bpath: ')/)
  .filter((route) => route.includes("access: 'member'"))
  .flatMap((route) => {
    const path = /^path: '([^']+)'/.exec(route)![1]!;
    return (QUERIES[path] ?? ['']).map((query) => path + query);
  });
/** The guard asks the same of each: `npm test` opens every fifth, `npm run test:all` all of them. */
const OPENED = process.env['TESTS'] === 'all' ? RESTRICTED : RESTRICTED.filter((_, at) => at % 5 === 3);
/** Members who sign in side by side: one of them may hold five sessions. */
const CONCURRENCY = 4;

const asHash = (route: string): RegExp => new RegExp(`#${route.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
const redirectedFrom = (route: string): string =>
  `${base()}/h5/#/pages/login/index?redirect=${encodeURIComponent(route)}`;

/** A browser that has never been here opens the address. */
async function arrivesAt(browser: Browser, route: string, kept: Readonly<Record<string, string>> = {}): Promise<Phone> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const phone = new Phone(await context.newPage(), ENGLISH);
  await phone.setUp();
  await phone.page.addInitScript((values) => {
    if (sessionStorage.getItem('came') !== null) return;
    sessionStorage.setItem('came', '');
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
  }, kept);
  await phone.open(route);
  return phone;
}

async function signsIn({ page, texts }: Phone, trader: Trader): Promise<void> {
  await page.getByLabel(texts.login.phone).fill(trader.phone);
  await page.getByLabel(texts.login.password, { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: texts.login.login, exact: true }).click();
}

async function standsOn({ page, texts }: Phone, route: string): Promise<void> {
  await expect(page).toHaveURL(asHash(route));
  await expect(page.getByRole('main').getByRole('status', { name: texts.common.loading })).toHaveCount(0);
  await expect(page.getByRole('main')).not.toBeEmpty();
}

test('a guest who opens a page of members by its address signs in and stands on it', async ({ browser }) => {
  const left = [...OPENED];
  const goOn = async (): Promise<void> => {
    const trader = await Trader.arrive(base(), 0);
    for (let route = left.shift(); route !== undefined; route = left.shift()) {
      const phone = await arrivesAt(browser, route);
      await expect(phone.page, route).toHaveURL(redirectedFrom(route));
      await signsIn(phone, trader);
      await standsOn(phone, route);
      expect(phone.complaints, route).toEqual([]);
      await phone.page.context().close();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, goOn));
});

test('a token that the server does not know leads to the login page, and from there to the page', async ({
  browser,
}) => {
  const trader = await Trader.arrive(base(), 0);
  const route = '/pages/transaction/index';
  const userInfo = JSON.stringify(trader.account.userInfo);
  const phone = await arrivesAt(browser, route, { token: 'never-given-to-a-phone', userInfo });
  await expect(phone.page).toHaveURL(redirectedFrom(route));
  expect(await phone.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await signsIn(phone, trader);
  await standsOn(phone, route);
  await phone.page.context().close();
});

test('in the app, a guest who follows a link to a page that has been fetched keeps it too', async ({ browser }) => {
  const trader = await Trader.arrive(base(), 0);
  const route = '/pages/transaction/index';
  const phone = await arrivesAt(browser, '/');
  for (const to of [route, '/', route]) {
    await phone.page.evaluate((hash) => void (location.hash = hash), `#${to}`);
    await expect(phone.page).toHaveURL(to === '/' ? asHash('/') : redirectedFrom(to));
    await phone.page.waitForLoadState('networkidle'); // the page's code has come
  }
  await signsIn(phone, trader);
  await standsOn(phone, route);
  await phone.page.context().close();
});

test('a guest at an address that is no page reads so', async ({ browser }) => {
  const phone = await arrivesAt(browser, '/pages/nowhere');
  await expect(phone.page.getByText(phone.texts.notFound.title).first()).toBeVisible();
  await expect(phone.page).toHaveURL(asHash('/pages/nowhere'));
  await phone.page.context().close();
});
