import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstMarketDate } from '@khara/market-day';
import { nextRegularDay } from '@khara/rules';
import { fill } from '@khara/texts';
import { expect, test } from '@playwright/test';
import { connectAsSuperuser } from '../apps/server/test/support/server-process.ts';
import { shutsOut } from './axe.ts';
import { tooWide } from './crawl.ts';
import { choose, escaped, swipeRight, typePassword } from './gestures.ts';
import { Phone } from './phone.ts';
import { startProduct, type Product } from './product.ts';
import { Trader } from './trader.ts';

/**
 * A rights issue and a buyback on a market of their own: entitlements are used, sold and tendered from the page. What
 * comes of them is in apps/server/src/modules/corporate/offers/holder-offers.test.ts.
 */

const [ISSUES, BUYS] = ['AAMRAI', 'ACHALGARH'] as const;
const PAGE = '/pages/personal/holderOffers/index';
const LONG = { timeout: 120_000 } as const;

const first = firstMarketDate('compressed', Date.now());
const exDate = nextRegularDay(first);
const rightsOpen = nextRegularDay(exDate);
const tendersOpen = nextRegularDay(rightsOpen);

let dataDir = '';
let product: Product;
test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'khara-e2e-offers-'));
  product = await startProduct({ DATA_DIR: dataDir, MARKET_DAY_SECONDS: '40', MARKET_SEED: 'offers to holders' });
});
test.afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Share = { readonly phase: string; readonly price: string };

/** Companies announce for tomorrow what the market's seed would let them announce in some weeks. */
async function announce(prices: Readonly<Record<typeof ISSUES | typeof BUYS, number>>): Promise<void> {
  const database = await connectAsSuperuser(dataDir);
  const rupees = (share: keyof typeof prices, percent: number) => Math.ceil((prices[share] * percent) / 10_000) * 100;
  try {
    await database.query('INSERT INTO market.ex_date (ex_date, drawn_ms) VALUES ($1, 1) ON CONFLICT DO NOTHING', [
      exDate,
    ]);
    await database.query('DELETE FROM market.corporate_action WHERE ex_date = $1', [exDate]);
    const insert = `INSERT INTO market.corporate_action (id, code, kind, ex_date, announced_on, announced_ms, first, second, price_paise, shares, held_small, held_general)
      VALUES ($1 || '-' || $2, $1, $3, $2::date, $4, 1, $5, $6, $7, $8, $9, $10)`;
    await database.query(insert, [ISSUES, exDate, 'rights', first, 1, 5, rupees(ISSUES, 75), 200_000, null, null]);
    await database.query(insert, [
      BUYS,
      exDate,
      'buyback',
      first,
      null,
      null,
      rupees(BUYS, 112),
      20_000,
      10_000,
      990_000,
    ]);
  } finally {
    await database.end();
  }
}

const market = (code: string, quantity: number) => ({ code, type: 'market', product: 'delivery', quantity });

test('offers to holders: applied for, sold and tendered', { tag: '@long' }, async ({ page, browser }) => {
  test.setTimeout(600_000);
  const trader = await Trader.arrive(product.base, 2);
  const phone = new Phone(page, { language: 'en', theme: 'white' }, product.base);
  const { holderOffers: words, ticket } = phone.texts;
  await phone.setUp();
  await phone.signedInAs(trader.account);
  const pin = () => typePassword(phone, trader.account.defaultTransactionPassword);

  const share = (code: string) => trader.ask<Share>('/app/market/marketDetail', { code });
  const now = async () =>
    (await trader.ask<{ market: { marketDate: string; marketTime: string } }>('/app/config/info')).market;
  const dateNow = async () => (await now()).marketDate;
  const isOpen = (date: string) =>
    expect.poll(async () => (await dateNow()) >= date && (await share(BUYS)).phase === 'continuous', LONG).toBe(true);
  const paise = async (code: string) => Math.round(Number((await share(code)).price) * 100);
  /** In the other look and language, and on a narrow screen. */
  const look = async (name: string): Promise<void> => {
    await phone.picture(name);
    expect(await shutsOut(page)).toEqual([]);
    for (const other of [
      { language: 'en', theme: 'darkblue', width: 390 },
      { language: 'hi', theme: 'white', width: 320 },
    ] as const) {
      const context = await browser.newContext({ viewport: { width: other.width, height: 844 } });
      const twin = new Phone(await context.newPage(), other, product.base);
      await twin.setUp();
      await twin.signedInAs(trader.account);
      await twin.open(PAGE);
      await expect(twin.page.getByText(ISSUES).first()).toBeVisible();
      expect(await tooWide(twin.page)).toBeLessThanOrEqual(0);
      await twin.picture(name);
      await context.close();
    }
  };

  await test.step('the first day: bought, and announced', async () => {
    await isOpen(first);
    for (const code of [ISSUES, BUYS]) await trader.order('buy', market(code, 25));
    await announce({ [ISSUES]: await paise(ISSUES), [BUYS]: await paise(BUYS) });
  });

  await test.step('the ex-date: what comes, and until when', async () => {
    await isOpen(exDate);
    await phone.open(PAGE);
    await expect(page.getByText(words.small)).toBeVisible();
    await expect(page.getByText(fill(words.ratio, { a: 1, b: 5 }))).toBeVisible();
    await look('offers-coming');
  });

  await test.step('the issue is open: an application whose answer is lost is asked for again', async () => {
    await isOpen(rightsOpen);
    await phone.open(PAGE);
    await page.getByRole('button', { name: words.apply, exact: true }).click();
    const shares = page.getByRole('textbox', { name: words.shares });
    await expect(shares).toHaveValue('5');
    await phone.picture('offers-take');
    await shares.fill('3');
    await page.route('**/app/order/holderOffers/take**', async (route) => {
      await route.fetch(); // it is done, and its answer is lost
      await route.abort();
    });
    await page.getByRole('dialog').getByRole('button', { name: words.apply, exact: true }).click();
    await pin();
    await expect(page.getByText(words.checking)).toBeVisible({ timeout: 60_000 });
    await phone.picture('offers-checking');
    await page.unroute('**/app/order/holderOffers/take**');
    await expect(page.getByText(words.checking)).toBeHidden({ timeout: 30_000 });
    await expect(page.getByText(fill(words.applied, { shares: 3, additional: 0 }))).toBeVisible();
    const { list } = await trader.ask<{ list: readonly { kind: string; application: { shares: number } | null }[] }>(
      '/app/order/holderOffers',
    );
    expect(list.find(({ kind }) => kind === 'rights')?.application?.shares).toBe(3);
  });

  await test.step('an entitlement that is left is sold from the page', async () => {
    // The end of its day would overtake a sale of the afternoon.
    await expect
      .poll(
        async () => (await share(BUYS)).phase === 'continuous' && (await now()).marketTime.slice(11, 16) < '12:00',
        LONG,
      )
      .toBe(true);
    await page.getByRole('button', { name: words.sell }).click();
    await page.getByRole('textbox', { name: ticket.quantity, exact: true }).fill('2');
    await choose(page, ticket.market);
    const swipe = page.getByRole('button', {
      name: new RegExp(escaped(fill(ticket.actionSell, { quantity: 2, code: `${ISSUES}-RE` }))),
    });
    await expect(swipe).toBeEnabled();
    await swipeRight(page, swipe);
    await pin();
    await expect
      .poll(async () => {
        const { list } = await trader.ask<{ list: readonly { code: string; filledQuantity: number }[] }>(
          '/app/order/contract/orders',
        );
        return list.find(({ code }) => code === `${ISSUES}-RE`)?.filledQuantity;
      }, LONG)
      .toBe(2);
  });

  await test.step('the tender: shares are blocked, and may be withdrawn', async () => {
    await isOpen(tendersOpen);
    await phone.open(PAGE);
    await page.getByRole('button', { name: words.doTender, exact: true }).click();
    await page.getByRole('textbox', { name: words.tender }).fill('20');
    await page.getByRole('dialog').getByRole('button', { name: words.doTender, exact: true }).click();
    await pin();
    await expect(page.getByText(fill(words.tendered, { shares: 20 }))).toBeVisible();
    await look('offers-taken');
    await page.getByRole('button', { name: words.withdraw }).first().click();
    await pin();
    await expect(page.getByRole('button', { name: words.doTender, exact: true })).toBeVisible();
  });
  expect(phone.complaints.filter((complaint) => !complaint.includes('/holderOffers/take'))).toEqual([]);
});
