import { expect, test, type Page } from '@playwright/test';
import { fill } from '@khara/texts';
import { LANDMARKS, shutsOut } from './axe.ts';
import { busyTrader, type BusyTrader } from './busy-trader.ts';
import { countAsking, settles } from './crawl.ts';
import { desk, pane, price, rows, shown } from './desk.ts';
import { escaped } from './gestures.ts';
import { base, fromElsewhere, THEMES, type Phone } from './phone.ts';
import { GUEST_ROUTES, ROUTES } from './routes.ts';
import { Trader } from './trader.ts';

/** Every page on the desk: at its place, whole, no wider than a page may be, and shutting no reader out. */

test.use({ contextOptions: { reducedMotion: 'reduce' } }); // what is still fading in has no contrast to measure

/** Pages without partners, and for the others, by the first of these that a path begins with, the list at the left. */
const ALONE = [
  '/pages/login/',
  '/pages/connect/',
  '/pages/class/',
  '/pages/lesson/',
  '/pages/learn/',
  '/pages/lab/',
  '/pages/nowhere',
];
const LISTS: readonly (readonly [
  beginning: string,
  list: 'home' | 'news' | 'market' | 'screener' | 'assets' | 'personal' | 'assistants',
])[] = [
  ['/pages/news/', 'news'],
  ['/pages/market/screener/', 'screener'],
  ['/pages/market/', 'market'],
  ['/pages/index/index', 'home'],
  ['/pages/index/search/', 'market'],
  ['/pages/transaction/', 'assets'],
  ['/pages/wallet/', 'assets'],
  ['/pages/personal/bill/', 'assets'],
  ['/pages/personal/record/', 'assets'],
  ['/pages/personal/dividends/', 'assets'],
  ['/pages/personal/credit/', 'assets'],
  ['/pages/personal/assistants/index', 'assistants'],
  ['/pages/personal/', 'personal'],
  ['/pages/index/', 'personal'],
];

/** Parts that a page may not make wider than a page is (specification 257). */
const wideParts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, p, h1, h2, input, a, li, tr')]
      .filter((part) => part.getBoundingClientRect().width > 960)
      .map((part) => part.outerHTML.slice(0, 80)),
  );

/** A wall and paper, which have all of the desk. */
const WHOLE = ['/pages/class/board', '/pages/class/slips'];

/** What holds of every page, whatever it shows. */
async function isSound(phone: Phone, name: string): Promise<void> {
  const { page } = phone;
  await settles(phone);
  await expect(shown(page), name).toHaveText(/\S/);
  expect.soft(await shutsOut(page, LANDMARKS), name).toEqual([]);
  if (!WHOLE.some((beginning) => name.startsWith(beginning))) expect.soft(await wideParts(page), name).toEqual([]);
  expect.soft(await page.locator('.practice-marker').boundingBox(), name).toMatchObject({ x: 0, y: 0 });
  await phone.fits();
}

async function open(phone: Phone, route: string): Promise<void> {
  await phone.page.goto('about:blank');
  await phone.open(route);
}

/** Two halves, so that two workers share them. */
for (const [half, routes] of [ROUTES.slice(0, ROUTES.length / 2), ROUTES.slice(ROUTES.length / 2)].entries()) {
  const title = `pages of the product open on the desk, each at its place: ${half === 0 ? 'first' : 'second'} half`;
  test(title, { tag: '@long' }, async ({ page }) => {
    const phone = await desk(page);
    const { nav, desk: words } = phone.texts;
    await page.addInitScript(countAsking);
    const look = (route: string) =>
      test.step(route, async () => {
        await open(phone, route);
        await isSound(phone, route);
        const list = pane(page, 'list');
        const at = LISTS.find(([beginning]) => route.startsWith(beginning))?.[1];
        if (ALONE.some((beginning) => route.startsWith(beginning))) {
          await expect.soft(list, route).toHaveCount(0);
        } else {
          const label = at === 'screener' ? words.conditions : at === 'market' ? words.shares : nav[at ?? 'home'];
          await expect.soft(list, route).toHaveAttribute('aria-label', label);
        }
      });
    if (half === 0) for (const route of GUEST_ROUTES) await look(route);
    const { trader } = await busyTrader(base(), 60_000);
    await phone.signedInAs(trader.account);
    for (const route of routes) await look(route);
    expect(phone.complaints).toEqual([]);
  });
}

type Seen = { readonly phone: Phone; readonly of: BusyTrader };
/** Pages with what is seen on them once all of it has come. */
const PAGES: readonly (readonly [
  name: string,
  route: (of: BusyTrader) => string,
  loaded: (seen: Seen) => Promise<void>,
])[] = [
  [
    'limits', // first: what the day has of them is of the day
    () => '/pages/personal/limits/index',
    async ({ phone, of }) => {
      const { page, texts } = phone;
      const main = pane(page, 'main');
      await expect(main.getByText(texts.limits.nearly)).toBeVisible();
      await expect(main).toContainText(phone.rupees(of.largestOrder));
      await expect(main).toContainText(phone.rupees(of.largestAsked));
      await expect(
        main.getByRole('button', { name: fill(texts.limits.keep, { value: phone.rupees(of.largestOrder) }) }),
      ).toBeVisible();
    },
  ],
  [
    'share',
    ({ code }) => `/pages/market/details?code=${code}`,
    async ({ phone, of }) => {
      const { page, texts } = phone;
      const main = pane(page, 'main');
      await expect(page.getByText(texts.stock.showTable)).toBeVisible(); // its chart
      const own = main.getByRole('navigation', { name: fill(texts.desk.own, { code: of.code }) });
      const depth = own.getByRole('link', { name: texts.stock.depth }); // where there is no room beside
      if (await depth.isVisible()) {
        await depth.click();
        await expect(price(phone).first()).toBeVisible();
        await own.getByRole('link', { name: texts.orders.orders }).click();
      } else await expect(price(phone).first()).toBeVisible();
      await expect(main.getByRole('button', { name: fill(texts.orders.cancelOf, { code: of.code }) })).toBeVisible();
      await expect(pane(page, 'side').getByRole('textbox', { name: texts.ticket.quantity, exact: true })).toBeVisible();
      const used = fill(texts.desk.usedOf, { used: of.orders, limit: of.mostOrders });
      await expect(page.getByRole('link', { name: new RegExp(escaped(used)) })).toBeVisible();
      await expect(rows(page).first()).toBeVisible();
    },
  ],
  [
    'home',
    () => '/',
    async ({ phone: { page, texts } }) => {
      await expect(pane(page, 'list').getByText(texts.home.total)).toBeVisible();
      await expect(
        pane(page, 'main')
          .getByRole('link', { name: /^[A-Z]+[,，]/ })
          .first(),
      ).toBeVisible();
      await expect(pane(page, 'side').getByRole('link').first()).toBeVisible();
    },
  ],
  [
    'news',
    () => '/pages/news/index',
    async ({ phone: { page } }) => {
      // Links above the list choose a category.
      const first = pane(page, 'list').locator('a[href*="/pages/news/details"]').first();
      await expect(first).toBeVisible();
      // The first article of the list, in the middle.
      const title = pane(page, 'main').getByRole('heading').nth(1);
      await expect(title).toBeVisible();
      await expect(first).toContainText((await title.textContent()) ?? '–');
    },
  ],
  [
    'assets',
    () => '/pages/transaction/index',
    async ({ phone: { page, texts } }) => {
      await expect(pane(page, 'list').getByText(texts.assets.rupeeWallet)).toBeVisible();
      await expect(
        pane(page, 'list')
          .getByText(/₹[\d,]{6,}/)
          .first(),
      ).toBeVisible();
      await expect(
        pane(page, 'main').getByText(texts.bill.businessType.intraday, { exact: true }).first(),
      ).toBeVisible();
      await expect(pane(page, 'side').getByText(texts.proof.what)).toBeVisible();
    },
  ],
  [
    'personal',
    () => '/pages/personal/index',
    async ({ phone: { page, texts }, of }) => {
      await expect(pane(page, 'list').getByRole('link', { name: texts.nav.limits })).toBeVisible();
      await expect(pane(page, 'main').getByText(of.code).first()).toBeVisible();
    },
  ],
  [
    'record',
    () => '/pages/personal/record/index',
    async ({ phone }) => {
      const { page, texts } = phone;
      const main = pane(page, 'main');
      await expect(main).toContainText(phone.rupees(1_000_000));
      await expect(main.getByRole('row', { name: texts.record.part.intraday })).toBeVisible();
      await expect(main.getByRole('row', { name: texts.record.part.market })).toBeVisible();
    },
  ],
  [
    'orders',
    ({ resting }) => `/pages/personal/transaction/index?order=${resting}`,
    async ({ phone: { page, texts }, of }) => {
      const main = pane(page, 'main');
      await expect(main.getByText(texts.orders.state.open).first()).toBeVisible();
      await expect(main.getByText(of.tag)).toBeVisible();
    },
  ],
  [
    'positions',
    () => '/pages/personal/position/index',
    async ({ phone: { page }, of }) => {
      await expect(pane(page, 'main').getByText(of.code).first()).toBeVisible();
    },
  ],
  [
    'intraday',
    () => '/pages/personal/position/index?tab=day',
    async ({ phone: { page }, of }) => {
      await expect(pane(page, 'main').getByText(of.intraday).first()).toBeVisible();
    },
  ],
  [
    'closed',
    () => '/pages/personal/position/records',
    async ({ phone: { page }, of }) => {
      for (const code of of.closed) await expect(pane(page, 'main').getByText(code).first()).toBeVisible();
      await expect(pane(page, 'main').getByText(/\+₹/).first()).toBeVisible();
      await expect(pane(page, 'main').getByText(/−₹/).first()).toBeVisible();
    },
  ],
  [
    'statement',
    () => '/pages/personal/bill/index',
    async ({ phone: { page, texts } }) => {
      const { buy, intraday, charges } = texts.bill.businessType;
      for (const type of [buy, intraday])
        await expect(pane(page, 'main').getByText(type, { exact: true }).first()).toBeVisible();
      // In the row of their trade.
      await expect(
        pane(page, 'main')
          .getByText(new RegExp(`^${charges} −`))
          .first(),
      ).toBeVisible();
    },
  ],
  [
    'waiting',
    () => '/pages/personal/waiting/index',
    async ({ phone: { page }, of }) => {
      await expect(pane(page, 'main').getByText(of.code, { exact: true })).toBeVisible();
      await expect(pane(page, 'main').getByRole('img', { name: new RegExp(of.code) })).toBeVisible();
    },
  ],
  [
    'keys',
    () => '/pages/personal/keys/index',
    async ({ phone: { page, texts }, of }) => {
      await expect(pane(page, 'main').getByText(of.key)).toBeVisible();
      await expect(
        pane(page, 'main')
          .getByText(new RegExp(escaped(texts.programs.read)))
          .first(),
      ).toBeVisible();
    },
  ],
];

/** What a pause takes off the pages. */
async function pausedPages(phone: Phone, theme: string): Promise<void> {
  const { page, texts } = phone;
  const paused = await Trader.arrive(base());
  await paused.ask('/app/order/pause', { span: '24h' });
  await phone.signedInAs(paused.account);
  await open(phone, '/pages/personal/limits/index');
  const until = new RegExp(escaped(texts.limits.pausedUntil).replace(/\\\{\\\{when\\\}\\\}/, '.+'));
  await expect(pane(page, 'main').getByRole('button', { name: until })).toBeVisible();
  await isSound(phone, `paused limits ${theme}`);
  await open(phone, '/pages/market/buy?code=CHAKRAVALA&side=buy');
  await pane(page, 'side').getByRole('textbox', { name: texts.ticket.quantity, exact: true }).fill('1');
  await page.getByRole('button', { name: texts.ticket.ownLimit }).click();
  await expect(page.getByRole('alert').filter({ hasText: texts.limits.stoppedTitle })).toBeVisible();
  await isSound(phone, `paused ticket ${theme}`);
}

for (const width of [1024, 1440, 1920]) {
  for (const language of ['en', 'hi', 'zh-Hant', 'zh-Hans'] as const) {
    test(`pages of a member who trades, at ${width} px in ${language}`, { tag: '@long' }, async ({ page }) => {
      const of = await busyTrader(base(), 200_000);
      const phone = await desk(page, { language, theme: 'white' }, width, width === 1024 ? 768 : 900);
      await page.addInitScript(countAsking);
      await phone.signedInAs(of.trader.account);
      for (const theme of THEMES) {
        await page.setExtraHTTPHeaders(fromElsewhere()); // calls are counted by network
        await page.addInitScript((colours) => {
          if (origin !== 'null') localStorage.setItem('theme', colours);
        }, theme);
        for (const [name, route, loaded] of PAGES) {
          await test.step(`${name} ${theme}`, async () => {
            await open(phone, route(of));
            await loaded({ phone, of });
            await isSound(phone, `${name} ${theme}`);
            await page.screenshot({ path: phone.picturePath(`desk-${name}-${width}`, theme, 'png') });
          });
        }
      }
      await test.step('a pause', () => pausedPages(phone, 'darkblue'));
      expect(phone.complaints).toEqual([]);
    });
  }
}
