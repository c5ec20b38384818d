import { fill } from '@khara/texts';
import { paise } from '@khara/money';
import { expect, test } from '@playwright/test';
import { choose, escaped, swipeRight, typePassword } from './gestures.ts';
import { base, Phone, TAKES_PICTURES, type Look } from './phone.ts';

/** A new user's journey: from the first page to every rupee on the statement. */
const LOOKS: readonly Look[] = [
  { language: 'en', theme: 'white' },
  { language: 'hi', theme: 'darkblue' },
  { language: 'en', theme: 'darkblue' },
  { language: 'hi', theme: 'white' },
];
/** Both languages and both themes; JOURNEY_LOOKS=4 is each with each. */
const looks = LOOKS.slice(0, Number(process.env['JOURNEY_LOOKS'] ?? 2));
const STOCK = 'CHAKRAVALA';

type Envelope<T> = { readonly code: number; readonly data: T };
type BillPage = {
  readonly list: readonly {
    readonly businessType: string;
    readonly changedAmount: string;
    readonly before: string;
    readonly after: string;
  }[];
};

// As on a telephone: these pictures are looked at.
test.use({ deviceScaleFactor: TAKES_PICTURES ? 2 : 1 });

for (const [index, look] of looks.entries()) {
  test(
    `a new user trades a share and finds every rupee, in ${look.language} on ${look.theme}`,
    { tag: index > 0 ? '@long' : [] },
    async ({ page }) => {
      const phone = new Phone(page, look);
      const { texts } = phone;
      const { login, recharge, stock, ticket, positions, orders, bill } = texts;
      await phone.setUp();

      await test.step('looks around as a guest: prices move', async () => {
        await phone.open('/');
        await expect(page.getByText(texts.home.proof)).toBeVisible();
        await phone.fits();
        await phone.picture('guest-home');
        await phone.open('/pages/market/index');
        const row = page
          .getByRole('main')
          .getByRole('link', { name: /^[A-Z]+, / })
          .first();
        await expect(row).toBeVisible();
        const before = await row.innerText();
        await expect.poll(() => row.innerText(), { message: 'the price never moved' }).not.toBe(before);
        await phone.fits();
        await phone.picture('market');
      });

      await test.step('is asked to log in where an account is needed, and creates one', async () => {
        await phone.open(`/pages/market/buy?code=${STOCK}&side=buy`);
        await expect(page).toHaveURL(/#\/pages\/login\/index/);
        await page.getByRole('link', { name: login.create }).click();
        await page.getByLabel(login.phone).fill(`98100${String(Date.now()).slice(-4)}${index}`);
        await page.getByLabel(login.password, { exact: true }).fill('correct horse');
        await page.getByLabel(login.passwordAgain).fill('correct hors');
        await page.getByRole('button', { name: login.create }).last().click();
        await expect(page.getByText(login.passwordsDiffer)).toBeVisible();
        await expect(page.getByText(login.agreeRequired)).toBeVisible();
        await page.getByLabel(login.passwordAgain).fill('correct horse');
        await page.getByRole('checkbox').check();
        await phone.picture('register');
        await page.getByRole('button', { name: login.create }).last().click();
      });

      let password = '';
      await test.step('sees the default transaction password once', async () => {
        const digits = page.getByRole('img', {
          name: new RegExp(fill(login.defaultPassword, { key: '(\\d ){5}\\d' })),
        });
        await expect(digits).toBeVisible();
        password = (await digits.innerText()).replace(/\D/g, '');
        expect(password).toMatch(/^\d{6}$/);
        await phone.picture('default-password');
        await page.getByRole('button', { name: login.writtenDown }).click();
        await expect(page, 'back to where the guest was going').toHaveURL(
          new RegExp(`/pages/market/buy\\?code=${STOCK}`),
        );
      });

      await test.step('has no money yet, and recharges', async () => {
        await page.getByRole('textbox', { name: ticket.quantity, exact: true }).fill('5');
        await expect(
          page.getByText(texts.ticket.notEnough.split('{{')[0]?.trim() ?? '', { exact: false }),
        ).toBeVisible();
        await page.getByRole('button', { name: ticket.recharge }).click();
        await page.getByLabel(recharge.amount).first().fill('50000');
        await phone.picture('recharge');
        await page
          .getByRole('button', { name: new RegExp(escaped(recharge.submit.split('{{')[0] ?? '')) })
          .last()
          .click();
        await expect(page.getByText(recharge.payToNote)).toBeVisible();
        await phone.picture('recharge-waiting');
        const passed = new RegExp(escaped(recharge.passedTitle.split('}}')[1]?.trim() ?? ''));
        await expect(page.getByText(passed)).toBeVisible();
        await page.getByRole('button', { name: recharge.done }).click();
      });

      await test.step('looks at the share, and buys it at the market', async () => {
        await phone.open(`/pages/market/details?code=${STOCK}`);
        await expect(page.getByText(stock.depth)).toBeVisible();
        await expect(page.locator('canvas').first()).toBeVisible();
        await phone.fits();
        await phone.picture('stock');
        await page
          .getByRole('button', { name: stock.buy, exact: true })
          .or(page.getByRole('link', { name: stock.buy, exact: true }))
          .first()
          .click();
        await page.getByRole('textbox', { name: ticket.quantity, exact: true }).fill('5');
        await choose(page, ticket.market);
        const swipe = page.getByRole('button', {
          name: new RegExp(escaped(fill(ticket.actionBuy, { quantity: 5, code: STOCK }))),
        });
        await expect(swipe).toBeEnabled();
        await phone.fits();
        await phone.picture('ticket');
        await swipeRight(page, swipe);
        await typePassword(phone, password);
        await expect(page.getByText(orders.state.complete).first()).toBeVisible();
        await phone.picture('order-filled');
      });

      await test.step('sees the profit of the position tick', async () => {
        await phone.open('/pages/personal/position/index');
        await expect(page.getByText(STOCK).first()).toBeVisible();
        const total = page.locator('main');
        const before = await total.innerText();
        await expect.poll(() => total.innerText(), { message: 'the profit never moved' }).not.toBe(before);
        await phone.picture('positions');
        await phone.open('/');
        await expect(page.getByText(texts.home.total)).toBeVisible();
        await phone.picture('home');
        await phone.open('/pages/transaction/index');
        await phone.fits();
        await phone.picture('assets');
      });

      await test.step('rests a limit order far from the market, and cancels it', async () => {
        await phone.open(`/pages/market/buy?code=${STOCK}&side=buy`);
        await page.getByRole('textbox', { name: ticket.quantity, exact: true }).fill('1');
        await choose(page, ticket.limit);
        const low = await page.evaluate(async (code) => {
          const answer = await fetch('/app/market/marketDetail', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ code }),
          });
          const { data } = (await answer.json()) as { data: { bandLow: string } };
          return data.bandLow;
        }, STOCK);
        await page.getByRole('textbox', { name: ticket.price }).fill(low);
        const swipe = page.getByRole('button', {
          name: new RegExp(escaped(fill(ticket.actionBuy, { quantity: 1, code: STOCK }))),
        });
        await expect(swipe).toBeEnabled();
        await swipeRight(page, swipe);
        await typePassword(phone, password);
        await expect(page.getByText(orders.state.open).first()).toBeVisible();
        await phone.open('/pages/personal/transaction/index?tab=orders');
        await page.getByText(STOCK).first().click();
        await page.getByRole('button', { name: orders.cancel }).click();
        await page.getByRole('button', { name: orders.cancel }).last().click();
        await expect(page.getByText(orders.reason.cancelled_by_member).first()).toBeVisible();
        await phone.picture('orders');
      });

      await test.step('sells, and the position becomes a record', async () => {
        await phone.open(`/pages/market/buy?code=${STOCK}&side=sell`);
        await page.getByRole('textbox', { name: ticket.quantity, exact: true }).fill('5');
        await choose(page, ticket.market);
        const swipe = page.getByRole('button', {
          name: new RegExp(escaped(fill(ticket.actionSell, { quantity: 5, code: STOCK }))),
        });
        await expect(swipe).toBeEnabled();
        await swipeRight(page, swipe);
        await typePassword(phone, password);
        await expect(page.getByText(orders.state.complete).first()).toBeVisible();
        await phone.open('/pages/personal/position/records');
        await expect(page.getByText(STOCK).first()).toBeVisible();
        await phone.picture('position-records');
        await phone.open('/pages/personal/position/index');
        await expect(page.getByText(positions.empty)).toBeVisible();
      });

      await test.step('finds every rupee on the statement', async () => {
        await phone.open('/pages/personal/bill/index');
        await expect(page.getByText(bill.businessType.recharge).first()).toBeVisible();
        await phone.fits();
        await phone.picture('bill');
        const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
        const ask = async <T>(path: string): Promise<T> => {
          const answer = await page.request.post(`${base()}${path}`, { headers: { token }, data: {} });
          return ((await answer.json()) as Envelope<T>).data;
        };
        const { list } = await ask<BillPage>('/app/capital/capitalLogList');
        const oldestFirst = list.toReversed();
        expect(oldestFirst.map(({ businessType }) => businessType)).toEqual(
          expect.arrayContaining(['recharge', 'buy', 'charges', 'sell']),
        );
        let owned = 0n;
        for (const line of oldestFirst) {
          expect(paise(line.before)).toBe(owned);
          owned += paise(line.changedAmount) ?? 0n;
          expect(paise(line.after)).toBe(owned);
        }
        const wallet = await ask<{ available: string; frozen: { total: string } }>('/app/wallet/inrWallet');
        expect((paise(wallet.available) ?? 0n) + (paise(wallet.frozen.total) ?? 0n)).toBe(owned);
        expect(wallet.frozen.total).toBe('0.00');
      });

      await test.step('logs out, and is a guest again', async () => {
        await phone.open('/pages/personal/index');
        await phone.picture('personal');
        await page.getByRole('button', { name: texts.personal.logout }).click();
        const confirm = page.getByRole('dialog').getByRole('button', { name: texts.personal.logout });
        if (await confirm.isVisible().catch(() => false)) await confirm.click();
        await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
      });

      expect(phone.complaints).toEqual([]);
    },
  );
}
