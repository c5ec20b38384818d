import { fill, type TextLanguage } from '@khara/texts';
import { expect, test, type Page } from '@playwright/test';
import { shutsOut } from './axe.ts';
import { tooWide } from './crawl.ts';
import { requestLog } from './network.ts';
import { Phone, THEMES, type Theme } from './phone.ts';

/** The lesson "Inside the fake app": what a guest lives in it, and that it asks the network for nothing. */

const LESSON = '/pages/lesson/index';
/** Each page in one state: none is measured while it fades in. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const GENUINE = {
  first: ['note', 'blocked', 'payout', 'demat', 'handle'],
  second: ['balance', 'margin', 'settled', 'sale', 'none'],
} as const;

async function arrive(page: Page, language: TextLanguage, theme: Theme): Promise<Phone> {
  const phone = new Phone(page, { language, theme });
  await phone.setUp();
  return phone;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Answers ten screens as `verdict` says. */
async function judgeTen(
  { page, texts: { lesson } }: Phone,
  part: 'first' | 'second',
  verdict: (isGenuine: boolean) => 'scam' | 'genuine',
): Promise<void> {
  for (let n = 1; n <= 10; n += 1) {
    await expect(page.getByRole('heading', { name: fill(lesson.quiz.title, { n }), exact: true })).toBeFocused();
    const says = await page.getByRole('figure').textContent();
    const isGenuine = GENUINE[part].some((id) => says?.includes(lesson.items[id].says));
    await button(page, lesson.quiz[verdict(isGenuine)]).click();
  }
}

test('a guest finds the lesson, lives it whole, and the network hears nothing of it', async ({ page }) => {
  test.setTimeout(180_000);
  const phone = await arrive(page, 'en', 'white');
  const { lesson, nav } = phone.texts;
  await phone.open('/pages/news/index?category=safety');
  await page.getByRole('link', { name: new RegExp(nav.lesson) }).click();
  await expect(page.getByRole('heading', { name: lesson.start.title })).toBeVisible();
  const network = requestLog(page);
  await network.quiet();

  await button(page, lesson.start.begin).click();
  await judgeTen(phone, 'first', () => 'scam'); // who trusts nothing

  await test.step('four weeks, of which the first is paid', async () => {
    await button(page, 'Pay ₹20,000').click();
    await expect(page.getByRole('status').filter({ hasText: lesson.story.group.sign })).toBeVisible();
    await button(page, lesson.next).click();
    for (const step of ['payout', 'block', 'lottery', 'score', 'tax'] as const) {
      const [one, other] = await page.getByRole('contentinfo').getByRole('button').all();
      if (!one || !other) throw new Error('a step has no two answers');
      const [size, otherSize] = [await one.boundingBox(), await other.boundingBox()];
      expect([size?.width, size?.height]).toEqual([otherSize?.width, otherSize?.height]);
      await button(page, lesson.story.stop).click();
      await expect(page.getByRole('status').filter({ hasText: lesson.story[step].sign })).toBeVisible();
      await button(page, lesson.next).click();
    }
  });

  await test.step('the console waits for a switch, which changes the small screen', async () => {
    await button(page, lesson.next).click();
    await expect(page.getByRole('status').filter({ hasText: lesson.console.moveFirst })).toBeVisible();
    const small = page.getByRole('figure', { name: fill(lesson.drawing, { what: lesson.console.screenWhat }) });
    await expect(small).toContainText('₹1,02,400');
    await page.getByRole('slider').fill('500');
    await expect(small).toContainText('₹1,20,000');
    await page.getByRole('radio', { name: lesson.console.works }).check();
    await expect(small).toContainText(lesson.console.sent);
    await expect(page.getByText('The operator kept ₹18,500.')).toBeVisible();
    await button(page, lesson.next).click();
  });

  await expect(page.getByRole('heading', { name: lesson.khara.price.title })).toBeVisible();
  await page.context().setOffline(true);
  await button(page, lesson.next).click();
  await judgeTen(phone, 'second', (isGenuine) => (isGenuine ? 'genuine' : 'scam'));
  const rows = page.getByRole('main').getByRole('row');
  await expect(rows.nth(1)).toHaveText(/Scams recognised\s*5 of 5\s*5 of 5/);
  await expect(rows.nth(2)).toHaveText(/Genuine screens accepted\s*0 of 5\s*5 of 5/);
  await expect(page.getByText('In the story you paid ₹20,000 and got back ₹1,500.')).toBeVisible();
  for (const address of ['tel:1930', 'https://cybercrime.gov.in'])
    await expect(page.locator(`main a[href="${address}"]`)).toBeVisible();

  expect(network.log, 'requests during the lesson').toEqual([]);
  await page.context().setOffline(false);
  await phone.picture('lesson-end');
});

test('the place is kept for a day, and every proof is a page that a guest may open', async ({ page }) => {
  const phone = await arrive(page, 'en', 'darkblue');
  const { lesson } = phone.texts;
  await phone.open(LESSON);
  await page.clock.install();
  await button(page, lesson.start.begin).click();
  await judgeTen(phone, 'first', () => 'genuine');
  await page.reload();
  await button(page, fill(lesson.start.goOn, { part: lesson.parts.story })).click();
  await expect(
    page.getByRole('heading', { name: fill(lesson.story.week, { n: 1, title: 'the group' }) }),
  ).toBeVisible();

  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('lesson') ?? '') as { spot: number };
    localStorage.setItem('lesson', JSON.stringify({ ...kept, spot: 18 }));
  });
  for (const { proof } of [lesson.khara.price, lesson.khara.wins, lesson.khara.balance, lesson.khara.withdrawal]) {
    await page.goto(`${phone.at}/h5/#${LESSON}`);
    await page.reload();
    await button(page, fill(lesson.start.goOn, { part: lesson.parts.khara })).click();
    await page.getByRole('link', { name: proof }).click();
    await expect(page).not.toHaveURL(/lesson|login/);
    await expect(page.getByRole('main')).toBeVisible();
  }
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('lesson') ?? '') as { at: number };
    localStorage.setItem('lesson', JSON.stringify({ ...kept, at: kept.at - 25 * 3_600_000 }));
  });
  await page.goto(`${phone.at}/h5/#${LESSON}`);
  await page.reload();
  await expect(button(page, lesson.start.begin)).toBeVisible();
});

test('a hall is led by keys, and its hands are counted', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const phone = await arrive(page, 'en', 'white');
  const { lesson } = phone.texts;
  await phone.open(LESSON);
  await button(page, lesson.start.begin).click();
  await page.keyboard.press('ArrowRight'); // no single key outside presenter mode
  const first = page.getByRole('heading', { name: fill(lesson.quiz.title, { n: 1 }), exact: true });
  await expect(first).toBeVisible();
  const plain = await first.evaluate((element) => element.getBoundingClientRect().height);
  await button(page, lesson.hall.on).click();
  await expect
    .poll(async () => (await first.evaluate((element) => element.getBoundingClientRect().height)) / plain)
    .toBeCloseTo(1.6, 1);
  for (let hand = 0; hand < 3; hand += 1)
    await button(page, fill(lesson.hall.more, { choice: lesson.quiz.scam })).click();
  await button(page, fill(lesson.hall.more, { choice: lesson.quiz.genuine })).click();
  await phone.picture('lesson-hall-quiz');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { name: fill(lesson.quiz.title, { n: 2 }) })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(first).toBeVisible();
  for (let turn = 0; turn < 10; turn += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('P');
  await expect(page.getByText(fill(lesson.story.paid, { amount: '₹20,000' }))).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('s');
  await expect(page.getByText(lesson.story.stopped)).toBeVisible();
  await phone.picture('lesson-hall-story');
  for (let turn = 0; turn < 5; turn += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight'); // waits for a switch
  await page.getByRole('radio', { name: lesson.console.lost }).check();
  await page.getByRole('heading', { name: lesson.parts.console }).focus();
  for (let turn = 0; turn < 12; turn += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('row', { name: lesson.result.hall })).toContainText('3 of 4');
  expect(await tooWide(page)).toBeLessThanOrEqual(0);
  await phone.picture('lesson-hall-result');
  await button(page, lesson.hall.off).click();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: lesson.parts.result })).toBeVisible();
});

test('a wall of 1024 × 600 shows each message to be judged whole, at 32 px or more', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 600 });
  const phone = await arrive(page, 'en', 'white');
  const { lesson } = phone.texts;
  await phone.open(LESSON);
  await button(page, lesson.start.begin).click();
  await button(page, lesson.hall.on).click();
  for (let screen = 1; screen <= 28; screen += 1) {
    const message = page.locator('figure p').last();
    if (screen <= 10 || screen > 18) {
      const title = fill(lesson.quiz.title, { n: screen > 18 ? screen - 18 : screen });
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
      const seen = await message.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const view = element.closest('main')?.getBoundingClientRect();
        const isWhole = view !== undefined && top >= view.top && bottom <= view.bottom && bottom <= innerHeight;
        const zoom = Number(element.currentCSSZoom);
        return { isWhole, px: parseFloat(getComputedStyle(element).fontSize) * zoom };
      });
      expect([screen, seen.isWhole, seen.px >= 32]).toEqual([screen, true, true]);
    }
    if (screen === 17) await page.getByRole('radio', { name: lesson.console.lost }).check();
    if (screen === 17) await page.getByRole('heading', { name: lesson.parts.console }).focus();
    await page.keyboard.press('ArrowRight');
  }
});

test('on paper the lesson is its sheet, with its words at both ends', async ({ page }) => {
  const phone = await arrive(page, 'en', 'darkblue');
  const { lesson } = phone.texts;
  await phone.open(LESSON);
  await expect(button(page, lesson.start.begin)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(lesson.sheet.title)).toBeVisible();
  await expect(page.getByText(lesson.start.title)).toBeHidden();
  await expect(page.locator('body > section b').filter({ hasText: lesson.notAnApp })).toHaveCount(2);
  await expect(page.locator('body > section svg')).toContainText(lesson.notAnApp);
  await phone.picture('lesson-sheet');
});

for (const [language, width] of [
  ['hi', 320],
  ['en', 390],
  ['zh-Hant', 390],
  ['zh-Hans', 1920],
] as const) {
  test(
    `no page of the lesson shuts a reader out or is too wide: ${language} at ${width} px`,
    { tag: '@long' },
    async ({ page }) => {
      test.setTimeout(240_000);
      await page.setViewportSize({ width, height: 844 });
      const phone = await arrive(page, language, 'white');
      const { lesson } = phone.texts;
      await phone.open(LESSON);
      await expect(button(page, lesson.start.begin)).toBeVisible();
      for (let spot = 0; spot <= 29; spot += 1) {
        await expect(page.getByText(lesson.notAnApp).first()).toBeVisible();
        expect.soft(await tooWide(page), `page ${spot}`).toBeLessThanOrEqual(0);
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll('figure p, figure b, footer button, table td')]
            .filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
            .map(({ textContent }) => textContent),
        );
        expect.soft(cut, `cut on page ${spot}`).toEqual([]);
        // What is drawn is the same on most pages: each kind is measured once.
        if ([0, 1, 11, 12, 15, 17, 18, 29].includes(spot)) {
          for (const theme of THEMES) {
            await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
            expect.soft(await shutsOut(page), `page ${spot} on ${theme}`).toEqual([]);
            if (theme === 'darkblue')
              await page.screenshot({ path: phone.picturePath(`lesson-${spot}`, theme, 'png') });
          }
          await page.evaluate(() => void (document.documentElement.dataset['theme'] = 'white'));
          await phone.picture(`lesson-${spot}`);
        }
        if (spot === 0) await button(page, lesson.start.begin).click();
        else if (spot <= 10 || (spot > 18 && spot < 29)) await button(page, lesson.quiz.scam).click();
        else if (spot <= 16) {
          await button(page, lesson.story.stop).click();
          if (spot === 12) await phone.picture('lesson-sign');
          await button(page, lesson.next).click();
        } else if (spot === 17) {
          await page.getByRole('radio', { name: lesson.console.lost }).check();
          await button(page, lesson.next).click();
        } else if (spot === 18) await button(page, lesson.next).click();
      }
      expect(phone.complaints).toEqual([]);
    },
  );
}
