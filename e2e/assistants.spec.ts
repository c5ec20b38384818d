import { createHash, randomBytes } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { fill } from '@khara/texts';
import { expectSound } from './crawl.ts';
import { swipeRight } from './gestures.ts';
import { base, Phone, type Look } from './phone.ts';
import { Trader } from './trader.ts';

const REDIRECT = 'http://127.0.0.1:6274/callback';

/** What a tool answers. */
type Told = {
  readonly data: {
    readonly rehearsal: string;
    readonly status: string;
    readonly orderId: string;
    readonly list: readonly { readonly id: string }[];
  };
};

type Client = Awaited<ReturnType<typeof newClient>>;
/** A client of an assistant, by the wire: it registers, and asks for what its member allows. */
async function newClient() {
  const registered = await fetch(`${base()}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Desk helper', redirect_uris: [REDIRECT] }),
  });
  const { client_id: client } = (await registered.json()) as { client_id: string };
  const verifier = randomBytes(32).toString('base64url');
  const asking = new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: REDIRECT,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'its state',
    resource: `${base()}/mcp`,
  });
  return {
    authorize: `${base()}/oauth/authorize?${asking}`,
    async exchange(code: string): Promise<(name: string, fields?: object) => Promise<Told>> {
      const given = await fetch(`${base()}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          client_id: client,
          redirect_uri: REDIRECT,
          code_verifier: verifier,
        }),
      });
      const { access_token: token } = (await given.json()) as { access_token: string };
      return async (name, fields = {}) => {
        const answer = await fetch(`${base()}/mcp`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-protocol-version': '2025-11-25',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: fields } }),
        });
        const text = await answer.text();
        const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
        return (JSON.parse(json) as { result: { structuredContent: Told } }).result.structuredContent;
      };
    },
  };
}

/** A member of a width and a look whose browser will be sent on to the client. */
async function memberAt(page: Page, look: Look, width: number) {
  const trader = await Trader.arrive(base());
  await trader.marketOpen();
  const phone = new Phone(page, look);
  await phone.setUp();
  await page.setViewportSize({ width, height: width < 1024 ? 844 : 1080 });
  await phone.signedInAs(trader.account);
  await page.route(`${REDIRECT}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>back</title>' }),
  );
  return { trader, phone };
}

/** The member lets the assistant place orders, and is asked about each. */
async function allow(page: Page, { trader, phone }: Awaited<ReturnType<typeof memberAt>>, client: Client) {
  const { assistants } = phone.texts;
  await page.goto(client.authorize);
  await page.getByRole('checkbox', { name: assistants.trade }).check();
  await page.getByLabel(assistants.password).fill(trader.account.defaultTransactionPassword);
  await expectSound(page);
  await phone.picture('assistant-consent-places');
  await page.getByRole('button', { name: assistants.allow, exact: true }).click();
  await page.waitForURL(`${REDIRECT}?code=**`);
  return client.exchange(new URL(page.url()).searchParams.get('code')!);
}

const TERMS = { side: 'buy', code: 'AAMRAI', quantity: 1, type: 'market', product: 'delivery' };
const WHY = 'You asked for one mango share.';

/** A member lets an assistant in, answers its question, reads what it did, and ends it. */
for (const { language, theme, width } of [
  { language: 'en', theme: 'white', width: 390 },
  { language: 'hi', theme: 'darkblue', width: 320 },
] as const) {
  test(`an assistant, in ${language} on ${theme} at ${width} px`, async ({ page }) => {
    const member = await memberAt(page, { language, theme }, width);
    const { phone } = member;
    const { assistants, orders } = phone.texts;

    const client = await newClient();
    await page.goto(client.authorize);
    await expect(page.getByText('Desk helper')).toBeVisible();
    await expectSound(page);
    await phone.picture('assistant-consent');
    await page.getByRole('button', { name: assistants.no, exact: true }).click();
    await page.waitForURL(`${REDIRECT}**`);
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');

    const call = await allow(page, member, client);
    const { rehearsal } = (await call('rehearse_order', TERMS)).data;
    const place = () => call('place_order', { ...TERMS, rehearsal, why: WHY });
    expect((await place()).data.status).toBe('waiting');

    await phone.open('/pages/personal/assistants/index');
    await expect(page.getByText(fill(assistants.asksFor, { name: 'Desk helper' }))).toBeVisible();
    await expectSound(page);
    await phone.picture('assistant-question');
    const swipe = page.getByRole('button', { name: new RegExp(`${orders.side.buy} 1 AAMRAI`) });
    await swipeRight(page, swipe);
    await expect.poll(async () => (await place()).data.status).toBe('placed');
    const { orderId } = (await place()).data;
    expect((await call('list_orders')).data.list[0]).toMatchObject({ id: orderId, program: { tag: 'Desk helper' } });

    await expect(page.getByText(assistants.didNothing)).toBeHidden();
    const placed = fill(assistants.act.placed, { what: orders.side.buy });
    await page.getByRole('button', { name: placed }).first().click();
    await expect(page.getByRole('dialog').getByText('Desk helper').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expectSound(page);
    await phone.picture('assistant-list');
    await page
      .getByRole('button', { name: fill(assistants.proofOf, { what: '' }).trim() })
      .first()
      .click();
    const again = page.getByRole('button', { name: assistants.again, exact: true });
    const holds = page.getByRole('dialog').getByText(assistants.proofHolds);
    await expect(again.or(holds)).toBeVisible();
    await expect(async () => {
      if (await again.isVisible()) await again.click();
      await expect(holds).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expectSound(page);
    await phone.picture('assistant-proof');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: assistants.lesson }).click();
    await page.getByRole('button', { name: assistants.notNow, exact: true }).click();
    await expect(page.getByText(phone.texts.assistantLesson.quantity.title)).toBeVisible();
    await expectSound(page);
    await phone.picture('assistant-lesson');
    await page.goBack();
    await page.getByRole('link', { name: 'Desk helper' }).click();
    await expect(page.getByText(fill(assistants.didOf, { name: 'Desk helper' }))).toBeVisible();
    await expectSound(page);
    await phone.picture('assistant-one');
    await page.getByRole('button', { name: assistants.endNow, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: assistants.end, exact: true }).click();
    await expect(page.getByText(assistants.neverUsed)).toBeHidden();
    await expect
      .poll(() =>
        call('list_orders').then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused');
  });
}

/** What an assistant asks comes over any page, and never over another sheet or what is being typed. */
for (const { language, theme, width } of [
  { language: 'en', theme: 'white', width: 1920 },
  { language: 'zh-Hans', theme: 'darkblue', width: 320 },
] as const) {
  test(
    `a question over other pages, in ${language} at ${width} px`,
    { tag: language === 'en' ? [] : '@long' },
    async ({ page }) => {
      const member = await memberAt(page, { language, theme }, width);
      const { phone } = member;
      const { assistants, home, common } = phone.texts;
      const call = await allow(page, member, await newClient());
      const ask = async () => {
        const { rehearsal } = (await call('rehearse_order', TERMS)).data;
        const place = () => call('place_order', { ...TERMS, rehearsal, why: WHY });
        expect((await place()).data.status).toBe('waiting');
        return place;
      };
      const named = { name: new RegExp(fill(assistants.asksTo, { name: 'Desk helper', what: '' }).trim()) };
      const question = page
        .getByRole('alertdialog', named)
        .getByText(fill(assistants.asksFor, { name: 'Desk helper' }));

      await phone.open('/');
      const first = await ask();
      await expect(question).toBeVisible();
      await expectSound(page);
      await phone.picture('assistant-question-over-home');
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect.poll(async () => (await first()).data.status).toBe('declined');

      await page.getByText(common.practice.title).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      const second = await ask();
      const next = page.getByRole('link', { name: fill(home.asks, { name: 'Desk helper' }), includeHidden: true });
      await expect(next).toBeVisible();
      await expect(question).toBeHidden();
      await page.keyboard.press('Escape');
      await next.click();
      await page.getByRole('button', { name: assistants.notNow }).first().click();
      await expect.poll(async () => (await second()).data.status).toBe('declined');
      await expectSound(page);
      await phone.picture('assistant-list-after');
    },
  );
}
