import { expect, test, type Locator, type Page } from '@playwright/test';
import { fill } from '@khara/texts';
import { shutsOut } from './axe.ts';
import { countAsking, go, tooWide } from './crawl.ts';
import { requestLog } from './network.ts';
import { Phone, THEMES, type Look } from './phone.ts';
import { startProduct, type Product } from './product.ts';
import { Trader } from './trader.ts';

/** The profile of a school: what a teacher and a class do with it in half an hour, and what its menus leave out. */

const LEARN = '/pages/learn/index';
const CODE = 'THEWA';
const ENGLISH = { language: 'en', theme: 'white' } as const;

test.describe.configure({ mode: 'serial' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

let product: Product;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  product = await startProduct({ PROFILE: 'school', MARKET_DAY_SECONDS: '40' });
});
test.afterAll(() => product?.stop());

async function arrive(page: Page, look: Look): Promise<Phone> {
  const phone = new Phone(page, look, product.base);
  await phone.setUp();
  return phone;
}

/** Presses Tab until what is wanted has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let press = 0; press < 80; press += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no key leads to ${String(wanted)}`);
}

test(
  'a teacher’s half hour: Learn, the lesson led by keys with hands, a day by its link, a mission seen',
  { tag: '@long' },
  async ({ page, browser }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width: 1440, height: 900 });
    const phone = await arrive(page, ENGLISH);
    const { learn, lesson, lab, nav, home } = phone.texts;

    await test.step('the app opens with Learn, home stays home, and leads back to it', async () => {
      await page.goto(`${product.base}/h5/`);
      await expect(page.getByText(fill(learn.done, { done: 0, all: 33 }))).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`#${LEARN}$`));
      await phone.picture('school-learn');
      await phone.open('/');
      await expect(page.getByRole('link', { name: home.newStocks })).toBeVisible();
      await expect(page.getByRole('link', { name: home.blockTrades })).toHaveCount(0);
      await page.reload();
      const doors = page.getByRole('navigation', { name: home.doors });
      await doors.getByRole('link', { name: nav.learn }).click();
      await expect(page.getByText(learn.never)).toBeVisible();
    });

    await test.step('the lesson is led by keys alone, hands are counted, and nothing is asked of the server', async () => {
      const link = page.getByRole('link', { name: new RegExp(nav.lesson) });
      await tabTo(page, link);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: lesson.start.title })).toBeVisible();
      const requests = requestLog(page);
      await requests.quiet();
      await tabTo(page, page.getByRole('button', { name: lesson.hall.on }));
      await page.keyboard.press('Enter');
      await tabTo(page, page.getByRole('button', { name: lesson.start.begin, exact: true }));
      await page.keyboard.press('Enter');
      const count = async (choice: string, hands: number): Promise<void> => {
        await tabTo(page, page.getByRole('button', { name: fill(lesson.hall.more, { choice }) }));
        for (let hand = 0; hand < hands; hand += 1) await page.keyboard.press('Enter');
      };
      await count(lesson.quiz.scam, 21);
      await count(lesson.quiz.genuine, 9);
      await phone.picture('school-hands');
      for (let screen = 0; screen < 10; screen += 1) await page.keyboard.press(screen % 2 === 0 ? 's' : 'g');
      await page.keyboard.press('p');
      await expect(page.getByText(fill(lesson.story.paid, { amount: '₹20,000' }))).toBeVisible();
      for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight');
      await tabTo(page, page.getByRole('slider'));
      await page.keyboard.press('ArrowRight'); // the price of the share is the operator's
      await tabTo(page, page.getByRole('button', { name: lesson.next, exact: true }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: lesson.khara.price.title })).toBeVisible();
      for (let screen = 0; screen < 11; screen += 1) await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('row', { name: lesson.result.hall })).toContainText(/(21|9) of 30/);
      expect(requests.log, 'requests during the lesson').toEqual([]);
    });

    await test.step('a day with an order of its own is the same on a second device', async () => {
      const trader = await Trader.arrive(product.base, 0);
      const date = await closedDay(trader);
      await phone.open(`/pages/lab/day?date=${date}&code=${CODE}&orders=a.b.900.m.-.d.70`);
      const result = page.getByRole('status').filter({ hasText: lab.worth });
      await expect(result).toBeVisible({ timeout: 30_000 });
      const other = await browser.newContext();
      const second = await arrive(await other.newPage(), { language: 'en', theme: 'darkblue' });
      await second.open(page.url().split('#')[1] ?? '');
      await expect(second.page.getByRole('status').filter({ hasText: lab.worth })).toHaveText(
        (await result.textContent()) ?? '',
      );
      await other.close();
    });

    await test.step('a student registers without a code, buys a share, and the mission is seen', async () => {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      const student = await arrive(await context.newPage(), ENGLISH);
      const { login } = student.texts;
      await student.open('/pages/login/index?mode=register');
      await expect(student.page.getByLabel(login.passwordAgain, { exact: true })).toBeVisible();
      await expect(student.page.getByLabel(login.inviteCode)).toHaveCount(0);
      await student.picture('school-register');
      await student.page.getByLabel(login.phone).fill(`8${String(Date.now()).slice(-9)}`);
      await student.page.getByLabel(login.password, { exact: true }).fill('correct horse');
      await student.page.getByLabel(login.passwordAgain, { exact: true }).fill('correct horse');
      await student.page.getByRole('checkbox').check({ force: true });
      await student.page.getByRole('button', { name: login.create, exact: true }).click();
      await expect.poll(() => student.page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
      await context.close();

      const trader = await Trader.arrive(product.base);
      const own = await browser.newContext({ viewport: { width: 390, height: 844 } });
      const practising = await arrive(await own.newPage(), ENGLISH);
      await practising.signedInAs(trader.account);
      await practising.open(`${LEARN}?mission=buy`);
      await expect(practising.page.getByRole('heading', { name: learn.missions.buy.title })).toBeVisible();
      await expect.poll(() => bought(trader), { timeout: 60_000, intervals: [500] }).toBe(true);
      await expect(practising.page.getByText(fill(learn.seenOf, { code: CODE }))).toBeVisible({ timeout: 2_500 });
      await own.close();
    });
    expect(phone.complaints).toEqual([]);
  },
);

/** The newest closed day, once there is one. */
async function closedDay(trader: Trader): Promise<string> {
  let date: string | undefined;
  await expect
    .poll(
      async () => {
        const { days } = await trader.ask<{ days: { marketDate: string }[] }>('/app/market/closedDays');
        return (date = days[0]?.marketDate);
      },
      { timeout: 90_000 },
    )
    .not.toBeUndefined();
  return date ?? '';
}

/** One share, at an instant at which the market takes and fills the order. */
async function bought(trader: Trader): Promise<boolean> {
  const terms = { code: CODE, type: 'market', product: 'delivery', quantity: 1 };
  const order = await trader.order<{ id: string }>('buy', terms).catch(() => undefined);
  if (!order) return false;
  const { state } = await trader.ask<{ state: string }>(`/app/order/contract/detail/${order.id}`);
  return state === 'complete';
}

/** Pages with menus that are shorter in a school. */
const MENUS = [
  LEARN,
  '/',
  '/pages/personal/index',
  '/pages/personal/security/index',
  '/pages/transaction/index',
  '/pages/wallet/index',
  '/pages/wallet/recharge/index',
  '/pages/wallet/recharge/records',
  '/pages/personal/bill/index',
  '/pages/market/newStock/index',
] as const;

/** No page of a menu names what a school's app leaves out; the pages behind it are still there. */
async function menusAreShort(phone: Phone): Promise<void> {
  const { page, texts } = phone;
  const left = [
    'USDT',
    texts.home.blockTrades,
    texts.personal.invite,
    texts.personal.score.replace('{{n}}', '').trim(),
    texts.security.programs,
    texts.newStocks.kind.private_placement,
  ];
  for (const route of MENUS) {
    await go(phone, route);
    // An article may explain block trades: it is no way to one.
    const ways = page.locator('#root').locator('a:not([href*="/news/"]), button, label, [role="tab"]');
    const shown = (await ways.allTextContents()).join('\n');
    for (const words of left) expect.soft(shown, `${route}: ${words}`).not.toContain(words);
    expect.soft(await tooWide(page), route).toBeLessThanOrEqual(0);
  }
  for (const route of ['/pages/wallet/convert/index', '/pages/personal/credit/index', '/pages/personal/keys/index']) {
    await go(phone, route);
    await expect(page.getByRole('main')).toBeVisible();
    expect(page.url()).toContain(route);
  }
}

for (const [language, width] of [
  ['en', 390],
  ['hi', 320],
  ['zh-Hant', 390],
  ['zh-Hans', 1920],
] as const) {
  test(
    `a school’s menus are short and shut no reader out: ${language} at ${width} px`,
    { tag: '@long' },
    async ({ page }) => {
      test.setTimeout(240_000);
      await page.setViewportSize({ width, height: 844 });
      const trader = await Trader.arrive(product.base);
      await page.addInitScript(countAsking);
      const phone = await arrive(page, { language, theme: 'white' });
      await phone.signedInAs(trader.account);
      await phone.open('/');
      await menusAreShort(phone);
      for (const route of MENUS) {
        await go(phone, route);
        for (const theme of THEMES) {
          await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
          expect.soft(await shutsOut(page), `${route} ${theme}`).toEqual([]);
          const name = `school-${width}-${route.replaceAll('/', '-')}`;
          await page.screenshot({ path: phone.picturePath(name, theme, 'png') });
        }
      }
      expect(phone.complaints).toEqual([]);
    },
  );
}
