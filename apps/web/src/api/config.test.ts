import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readStored, readStoredJson, store } from '#lib/storage.ts';

/** What a server says of itself, as far as a second visit draws from it. */
const INFO = { qianduanVer: '1.0.2-aa', maxPageWidth: 720, pullRefreshThreshold: 90, market: { speed: 29 } };
const server = vi.hoisted(() => ({
  info: undefined as object | undefined,
  states: [] as unknown[],
  asked: [] as string[],
}));
vi.mock('./client.ts', () => ({
  call: (name: string) => {
    server.asked.push(name);
    return Promise.resolve(
      server.info === undefined ? { ok: false } : { ok: true, data: name === 'configInfo' ? server.info : 10 },
    );
  },
  queryClient: { setQueryData: () => undefined },
}));
vi.mock('./market-clock.ts', () => ({ setMarket: (market: unknown) => server.states.push(market) }));

/** The app is opened: its modules are loaded afresh, what is stored is not. */
async function opened() {
  vi.resetModules();
  return import('./config.ts');
}
const cacheTime = () => readStored('configCacheTime');

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('document', { documentElement: { style: { setProperty: () => undefined } } });
  Object.assign(server, { info: INFO, states: [], asked: [] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a second visit draws from the first one’s answer, before the server has answered', async () => {
  const first = await opened();
  expect(first.useConfig.getState().info).toBeUndefined();
  await first.loadConfig();
  const second = await opened();
  expect(second.useConfig.getState()).toMatchObject({ info: INFO, lot: 10 });
  expect(server.states, 'and takes no time of the market from it').toHaveLength(1);
});

it('the lot is asked for when the server has said the rest', async () => {
  const { loadConfig } = await opened();
  const loading = loadConfig();
  expect(server.asked).toEqual(['configInfo']);
  await loading;
  expect(server.asked).toEqual(['configInfo', 'configValue']);
});

it('it is kept under the time at which it was cached, with the front end’s version, and only the newest', async () => {
  vi.useFakeTimers({ now: 1_000, toFake: ['Date'] });
  const { loadConfig } = await opened();
  await loadConfig();
  expect(readStoredJson('config:1000')).toMatchObject({ info: { qianduanVer: '1.0.2-aa' } });
  vi.setSystemTime(2_000);
  server.info = { ...INFO, qianduanVer: '1.0.2-bb' };
  await loadConfig();
  expect(cacheTime()).toBe('2000');
  expect(readStoredJson('config:2000')).toMatchObject({ info: { qianduanVer: '1.0.2-bb' } });
  expect(readStored('config:1000')).toBeNull();
});

it('what another build has cached is not drawn from', async () => {
  const { loadConfig } = await opened();
  await loadConfig();
  const key = `config:${cacheTime()}`;
  store(key, JSON.stringify({ by: 'https://khara.example/h5/assets/index-older.js', info: INFO }));
  expect((await opened()).useConfig.getState().info).toBeUndefined();
});

it.each([
  [480, 480],
  [960, 960],
  [1400, 960],
  [100, 320],
])('a configuration of %i px makes a column of %i px', async (asked, allowed) => {
  const { allowedPageWidth } = await opened();
  expect(allowedPageWidth(asked)).toBe(allowed);
});

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it('the first paint keeps to the same bounds, and so does the frame', async () => {
  const { allowedPageWidth } = await opened();
  const bounds = /width >= (\d+) && width <= (\d+)/.exec(read('../../public/first-paint.js'))?.slice(1).map(Number);
  expect(bounds).toEqual([allowedPageWidth(0), allowedPageWidth(9999)]);
  expect(read('../shell/first-page.css')).toContain(`max-width: min(var(--w-page), ${allowedPageWidth(9999)}px)`);
});
