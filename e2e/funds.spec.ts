import { expect, test } from '@playwright/test';
import { fill } from '@khara/texts';
import { shutsOut } from './axe.ts';
import { tooWide } from './crawl.ts';
import { choose, escaped, swipeRight, typePassword } from './gestures.ts';
import { base, Phone } from './phone.ts';
import { Trader } from './trader.ts';

const CODE = 'KHARAFIFTY';

/** A fund is found by what it is, looked at, bought, and bought regularly. */
for (const { language, theme, width } of [
  { language: 'en', theme: 'white', width: 390 },
  { language: 'en', theme: 'darkblue', width: 320 },
  { language: 'hi', theme: 'darkblue', width: 390 },
  { language: 'hi', theme: 'white', width: 320 },
] as const) {
  test(`an index fund, in ${language} on ${theme} at ${width} px`, { tag: '@long' }, async ({ page }) => {
    const trader = await Trader.arrive(base());
    const phone = new Phone(page, { language, theme });
    const { baskets, stock, ticket, market } = phone.texts;
    const password = trader.account.defaultTransactionPassword;
    await phone.setUp();
    await page.setViewportSize({ width, height: 844 });
    await phone.signedInAs(trader.account);

    await phone.open('/pages/index/search/index');
    await page.getByRole('searchbox').fill('ETF');
    const row = page.getByRole('link', { name: new RegExp(CODE) });
    await expect(row).toContainText(market.fund);
    await looksRight(phone, 'fund-search');
    await row.click();

    await expect(page.getByText(stock.fund.unitValue)).toBeVisible();
    await expect(page.getByText(stock.fund.note)).toBeVisible();
    const worth = page.locator('dl div').filter({ hasText: stock.fund.premium }).locator('dd');
    await expect(worth).toHaveText(/^[+−]?0\.[0-3]\d%$/);
    await page.getByText(stock.fund.unitValue).scrollIntoViewIfNeeded();
    await looksRight(phone, 'fund-page');

    await phone.open(`/pages/market/buy?code=${CODE}&side=buy`);
    await page.getByRole('textbox', { name: ticket.quantity, exact: true }).fill('50');
    await choose(page, ticket.market);
    const swipe = page.getByRole('button', {
      name: new RegExp(escaped(fill(ticket.actionBuy, { quantity: 50, code: CODE }))),
    });
    await expect(swipe).toBeEnabled();
    await looksRight(phone, 'fund-ticket');
    await swipeRight(page, swipe);
    await typePassword(phone, password);
    await expect
      .poll(async () => {
        const { list } = await trader.ask<{ list: readonly { code: string; charges: { stt: string } }[] }>(
          '/app/order/contract/orders',
        );
        return list.find(({ code }) => code === CODE)?.charges.stt;
      })
      .toBe('0.00');

    await phone.open(`/pages/market/buy?code=${CODE}&side=buy`);
    await page.getByRole('link', { name: ticket.again.replaceAll(/<[^>]+>/g, '') }).click();
    await expect(page).toHaveURL(/waiting\/regular/);
    await looksRight(phone, 'fund-regular');
    await page
      .getByRole('button', { name: new RegExp(escaped(baskets.startOn.replace('{{date}}', '').trim())) })
      .click();
    await typePassword(phone, password);
    await expect(page).toHaveURL(/tab=regular/);
    await expect(page.getByRole('link', { name: new RegExp(CODE) })).toBeVisible();
    await looksRight(phone, 'fund-regular-list');
  });
}

async function looksRight(phone: Phone, name: string): Promise<void> {
  await phone.picture(name);
  expect(await shutsOut(phone.page)).toEqual([]);
  expect(await tooWide(phone.page)).toBeLessThanOrEqual(0);
}
