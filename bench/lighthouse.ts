import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { CHROMIUM_SWITCHES, chromiumPath } from '../e2e/chromium.ts';
import { startProduct } from '../e2e/product.ts';
import { Trader } from '../e2e/trader.ts';
import { installed } from '../tools/installed.ts';
import type { BenchLine } from './bench-line.ts';

const run = promisify(execFile);

const DETAILS = '/pages/market/details?code=THEWA';
/** By the key of their lines; `preset` is the profile of Lighthouse, the mobile one where there is none. */
const PAGES = [
  { key: 'home', route: '/' },
  { key: 'market', route: '/pages/market/index' },
  { key: 'details', route: DETAILS },
  { key: 'desk-home', route: '/', preset: 'desktop' },
  { key: 'desk-details', route: DETAILS, preset: 'desktop' },
] as const;
type PageKey = (typeof PAGES)[number]['key'];

/** What each category should reach, of 100. */
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof TARGETS;

/** Of Lighthouse's report, what is read here. */
type Report = {
  readonly categories: Record<string, { readonly score: number | null; readonly auditRefs: readonly AuditRef[] }>;
  readonly audits: Record<string, { readonly score: number | null; readonly displayValue?: string }>;
};
type AuditRef = { readonly id: string; readonly weight: number };

/**
 * Lighthouse on the built app as the real server serves it, as a guest and signed in: home, market and details
 * (mobile profile, simulated slow 4G and a processor slowed 4×), and the desk (desktop profile, 1350 px). Names
 * what cost points. KHARA_BASE measures one that already runs.
 *
 * @param keys which pages alone; none of them for all.
 */
export async function benchLighthouse(keys: readonly string[] = []): Promise<BenchLine[]> {
  const pages = PAGES.filter(({ key }) => keys.length === 0 || keys.includes(key));
  const program = installed('bench/tools').resolve('lighthouse/cli/index.js');
  const own = process.env['KHARA_BASE'] === undefined ? await startProduct() : undefined;
  const base = own?.base ?? process.env['KHARA_BASE'] ?? '';
  const profile = await mkdtemp(join(tmpdir(), 'khara-lighthouse-'));
  const { browser, port, ended } = await openBrowser(profile);
  try {
    const { account } = await Trader.arrive(base);
    const lines: BenchLine[] = [];
    for (const [who, kept] of [
      ['guest', {}],
      ['signed in', { token: account.token, device: account.device, userInfo: JSON.stringify(account.userInfo) }],
    ] as const) {
      await keepInStorage(port, base, kept);
      for (const page of pages) {
        const preset = 'preset' in page ? [`--preset=${page.preset}`] : [];
        lines.push(...benchLines(page.key, who, await judge(program, `${base}/h5/#${page.route}`, port, preset)));
      }
    }
    return lines;
  } finally {
    browser.kill();
    await ended;
    await own?.stop();
    await rm(profile, { recursive: true, force: true });
  }
}

/** A browser without a driver, since a driver would be measured too. */
async function openBrowser(profile: string): Promise<{ browser: ChildProcess; port: string; ended: Promise<unknown> }> {
  const switches = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...CHROMIUM_SWITCHES];
  const browser = spawn(await chromiumPath(), switches, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  for await (const line of createInterface({ input: browser.stderr })) {
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (port) return { browser, port, ended };
  }
  throw new Error('the browser ended before it listened');
}

/** Puts the session where the app keeps it, from a page of the same origin that is not the app. */
async function keepInStorage(port: string, base: string, kept: Readonly<Record<string, string>>): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await browser.contexts()[0]!.newPage();
  await page.goto(`${base}/h5/first-paint.js`);
  await page.evaluate((entries) => {
    localStorage.clear();
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, kept);
  await page.close();
  await browser.close(); // lets go of it
}

async function judge(program: string, url: string, port: string, preset: readonly string[]): Promise<Report> {
  const asked = [
    ...preset,
    `--port=${port}`,
    `--only-categories=${Object.keys(TARGETS).join(',')}`,
    '--output=json',
    '--quiet',
  ];
  // The session is in the storage.
  const { stdout } = await run(process.execPath, [program, url, ...asked, '--disable-storage-reset'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Report; // Lighthouse's own format
}

const benchLines = (key: PageKey, who: string, { categories, audits }: Report): BenchLine[] =>
  (Object.keys(TARGETS) as Category[]).map((category) => {
    const { score, auditRefs } = categories[category] ?? { score: 0, auditRefs: [] };
    const lost = auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < (category === 'performance' ? 0.9 : 1))
      .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`.trim());
    const reached = Math.round((score ?? 0) * 100);
    return {
      key,
      name: `Lighthouse, ${category}, ${key}, ${who}`,
      product: reached,
      baseline: TARGETS[category],
      unit: 'of 100',
      ratio: reached / TARGETS[category],
      note: `baseline the target${lost.length > 0 ? `; lost by ${lost.join(', ')}` : ''}`,
    };
  });
