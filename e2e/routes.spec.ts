import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { base, fromElsewhere, Phone, type Look } from './phone.ts';

/** Every route of the product opens, says that it is a practice market, fits a narrow phone, and has nothing that shuts a reader out. */
const ROUTES = [
  '/',
  '/pages/index/index',
  '/pages/news/index',
  '/pages/market/index',
  '/pages/market/index?tab=gainers',
  '/pages/market/index?tab=indices',
  '/pages/transaction/index',
  '/pages/personal/index',
  '/pages/wallet/index',
  '/pages/index/search/index?q=bank',
  '/pages/index/messages/index',
  '/pages/index/rules/index',
  '/pages/index/vote/index',
  '/pages/index/customer/index',
  '/pages/index/customer/index?topic=certificate',
  '/pages/index/customer/index?topic=privacy',
  '/pages/market/details?code=THEWA',
  '/pages/market/details?code=KHARA50',
  '/pages/market/details?code=NOSUCH',
  '/pages/market/buy?code=THEWA&side=buy',
  '/pages/market/details?code=KARPASA',
  '/pages/market/buy?code=KARPASA&side=sell',
  '/pages/market/newStock/index',
  '/pages/market/newStock/records',
  '/pages/market/passwordStock/index',
  '/pages/market/passwordStock/records',
  '/pages/personal/bill/index',
  '/pages/personal/transaction/index?tab=orders',
  '/pages/personal/transaction/index?tab=trades',
  '/pages/personal/kyc/index',
  '/pages/personal/security/index',
  '/pages/personal/privacy/index',
  '/pages/personal/alerts/index',
  '/pages/personal/loginPassword/index',
  '/pages/personal/tranPassword/index',
  '/pages/personal/position/index',
  '/pages/personal/position/index?tab=intraday',
  '/pages/personal/position/records',
  '/pages/personal/position/records?state=expired',
  '/pages/personal/notice/index',
  '/pages/personal/notice/details?id=0',
  '/pages/wallet/recharge/index',
  '/pages/wallet/recharge/records',
  '/pages/wallet/withdrawal/index',
  '/pages/wallet/withdrawal/records',
  '/pages/wallet/bindcard/index',
  '/pages/wallet/bindcard/mycard',
  '/pages/wallet/convert/index',
  '/pages/wallet/withdrawal/index?currency=USDT',
  '/pages/wallet/recharge/index?currency=USDT',
  '/pages/wallet/index?currency=USDT',
  '/pages/personal/credit/index',
  '/pages/news/details?id=0',
  '/pages/nowhere',
];

const looks: readonly Look[] = [
  { language: 'hi', theme: 'white' },
  { language: 'en', theme: 'darkblue' },
];

// Without motion: a page that is still fading in has no contrast to measure.
test.use({
  viewport: { width: 320, height: 640 },
  deviceScaleFactor: 1,
  contextOptions: { reducedMotion: 'reduce' },
});

for (const [index, look] of looks.entries()) {
  test(`every route opens on a 320 px phone, in ${look.language} on ${look.theme}`, async ({ page, request }) => {
    test.setTimeout(180_000);
    const phone = new Phone(page, look);
    await phone.setUp();
    const registered = await request.post(`${base()}/app/user/register`, {
      headers: fromElsewhere(),
      data: {
        phone: `97${String(Date.now()).slice(-7)}${index}`,
        password: 'correct horse',
        inviteCode: 'KHARA',
        agree: true,
      },
    });
    const { data } = (await registered.json()) as { data: { token: string; userInfo: object; device: string } };
    await page.addInitScript(({ token, userInfo, device }) => {
      localStorage.setItem('token', token);
      localStorage.setItem('userInfo', JSON.stringify(userInfo));
      localStorage.setItem('device', device);
    }, data);

    for (const route of ROUTES) {
      await test.step(route, async () => {
        await phone.open(route);
        await expect(page.getByRole('main')).not.toBeEmpty();
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
        await phone.fits();
        const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa']).analyze();
        const found = violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
        );
        expect.soft(found, route).toEqual([]);
      });
    }
    expect(phone.complaints).toEqual([]);
  });
}
