import { expect, test, type Page } from '@playwright/test';
import { CHROMIUM_SWITCHES, chromiumPath } from './chromium.ts';
import { base, fromElsewhere } from './phone.ts';
import { startProduct } from './product.ts';
import { textsFor } from '@khara/texts';

/**
 * The app behind a public name: where what it asks, and what is typed into it, goes. All names lead to this machine.
 */

test.use({
  launchOptions: {
    executablePath: await chromiumPath(),
    args: [...CHROMIUM_SWITCHES, '--host-resolver-rules=MAP * 127.0.0.1'],
  },
});

const { login } = textsFor('en');
const PASSWORD = 'typed-by-a-member';

/** Logs in at a name, in vain; answers the hosts that the page spoke to, and the one that was sent the password. */
async function logInAt(page: Page, origin: string) {
  const spokenTo = new Set<string>();
  let gotPassword: string | undefined;
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url());
    if (protocol.startsWith('http')) spokenTo.add(host);
    if (request.postData()?.includes(PASSWORD)) gotPassword = host;
  });
  page.on('websocket', (socket) => spokenTo.add(new URL(socket.url()).host));
  const opensSocket = page.waitForEvent('websocket');
  await page.goto(`${origin}/h5/#/pages/login/index`);
  await opensSocket;
  await page.getByLabel(login.phone).fill('98765 43210');
  await page.getByLabel(login.password, { exact: true }).fill(PASSWORD);
  const answered = page.waitForResponse((response) => response.url().includes('/app/user/loginAccount'));
  await page.getByRole('button', { name: login.login, exact: true }).click();
  expect((await answered).status()).toBe(200);
  return { spokenTo: [...spokenTo], gotPassword };
}

test('under a public suffix nothing leaves the page’s own origin, not even a password', async ({ page }) => {
  const own = `www.khara.co.in:${new URL(base()).port}`;
  await page.setExtraHTTPHeaders(fromElsewhere());
  expect(await logInAt(page, `http://${own}`)).toEqual({ spokenTo: [own], gotPassword: own });
});

test(
  'with an API at a name of its own the page speaks to that, and a stranger has no page',
  {
    tag: '@long',
  },
  async ({ page, context }) => {
    const product = await startProduct((port) => ({
      API_ORIGIN: `http://api.khara.co.in:${port}`,
      PUBLIC_ORIGINS: `http://www.khara.co.in:${port}`,
    }));
    try {
      const { port } = new URL(product.base);
      const [own, api] = [`www.khara.co.in:${port}`, `api.khara.co.in:${port}`];
      const { spokenTo, gotPassword } = await logInAt(page, `http://${own}`);
      expect([spokenTo.toSorted(), gotPassword]).toEqual([[api, own], api]);
      const stranger = `shop.co.in:${port}`;
      const elsewhere = await (await context.newPage()).goto(`http://${stranger}/h5/`);
      expect(elsewhere?.status(), 'a name that leads here and is not ours').toBe(421);
    } finally {
      await product.stop();
    }
  },
);
