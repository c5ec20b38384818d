import { fill } from '@khara/texts';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { choose, escaped, typePassword } from './gestures.ts';
import { base, Phone, type Look } from './phone.ts';
import { Trader } from './trader.ts';

/** Who gets in, who stays out, and what it takes to be known. */

const ENGLISH: Look = { language: 'en', theme: 'white' };
const PASSWORD = 'correct horse';
/** What the sandbox takes a moment for, on a machine that has much to do. */
const DECIDED = { timeout: 60_000 };

/** A member on a phone that is signed in. */
async function member(page: Page, look: Look = ENGLISH, at = base()): Promise<{ phone: Phone; trader: Trader }> {
  const trader = await Trader.arrive(base(), 0);
  const phone = new Phone(page, look, at);
  await phone.setUp();
  await phone.signedInAs(trader.account);
  return { phone, trader };
}

/** Another device without an owner. */
async function otherPhone(browser: Browser): Promise<Phone> {
  const context = await browser.newContext();
  const phone = new Phone(await context.newPage(), ENGLISH);
  await phone.setUp();
  return phone;
}

/** A toast stands for a moment, and the next takes its place: it is waited for from before what brings it. */
async function says(page: Page, words: string | RegExp, doing: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.getByText(words).first().waitFor(), doing()]);
}

/** The server's answer when the sign-in is too old for the request. */
const askAgain = {
  code: 500,
  msg: 'Please fill in the login password',
  data: { reason: 'password_required', field: 'password' },
};

/** Time that a code must still be shown to be worth typing. */
const ENTERED_MS = 10_000;

const beginning = (text: string): RegExp => new RegExp(`^${escaped(text.split('{{')[0] ?? '')}`);

async function logIn({ page, texts }: Phone, trader: Trader): Promise<void> {
  await page.getByLabel(texts.login.phone).fill(trader.phone);
  await page.getByLabel(texts.login.password, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: texts.login.login, exact: true }).click();
}

test('from a guest to certified, with a specimen at one tap', async ({ page }) => {
  const phone = new Phone(page, ENGLISH);
  const { login, kyc, errors, answers, nav } = phone.texts;
  await phone.setUp();
  await phone.open('/');

  await test.step('a guest who taps, goes back to, or types a page for members logs in first', async () => {
    // A tab, a link, a button of the page: each kind of navigation has its own way through the guard.
    for (const tap of [
      () => page.getByRole('link', { name: nav.assets, exact: true }).click(),
      () => page.goto(`${phone.at}/h5/#/pages/personal/notice/index`),
      () => page.evaluate(() => (location.hash = '#/pages/wallet/index')),
    ]) {
      await says(page, errors.loginFirst, tap);
      await expect(page).toHaveURL(/login\/index\?redirect=/);
      await page.getByRole('button', { name: login.lookAround }).click();
      await expect(page).toHaveURL(/#\/$/);
    }
    await says(page, errors.loginFirst, () => page.goto(`${phone.at}/h5/#/pages/personal/kyc/index`));
    await expect(page).toHaveURL(/login\/index\?redirect=%2Fpages%2Fpersonal%2Fkyc%2Findex/);
  });
  await test.step('registration says what is missing, word for word', async () => {
    await page.getByRole('link', { name: login.create }).click();
    const create = page.getByRole('button', { name: login.create }).last();
    await create.click();
    for (const words of [login.phoneRequired, login.passwordRequired, login.agreeRequired]) {
      await expect(page.getByText(words)).toBeVisible();
    }
    await page.getByLabel(login.phone).fill('12345');
    await page.getByLabel(login.password, { exact: true }).fill('12345');
    await page.getByLabel(login.inviteCode).fill('');
    await create.click();
    for (const words of [login.phoneWrong, login.passwordShort, login.passwordsDiffer, login.inviteRequired]) {
      await expect(page.getByText(words)).toBeVisible();
    }
    await page.getByLabel(login.phone).fill(`96${String(Date.now()).slice(-8)}`);
    await page.getByLabel(login.password, { exact: true }).fill(PASSWORD);
    await expect(page.getByText(login.strength.strong)).toBeVisible();
    await page.getByLabel(login.passwordAgain).fill(PASSWORD);
    await page.getByLabel(login.inviteCode).fill('KHARA');
    await page.getByRole('checkbox').check();
    await create.click();
    await page.getByRole('button', { name: login.writtenDown }).click();
    await expect(page, 'back to where the guest was going').toHaveURL(/#\/pages\/personal\/kyc\/index/);
  });
  await test.step('the identity check says what is missing', async () => {
    await page.getByRole('button', { name: kyc.needName }).click();
    await expect(page.getByText(kyc.incomplete)).toHaveCount(2);
    await expect(page.getByText(kyc.photoRequired)).toHaveCount(2);
    await phone.fits();
  });
  await test.step('a specimen is certified, and the page changes by itself', async () => {
    await page.getByRole('button', { name: kyc.useSpecimen }).click();
    // The sandbox may have decided before the page is read: what it says waits until its page has been seen.
    const asks = /\/app\/user\/getIdentityInfo/;
    await page.route(asks, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: object };
      await route.fulfill({ json: { ...body, data: { ...body.data, status: 'under_review', decidedAt: null } } });
    });
    await page.getByRole('button', { name: kyc.submit }).click();
    await expect(page.getByRole('heading', { name: kyc.reviewTitle })).toBeVisible();
    await expect(page.getByText(answers.submittedForReview).first()).toBeVisible();
    await phone.picture('kyc-under-review');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await expect(page.getByRole('heading', { name: kyc.certifiedTitle })).toBeVisible(DECIDED);
    await expect(page.getByText(/^XXXX XXXX \d{4}$/)).toBeVisible();
    await phone.picture('kyc-certified');
  });
  expect(phone.complaints).toEqual([]);
});

test('where the server keeps guests from some pages only, those are the ones that ask to log in', async ({ page }) => {
  const phone = new Phone(page, ENGLISH);
  await phone.setUp();
  await page.route(/\/app\/config\/info/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { guard: object } };
    body.data.guard = { mode: 'blacklist', whitelist: [], blacklist: ['detail'] };
    await route.fulfill({ json: body });
  });
  await phone.open('/pages/market/index');
  await expect(page).toHaveURL(/#\/pages\/market\/index/);
  await says(page, phone.texts.errors.loginFirst, () => page.goto(`${phone.at}/h5/#/pages/market/details?code=AAMRAI`));
  await expect(page).toHaveURL(/login\/index\?redirect=%2Fpages%2Fmarket%2Fdetails%3Fcode%3DAAMRAI/);
  await phone.open('/pages/index/rules/index');
  await expect(page, 'what matches no pattern is open').toHaveURL(/rules\/index/);
});

test('the same picture twice fails, says so, and can be handed in again', { tag: '@long' }, async ({ page }) => {
  const { phone } = await member(page);
  const { kyc } = phone.texts;
  const slot = (side: 'front' | 'back') =>
    page.getByRole('main').getByRole('button', { name: beginning(kyc[`${side}Plain`]) });
  const files = page.locator('input[type="file"]').first();
  await phone.open('/pages/personal/kyc/index');
  const specimen = page.getByRole('button', { name: kyc.useSpecimen });
  await specimen.waitFor(); // a page that loads still is an empty picture
  const photo = { name: 'card.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await specimen.click();
  await expect(page.getByRole('button', { name: kyc.submit })).toBeVisible();

  await test.step('a file that is too large, or no picture, is refused before it is sent', async () => {
    for (const [buffer, words] of [
      [Buffer.alloc(5 * 1024 * 1024 + 1), kyc.tooLarge],
      [Buffer.from('not a picture'), kyc.unreadable],
    ] as const) {
      await slot('front').click();
      await page.getByRole('button', { name: kyc.choose }).waitFor();
      await files.setInputFiles({ ...photo, buffer });
      await expect(page.getByText(words)).toBeVisible();
    }
  });
  await test.step('the digits are covered by a bar, by finger or by keys', async () => {
    await page.getByRole('button', { name: kyc.front, exact: true }).click();
    await page.getByRole('button', { name: kyc.choose }).waitFor();
    await files.setInputFiles(photo);
    const bar = page.getByRole('button', { name: kyc.maskBar });
    const at = async () => (await bar.boundingBox()) ?? { x: 0, y: 0 };
    await bar.scrollIntoViewIfNeeded();
    const before = await at();
    await bar.press('ArrowLeft');
    await expect.poll(async () => (await at()).x).toBeLessThan(before.x);
    await page.getByRole('button', { name: kyc.maskUse }).click();
    await expect(page.getByText(kyc.frontMasked)).toBeVisible();
  });
  await test.step('handed in with one picture for both sides', async () => {
    for (const side of ['front', 'back'] as const) {
      await slot(side).click();
      await page.getByRole('button', { name: kyc.choose }).waitFor();
      await files.setInputFiles(photo);
      await page.getByRole('button', { name: kyc.maskNone }).click();
      await expect(page.getByText(kyc[`${side}Plain`], { exact: true })).toBeVisible();
    }
    await page.getByRole('button', { name: kyc.submit }).click();
    await expect(page.getByRole('heading', { name: kyc.failedTitle })).toBeVisible(DECIDED);
    await expect(page.getByText(kyc.reasons.same_picture_twice)).toBeVisible();
    await phone.picture('kyc-failed');
  });
  await test.step('and again, with a specimen', async () => {
    await page.getByRole('button', { name: kyc.handInAgain }).click();
    await page.getByRole('button', { name: kyc.useSpecimen }).click();
    await page.getByRole('button', { name: kyc.submit }).click();
    await expect(page.getByRole('heading', { name: kyc.certifiedTitle })).toBeVisible(DECIDED);
  });
  expect(phone.complaints).toEqual([]);
});

test(
  'a second factor is asked for at login, and a recovery code stands in for it once',
  { tag: '@long' },
  async ({ page, browser }) => {
    const { phone, trader } = await member(page);
    const { security, login, refusals } = phone.texts;
    await phone.open('/pages/personal/security/index');
    await page.getByRole('button', { name: security.setUp }).click();
    await expect(page.getByRole('img', { name: security.qr })).toBeVisible();
    const secret = Secret.fromBase32((await page.locator('code').innerText()).replace(/\s/g, ''));
    await phone.picture('second-factor');
    const totp = new TOTP({ secret });
    let used = -1;
    /**
     * A code counts once, and only while it is shown: one that comes after those that were used, with time to enter it.
     */
    const code = async () => {
      const isTime = () => TOTP.counter() > used && TOTP.remaining() > ENTERED_MS;
      await expect.poll(isTime, { timeout: 60_000 }).toBe(true);
      used = TOTP.counter();
      return totp.generate();
    };
    await page.getByLabel(security.code).fill('000000');
    await page.getByRole('button', { name: security.switchOn }).click();
    await expect(page.getByText(refusals.otp_wrong)).toBeVisible();
    await page.getByLabel(security.code).fill(await code());
    await page.getByRole('button', { name: security.switchOn }).click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
    const recoveryCodes = await page.getByRole('dialog').getByRole('listitem').allInnerTexts();
    await phone.picture('recovery-codes');
    await page.getByRole('button', { name: security.kept }).click();
    await expect(page.getByRole('button', { name: security.switchOff })).toBeVisible();

    const lost = await otherPhone(browser);
    await test.step('without the authenticator a recovery code does', async () => {
      await lost.open('/pages/login/index');
      await logIn(lost, trader);
      await lost.page.getByRole('button', { name: login.useRecovery }).click();
      await lost.page.getByRole('textbox', { name: login.recoveryCode }).fill(recoveryCodes[0] ?? '');
      await lost.page.getByRole('button', { name: login.login, exact: true }).click();
      await expect(lost.page).toHaveURL(/#\/$/);
    });
    await test.step('a forgotten password needs both at once: a code that is shown now, and a recovery code', async () => {
      const guest = await otherPhone(browser);
      await guest.open('/pages/login/index');
      await guest.page.getByLabel(login.phone).fill(trader.phone);
      await guest.page.getByRole('button', { name: login.forgot }).click();
      const sheet = guest.page.getByRole('dialog');
      await sheet.getByLabel(login.code).fill('000000');
      await sheet.getByLabel(login.recoveryCode).fill(recoveryCodes[2] ?? '');
      await sheet.getByLabel(login.forgotNew, { exact: true }).fill('another fine horse');
      await guest.picture('forgotten-password');
      await sheet.getByRole('button', { name: login.forgotDo }).click();
      await expect(sheet.getByText(refusals.reset_refused)).toBeVisible();
      await guest.page.context().close();
    });
    const other = await otherPhone(browser);
    await test.step('elsewhere a code of the authenticator is due after the password', async () => {
      await other.open('/pages/login/index?redirect=%2Fpages%2Fpersonal%2Fsecurity%2Findex');
      await logIn(other, trader);
      await other.page.getByRole('textbox', { name: login.code }).fill('123');
      await other.page.getByRole('button', { name: login.login, exact: true }).click();
      await expect(other.page.getByText(refusals.otp_wrong)).toBeVisible();
      await other.page.getByRole('textbox', { name: login.code }).fill(await code());
      await other.page.getByRole('button', { name: login.login, exact: true }).click();
      await expect(other.page).toHaveURL(/#\/pages\/personal\/security\/index/);
    });
    await test.step('and it is switched off by another one', async () => {
      await page.getByRole('button', { name: security.switchOff }).click();
      await page.getByLabel(security.anyCode).fill(recoveryCodes[1] ?? '');
      await page.getByRole('dialog').getByRole('button', { name: security.switchOff }).click();
      await expect(page.getByText(login.passwordRequired)).toBeVisible();
      await page.getByLabel(security.proofPassword, { exact: true }).fill(PASSWORD);
      await page.getByRole('dialog').getByRole('button', { name: security.switchOff }).click();
      // What is said may at once give way to the notice of it: what stays is looked at.
      await expect(page.getByRole('button', { name: security.setUp })).toBeVisible();
    });
    for (const { complaints } of [phone, other, lost]) expect(complaints).toEqual([]);
    await other.page.context().close();
    await lost.page.context().close();
  },
);

test('a passkey is made, signs in, and is removed', async ({ page }) => {
  // Passkeys belong to a domain; an address of numbers is none.
  const { phone, trader } = await member(page, ENGLISH, base().replace('127.0.0.1', 'localhost'));
  const { security, login, personal } = phone.texts;
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await phone.open('/pages/personal/security/index');
  await page.getByRole('button', { name: security.addPasskey }).click();
  await page.getByLabel(security.passkeyName).fill('This laptop');
  await page.getByRole('dialog').getByRole('button', { name: security.addPasskey }).click();
  await expect(page.getByText('This laptop')).toBeVisible();

  await test.step('logs out, and comes back with the passkey alone', async () => {
    await phone.open('/pages/personal/index');
    await page.getByRole('button', { name: personal.logout }).click();
    await says(page, personal.loggedOut, () =>
      page.getByRole('dialog').getByRole('button', { name: personal.logout }).click(),
    );
    await page.goto(`${phone.at}/h5/#/pages/login/index?redirect=%2Fpages%2Fpersonal%2Fsecurity%2Findex`);
    await page.getByRole('button', { name: login.withPasskey }).click();
    await expect(page).toHaveURL(/#\/pages\/personal\/security\/index/);
    await expect(page.getByText(beginning(security.passkeyUsed))).toBeVisible();
  });
  await test.step('removes it', async () => {
    await page.getByRole('button', { name: fill(security.removeTitle, { name: 'This laptop' }) }).click();
    await page.getByRole('dialog').getByRole('button', { name: security.remove, exact: true }).click();
    await expect(page.getByText('This laptop')).toHaveCount(0);
  });
  expect(trader.account.token).not.toBe('');
  expect(phone.complaints).toEqual([]);
});

test('a session that is ended elsewhere is over at once, and so are those of the old password', async ({
  page,
  browser,
}) => {
  const { phone, trader } = await member(page);
  const { security, errors, password, personal, login } = phone.texts;
  const other = await otherPhone(browser);
  const arriveAt = async (route: string) => {
    await other.open(`/pages/login/index?redirect=${encodeURIComponent(route)}`);
    await logIn(other, trader);
    await expect(other.page).toHaveURL(new RegExp(route));
  };
  const isShutOutBy = async (doing: () => Promise<unknown>) => {
    await says(other.page, errors.sessionEnded, doing);
    await expect(other.page).toHaveURL(/#\/pages\/login\/index/);
    expect(await other.page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('userInfo')])).toEqual([
      null,
      null,
    ]);
  };
  await arriveAt('/pages/transaction/index');
  await phone.open('/pages/personal/security/index');
  // Five minutes after a login the server asks for the password; here it says so at once, the first time.
  // The route stays: to take it off while the sheet's code is on its way may lose that.
  let isFirst = true;
  await page.route('**/app/user/revokeSession/*', (route) => {
    if (!isFirst) return route.fallback();
    isFirst = false;
    return route.fulfill({ json: askAgain });
  });
  await page.getByRole('button', { name: security.end, exact: true }).click();
  await expect(page.getByRole('dialog').getByText(security.proofText)).toBeVisible();
  await page.getByRole('button', { name: security.proofDo }).click();
  await expect(page.getByText(login.passwordRequired)).toBeVisible();
  await page.getByLabel(security.proofPassword, { exact: true }).fill(PASSWORD);
  await phone.picture('is-it-you');
  await isShutOutBy(() => page.getByRole('button', { name: security.proofDo }).click());
  await expect(page.getByRole('button', { name: security.end, exact: true })).toHaveCount(0);

  await arriveAt('/pages/personal/index');
  await phone.open('/pages/personal/loginPassword/index');
  await page.getByLabel(password.loginOld).fill(PASSWORD);
  await page.getByLabel(password.loginNew, { exact: true }).fill('another fine horse');
  await page.getByLabel(password.loginAgain).fill('another fine horse');
  await isShutOutBy(() => page.getByRole('button', { name: password.loginChange }).click());
  await phone.open('/pages/personal/index');
  await expect(page.getByRole('button', { name: personal.logout }), 'the member who changed it stays').toBeVisible();
  for (const { complaints } of [phone, other]) expect(complaints).toEqual([]);
  await other.page.context().close();
});

test(
  'the transaction password is remembered by choice, reset by the login password, and asked for whatever matters',
  { tag: '@long' },
  async ({ page }) => {
    const { phone, trader } = await member(page);
    const { security, password, privacy } = phone.texts;
    const { defaultTransactionPassword } = trader.account;
    await phone.open('/pages/personal/security/index');
    await choose(page, password.minutes15);
    await expect(page.getByRole('dialog')).toBeVisible();
    await says(page, beginning(security.rememberedUntil), () => typePassword(phone, defaultTransactionPassword));
    await page.reload();
    await expect(
      page.getByRole('main').getByText(beginning(security.rememberedUntil)),
      'the server knows it still',
    ).toBeVisible();
    await expect(page.getByRole('radio', { name: password.minutes15 })).toBeChecked();

    await phone.open('/pages/personal/privacy/index');
    await page.getByRole('button', { name: privacy.download }).click();
    await typePassword(phone, '000000' === defaultTransactionPassword ? '111111' : '000000');
    await expect(page.getByText(password.wrong)).toBeVisible();
    const download = page.waitForEvent('download');
    await page.keyboard.type(defaultTransactionPassword, { delay: 20 });
    expect((await download).suggestedFilename()).toMatch(/^khara-.*\.json$/);
    await expect(page.getByRole('dialog'), 'its entry goes off the history with it').toHaveCount(0);

    await phone.open('/pages/personal/tranPassword/index');
    await page.getByRole('button', { name: password.reset }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(password.resetLogin).fill(PASSWORD);
    await dialog.getByLabel(password.new, { exact: true }).fill('273849');
    await dialog.getByLabel(password.again).fill('273849');
    await dialog.getByRole('button', { name: password.resetDo }).click();
    await expect(page.getByText(beginning(password.resetUntil))).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: phone.texts.common.done }).click();

    await phone.open('/pages/personal/privacy/index');
    await page.getByRole('button', { name: privacy.close }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await typePassword(phone, '273849');
    await expect(page.getByText(privacy.closing)).toBeVisible();
    await phone.picture('closing-account');
    await page.getByRole('button', { name: privacy.keep }).click();
    await expect(page.getByText(privacy.closing)).toHaveCount(0);
    expect(phone.complaints).toEqual([]);
  },
);
