import { expect, test, type Browser, type Page } from '@playwright/test';
import { Phone, TAKES_PICTURES, type Look } from './phone.ts';
import { startProduct, type Product } from './product.ts';
import { Trader } from './trader.ts';

/**
 * The back office, and those whom it concerns: two people decide while a third watches, an answer arrives, an
 * article is read.
 */

const ENGLISH: Look = { language: 'en', theme: 'white' };
const STAFF = { asha: 'the first password', bela: 'the second password' } as const;
/** A withdrawal passes by itself at this age here. */
const HOLD_SECONDS = 10;
const OWN_PASSWORD = '918273';
/** What goes through a server, a job and a socket, on a machine that has much to do. */
const ARRIVES = { timeout: 60_000 };

/** A member of the staff at a desk. */
class Desk {
  readonly page: Page;
  readonly complaints: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      // A server that has too much to do says so, and the page asks again by itself.
      const isBusy = message.text().includes('status of 503');
      if (message.type() === 'error' && !isBusy) this.complaints.push(message.text());
    });
  }

  static async signIn(browser: Browser, at: string, name: keyof typeof STAFF): Promise<Desk> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, hasTouch: false });
    const desk = new Desk(await context.newPage());
    await desk.page.goto(`${at}/console/`);
    await desk.page.getByLabel('Name').fill(name);
    await desk.page.getByLabel('Password').fill(STAFF[name]);
    await desk.page.keyboard.press('Enter');
    await expect(desk.page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    return desk;
  }

  async open(title: string): Promise<void> {
    await this.page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${title}`) })
      .click();
    await expect(this.page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  }

  /** Asks for something that needs two, on the page that is open. */
  async ask(trigger: string): Promise<void> {
    await this.page.getByRole('button', { name: trigger }).first().click();
    await this.page.getByRole('dialog').getByRole('button', { name: 'Ask for it' }).click();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }

  /** Agrees to the newest request of another person. */
  async agree(): Promise<void> {
    await this.open('Overview');
    await this.page.getByRole('button', { name: 'Agree' }).first().click();
    await expect(this.page.getByText('Nothing waits for a second person.')).toBeVisible(ARRIVES);
  }

  /** Nothing is wider than the window, and nothing went wrong. */
  async isWell(): Promise<void> {
    const wider = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBeLessThanOrEqual(0);
    expect(this.complaints).toEqual([]);
  }

  async picture(name: string): Promise<void> {
    if (TAKES_PICTURES)
      await this.page.screenshot({ path: `test-results/pictures/console-${name}.png`, fullPage: true });
  }
}

let product: Product;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  const accounts = Object.entries(STAFF).map((account) => account.join(':'));
  product = await startProduct({
    KYC_REVIEW: 'manual',
    RAILS: 'manual',
    WITHDRAWAL_HOLD_SECONDS: String(HOLD_SECONDS),
    CONSOLE_BOOTSTRAP: accounts.join(','),
  });
});
test.afterAll(() => product?.stop());

async function member(page: Page): Promise<{ readonly phone: Phone; readonly trader: Trader }> {
  const trader = await Trader.arrive(product.base, 0);
  const phone = new Phone(page, ENGLISH, product.base);
  await phone.setUp();
  await phone.signedInAs(trader.account);
  return { phone, trader };
}

test('an identity is certified by two people while its owner watches; an undecided withdrawal passes by itself', async ({
  page,
  browser,
}) => {
  const { phone, trader } = await member(page);
  const { kyc } = phone.texts;
  const asha = await Desk.signIn(browser, product.base, 'asha');
  const bela = await Desk.signIn(browser, product.base, 'bela');

  await phone.open('/pages/personal/kyc/index');
  await page.getByRole('button', { name: kyc.useSpecimen }).click();
  await page.getByRole('button', { name: kyc.submit }).click();
  await expect(page.getByRole('heading', { name: kyc.reviewTitle })).toBeVisible();

  await asha.open('Identities');
  const queue = asha.page.getByRole('table', { name: 'Identities' });
  await queue.getByRole('button', { name: 'Look at number and pictures' }).click();
  await expect(queue.getByText(/^Aadhaar XXXX XXXX \d{4}$/)).toBeVisible();
  await expect(queue.getByRole('img', { name: /^Front of the card/ })).toBeVisible();
  const drawn = () =>
    queue
      .getByRole('img')
      .evaluateAll((images) => images.every((image) => (image as HTMLImageElement).naturalWidth > 0));
  await expect.poll(drawn).toBe(true);
  await asha.ask('Ask to certify');
  await expect(queue.getByRole('button', { name: 'Agree' })).toBeDisabled();
  await expect(queue.getByText('another person decides')).toBeVisible();
  await asha.picture('identities');
  await asha.isWell();
  await expect(page.getByRole('heading', { name: kyc.reviewTitle })).toBeVisible();

  await bela.open('Second person');
  await bela.picture('requests');
  await bela.page.getByRole('button', { name: 'Agree' }).first().click();
  await expect(page.getByRole('heading', { name: kyc.certifiedTitle })).toBeVisible(ARRIVES);
  await expect(bela.page.getByText('There is no such request.')).toBeVisible();
  await bela.open('Audit');
  await expect(bela.page.getByRole('row', { name: /server Identity decide carried out/ })).toBeVisible(ARRIVES);
  await bela.isWell();

  await phone.open('/pages/personal/privacy/index');
  await expect(page.getByText('S1, S2').first()).toBeVisible();
  await expect(page.getByText('S1', { exact: false }).first()).toBeVisible();

  await test.step('a recharge is credited once two people have seen it', async () => {
    const recharge = { currency: 'INR', channelType: 'upi', amount: '5000', requestId: 'console-recharge' };
    await trader.ask('/app/wallet/submitRecharge', recharge);
    await asha.open('Recharges');
    await expect(asha.page.getByRole('cell', { name: '₹5,000.00' })).toBeVisible();
    await asha.ask('It has arrived');
    await bela.agree();
    const available = async () => (await trader.ask<{ available: string }>('/app/wallet/inrWallet')).available;
    await expect.poll(available, ARRIVES).toBe('5000.00');
  });
  await test.step('a withdrawal waits in the queue, undecided, and passes', async () => {
    const { name } = await trader.ask<{ name: string }>('/app/user/getIdentityInfo');
    const oldPassword = trader.account.defaultTransactionPassword;
    await trader.ask('/app/user/setOrderPassword', { oldPassword, newPassword: OWN_PASSWORD });
    const account = { channelType: 'NEFT', accountNumber: '000444555666', holderName: name, ifsc: 'KHAR0000001' };
    const bank = await trader.ask<{ id: string }>('/app/wallet/saveBank', account);
    const { status } = phone.texts.withdrawal;
    await asha.open('Withdrawals'); // the page is there before the time begins to run
    await trader.ask('/app/wallet/submitWithdraw', {
      currency: 'INR',
      amount: '1000',
      bankId: bank.id,
      transactionPassword: OWN_PASSWORD,
      requestId: 'console-withdrawal',
    });
    await expect(asha.page.getByRole('cell', { name: '₹1,000.00' })).toBeVisible();
    await expect(asha.page.getByText('No withdrawal waits for people.')).toBeVisible(ARRIVES);
    await phone.open('/pages/wallet/withdrawal/records');
    const passed = page.getByRole('main').getByText(new RegExp(`^(${status.passed}|${status.paid})$`));
    await expect(passed.first()).toBeVisible();
  });
  await asha.isWell();
  expect(phone.complaints).toEqual([]);
});

test('a conversation with customer service goes both ways, live', async ({ page, browser }) => {
  const { phone } = await member(page);
  const { service } = phone.texts;
  const asha = await Desk.signIn(browser, product.base, 'asha');
  await phone.open('/pages/index/messages/index');
  await page.getByRole('textbox', { name: service.message }).fill('Is this real money?');
  await page.getByRole('button', { name: service.send, exact: true }).click();

  await asha.open('Support');
  await asha.page.getByRole('link', { name: /Is this real money/ }).click();
  await asha.page.getByLabel('Answer').fill('No. It is paper money, and prices are simulated.');
  await asha.page.keyboard.press('Control+Enter');
  await expect(page.getByText('No. It is paper money, and prices are simulated.')).toBeVisible(ARRIVES);
  await page.getByRole('textbox', { name: service.message }).fill('Good to know.');
  await page.getByRole('button', { name: service.send, exact: true }).click();
  await expect(asha.page.getByRole('listitem').getByText('Good to know.').first()).toBeVisible(ARRIVES);
  await asha.picture('support');
  await asha.isWell();
  expect(phone.complaints).toEqual([]);
});

test(
  'an article that two people of the back office publish is read in Hindi',
  { tag: '@long' },
  async ({ page, browser }) => {
    const asha = await Desk.signIn(browser, product.base, 'asha');
    const bela = await Desk.signIn(browser, product.base, 'bela');
    await asha.open('Articles');
    await asha.page.getByRole('link', { name: 'Write an article' }).click();
    await asha.page.getByLabel('Id', { exact: true }).fill('what-two-people-see');
    const texts = {
      English: 'What two people see',
      हिन्दी: 'दो लोग क्या देखते हैं',
      繁體中文: '兩個人看到什麼',
      简体中文: '两个人看到什么',
    };
    for (const [language, title] of Object.entries(texts)) {
      await asha.page.getByRole('tab', { name: language }).click();
      const panel = asha.page.getByRole('tabpanel', { name: language }); // the one before is still there for a moment
      await panel.getByLabel('Title').fill(title);
      await panel.getByLabel('Summary').fill(`${title}.`);
      await panel.getByLabel('Text, in Markdown').fill(`## ${title}\n\n<img src=x onerror="document.title='broken'">`);
      await expect(asha.page.getByRole('article', { name: 'Preview' }).getByRole('heading', { level: 2 })).toHaveText(
        title,
      );
    }
    expect(await asha.page.getByRole('article', { name: 'Preview' }).locator('img').count()).toBe(0);
    await asha.picture('article');
    await asha.page.getByRole('button', { name: 'Ask for it' }).click();
    await expect(asha.page.getByText('You asked for this: another person decides.')).toBeVisible();
    await asha.picture('articles');
    await bela.open('Articles');
    await bela.page.getByText('What News will show').click();
    await expect(bela.page.getByRole('heading', { name: texts['हिन्दी'] })).toBeVisible();
    await bela.picture('article-to-publish');
    await bela.agree();
    await expect(asha.page.getByRole('row', { name: texts.English })).toContainText('S1, S2', ARRIVES);
    await asha.isWell();
    await bela.isWell();

    const phone = new Phone(page, { language: 'hi', theme: 'darkblue' }, product.base);
    await phone.setUp();
    await phone.open('/pages/news/details?id=what-two-people-see');
    await expect(page.getByText(texts['हिन्दी']).first()).toBeVisible();
    expect(phone.complaints).toEqual([]);
  },
);

test(
  'what staff write and offer reaches the app: a fixed text and an announcement in Hindi, an issue by two people',
  { tag: '@long' },
  async ({ page, browser }) => {
    const hindi = new Phone(page, { language: 'hi', theme: 'white' }, product.base);
    const trader = await Trader.arrive(product.base, 0);
    await hindi.setUp();
    await hindi.signedInAs(trader.account);
    const asha = await Desk.signIn(browser, product.base, 'asha');
    const bela = await Desk.signIn(browser, product.base, 'bela');
    const inHindi = async (field: string, text: string) => {
      await asha.page.getByRole('tab', { name: 'हिन्दी' }).click();
      await asha.page.getByLabel(field, { exact: true }).fill(text);
    };

    await test.step('a fixed text', async () => {
      await asha.open('Fixed texts');
      await asha.page.getByRole('link', { name: 'About Khara' }).click();
      await inHindi('Text, in Markdown', 'यह पाठ कर्मचारी ने लिखा है।');
      await asha.page.getByRole('button', { name: 'Ask for it' }).click();
      await expect(asha.page.getByText('A change of this text waits for a second person.')).toBeVisible();
      await asha.picture('fixed-text');
      await bela.open('Fixed texts');
      await bela.page.getByText('Changes to version 0').click();
      await expect(bela.page.getByText('यह पाठ कर्मचारी ने लिखा है।')).toBeVisible();
      await bela.picture('fixed-text-changes');
      await bela.agree();
      await asha.open('Fixed texts');
      await expect(asha.page.getByRole('row', { name: 'About Khara' })).toContainText('S1, S2', ARRIVES);
      await hindi.open('/pages/index/customer/index?topic=about');
      await expect(page.getByText('यह पाठ कर्मचारी ने लिखा है।')).toBeVisible();
    });

    await test.step('an announcement, which needs a second person', async () => {
      await asha.open('Announcements');
      await asha.page.getByRole('button', { name: 'New announcement' }).click();
      await asha.page.getByLabel('Id', { exact: true }).fill('pause-tonight');
      for (const [language, title] of Object.entries({
        English: 'A pause tonight',
        हिन्दी: 'आज रात विराम',
        繁體中文: '今晚暫停',
        简体中文: '今晚暂停',
      })) {
        await asha.page.getByRole('tab', { name: language }).click();
        // While one language gives way to the next, both are there.
        const panel = asha.page.getByRole('tabpanel', { name: language });
        await panel.getByLabel('Title').fill(title);
        await panel.getByLabel('Text', { exact: true }).fill(`${title}.`);
      }
      await asha.picture('announcement');
      await asha.page.getByRole('button', { name: 'Ask for it' }).click();
      await expect(asha.page.getByText('You asked for this: another person decides.')).toBeVisible();
      await hindi.open('/pages/personal/notice/index');
      await bela.agree();
      await expect(page.getByText('आज रात विराम', { exact: true })).toBeVisible(ARRIVES);
    });

    await test.step('a share that is suspended while a member looks at it', async () => {
      await hindi.open('/pages/market/details?code=AAMRAI');
      await expect(page.getByRole('button', { name: 'खरीदें', exact: true })).toBeVisible();
      await asha.open('Suspensions');
      await asha.page.getByLabel('Code').fill('aamrai');
      await asha.page.getByRole('button', { name: 'Ask for it' }).click();
      await expect(asha.page.getByText('You asked for this: another person decides.')).toBeVisible();
      await bela.agree();
      await expect(page.getByText('इस शेयर में अभी कारोबार नहीं हो सकता', { exact: true })).toBeVisible(ARRIVES);
      await expect(page.getByRole('button', { name: 'खरीदें', exact: true })).toHaveCount(0);
      await expect(asha.page.getByRole('table').getByText('Carried out')).toBeVisible(ARRIVES);
      await asha.picture('suspensions');
    });

    await test.step('an issue, whose terms the rules of the market judge', async () => {
      await asha.open('Offerings');
      await asha.page.getByRole('link', { name: 'New offering' }).click();
      await asha.page.getByLabel('Code of the new share').fill('KITES');
      for (const name of ['English', 'हिन्दी', '繁體中文', '简体中文'])
        await asha.page.getByLabel(`Name, ${name}`).fill(`Kites ${name}`);
      await asha.page.getByLabel('Floor, ₹').fill('200');
      await asha.page.getByLabel('Cap, ₹').fill('260');
      await asha.page.getByLabel('What it does, in English').fill('Kites that do not exist.');
      await asha.page.getByRole('button', { name: 'Ask for it' }).click();
      await expect(asha.page.getByRole('alert')).toHaveText('The cap lies between 105 and 120 per cent of the floor.');
      await asha.page.getByLabel('Cap, ₹').fill('210');
      await asha.picture('new-offering');
      await asha.page.getByRole('button', { name: 'Ask for it' }).click();
      await expect(asha.page.getByRole('heading', { name: 'Second person' })).toBeVisible();
      await bela.agree();
      await hindi.open('/pages/market/newStock/index');
      await expect(page.getByText('Kites हिन्दी').first()).toBeVisible(ARRIVES);
    });
    await asha.isWell();
    await bela.isWell();
    expect(hindi.complaints).toEqual([]);
  },
);

test(
  'every page of the back office stands, at a desk and on a phone, in both themes',
  { tag: '@long' },
  async ({ browser }) => {
    const asha = await Desk.signIn(browser, product.base, 'asha');
    const { page } = asha;
    const titles = await page.getByRole('navigation').getByRole('link').allInnerTexts();
    expect(titles.length).toBeGreaterThan(12);
    for (const title of titles.map((text) => text.split('\n')[0] ?? '')) {
      await asha.open(title);
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await asha.isWell();
      await page.setViewportSize({ width: 360, height: 780 });
      await asha.isWell();
      await page.setViewportSize({ width: 1280, height: 860 });
    }
    await page.getByRole('button', { name: 'Dark' }).click();
    await asha.open('Overview');
    await asha.picture('desk-dark');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(asha.complaints).toEqual([]);
  },
);
