import { getPriority, setPriority } from 'node:os';
import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_SWITCHES, chromiumPath } from '../e2e/chromium.ts';
import { fromElsewhere, type Account } from '../e2e/phone.ts';
import { startProduct } from '../e2e/product.ts';
import { Trader } from '../e2e/trader.ts';
import type { BenchLine } from './bench-line.ts';
import { middle } from './middle.ts';

/** The network that Lighthouse calls slow 4G and Chrome fast 3G, in bits a second and ms of a request. */
const NETWORK = { down: 1_600_000, up: 750_000, latencyMs: 150 } as const;
const SLOWER = 5;
const ROUNDS = 5;
/** Of a visit (design: the link is followed, and a price stands there). */
const TARGET_MS = 4_000;
const PHONE = { width: 390, height: 844 };
const SHARE = '/pages/market/details?code=THEWA';

/** What is opened, by whom, and the text of what has the first price there. */
const VISITS = [
  { key: 'home', who: 'guest', route: '', within: 'main a', says: /^KHARA 50\D*[\d,]+\.\d\d/ },
  { key: 'home-member', who: 'member', route: '', within: 'main a', says: /^(?!KHARA )[A-Z]{3,}\D*[\d,]+\.\d\d/ },
  { key: 'share', who: 'guest', route: SHARE, within: 'main', says: /[\d,]+\.\d\d/ },
  { key: 'share-member', who: 'member', route: SHARE, within: 'main', says: /[\d,]+\.\d\d/ },
] as const;
type Visit = (typeof VISITS)[number];

/**
 * Cold starts of the built app on a phone: from the request for the page to the frame that has the first price, with
 * nothing kept of an earlier visit. The network is slowed by the browser, which adds the latency to each request and
 * counts no connection; the server answers from this machine. KHARA_BASE measures one that already runs.
 */
export async function benchColdStart(keys: readonly string[] = []): Promise<BenchLine[]> {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: CHROMIUM_SWITCHES });
  setPriority(getPriority() + 6); // the market, which starts now, would take the phone's processor
  const own = process.env['KHARA_BASE'] === undefined ? await startProduct() : undefined;
  const base = own?.base ?? process.env['KHARA_BASE'] ?? '';
  try {
    const { account } = await Trader.arrive(base);
    const lines: BenchLine[] = [];
    for (const visit of VISITS.filter(({ key }) => keys.length === 0 || keys.includes(key))) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        times.push(await coldStart(browser, base, visit, visit.who === 'member' ? account : undefined));
      const product = middle(times);
      lines.push({
        key: visit.key,
        name: `cold start to the first price, ${visit.route === '' ? 'home' : 'a share'}, ${visit.who}`,
        product,
        baseline: TARGET_MS,
        unit: 'ms',
        ratio: product / TARGET_MS,
        note: `lower is better; baseline the target; middle of ${ROUNDS}, longest ${Math.round(Math.max(...times))} ms; 1.6 Mbit/s down, ${NETWORK.latencyMs} ms a request, processor slowed ${SLOWER}×`,
      });
    }
    return lines;
  } finally {
    await browser.close();
    await own?.stop();
  }
}

/** In ms from the start of the navigation. */
async function coldStart(browser: Browser, base: string, visit: Visit, account: Account | undefined): Promise<number> {
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    locale: 'en-IN',
    serviceWorkers: 'block',
    extraHTTPHeaders: fromElsewhere(),
  });
  try {
    const page = await context.newPage();
    const kept: Readonly<Record<string, string>> = account
      ? { token: account.token, device: account.device, userInfo: JSON.stringify(account.userInfo) }
      : {};
    await page.addInitScript(
      ({ entries, within, says }) => {
        if (origin === 'null') return;
        for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
        const price = new RegExp(says);
        const look = (): void => {
          const shown = [...document.querySelectorAll(within)].some((part) => price.test(part.textContent));
          if (shown) Object.assign(window, { pricedAt: performance.now() });
          else requestAnimationFrame(look);
        };
        look();
      },
      { entries: kept, within: visit.within, says: visit.says.source },
    );
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: NETWORK.latencyMs,
      downloadThroughput: NETWORK.down / 8,
      uploadThroughput: NETWORK.up / 8,
    });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(`${base}/h5/${visit.route && `#${visit.route}`}`, { waitUntil: 'commit' });
    const priced = await page.waitForFunction(() => (window as unknown as { pricedAt?: number }).pricedAt);
    return Number(await priced.jsonValue());
  } finally {
    await context.close();
  }
}
