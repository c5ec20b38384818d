import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test, type CDPSession, type Page } from '@playwright/test';
import type { TextLanguage } from '@khara/texts';
import { base, fromElsewhere, Phone, TAKES_PICTURES, THEMES, type Account, type Theme } from './phone.ts';
import { countAsking, go, tooWide } from './crawl.ts';
import { GUEST_ROUTES, PATHS, ROUTES } from './routes.ts';
import { shutsOut } from './axe.ts';

/**
 * Every route of the product in every language and either theme: it opens without a complaint, says that it
 * is a practice market, fits a phone of 390 and one of 320 px, lays out alike in both themes, shuts no reader
 * out, and in a run that takes pictures leaves one. The app stays open and goes from route to route, as a
 * visitor does; the theme is changed where the app itself keeps it, on the page.
 */

const LANGUAGES = ['en', 'hi', 'zh-Hant', 'zh-Hans'] as const satisfies readonly TextLanguage[];
const WIDTHS = [390, 320] as const;
const HEIGHT = 844;

/** Letters twice as large: where most is written, in the language with the longest words. */
const LARGE = ['/', '/pages/market/index', '/pages/market/details?code=THEWA', '/pages/market/buy?code=THEWA&side=buy'];

// Without motion: a page that is still fading in has no contrast to measure. Without the worker: each
// language is a first visit.
test.use({
  viewport: { width: WIDTHS[0], height: HEIGHT },
  deviceScaleFactor: 1,
  contextOptions: { reducedMotion: 'reduce' },
  serviceWorkers: 'block',
  trace: 'off', // of thousands of steps it would cost more than the steps; every route leaves its pictures
});
test.setTimeout(600_000);

const wear = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);

/**
 * What stands elsewhere in the one theme than in the other: nothing, since a theme is colours. Measured at
 * one instant, so that no price moves between.
 */
const movedByTheme = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = document.querySelectorAll('h1, h2, main a, main button, main input, header, nav, footer');
    const places = (theme: string): string[] => {
      document.documentElement.dataset['theme'] = theme;
      return [...shown].map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return `${element.tagName} ${[left, top, width, height].map(Math.round).join(' ')}`;
      });
    };
    const white = places('white');
    return places('darkblue').filter((place, at) => place !== white[at]);
  });

/** Where a Latin mark and a blank stand after a Chinese word. */
const latinMarks = (page: Page): Promise<string[]> =>
  page.evaluate(() => document.body.innerText.match(/.{0,20}[\u4e00-\u9fff][,.:;] .{0,20}/g) ?? []);

async function register(phone: Phone, index: number): Promise<void> {
  const registered = await phone.page.request.post(`${base()}/app/user/register`, {
    headers: fromElsewhere(),
    data: {
      phone: `97${String(Date.now()).slice(-7)}${index}`,
      password: 'correct horse',
      inviteCode: 'KHARA',
      agree: true,
    },
  });
  await phone.signedInAs(((await registered.json()) as { data: Account }).data); // the contract's envelope
}

async function letters(cdp: CDPSession, px: number): Promise<void> {
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
}

/** A picture for readers of the run: quickly, there are hundreds. */
async function keep(cdp: CDPSession, path: string): Promise<void> {
  if (!TAKES_PICTURES) return;
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'jpeg', quality: 60, optimizeForSpeed: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.from(data, 'base64'));
}

for (const [index, language] of LANGUAGES.entries()) {
  // The other languages with the long tests.
  test(`every route in ${language}, in both themes`, { tag: index > 0 ? '@long' : [] }, async ({ page }) => {
    const phone = new Phone(page, { language, theme: 'white' });
    await phone.setUp();
    await page.addInitScript(countAsking);
    await phone.open('/');
    const cdp = await page.context().newCDPSession(page);

    const look = (route: string, at: number) =>
      test.step(route, async () => {
        await go(phone, route);
        await phone.seesPracticeMarker();
        expect.soft(await movedByTheme(page), `${route}: laid out alike in both themes`).toEqual([]);
        expect.soft(await tooWide(page), `${route} at ${WIDTHS[0]} px`).toBeLessThanOrEqual(0);
        if (language.startsWith('zh')) expect.soft(await latinMarks(page), route).toEqual([]);
        const name = `route-${String(at).padStart(2, '0')}${route.replace(/\W+/g, '-')}`;
        for (const theme of THEMES) {
          await wear(page, theme);
          await keep(cdp, phone.picturePath(name, theme, 'jpeg'));
          // The rules know no language: each one measures a quarter of the routes.
          if (at % LANGUAGES.length === index) {
            expect.soft(await shutsOut(page), `${route} on ${theme}`).toEqual([]);
          }
        }
        await page.setViewportSize({ width: WIDTHS[1], height: HEIGHT });
        expect.soft(await tooWide(page), `${route} at ${WIDTHS[1]} px`).toBeLessThanOrEqual(0);
        await page.setViewportSize({ width: WIDTHS[0], height: HEIGHT });
      });
    for (const [at, route] of GUEST_ROUTES.entries()) await look(route, at);
    await register(phone, index);
    await page.goto('about:blank');
    await phone.open('/');
    for (const [at, route] of ROUTES.entries()) await look(route, GUEST_ROUTES.length + at);

    if (language === 'hi') {
      await test.step('with letters twice as large', async () => {
        await letters(cdp, 32);
        for (const route of LARGE) {
          await go(phone, route);
          expect.soft(await tooWide(page), route).toBeLessThanOrEqual(0);
          await keep(cdp, phone.picturePath(`large${route.replace(/\W+/g, '-')}`, 'darkblue', 'jpeg'));
        }
      });
    }
    expect(phone.complaints).toEqual([]);
  });
}

test('every path by itself, without a query, is a page that has come', { tag: '@long' }, async ({ page }) => {
  const phone = new Phone(page, { language: 'en', theme: 'white' });
  await phone.setUp();
  await page.addInitScript(countAsking);
  await phone.open('/');
  await register(phone, LANGUAGES.length);
  await page.goto('about:blank');
  await phone.open('/');
  for (const path of PATHS) {
    await test.step(path, async () => {
      await go(phone, path);
      await phone.seesPracticeMarker();
    });
  }
  expect(phone.complaints).toEqual([]);
});
