import { expect, test } from '@playwright/test';
import { fill } from '@khara/texts';
import { shutsOut } from './axe.ts';
import { tooWide } from './crawl.ts';
import { escaped } from './gestures.ts';
import { base, Phone, THEMES } from './phone.ts';
import { Trader } from './trader.ts';

const LANGUAGES = ['en', 'hi', 'zh-Hant', 'zh-Hans'] as const;
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;
const LOOKS = LANGUAGES.flatMap((language) =>
  THEMES.flatMap((theme) => WINDOWS.map((window) => ({ language, theme, window }))),
);

/** My record, from Assets on: what a first trade came to, for the eye, the keys and a screen reader. */
for (const [at, { language, theme, window }] of LOOKS.entries()) {
  test(
    `my record after a first trade, in ${language} on ${theme} at ${window.width} px`,
    { tag: at === 0 ? [] : '@long' }, // the others are looks of the same
    async ({ page }) => {
      const trader = await Trader.arrive(base());
      await trader.marketOpen();
      const phone = new Phone(page, { language, theme });
      const { assets, record } = phone.texts;
      await phone.setUp();
      await page.setViewportSize(window);
      await phone.signedInAs(trader.account);
      await phone.open('/pages/personal/record/index');
      await expect(page.getByText(record.empty)).toBeVisible();

      await trader.order('buy', { code: 'THEWA', type: 'market', product: 'delivery', quantity: 5 });
      await trader.order('sell', { code: 'THEWA', type: 'market', product: 'delivery', quantity: 2 });
      await phone.open('/pages/transaction/index');
      await page.getByRole('link', { name: assets.record }).click();
      await expect(
        page.getByText(new RegExp(escaped(fill(record.putIn, { amount: phone.rupees(500_000) })))),
      ).toBeVisible();
      await expect(page.getByRole('row', { name: record.part.market })).toBeVisible();
      await expect(page.getByText(record.why.one_day)).toBeVisible();

      if (window.width < 1024) await phone.picture('record');
      expect(await shutsOut(page)).toEqual([]);
      expect(await tooWide(page)).toBeLessThanOrEqual(0);

      // On paper: the whole record in light colours, and nothing that can be pressed.
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await expect(page.getByRole('button', { name: record.howFound })).toBeHidden();
      await expect(page.getByRole('button', { name: record.print })).toBeHidden();
      await expect(page.getByText(record.choicesReturn)).toBeVisible();
      await expect(page.getByRole('row', { name: record.part.market })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('white');
      const cut = await page.locator('[data-printed]').evaluate((paper) => {
        const { bottom } = paper.getBoundingClientRect();
        return document.documentElement.scrollHeight < bottom + scrollY - 1;
      });
      expect(cut, 'all of it is on the paper').toBe(false);
      await page.screenshot({ path: phone.picturePath(`record-paper-${window.width}`, theme, 'png'), fullPage: true });
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await page.emulateMedia({ media: 'screen' });
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);

      await page.getByRole('button', { name: record.howFound }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toContainText(record.rule.averaging_down);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByRole('button', { name: record.howFound })).toBeFocused();
    },
  );
}
