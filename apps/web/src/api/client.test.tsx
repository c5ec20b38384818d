import { afterEach, expect, it, vi } from 'vitest';
import { call, whenSessionOver } from './client.ts';
import { isSignedIn, useSession } from './session.ts';

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
