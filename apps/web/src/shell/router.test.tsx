import { beforeEach, describe, expect, it } from 'vitest';
import { useConfig, type ConfigInfo } from '#api/config.ts';
import { useSession } from '#api/session.ts';
import { show } from '../../test/show.tsx';
import { answering } from '../../test/server.ts';
import { here, replace } from './location.ts';
import { Page } from './page.tsx';
import { PlaceContext } from './route-context.ts';
import { findRoute } from './route-table.ts';
import { Router } from './router.tsx';

const ASKED = '/pages/personal/index?from=bookmark';
const LOGIN = `/pages/login/index?redirect=${encodeURIComponent(ASKED)}`;

/** The server says what guests may open. */
const receiveGuard = (guard: ConfigInfo['guard']): void =>
  // All that is read here.
  useConfig.setState({ info: { guard, operator: { name: 'Khara', registration: null } } as ConfigInfo });

beforeEach(() => {
  useConfig.setState({ info: undefined });
  useSession.setState({ token: '', device: '', userInfo: undefined });
  answering({ serviceAddress: () => ({ url: '/pages/index/messages/index' }) });
});

describe('a guest at a typed address of a member', () => {
  it('waits for the server’s guard, which may open it', async () => {
    replace(ASKED);
    const screen = await show(<Router />);
    await expect.element(screen.getByRole('main')).toBeVisible();
    expect(here()).toBe(ASKED);
    expect(screen.getByText('You are looking around').query()).toBeNull();
    receiveGuard({ mode: 'blacklist', whitelist: [], blacklist: ['wallet'] });
    await expect.element(screen.getByText('You are looking around')).toBeVisible();
    expect(here()).toBe(ASKED);
  });

  it('is sent to the login when the guard says so, and the login knows where to come back to', async () => {
    replace(ASKED);
    const screen = await show(<Router />);
    await expect.element(screen.getByRole('main')).toBeVisible();
    receiveGuard({ mode: 'whitelist', whitelist: ['/'], blacklist: [] });
    await expect.poll(here).toBe(LOGIN);
  });
});

it('an address that is no page is said to be none, to a guest as well', async () => {
  replace('/pages/nowhere');
  receiveGuard({ mode: 'whitelist', whitelist: ['/'], blacklist: [] });
  const screen = await show(<Router />);
  await expect.element(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(here()).toBe('/pages/nowhere');
});

it('the bar names what the page is about, and the document says what page it is', async () => {
  receiveGuard({ mode: 'whitelist', whitelist: ['/'], blacklist: [] });
  replace('/pages/market/details?code=KORKAI');
  useSession.setState({ token: 'T' });
  const details = findRoute('/pages/market/details');
  if (!details) throw new Error('no such route');
  await show(
    <PlaceContext value={{ route: details, key: 'k', direction: 'none' }}>
      <Page title="KORKAI">{null}</Page>
    </PlaceContext>,
  );
  expect(document.title).toBe('KORKAI · Stock details · Khara');
});
