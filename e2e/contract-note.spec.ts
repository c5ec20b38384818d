import { expect, test } from '@playwright/test';
import { shutsOut } from './axe.ts';
import { tooWide } from './crawl.ts';
import { Phone } from './phone.ts';
import { startProduct, type Product } from './product.ts';
import { Trader } from './trader.ts';

/** What a share costs that is bought and sold on one day: at the ticket, and when the day is over. */

const CODE = 'THEWA';
const order = { code: CODE, type: 'market', product: 'delivery' } as const;

const ANSWERED = [() => true, () => false] as const;

let product: Product;
test.beforeAll(async () => {
  product = await startProduct({ MARKET_DAY_SECONDS: '60' });
});
test.afterAll(() => product?.stop());

type BillLine = { readonly businessType: string; readonly changedAmount: string };

for (const { language, theme, width } of [
  { language: 'en', theme: 'white', width: 390 },
  { language: 'hi', theme: 'darkblue', width: 320 },
] as const) {
  test(`a day’s trades net, in ${language} on ${theme} at ${width} px`, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(240_000);
    const trader = await Trader.arrive(product.base);
    const phone = new Phone(page, { language, theme }, product.base);
    const { ticket, bill } = phone.texts;
    await phone.setUp();
    await page.setViewportSize({ width, height: 844 });
    await phone.signedInAs(trader.account);
    // Both on one day, however short it is.
    await expect
      .poll(
        async () => {
          const bought = await trader.order('buy', { ...order, quantity: 20 }).then(...ANSWERED);
          return bought && (await trader.order('sell', { ...order, quantity: 8 }).then(...ANSWERED));
        },
        { timeout: 120_000 },
      )
      .toBe(true);

    await phone.open(`/pages/market/buy?code=${CODE}&side=sell`);
    await page.getByRole('textbox', { name: ticket.quantity }).fill('8');
    // The charges are those of shares that are delivered: said once.
    await expect(page.getByText(ticket.ifBought)).toBeVisible();
    await expect(page.getByText(ticket.ifDelivered)).toHaveCount(0);
    await page.getByText(ticket.ifBought).scrollIntoViewIfNeeded();
    await phone.picture(`netting-ticket-${language}`);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);

    const noted = async () => {
      const { list } = await trader.ask<{ list: BillLine[] }>('/app/capital/capitalLogList', {});
      return list.find(({ businessType }) => businessType === 'contract_note');
    };
    await expect.poll(noted, { timeout: 120_000 }).toBeDefined();
    expect(Number((await noted())!.changedAmount)).toBeGreaterThan(0);
    await phone.open('/pages/personal/bill/index');
    await expect(page.getByText(bill.remarks.contractNote).first()).toBeVisible();
    await phone.picture(`netting-bill-${language}`);
    expect(await shutsOut(page)).toEqual([]);
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
  });
}
