import { expect, test, type Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { textsFor } from '@khara/texts';
import { ROOT } from '../tools/project.ts';
import { shutsOut } from './axe.ts';
import { tooWide } from './crawl.ts';
import { serveFiles } from './serve-files.ts';

/** The site as any file server has it, in a folder. */

test.describe.configure({ mode: 'serial' });

const { lab } = textsFor('en');
let directory: string;
let site: Awaited<ReturnType<typeof serveFiles>>;
test.beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'khara-site-'));
  execFileSync(process.execPath, ['tools/site.ts', directory], { cwd: ROOT, stdio: 'pipe' });
  site = await serveFiles(directory);
});
test.afterAll(() => {
  site.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Addresses that did not answer, and those of other hosts. */
function watchRequests(page: Page): string[] {
  const odd: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400 || !response.url().startsWith(site.at)) odd.push(response.url());
  });
  return odd;
}

test('every link of every page leads to a page and a heading that are there', () => {
  const pages = globSync('**/*.html', { cwd: directory, exclude: ['lab/**'] }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  expect(pages.length).toBeGreaterThan(30);
  const html = new Map(pages.map((file) => [file, readFileSync(join(directory, file), 'utf8')]));
  const broken = pages.flatMap((from) =>
    [...html.get(from)!.matchAll(/\b(?:href|src|srcset)="([^"]*)"/g)].flatMap(([, address = '']) => {
      if (/^(https?|mailto):/.test(address)) return [];
      const [path = '', hash] = address.split('#');
      const file = path === '' ? from : join(dirname(from), path).replaceAll('\\', '/');
      if (!existsSync(join(directory, file))) return [`${from}: ${address}`];
      const isHeading =
        hash === undefined || hash.startsWith('/') || html.get(file)?.includes(`id="${decodeURI(hash)}"`);
      return isHeading ? [] : [`${from}: ${address}`];
    }),
  );
  expect(broken).toEqual([]);
});

for (const width of [320, 390, 1280])
  test(`the front page at ${width} px weighs little, shuts out no reader and asks no other host`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const odd = watchRequests(page);
    await page.goto(site.at, { waitUntil: 'networkidle' });
    const bytes = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize)
        .reduce((sum, size) => sum + size, 0),
    );
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(150_000);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect.soft(await shutsOut(page), colorScheme).toEqual([]);
    }
    expect(await tooWide(page)).toBeLessThanOrEqual(0);
    expect(odd).toEqual([]);
  });

for (const width of [320, 390, 1280])
  test(
    `the Lab plays in the front page at ${width} px to the order: result and seal are in sight, and another number is`,
    { tag: '@long' },
    async ({ page }) => {
      test.setTimeout(300_000);
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(() => localStorage.setItem('lang', '1'));
      const odd = watchRequests(page);
      await page.goto(site.at);
      if (width < 1024) {
        await expect(page.locator('[data-lab] img')).toBeVisible();
        await page.keyboard.press('PageDown');
      }
      const frame = page.frameLocator('iframe');
      await expect(frame.getByText(lab.closedDay)).toBeVisible();
      await expect(frame.getByRole('slider', { name: lab.scrubber })).toHaveAttribute('aria-valuetext', /^12:30/, {
        timeout: 60_000,
      });
      const result = frame.getByRole('status').filter({ hasText: lab.worth });
      await expect(result).toContainText('20,000 of 20,000');
      const before = await result.textContent();
      const number = frame.getByRole('textbox', { name: lab.ifBought.split('{{')[0]! });
      await number.fill('500');
      await number.press('Enter');
      await expect(result).toContainText('500 of 500');
      expect(await result.textContent()).not.toBe(before);
      const seal = frame.getByRole('status').filter({ hasText: lab.sealedText });
      await expect(seal).toBeVisible({ timeout: 180_000 });
      await expect(frame.getByRole('button', { name: lab.seeOne })).toBeVisible();
      // All of it stands in the frame, which does not scroll.
      const higher = await frame.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight);
      expect(higher).toBeLessThanOrEqual(0);
      const gold = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--gold-soft'),
      );
      const ground = await seal
        .locator('> *')
        .first()
        .evaluate((row) => getComputedStyle(row).backgroundColor);
      const hex = [...ground.matchAll(/\d+/g)].slice(0, 3).map(([part]) => Number(part).toString(16).padStart(2, '0'));
      expect(`#${hex.join('')}`).toBe(gold.trim());
      expect(odd).toEqual([]);
    },
  );

test('without scripts, and to an old browser, the front page offers the film and the manuals', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(site.at);
  await expect(page.getByRole('link', { name: 'See the film' })).toBeVisible();
  await context.close();
  const old = await browser.newPage();
  await old.addInitScript(() => {
    window.Function = (() => {
      throw new SyntaxError('Unexpected token');
    }) as unknown as FunctionConstructor; // a browser of 2020
  });
  await old.goto(site.at);
  await expect(old.getByRole('link', { name: 'See the film' })).toBeVisible();
  await old.close();
});

test('how the market is checked is a page of the site', async ({ page }) => {
  await page.goto(site.at);
  await expect(page.getByRole('link', { name: 'See the film' })).toBeHidden();
  await page.getByRole('link', { name: 'How it is checked' }).click();
  await expect(page).toHaveURL(/\/school\/manual\/check-us\.html$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Check us' })).toBeVisible();
  await expect(page.getByText('npm run verify-draw').first()).toBeVisible();
});

test('the lesson stands alone', async ({ page }) => {
  const odd = watchRequests(page);
  await page.goto(`${site.at}lab/index.html#/pages/lesson/index`);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.getByText(textsFor('en').common.practice.title).first()).toBeVisible();
  expect(odd).toEqual([]);
});

test('a search finds the section of a manual, by keys', async ({ page }) => {
  await page.goto(`${site.at}manual/docs/programs.html`);
  await page.keyboard.press('/');
  await page.keyboard.type('price band');
  await page.locator('.found a').first().click();
  await expect(page).toHaveURL(/\/school\/manual\/.*\.html/);
  await expect(page.getByRole('main')).toContainText(/band/i);
  expect(await shutsOut(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await tooWide(page)).toBeLessThanOrEqual(0);
});

test('llms.txt says of each manual where it is and what it is for', () => {
  const text = readFileSync(join(directory, 'llms.txt'), 'utf8');
  const named = [...text.matchAll(/^- \[[^\]]+\]\(https:\/\/[^/]+\/khara\/([^)]+)\): .{20,}\.$/gm)].map(
    ([, path = '']) => path,
  );
  expect(named.length).toBe(text.match(/^- /gm)?.length);
  expect(named.length).toBeGreaterThan(25);
  for (const path of named) expect(existsSync(join(directory, path)), path).toBe(true);
});
