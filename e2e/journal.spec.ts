import { expect, test } from '@playwright/test';
import { fill } from '@khara/texts';
import { expectSound } from './crawl.ts';
import { choose, escaped, swipeRight, typePassword } from './gestures.ts';
import { base, Phone } from './phone.ts';
import { Trader } from './trader.ts';

const SHARE = 'THEWA';

/** From the ticket to the sale: why, what was planned, what came of it, and that deleting it changes no figure. */
for (const { language, theme, width } of [
  { language: 'en', theme: 'white', width: 390 },
  { language: 'hi', theme: 'darkblue', width: 320 },
  { language: 'zh-Hant', theme: 'darkblue', width: 390 },
  { language: 'zh-Hans', theme: 'white', width: 390 },
] as const) {
  test(`a note of an order, in ${language} on ${theme} at ${width} px`, { tag: '@long' }, async ({ page }) => {
    test.setTimeout(180_000);
    const trader = await Trader.arrive(base());
    const phone = new Phone(page, { language, theme });
    const { ticket, journal, common, record } = phone.texts;
    const sound = async (name: string) => {
      await expectSound(page, name);
      await phone.picture(`journal-${name}`);
    };
    await phone.setUp();
    await page.setViewportSize({ width, height: 844 });
    await phone.signedInAs(trader.account);

    await phone.open(`/pages/market/buy?code=${SHARE}&side=buy`);
    await choose(page, ticket.market);
    await page.getByRole('textbox', { name: ticket.quantity, exact: true }).fill('5');
    const row = page.getByRole('button', { name: new RegExp(`^${escaped(journal.row.split('<1>')[0]!)}`) });
    await row.click();
    const sheet = page.getByRole('dialog', { name: journal.title });
    await sheet.getByRole('button', { name: journal.reason.tip }).click();
    await sheet.getByRole('textbox', { name: journal.stop }).fill('1');
    await sheet.getByRole('textbox', { name: journal.target }).fill('99999');
    await sheet.getByRole('textbox', { name: journal.tags }).fill('Uncle, two words');
    await sound('ticket');
    await sheet.getByRole('button', { name: common.done }).click();
    await expect(row).toContainText(journal.reason.tip);
    await sound('row');
    const swipe = page.getByRole('button', {
      name: new RegExp(escaped(fill(ticket.actionBuy, { quantity: '5', code: SHARE }))),
    });
    await expect(swipe).toBeEnabled();
    await swipeRight(page, swipe);
    await typePassword(phone, trader.account.defaultTransactionPassword);

    await expect(page.getByText(journal.outcome.open)).toBeVisible();
    await expect(page.getByRole('list', { name: journal.tags }).getByText('two words')).toBeVisible();
    await trader.order('sell', { code: SHARE, type: 'market', product: 'delivery', quantity: 5 });
    await page.reload();
    const orders = await trader.ask<{ list: readonly { id: string; side: string }[] }>('/app/order/contract/orders', {
      code: SHARE,
    });
    const id = orders.list.find(({ side }) => side === 'buy')!.id;
    await phone.open(`/pages/personal/transaction/index?order=${id}`);
    await expect(page.getByText(journal.outcome.early)).toBeVisible();
    await page.getByText(journal.outcome.early).scrollIntoViewIfNeeded();
    await sound('order');

    await phone.open('/pages/personal/record/index');
    const reason = page.getByRole('row', { name: journal.reason.tip });
    await expect(reason).toBeVisible();
    await choose(page, journal.byPlan);
    await expect(page.getByText(fill(journal.kept, { kept: '0', all: '1' }), { exact: false })).toBeVisible();
    await page.getByRole('heading', { name: journal.journal }).scrollIntoViewIfNeeded();
    await sound('record');
    const result = page.getByRole('row', { name: record.part.intraday }); // bought and sold on one day
    const figures = await result.innerText();

    await phone.open(`/pages/personal/transaction/index?order=${id}`);
    await page.getByRole('button', { name: journal.edit, exact: true }).click();
    await page.getByRole('button', { name: journal.delete }).click();
    await expect(page.getByText(journal.deleteText)).toBeVisible();
    await sound('delete');
    await page.getByRole('button', { name: journal.delete }).click();
    await expect(page.getByRole('button', { name: journal.write })).toBeVisible();
    await phone.open('/pages/personal/record/index');
    await expect(page.getByText(journal.empty)).toBeVisible();
    expect(await result.innerText()).toBe(figures);
    expect(phone.complaints).toEqual([]);
  });
}
