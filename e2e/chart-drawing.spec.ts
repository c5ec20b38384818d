import { fill } from '@khara/texts';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { shutsOut } from './axe.ts';
import { desk, DETAILS, pane, SHARE } from './desk.ts';
import { Finger } from './gestures.ts';
import { base, fromElsewhere, Phone, type Account, type Look } from './phone.ts';
import { LOGIN_PASSWORD, Trader } from './trader.ts';

/** What a reader draws on a chart: by finger on a phone, by mouse and keys on the desk. */

const chartOf = (page: Page, { texts }: Phone): Locator =>
  page.getByRole('img', { name: fill(texts.stock.chart, { code: SHARE }) }).first();
const tool = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const kept = (page: Page): Promise<number> =>
  page.evaluate((code) => {
    const all = JSON.parse(localStorage.getItem('drawings') ?? '{}') as Record<string, { list: unknown[] }>;
    return all[code]?.list.length ?? 0;
  }, SHARE);

async function middleOf(chart: Locator): Promise<{ x: number; y: number }> {
  const box = await chart.boundingBox();
  if (!box) throw new Error('there is no chart');
  return { x: box.x + box.width / 2, y: box.y + 120 };
}

for (const [look, width] of [
  [{ language: 'en', theme: 'white' }, 390],
  [{ language: 'hi', theme: 'darkblue' }, 320],
] as const satisfies readonly (readonly [Look, number])[]) {
  test(`a finger draws in ${look.language} at ${width}, and the page stays where it is`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const phone = new Phone(page, look);
    await phone.setUp();
    const words = phone.texts.chart.drawings;
    await phone.open(DETAILS);
    const chart = chartOf(page, phone);
    await expect(chart.locator('canvas').first()).toBeVisible();
    await page.getByRole('button', { name: words.draw }).tap();
    await expect(tool(page, words.tools.trend)).toHaveAttribute('aria-pressed', 'true');
    const finger = await Finger.of(page);
    const { x, y } = await middleOf(chart);
    const before = await page.getByRole('main').evaluate((main) => main.scrollTop);
    await finger.drag({ x: x - 100, y: y + 80 }, { x: x - 110, y: y + 60 });
    await expect(page.getByText(fill(words.hint.second, { name: words.tools.trend })).first()).toBeVisible();
    await finger.down({ x: x + 20, y: y + 40 });
    await finger.moveTo({ x: x + 60, y: y - 20 });
    await phone.picture(`chart-draw-${width}`);
    await finger.up();
    await expect.poll(() => kept(page)).toBe(1);
    expect(await page.getByRole('main').evaluate((main) => main.scrollTop)).toBe(before);
    await tool(page, words.tools.level).tap();
    await finger.drag({ x, y: y + 10 }, { x, y: y + 20 });
    await expect.poll(() => kept(page)).toBe(2);
    await phone.fits();
    expect(await shutsOut(page)).toEqual([]);
    await page.reload();
    await expect(page.getByRole('button', { name: `${words.draw} 2` })).toBeVisible();
    await phone.picture(`chart-drawn-${width}`);
    expect(phone.complaints).toEqual([]);
  });
}

for (const [width, height, look] of [
  [390, 844, { language: 'en', theme: 'white' }],
  [844, 390, { language: 'hi', theme: 'darkblue' }],
] as const satisfies readonly (readonly [number, number, Look])[]) {
  test(`a finger draws on a chart that has all of a phone of ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const phone = new Phone(page, look);
    await phone.setUp();
    const words = phone.texts.chart.drawings;
    await phone.open(DETAILS);
    await expect(chartOf(page, phone).locator('canvas').first()).toBeVisible();
    await page.getByRole('button', { name: phone.texts.stock.fullScreen }).tap();
    await page.getByRole('button', { name: words.draw }).tap();
    const full = page.locator('[data-full]');
    const toolbar = full.getByRole('toolbar', { name: words.toolbar });
    await expect(toolbar).toBeInViewport({ ratio: 1 });
    await expect.poll(async () => (await full.boundingBox())?.width, 'it has the whole glass').toBe(width);
    const box = await full.boundingBox();
    expect(box!.y + box!.height).toBe(height);
    expect((await toolbar.boundingBox())!.width, 'tools stand at its left').toBeLessThanOrEqual(52);
    await expect(page.getByRole('button', { name: phone.texts.stock.leaveFullScreen })).toBeInViewport({ ratio: 1 });
    await tool(page, words.tools.level).tap();
    const { x, y } = await middleOf(chartOf(page, phone));
    await (await Finger.of(page)).drag({ x, y }, { x, y: y + 20 });
    await expect.poll(() => kept(page)).toBe(1);
    await phone.picture(`chart-draw-full-${width}`);
    await page.getByRole('button', { name: phone.texts.stock.leaveFullScreen }).tap();
    await expect(full).toBeHidden();
    expect(phone.complaints).toEqual([]);
  });
}

for (const look of [
  { language: 'en', theme: 'white' },
  { language: 'hi', theme: 'darkblue' },
] as const satisfies readonly Look[]) {
  test(
    `a mouse and keys draw on the desk in ${look.language}`,
    { tag: look.language === 'en' ? [] : '@long' },
    async ({ page }) => {
      const phone = await desk(page, look);
      const words = phone.texts.chart.drawings;
      await phone.open(DETAILS);
      const chart = chartOf(page, phone);
      await expect(chart.locator('canvas').first()).toBeVisible();
      await pane(page, 'main').focus();
      await page.keyboard.press('d');
      await expect(tool(page, words.tools.trend)).toHaveAttribute('aria-pressed', 'true');
      const { x, y } = await middleOf(chart);
      await page.mouse.click(x - 120, y + 90);
      await page.mouse.click(x + 120, y - 30);
      await expect.poll(() => kept(page)).toBe(1);
      await page.keyboard.press('h');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect.poll(() => kept(page)).toBe(2);
      await tool(page, words.tools.fibonacci).click();
      await page.mouse.move(x - 200, y + 60);
      await page.mouse.down();
      await page.mouse.move(x, y - 40, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => kept(page)).toBe(3);
      await tool(page, words.tools.measure).click();
      await page.mouse.click(x + 20, y + 60);
      await page.mouse.click(x + 90, y + 100);
      await expect.poll(() => kept(page)).toBe(4);
      await phone.picture('chart-draw-desk');
      await page.keyboard.press('Delete');
      await expect.poll(() => kept(page)).toBe(3);
      await page.keyboard.press('Control+z');
      await expect.poll(() => kept(page)).toBe(4);
      await page.mouse.click(x, y - 41, { button: 'right' });
      await expect.poll(() => kept(page), 'the line under the mouse').toBe(3);
      expect(await shutsOut(page)).toEqual([]);
      await page.keyboard.press('t');
      await expect(page.getByRole('list', { name: words.list }).getByRole('listitem')).toHaveCount(3);
      expect(phone.complaints).toEqual([]);
    },
  );
}

test('what a member draws is on another device, and leaves this one with the session', async ({ page, browser }) => {
  const trader = await Trader.arrive(base(), 0);
  const look = { language: 'en', theme: 'white' } as const;
  const phone = new Phone(page, look);
  await phone.setUp();
  const words = phone.texts.chart.drawings;
  // A guest draws first.
  await phone.open(DETAILS);
  const draw = async (): Promise<void> => {
    await tool(page, words.tools.level).tap();
    const { x, y } = await middleOf(chartOf(page, phone));
    await (await Finger.of(page)).drag({ x, y: y + 10 }, { x, y: y + 20 });
  };
  await tool(page, words.draw).tap();
  await draw();
  await expect.poll(() => kept(page)).toBe(1);
  const saved = page.waitForResponse((response) => response.url().includes('/app/market/saveDrawings'));
  await phone.signedInAs(trader.account);
  await page.reload();
  await saved;

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const other = new Phone(await context.newPage(), look);
  await other.setUp();
  const signedIn = await page.request.post(`${base()}/app/user/loginAccount`, {
    headers: fromElsewhere(),
    data: { phone: trader.phone, password: LOGIN_PASSWORD },
  });
  await other.signedInAs(((await signedIn.json()) as { data: Account }).data); // the contract's envelope
  await other.open(DETAILS);
  await expect(tool(other.page, `${words.draw} 1`)).toBeVisible();

  await tool(page, `${words.draw} 1`).tap();
  await draw();
  await expect.poll(() => kept(page)).toBe(2);
  // At once: what was drawn last is in the account before the device forgets it.
  const { personal } = phone.texts;
  await phone.open('/pages/personal/index');
  await page.getByRole('button', { name: personal.logout }).tap();
  await page.getByRole('dialog').getByRole('button', { name: personal.logout }).tap();
  await expect(page).toHaveURL(/#\/$/);
  expect(await page.evaluate(() => localStorage.getItem('drawings'))).toBeNull();
  await other.page.reload();
  await expect(tool(other.page, `${words.draw} 2`)).toBeVisible();
  expect([...phone.complaints, ...other.complaints]).toEqual([]);
  await context.close();
});

test.describe('with a mouse alone', () => {
  test.use({ hasTouch: false });

  test('the tools of a desk of 1440 × 900 are whole, and hide neither share nor price', async ({ page }) => {
    const phone = await desk(page);
    const words = phone.texts.chart.drawings;
    await phone.open(DETAILS);
    const main = pane(page, 'main');
    await expect(chartOf(page, phone).locator('canvas').first()).toBeVisible();
    await main.getByRole('button', { name: words.draw }).click();
    await expect(main.getByRole('button', { name: fill(words.clear, { n: '0' }) })).toBeInViewport({ ratio: 1 });
    const toolbar = main.getByRole('toolbar', { name: words.toolbar });
    expect(await toolbar.evaluate((bar) => bar.scrollHeight - bar.clientHeight)).toBeLessThanOrEqual(0);
    await page.evaluate(() =>
      localStorage.setItem('indicators', JSON.stringify({ shown: ['rsi', 'macd'], settings: {} })),
    );
    await page.reload();
    await expect(page.locator('[data-panes="2"] canvas').first()).toBeVisible();
    await main.focus();
    await page.keyboard.press('d');
    await expect(tool(page, words.tools.trend)).toHaveAttribute('aria-pressed', 'true');
    await expect(main.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    await main.getByRole('button', { name: phone.texts.stock.fullScreen }).click();
    await expect(page.locator('[data-full]').getByText(SHARE)).toBeInViewport({ ratio: 1 });
    expect(phone.complaints).toEqual([]);
  });
});
