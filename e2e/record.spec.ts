import { expect, test } from '@playwright/test';
import { fill } from '@khara/texts';
import { shutsOut } from './axe.ts';
import { tooWide } from './crawl.ts';
import { escaped } from './gestures.ts';
import { base, Phone } from './phone.ts';
import { Trader } from './trader.ts';

/** My record, from Assets on: what a first trade came to, for the eye, the keys and a screen reader. */
for (const { language, theme, width } of [
  { language: 'en', theme: 'white', width: 390 },
  { language: 'hi', theme: 'darkblue', width: 320 },
] as const) {
  test(
    `my record after a first trade, in ${language} on ${theme} at ${width} px`,
    { tag: language === 'en' ? [] : '@long' },
    async ({ page }) => {
      const trader = await Trader.arrive(base());
      const phone = new Phone(page, { language, theme });
      const { assets, record } = phone.texts;
      await phone.setUp();
      await page.setViewportSize({ width, height: 844 });
      await phone.signedInAs(trader.account);
      await phone.open('/pages/personal/record/index');
      await expect(page.getByText(record.empty)).toBeVisible();

      await trader.order('buy', { code: 'THEWA', type: 'market', product: 'delivery', quantity: 5 });
      await trader.order('sell', { code: 'THEWA', type: 'market', product: 'delivery', quantity: 2 });
      await phone.open('/pages/transaction/index');
      await page.getByRole('link', { name: assets.record }).click();
      await expect(page.getByText(new RegExp(escaped(fill(record.putIn, { amount: '₹5,00,000.00' }))))).toBeVisible();
      await expect(page.getByRole('row', { name: record.part.market })).toBeVisible();
      await expect(page.getByText(record.why.one_day)).toBeVisible();

      expect(await shutsOut(page)).toEqual([]);
      expect(await tooWide(page)).toBeLessThanOrEqual(0);

      await page.getByRole('button', { name: record.howFound }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toContainText(record.rule.averaging_down);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByRole('button', { name: record.howFound })).toBeFocused();
    },
  );
}
