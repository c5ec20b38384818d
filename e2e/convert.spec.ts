import { expect, test } from '@playwright/test';
import { fill } from '@khara/texts';
import { shutsOut } from './axe.ts';
import { tooWide } from './crawl.ts';
import { typePassword } from './gestures.ts';
import { base, Phone } from './phone.ts';
import { Trader } from './trader.ts';

const CODE = 'THEWA';
const POSITIONS = '/pages/personal/position/index';

/** Positions of the day beside holdings, and shares that were bought intraday and are kept. */
for (const { language, theme, width } of [
  { language: 'en', theme: 'white', width: 390 },
  { language: 'hi', theme: 'darkblue', width: 320 },
] as const) {
  test(`a position is converted, in ${language} on ${theme} at ${width} px`, { tag: '@long' }, async ({ page }) => {
    const trader = await Trader.arrive(base());
    const phone = new Phone(page, { language, theme });
    const { positions, orders } = phone.texts;
    await phone.setUp();
    await page.setViewportSize({ width, height: 844 });
    await phone.signedInAs(trader.account);
    await phone.open(`${POSITIONS}?tab=day`);
    await expect(page.getByText(positions.emptyDay)).toBeVisible();
    await trader.order('buy', { code: CODE, type: 'market', product: 'intraday', quantity: 20 });
    await trader.order('sell', { code: CODE, type: 'market', product: 'intraday', quantity: 5 });
    await phone.open(`${POSITIONS}?tab=day`);
    await page.getByRole('button', { name: new RegExp(CODE) }).click();
    await expect(page.getByText(positions.unrealised).last()).toBeVisible();
    await looksRight(phone, `convert-day-${language}`);

    await page.getByRole('button', { name: positions.convert }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText(positions.convertNeeded)).toBeVisible();
    await sheet.getByRole('textbox').fill('16');
    await expect(
      sheet.getByText(fill(orders.limits.above_convertible, { convertible: '15', asked: '16' })),
    ).toBeVisible();
    await sheet.getByRole('textbox').fill('10');
    await expect(sheet.getByRole('button', { name: positions.convert, exact: true })).toBeEnabled();
    await looksRight(phone, `convert-sheet-${language}`);
    await sheet.getByRole('button', { name: positions.convert, exact: true }).click();
    await typePassword(phone, trader.account.defaultTransactionPassword);
    await expect(page.getByRole('button', { name: new RegExp(CODE) })).toHaveCount(2);
    await looksRight(phone, `convert-done-${language}`);

    await page.getByRole('link', { name: new RegExp(positions.holdings) }).click();
    await expect(page.getByRole('button', { name: new RegExp(CODE) })).toHaveCount(1);
    await looksRight(phone, `convert-holdings-${language}`);
  });
}

async function looksRight(phone: Phone, name: string): Promise<void> {
  await phone.picture(name);
  expect(await shutsOut(phone.page)).toEqual([]);
  expect(await tooWide(phone.page)).toBeLessThanOrEqual(0);
}
