import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { WebSocketServer } from 'ws';
import { CHROMIUM_SWITCHES, chromiumPath } from '../e2e/chromium.ts';
import { startProduct, type Product } from '../e2e/product.ts';
import type { BenchLine } from './bench-line.ts';
import {
  bareCells,
  bareRows,
  countFrames,
  scrollAlong,
  socketAt,
  type FrameCount,
} from './workloads/frames-in-page.ts';

const SLOWER = 4;
const MEASURED_MS = 8000;
const ROWS = 5000;
const ROW_PX = 64;
/** The share in the middle of the desk. */
const SHARE = 'CHAKRAVALA';
/** Texts that one tick changes on the desk: four in each of 14 rows, three in each of ten levels, and the head. */
const DESK_CELLS = 100;
const INDICATORS = JSON.stringify({ shown: ['vwap', 'boll', 'rsi', 'macd'], settings: {} });
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

type Quote = { readonly code: string; readonly price: string; readonly changePercent: string; readonly volume: number };

/**
 * The market list of the built app in a browser whose processor is slowed 4×, its answers and its socket
 * played by this program: the socket as a real one, since what stands in for one in the page itself is work
 * that the page's main thread would be charged with. Frames are counted by the differences between animation
 * frames at 60 a second: a difference of n frames has dropped n − 1. Work is the processor's time for tasks
 * of the page's main thread a frame shown (CDP `TaskDuration` in thread ticks): a busy machine changes it
 * less than frames, but fewer frames are shown there, and each has more messages to show. The server is held
 * still while frames are counted: on a device of a reader no market runs beside the browser.
 */
export async function benchFrames(): Promise<BenchLine[]> {
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: CHROMIUM_SWITCHES });
  // The browser comes before the market, which would otherwise take every eighth frame of an idle page here.
  setPriority(getPriority() + 6);
  const own = process.env['KHARA_BASE'] === undefined ? await startProduct() : undefined;
  const base = own?.base ?? process.env['KHARA_BASE'] ?? '';
  try {
    const idle = await emptyPage(browser);
    const market = await marketList(browser, base, { rows: 240, everyMs: 250, scrolling: false, own });
    const cells = await bareDesk(browser);
    const onDesk = { rows: 240, everyMs: 250, scrolling: false, share: SHARE, own };
    const [desk, indicated] = await middlesOfThree(
      () => marketList(browser, base, onDesk),
      () => marketList(browser, base, { ...onDesk, indicators: INDICATORS }),
    );
    const long = await marketList(browser, base, { rows: ROWS, everyMs: 100, scrolling: true, own });
    const bare = await bareList(browser);
    return [
      {
        name: '240 shares changing 4 times a second, processor slowed 4×: frames dropped',
        product: share(market.frames),
        baseline: 5,
        unit: '%',
        ratio: share(market.frames) / 5,
        note: `lower is better; baseline the limit; an empty page in the same run dropped ${share(idle).toFixed(1)} %; longest frame ${Math.round(market.frames.longestMs)} ms; ${market.msPerFrame.toFixed(1)} ms of work a frame`,
      },
      {
        name: '240 shares, a chart and a book changing 4 times a second on the desk at 1440 px, slowed 4×: frames dropped',
        product: share(desk.frames),
        baseline: 1,
        unit: '%',
        ratio: share(desk.frames),
        note: `lower is better; baseline the limit; a bare page of as many cells and a canvas dropped ${share(cells.frames).toFixed(1)} %; longest frame ${Math.round(desk.frames.longestMs)} ms; ${desk.msPerFrame.toFixed(1)} ms of work a frame, of the bare page ${cells.msPerFrame.toFixed(1)} ms`,
      },
      {
        name: 'the same desk with BOLL, RSI and MACD on its chart: frames dropped',
        product: share(indicated.frames),
        baseline: share(desk.frames),
        unit: '%',
        ratio: share(indicated.frames) / share(desk.frames),
        note: `lower is better; baseline the desk without them, in turns with it; longest frame ${Math.round(indicated.frames.longestMs)} ms; ${indicated.msPerFrame.toFixed(1)} ms of work a frame, without them ${desk.msPerFrame.toFixed(1)} ms`,
      },
      {
        name: `${ROWS} rows changing 10 times a second while scrolling, slowed 4×: work`,
        product: long.msPerFrame,
        baseline: bare.msPerFrame,
        unit: 'ms a frame',
        ratio: long.msPerFrame / bare.msPerFrame,
        note: `lower is better; baseline a bare pool of DOM rows; frames dropped ${share(long.frames).toFixed(1)} % and ${share(bare.frames).toFixed(1)} %, longest ${Math.round(long.frames.longestMs)} ms and ${Math.round(bare.frames.longestMs)} ms; limit 1.6`,
      },
    ];
  } finally {
    await browser.close();
    await own?.stop();
  }
}

const share = ({ shown, dropped }: FrameCount): number => (dropped / (shown + dropped)) * 100;

type Measurement = { readonly frames: FrameCount; readonly msPerFrame: number };

async function newPage(browser: Browser, viewport = PHONE): Promise<{ readonly page: Page; readonly cdp: CDPSession }> {
  const context = await browser.newContext({
    viewport,
    serviceWorkers: 'block',
    bypassCSP: true,
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  // The thread's own time, whatever else the machine does.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, cdp };
}

/**
 * The middle ones of three each, measured in turns: a machine beside others is slower for seconds, by itself.
 */
async function middlesOfThree(
  ...counts: readonly [() => Promise<Measurement>, () => Promise<Measurement>]
): Promise<readonly [Measurement, Measurement]> {
  const all: [Measurement[], Measurement[]] = [[], []];
  for (let turn = 0; turn < 3; turn += 1) for (const at of [0, 1] as const) all[at].push(await counts[at]());
  const middle = (of: readonly Measurement[]): Measurement =>
    of.toSorted((a, b) => share(a.frames) - share(b.frames))[1] as Measurement; // there are three
  return [middle(all[0]), middle(all[1])];
}

/** Counts frames and the main thread's work for as long as is measured, with the processor slowed. */
async function measure(page: Page, cdp: CDPSession, product?: Product): Promise<Measurement> {
  const busySeconds = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  product?.hold(true);
  try {
    await page.evaluate(countFrames, 1500); // V8 warms up
    const before = await busySeconds();
    const frames = await page.evaluate(countFrames, MEASURED_MS);
    const msPerFrame = (((await busySeconds()) - before) * 1000) / Math.max(1, frames.shown);
    return { frames, msPerFrame };
  } finally {
    product?.hold(false);
    await page.context().close();
  }
}

async function emptyPage(browser: Browser): Promise<FrameCount> {
  const { page, cdp } = await newPage(browser);
  return (await measure(page, cdp)).frames;
}

type List = {
  readonly rows: number;
  readonly everyMs: number;
  readonly scrolling: boolean;
  /** On the desk: the share whose chart and book are beside the list, and change as often. */
  readonly share?: string;
  /** What is drawn on its chart beside the usual, as the app keeps it. */
  readonly indicators?: string;
  readonly own: Product | undefined;
};

async function marketList(
  browser: Browser,
  base: string,
  { rows, everyMs, scrolling, share: shown, indicators, own }: List,
): Promise<Measurement> {
  const { page, cdp } = await newPage(browser, shown === undefined ? PHONE : DESK);
  let codes: string[] = [];
  await page.route('**/app/market/marketList**', async (route) => {
    const answer = await route.fetch({ postData: { ...(route.request().postDataJSON() as object), size: 100 } });
    const body = (await answer.json()) as { data: { list: Quote[]; nextCursor: string | null } };
    const list = Array.from({ length: rows }, (_, at) => {
      const quote = body.data.list[at % body.data.list.length] as Quote; // there are a hundred
      return { ...quote, code: `${quote.code.slice(0, 6)}${at}` };
    });
    codes = list.map(({ code }) => code);
    await route.fulfill({ json: { ...body, data: { ...body.data, list, nextCursor: null } } });
  });
  // Of a long list only the rows in sight are sent, as the server does; of 240 shares all of them.
  const wanted = new Set<string>();
  let ticking: ReturnType<typeof setInterval> | undefined;
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  server.on('connection', (line) => {
    line.on('message', (bytes: Buffer) => {
      const message = JSON.parse(bytes.toString()) as { op: string; codes?: string[] };
      if (message.op === 'subscribe') for (const code of message.codes ?? []) wanted.add(code);
      if (message.op === 'unsubscribe') for (const code of message.codes ?? []) wanted.delete(code);
      if (message.op === 'ping') line.send(JSON.stringify({ type: 'pong' }));
    });
    clearInterval(ticking);
    ticking = setInterval(() => {
      const now = Date.now();
      const data = (scrolling ? [...wanted] : codes).map((code, at) => {
        const step = (now / everyMs + at * 7) % 100;
        return [code, (1000 + step).toFixed(2), (step / 10 - 5).toFixed(2), Math.round(now / 1000), now];
      });
      if (shown !== undefined) {
        data.push([shown, (1000 + ((now / everyMs) % 20) / 10).toFixed(2), '0.10', Math.round(now / 1000), now]);
        line.send(JSON.stringify({ type: 'depth', code: shown, data: bookAt(now), at: now }));
      }
      line.send(JSON.stringify({ type: 'quotes', data }));
    }, everyMs);
  });
  if (indicators !== undefined)
    await page.addInitScript((kept) => origin !== 'null' && localStorage.setItem('indicators', kept), indicators);
  await page.addInitScript(socketAt, (server.address() as AddressInfo).port); // it listens to a port
  await page.goto(`${base}/h5/#/pages/market/${shown === undefined ? 'index' : `details?code=${shown}`}`);
  await page.locator('[data-arrows] a[href*="details?code="]').first().waitFor({ timeout: 120_000 });
  await page.waitForTimeout(6000); // what the app fetches once the first page stands is not what is measured
  if (scrolling) await page.evaluate(scrollAlong, 'main');
  const measured = await measure(page, cdp, own);
  clearInterval(ticking);
  for (const line of server.clients) line.terminate();
  server.close();
  return measured;
}

/** A book of five prices a side, another one at each instant. */
function bookAt(now: number) {
  const level = (at: number, sign: number): [string, number, number] => [
    (1000 + sign * (at + 1) * 0.1).toFixed(2),
    100 + Math.round((now / 7 + at * 31) % 900),
    1 + ((at + Math.round(now / 250)) % 9),
  ];
  const side = (sign: number) => Array.from({ length: 5 }, (_, at) => level(at, sign));
  return { bids: side(-1), asks: side(1), totalBid: 5000, totalAsk: 5000 };
}

async function bareDesk(browser: Browser): Promise<Measurement> {
  const { page, cdp } = await newPage(browser, DESK);
  await page.evaluate(bareCells, { cells: DESK_CELLS, everyMs: 250 });
  return measure(page, cdp);
}

async function bareList(browser: Browser): Promise<Measurement> {
  const { page, cdp } = await newPage(browser);
  await page.setContent('<div id="pool" style="height:700px;overflow:auto;position:relative"></div>');
  await page.evaluate(bareRows, { rows: ROWS, rowPx: ROW_PX, everyMs: 100 });
  await page.evaluate(scrollAlong, '#pool');
  return measure(page, cdp);
}
