import { expect, type CDPSession, type Locator, type Page } from '@playwright/test';
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

type Place = { readonly x: number; readonly y: number };

/** One finger on the glass, by the browser's own touch events: what a finger does that is no tap. */
export class Finger {
  readonly #page: Page;
  readonly #cdp: CDPSession;
  #at: Place = { x: 0, y: 0 };

  private constructor(page: Page, cdp: CDPSession) {
    this.#page = page;
    this.#cdp = cdp;
  }

  static async of(page: Page): Promise<Finger> {
    return new Finger(page, await page.context().newCDPSession(page));
  }

  async down(at: Place): Promise<void> {
    this.#at = at;
    await this.#cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  }

  /** Moves on in steps of about 40 px, one a frame. */
  async moveTo(to: Place): Promise<void> {
    const from = this.#at;
    const steps = Math.max(2, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 40));
    for (let step = 1; step <= steps; step += 1) {
      const at = { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps };
      await this.#cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
      await this.#page.evaluate(() => new Promise(requestAnimationFrame));
    }
    this.#at = to;
  }

  async up(): Promise<void> {
    await this.#cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  async drag(from: Place, to: Place): Promise<void> {
    await this.down(from);
    await this.moveTo(to);
    await this.up();
  }
}

/** The middle of something on the screen. */
export async function findMiddle(target: Locator): Promise<Place> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('there is nothing to touch');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Waits until what a finger has scrolled stands still, for a dozen frames: a touch before that only stops it. */
export async function comesToRest(scroller: Locator): Promise<void> {
  await scroller.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        let [at, still] = [element.scrollTop, 0];
        const look = () => {
          still = element.scrollTop === at ? still + 1 : 0;
          at = element.scrollTop;
          if (still > 12) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

/** Goes on with the Tab key until the focus is on `target`, where it can be seen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; !(await isThere()); presses += 1) {
    if (presses > 120) throw new Error('the keyboard does not get there');
    await page.keyboard.press('Tab');
  }
}

/**
 * Whether what has the focus shows it: by its own outline or border, or by that of what stands for it (a
 * field's box, a hidden radio's label).
 */
export const showsFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const focus = getComputedStyle(document.documentElement).getPropertyValue('--focus').trim();
    const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(focus.slice(at, at + 2), 16));
    const colour = `rgb(${r}, ${g}, ${b})`;
    const around = [element?.parentElement, element?.parentElement?.parentElement];
    return [element, element?.nextElementSibling, ...around].some((each) => {
      if (!each) return false;
      const { outlineStyle, outlineColor, borderTopColor, boxShadow } = getComputedStyle(each);
      return (outlineStyle !== 'none' && outlineColor === colour) || `${borderTopColor} ${boxShadow}`.includes(colour);
    });
  });
