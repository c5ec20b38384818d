import { expect, test, type Locator, type Page } from '@playwright/test';
import { Network } from './network.ts';
import { base, Phone, type Account } from './phone.ts';
import { Trader } from './trader.ts';

/** The installed app: what it is without a line, what it forgets, and how a newer one takes its place. */

test.use({ serviceWorkers: 'allow' });

const ENGLISH = { language: 'en', theme: 'white' } as const;

/** Waits until the worker serves this page and has everything it needs. */
const installed = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
          const code = new Set(kept.flat().flatMap(({ url }) => /assets\/[^/]+\.js$/.exec(url) ?? []));
          const texts = kept.flat().filter(({ url }) => url.includes('/texts/'));
          const worker = await (await fetch('sw.js')).text();
          const all = new Set(worker.match(/assets\/[^/"'`]+\.js/g));
          return navigator.serviceWorker.controller !== null && code.isSupersetOf(all) && texts.length > 20;
        }),
      { timeout: 120_000 },
    )
    .toBe(true);

/** Signed in for this visit alone: a script that ran at every load would sign in again after logging out. */
const signIn = (page: Page, { token, userInfo, device }: Account): Promise<void> =>
  page.evaluate(
    (kept) => {
      for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
    },
    { token, device, userInfo: JSON.stringify(userInfo) },
  );

/** A row of the market. */
const aShare = (page: Page): Locator => page.getByRole('main').locator('a[href*="details?code="]').first();

/** Keys of the answers that are kept on this device for a member; undefined without a record. */
const keptFor = (page: Page, whose: string): Promise<string[] | undefined> =>
  page.evaluate(async (id) => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'khara-last-seen')) return undefined;
    type StoredRecord = { key?: CryptoKey; sealed?: { nonce: BufferSource; bytes: BufferSource } };
    const kept = await new Promise<StoredRecord | undefined>((resolve, reject) => {
      const opening = indexedDB.open('khara-last-seen');
      // It went since it was listed: looking must not make it.
      opening.addEventListener('upgradeneeded', () => {
        opening.transaction?.abort();
        resolve(undefined);
      });
      opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')));
      opening.addEventListener('success', () => {
        const seen = opening.result.transaction('seen').objectStore('seen');
        const [key, sealed] = [seen.get('key'), seen.get(id)];
        key.transaction?.addEventListener('complete', () => resolve({ key: key.result, sealed: sealed.result }));
        key.transaction?.addEventListener('abort', () => reject(key.error ?? sealed.error ?? new Error('no record')));
        opening.result.close(); // once it has been read
      });
    });
    if (!kept?.key || !kept.sealed) return undefined;
    const { nonce: iv, bytes } = kept.sealed;
    const sealing = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(id) };
    const text = new TextDecoder().decode(await crypto.subtle.decrypt(sealing, kept.key, bytes));
    const { answers } = JSON.parse(text) as { answers: { key: unknown[] }[] };
    return answers.map(({ key }) => JSON.stringify(key));
  }, whose);

test('opens without a line, says since when, comes back by itself, and forgets with the session', async ({ page }) => {
  const network = new Network(base());
  await network.mend();
  const { account } = await Trader.arrive(base());
  const whose = (account.userInfo as { id: string }).id;
  const phone = new Phone(page, ENGLISH, network.base);
  await phone.setUp();
  await phone.open('/');
  await signIn(page, account);
  await page.reload();
  await expect(page.getByText('5,00,000', { exact: false }).first()).toBeVisible();
  await installed(page);

  await test.step('it can be installed', async () => {
    const session = await page.context().newCDPSession(page);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { icons, start_url, shortcuts } = JSON.parse(data ?? '{}') as {
      icons: { src: string; purpose: string }[];
      start_url: string;
      shortcuts: { url: string }[];
    };
    expect(start_url).toBe('/h5/#/');
    expect(shortcuts.map(({ url }) => url)).toEqual(['/h5/#/pages/market/index', '/h5/#/pages/transaction/index']);
    expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
    for (const { src } of icons) expect((await page.request.get(`${network.base}/h5/${src}`)).ok()).toBe(true);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A test's window is a private one: that is the only thing in the way.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  });

  await page.getByRole('link', { name: phone.texts.nav.market, exact: true }).click();
  await expect(aShare(page)).toBeVisible();
  await expect
    .poll(() => keptFor(page, whose))
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining('totalCapital'),
        expect.stringMatching(/^\["marketList",.*"all"/),
      ]),
    );

  await test.step('without a line the last page stands, old and said to be', async () => {
    await network.cut();
    await page.reload();
    await phone.seesPracticeMarker();
    await expect(aShare(page)).toBeVisible();
    await expect(
      page.getByRole('status').filter({ hasText: /Prices stopped at \w{3} \d+ \w{3}, \d\d:\d\d:\d\d/ }),
    ).toBeVisible();
    await page.getByRole('link', { name: phone.texts.nav.home, exact: true }).click();
    await expect(page.getByText('5,00,000', { exact: false }).first()).toBeVisible();
    // A page that was never opened has its code and its words, and says that it has no answer.
    await page.goto(`${network.base}/h5/#/pages/personal/bill/index`);
    await expect(page.getByText(phone.texts.common.retry.title)).toBeVisible();
    await expect(page.getByRole('heading', { name: phone.texts.nav.statement })).toBeVisible();
  });

  await test.step('with a line it goes on by itself, and nothing of an account was kept by the worker', async () => {
    await network.mend();
    await expect(page.getByText('Prices stopped', { exact: false })).toHaveCount(0);
    await expect(page.getByText(phone.texts.common.retry.title)).toHaveCount(0);
    const kept = await page.evaluate(async () => {
      const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.length).toBeGreaterThan(50);
    expect(kept.filter((path) => !path.startsWith('/h5/'))).toEqual([]);
  });

  await page.goto(`${network.base}/h5/#/pages/personal/index`);
  await page.getByRole('button', { name: phone.texts.personal.logout }).click();
  await page.getByRole('dialog').getByRole('button', { name: phone.texts.personal.logout }).click();
  await expect.poll(() => keptFor(page, whose)).toBeUndefined();
  await network.cut();
});

test('a first visit may go offline before all is kept: the page opens again, says so, and goes on by itself', async ({
  page,
  context,
}) => {
  const network = new Network(base());
  await network.mend();
  const phone = new Phone(page, ENGLISH, network.base);
  const { common, nav } = phone.texts;
  await phone.setUp();
  await phone.open('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await network.cut();
  await context.setOffline(true);
  await page.reload();
  await phone.seesPracticeMarker();
  await expect(page.getByText(common.stale.offline)).toBeVisible();
  // Its code may have come by now: it says at least that it has no answer.
  await page.goto(`${network.base}/h5/#/pages/market/newStock/index`);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(page.getByText(common.stale.offline)).toBeVisible();
  await network.mend();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: nav.subscription })).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

test('a newer version is offered, and taken when the reader likes', { tag: '@long' }, async ({ page }) => {
  const network = new Network(base());
  await network.mend();
  const phone = new Phone(page, ENGLISH, network.base);
  await phone.setUp();
  await phone.open('/pages/market/index');
  await installed(page);
  const bar = page.getByText(phone.texts.common.update.ready);
  await expect(bar).toHaveCount(0);

  network.newer = true;
  await page.evaluate(async () => {
    Object.assign(window, { before: true });
    await (await navigator.serviceWorker.ready).update();
  });
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: phone.texts.common.update.reload }).click();
  await page.waitForFunction(() => !('before' in window));
  await phone.seesPracticeMarker();
  await expect(aShare(page)).toBeVisible();
  await expect(bar).toHaveCount(0);
  expect(await page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)).toContain(
    '?newer',
  );
  await network.cut();
});
