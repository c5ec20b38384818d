import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bot, listBots } from './league/bots.ts';
import { runKite } from './league/run-kite.ts';
import { runTwin } from './league/run-program.ts';
import { type Fill, middle, type Run, splitCosts } from './league/run.ts';
import { withUndisturbed } from './league/undisturbed.ts';

const MARKET = {
  shares: ['AAMRAI'],
  cash: 10_00_000_00,
  start: '2026-11-23',
  from: 'opening',
  days: 1,
  daySeconds: 120,
  seed: 'a kite',
} as const;

/** A program that asks as bots of the Kite API do, and moves the market by itself. */
const PROGRAM = `
const { KHARA_ROOT: root, KHARA_KEY: key, KHARA_TOKEN: token } = process.env;
const headers = { authorization: 'token ' + key + ':' + token, 'x-kite-version': '3' };
const ask = async (path, more) => {
  const response = await fetch(root + path, { headers, ...more });
  return (await response.json()).data;
};
const advance = (body) => fetch(root + '/sim/advance', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const place = (more) => {
  const order = { exchange: 'NSE', tradingsymbol: 'AAMRAI', transaction_type: 'BUY', quantity: 10, product: 'CNC', order_type: 'MARKET', ...more };
  return ask('/orders/regular', { method: 'POST', body: new URLSearchParams(order) });
};
await advance({ steps: 30 });
const { depth } = (await ask('/quote?i=NSE:AAMRAI'))['NSE:AAMRAI'];
await place({});
await place({ order_type: 'LIMIT', price: depth.buy[0].price });
await place({ quantity: 0 }); // no order
await advance({ until: 'event' });
await place({ order_type: 'LIMIT', price: depth.buy[4].price - 30 }); // never filled
console.log((await fetch(root + '/sim/account', { method: 'POST' })).status === 404 ? 'shut' : 'open');
`;

/** A program that leaves time to the league: it buys at the third tick, and sells when it hears of the fill. */
const TICKED = `
const { KHARA_ROOT: root, KHARA_KEY: key, KHARA_TOKEN: token } = process.env;
const headers = { authorization: 'token ' + key + ':' + token, 'x-kite-version': '3' };
const place = (transaction_type) => {
  const order = { exchange: 'NSE', tradingsymbol: 'AAMRAI', transaction_type, quantity: 10, product: 'MIS', order_type: 'MARKET' };
  return fetch(root + '/orders/regular', { method: 'POST', headers, body: new URLSearchParams(order) });
};
const moved = await fetch(root + '/sim/advance', { method: 'POST', body: '{"steps":1}' });
if (moved.status !== 404) throw new Error('it moved the market');
const list = await (await fetch(root + '/instruments/NSE', { headers })).text();
const number = Number(list.split('\\n').find((line) => line.split(',')[2] === 'AAMRAI').split(',')[0]);
const socket = new WebSocket(root.replace('http', 'ws') + '/?' + new URLSearchParams({ api_key: key, access_token: token }));
socket.binaryType = 'arraybuffer';
socket.onopen = () => socket.send(JSON.stringify({ a: 'subscribe', v: [number] }));
let ticks = 0;
let hasSold = false;
socket.onmessage = async ({ data }) => {
  if (typeof data !== 'string') {
    if (data.byteLength > 2 && ++ticks === 3) await place('BUY');
  } else if (!hasSold && JSON.parse(data).data?.status === 'COMPLETE') {
    hasSold = true;
    await place('SELL');
  }
};
`;

const HANGS = 'await new Promise((resolve) => setTimeout(resolve, 3_600_000));';

describe('a Kite program of a league', () => {
  let folder: string;
  let run: Run;
  const bot = (program: string, more: object = {}): Bot => {
    mkdirSync(path.join(folder, 'bot'), { recursive: true });
    writeFileSync(path.join(folder, 'bot/bot.mjs'), program);
    writeFileSync(
      path.join(folder, 'bot/bot.json'),
      JSON.stringify({ run: [process.execPath, 'bot.mjs'], speaks: 'kite', ...more }),
    );
    return listBots([path.join(folder, 'bot')])[0]!;
  };

  const play = () => runKite(bot(`${PROGRAM}${HANGS}`), MARKET, 20_000);

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'khara-league-kite-'));
    run = await play();
  }, 900_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is ended where it hangs, its orders with it, and its day is played to the end', () => {
    expect(run.stopped).toBe('stopped on day 1: no word for 20 s');
    expect(run.equity).toHaveLength(1 + 15);
    expect([run.orders, run.refused]).toEqual([3, 1]);
    expect(run.charges).toBeGreaterThan(0);
  });

  it('comes to the same on the same seed again, to the byte', async () => {
    expect(JSON.stringify(await play())).toBe(JSON.stringify(run));
  }, 900_000);

  it('may leave time to the league, and hears of it by the ticker', async () => {
    const ticked = await runKite(bot(TICKED, { stepsPerSecond: 100 }), MARKET, 20_000);
    expect(ticked.stopped).toBeUndefined();
    expect(ticked.orders).toBe(2);
    const traded = (of: Fill['side']) =>
      ticked.fills.reduce((sum, { side, quantity }) => sum + (side === of ? quantity : 0), 0);
    expect([traded('buy'), traded('sell')]).toEqual([10, 10]);
    expect(ticked.equity).toHaveLength(1 + 15);
  }, 900_000);

  it('has its fills as those of other programs, with what they met', () => {
    const [took, ...others] = run.fills as readonly [Fill, ...Fill[]];
    expect(took).toMatchObject({ day: 0, side: 'buy', code: 'AAMRAI', how: 'took' });
    expect(took.price).toBe(took.touch!.ask);
    const rested = others.filter(({ how }) => how === 'rested');
    expect(rested.length).toBeGreaterThan(0);
    for (const { ahead, restedSeconds, price, touch } of rested) {
      expect(ahead).toBeGreaterThan(0);
      expect(restedSeconds).toBeGreaterThanOrEqual(0);
      expect(price).toBeLessThan(middle(touch!));
    }
    expect(run.fills.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(20);
  });

  it('meets the market that a program of the bench meets on that seed, and its impact is counted beside it', () => {
    const [took] = run.fills as readonly [Fill];
    expect(took.without).toBe(middle(took.touch!));
    const [byBench] = withUndisturbed(MARKET, [
      { ...runTwin(MARKET), fills: run.fills.map(({ without: _without, ...fill }) => fill) },
    ]);
    expect(byBench!.fills).toEqual(run.fills);
    const { spread, impact, charges } = splitCosts(run);
    const last = run.equity.at(-1)!;
    expect(Number.isFinite(spread + impact)).toBe(true);
    expect(last).not.toBe(MARKET.cash);
    expect(charges).toBe(run.charges);
  });
});
