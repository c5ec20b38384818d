import { createHash } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { fill } from '@khara/texts';
import { expectSound } from './crawl.ts';
import { base, Phone } from './phone.ts';
import { Trader } from './trader.ts';

/** A key for programs is made and revoked on a phone; a program logs in with it, and is refused when it has ended. */
for (const { language, theme, width } of [
  { language: 'en', theme: 'white', width: 390 },
  { language: 'hi', theme: 'darkblue', width: 320 },
] as const) {
  test(`keys for programs, in ${language} on ${theme} at ${width} px`, { tag: '@long' }, async ({ page }) => {
    const trader = await Trader.arrive(base());
    const phone = new Phone(page, { language, theme });
    const { programs, security } = phone.texts;
    await phone.setUp();
    await page.setViewportSize({ width, height: 844 });
    await phone.signedInAs(trader.account);
    await phone.open('/pages/personal/security/index');
    await page.getByRole('link', { name: security.programs }).click();
    await expect(page.getByText(programs.none)).toBeVisible();
    await phone.picture('programs-empty');

    const back = 'http://127.0.0.1:5999/back';
    await page.getByRole('button', { name: programs.make }).click();
    await page.getByLabel(programs.name, { exact: true }).fill('Morning notebook');
    await page.getByLabel(programs.redirect).fill(back);
    await expectSound(page);
    await phone.picture('programs-form');
    await page.getByRole('button', { name: programs.makeDo }).click();
    const shown = page.getByRole('dialog').locator('code');
    await expect(shown).toHaveCount(4);
    const [key = '', secret = '', token = ''] = await shown.allTextContents();
    await expectSound(page);
    await phone.picture('programs-secret');
    await page.getByText(programs.stored).click();
    await page.getByRole('button', { name: programs.done }).click();
    await expect(page.getByText(`${key.slice(0, 4)}…${key.slice(-2)}`)).toBeVisible();

    const profile = (access: string) =>
      fetch(`${base()}/user/profile`, { headers: { authorization: `token ${key}:${access}` } });
    expect((await profile(token)).status).toBe(200);

    // The program opens the browser, its member allows it, and it exchanges what comes back.
    await page.route(`${back}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>back</title>' }));
    await page.goto(`${base()}/connect/login?v=3&api_key=${key}`);
    await expect(page.getByText(fill(programs.allowTitle, { name: 'Morning notebook' }))).toBeVisible();
    await expectSound(page);
    await phone.picture('programs-allow');
    await page.getByRole('button', { name: programs.allow, exact: true }).click();
    await page.waitForURL(`${back}**`);
    const given = new URL(page.url()).searchParams;
    expect([given.get('action'), given.get('status')]).toEqual(['login', 'success']);
    const requestToken = given.get('request_token')!;
    const checksum = createHash('sha256')
      .update(key + requestToken + secret)
      .digest('hex');
    const session = await fetch(`${base()}/session/token`, {
      method: 'POST',
      body: new URLSearchParams({ api_key: key, request_token: requestToken, checksum }),
    });
    const { data } = (await session.json()) as { data: { access_token: string } };
    expect((await profile(data.access_token)).status).toBe(200);

    await phone.open('/pages/personal/keys/index');
    await expectSound(page);
    await phone.picture('programs-list');
    // What the certificate says of keys is checked here: neither kind moves money or touches a limit.
    const never = [programs.neverDoes, programs.neverDoes];
    for (const name of [programs.callsMoney, programs.callsLimits])
      await expect(page.getByRole('row', { name }).getByRole('cell')).toHaveText(never);
    const revoke = fill(programs.revokeOf, { name: 'Morning notebook' });
    await page.getByRole('button', { name: revoke }).click();
    await phone.picture('programs-revoke');
    await page.getByRole('dialog').getByRole('button', { name: programs.revoke, exact: true }).click();
    await expect(page.getByRole('button', { name: revoke })).toBeHidden();
    await expect.poll(async () => (await profile(token)).status).toBe(403);
    await phone.picture('programs-ended');
  });
}
