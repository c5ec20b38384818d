import { expect, test } from '@playwright/test';
import { fill } from '@khara/texts';
import { expectSound } from './crawl.ts';
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
/** Of every run: the longest words, in the dark theme on a phone. */
const isFirst = ({ language, theme, window }: (typeof LOOKS)[number]): boolean =>
  window.width === 390 && language === 'hi' && theme === 'darkblue';

/** My limits, from Personal on: tighter at once, looser with both moments, and the ticket that one of them stopped. */
for (const look of LOOKS) {
  const { language, theme, window } = look;
  const tag = isFirst(look) ? [] : '@long';
  test(`my limits, in ${language} on ${theme} at ${window.width} px`, { tag }, async ({ page }) => {
    const trader = await Trader.arrive(base());
    await trader.marketOpen();
    const phone = new Phone(page, { language, theme });
    const { limits, nav, ticket } = phone.texts;
    await phone.setUp();
    await page.setViewportSize(window);
    await phone.signedInAs(trader.account);
    await trader.order('buy', { code: 'THEWA', type: 'market', product: 'delivery', quantity: 5 });
    await phone.open('/pages/personal/index');
    await page.getByRole('link', { name: nav.limits }).click();
    const head = (name: string) => page.getByRole('button', { name: new RegExp(`^${escaped(name)}`) });
    await expect(head(limits.day_orders)).toContainText(limits.none);

    await head(limits.day_orders).click();
    await page.getByRole('dialog').getByRole('textbox').fill('1');
    await expectSound(page);
    await page.getByRole('button', { name: fill(limits.set, { value: '1' }) }).click();
    await expect(page.getByText(new RegExp(`^${escaped(limits.reached.split('{{')[0]!)}`))).toBeVisible();
    await expectSound(page);

    await head(limits.day_orders).click();
    await page.getByRole('button', { name: '10', exact: true }).click();
    await expect(page.getByText(limits.looserNote)).toBeVisible();
    await expect(page.getByText(limits.stepNext)).toBeVisible();
    await expectSound(page);
    await page.getByRole('dialog').getByRole('button', { name: '10' }).last().click();
    const keep = page.getByRole('button', { name: fill(limits.keep, { value: '1' }) });
    await expect(keep).toBeVisible();
    await expectSound(page);
    if (window.width < 1024) await phone.picture('limits');
    await keep.click();
    await expect(keep).toBeHidden();

    await head(limits.pause).click();
    await page.getByRole('radio').first().check();
    await expect(page.getByText(limits.pauseNote)).toBeVisible();
    await expectSound(page);
    await page.keyboard.press('Escape');

    await phone.open('/pages/market/buy?code=THEWA&side=buy');
    await page.getByRole('textbox', { name: ticket.quantity, exact: true }).fill('1');
    await page.getByRole('button', { name: ticket.ownLimit }).click();
    await expect(page.getByRole('alert').filter({ hasText: limits.stoppedTitle })).toBeVisible();
    await expect(page.getByText(fill(limits.stopped_day_orders, { limit: 1, used: 1 }))).toBeVisible();
    await expect(page.getByText(limits.stillWorks)).toBeVisible();
    await expectSound(page);
    await page.getByRole('button', { name: limits.saveDraft }).click();
    await page.reload();
    await page.getByRole('button', { name: limits.draftUse }).click();
    await expect(page.getByRole('button', { name: limits.draftUse })).toBeHidden();
  });
}
