import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Download } from '@playwright/test';
import { connectAsSuperuser } from '../apps/server/test/support/server-process.ts';
import { Phone } from './phone.ts';
import { startProduct, type Product } from './product.ts';
import { Trader } from './trader.ts';

/**
 * What a member can prove: the statement, computed again in the browser, and the documents. On a product of
 * its own, since its books are falsified.
 */

const ROUTE = '/pages/personal/bill/index';
const POLL = { timeout: 60_000 };
let product: Product;
let dataDir: string;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'khara-e2e-proof-'));
  product = await startProduct({ DATA_DIR: dataDir });
});
test.afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const readDownload = async (download: Download): Promise<Buffer> => readFileSync(await download.path());

test('a statement is verified and taken along, and a falsified one is found out', async ({ page }) => {
  const trader = await Trader.arrive(product.base, 1);
  const { id } = await trader.order<{ id: string }>('buy', {
    code: 'AAMRAI',
    quantity: 3,
    product: 'delivery',
    type: 'market',
  });
  const order = () => trader.ask<{ state: string }>(`/app/order/contract/detail/${id}`);
  await expect.poll(async () => (await order()).state, POLL).toBe('complete');
  const { available } = await trader.ask<{ available: string }>('/app/wallet/inrWallet');
  const phone = new Phone(page, { language: 'en', theme: 'white' }, product.base);
  const { proof } = phone.texts;
  await phone.setUp();
  await phone.signedInAs(trader.account);
  await phone.open(ROUTE);
  const sheet = page.getByRole('dialog');

  await test.step('one button, and what was checked in plain words', async () => {
    await page.getByRole('button', { name: proof.verify }).click();
    await sheet.getByRole('button', { name: proof.begin }).click();
    await expect(sheet.getByText(proof.checked, { exact: true })).toBeVisible(POLL);
    await expect(sheet.getByText(proof.done.consistencyFirst)).toBeVisible();
    await expect(sheet.getByText(proof.limits)).toBeVisible();
    await phone.fits();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  await test.step('statement as PDF and CSV, contract note', async () => {
    await page.getByRole('button', { name: proof.documents, exact: true }).click();
    const pdfs = sheet.getByRole('button', { name: proof.getPdf });
    const [pdf] = await Promise.all([page.waitForEvent('download', POLL), pdfs.first().click()]);
    expect(pdf.suggestedFilename()).toMatch(/^khara-statement-.*\.pdf$/);
    expect((await readDownload(pdf)).subarray(0, 5).toString()).toBe('%PDF-');

    const asCsv = sheet.getByRole('button', { name: proof.getCsv });
    const [csv] = await Promise.all([page.waitForEvent('download', POLL), asCsv.first().click()]);
    const text = (await readDownload(csv)).toString('utf8');
    expect(text).toContain('500000.00');
    expect(text, 'the newest balance is that of the wallet').toContain(available);

    const [note] = await Promise.all([page.waitForEvent('download', POLL), pdfs.nth(1).click()]);
    expect(note.suggestedFilename()).toMatch(/\.pdf$/);
    const bytes = await readDownload(note);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.length).toBeGreaterThan(5_000);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  await test.step('who holds the database takes a rupee away, and the browser says so', async () => {
    const database = await connectAsSuperuser(dataDir);
    try {
      await database.query('ALTER TABLE ledger.entry DISABLE TRIGGER USER');
      const { rowCount } = await database.query(
        `UPDATE ledger.entry e SET amount[p.line] = e.amount[p.line] - 100, after[p.line] = e.after[p.line] - 100
         FROM ledger.posting p WHERE p.entry_id = e.id AND p.seq = 1 AND p.owner = $1 AND p.asset = 'INR' AND p.code = 101`,
        [`u:${(trader.account.userInfo as { id: string }).id}`],
      );
      expect(rowCount).toBe(1);
    } finally {
      await database.end();
    }
    await page
      .getByRole('button')
      .filter({ hasText: proof.checkedAt.split('{{')[0]! })
      .click();
    await sheet.getByRole('button', { name: proof.again }).click();
    await expect(sheet.getByRole('heading', { name: proof.doesNotAgree })).toBeVisible(POLL);
    await expect(sheet.getByText(proof.fault.leaf_mismatch)).toBeVisible();
    await expect(sheet.getByText(proof.keepData)).toBeVisible();
  });

  await test.step('the evidence is a file that another person can check', async () => {
    const asked = sheet.getByRole('button', { name: proof.getData });
    const [evidence] = await Promise.all([page.waitForEvent('download', POLL), asked.click()]);
    const file = JSON.parse((await readDownload(evidence)).toString('utf8')) as {
      knew: { notes: readonly string[] };
      now: { note: string };
      verdict: { ok: boolean; fault: string };
    };
    expect(file.verdict).toMatchObject({ ok: false, fault: 'leaf_mismatch' });
    // What the device had seen signed, and the checkpoint of today: the two that another person needs.
    const { name } = await trader.ask<{ name: string }>('/app/capital/checkpoint');
    expect(file.knew.notes[0]).toContain(`\n— ${name} `);
    expect(file.now.note).toContain(`\n— ${name} `);
  });
});
