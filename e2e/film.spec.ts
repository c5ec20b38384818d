import { expect, test } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textsFor } from '@khara/texts';
import { ROOT } from '../tools/project.ts';
import { PICTURES } from '../tools/site/front.ts';
import { serveFiles } from './serve-files.ts';

/** Pictures of the site's Lab, and the moving one of README.md, for `npm run screenshots`: of the recorded day. */

const FRAMES = join(ROOT, 'test-results/pictures');
const { lab } = textsFor('en');
let directory: string;
let site: Awaited<ReturnType<typeof serveFiles>>;
/** The Lab's address alone, and in the front page. */
let address: string;
let framed: string;

test.beforeAll(async () => {
  mkdirSync(FRAMES, { recursive: true });
  directory = mkdtempSync(join(tmpdir(), 'khara-film-'));
  execFileSync(process.execPath, ['tools/site.ts', directory], { cwd: ROOT, stdio: 'pipe' });
  site = await serveFiles(directory);
  const front = readFileSync(join(directory, 'index.html'), 'utf8');
  const [, ...found] = /href="([^"]*)" data-lab="([^"]*)"/.exec(front) ?? [];
  [address, framed] = found.map((one) => site.at + one.replaceAll('&amp;', '&')) as [string, string];
});
test.afterAll(() => {
  site.close();
  rmSync(directory, { recursive: true, force: true });
});
test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('lang', '1')));

for (const { name } of PICTURES)
  test(`a picture of the Lab: ${name}`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize(name.includes('narrow') ? { width: 358, height: 1060 } : { width: 832, height: 800 });
    await page.emulateMedia({ reducedMotion: 'reduce' }); // it stands at the order
    const theme = name.split('-').at(-1)!;
    await page.addInitScript((stored) => localStorage.setItem('theme', stored), theme);
    await page.goto(framed);
    await expect(page.getByText(/^20,000 of 20,000/)).toBeAttached();
    await expect(page.getByText(lab.sealedText)).toBeAttached({ timeout: 180_000 });
    await page.screenshot({ path: join(FRAMES, `${name}.png`), animations: 'disabled' });
  });

test(
  'a film of a what-if: the day plays, an order is added, and it has a result',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 760 });
    let count = 0;
    /** How long a frame stands, in ms: the name of its file says it. */
    const frame = (ms: number) => {
      count += 1;
      return page.screenshot({ path: join(FRAMES, `film-${String(count).padStart(3, '0')}-${ms}.png`), caret: 'hide' });
    };
    const [day = ''] = address.split('&at=');
    await page.goto(`${day}&at=120500&speed=300`);
    await expect(page.getByText(lab.sealedText)).toBeAttached({ timeout: 180_000 });
    await frame(900);
    await page.getByRole('button', { name: lab.play, exact: true }).click();
    for (let each = 0; each < 16; each += 1) {
      await frame(160);
      await page.waitForTimeout(160);
    }
    await page.getByRole('button', { name: lab.pause, exact: true }).click();
    await page.getByRole('button', { name: lab.whatIf }).click();
    await page.waitForTimeout(600);
    await frame(900);
    const quantity = page.getByRole('dialog').getByRole('textbox').first();
    for (const typed of ['2', '20', '200', '2000', '20000']) {
      await quantity.fill(typed);
      await frame(typed === '20000' ? 900 : 200);
    }
    await page.getByRole('button', { name: lab.see }).click();
    const result = page.getByRole('heading', { name: lab.result });
    await expect(result).toBeVisible();
    await page.waitForTimeout(600);
    await result.evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
    await page.mouse.wheel(0, -130);
    await page.waitForTimeout(400);
    await frame(3_500);
  },
);
