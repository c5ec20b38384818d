import { fill } from '@khara/texts';
import { expect, test } from '@playwright/test';
import { typePassword } from './gestures.ts';
import { base, Phone } from './phone.ts';
import { Trader } from './trader.ts';

/** One telephone, two members: what the first left behind does not touch the second. */

const AMOUNT = '4321.00';
/** What a telephone keeps after a session: how the app is set, and what a device checks the log by. */
const STAYS =
  /^(lang|theme|device|hand|maxPageWidth|desk|deskPanes|deskCharts|hideAmounts|singleKeys|tourSeen|lesson|missionsAnswered|config:\d+|configCacheTime|log|log:.+|logFollowedAt|logFindings|receipts:.+|applications|verified)$/;
const isQuote = (body: string | null): boolean => body?.includes('"quoteOnly":true') ?? false;

test(
  'a conversion whose line was cut is never sent for the next member, and is not on the telephone any more',
  { tag: '@long' },
  async ({ page }) => {
    const [asha, ravi] = await Promise.all([Trader.arrive(base(), 1), Trader.arrive(base(), 1)]);
    const phone = new Phone(page, { language: 'en', theme: 'white' });
    const { convert, personal, login } = phone.texts;
    await phone.setUp();
    await phone.open('/');
    await page.evaluate(
      (kept) => {
        for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
      },
      { token: asha.account.token, device: asha.account.device, userInfo: JSON.stringify(asha.account.userInfo) },
    );
    await page.reload();

    /** Whose token the conversion went out with. */
    const sentBy: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (!/\/convert(\?|$)/.test(request.url()) || isQuote(request.postData())) return;
      sentBy.push(request.headers()['token']);
    });
    let isCut = true;
    await page.route(/\/convert(\?|$)/, (route) =>
      isCut && !isQuote(route.request().postData()) ? route.abort('connectionreset') : route.fallback(),
    );

    await test.step('the first confirms, and the line is cut', async () => {
      await phone.open('/pages/wallet/convert/index');
      await page.getByRole('textbox', { name: convert.pay }).fill('4321');
      await page.getByRole('button', { name: fill(convert.submit, { amount: '₹4,321.00' }) }).click();
      await page.getByRole('dialog').getByRole('button', { name: convert.confirm }).click();
      await typePassword(phone, asha.account.defaultTransactionPassword);
      await expect.poll(() => sentBy.length).toBeGreaterThan(1);
      expect(await page.evaluate(() => localStorage.getItem('pendingRequests'))).toContain(AMOUNT);
      await page.evaluate(() => localStorage.setItem('recentSearches', '["AAMRAI"]'));
    });
    await test.step('leaves, and nothing of it stays on the telephone', async () => {
      await phone.open('/pages/personal/index');
      await page.getByRole('button', { name: personal.logout }).click();
      await page.getByRole('dialog').getByRole('button', { name: personal.logout }).click();
      await expect(page).toHaveURL(/#\/$/);
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(AMOUNT);
      const kept = await page.evaluate(() => Object.keys(localStorage));
      expect(kept.filter((key) => !STAYS.test(key))).toEqual([]);
    });
    isCut = false;
    await test.step('the second signs in, opens the app again, and has what came in and nothing else', async () => {
      await phone.open('/pages/login/index?redirect=%2Fpages%2Fpersonal%2Fbill%2Findex');
      await page.getByLabel(login.phone).fill(ravi.phone);
      await page.getByLabel(login.password, { exact: true }).fill('correct horse');
      await page.getByRole('button', { name: login.login, exact: true }).click();
      await expect(page).toHaveURL(/#\/pages\/personal\/bill\/index/);
      await page.reload();
      await phone.seesPracticeMarker();
      await page.waitForLoadState('networkidle');
      const { list } = await ravi.ask<{ list: unknown[] }>('/app/capital/capitalLogList', { currency: 'INR' });
      expect(list).toHaveLength(1);
      expect(new Set(sentBy)).toEqual(new Set([asha.account.token]));
    });
  },
);
