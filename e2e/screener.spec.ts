import { expect, test } from '@playwright/test';
import { shutsOut } from './axe.ts';
import { desk, pane, rows } from './desk.ts';
import { base, Phone, type Look } from './phone.ts';
import { Trader } from './trader.ts';

/** Shares found by what their companies are: on a phone by a guest, on the desk by a member who keeps a screen. */

const PATH = '/pages/market/screener/index';

for (const [look, width] of [
  [{ language: 'en', theme: 'white' }, 390],
  [{ language: 'hi', theme: 'darkblue' }, 320],
] as const satisfies readonly (readonly [Look, number])[]) {
  test(`conditions are set, loosened and shared in ${look.language} at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const phone = new Phone(page, look);
    await phone.setUp();
    const words = phone.texts.screener;
    await phone.open('/pages/market/index');
    await page.getByRole('button', { name: phone.texts.nav.screener }).tap();
    await expect(page.getByRole('row').nth(3)).toBeVisible();
    await page.getByRole('button', { name: words.change }).tap();
    const range = page.getByRole('region', { name: words.names.pe });
    await range.getByRole('textbox', { name: words.to, exact: true }).fill('20');
    await page.keyboard.press('Enter');
    await phone.picture(`screener-conditions-${width}`);
    await phone.fits();
    expect(await shutsOut(page)).toEqual([]);
    const shown = new RegExp(`^${words.show.replace(/\{\{n\}\}/, '\\d+').replace(/\{\{n\|.*\}\}/, '.*')}$`);
    await page.getByRole('dialog').getByRole('button', { name: shown }).tap();
    await expect(page).toHaveURL(/pe=-20/);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await phone.picture(`screener-${width}`);
    await phone.fits();
    expect(await shutsOut(page)).toEqual([]);
    await page.goto(`${base()}/h5/#${PATH}?growth=5-&debt=-2&cols=growth,roe,debt,payout`);
    await page.reload();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await phone.picture(`screener-accounts-${width}`);
    await phone.fits();
    // Heads stay in sight, so that a list is sorted from its middle, too.
    await page.getByRole('row').nth(12).scrollIntoViewIfNeeded();
    await page.getByRole('columnheader', { name: words.short.payout }).getByRole('button').tap();
    await expect(page).toHaveURL(/sort=payout/);
    await page.goto(`${base()}/h5/#${PATH}?pe=-0.5&size=100-`);
    await page.reload();
    await expect(page.getByText(words.oneChange)).toBeVisible();
    await phone.picture(`screener-empty-${width}`);
    const instead = words.instead.replace('{{condition}}', '').trim();
    await page.getByRole('main').getByRole('button').filter({ hasText: instead }).first().tap();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    expect(phone.complaints).toEqual([]);
  });
}

test('a member sorts a screen on the desk, keeps it and takes it as a file', async ({ page }) => {
  const trader = await Trader.arrive(base());
  const phone = await desk(page);
  await phone.signedInAs(trader.account);
  const words = phone.texts.screener;
  await phone.open(`${PATH}?pe=-25&stage=normal`);
  const main = pane(page, 'main');
  await main.getByRole('columnheader', { name: words.short.size }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=size/);
  await pane(page, 'list').getByRole('button', { name: words.save }).click();
  await page.getByRole('textbox', { name: words.name }).fill('Cheap');
  await page.getByRole('dialog').getByRole('button', { name: words.save }).click();
  await expect(main.getByRole('link', { name: /^Cheap/ })).toBeVisible();
  await phone.picture('screener-desk');
  expect(await shutsOut(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await main.getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toBe('screen.csv');
  await page.reload();
  await expect(main.getByRole('link', { name: /^Cheap/ })).toBeVisible();
  await main.getByRole('row').nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/pages\/market\/details\?code=/);
  await page.goBack();
  await expect(page, 'the screen lies under the share').toHaveURL(/pe=-25&stage=normal&sort=size/);
  await expect(main.getByRole('link', { name: /^Cheap/ })).toBeVisible();
  await phone.open('/pages/market/results/index');
  await rows(page).first().click();
  await expect(page).toHaveURL(/\/pages\/market\/details\?code=/);
  await rows(page).nth(1).click();
  await page.goBack();
  await expect(page, 'a page of the market lies under a row of the list').toHaveURL(/results\/index/);
  expect(phone.complaints).toEqual([]);
});

test('conditions beside the table count at once, and the chosen share stands at the right', async ({ page }) => {
  const phone = await desk(page);
  const words = phone.texts.screener;
  await phone.open(`${PATH}?pe=-60`);
  const [left, main, side] = [pane(page, 'list'), pane(page, 'main'), pane(page, 'side')];
  const links = main.getByRole('row').getByRole('link');
  const codeOf = async (at: number) => (await links.nth(at).innerText()).split(/\s/)[0]!;
  const heading = side.getByRole('heading', { level: 2 }).first();
  await expect(links.nth(3)).toBeVisible();
  const all = await links.count();
  await expect(heading, 'the first until another is chosen').toHaveText(await codeOf(0));
  const range = left.getByRole('region', { name: words.names.pe });
  await range.getByRole('textbox', { name: words.to, exact: true }).fill('20');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/pe=-20/);
  await expect.poll(() => links.count()).toBeLessThan(all);
  await expect(left.getByRole('status'), 'it is said').toContainText(String(await links.count()));
  const knob = range.getByRole('slider').last();
  await knob.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page).not.toHaveURL(/pe=-20/);
  await expect(knob, 'a knob keeps the focus').toBeFocused();
  await left.locator('[data-scroller]').focus();
  for (const at of [0, 1, 2]) {
    await page.keyboard.press('j');
    await expect(links.nth(at)).toBeFocused();
  }
  const third = await codeOf(2);
  await expect(heading).toHaveText(third);
  await expect(page).toHaveURL(new RegExp(`chosen=${third}`));
  await expect(side.getByRole('radio')).toHaveCount(8);
  expect(await shutsOut(page)).toEqual([]);
  await phone.picture('screener-desk-chosen');
  await links.nth(1).click();
  const second = await codeOf(1);
  await expect(heading, 'a press chooses').toHaveText(second);
  await links.nth(1).click();
  await expect(page, 'and opens what is chosen').toHaveURL(new RegExp(`details\\?code=${second}`));
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`screener.*chosen=${second}`));
  await expect(heading).toHaveText(second);
  await side.getByRole('button', { name: words.company }).click();
  await expect(page).toHaveURL(new RegExp(`code=${second}&tab=company`));
  await page.goBack();
  await side.getByRole('button', { name: words.openShare }).click();
  await expect(page).toHaveURL(new RegExp(`details\\?code=${second}$`));
  await page.goBack();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(side, 'the preview goes first').toHaveCount(0);
  await expect(left.getByRole('region', { name: words.names.pe })).toBeVisible();
  await links.nth(2).click();
  await expect(page, 'a press opens where nothing is shown beside').toHaveURL(/details\?code=/);
  expect(phone.complaints).toEqual([]);
});

for (const width of [1440, 1024])
  test(`the dark screener in Hindi fits a desk of ${width}`, { tag: '@long' }, async ({ page }) => {
    const phone = await desk(page, { language: 'hi', theme: 'darkblue' }, width);
    await phone.open(`${PATH}?pe=-60&stage=normal`);
    await expect(pane(page, 'main').getByRole('row').nth(3)).toBeVisible();
    if (width === 1440) await expect(pane(page, 'side').getByRole('radio')).toHaveCount(8);
    await phone.picture(`screener-desk-dark-${width}`);
    await phone.fits();
    expect(await shutsOut(page)).toEqual([]);
    expect(phone.complaints).toEqual([]);
  });

test('a screen is worked by keys on the desk', async ({ page }) => {
  const phone = await desk(page);
  const words = phone.texts.screener;
  await phone.open(`${PATH}?pe=-60&stage=normal&cols=pe,pb,size,growth,roe,debt,yield,payout,band,stage,sector`);
  const main = pane(page, 'main');
  const links = main.getByRole('row').getByRole('link');
  await expect(links.nth(3)).toBeVisible();
  await phone.picture('screener-desk-eleven');
  await page.keyboard.press('j');
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(links.nth(1)).toBeFocused();
  const chip = main.getByRole('button', { name: new RegExp(`^${words.short.stage}`) }).first();
  await chip.focus();
  await page.keyboard.press('Delete');
  await expect(page).not.toHaveURL(/stage=normal/);
  await page.keyboard.press('/');
  const filter = main.getByRole('searchbox', { name: words.filter });
  await expect(filter).toBeFocused();
  const code = (await links.nth(2).innerText()).split(/\s/)[0]!;
  await filter.fill(code);
  await expect(links).toHaveCount(1);
  await page.keyboard.press('Escape'); // empties it
  await page.keyboard.press('Escape'); // leaves it
  await page.keyboard.press('j');
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/pages\/market\/details\?code=/);
  expect(phone.complaints).toEqual([]);
});
