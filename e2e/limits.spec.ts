import { expect, test } from '@playwright/test';
import { fill } from '@khara/texts';
import { shutsOut } from './axe.ts';
import { tooWide } from './crawl.ts';
import { escaped } from './gestures.ts';
import { base, Phone } from './phone.ts';
import { Trader } from './trader.ts';

/** My limits, from Personal on: tighter at once, looser with both moments, and the ticket that one of them stopped. */
for (const { language, theme, width } of [
  { language: 'en', theme: 'white', width: 390 },
  { language: 'hi', theme: 'darkblue', width: 320 },
  { language: 'zh-Hant', theme: 'white', width: 390 },
  { language: 'zh-Hans', theme: 'darkblue', width: 390 },
] as const) {
  test(`my limits, in ${language} on ${theme} at ${width} px`, { tag: '@long' }, async ({ page }) => {
    const trader = await Trader.arrive(base());
    const phone = new Phone(page, { language, theme });
    const { limits, nav, ticket } = phone.texts;
    const sound = async () => {
      await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
      expect(await shutsOut(page)).toEqual([]);
      expect(await tooWide(page)).toBeLessThanOrEqual(0);
    };
    await phone.setUp();
    await page.setViewportSize({ width, height: 844 });
    await phone.signedInAs(trader.account);
    await trader.order('buy', { code: 'THEWA', type: 'market', product: 'delivery', quantity: 5 });
    await phone.open('/pages/personal/index');
    await page.getByRole('link', { name: nav.limits }).click();
    const head = (name: string) => page.getByRole('button', { name: new RegExp(`^${escaped(name)}`) });
    await expect(head(limits.day_orders)).toContainText(limits.none);

    await head(limits.day_orders).click();
    await page.getByRole('dialog').getByRole('textbox').fill('1');
    await sound();
    await page.getByRole('button', { name: fill(limits.set, { value: '1' }) }).click();
    await expect(page.getByText(new RegExp(`^${escaped(limits.reached.split('{{')[0]!)}`))).toBeVisible();
    await sound();

    await head(limits.day_orders).click();
    await page.getByRole('button', { name: '10', exact: true }).click();
    await expect(page.getByText(limits.looserNote)).toBeVisible();
    await expect(page.getByText(limits.stepNext)).toBeVisible();
    await sound();
    await page.getByRole('dialog').getByRole('button', { name: '10' }).last().click();
    const keep = page.getByRole('button', { name: fill(limits.keep, { value: '1' }) });
    await expect(keep).toBeVisible();
    await sound();
    await keep.click();
    await expect(keep).toBeHidden();

    await head(limits.pause).click();
    await page.getByRole('radio').first().check();
    await expect(page.getByText(limits.pauseNote)).toBeVisible();
    await sound();
    await page.keyboard.press('Escape');

    await phone.open('/pages/market/buy?code=THEWA&side=buy');
    await page.getByRole('button', { name: ticket.ownLimit }).click();
    await expect(page.getByRole('alert').filter({ hasText: limits.stoppedTitle })).toBeVisible();
    await expect(page.getByText(limits.stillWorks)).toBeVisible();
    await sound();
    await page.getByRole('button', { name: limits.saveDraft }).click();
    await page.reload();
    await page.getByRole('button', { name: limits.draftUse }).click();
    await expect(page.getByRole('button', { name: limits.draftUse })).toBeHidden();
  });
}
