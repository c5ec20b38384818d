import { expect, test, type Page } from '@playwright/test';
import { base, Phone } from './phone.ts';
import { Trader } from './trader.ts';

/**
 * What a page says while its answer has not come, does not come, or cannot: on six pages, against answers
 * that misbehave.
 */

type Mood = 'well' | 'silent' | 'broken' | 'busy';
const LOOK = { language: 'en', theme: 'white' } as const;

/** Lets every answer of the API be what `mood` says, until it is changed. */
async function answersThatMisbehave(page: Page): Promise<{ mood: Mood }> {
  const server: { mood: Mood } = { mood: 'well' };
  await page.route('**/app/**', async (route) => {
    if (server.mood === 'well') return route.fallback();
    if (server.mood === 'broken') return route.abort('connectionreset');
    if (server.mood === 'busy')
      return route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Maintenance</h1>' });
    return undefined; // no answer at all
  });
  return server;
}

const PAGES = [
  '/',
  '/pages/market/index',
  '/pages/news/index',
  '/pages/transaction/index',
  '/pages/personal/transaction/index?tab=orders',
  '/pages/personal/notice/index',
] as const;

test(
  'a page waits with its shape, fails with a way to try again, and is itself after a tap',
  { tag: '@long' },
  async ({ page }) => {
    const { account } = await Trader.arrive(base(), 0);
    const phone = new Phone(page, LOOK);
    const { common } = phone.texts;
    await phone.setUp();
    await phone.signedInAs(account);
    const server = await answersThatMisbehave(page);
    // The whole page, or on home each part that failed.
    const retry = page.getByRole('main').getByText(new RegExp(`${common.retry.title}|${common.retry.part}`));
    const waiting = page.getByRole('main').getByRole('status', { name: common.loading });

    for (const [index, route] of PAGES.entries()) {
      await test.step(route, async () => {
        server.mood = 'silent';
        await page.goto('about:blank');
        await phone.open(route);
        await expect(waiting.first()).toBeVisible();
        await expect(retry).toHaveCount(0);

        server.mood = index % 2 === 0 ? 'broken' : 'busy';
        await page.goto('about:blank');
        await phone.open(route);
        await expect(retry.first()).toBeVisible();
        await expect(page.getByText(phone.texts.errors.systemBusy).first()).toBeVisible();

        server.mood = 'well';
        // Home's parts fail one by one: each has its own.
        await expect(async () => {
          if ((await retry.count()) > 0) await retry.first().click({ timeout: 5000 });
          await expect(retry).toHaveCount(0, { timeout: 5000 });
        }).toPass();
        await expect(waiting).toHaveCount(0);
      });
    }
    await expect(page.getByText(phone.texts.noticeList.empty)).toHaveCount(0); // a welcome is there
  },
);

test('without a network a page says so and keeps what it has; a session that ends leads to the login page', async ({
  page,
  context,
}) => {
  const { account } = await Trader.arrive(base(), 0);
  const phone = new Phone(page, LOOK);
  await phone.setUp();
  await phone.open('/');
  await page.evaluate(
    (kept) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
    },
    { token: account.token, device: account.device, userInfo: JSON.stringify(account.userInfo) },
  );
  await page.reload();
  await phone.open('/pages/personal/position/index');
  await expect(page.getByText(phone.texts.positions.empty)).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  await expect(page.getByText(phone.texts.positions.empty)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toHaveCount(0);

  for (const [route, said] of [
    ['/pages/market/details?code=NOSUCH', phone.texts.stock.unknown],
    ['/pages/personal/notice/details?id=0', phone.texts.noticeList.unknown],
    ['/pages/news/details?id=0', phone.texts.news.unknown],
    ['/pages/nowhere', phone.texts.notFound.title],
  ] as const) {
    await phone.open(route);
    await expect(page.getByText(said).first()).toBeVisible();
  }

  await test.step('the session is over', async () => {
    await page.route('**/app/wallet/totalCapital**', (route) =>
      route.fulfill({ json: { code: 2001, msg: 'Signed out from another place', data: null } }),
    );
    // A toast stands for a second and a half: looked for from the beginning, it is not over before it is seen.
    const seen = expect(page.getByText('Signed out from another place')).toBeVisible();
    await Promise.all([phone.open('/pages/transaction/index'), seen]);
    await expect(page).toHaveURL(/#\/pages\/login\/index\?redirect=%2Fpages%2Ftransaction%2Findex/);
    expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userInfo')])).toEqual([
      null,
      null,
    ]);
  });
});

test('a page whose code did not come without a network is there by itself once the network is back', async ({
  page,
  context,
}) => {
  const phone = new Phone(page, LOOK);
  const { common, notFound } = phone.texts;
  await phone.setUp();
  await phone.open('/pages/personal/index');
  await context.setOffline(true);
  await phone.open('/pages/nowhere');
  await expect(page.getByText(common.retry.title)).toBeVisible();
  await expect(page.getByText(common.stale.offline)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: notFound.title })).toBeVisible();
});

test('pages whose code never comes load the document again at most once by themselves, then wait for a tap', async ({
  page,
}) => {
  const phone = new Phone(page, LOOK);
  const { common, nav } = phone.texts;
  await phone.setUp();
  await page.route(/\/assets\/(news|market|assets|personal)-[^/]+\.js/, (route) => route.abort());
  let documents = 0;
  page.on('domcontentloaded', () => (documents += 1));
  await phone.open('/');
  await page.getByRole('link', { name: nav.news, exact: true }).click();
  await expect(page.getByText(common.retry.title)).toBeVisible();
  const before = documents;
  expect(before).toBeLessThanOrEqual(2);
  await page.getByText(common.retry.title).click();
  await expect.poll(() => documents).toBe(before + 1);
  await expect(page.getByText(common.retry.title)).toBeVisible();
  expect(documents).toBe(before + 1);
});

test.describe('a part of a page', () => {
  test.use({ serviceWorkers: 'block' }); // whose copies would come all the same

  test('whose code or style does not come fails alone, and a tap fetches it again', async ({ page }) => {
    const phone = new Phone(page, LOOK);
    const { chart, common, stock } = phone.texts;
    await phone.setUp();
    await phone.open('/pages/market/details?code=AAMRAI');
    const canvas = page.locator('canvas').first();
    await expect(canvas).toBeVisible();
    const head = page.getByRole('heading', { level: 1, name: 'AAMRAI' });
    const failed = page.getByRole('button', { name: chart.toolsFailed });
    const tools = page.getByRole('toolbar', { name: chart.drawings.toolbar });

    for (const lost of [/\/assets\/[^/]+\.js/, /\/assets\/[^/]+\.css/]) {
      await page.reload();
      await expect(canvas).toBeVisible();
      await page.route(lost, (route) => route.abort());
      await page.getByRole('button', { name: chart.drawings.draw }).click();
      await expect(failed).toBeVisible();
      await expect(head).toBeVisible();
      await expect(canvas).toBeVisible();
      await page.unroute(lost);
      await failed.click();
      await expect(tools).toBeVisible();
      await expect(tools.getByRole('button').first()).toHaveCSS('min-height', '56px'); // its style has come as well
    }

    // A sheet: it says so, and the next tap on what opens it fetches it again.
    await page.reload();
    await expect(canvas).toBeVisible();
    await page.route(/\/assets\/[^/]+\.js/, (route) => route.abort());
    const term = page.getByRole('button', { name: stock.depth });
    await term.click();
    await expect(page.getByText(common.retry.part)).toBeVisible();
    await expect(head).toBeVisible();
    await page.unroute(/\/assets\/[^/]+\.js/);
    await term.click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('whose code the server no longer has comes with a new document, at the second tap', async ({ page }) => {
    const phone = new Phone(page, LOOK);
    const { chart } = phone.texts;
    await phone.setUp();
    await phone.open('/pages/market/details?code=AAMRAI');
    await expect(page.locator('canvas').first()).toBeVisible();
    await page.route(/\/assets\/[^/]+\.js/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: chart.indicators }).click();
    const failed = page.getByRole('button', { name: chart.toolsFailed });
    await expect(failed).toBeVisible();
    const again = page.waitForEvent('domcontentloaded');
    await failed.click();
    await again;
  });
});

test('money whose answer was lost is being checked, never failed; and a newer front end reloads the page', async ({
  page,
}) => {
  const { account } = await Trader.arrive(base(), 0);
  const phone = new Phone(page, LOOK);
  const { recharge, common } = phone.texts;
  await phone.setUp();
  await phone.signedInAs(account);
  let sent = 0;
  let isLost = true;
  await page.route('**/app/wallet/submitRecharge**', async (route) => {
    sent += 1;
    if (!isLost) return route.fallback();
    await route.fetch(); // it is done, and its answer is lost
    return route.abort('connectionreset');
  });
  await phone.open('/pages/wallet/recharge/index?currency=INR');
  await page.getByRole('textbox', { name: recharge.amount }).fill('1234');
  await page.getByRole('button', { name: new RegExp(`^${recharge.submit.split('{{')[0]?.trim()}`) }).click();
  // Answers are lost until the page has been seen to say so: on a busy machine it is over too soon otherwise.
  const checking = page.getByRole('dialog').getByText(common.checking);
  await expect(checking.first()).toBeVisible();
  await expect.poll(() => sent).toBeGreaterThan(1);
  isLost = false;
  await expect(checking).toHaveCount(0);
  await expect(page.getByText(recharge.failedTitle)).toHaveCount(0);
  const orders = await new Promise<{ list: { amount: string }[] }>((resolve, reject) => {
    void fetch(`${base()}/app/wallet/rechargeList`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: account.token },
      body: '{}',
    }).then(
      async (answer) => resolve(((await answer.json()) as { data: { list: { amount: string }[] } }).data),
      reject,
    );
  });
  // Asked again and again, done once.
  expect(orders.list.filter(({ amount }) => amount.startsWith('1234'))).toHaveLength(1);

  await test.step('another version is served', async () => {
    await page.clock.install();
    await page.goto('about:blank');
    // Listened for from the beginning: the page's clock goes on by itself while it is being opened.
    const first = page.waitForResponse('**/api/users**');
    await phone.open('/pages/market/index');
    await page.clock.runFor(4000);
    await (await first).finished();
    await page.route('**/api/users**', (route) =>
      route.fulfill({ json: { code: 200, msg: '', data: { qianduanVer: '9.9.9-next' } } }),
    );
    await page.clock.runFor(61_000);
    await page.clock.runFor(200);
    await expect(page).toHaveURL(/\/h5\/\?v=9\.9\.9-next#\/pages\/market\/index/);
  });
});

test('a page may open a socket to where it is from, and to nowhere else', async ({ page }) => {
  const phone = new Phone(page, LOOK);
  await phone.setUp();
  await phone.open('/');
  const opening = (url: string) =>
    page.evaluate(
      (url) =>
        new Promise((resolve) => {
          addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true });
          const socket = new WebSocket(url);
          socket.addEventListener('open', () => resolve('open'));
        }),
      url,
    );
  expect(await opening(`${base().replace('http', 'ws')}/ws`)).toBe('open');
  expect(await opening('ws://127.0.0.1:9/ws')).toBe('connect-src');
  expect(await opening('wss://elsewhere.example/ws')).toBe('connect-src');
});
