import { afterEach, expect, it, vi } from 'vitest';
import { call, socket, whenPracticeOver, whenSessionOver } from './client.ts';
import { isSignedIn, useSession, type UserInfo } from './session.ts';

afterEach(() => void vi.restoreAllMocks());

it('a session that ends before the shell stands is announced once, when it does', async () => {
  useSession.setState({ token: 'of yesterday' });
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(Response.json({ code: 2001, msg: 'Your session has ended', data: null, time: 1 })),
  );
  await call('configInfo');
  expect(isSignedIn()).toBe(false);
  const announced = vi.fn();
  whenSessionOver(announced);
  expect(announced).toHaveBeenCalledExactlyOnceWith({ message: 'Your session has ended', wasPractice: false });
  const later = vi.fn();
  whenSessionOver(later);
  expect(later).not.toHaveBeenCalled();
});

it('a practice session that the line says is over is opened again once, with the reason that the server gives', async () => {
  const line = new EventTarget();
  vi.spyOn(window, 'WebSocket').mockImplementation(function (this: unknown) {
    return Object.assign(line, { readyState: 1, send: () => undefined, close: () => undefined }) as never; // a line's
  } as never);
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(Response.json({ code: 2001, msg: 'This seat was moved', data: null, time: 1 })),
  );
  useSession.setState({ token: 'T'.repeat(43), userInfo: { id: 'm-seat', deviceOnly: true } as UserInfo });
  const reopened = vi.fn();
  whenPracticeOver((_leave, message) => reopened(message));
  socket.start();
  line.dispatchEvent(new MessageEvent('message', { data: '{"type":"ended","code":2001}' }));
  await expect.poll(() => reopened.mock.calls).toEqual([['This seat was moved']]);
  await new Promise((resolve) => setTimeout(resolve)); // what follows the answer has been
  expect(reopened).toHaveBeenCalledOnce();
  socket.stop();
});
