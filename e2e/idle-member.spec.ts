import { expect, test } from '@playwright/test';
import { Phone } from './phone.ts';
import { startProduct, type Product } from './product.ts';
import { Trader } from './trader.ts';

/** What comes to a member who does nothing, on a market of ten seconds a day. */

const MARKET_DAYS = 10;

let product: Product;
test.beforeAll(async () => {
  product = await startProduct({ MARKET_DAY_SECONDS: '10' });
});
test.afterAll(() => product?.stop());

test(
  `a new member who is idle has at most one unread notice after ${MARKET_DAYS} market days`,
  { tag: '@long' },
  async ({ page }) => {
    test.setTimeout(600_000);
    const trader = await Trader.arrive(product.base, 0);
    const phone = new Phone(page, { language: 'en', theme: 'white' }, product.base);
    await phone.setUp();
    await phone.signedInAs(trader.account);
    await phone.open('/'); // and stays there
    const countUnread = async (): Promise<number> =>
      (await trader.ask<{ all: number }>('/app/notice/getNoReadNum')).all;
    const days = new Set<string>();
    await expect
      .poll(
        async () => {
          const { market } = await trader.ask<{ market: { marketDate: string } }>('/app/config/info');
          days.add(market.marketDate);
          return days.size;
        },
        { timeout: 500_000 },
      )
      .toBeGreaterThan(MARKET_DAYS);
    expect(await countUnread()).toBeLessThanOrEqual(1);
  },
);
