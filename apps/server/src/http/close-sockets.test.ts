import { WebSocket } from 'ws';
import { expect, it, vi } from 'vitest';
import { closeSockets } from './close-sockets.ts';

it('sockets of a server that drains are closed one after the other, those that come meanwhile too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const closed: { readonly at: number; readonly code: number }[] = [];
  const began = performance.now();
  const newSocket = () => {
    const socket = { readyState: WebSocket.OPEN as number, close: (code: number) => note(socket, code) };
    return socket;
  };
  const note = (socket: { readyState: number }, code: number) => {
    socket.readyState = WebSocket.CLOSED;
    closed.push({ at: performance.now() - began, code });
  };
  const sockets = Array.from({ length: 400 }, newSocket);
  const open = () => sockets as unknown as WebSocket[]; // of which it uses these two
  const ended = closeSockets(open, { overMs: 18_000, random: () => 0.5, rest: fakeRest });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(closed.length).toBeGreaterThan(190);
  expect(closed.length).toBeLessThan(210);
  sockets.push(newSocket());
  await vi.advanceTimersByTimeAsync(9_100);
  await ended;
  vi.useRealTimers();
  expect(new Set(closed.map(({ code }) => code))).toEqual(new Set([1012]));
  expect(closed).toHaveLength(401);
  const perSecond = Map.groupBy(closed, ({ at }) => Math.floor(at / 1_000));
  expect(Math.max(...[...perSecond.values()].map(({ length }) => length))).toBeLessThan(40);
});

/** Node's own timers of promises are not faked. */
const fakeRest = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
