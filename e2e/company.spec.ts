import { expect, test } from '@playwright/test';
import { shutsOut } from './axe.ts';
import { desk, pane } from './desk.ts';
import { Phone, type Look } from './phone.ts';

/** What companies have published: compared with the signed log on the device, and the calendars of all companies. */

const COMPANY = '/pages/market/details?code=AAMRAI&tab=company';

for (const [look, width] of [
  [{ language: 'en', theme: 'white' }, 390],
  [{ language: 'hi', theme: 'darkblue' }, 320],
] as const satisfies readonly (readonly [Look, number])[]) {
  test(`a guest reads calendars and a company in ${look.language} at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const phone = new Phone(page, look);
    await phone.setUp();
    const words = phone.texts.company;
    await phone.open('/pages/market/index');
    await page.getByRole('button', { name: phone.texts.nav.results }).tap();
    const share = page.getByRole('main').getByRole('link').first();
    await expect(share).toBeVisible();
    await phone.picture(`results-${width}`);
    await phone.fits();
    expect(await shutsOut(page)).toEqual([]);
    await page.getByRole('link', { name: phone.texts.nav.calendar }).tap();
    await expect(page.getByText(words.actionsIntro).or(page.getByText(words.noActions))).toBeVisible();
    await phone.picture(`calendar-${width}`);
    await phone.fits();
    expect(await shutsOut(page)).toEqual([]);
    await page.getByRole('link', { name: phone.texts.nav.results }).tap();
    await share.tap();
    await expect(page.getByText(words.seal.same.split('{{n}}')[0]!)).toBeVisible();
    await phone.picture(`company-${width}`);
    await phone.fits();
    expect(await shutsOut(page)).toEqual([]);
    expect(phone.complaints).toEqual([]);
  });
}

test('a figure that is not the log’s is said, and stays readable', async ({ page }) => {
  const phone = new Phone(page, { language: 'en', theme: 'white' });
  await phone.setUp();
  await page.route('**/app/market/company', async (route) => {
    const answer = await route.fetch();
    const said = (await answer.json()) as {
      data: { quarters: { profitAndLoss: { profit: string } }[] };
    };
    said.data.quarters.at(-1)!.profitAndLoss.profit = '123456.78';
    await route.fulfill({ response: answer, json: said });
  });
  await phone.open(COMPANY);
  await expect(page.getByText(phone.texts.company.seal.differs)).toBeVisible();
  await expect(page.getByText('1,23,456.78').first()).toBeVisible();
  await phone.picture('company-differs');
});

test('C opens the company on the desk', async ({ page }) => {
  const phone = await desk(page);
  await phone.open('/pages/market/details?code=AAMRAI');
  await expect(pane(page, 'main').getByRole('link', { name: phone.texts.stock.tabs.company })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/tab=company/);
  await expect(page.getByText(phone.texts.company.seal.same.split('{{n}}')[0]!)).toBeVisible();
  await phone.picture('company-desk');
  expect(await shutsOut(page)).toEqual([]);
});
