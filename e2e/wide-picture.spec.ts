import { expect, test } from '@playwright/test';
import { paise } from '@khara/money';
import { busyTrader } from './busy-trader.ts';
import { desk, DETAILS, pane } from './desk.ts';
import { base, Phone, THEMES } from './phone.ts';

/** One account on a phone and on the desk at once. `npm run screenshots` sets both beside each other for README.md. */

test.use({ deviceScaleFactor: 2 }); // the picture makes them smaller

/** The market minute that the marker says. */
const minute = async ({ page }: Phone) => /\d\d:\d\d/.exec(await page.locator('.practice-marker').innerText())?.[0];

for (const theme of THEMES) {
  test(`a phone and the desk show one account, on ${theme}`, { tag: '@long' }, async ({ page, context }) => {
    const { trader } = await busyTrader(base(), 60_000);
    await context.addInitScript(() => {
      if (origin !== 'null') localStorage.setItem('tourSeen', '1');
    });
    const wide = await desk(page, { language: 'en', theme }, 1280, 800);
    const phone = new Phone(await context.newPage(), { language: 'en', theme });
    await phone.page.setViewportSize({ width: 390, height: 844 });
    await phone.setUp();
    for (const each of [wide, phone]) await each.signedInAs(trader.account);

    await phone.open('/pages/transaction/index');
    await wide.open(DETAILS);
    const { available } = await trader.ask<{ available: string }>('/app/wallet/inrWallet');
    const rupees = wide.rupees(Number(paise(available)) / 100);
    const { ticket, stock, home } = wide.texts;
    await expect(page.getByText(rupees).first()).toBeVisible();
    await expect(phone.page.getByText(rupees).first()).toBeVisible();

    await phone.open('/');
    await expect(phone.page.getByText(home.total)).toBeVisible();
    await expect(
      phone.page
        .getByRole('main')
        .getByRole('link', { name: /^[A-Z]+, / })
        .first(),
    ).toBeVisible();
    await pane(page, 'side').getByRole('textbox', { name: ticket.quantity, exact: true }).fill('40');
    await page.keyboard.press('Escape'); // no field has the focus
    await expect(page.getByText(stock.showTable)).toBeVisible(); // its chart is drawn
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    // Both clocks are of the same market minute, which is two seconds long.
    await expect.poll(async () => (await minute(wide)) === (await minute(phone)), { intervals: [50] }).toBe(true);
    await Promise.all([wide.picture('wide-desk'), phone.picture('wide-phone')]);
    for (const each of [wide, phone]) expect(each.complaints).toEqual([]);
  });
}
