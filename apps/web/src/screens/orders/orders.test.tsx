import type { ServerMessage } from '@khara/contract';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient, socket } from '#api/client.ts';
import { queryKey } from '#api/query-keys.ts';
import { forgetSession, signIn } from '#api/session.ts';
import { startBackground } from '#features/background/background.tsx';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { replace } from '#shell/location.ts';
import { makeOrder } from '../../../test/order.ts';
import { answering, refusal } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Orders from './orders.tsx';

/** The server's end of the line. */
class Line extends EventTarget {
  static readonly opened: Line[] = [];
  readonly readyState = WebSocket.OPEN;
  constructor() {
    super();
    Line.opened.push(this);
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }
  send(text: string): void {
    if ((JSON.parse(text) as { op: string }).op === 'auth') this.say({ type: 'auth', ok: true, code: 200 });
  }
  close(): void {
    this.dispatchEvent(new CloseEvent('close', { code: 1006 }));
  }
  say(message: ServerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}
const line = () => Line.opened.at(-1)!;

let filled = 0;
let answer: () => Promise<void> | void = () => undefined;
/** A fill of one share as the server tells it: the order, its position, the wallet. */
function fillOne(): void {
  filled += 1;
  const version = 1_795_335_656_582 + filled;
  line().say({ type: 'order', data: { id: '7', version, changed: ['filled'] } });
  line().say({ type: 'position', data: { id: '3', version, changed: ['filled'] } });
  line().say({ type: 'wallet', data: { currency: 'INR' } });
}

beforeEach(() => {
  filled = 0;
  answer = () => undefined;
  queryClient.clear();
  replace('/pages/personal/transaction/index');
  vi.stubGlobal('WebSocket', Object.assign(Line, { OPEN: 1, CLOSED: 3 }));
  signIn({ token: 'T-asha', device: 'D', userInfo: { id: 'asha', nickname: 'asha' } as never }); // nothing else is read
  socket.start();
});
afterEach(() => {
  socket.stop();
  forgetSession();
  vi.unstubAllGlobals();
});

const serve = () =>
  answering({
    orders: async ({ state }) => {
      const now = filled;
      await answer();
      const list = state === 'open' ? [makeOrder({ quantity: 20, filledQuantity: now })] : [];
      return { list, nextCursor: null } as never;
    },
    fills: () => ({ list: [], nextCursor: null }),
    positions: () => ({ list: [], nextCursor: null }),
    // Asked by the page itself when it has a line and when it is idle.
    logCheckpoint: () => refusal('no_checkpoint', 'There is none'),
    frontEndVersion: () => refusal('unavailable', 'Not now'),
  });
const place = { route: findRoute('/pages/personal/transaction/index')!, key: 'k', direction: 'none' } as const;
async function opened(): Promise<void> {
  const screen = await show(
    <PlaceContext value={place}>
      <Orders />
    </PlaceContext>,
  );
  onTestFinished(() => screen.unmount());
}
const shows = (count: number) =>
  expect.element(page.getByText(new RegExp(`\\b${count}\\D+20\\b`)).first()).toBeVisible();

it('asks once for each list it shows after a burst of fills, and for nothing that it does not show', async () => {
  const server = serve();
  await opened();
  await shows(0);
  for (let fill = 0; fill < 20; fill += 1) fillOne();
  const began = performance.now();
  await shows(20);
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(server.asked('orders').map(({ state }) => state)).toEqual(['open', 'done', 'open', 'done']);
  expect([...server.asked('positions'), ...server.asked('fills')]).toEqual([]);
});

it('hears an answer out when the next change comes, and asks once more after it', async () => {
  const server = serve();
  await opened();
  await shows(0);
  const releases: (() => void)[] = [];
  answer = () => new Promise((resolve) => void releases.push(resolve));
  fillOne();
  await expect.poll(() => releases.length).toBe(2);
  queryClient.setQueryData(queryKey('positions', {}), { list: [], nextCursor: null });
  fillOne();
  // What no screen shows is old from the moment in which what is shown is to be asked again.
  await expect.poll(() => queryClient.getQueryState(queryKey('positions', {}))?.isInvalidated).toBe(true);
  for (const release of releases.splice(0)) release();
  await shows(1);
  await expect.poll(() => releases.length).toBe(2);
  for (const release of releases) release();
  await shows(2);
  expect(server.asked('orders')).toHaveLength(6);
});

it('asks once for what is shown when the line is back, however short it was away', async () => {
  const server = serve();
  const stop = startBackground(document.body, () => undefined);
  await opened();
  await shows(0);
  const before = server.asked('orders').length;
  filled = 5; // while no line stands
  line().close();
  await expect.poll(() => Line.opened.length, { timeout: 5_000 }).toBeGreaterThan(1);
  await shows(5);
  expect(server.asked('orders').length).toBe(before + 2);
  stop();
});

it('has its tabs in the order of an order’s life, and begins with Done where nothing is open', async () => {
  const day = { quantity: 20, filledQuantity: 20 };
  let isOpen = true;
  answering({
    orders: ({ state }) => ({ list: (state === 'open') === isOpen ? [makeOrder(day)] : [], nextCursor: null }) as never,
    fills: () => ({ list: [], nextCursor: null }),
    positions: () => ({ list: [], nextCursor: null }),
    logCheckpoint: () => refusal('no_checkpoint', 'There is none'),
    frontEndVersion: () => refusal('unavailable', 'Not now'),
  });
  const tabs = page.getByRole('navigation', { name: 'Orders' }).getByRole('link');
  const screen = await show(
    <PlaceContext value={place}>
      <Orders />
    </PlaceContext>,
  );
  await expect.element(tabs.nth(0)).toHaveAttribute('aria-current', 'true');
  expect(tabs.elements().map((tab) => tab.textContent?.replace(/\d+$/, ''))).toEqual([
    'Open',
    'Waiting',
    'Done',
    'Trades',
  ]);
  await screen.unmount();
  queryClient.clear();
  isOpen = false;
  await show(
    <PlaceContext value={place}>
      <Orders />
    </PlaceContext>,
  );
  await expect.element(tabs.nth(2)).toHaveAttribute('aria-current', 'true');
});
