import { expect, test } from '@playwright/test';
import { fill } from '@khara/texts';
import { shutsOut } from './axe.ts';
import { tooWide } from './crawl.ts';
import { escaped, swipeRight, typePassword } from './gestures.ts';
import { base, Phone } from './phone.ts';
import { Trader } from './trader.ts';

const CODE = 'THEWA';
const LIST = '/pages/personal/waiting/index';

/** Orders that wait for a price: set from the ticket, and as a stop and target on a position. */
for (const { language, theme, width } of [
  { language: 'en', theme: 'white', width: 390 },
  { language: 'hi', theme: 'darkblue', width: 320 },
] as const) {
  test(`orders that wait, in ${language} on ${theme} at ${width} px`, { tag: '@long' }, async ({ page }) => {
    const trader = await Trader.arrive(base());
    const phone = new Phone(page, { language, theme });
    const { waiting, ticket } = phone.texts;
    const password = trader.account.defaultTransactionPassword;
    await phone.setUp();
    await page.setViewportSize({ width, height: 844 });
    await phone.signedInAs(trader.account);
    await phone.open(LIST);
    await expect(page.getByText(waiting.empty)).toBeVisible();
    await looksRight(phone, 'waiting-empty');

    // One trigger, from the last line of the ticket.
    await phone.open(`/pages/market/buy?code=${CODE}&side=buy`);
    await page.getByRole('link', { name: ticket.waitForPrice.replaceAll(/<[^>]+>/g, '') }).click();
    await expect(page.getByText(waiting.noMoney)).toBeVisible();
    const trigger = page.getByLabel(waiting.trigger, { exact: true });
    const below = await trigger.inputValue();
    await trigger.fill('9,99,999.00');
    await expect(page.getByRole('radio', { name: waiting.atOrAbove })).toBeChecked();
    await page.locator('label').filter({ hasText: waiting.atOrBelow }).click();
    await expect(page.getByText(fill(waiting.isAbove, { price: '9,99,999.00' }))).toBeVisible();
    await trigger.fill(below);
    await looksRight(phone, 'waiting-single');
    await swipeRight(page, page.getByRole('button', { name: waiting.setAction }));
    await typePassword(phone, password);
    await expect(page.getByText(CODE, { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/waiting\/index/);

    // A stop and target on a position.
    await trader.order('buy', { code: CODE, type: 'market', product: 'delivery', quantity: 5 });
    await phone.open('/pages/personal/position/index');
    await page.getByRole('button', { name: new RegExp(CODE) }).click();
    await page.getByRole('button', { name: phone.texts.positions.stopAndTarget }).click();
    await expect(page.getByText(waiting.whichever)).toBeVisible();
    await expect(page.getByText(/−₹/).first()).toBeVisible();
    await looksRight(phone, 'waiting-oco');
    await swipeRight(page, page.getByRole('button', { name: waiting.setAction }));
    await typePassword(phone, password);
    await expect(page.getByText(waiting.pair, { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('img', { name: new RegExp(escaped(CODE)) })).toHaveCount(2);
    await looksRight(phone, 'waiting-list');

    // It is taken back from its own page.
    await page
      .getByRole('link', { name: new RegExp(CODE) })
      .first()
      .click();
    await page.getByRole('button', { name: waiting.remove }).click();
    await expect(page.getByText(waiting.removed, { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: waiting.again })).toBeVisible();
    await looksRight(phone, 'waiting-done');
  });
}

/** A basket is kept, checked and sent; a share is bought regularly. */
for (const { language, theme, width } of [
  { language: 'en', theme: 'white', width: 390 },
  { language: 'hi', theme: 'darkblue', width: 320 },
] as const) {
  test(
    `baskets and regular purchases, in ${language} on ${theme} at ${width} px`,
    { tag: '@long' },
    async ({ page }) => {
      const trader = await Trader.arrive(base());
      const phone = new Phone(page, { language, theme });
      const { baskets, ticket } = phone.texts;
      const password = trader.account.defaultTransactionPassword;
      await phone.setUp();
      await page.setViewportSize({ width, height: 844 });
      await phone.signedInAs(trader.account);
      await phone.open(`${LIST}?tab=baskets`);
      await page.getByRole('button', { name: baskets.newBasket }).last().click();
      await page.getByLabel(baskets.name).fill('Steady two');
      await page.getByRole('button', { name: baskets.addFirst }).click();
      await page.getByLabel(baskets.search).fill(CODE);
      await looksRight(phone, 'basket-share');
      await page.getByRole('button', { name: new RegExp(`^${CODE}`) }).click();
      await page.getByLabel(ticket.quantity, { exact: true }).fill('2');
      await looksRight(phone, 'basket-order');
      await page.getByRole('button', { name: baskets.putIn }).click();
      await expect(page.getByText(fill(baskets.basket, { name: 'Steady two' }))).toBeVisible();

      await page.getByRole('button', { name: baskets.add }).click();
      await page.getByLabel(baskets.search).fill('AAMRAI');
      await page.getByRole('button', { name: /^AAMRAI/ }).click();
      await page.locator('label').filter({ hasText: ticket.market }).first().click();
      await page.getByRole('button', { name: baskets.putIn }).click();
      await expect(page.getByText('AAMRAI', { exact: true })).toBeVisible();
      // The second goes up.
      await page.getByRole('button', { name: /AAMRAI/ }).click();
      await page.getByRole('button', { name: baskets.up }).click();
      await expect(page.getByRole('button', { name: baskets.down })).toBeVisible();
      await page.keyboard.press('Escape');
      await looksRight(phone, 'basket');
      await swipeRight(page, page.getByRole('button', { name: fill(baskets.place_other, { count: 2 }) }));
      await typePassword(phone, password);
      await expect(page.getByText(fill(baskets.placedOf, { placed: 2, count: 2 }))).toBeVisible();
      await looksRight(phone, 'basket-result');
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: baskets.buyRegularly }).click();
      await expect(page.getByText(baskets.comesFirst)).toBeVisible();
      await looksRight(phone, 'regular-market-days');
      await page.locator('label').filter({ hasText: baskets.realDates }).click();
      await expect(page.getByText(baskets.nextDay)).toBeVisible();
      await looksRight(phone, 'regular-real-dates');
      await page.locator('label').filter({ hasText: baskets.marketDays }).first().click();
      await page
        .getByRole('button', { name: new RegExp(escaped(baskets.startOn.replace('{{date}}', '').trim())) })
        .click();
      await typePassword(phone, password);
      await expect(page).toHaveURL(/tab=regular/);
      await looksRight(phone, 'regular-list');
      await page.getByRole('link', { name: /Steady two/ }).click();
      await page.getByRole('button', { name: baskets.pause }).click();
      await expect(page.getByText(baskets.paused, { exact: true })).toBeVisible();
      await looksRight(phone, 'regular-paused');
      await page.getByRole('button', { name: baskets.end }).click();
      await expect(page.getByText(baskets.ended, { exact: true })).toBeVisible();

      // The ticket offers minutes.
      await phone.open(`/pages/market/buy?code=${CODE}&side=buy`);
      await page.getByRole('button', { name: new RegExp(escaped(phone.texts.orders.validity.day)) }).click();
      await page.locator('label').filter({ hasText: ticket.minutesTitle }).click();
      await expect(page.getByLabel(ticket.minutesLabel)).toHaveValue('15');
      await looksRight(phone, 'ticket-minutes');
    },
  );
}

async function looksRight(phone: Phone, name: string): Promise<void> {
  await phone.picture(name);
  expect(await shutsOut(phone.page)).toEqual([]);
  expect(await tooWide(phone.page)).toBeLessThanOrEqual(0);
}
