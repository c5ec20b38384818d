import type { Locator, Page } from '@playwright/test';
import { escaped } from './gestures.ts';
import { Phone, type Look } from './phone.ts';

/** The desk of wide screens, as its tests find their way on it. */

export const SHARE = 'CHAKRAVALA';
export const DETAILS = `/pages/market/details?code=${SHARE}`;
export const EN = { language: 'en', theme: 'white' } as const;

export async function desk(page: Page, look: Look = EN, width = 1440, height = 900): Promise<Phone> {
  await page.setViewportSize({ width, height });
  const phone = new Phone(page, look);
  await phone.setUp();
  return phone;
}

export const pane = (page: Page, name: 'list' | 'main' | 'side'): Locator =>
  page.locator(`[data-pane=${name}]`).first();
/** The name of the page in the middle. */
export const shown = (page: Page): Locator => pane(page, 'main').getByRole('heading', { level: 1 });
export const rows = (page: Page): Locator => pane(page, 'list').getByRole('link', { name: /^[A-Z]+[,，]/ });
/** Prices of the book, each of which fills the ticket in. */
export const price = ({ page, texts }: Phone): Locator => {
  const { bidSaid, askSaid } = texts.stock;
  const sides = [bidSaid, askSaid].map((said) => escaped(said.split('{{')[0] ?? '')).join('|');
  return pane(page, 'main').getByRole('button', { name: new RegExp(`^(?:${sides})`) });
};
/** Answers the price that a button of the book shows at the instant at which it is pressed. */
export const pressed = (button: Locator): Promise<string> =>
  button.evaluate((element: HTMLElement) => {
    const price = /[\d,]+\.\d\d/.exec(element.innerText)?.[0] ?? 'no price';
    element.click();
    return price;
  });
