import { fill } from '@khara/texts';
import { expect, test } from '@playwright/test';
import { desk, pane } from './desk.ts';
import { base, Phone } from './phone.ts';
import { Trader } from './trader.ts';

/** What stands in a first screen without scrolling, and how many keys an order takes on the desk. */

const ENGLISH = { language: 'en', theme: 'white' } as const;
/** A share whose price has as many digits as those of most. */
const CODE = 'KORKAI';
/** `/`, its name, Enter; B, 2, Enter; Enter, and the six digits of the transaction password. */
const KEYS_OF_AN_ORDER = 18;

test('the first screen of 390 × 844 has an index for a guest, and the price of a share for a member', async ({
  page,
}) => {
  const trader = await Trader.arrive(base());
  const phone = new Phone(page, ENGLISH);
  await phone.setUp();
  const tabs = page.getByRole('navigation', { name: phone.texts.nav.main });
  const staysAboveTabs = async (price: ReturnType<typeof page.locator>): Promise<void> => {
    await expect(price).toBeVisible();
    await expect
      .poll(async () => {
        const [figure, bar] = [await price.boundingBox(), await tabs.boundingBox()];
        return figure && bar ? bar.y - (figure.y + figure.height) : -1;
      })
      .toBeGreaterThanOrEqual(0);
  };
  await phone.open('/');
  await staysAboveTabs(
    page
      .getByRole('link', { name: /^KHARA 50\D+[\d,]+\.\d\d/ })
      .getByText(/^[\d,]+\.\d\d$/)
      .first(),
  );
  await phone.signedInAs(trader.account);
  await phone.open('/');
  await page.reload();
  await staysAboveTabs(
    page
      .getByRole('link', { name: /^[A-Z]{3,}, / })
      .first()
      .getByText(/^[\d,]+\.\d\d$/)
      .first(),
  );
  expect(phone.complaints).toEqual([]);
});

test('the first paint has the words of the hero where the app keeps them', async ({ page }) => {
  const phone = new Phone(page, ENGLISH);
  await phone.setUp();
  const free = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', (route) => free.promise.then(() => route.fallback()));
  await page.goto(`${phone.at}/h5/#/`, { waitUntil: 'commit' });
  const words = page.getByText(phone.texts.home.guestTitle, { exact: true });
  const whileWaiting = page.locator('[data-first] b').and(words);
  await expect(whileWaiting).toBeInViewport({ ratio: 1 });
  const before = await whileWaiting.boundingBox();
  free.resolve();
  const heading = page.getByRole('heading', { name: phone.texts.home.guestTitle });
  await expect(heading).toBeVisible();
  expect(await heading.boundingBox()).toEqual(before);
  expect(phone.complaints).toEqual([]);
});

test('the theme of the device is there at the first paint, and goes with the device', async ({ page }) => {
  const trader = await Trader.arrive(base());
  await page.emulateMedia({ colorScheme: 'dark' });
  const phone = new Phone(page, ENGLISH);
  await phone.setUp();
  await phone.signedInAs(trader.account);
  const shown = () => page.evaluate(() => document.documentElement.dataset['theme']);
  const { theme } = phone.texts.personal;
  await phone.open('/pages/personal/index');
  expect(await shown(), 'off where nothing was chosen').toBe('white');
  await page.locator('label').filter({ hasText: theme.device }).click();
  await expect.poll(shown).toBe('darkblue');
  await expect(page.getByRole('radio', { name: theme.device })).toBeChecked();

  const free = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', (route) => free.promise.then(() => route.fallback()));
  for (const [colorScheme, is] of [
    ['light', 'white'],
    ['dark', 'darkblue'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('[data-first]')).toBeVisible();
    expect(await shown(), 'before any code has come').toBe(is);
  }
  free.resolve();
  await expect(page.getByRole('radio', { name: theme.device })).toBeChecked();
  const around = page.locator('meta[name="theme-color"]');
  const dark = await around.getAttribute('content');
  await expect(async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await shown()).toBe('white');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await shown()).toBe('darkblue');
  }, 'its code comes after the page').toPass();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => around.getAttribute('content')).not.toBe(dark);
  expect(phone.complaints).toEqual([]);
});

test('a ticket of 360 × 740 has charges and break-even in sight', async ({ page }) => {
  const trader = await Trader.arrive(base());
  await page.setViewportSize({ width: 360, height: 740 });
  const phone = new Phone(page, ENGLISH);
  await phone.setUp();
  await phone.signedInAs(trader.account);
  await phone.open(`/pages/market/buy?code=${CODE}&side=buy`);
  await expect(page.getByText(/^Charges ₹[\d,.]+, breaks even at [\d,.]+$/)).toBeInViewport({ ratio: 1 });
  await phone.fits();
  expect(phone.complaints).toEqual([]);
});

test('a phone on its side has what is done beside what is read', async ({ page }) => {
  const trader = await Trader.arrive(base());
  await page.setViewportSize({ width: 740, height: 360 });
  const phone = new Phone(page, ENGLISH);
  await phone.setUp();
  await phone.signedInAs(trader.account);
  const standsBeside = async (): Promise<void> => {
    // Once the page has come in from its side.
    await expect(async () => {
      const [read, done] = [await page.getByRole('main').boundingBox(), await page.locator('footer').boundingBox()];
      expect(done!.x).toBeGreaterThanOrEqual(read!.x + read!.width);
      expect(read!.height).toBeGreaterThan(220);
    }).toPass();
    await phone.fits();
  };
  await phone.open(`/pages/market/details?code=${CODE}`);
  await expect(page.getByRole('button', { name: phone.texts.stock.buy, exact: true })).toBeInViewport({ ratio: 1 });
  await standsBeside();
  await phone.open(`/pages/market/buy?code=${CODE}&side=buy`);
  await expect(
    page
      .locator('footer')
      .getByText(/^₹[\d,.]+$/)
      .nth(2),
  ).toBeAttached();
  await expect(page.getByRole('button', { name: new RegExp(CODE) }).first()).toBeInViewport({ ratio: 1 });
  await standsBeside();
  expect(phone.complaints).toEqual([]);
});

test('a full chart of a phone on its side has its price higher than its panes of indicators', async ({ page }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  const phone = new Phone(page, ENGLISH);
  await phone.setUp();
  await page.addInitScript(() => {
    if (origin !== 'null') localStorage.setItem('indicators', JSON.stringify({ shown: ['rsi', 'macd'], settings: {} }));
  });
  await phone.open(`/pages/market/details?code=${CODE}`);
  await page.getByRole('button', { name: phone.texts.stock.fullScreen }).tap();
  await expect(page.locator('[data-full]')).toBeVisible();
  await expect(page.locator('[data-full]').getByText(CODE)).toBeInViewport({ ratio: 1 });
  await expect
    .poll(async () => {
      const all = await page.locator('[data-panes="2"] canvas').evaluateAll(
        (drawn) => drawn.map((one) => one.clientHeight).filter((height) => height > 22), // the axis has 22
      );
      const highest = Math.max(0, ...all); // before the screen is full: 242
      return highest >= 110 && highest < 200 && Math.min(...all) >= 40;
    })
    .toBe(true);
  expect(phone.complaints).toEqual([]);
});

test('the numbers of an indicator are chosen with its chart in sight', async ({ page }) => {
  const phone = new Phone(page, ENGLISH);
  await phone.setUp();
  await page.addInitScript(() => {
    if (origin !== 'null') localStorage.setItem('indicators', JSON.stringify({ shown: ['rsi'], settings: {} }));
  });
  await phone.open(`/pages/market/details?code=${CODE}`);
  const { chart, common } = phone.texts;
  await page.getByRole('button', { name: chart.indicators }).tap();
  await page.getByRole('button', { name: fill(chart.change, { name: 'RSI' }) }).tap();
  const sheet = page.getByRole('dialog', { name: 'RSI' });
  await expect(sheet.getByRole('textbox', { name: chart.settings.high })).toBeInViewport({ ratio: 1 });
  const price = page.locator('[data-panes] canvas').first();
  await expect
    .poll(
      () =>
        price.evaluate((drawn) => {
          const { top, left, height, width } = drawn.getBoundingClientRect();
          const there = document.elementFromPoint(left + width / 2, top + height / 2);
          return top >= 0 && there !== null && getComputedStyle(there).backgroundColor;
        }),
      'nothing but a clear layer over it',
    )
    .toBe('rgba(0, 0, 0, 0)');
  const [stage, over] = await Promise.all([page.locator('[data-panes]').boundingBox(), sheet.boundingBox()]);
  expect(stage!.y + stage!.height, 'its pane is in sight, too').toBeLessThan(over!.y + 8);
  await phone.picture('chart-settings');
  await sheet.getByRole('button', { name: common.done }).tap();
  await expect(page.getByRole('switch', { name: 'RSI' })).toBeVisible();
  expect(phone.complaints).toEqual([]);
});

test(`an order on the desk takes ${KEYS_OF_AN_ORDER} keys, and no pointer`, async ({ page }) => {
  const trader = await Trader.arrive(base());
  const phone = await desk(page);
  await phone.signedInAs(trader.account);
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => console.error('a pointer was used'), { capture: true });
  });
  const { orders, password } = phone.texts;
  let pressed = 0;
  const press = async (keys: string): Promise<void> => {
    for (const key of keys === 'Enter' ? [keys] : keys) {
      pressed += 1;
      await page.keyboard.press(key);
    }
  };
  await trader.marketOpen();
  await phone.open('/pages/market/index');
  const list = pane(page, 'list');
  await expect(list.getByRole('link', { name: /^[A-Z]+, / }).first()).toBeVisible();

  // The code of the keys comes after the first page.
  const help = page.getByRole('dialog', { name: phone.texts.keys.title });
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(help).toBeVisible({ timeout: 3000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  await press('/');
  await expect(list.getByRole('textbox').or(list.getByRole('combobox')).or(list.getByRole('searchbox'))).toBeFocused();
  await press(CODE.toLowerCase());
  await expect(list.getByRole('link', { name: /^[A-Z]+, / }).first()).toContainText(CODE);
  await press('Enter');
  await expect(page).toHaveURL(new RegExp(`code=${CODE}`));
  const ticket = pane(page, 'side');
  await expect(ticket.getByRole('textbox', { name: phone.texts.ticket.quantity, exact: true })).toBeVisible();
  await press('b');
  await press('2');
  await expect(page.getByRole('button', { name: new RegExp(`2 ${CODE}`) }).first()).toBeEnabled();
  await press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await press('Enter');
  await expect(page.getByText(password.title).first()).toBeVisible();
  await press(trader.account.defaultTransactionPassword);
  await expect(page.getByText(orders.state.complete).first()).toBeVisible();
  expect(pressed).toBe(KEYS_OF_AN_ORDER);
  expect(phone.complaints).toEqual([]);
});

test('before any code has come Home has its words: the invitation, its answer and the three doors', async ({
  page,
}) => {
  const phone = new Phone(page, { language: 'hi', theme: 'white' });
  await phone.setUp();
  const { home, nav } = phone.texts;
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto(`${base()}/h5/`, { waitUntil: 'commit' });
  for (const words of [home.guestTitle, home.start, nav.learn, nav.lab, nav.lesson])
    await expect(page.getByText(words, { exact: true }).filter({ visible: true })).toHaveCount(1);
});

test('a share and Home ask for all their files beside the code of the app, and for none twice', async ({ page }) => {
  const phone = new Phone(page, { language: 'hi', theme: 'white' });
  await phone.setUp();
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/assets\/(.+)-[\w-]+\.(js|css|json)$/.exec(request.url()) ?? [];
    if (name !== undefined) asked.push(request.url());
  });
  const askedFor = (part: string) => asked.filter((url) => url.includes(part)).length;
  const code = /\/assets\/(index|vendor|first)-[^/]*\.js$/;

  await page.route(code, (route) => route.abort());
  await page.goto(`${base()}/h5/#/pages/market/details?code=THEWA`, { waitUntil: 'commit' });
  for (const part of ['/details-', '/share-', '/texts/hi/share-', '/texts/hi/shell-'])
    await expect.poll(() => askedFor(part)).toBeGreaterThan(0);
  await page.goto('about:blank');
  await page.goto(`${base()}/h5/`, { waitUntil: 'commit' });
  for (const part of ['/assets/home-', '/texts/hi/home-']) await expect.poll(() => askedFor(part)).toBeGreaterThan(0);

  await page.goto('about:blank');
  await page.unroute(code);
  asked.length = 0;
  await page.goto(`${base()}/h5/#/pages/market/details?code=THEWA`);
  await expect(page.getByRole('button', { name: phone.texts.stock.buy, exact: true })).toBeVisible();
  expect(asked.filter((url, at) => asked.indexOf(url) !== at)).toEqual([]);
});
