import { expect, type Locator, type Page } from '@playwright/test';
import type { Phone } from './phone.ts';

/** What fingers do in the app, beyond a tap. */

export const escaped = (text: string): string => text.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Swipes a button from its left end to its right one, as a thumb does. */
export async function swipeRight(page: Page, track: Locator): Promise<void> {
  await track.scrollIntoViewIfNeeded();
  const box = await track.boundingBox();
  if (!box) throw new Error('there is nothing to swipe');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 30, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, y, { steps: 6 });
  await page.mouse.move(box.x + box.width - 4, y, { steps: 6 });
  await page.mouse.up();
}

/** Presses one of several exclusive choices: its label, as a finger does. */
export async function choose(page: Page, label: string): Promise<void> {
  await page
    .getByRole('main')
    .locator('label')
    .filter({ has: page.getByText(label, { exact: true }) })
    .click();
}

/** Types the transaction password into its sheet, which sends itself. */
export async function typePassword({ page, texts }: Phone, digits: string): Promise<void> {
  await expect(page.getByText(texts.password.title).first()).toBeVisible();
  await page.keyboard.type(digits, { delay: 20 });
}
