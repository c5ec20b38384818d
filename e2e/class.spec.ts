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
/** What a busy machine may take for what is to take a second; the figures say what it took. */
const MAY_TAKE_MS = 5_000;
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

/** The line under the bar of a page without a network, before its time. */
const offline = (texts: Phone['texts']): string => texts.common.stale.offlineSince.split('{{')[0]!;

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
          // Its answer is lost with the network, and then asked for again: it has one seat.
          await phone.page.route('**/app/class/join*', async (route) => {
            await route.fetch();
            await phone.page.context().setOffline(true);
            await route.abort('internetdisconnected');
          });
          await first.fill(data.code);
          await phone.page.getByRole('button', { name: own.takeNext }).click();
          await expect(phone.page.getByText(phone.texts.errors.offline)).toBeVisible();
          await phone.page.unroute('**/app/class/join*');
          await phone.page.context().setOffline(false);
        }
        await phone.page.getByRole('button', { name: own.takeNext }).click();
      } else await phone.page.getByRole('button', { name: own.takeSeat }).click();
      await expect(phone.page.getByRole('heading', { name: 'Commerce 2B' })).toBeVisible();
      phones.push(phone);
    }

    // Twenty-five by the calls: with the four they are there within two minutes, and the board has them a second later.
    // A second window of the teacher's, on another computer: it has no names.
    const other = await arrive(browser, { language: 'hi', theme: 'darkblue' }, { width: 1440, height: 900 });
    await other.signedInAs(owner.account);
    await other.open(`/pages/class/board?id=${id}`);
    await expect(other.page.getByRole('link', { name: other.texts.classes.loadNames })).toBeVisible();

    const began = Date.now();
    const students = await Promise.all(Array.from({ length: 25 }, () => joinByCall(data.code)));
    const joinedMs = Date.now() - began;
    expect(joinedMs).toBeLessThan(120_000);
    const seats = page.getByRole('region', { name: classes.bySeat }).locator('tbody tr');
    await expect(seats).toHaveCount(29, { timeout: MAY_TAKE_MS });
    const seatsMs = Date.now() - began - joinedMs;
    await expect(seats.first().getByRole('rowheader')).toHaveText(NAMES[0]!);

    // Trading: what is done is on the board, and money is not.
    await expect.poll(async () => (await market()).session, { timeout: 120_000 }).toBe('open');
    for (const student of students.slice(0, 12)) expect((await student.buy()).code).toBe(200);
    await expect(
      page.getByRole('img', { name: fill(classes.isDone, { mission: learn.missions.buy.title }) }),
    ).toHaveCount(12, {
      timeout: MAY_TAKE_MS,
    });
    const dots = page.getByRole('img', { name: fill(classes.isDone, { mission: learn.missions.buy.title }) });
    const boardMs: number[] = [];
    for (const [index, student] of students.slice(12, 17).entries()) {
      expect((await student.buy()).code).toBe(200);
      const bought = Date.now();
      await expect(dots).toHaveCount(13 + index, { timeout: MAY_TAKE_MS });
      boardMs.push(Date.now() - bought);
    }
    await expect(page.getByRole('img', { name: /KHARA 50/ })).toBeVisible({ timeout: 20_000 });
    await expect(
      page.getByText(new RegExp(`^(${classes.tookOfGains.split('{{')[0]}|${classes.noGains})`)),
    ).toBeVisible();
    await expect(page.getByText('₹')).toHaveCount(0);
    await looksRight(page, 'class-board', teacher);
    await page.setViewportSize({ width: 390, height: 844 });
    await looksRight(page, 'class-board-phone', teacher);
    await page.setViewportSize({ width: 1440, height: 900 });
    await looksRight(other.page, 'class-board', other);
    await other.page.setViewportSize({ width: 390, height: 844 });
    await looksRight(other.page, 'class-board-phone', other);

    // For a projector: the square and the code are large.
    await page.getByRole('button', { name: classes.showBig }).click();
    const square = await page.getByRole('img', { name: classes.joinQr }).boundingBox();
    expect(square!.width).toBeGreaterThanOrEqual(360);
    expect(await page.getByText(data.code, { exact: true }).evaluate((code) => getComputedStyle(code).fontSize)).toBe(
      '96px',
    );
    await looksRight(page, 'class-big', teacher);
    await page.getByRole('button', { name: classes.back }).click();

    // Pause: on every screen within a second, and no order goes in.
    const heard = Promise.all(students.map((student) => student.hears('paused')));
    const clicked = Date.now();
    await page.getByRole('button', { name: classes.pause, exact: true }).click();
    const strips = [teacher, other, ...phones].map(async (phone) => {
      await expect(phone.page.getByText(phone.texts.session.pace.paused)).toBeVisible({ timeout: MAY_TAKE_MS });
      return Date.now() - clicked;
    });
    const shownMs = Math.max(...(await Promise.all(strips)));
    const heardMs = Math.max(...(await heard)) - clicked;
    expect(heardMs).toBeLessThan(MAY_TAKE_MS);
    await expect(other.page.getByRole('button', { name: other.texts.classes.resume, exact: true })).toBeVisible();
    expect((await students[20]!.buy()).data.reason).toBe('market_paused');
    const stood = await market();
    for (const { page: one } of [teacher, other, ...phones])
      expect(await one.locator('body').innerText()).not.toMatch(/NaN|Infinity/);
    const { data: offered } = await ask<{ list: { closesAt: unknown }[] }>('/app/market/getTbNewStock', {});
    expect(offered.list.map(({ closesAt }) => typeof closesAt)).toEqual(offered.list.map(() => 'number'));
    for (const [index, phone] of phones.entries()) await looksRight(phone.page, `class-joined-${index}`, phone);
    expect(await market()).toMatchObject({
      ...stood,
      at: expect.anything() as unknown,
      nextChangeAt: expect.anything() as unknown,
      nextPhaseAt: expect.anything() as unknown,
    });

    // A phone loses the network, until the next phase; so does a window of the teacher's.
    const [away] = phones;
    await away!.page.context().setOffline(true);
    await other.page.context().setOffline(true);
    await expect(away!.page.getByText(offline(away!.texts))).toBeVisible();
    await expect(other.page.getByText(offline(other.texts))).toBeVisible();
    await expect(other.page.getByRole('region', { name: other.texts.classes.bySeat }).locator('tbody tr')).toHaveCount(
      29,
    );
    const dotsSince = other.page.getByText(other.texts.classes.dotsSince.split('{{time}}').at(-1)!);
    await expect(dotsSince).toBeVisible();
    await expect(other.page.getByRole('button', { name: other.texts.classes.nextPhase })).toBeDisabled();
    await looksRight(other.page, 'class-board-offline', other);
    await page.getByRole('button', { name: classes.resume, exact: true }).click();
    await expect(page.getByText(session.pace.paused)).toHaveCount(0);

    // The next phase is asked for once; the seat of a slip moves to another phone.
    const { data: share } = await ask<{ depth: { bids: [price: string][] } }>('/app/market/marketDetail', {
      code: CODE,
    });
    // Further below the market than it falls in this time, and a whole rupee, which is on every tick.
    const price = Math.floor(Number(share.depth.bids[0]![0]) * 0.97).toFixed(2);
    expect((await students[20]!.buy({ type: 'limit', price })).code).toBe(200);
    await page.getByRole('button', { name: classes.nextPhase }).click();
    await expect(page.getByRole('dialog').getByText(fill(classes.askWaiting_one, { count: 1 }))).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: classes.nextPhase }).click();
    const hurried = Date.now();
    await expect.poll(async () => (await market()).session, { timeout: 120_000 }).not.toBe('open');
    const hurriedMs = Date.now() - hurried;
    for (const back of [away!, other]) {
      await back.page.context().setOffline(false);
      await expect(back.page.getByText(back.texts.session.pace.paused)).toHaveCount(0, { timeout: 15_000 });
      await expect(back.page.getByText(offline(back.texts))).toHaveCount(0, { timeout: 15_000 });
    }
    await expect(away!.page.getByRole('heading', { name: 'Commerce 2B' })).toBeVisible();
    const second = await arrive(browser, { language: 'en', theme: 'white' }, { width: 390, height: 844 });
    await second.open(`/pages/class/join?c=${data.slips[12]!.code}`);
    await second.page.getByRole('button', { name: classes.takeSeat }).click();
    await second.page.getByRole('dialog').getByRole('button', { name: classes.moveHere }).click();
    await expect(second.page.getByText(/^This seat was moved to this device/)).toBeVisible();
    await expect(page.getByText(/^moved to another device/)).toBeVisible({ timeout: MAY_TAKE_MS });
    // The first phone says so until that is closed, on a page that is loaded anew, too.
    const moved = phones[2]!.page.getByRole('alert').filter({ hasText: phones[2]!.texts.classes.movedAway });
    await expect(moved).toBeVisible();
    await looksRight(phones[2]!.page, 'class-moved-away', phones[2]!);
    await phones[2]!.page.reload();
    await moved.getByRole('button', { name: phones[2]!.texts.common.close }).click();
    await expect(moved).toHaveCount(0);

    // A class that is full says so, at the phone that comes too late.
    students.push(await joinByCall(data.code));
    const tooLate = await arrive(browser, { language: 'en', theme: 'white' }, { width: 390, height: 844 });
    await tooLate.open('/pages/class/join');
    const typed = tooLate.page.getByRole('textbox', { name: fill(classes.group, { n: 1 }) });
    const tryCode = async (code: string): Promise<void> => {
      await typed.fill(code);
      await tooLate.page.getByRole('button', { name: classes.takeNext }).click();
    };
    await tryCode(data.code);
    await expect(tooLate.page.getByText(fill(refusals.class_full, { seats: String(SEATS) }))).toBeVisible();

    // What is saved has done and not done, and no money.
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: classes.exportCsv }).click();
    const csv = readFileSync(await (await download).path(), 'utf8');
    expect(csv.split('\r\n')[0]).toBe(`\uFEFF"${classes.seat}","${classes.exportName}","${learn.missions.buy.title}"`);
    expect(csv).toContain(`"1","${NAMES[0]}","${classes.notDone}"`);
    expect(csv.split('\r\n')).toHaveLength(1 + SEATS);
    expect(csv).not.toMatch(/₹|\d{3}/);

    // The end names what goes; old codes hear of it.
    await page.getByRole('button', { name: classes.endClass }).click();
    await expect(page.getByRole('dialog').getByText(classes.endText)).toBeVisible();
    await expect(page.getByRole('dialog').getByText(classes.endNames)).toBeVisible();
    await looksRight(page, 'class-end', teacher);
    await page.getByRole('dialog').getByRole('button', { name: classes.endClass }).click();
    await expect(page.getByText(classes.ended).first()).toBeVisible();
    await looksRight(page, 'class-ended', teacher);
    const [erased] = phones;
    await expect(erased!.page.getByRole('alert').filter({ hasText: erased!.texts.start.erased })).toBeVisible({
      timeout: 30_000,
    });
    await looksRight(erased!.page, 'class-erased', erased!);
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('classNames'))))
      .toEqual([]);
    await tryCode(data.code);
    const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    await expect(
      tooLate.page.getByText(new RegExp(`^${refusals.class_ended.split('{{')[0]}.*${Number(today.slice(8))}`)),
    ).toBeVisible();
    for (let tries = 0; tries < 5; tries += 1) {
      await tryCode('ZZZZ');
      await expect(tooLate.page.getByText(refusals.class_code_unknown)).toBeVisible();
    }
    await tryCode('ZZZZ');
    await expect(tooLate.page.getByText(refusals.class_code_paused)).toBeVisible();
    expect(sent.filter((request) => NAMES.some((name) => request.includes(name.split(' ')[1]!)))).toEqual([]);
    for (const student of students) student.leave();
    for (const phone of [teacher, other, ...phones, second, tooLate])
      expect.soft(phone.complaints.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    console.log(JSON.stringify({ joinedMs, seatsMs, boardMs, shownMs, heardMs, hurriedMs }));
  },
);
