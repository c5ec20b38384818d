import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, type Page, type Request } from '@playwright/test';
import { base, Phone, type Look } from './phone.ts';
import { Trader } from './trader.ts';
import { countAsking, go } from './crawl.ts';

/**
 * What the app looks like, compared with the pictures beside this file. So that only the app can change them,
 * the server's answers are recorded, the clock stands at the moment they were recorded, nothing moves, and
 * the letters are those of a font that comes with the packages.
 *
 * `LOOKS_RECORD=1` records the answers afresh; `--update-snapshots` takes the pictures afresh. Look at each
 * of them before it is committed. They are kept in 256 colours, a third of the bytes:
 * `npm run fewer-colours -- e2e/looks/*.png`.
 */
const KEPT = join(import.meta.dirname, 'looks', 'answers.json');
const isRecording = process.env['LOOKS_RECORD'] === '1';

type Recording = { at: number; userInfo: object; readonly answers: Record<string, unknown> };
const kept: Recording = isRecording
  ? { at: Date.now(), userInfo: {}, answers: {} }
  : (JSON.parse(readFileSync(KEPT, 'utf8')) as Recording); // our own file

const LOOKS: readonly Look[] = [
  { language: 'en', theme: 'white' },
  { language: 'hi', theme: 'darkblue' },
];
const FAILS = 'fails';
/** What the device asks by itself, after a minute: a slow machine comes so far. */
const BY_ITSELF = '/app/capital/checkpoint';
const AS_GUEST = [
  { name: 'guest-home', route: '/' },
  { name: 'gainers', route: '/pages/market/index?tab=gainers' },
  { name: 'index', route: '/pages/market/details?code=KHARA50' },
  { name: 'rules', route: '/pages/index/rules/index' },
] as const;
const AS_MEMBER = [
  { name: 'home', route: '/' },
  { name: 'details', route: '/pages/market/details?code=CHAKRAVALA' },
  { name: 'empty', route: '/pages/market/index?tab=watchlist' },
  { name: 'unknown', route: '/pages/market/details?code=NOSUCH' },
  { name: 'failed', route: `/pages/news/details?id=${FAILS}` },
  { name: 'news', route: '/pages/news/index' },
  { name: 'suspended', route: '/pages/market/details?code=KARPASA' },
  { name: 'ticket', route: '/pages/market/buy?code=KARPASA&side=buy' },
  { name: 'new-stocks', route: '/pages/market/newStock/index' },
  { name: 'application', route: '/pages/market/newStock/records' },
  { name: 'blocks', route: '/pages/market/passwordStock/index' },
  { name: 'positions', route: '/pages/personal/position/index' },
  { name: 'orders', route: '/pages/personal/transaction/index?tab=orders' },
  { name: 'assets', route: '/pages/transaction/index' },
  { name: 'dividends', route: '/pages/personal/dividends/index' },
  { name: 'bill', route: '/pages/personal/bill/index' },
  { name: 'recharge', route: '/pages/wallet/recharge/index' },
  { name: 'withdrawal', route: '/pages/wallet/withdrawal/index' },
  { name: 'notices', route: '/pages/personal/notice/index' },
  { name: 'personal', route: '/pages/personal/index' },
] as const;

test.use({
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1,
  timezoneId: 'Asia/Kolkata',
  contextOptions: { reducedMotion: 'reduce' },
  serviceWorkers: 'block',
  bypassCSP: true, // for the font
});
test.describe.configure({ mode: isRecording ? 'serial' : 'parallel' });

/** A question, at any time and from any caller. */
function requestName(request: Request): string {
  // The transport's payload: an object.
  const { time: _, ...asked } = (request.postDataJSON() ?? {}) as Record<string, unknown>;
  return `${new URL(request.url()).pathname} ${request.headers()['lang'] ?? ''} ${JSON.stringify(asked)}`;
}

async function answer(page: Page, complaints: string[]): Promise<void> {
  // A line that is open and has no news: it answers when it is asked whether it lives.
  if (!isRecording)
    await page.routeWebSocket(/\/ws$/, (line) =>
      line.onMessage((asked) => {
        if (String(asked).includes('"ping"')) line.send(JSON.stringify({ type: 'pong' }));
      }),
    );
  await page.route(/\/(app|api)\//, async (route) => {
    const request = route.request();
    const name = requestName(request);
    if (name.includes(FAILS)) return route.fulfill({ status: 500, body: '' });
    if (name.startsWith(BY_ITSELF)) return route.abort();
    if (isRecording) {
      const response = await route.fetch();
      kept.answers[name] ??= await response.json();
      return route.fulfill({ json: kept.answers[name] });
    }
    if (!(name in kept.answers)) complaints.push(`not recorded: ${name}`);
    return route.fulfill({ json: kept.answers[name] ?? {} });
  });
}

/** The font by parts: Devanagari is the app's, Latin is here alone. The rupee is in the extended letters. */
const PARTS = {
  devanagari: { folder: '../apps/web/src/ui/fonts', range: 'U+0900-097F, U+25CC, U+200C-200D' },
  'latin-ext': { folder: 'looks/fonts', range: 'U+0100-02FF, U+20A0-20CF' },
  latin: { folder: 'looks/fonts', range: 'U+0-FF, U+2000-206F, U+2122-2215' },
};

async function oneFont(page: Page): Promise<void> {
  const faces = Object.entries(PARTS).map(async ([part, { folder, range }]) => {
    const path = join(import.meta.dirname, folder, `noto-sans-devanagari-${part}-wght-normal.woff2`);
    await page.route(`**/looks-font/${part}`, (route) => route.fulfill({ path, contentType: 'font/woff2' }));
    return `@font-face { font-family: Looks; font-weight: 100 900; src: url(${base()}/looks-font/${part}); unicode-range: ${range}; }`;
  });
  // Rosette and hatch keep their places unseen: their lines would be half of a picture's bytes.
  // Without geometric precision a whole Chromium rounds the widths of letters, and a headless one does not.
  const plain =
    '* { text-rendering: geometricPrecision !important; }' +
    ':root { --font: Looks, sans-serif !important; --rosette: transparent !important; --paper-hatch: transparent !important; }';
  await page.addStyleTag({ content: `${(await Promise.all(faces)).join('\n')} ${plain}` });
}

/** Opens the app once, as a guest or signed in, and looks at one page after the other. */
async function look(page: Page, at: Look, pages: readonly { name: string; route: string }[], member: boolean) {
  const phone = new Phone(page, at);
  const missing: string[] = [];
  await phone.setUp();
  await page.addInitScript(countAsking);
  if (member) {
    const token = isRecording ? await arriveRecording() : 'recorded';
    await phone.signedInAs({ token, userInfo: kept.userInfo, device: 'looks', defaultTransactionPassword: '' });
    await page.addInitScript(
      // The log was followed just now: what the device asks by itself is no part of a page.
      (at) =>
        Object.entries({ tourSeen: '1', logFollowedAt: String(at) }).forEach(([name, value]) =>
          localStorage.setItem(name, value),
        ),
      kept.at,
    );
  }
  if (!isRecording) await page.clock.setFixedTime(kept.at);
  await answer(page, missing);
  const underway = new Set<Request>();
  page.on('request', (request) => underway.add(request));
  page.on('requestfinished', (request) => underway.delete(request));
  page.on('requestfailed', (request) => underway.delete(request));
  const drawn = () =>
    page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done))));
  await phone.open('/');
  await oneFont(page);
  // What comes late is recorded by coming again.
  for (const { name, route } of isRecording ? [...pages, ...pages] : pages) {
    await go(phone, route);
    await page.evaluate(() => document.fonts.ready);
    if (isRecording) continue;
    await drawn();
    // A chart, a marked-up text: what comes with code of its own.
    await expect.poll(() => underway.size).toBe(0);
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await drawn();
    await expect
      .soft(page)
      .toHaveScreenshot(`${name}-${at.language}-${at.theme}.png`, { maxDiffPixelRatio: 0.02, threshold: 0.25 });
  }
  expect(missing).toEqual([]);
}

/** Where no order is met in the time of a recording: the lower end of the band. */
async function farBelow(trader: Trader, code: string): Promise<string> {
  return (await trader.ask<{ bandLow: string }>('/app/market/marketDetail', { code })).bandLow;
}

/** A member with a share, an order that waits, an application and paper money, so that there is something to see. */
async function arriveRecording(): Promise<string> {
  const trader = await Trader.arrive(base());
  const order = { code: 'CHAKRAVALA', quantity: 40, type: 'market', product: 'delivery' };
  await trader.order('buy', order);
  await trader.order('buy', { ...order, quantity: 5, type: 'limit', price: await farBelow(trader, order.code) });
  await trader.ask('/app/market/buyTbNewStock', {
    id: 'IPO-VAIDURYA-0',
    lots: 2,
    requestId: `looks-${kept.at}`,
    transactionPassword: trader.account.defaultTransactionPassword,
  });
  kept.userInfo = trader.account.userInfo;
  return trader.account.token;
}

for (const at of LOOKS) {
  const tag = at.language === 'en' ? [] : '@long';
  test(`the looks for a guest in ${at.language} on ${at.theme}`, { tag }, ({ page }) =>
    look(page, at, AS_GUEST, false),
  );
  test(`the looks for a member in ${at.language} on ${at.theme}`, { tag }, ({ page }) =>
    look(page, at, AS_MEMBER, true),
  );
}

test.afterAll(() => {
  if (!isRecording) return;
  mkdirSync(dirname(KEPT), { recursive: true });
  writeFileSync(KEPT, `${JSON.stringify(kept, null, 1)}\n`);
});
