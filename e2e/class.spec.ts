import { readFileSync } from 'node:fs';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { fill } from '@khara/texts';
import { newDeviceToken } from '../apps/server/test/support/practice-device.ts';
import { shutsOut } from './axe.ts';
import { tooWide } from './crawl.ts';
import { Phone, THEMES, type Look } from './phone.ts';
import { startProduct, type Product } from './product.ts';
import { Trader } from './trader.ts';

/*
 * One hour of a class, compressed: a teacher with a board, four students at phones and twenty-five by the calls alone,
 * in one network.
 */

const CODE = 'THEWA';
const SEATS = 30;
const NAMES = ['Aarav Deshmukh', 'Anjali Nair', 'Bhavna Solanki', 'Charu Mehta'];
/** Of a network of their own, so that the class has one. */
const ROOM = { 'x-forwarded-for': '10.77.0.9' };

test.use({ contextOptions: { reducedMotion: 'reduce' } });

let product: Product;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  product = await startProduct({ PROFILE: 'school', CLASS_CLOCK: 'on', MARKET_DAY_SECONDS: '600' });
});
test.afterAll(() => product?.stop());

async function arrive(browser: Browser, look: Look, viewport: { width: number; height: number }): Promise<Phone> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const phone = new Phone(await context.newPage(), look, product.base);
  await phone.setUp();
  await phone.page.setExtraHTTPHeaders(ROOM);
  return phone;
}

type Answer<T> = { readonly code: number; readonly data: T & { readonly reason?: string } };
async function ask<T>(path: string, body: object, token = ''): Promise<Answer<T>> {
  const response = await fetch(product.base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', token, ...ROOM },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer<T>; // the envelope of every call
}

/** A student by the calls alone, with a line to the market. */
async function joinByCall(code: string) {
  const { deviceToken } = newDeviceToken();
  const { data } = await ask<{ token: string; seat: number }>('/app/class/join', { deviceToken, code, agree: true });
  const line = new WebSocket(`${product.base.replace('http', 'ws')}/ws`);
  let waits: { readonly pace: string | undefined; readonly done: (at: number) => void } | undefined;
  line.addEventListener('message', ({ data: text }) => {
    const message = JSON.parse(String(text)) as { type: string; data: { pace?: string } };
    if (message.type === 'market' && waits && message.data.pace === waits.pace) waits.done(Date.now());
  });
  await new Promise((resolve) => line.addEventListener('open', resolve, { once: true }));
  const beat = setInterval(() => line.send('{"op":"ping"}'), 5_000);
  return {
    ...data,
    /** When the line has said that the market goes at this pace. */
    hears: (pace: string | undefined) => new Promise<number>((done) => (waits = { pace, done })),
    buy: (terms: object = { type: 'market' }) =>
      ask<{ order: { id: string } }>(
        '/app/order/contract/buy',
        {
          code: CODE,
          ...terms,
          product: 'delivery',
          quantity: 1,
          requestId: `c-${deviceToken.slice(0, 20)}-${Date.now()}`,
        },
        data.token,
      ),
    leave: () => {
      clearInterval(beat);
      line.close();
    },
  };
}

/** Where the market stands in its day. */
const market = async () =>
  (await ask<{ market: { session: string; pace?: string } }>('/app/config/info', {})).data.market;

async function looksRight(page: Page, name: string, phone: Phone): Promise<void> {
  for (const theme of THEMES) {
    await page.evaluate((chosen) => void (document.documentElement.dataset['theme'] = chosen), theme);
    expect.soft(await shutsOut(page), `${name} ${theme}`).toEqual([]);
    expect.soft(await tooWide(page), name).toBeLessThanOrEqual(0);
    await page.screenshot({ path: phone.picturePath(name, theme, 'png') });
  }
}

test(
  'an hour of a class: thirty join, the board follows, a pause is on every screen',
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout(420_000);
    const teacher = await arrive(browser, { language: 'en', theme: 'white' }, { width: 1440, height: 900 });
    const { page, texts } = teacher;
    const { classes, learn, refusals, session } = texts;
    const owner = await Trader.arrive(product.base, 0);
    await teacher.signedInAs(owner.account);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')));

    await teacher.open('/pages/class/index');
    await page.getByLabel(classes.name).fill('Commerce 2B');
    await page.getByLabel(classes.seats).fill(String(SEATS));
    await looksRight(page, 'class-teach', teacher);
    await page.getByRole('button', { name: classes.open, exact: true }).click();
    await expect(page.getByText(classes.empty)).toBeVisible();
    const id = new URL(page.url().replace('#', '')).searchParams.get('id')!;

    // Slips, with names that no request has.
    await page.getByRole('button', { name: classes.printSlips }).click();
    await page.getByLabel(classes.oneALine).fill(['name,section', ...NAMES.map((name) => `${name},2B`)].join('\n'));
    await expect(page.getByText(fill(classes.read_other, { count: NAMES.length }))).toBeVisible();
    await looksRight(page, 'class-slips', teacher);
    const paper = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(Math.ceil(SEATS / 12));
    const { data } = await ask<{ code: string; slips: { code: string }[] }>(
      '/app/class/slips',
      { id },
      owner.account.token,
    );
    await page.getByRole('button', { name: classes.back }).click();
    await expect(page.getByText(classes.empty)).toBeVisible();

    // Four at phones: two by the wall, two by the square of a slip.
    const looks: readonly Look[] = [
      { language: 'en', theme: 'white' },
      { language: 'hi', theme: 'darkblue' },
      { language: 'zh-Hant', theme: 'white' },
      { language: 'zh-Hans', theme: 'darkblue' },
    ];
    const phones: Phone[] = [];
    for (const [index, look] of looks.entries()) {
      const phone = await arrive(browser, look, { width: index === 1 ? 320 : 390, height: 844 });
      const own = phone.texts.classes;
      await phone.open(index < 2 ? '/pages/class/join' : `/pages/class/join?c=${data.slips[index + 10]!.code}`);
      if (index < 2) {
        const first = phone.page.getByRole('textbox', { name: fill(own.group, { n: 1 }) });
        await first.pressSequentially(index === 0 ? 'ZZZZ' : data.code);
        await looksRight(phone.page, `class-join-${look.language}`, phone);
        if (index === 0) {
          await phone.page.getByRole('button', { name: own.takeNext }).click();
          await expect(phone.page.getByText(phone.texts.refusals.class_code_unknown)).toBeVisible();
          await first.fill(data.code);
        }
        await phone.page.getByRole('button', { name: own.takeNext }).click();
      } else await phone.page.getByRole('button', { name: own.takeSeat }).click();
      await expect(phone.page.getByRole('heading', { name: 'Commerce 2B' })).toBeVisible();
      phones.push(phone);
    }

    // Twenty-five by the calls: with the four they are there within two minutes, and the board has them a second later.
    const began = Date.now();
    const students = await Promise.all(Array.from({ length: 25 }, () => joinByCall(data.code)));
    const joinedMs = Date.now() - began;
    expect(joinedMs).toBeLessThan(120_000);
    const seats = page.getByRole('region', { name: classes.bySeat }).locator('tbody tr');
    await expect(seats).toHaveCount(29, { timeout: 2_500 });
    await expect(seats.first().getByRole('rowheader')).toHaveText(NAMES[0]!);

    // Trading: what is done is on the board, and money is not.
    await expect.poll(async () => (await market()).session, { timeout: 120_000 }).toBe('open');
    for (const student of students.slice(0, 12)) expect((await student.buy()).code).toBe(200);
    await expect(
      page.getByRole('img', { name: fill(classes.isDone, { mission: learn.missions.buy.title }) }),
    ).toHaveCount(12, {
      timeout: 5_000,
    });
    await expect(page.getByRole('img', { name: /KHARA 50/ })).toBeVisible({ timeout: 20_000 });
    await expect(
      page.getByText(new RegExp(`^(${classes.tookOfGains.split('{{')[0]}|${classes.noGains})`)),
    ).toBeVisible();
    await expect(page.getByText('₹')).toHaveCount(0);
    await looksRight(page, 'class-board', teacher);
    await page.setViewportSize({ width: 390, height: 844 });
    await looksRight(page, 'class-board-phone', teacher);
    await page.setViewportSize({ width: 1440, height: 900 });

    // Pause: on every screen within a second, and no order goes in.
    const heard = Promise.all(students.map((student) => student.hears('paused')));
    const clicked = Date.now();
    await page.getByRole('button', { name: classes.pause, exact: true }).click();
    const strips = [teacher, ...phones].map(async (phone) => {
      await expect(phone.page.getByText(phone.texts.session.pace.paused)).toBeVisible({ timeout: 1_000 });
      return Date.now() - clicked;
    });
    const shownMs = Math.max(...(await Promise.all(strips)));
    const heardMs = Math.max(...(await heard)) - clicked;
    expect(heardMs).toBeLessThan(1_000);
    expect((await students[20]!.buy()).data.reason).toBe('market_paused');
    const stood = await market();
    for (const [index, phone] of phones.entries()) await looksRight(phone.page, `class-joined-${index}`, phone);
    expect(await market()).toMatchObject({
      ...stood,
      at: expect.anything() as unknown,
      nextChangeAt: expect.anything() as unknown,
      nextPhaseAt: expect.anything() as unknown,
    });

    // A phone without a network knows no less when it is back.
    await phones[0]!.page.context().setOffline(true);
    await page.getByRole('button', { name: classes.resume, exact: true }).click();
    await expect(page.getByText(session.pace.paused)).toHaveCount(0);
    await phones[0]!.page.context().setOffline(false);
    await expect(phones[0]!.page.getByText(phones[0]!.texts.session.pace.paused)).toHaveCount(0, { timeout: 15_000 });

    // The next phase is asked for once; the seat of a slip moves to another phone.
    const { data: share } = await ask<{ depth: { bids: [price: string][] } }>('/app/market/marketDetail', {
      code: CODE,
    });
    const [price] = share.depth.bids.at(-1)!;
    expect((await students[20]!.buy({ type: 'limit', price })).code).toBe(200);
    await page.getByRole('button', { name: classes.nextPhase }).click();
    await expect(page.getByRole('dialog').getByText(classes.askWaiting_one)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: classes.nextPhase }).click();
    const hurried = Date.now();
    await expect.poll(async () => (await market()).session, { timeout: 120_000 }).not.toBe('open');
    const hurriedMs = Date.now() - hurried;
    const second = await arrive(browser, { language: 'en', theme: 'white' }, { width: 390, height: 844 });
    await second.open(`/pages/class/join?c=${data.slips[12]!.code}`);
    await second.page.getByRole('button', { name: classes.takeSeat }).click();
    await second.page.getByRole('dialog').getByRole('button', { name: classes.moveHere }).click();
    await expect(second.page.getByText(/^This seat was moved to this device/)).toBeVisible();
    await expect(page.getByText(/^moved to another device/)).toBeVisible({ timeout: 3_000 });

    // What is saved has done and not done, and no money.
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: classes.exportCsv }).click();
    const csv = readFileSync(await (await download).path(), 'utf8');
    expect(csv.split('\r\n')[0]).toBe(`\uFEFF"${classes.seat}","${classes.exportName}","${learn.missions.buy.title}"`);
    expect(csv).toContain(`"1","${NAMES[0]}","${classes.notDone}"`);
    expect(csv).not.toMatch(/₹|\d{3}/);

    // The end names what goes; old codes hear of it.
    await page.getByRole('button', { name: classes.endClass }).click();
    await expect(page.getByRole('dialog').getByText(classes.endText)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: classes.endClass }).click();
    await expect(page.getByText(classes.ended).first()).toBeVisible();
    const { deviceToken } = newDeviceToken();
    const late = await ask('/app/class/join', { deviceToken, code: data.code, agree: true });
    expect(late.data.reason).toBe('class_ended');
    expect(refusals.class_ended).toContain('{{on}}');
    expect(sent.filter((request) => NAMES.some((name) => request.includes(name.split(' ')[1]!)))).toEqual([]);
    for (const student of students) student.leave();
    for (const phone of [teacher, ...phones, second])
      expect.soft(phone.complaints.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    console.log(JSON.stringify({ joinedMs, shownMs, heardMs, hurriedMs }));
  },
);
