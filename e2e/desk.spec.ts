import { expect, test } from '@playwright/test';
import { fill } from '@khara/texts';
import { desk, DETAILS, EN, pane, pressed, price, rows, SHARE, shown } from './desk.ts';
import { escaped } from './gestures.ts';
import { base } from './phone.ts';
import { Trader } from './trader.ts';

/** The workspace of wide screens: what stands where, and what each pane says when there is nothing. */

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
    await price(phone).first().click();
    await expect(quantity).toBeFocused();
    await page.keyboard.type('7');
    const seen = await pressed(price(phone).nth(3));
    await expect(page.getByLabel(ticket.price, { exact: true })).toHaveValue(seen);
    await expect(quantity).toHaveValue('7');
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
    await expect(price(phone).first()).toBeVisible();
  });

  const trader = await Trader.arrive(base(), 0);
  await phone.signedInAs(trader.account);
  await test.step('of an index', async () => {
    await page.goto('about:blank');
    await phone.open('/pages/market/details?code=KHARA50');
    await expect(pane(page, 'side').getByText(words.indexNote)).toBeVisible();
    await expect(price(phone)).toHaveCount(0);
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
    await page.unrouteAll({ behavior: 'wait' }); // an answer under way is not taken from under it
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
    await expect(price(phone).first()).toBeVisible();
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
  const phone = await desk(page, EN, 767);
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

test('a full chart lies above all panes, and home has its banners', async ({ page }) => {
  const phone = await desk(page);
  await phone.open('/');
  await expect(pane(page, 'main').getByRole('link').first()).toBeVisible();
  await expect(page.locator('[data-pane] img[src*="/banners/"]').first()).toBeVisible();
  await phone.open(DETAILS);
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(pane(page, 'main').locator('canvas').first()).toBeVisible();
    await pane(page, 'main').getByRole('button', { name: phone.texts.stock.fullScreen }).click();
    const full = page.locator('[data-full]');
    await expect(full).toBeVisible();
    const covered = await full.evaluate((chart) => {
      const { left, top, width: wide, height: high } = chart.getBoundingClientRect();
      return Array.from({ length: 10 }, (_, at) => (at + 0.5) / 10).filter((part) => {
        const there = document.elementFromPoint(left + wide * part, top + high * part);
        return !chart.contains(there);
      });
    });
    expect(covered).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(full).toBeHidden();
  }
});

test('Market opens with the share that the tab showed last, and its first four lists stand in one line', async ({
  page,
}) => {
  const phone = await desk(page);
  await phone.open('/pages/market/details?code=LAUHITYA');
  await expect(pane(page, 'main').getByRole('heading', { name: 'LAUHITYA' })).toBeVisible();
  await phone.open('/');
  await expect(pane(page, 'main').getByRole('link').first()).toBeVisible();
  await page.goto('about:blank');
  await phone.open('/pages/market/index');
  await expect(pane(page, 'main').getByRole('heading', { name: 'LAUHITYA' })).toBeVisible();
  const tops = await pane(page, 'list')
    .getByRole('navigation', { name: phone.texts.market.lists })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  expect(tops).toHaveLength(6);
  expect(new Set(tops).size).toBe(1);
});

test('Home names the market now once, cuts no index, and draws no edge around the middle', async ({ page }) => {
  const phone = await desk(page);
  await phone.open('/');
  const middle = pane(page, 'main');
  await expect(middle.getByRole('link', { name: /KHARA/ }).first()).toBeVisible();
  await expect(middle.getByRole('heading', { name: phone.texts.home.indices })).toHaveCount(1);
  const cut = await middle.getByRole('link', { name: /^KHARA/ }).evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const name = cell.firstElementChild;
      return name && name.scrollWidth > name.clientWidth ? [name.textContent] : [];
    }),
  );
  expect(cut).toEqual([]);
  const outline = await middle.locator('[data-scroller]').evaluate((body) => getComputedStyle(body).outlineStyle);
  expect(outline).toBe('none');
});

test('two panes of indicators leave the price 200 px at 1440 × 900', async ({ page }) => {
  const phone = await desk(page);
  const shown = JSON.stringify({ shown: ['vwap', 'rsi', 'macd'], settings: {} });
  await page.addInitScript((kept) => {
    if (origin !== 'null') localStorage.setItem('indicators', kept);
  }, shown);
  await phone.open(DETAILS);
  const panes = pane(page, 'main').locator('[data-panes="2"]');
  const heights = (): Promise<number[]> =>
    panes.locator('canvas').evaluateAll((all) => [...new Set(all.map((one) => one.clientHeight))]);
  await expect.poll(async () => (await heights()).includes(72), 'the panes are there').toBe(true);
  expect(Math.max(...(await heights()))).toBeGreaterThanOrEqual(200);
  await expect(price(phone).first()).toBeInViewport();
  expect(phone.complaints).toEqual([]);
});
