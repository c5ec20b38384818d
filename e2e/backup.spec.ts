import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Phone } from './phone.ts';
import { startProduct, type Product } from './product.ts';
import { Trader } from './trader.ts';

/** The operator puts the database back to a backup: every member's telephone finds it at the next sign-in. */

const POLL = { timeout: 60_000 };
/** With its owners, whom the database looks at. */
const copy = (from: string, to: string): unknown => execFileSync('cp', ['-a', from, to]);
const ENGLISH = { language: 'en', theme: 'white' } as const;

test(
  'a database put back to a backup shows at sign-in, stays until it was looked at, and is listed after that',
  {
    tag: '@long',
  },
  async ({ page }) => {
    const place = mkdtempSync(join(tmpdir(), 'khara-e2e-backup-'));
    chmodSync(place, 0o711); // so that the database, which never runs as root, may be here and not elsewhere by a link
    const [data, backup] = [join(place, 'data'), join(place, 'backup')];
    let product: Product | undefined;
    const start = async (): Promise<string> => {
      const port = product && new URL(product.base).port;
      product = await startProduct({ DATA_DIR: data, ...(port !== undefined && { PORT: port }) });
      return product.base;
    };
    try {
      const at = await start();
      const trader = await Trader.arrive(at, 1);
      await product?.stop();
      copy(data, backup);
      await start();

      const phone = new Phone(page, ENGLISH, at);
      const { login, finding, personal } = phone.texts;
      const alarm = page.getByRole('alert').filter({ hasText: finding.bar });
      const sizeSeen = (): Promise<number> =>
        page.evaluate(() => {
          const { notes } = JSON.parse(localStorage.getItem(`log:${localStorage.getItem('log')}`) ?? '{"notes":[]}');
          return Number((notes as string[])[0]?.split('\n')[1] ?? 0);
        });
      const signIn = async (): Promise<void> => {
        await phone.open('/pages/login/index');
        await page.getByLabel(login.phone).fill(trader.phone);
        await page.getByLabel(login.password, { exact: true }).fill('correct horse');
        await page.getByRole('button', { name: login.login, exact: true }).click();
        await expect(page).toHaveURL(/#\/$/);
      };
      await phone.setUp();

      await test.step('the telephone follows the log without being asked', async () => {
        await signIn();
        await expect.poll(sizeSeen, POLL).toBeGreaterThan(0);
        const first = await sizeSeen();
        await Promise.all([1, 2, 3].map(() => Trader.arrive(at, 1)));
        await page.evaluate(() => ['token', 'userInfo'].forEach((name) => localStorage.removeItem(name)));
        await page.reload();
        await signIn();
        await expect.poll(sizeSeen, POLL).toBeGreaterThan(first + 2);
        await expect(alarm).toHaveCount(0);
      });

      await test.step('the backup is restored, and the server goes on from there', async () => {
        await product?.stop();
        rmSync(data, { recursive: true });
        copy(backup, data);
        await start();
      });

      await test.step('the session is gone with the newer database; at the next one the telephone says what it found', async () => {
        await page.goto('about:blank');
        await phone.open('/pages/personal/index');
        await expect(page).toHaveURL(/login\/index\?redirect=/);
        await signIn();
        await expect(alarm).toBeVisible(POLL);
        await page.reload();
        await expect(alarm, 'until it was looked at').toBeVisible(POLL);
        await phone.open('/pages/personal/index');
        await expect(page.getByRole('main').getByText(finding.bar)).toBeVisible();
        await phone.picture('finding-on-personal');
        await phone.fits();
      });

      await test.step('what was found, what it means, what to keep, where to report', async () => {
        await page.getByRole('main').getByRole('link', { name: finding.look }).click();
        await expect(page).toHaveURL(/topic=certificate/);
        await expect(page.getByRole('heading', { name: finding.title.changed })).toBeVisible();
        await expect(page.getByText(finding.reportText)).toBeVisible();
        await expect(alarm).toHaveCount(0);
        await phone.picture('finding');
        await phone.fits();
        await phone.open('/pages/personal/index');
        await expect(page.getByRole('button', { name: personal.logout })).toBeVisible();
        await expect(page.getByText(finding.bar)).toHaveCount(0);
      });
    } finally {
      await product?.stop();
      rmSync(place, { recursive: true, force: true });
    }
  },
);
