import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstMarketDate } from '@khara/market-day';
import { settlementDate } from '@khara/rules';
import { fill } from '@khara/texts';
import { expect, test } from '@playwright/test';
import { connectAsSuperuser } from '../apps/server/test/support/server-process.ts';
import { seedWithout } from '../apps/server/test/support/undelivered.ts';
import { shutsOut } from './axe.ts';
import { tooWide } from './crawl.ts';
import { choose, escaped, swipeRight, typePassword } from './gestures.ts';
import { Phone } from './phone.ts';
import { startProduct, type Product } from './product.ts';
import { Trader } from './trader.ts';

/**
 * Market days of a member, on a market of its own: a share at its lower circuit, a sale that is not delivered, a margin
 * call. What such days cost is counted again in apps/server/test/stories/second-program.test.ts.
 */

const [SHORT, FALLS, THIN] = ['AAMRAI', 'ACHALGARH', 'GAHVARA'] as const;
/** The member is the first of the installation. */
const ACCOUNT_KEY = 1;
const LONG = { timeout: 120_000 } as const;

const first = firstMarketDate('compressed', Date.now());
const second = settlementDate(first);

let dataDir = '';
let product: Product;
test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'khara-e2e-days-'));
  product = await startProduct({
    DATA_DIR: dataDir,
    MARKET_DAY_SECONDS: '60',
    MARKET_SEED: seedWithout({ code: SHORT, accountKey: ACCOUNT_KEY, marketDay: 1, date: second, isFound: true }),
  });
});
test.afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Share = {
  readonly phase: string;
  readonly price: string;
  readonly bandLow: string;
  readonly depth: { readonly bids: readonly unknown[]; readonly asks: readonly (readonly [string, number])[] } | null;
};

/** News that moves what the market believes of a share, as its seed makes them: journalled, and long ago. */
async function news(code: string, bps: number): Promise<void> {
  const database = await connectAsSuperuser(dataDir);
  try {
    await database.query(
      `INSERT INTO trading.journal_command (kind, accepted_ms, code, article_id, about, bps)
       VALUES ('news', 0, $1, 'e2e ' || $1, 'order_lost', $2)`,
      [code, bps],
    );
  } finally {
    await database.end();
  }
}

const isFirstMember = async (trader: Trader): Promise<boolean> => {
  const database = await connectAsSuperuser(dataDir);
  try {
    const { rows } = await database.query('SELECT m.number FROM accounts.member m WHERE m.id = $1', [
      (trader.account.userInfo as { id: string }).id,
    ]);
    return Number((rows[0] as { number: string }).number) === ACCOUNT_KEY;
  } finally {
    await database.end();
  }
};

/** An order at the market. */
const market = (code: string, quantity: number, product = 'delivery') => ({
  code,
  type: 'market',
  product,
  quantity,
});

test('market days with a circuit, a short delivery and a margin call', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(600_000);
  const trader = await Trader.arrive(product.base, 2);
  const other = await Trader.arrive(product.base);
  expect(await isFirstMember(trader)).toBe(true);
  const phone = new Phone(page, { language: 'en', theme: 'white' }, product.base);
  const { notices, orderHistory, surveillance, ticket } = phone.texts;
  await phone.setUp();
  await phone.signedInAs(trader.account);

  const share = (code: string) => trader.ask<Share>('/app/market/marketDetail', { code });
  const dateNow = async () =>
    (await trader.ask<{ market: { marketDate: string } }>('/app/config/info')).market.marketDate;
  const isOpen = (date: string) =>
    expect.poll(async () => (await dateNow()) >= date && (await share(SHORT)).phase === 'continuous', LONG).toBe(true);
  const titles = async () =>
    (await trader.ask<{ list: readonly { title: string }[] }>('/app/notice/List', { size: 50 })).list.map(
      ({ title }) => title,
    );
  const reads = (part: string) => expect.poll(async () => (await titles()).join('\n'), LONG).toContain(part);
  const findOrder = async (code: string, side: string) =>
    (
      await trader.ask<{ list: readonly { id: string; code: string; side: string }[] }>('/app/order/contract/orders')
    ).list.find((order) => order.code === code && order.side === side)!;

  await test.step('the first day: bought by the ticket, netted in part, and within the day', async () => {
    await isOpen(first);
    await phone.open(`/pages/market/buy?code=${SHORT}&side=buy`);
    await page.getByRole('textbox', { name: ticket.quantity, exact: true }).fill('23');
    await choose(page, ticket.market);
    const swipe = page.getByRole('button', {
      name: new RegExp(escaped(fill(ticket.actionBuy, { quantity: 23, code: SHORT }))),
    });
    await expect(swipe).toBeEnabled();
    await swipeRight(page, swipe);
    await typePassword(phone, trader.account.defaultTransactionPassword);
    await expect.poll(async () => (await findOrder(SHORT, 'buy'))?.code).toBe(SHORT);
    await trader.order('buy', market(THIN, 20));
    await trader.order('buy', market(FALLS, 30, 'intraday'));
    await trader.order('sell', market(FALLS, 30, 'intraday'));
  });

  await test.step('the second: sold before it arrives, a margin call, and a lower circuit', async () => {
    await isOpen(second);
    await trader.order('sell', market(SHORT, 9));
    await trader.order('buy', market(FALLS, 100, 'intraday'));
    await Promise.all([news(FALLS, -1950), news(THIN, -900)]);
    await expect.poll(async () => (await share(THIN)).depth?.bids.length, LONG).toBe(0);
    const { bandLow } = await share(THIN);
    await other.order('buy', { code: THIN, type: 'limit', product: 'delivery', quantity: 1, price: bandLow });
    await reads(fill(notices.circuitLower.title, { code: THIN, price: bandLow }));
    await phone.open(`/pages/market/details?code=${THIN}`);
    await expect(page.getByText(surveillance.noBuyers.split('{{')[0]!.trim())).toBeVisible();
    await phone.picture('days-lower-circuit');
    await trader.order('sell', { code: THIN, type: 'limit', product: 'delivery', quantity: 20, price: bandLow });
    await reads(fill(notices.marginSquaredOff.title, { code: FALLS }));
    await reads(fill(notices.saleBoughtIn.title, { code: SHORT, price: '' }));
  });

  await test.step('the third: reads of it in the story of the sale and in the inbox', async () => {
    const queued = await findOrder(THIN, 'sell');
    await phone.open('/pages/personal/transaction/index?tab=done');
    const { timeline } = await trader.ask<{ timeline: readonly { step: string; why?: string }[] }>(
      `/app/order/contract/detail/${queued.id}`,
    );
    expect(timeline.map(({ why }) => why ?? '').join()).toContain(orderHistory.why.noBuyers.split(';')[0]!);
    await page.getByText(SHORT).first().click();
    await expect(page.getByText(fill(orderHistory.step.not_delivered, { quantity: 9 }))).toBeVisible();
    await expect(page.getByText(/^Bought in at /u)).toBeVisible();
    await phone.picture('days-short-sale');
    expect(await shutsOut(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 844 });
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    await phone.open('/pages/personal/notice/index');
    await expect(page.getByText(fill(notices.marginSquaredOff.title, { code: FALLS })).first()).toBeVisible();
  });
});
