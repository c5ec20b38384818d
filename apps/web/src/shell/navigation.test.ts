import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Guard } from './guard.ts';
import { setRouteTable, type Route } from './route-table.ts';

const stage = vi.hoisted(() => ({
  signedIn: false,
  guard: undefined as unknown,
  went: [] as string[],
  said: [] as string[],
}));
vi.mock('#api/config.ts', () => ({
  useConfig: { getState: () => ({ info: stage.guard === undefined ? undefined : { guard: stage.guard } }) },
}));
vi.mock('#api/session.ts', () => ({ isSignedIn: () => stage.signedIn }));
vi.mock('#i18n/say.ts', () => ({ say: (what: string) => what }));
vi.mock('#ui/toast.ts', () => ({ toast: (text: string) => stage.said.push(text) }));
vi.mock('./location.ts', () => ({
  back: () => false,
  closePagesBefore: () => {},
  onSheetEntry: () => false,
  push: (to: string) => stage.went.push(to),
  replace: (to: string) => stage.went.push(to),
}));

const { mayOpen, navigateTo, redirectTo, reLaunch, switchTab, turnedAway, goBack } = await import('./navigation.ts');
const WAYS = { navigateTo, redirectTo, reLaunch, switchTab };
const WHITELIST: Guard = { mode: 'whitelist', whitelist: ['/', '/pages/market/details'], blacklist: ['detail'] };
const ASKED = '/pages/wallet/index?currency=INR';

const FOR_GUESTS = ['/', '/pages/login/index', '/pages/market/details'];
const route = (path: string): Route => ({
  path,
  ...(path !== '/pages/wallet/index' && { guest: true }),
  title: 'home',
  texts: [],
  screen: () => Promise.reject(new Error('not shown here')),
});
setRouteTable({
  routes: [...FOR_GUESTS, '/pages/wallet/index'].map(route),
  aliases: {},
  notFound: route('*'),
});

beforeEach(() => Object.assign(stage, { signedIn: false, guard: WHITELIST, went: [], said: [] }));

describe.each(Object.entries(WAYS))('%s', (_, go) => {
  it('turns a guest away from a page that is not on the list, says so, and knows where to come back to', () => {
    go(ASKED);
    expect(stage.went).toEqual([`/pages/login/index?redirect=${encodeURIComponent(ASKED)}`]);
    expect(stage.said).toEqual(['loginFirst']);
  });

  it('lets a guest to a page on the list, and a member everywhere', () => {
    go('/pages/market/details?code=THEWA');
    stage.signedIn = true;
    go(ASKED);
    expect(stage.went).toEqual(['/pages/market/details?code=THEWA', ASKED]);
    expect(stage.said).toEqual([]);
  });

  it('follows the blacklist where the server says so', () => {
    stage.guard = { ...WHITELIST, mode: 'blacklist' };
    go('/pages/market/details?code=THEWA');
    go(ASKED);
    expect(stage.went).toEqual([
      `/pages/login/index?redirect=${encodeURIComponent('/pages/market/details?code=THEWA')}`,
      ASKED,
    ]);
  });
});

it('a typed address meets the same guard', () => {
  expect(turnedAway(ASKED)).toBe(`/pages/login/index?redirect=${encodeURIComponent(ASKED)}`);
  expect(turnedAway('/')).toBeUndefined();
});

it('an address that is no page hides nothing: a guest reads that there is none', () => {
  expect(turnedAway('/pages/nowhere?x=1')).toBeUndefined();
  expect(mayOpen('/pages/nowhere?x=1')).toBe(true);
});

it('until the server has said, a guest opens what is for guests too, waits for the rest, and is sent nowhere', () => {
  stage.guard = undefined;
  expect([mayOpen('/'), mayOpen(ASKED)]).toEqual([true, undefined]);
  navigateTo(ASKED);
  expect(stage.went).toEqual([ASKED]);
  expect(stage.said).toEqual([]);
});

it('back goes home when this is the only page', () => {
  goBack();
  expect(stage.went).toEqual(['/']);
});
