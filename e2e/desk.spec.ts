import { expect, test, type Page } from '@playwright/test';
import { fill } from '@khara/texts';
import { shutsOut } from './axe.ts';
import { escaped, tabTo } from './gestures.ts';
import { base, Phone, THEMES, type Look } from './phone.ts';
import { Trader } from './trader.ts';

/** The workspace of wide screens: what stands where, by which keys, and what each pane says when there is nothing. */

const SHARE = 'CHAKRAVALA';
const DETAILS = `/pages/market/details?code=${SHARE}`;
const EN = { language: 'en', theme: 'white' } as const;

const PAGES = [
  ['share', DETAILS],
  ['home', '/'],
  ['news', '/pages/news/index'],
  ['assets', '/pages/transaction/index'],
  ['personal', '/pages/personal/index'],
  ['limits', '/pages/personal/limits/index'],
  ['record', '/pages/personal/record/index'],
] as const;

async function desk(page: Page, look: Look = EN, width = 1440, height = 900): Promise<Phone> {
  await page.setViewportSize({ width, height });
  const phone = new Phone(page, look);
  await phone.setUp();
  return phone;
}

const pane = (page: Page, name: 'list' | 'main' | 'side') => page.locator(`[data-pane=${name}]`).first();
const rows = (page: Page) => pane(page, 'list').getByRole('link', { name: /^[A-Z]+, / });
const shown = (page: Page) => pane(page, 'main').getByRole('heading', { level: 1 });
const price = (page: Page) => pane(page, 'main').getByRole('button', { name: /^Order at/ });

/** Parts that a page may not make wider than a page is (specification 257). */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, p, h1, h2, input, a, li, tr')]
      .filter((part) => part.getBoundingClientRect().width > 960)
      .map((part) => part.outerHTML.slice(0, 80)),
  );

for (const width of [1024, 1440, 1920]) {
  for (const tag of ['en', 'hi', 'zh-Hant', 'zh-Hans'] as const) {
    test(`every tab is whole at ${width} px: ${tag}`, { tag: '@long' }, async ({ page }) => {
      test.setTimeout(240_000);
      const trader = await Trader.arrive(base());
      const phone = await desk(page, { language: tag, theme: 'white' }, width, width === 1024 ? 768 : 900);
      await phone.signedInAs(trader.account);
      for (const theme of THEMES) {
        await page.addInitScript((colours) => {
          if (origin !== 'null') localStorage.setItem('theme', colours);
        }, theme);
        for (const [name, route] of PAGES) {
          await test.step(`${name} ${theme}`, async () => {
            await page.goto('about:blank');
            await phone.open(route);
            await expect(pane(page, 'main').getByRole('heading', { level: 1 })).toBeVisible();
            await page.waitForLoadState('networkidle'); // a skeleton comes after a moment
            await expect(page.locator('[data-pane] [aria-busy=true]')).toHaveCount(0);
            await expect(page.getByRole('status', { name: phone.texts.common.loading })).toHaveCount(0);
            // Its chart.
            if (name === 'share') await expect(page.getByText(phone.texts.stock.showTable)).toBeVisible();
            expect.soft(await shutsOut(page), `${name} ${theme}`).toEqual([]);
            await page.screenshot({ path: phone.pictureOf(`desk-${name}-${width}`, theme, 'png') });
            await phone.fits();
            expect.soft(await tooWide(page), name).toEqual([]);
            expect.soft(await page.locator('.practice-marker').boundingBox(), name).toMatchObject({ x: 0, y: 0 });
          });
        }
      }
      expect(phone.complaints).toEqual([]);
    });
  }
}

test("a trader's hour without a pointer", { tag: '@long' }, async ({ page }) => {
  test.setTimeout(240_000);
  const trader = await Trader.arrive(base());
  const phone = await desk(page);
  const { keys, ticket, orders, common, password } = phone.texts;
  await phone.signedInAs(trader.account);
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => console.error('a pointer was used'), { capture: true });
  });
  await phone.open('/pages/market/index');
  await expect(pane(page, 'main').getByText(phone.texts.desk.choose)).toBeVisible();

  await test.step('walks the list by J and K, and back leaves the desk', async () => {
    await expect(rows(page).first()).toBeVisible();
    await expect(async () => {
      await page.keyboard.press('j');
      await expect(rows(page).first()).toHaveAttribute('aria-current', 'page', { timeout: 1000 });
    }).toPass();
    const entries = await page.evaluate(() => history.length);
    await page.keyboard.press('j');
    await expect(rows(page).nth(1)).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('k');
    await expect(rows(page).first()).toHaveAttribute('aria-current', 'page');
    expect(await page.evaluate(() => history.length)).toBe(entries);
  });

  await test.step('arrows move the focus in the list, Enter opens', async () => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).nth(2)).toBeFocused();
    await expect(rows(page).first()).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('Enter');
    await expect(rows(page).nth(2)).toHaveAttribute('aria-current', 'page');
  });

  await test.step('finds a share by its name', async () => {
    await expect(async () => {
      await page.keyboard.press('/'); // its code comes after the first page
      await expect(pane(page, 'list').getByRole('searchbox')).toBeFocused({ timeout: 1000 });
    }).toPass();
    await page.keyboard.type(SHARE.slice(0, 6));
    const row = pane(page, 'list').getByRole('link', { name: new RegExp(`^${SHARE}, `) });
    await tabTo(page, row);
    await page.keyboard.press('Enter');
    await expect(shown(page)).toHaveText(SHARE);
  });

  await test.step('reads another interval, as a chart and as a table', async () => {
    await expect(pane(page, 'main').getByRole('radio', { name: '1D' })).toBeVisible();
    await page.keyboard.press('5');
    await expect(pane(page, 'main').getByRole('radio', { name: '1D' })).toBeChecked();
    await page.keyboard.press('t');
    await expect(pane(page, 'main').getByRole('table')).toBeVisible();
    await page.keyboard.press('t');
    await expect(pane(page, 'main').getByRole('table')).toBeHidden();
  });

  await test.step('places an order that rests, and cancels it', async () => {
    await page.keyboard.press('b');
    await page.keyboard.type('3');
    const field = page.getByLabel(ticket.price, { exact: true });
    await tabTo(page, field);
    const lowest = Number((await field.inputValue()).replaceAll(',', '')) * 0.97;
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(String(Math.floor(lowest)));
    const swipe = pane(page, 'side').getByRole('button', {
      name: new RegExp(escaped(fill(ticket.actionBuy, { quantity: 3, code: SHARE }))),
    });
    await expect(swipe).toBeEnabled();
    await tabTo(page, swipe);
    await page.keyboard.press('Enter');
    await tabTo(page, pane(page, 'side').getByRole('button', { name: common.swipe.confirm }));
    await page.keyboard.press('Enter');
    await expect(page.getByText(password.title).first()).toBeVisible();
    await page.keyboard.type(trader.account.defaultTransactionPassword, { delay: 20 });

    const cancel = pane(page, 'main').getByRole('button', { name: fill(orders.cancelOf, { code: SHARE }) });
    await expect(cancel).toBeVisible({ timeout: 60_000 });
    await page.keyboard.press('F6');
    await tabTo(page, cancel);
    await page.keyboard.press('Enter');
    await expect(pane(page, 'main').getByRole('dialog', { name: orders.cancelAsk })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(cancel).toBeFocused();
    expect(await cancel.evaluate((button) => getComputedStyle(button).outlineStyle), 'the focus is seen').not.toBe(
      'none',
    );
    await page.keyboard.press('Enter');
    await tabTo(page, pane(page, 'main').getByRole('dialog').getByRole('button', { name: orders.cancel, exact: true }));
    await page.keyboard.press('Enter');
    await expect(cancel).toBeHidden();
    const { list } = await trader.ask<{ list: readonly { state: string }[] }>('/app/order/contract/orders', {
      state: 'done',
    });
    expect(list.map(({ state }) => state)).toContain('cancelled');
  });

  await test.step('no pane holds the focus', async () => {
    const seen = new Set<string | null | undefined>();
    for (let turns = 0; turns < 5; turns += 1) {
      await page.keyboard.press('F6');
      seen.add(await page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane')));
    }
    expect(seen).toEqual(new Set(['list', 'main', 'side']));
  });

  await test.step('goes to the tabs, and turns single keys off', async () => {
    await page.keyboard.press('Alt+4');
    await expect(page).toHaveURL(/transaction\/index/);
    await page.keyboard.press('Alt+3');
    await expect(shown(page), 'the share is still there').toHaveText(SHARE);
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(rows(page).nth(3), 'all shares again').toBeVisible();
    await page.keyboard.press('b');
    await page.keyboard.type('40');
    await expect(page.getByText(phone.texts.stock.showTable)).toBeVisible(); // its chart is drawn
    await expect(pane(page, 'side').locator('[aria-busy=true]')).toHaveCount(0);
    await phone.picture('desk');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: keys.title });
    await expect(list).toContainText(keys.desk.pane);
    await tabTo(page, list.getByRole('switch'));
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(shown(page), 'J does nothing now').toHaveText(SHARE);
  });
  expect(phone.complaints).toEqual([]);
});

test('panes are resized, keep what was typed, and have sheets of their own', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(120_000);
  const trader = await Trader.arrive(base());
  const phone = await desk(page);
  const { desk: words, ticket, stock } = phone.texts;
  await phone.signedInAs(trader.account);
  await phone.open(DETAILS);
  const quantity = page.getByRole('textbox', { name: ticket.quantity, exact: true });
  await expect(quantity).toHaveValue('');

  await test.step('a price of the book goes to the ticket', async () => {
    await price(page).first().click();
    await expect(quantity).toBeFocused();
    await page.keyboard.type('7');
    const tapped = (await price(page).nth(3).innerText()).split('\n').at(-1) ?? '';
    await price(page).nth(3).click();
    await expect(page.getByLabel(ticket.price, { exact: true })).toHaveValue(/\d/);
    await expect(quantity, `with ${tapped}`).toHaveValue('7');
  });

  await test.step('another share has its own ticket, and the first keeps what was typed', async () => {
    await rows(page).first().click();
    await expect(shown(page)).not.toHaveText(SHARE);
    await expect(quantity).toHaveValue('');
    await phone.page.evaluate((to) => void (location.hash = to), DETAILS);
    await expect(shown(page)).toHaveText(SHARE);
    await expect(quantity).toHaveValue('7');
  });

  await test.step('a sheet covers its own pane, and the rest stays live', async () => {
    await pane(page, 'main').getByRole('button', { name: stock.depth }).click();
    const sheet = pane(page, 'main').getByRole('dialog');
    await expect(sheet).toBeVisible();
    await quantity.fill('8');
    await expect(sheet).toBeVisible();
    await rows(page).nth(1).click();
    await expect(shown(page)).not.toHaveText(SHARE);
    await page.keyboard.press('Escape');
  });

  await test.step('sizes are dragged or set by keys, and remembered', async () => {
    const border = page.getByRole('separator', { name: words.resizeList });
    const width = async () => (await pane(page, 'list').boundingBox())?.width ?? 0;
    const before = await width();
    await border.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(width).toBe(before + 32);
    await page.reload();
    await expect.poll(width).toBe(before + 32);
    await border.focus();
    await page.keyboard.press('Enter');
    await expect.poll(width).toBe(before);
  });
  expect(phone.complaints).toEqual([]);
});

test('charts stand beside each other, and one in a window of its own', { tag: '@long' }, async ({ page }) => {
  const phone = await desk(page);
  const { desk: words, stock } = phone.texts;
  await phone.open(DETAILS);
  const chart = page.getByRole('img', { name: fill(stock.chart, { code: SHARE }) });
  await expect(chart).toBeVisible();
  await page.getByRole('button', { name: words.charts.keep }).click();
  await rows(page).first().click();
  await expect(shown(page)).not.toHaveText(SHARE);
  await expect(chart, 'the chart that was kept').toBeVisible();
  await page.reload();
  await expect(chart).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(chart, 'no room for two').toBeHidden();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: fill(words.charts.close, { code: SHARE }) }).click();
  await expect(chart).toBeHidden();

  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: words.charts.window }).click(),
  ]);
  await expect(popup.getByText(phone.texts.common.practice.title).first()).toBeVisible();
  await expect(popup.getByRole('img', { name: /.+/ }).first()).toBeVisible();
  await expect(popup.locator('[data-pane=list]')).toHaveCount(0);
  expect(phone.complaints).toEqual([]);
});

test('each pane says what it cannot do', { tag: '@long' }, async ({ page }) => {
  const phone = await desk(page);
  const { desk: words, stock, stale } = { ...phone.texts, stale: phone.texts.common.stale };

  await test.step('to a guest', async () => {
    await phone.open(DETAILS);
    await expect(pane(page, 'side').getByText(words.loginForOrders)).toBeVisible();
    await expect(price(page).first()).toBeVisible();
  });

  const trader = await Trader.arrive(base(), 0);
  await phone.signedInAs(trader.account);
  await test.step('of an index', async () => {
    await page.goto('about:blank');
    await phone.open('/pages/market/details?code=KHARA50');
    await expect(pane(page, 'side').getByText(words.indexNote)).toBeVisible();
    await expect(price(page)).toHaveCount(0);
  });

  await test.step('of a suspended share', async () => {
    await page.route('**/app/market/marketDetail**', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: object };
      await route.fulfill({ json: { ...body, data: { ...body.data, tradable: false } } });
    });
    await page.goto('about:blank');
    await phone.open(DETAILS);
    await expect(pane(page, 'side').getByText(stock.notTradable)).toBeVisible();
    await page.unroute('**/app/market/marketDetail**');
  });

  await test.step('of a share that does not exist', async () => {
    await page.goto('about:blank');
    await phone.open('/pages/market/details?code=NOSUCH');
    await expect(pane(page, 'main').getByText(stock.unknown)).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
  });

  await test.step('without a network', async () => {
    await page.goto('about:blank');
    await phone.open(DETAILS);
    await expect(price(page).first()).toBeVisible();
    await page.context().setOffline(true);
    await expect(
      pane(page, 'main')
        .getByRole('status')
        .filter({ hasText: new RegExp(escaped(stale.offline.split('.')[0] ?? '')) }),
    ).toBeVisible();
    await page.context().setOffline(false);
  });
});

test('a narrow or low window, and an installation without the desk, have the column', async ({ page }) => {
  const phone = await desk(page, EN, 1023);
  await phone.open(DETAILS);
  const tabs = page.locator('[data-pane]');
  await expect(page.getByRole('main')).toBeVisible();
  await expect(tabs).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 599 });
  await expect(page.getByRole('main')).toBeVisible();
  await expect(tabs).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 600 });
  await expect(pane(page, 'list')).toBeVisible();

  await page.route('**/app/config/info**', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object };
    await route.fulfill({ json: { ...body, data: { ...body.data, desk: false } } });
  });
  await page.reload();
  await expect(tabs).toHaveCount(0);
  await expect(page.getByRole('main')).toBeVisible();
  await expect.poll(async () => (await page.locator('.app-frame').boundingBox())?.width).toBe(480);
  await expect(tabs).toHaveCount(0);
});
