import { CODES } from 'virtual:contract';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { answered, refused } from '../../test/show.tsx';
import { call, picture } from './api.ts';
import { beginSession, endSession, hasEnded, session } from './session.ts';

const ASHA = { token: 'the token', staff: { number: 'S1', name: 'Asha' } };
beforeEach(() => beginSession(ASHA));
afterEach(() => endSession());

/** Answers every request with `answer`, and gives what was asked. */
function listen(answer: () => Response | Error) {
  const asked: { readonly url: string; readonly init: RequestInit }[] = [];
  const fetching = vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => {
    asked.push({ url: String(url), init: init ?? {} });
    const given = answer();
    return given instanceof Error ? Promise.reject(given) : Promise.resolve(given);
  });
  onTestFinished(() => fetching.mockRestore());
  return asked;
}
const ok = () => Response.json(answered({}));

describe('a call of the back office', () => {
  it('carries the token of the session, and none without a session', async () => {
    const asked = listen(ok);
    await call('consoleMe', {});
    endSession();
    await call('consoleMe', {});
    expect(asked.map(({ init }) => new Headers(init.headers).get('token'))).toEqual(['the token', null]);
  });

  it('has its id in the path, escaped, and not in the body', async () => {
    const asked = listen(ok);
    await call('consoleArticle', { id: 'a/../b' });
    expect(asked[0]?.url).toBe('/console/api/article/a%2F..%2Fb');
    expect(asked[0]?.init.body).toBe('{}');
  });

  it.each([CODES.noSession, CODES.sessionEnded])('signs out when the server answers %i', async (code) => {
    listen(() => Response.json({ code, msg: 'Sign in again.', data: null }));
    await expect(call('consoleMe', {})).rejects.toThrow('Sign in again.');
    expect(session()).toBeUndefined();
    expect(hasEnded()).toBe(true);
  });

  it('that is refused throws the reason and the words of the server, and the session stays', async () => {
    listen(() => Response.json(refused('own_request', 'Another person decides.', { field: 'id' })));
    await expect(call('consoleMe', {})).rejects.toMatchObject({
      message: 'Another person decides.',
      reason: 'own_request',
      field: 'id',
    });
    expect(session()).toEqual(ASHA);
  });

  it('says that the server cannot be reached', async () => {
    listen(() => new TypeError('Failed to fetch'));
    await expect(call('consoleMe', {})).rejects.toThrow('The server cannot be reached.');
  });

  it('is no use of the session once the page has not been touched for a minute', async () => {
    const asked = listen(ok);
    const now = Date.now();
    const clock = vi.spyOn(Date, 'now');
    onTestFinished(() => clock.mockRestore());
    for (const [at, touch] of [[0, 'keydown'], [60_000], [60_001], [60_002, 'pointerdown']] as const) {
      clock.mockReturnValue(now + at);
      if (touch) dispatchEvent(new Event(touch));
      await call('consoleMe', {});
    }
    const background = asked.map(({ init }) => new Headers(init.headers).get('background'));
    expect(background).toEqual([null, null, '1', null]);
  });
});

describe('a picture', () => {
  it('is an address that only this page can use', async () => {
    listen(() => new Response(new Blob(['pixels']), { headers: { 'content-type': 'image/webp' } }));
    const address = await picture('P1');
    onTestFinished(() => URL.revokeObjectURL(address));
    expect(address).toMatch(/^blob:/);
  });

  it('that is refused throws the words of the server', async () => {
    listen(() => Response.json(refused('not_found', 'It was deleted after the decision.')));
    await expect(picture('P1')).rejects.toThrow('It was deleted after the decision.');
  });
});
