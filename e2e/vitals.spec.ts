import { expect, test, type Page } from '@playwright/test';
import { base, Phone } from './phone.ts';
import { Trader } from './trader.ts';

/**
 * What Lighthouse measures of a page and `npm run bench -- lighthouse` shows, where a browser can hold it:
 * nothing that stands is moved by an answer that comes later.
 */

/**
 * Good is 0.1 or less; what is summed here is each shift by itself, which is more than Lighthouse's worst five seconds.
 */
const MAX_SHIFT = 0.1;
const LOOK = { language: 'en', theme: 'white' } as const;
const PAGES = [
  { route: '/', end: 'a[href*="customer"]' },
  { route: '/pages/market/index', end: 'a[href*="details?code="]' },
  { route: '/pages/market/details?code=THEWA', end: 'canvas' },
] as const;

type Shift = { readonly value: number; readonly moved: readonly string[] };
type ShiftEntry = PerformanceEntry & {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
};

/** Keeps every shift of the page, with what moved. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as ShiftEntry[]) {
        const moved = sources.map(
          ({ node, previousRect: { y }, currentRect }) =>
            `${node?.textContent?.slice(0, 40)}: ${y} to ${currentRect.y}`,
        );
        shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Holds the API's answers until they are let go, those that were asked for last before the others. */
async function holdAnswers(page: Page): Promise<{ readonly letOneGo: () => void; readonly letAllGo: () => void }> {
  const held: (() => void)[] = [];
  let free = false;
  await page.route('**/app/**', async (route) => {
    if (!free) await new Promise<void>((resolve) => held.push(resolve));
    await route.fallback().catch(() => undefined); // of a page that is gone
  });
  const letOneGo = (): void => held.pop()?.();
  const letAllGo = (): void => {
    free = true;
    while (held.length > 0) letOneGo();
  };
  return { letOneGo, letAllGo };
}

const twoFrames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/**
 * Draws every letter as a wider or narrower font would, from the first paint on: which fonts a machine has
 * decides nothing then.
 */
const drawnWith = (page: Page, spacing: string): Promise<unknown> =>
  page.addInitScript((between) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { letter-spacing: ${between} !important }`);
    document.adoptedStyleSheets = [sheet];
  }, spacing);

const READERS = [
  { who: 'a guest', spacing: '0' },
  { who: 'a member who has just registered', spacing: '0' },
  { who: 'a guest whose letters are wide', spacing: '0.08em' },
  { who: 'a guest whose letters are narrow', spacing: '-0.03em' },
];

for (const { who, spacing } of READERS) {
  const tag = spacing === '0' && !who.startsWith('a guest') ? [] : '@long';
  test(`nothing moves when answers come late, to ${who}`, { tag }, async ({ page, browser }) => {
    const account = who.startsWith('a guest') ? undefined : (await Trader.arrive(base(), 0)).account;
    await page.close();
    for (const { route, end } of PAGES) {
      await test.step(route, async () => {
        const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } });
        const opened = await context.newPage();
        const phone = new Phone(opened, LOOK);
        await phone.setUp();
        if (account) await phone.signedInAs(account);
        await drawnWith(opened, spacing);
        await watchShifts(opened);
        const answers = await holdAnswers(opened);
        await phone.open(route);
        const main = opened.getByRole('main');
        await main.getByRole('status', { name: phone.texts.common.loading }).first().waitFor();

        await expect(async () => {
          answers.letOneGo();
          await twoFrames(opened);
          await expect(main.locator(end).first()).toBeVisible({ timeout: 1 });
        }).toPass({ intervals: [1] });
        answers.letAllGo();
        await opened.waitForLoadState('networkidle');
        await twoFrames(opened);

        const shifts = await opened.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
        const sum = shifts.reduce((total, { value }) => total + value, 0);
        const largest = shifts.toSorted((a, b) => b.value - a.value).slice(0, 3);
        expect(sum, JSON.stringify(largest)).toBeLessThan(MAX_SHIFT);
        await context.close();
      });
    }
  });
}
