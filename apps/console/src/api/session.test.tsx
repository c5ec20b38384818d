import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../test/show.tsx';
import { beginSession, endSession, hasEnded, session, useSession } from './session.ts';

const ASHA = { token: 'the token', staff: { number: 'S1', name: 'Asha' } };
beforeEach(() => localStorage.clear());
afterEach(() => endSession());

const Name = () => <p>{useSession()?.staff.name ?? 'signed out'}</p>;

it('a session is kept in this tab and nowhere else', () => {
  beginSession(ASHA);
  expect(session()).toEqual(ASHA);
  expect(Object.values({ ...sessionStorage }).join('')).toContain('the token');
  expect(Object.values({ ...localStorage })).toEqual([]);
});

it('a session outlives a reload of its tab', async () => {
  beginSession(ASHA);
  const again = './session.ts?reloaded'; // the module as a reload evaluates it
  const reloaded = (await import(/* @vite-ignore */ again)) as typeof import('./session.ts');
  expect(reloaded.session()).toEqual(ASHA);
});

it('a session lasts as long as its page where the browser keeps nothing', async () => {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
  }
  const fresh = './session.ts?forbidden'; // the module as a first visit evaluates it
  const first = (await import(/* @vite-ignore */ fresh)) as typeof import('./session.ts');
  first.beginSession(ASHA);
  first.keepDevice('the device');
  expect([first.session(), first.device()]).toEqual([ASHA, 'the device']);
  first.endSession();
  expect(first.session()).toBeUndefined();
  vi.restoreAllMocks();
});

it('a session that was ended leaves no token behind', () => {
  beginSession(ASHA);
  endSession();
  expect(session()).toBeUndefined();
  expect(Object.values({ ...sessionStorage }).join('')).not.toContain('the token');
  expect(hasEnded(), 'its owner ended it').toBe(false);
});

it('a session that ended by itself says so until the next one begins', () => {
  endSession({ byItself: true });
  expect(hasEnded()).toBe(true);
  beginSession(ASHA);
  expect(hasEnded()).toBe(false);
});

it('a page follows the session that begins and ends', async () => {
  await show(<Name />);
  await expect.element(page.getByText('signed out')).toBeVisible();
  beginSession(ASHA);
  await expect.element(page.getByText('Asha')).toBeVisible();
  endSession();
  await expect.element(page.getByText('signed out')).toBeVisible();
});
