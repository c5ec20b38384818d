import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { CHROMIUM_SWITCHES, chromiumPath } from '../e2e/chromium.ts';
import { startProduct } from '../e2e/product.ts';
import { Trader } from '../e2e/trader.ts';
import type { BenchLine } from './bench-line.ts';

const PAGES = [
  ['home', '/'],
  ['market', '/pages/market/index'],
  ['details', '/pages/market/details?code=THEWA'],
] as const;

/** What each category should reach, of 100. */
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof TARGETS;

/**
 * Lighthouse (mobile profile, simulated slow 4G and a processor slowed 4×) on the built app as the real server serves it: home, market and details, as a guest and signed in. Names what cost
 * points. KHARA_BASE measures one that already runs.
 */
export async function benchLighthouse(): Promise<BenchLine[]> {
  const own = process.env['KHARA_BASE'] === undefined ? await startProduct() : undefined;
  const base = own?.base ?? process.env['KHARA_BASE'] ?? '';
  const chrome = await launch({
    chromePath: await chromiumPath(),
    chromeFlags: ['--headless=new', ...CHROMIUM_SWITCHES],
    logLevel: 'silent',
  });
  try {
    const { account } = await Trader.arrive(base);
    const lines: BenchLine[] = [];
    for (const [who, kept] of [
      ['guest', {}],
      ['signed in', { token: account.token, device: account.device, userInfo: JSON.stringify(account.userInfo) }],
    ] as const) {
      await keepInStorage(chrome.port, base, kept);
      for (const [name, route] of PAGES) {
        lines.push(...(await judge(`${name}, ${who}`, `${base}/h5/#${route}`, chrome.port)));
      }
    }
    return lines;
  } finally {
    chrome.kill();
    await own?.stop();
  }
}

/** Puts the session where the app keeps it, from a page of the same origin that is not the app. */
async function keepInStorage(port: number, base: string, kept: Readonly<Record<string, string>>): Promise<void> {
  const browser = await puppeteer.connect({ browserURL: `http://127.0.0.1:${port}` });
  const page = await browser.newPage();
  await page.goto(`${base}/h5/first-paint.js`);
  await page.evaluate((entries) => {
    localStorage.clear();
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, kept);
  await page.close();
  await browser.disconnect();
}

async function judge(page: string, url: string, port: number): Promise<BenchLine[]> {
  const run = await lighthouse(url, {
    port,
    onlyCategories: Object.keys(TARGETS),
    disableStorageReset: true, // the session is in it
    logLevel: 'silent',
  });
  if (!run) throw new Error(`Lighthouse said nothing about ${page}`);
  const { categories, audits } = run.lhr;
  return (Object.keys(TARGETS) as Category[]).map((category) => {
    const { score, auditRefs = [] } = categories[category] ?? { score: 0 };
    const lost = auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < (category === 'performance' ? 0.9 : 1))
      .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim());
    const reached = Math.round((score ?? 0) * 100);
    return {
      name: `Lighthouse, ${category}, ${page}`,
      product: reached,
      baseline: TARGETS[category],
      unit: 'of 100',
      ratio: reached / TARGETS[category],
      note: `baseline the target${lost.length > 0 ? `; lost by ${lost.join(', ')}` : ''}`,
    };
  });
}
