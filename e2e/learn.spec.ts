import type { Data } from '@khara/contract';
import { expect, test } from '@playwright/test';
import { fill } from '@khara/texts';
import { shutsOut } from './axe.ts';
import { tooWide } from './crawl.ts';
import { base, Phone, THEMES } from './phone.ts';
import { Trader } from './trader.ts';

/** Learn: missions that the server recognises from what was done, for guests and members. */

const LEARN = '/pages/learn/index';
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a mission is seen within two seconds of the order, and its question is of the own figures', async ({ page }) => {
  const trader = await Trader.arrive(base());
  const phone = new Phone(page, { language: 'en', theme: 'white' });
  const { learn, personal } = phone.texts;
  await phone.setUp();
  await phone.signedInAs(trader.account);
  await phone.open('/pages/personal/index');
  await page.getByRole('link', { name: new RegExp(personal.learnRow) }).click();
  await expect(page.getByText(fill(learn.done, { done: 0, all: 33 }))).toBeVisible();
  await page.getByRole('button', { name: learn.goOn }).click();
  await expect(page.getByRole('heading', { name: learn.missions.buy.title })).toBeVisible();
  await expect(page.getByText(learn.first)).toBeVisible();
  await expect(page.getByRole('button', { name: learn.goTo.market })).toBeVisible();

  // One share fills at one price, on one day and in no auction, and so does this mission and no other.
  await trader.marketOpen();
  const { id } = await trader.order<{ id: string }>('buy', {
    code: 'THEWA',
    type: 'market',
    product: 'delivery',
    quantity: 1,
  });
  const { averagePrice } = await trader.ask<{ averagePrice: string }>(`/app/order/contract/detail/${id}`);
  await expect(page.getByText(fill(learn.seenOf, { code: 'THEWA' }))).toBeVisible({ timeout: 2_500 });
  await phone.picture('mission');
  const answer = page.getByLabel(learn.missions.buy.ask);
  await answer.fill('1');
  await page.getByRole('button', { name: learn.check }).click();
  await expect(page.getByText(learn.wrong)).toBeVisible();
  await answer.fill(averagePrice);
  await page.keyboard.press('Enter');
  await expect(page.getByText(learn.right)).toBeVisible();
  await page.reload();
  await expect(page.getByText(learn.right)).toBeVisible();
  await page.getByRole('button', { name: learn.next }).click();
  await expect(page.getByRole('heading', { name: learn.missions.price.title })).toBeVisible();
  await phone.open(LEARN);
  await expect(page.getByText(fill(learn.done, { done: 1, all: 33 }))).toBeVisible();
  await phone.picture('learn');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(learn.printTitle)).toBeVisible();
  await expect(page.getByText(learn.never)).toBeHidden();
  expect(phone.complaints).toEqual([]);
});

test('a question about a company is answered by its accounts, and stays answered', async ({ page }) => {
  const trader = await Trader.arrive(base());
  const phone = new Phone(page, { language: 'en', theme: 'white' });
  const { learn } = phone.texts;
  await phone.setUp();
  await phone.signedInAs(trader.account);
  await phone.open(`${LEARN}?mission=result`);
  const { missions } = await trader.ask<Data<'missions'>>('/app/user/missions', {});
  const { code } = missions.find(({ id }) => id === 'result')!.about!;
  await page.getByRole('button', { name: fill(learn.goTo.company, { code }) }).click();
  await expect(page.getByRole('heading', { name: phone.texts.company.results })).toBeVisible();
  await page.goBack();
  const { quarters } = await trader.ask<Data<'company'>>('/app/market/company', { code });
  const { expected, profitAndLoss } = quarters.at(-1)!;
  const answer = page.getByLabel(fill(learn.missions.result.ask, { code }));
  await answer.fill('0.5');
  await page.keyboard.press('Enter');
  await expect(page.getByText(learn.wrongOfCompany)).toBeVisible();
  await answer.fill(Math.abs(Number(profitAndLoss.profit) - Number(expected.profit)).toFixed(2));
  await page.keyboard.press('Enter');
  await expect(page.getByText(learn.right)).toBeVisible();
  await phone.picture('mission-company');
  await phone.open(LEARN);
  await expect(page.getByText(fill(learn.done, { done: 1, all: 33 }))).toBeVisible();
  expect(phone.complaints).toEqual([]);
});

for (const [language, width] of [
  ['hi', 320],
  ['en', 1920],
  ['zh-Hant', 390],
  ['zh-Hans', 1440],
] as const) {
  test(
    `a guest reads all, and no page shuts one out or is too wide: ${language} at ${width} px`,
    { tag: '@long' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      const phone = new Phone(page, { language, theme: 'white' });
      const { learn } = phone.texts;
      await phone.setUp();
      for (const [route, words] of [
        [LEARN, learn.never],
        [`${LEARN}?mission=behind`, learn.missions.behind.read],
        [`${LEARN}?mission=takeBack`, learn.missions.takeBack.read],
        [`${LEARN}?mission=cheap`, learn.missions.cheap.read],
      ] as const) {
        await phone.open(route);
        await expect(page.getByText(words)).toBeVisible();
        for (const theme of THEMES) {
          await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
          expect.soft(await shutsOut(page), `${route} ${theme}`).toEqual([]);
        }
        expect.soft(await tooWide(page), route).toBeLessThanOrEqual(0);
        await page.screenshot({ path: phone.picturePath(`learn-${route.slice(-8)}`, 'darkblue', 'png') });
      }
      await page.getByRole('button', { name: learn.login }).click();
      await expect(page).toHaveURL(/login/);
    },
  );
}
