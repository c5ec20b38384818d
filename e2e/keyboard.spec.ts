import { fill } from '@khara/texts';
import { expect, test } from '@playwright/test';
import { escaped, showsFocus, tabTo } from './gestures.ts';
import { base, Phone } from './phone.ts';
import { Trader } from './trader.ts';

const STOCK = 'CHAKRAVALA';

test('from login to a filled order without a pointer', async ({ page }) => {
  const trader = await Trader.arrive(base());
  const phone = new Phone(page, { language: 'en', theme: 'white' });
  const { login, search, ticket, orders, common, home } = phone.texts;
  await phone.setUp();
  // Nothing points: a press of the mouse or a tap would be a complaint.
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => console.error('a pointer was used'), { capture: true });
  });

  await test.step('logs in', async () => {
    await phone.open('/pages/login/index');
    await tabTo(page, page.getByLabel(login.phone));
    await page.keyboard.type(trader.phone);
    await tabTo(page, page.getByLabel(login.password, { exact: true }));
    expect(await showsFocus(page)).toBe(true);
    await page.keyboard.type('correct horse');
    await page.keyboard.press('Enter');
    await expect(page.getByText(home.total)).toBeVisible();
  });

  await test.step('finds the list of keys, and closes it', async () => {
    const list = page.getByRole('dialog', { name: phone.texts.keys.title });
    await expect(async () => {
      await page.keyboard.press('?'); // its code comes after the first page
      await expect(list).toBeVisible({ timeout: 3000 });
    }).toPass();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
  });

  await test.step('finds the share', async () => {
    await page.keyboard.press('/');
    const field = page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: search.placeholder }))
      .first();
    await tabTo(page, field);
    await page.keyboard.type(STOCK.slice(0, 6));
    await tabTo(page, page.getByRole('main').getByRole('link', { name: new RegExp(`^${STOCK}, `) }));
    expect(await showsFocus(page)).toBe(true);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/pages/market/details\\?code=${STOCK}`));
  });

  await test.step('opens the ticket, and fills it in', async () => {
    await expect(page.getByRole('button', { name: phone.texts.stock.buy, exact: true })).toBeVisible();
    await page.keyboard.press('b');
    await tabTo(page, page.getByRole('textbox', { name: ticket.quantity, exact: true }));
    await page.keyboard.type('3');
    const market = page.getByRole('radio', { name: ticket.market, exact: true });
    const group = page.getByRole('radiogroup').filter({ has: market });
    if (!(await market.isChecked())) {
      await tabTo(page, group.locator('input:checked'));
      for (let turns = 0; turns < 4 && !(await market.isChecked()); turns += 1) await page.keyboard.press('ArrowRight');
    }
    await expect(market).toBeChecked();
  });

  await test.step('confirms in a sheet instead of swiping', async () => {
    const action = fill(ticket.actionBuy, { quantity: 3, code: STOCK });
    const swipe = page.getByRole('button', { name: new RegExp(escaped(action)) });
    await expect(swipe).toBeEnabled();
    await tabTo(page, swipe);
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: action });
    await expect(sheet, 'what is confirmed').toContainText(
      [orders.type.market, orders.product.delivery, orders.validity.day].join(', '),
    );
    await expect(sheet).toContainText(ticket.needs);
    await tabTo(page, sheet.getByRole('button', { name: common.swipe.confirm }));
    await page.keyboard.press('Enter');
  });

  await test.step('types the transaction password, and the order is filled', async () => {
    await expect(page.getByText(phone.texts.password.title).first()).toBeVisible();
    await page.keyboard.type(trader.account.defaultTransactionPassword, { delay: 20 });
    // At night it waits for the next morning's market.
    await expect(page.getByText(orders.state.complete).first()).toBeVisible({ timeout: 180_000 });
  });

  expect(phone.complaints).toEqual([]);
});
