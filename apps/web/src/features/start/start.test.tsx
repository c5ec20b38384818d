import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceKeyMessage } from '@khara/rules';
import { call, queryClient, whenPracticeOver } from '#api/client.ts';
import { useMarketClock, type MarketState } from '#api/market-clock.ts';
import { useFeed } from '#api/feed.ts';
import { joinClass, reopenSession, startPractice } from '#api/practice.ts';
import { forgetSession, useSession, type UserInfo } from '#api/session.ts';
import { loadTexts } from '#i18n/index.ts';
import Keep from '#screens/start/keep.tsx';
import { turnedAway } from '#shell/navigation.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { makeOrder } from '../../../test/order.ts';
import { makeMember } from '../../../test/member.ts';
import { answering, lost, refusal, type Answers } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import { GuestHero } from '#features/home/hero.tsx';
import NextRow from '#features/home/next-row.tsx';
import StartSheet from './start-sheet.tsx';

const MEMBER = makeMember({ createdAt: Date.now() });
const SESSION = { token: 'T'.repeat(43), device: 'D', userInfo: MEMBER };
const CAPITAL = {
  totalAssets: '100212.40',
  availableAssets: '100212.40',
  frozenAmount: '0.00',
  unpaidAmount: '0.00',
  holdingsValue: '0.00',
  putIn: '100000.00',
  todayProfit: '212.40',
  totalProfit: '212.40',
  chargesToday: '0.00',
  charges: '0.00',
  wallets: [],
};
const challenge = 'p1pMZ5tQxKXq3u0sYcV7bwGTmPq0l0hQkUe2a4vN8sWcX7Yt1aE';
const given: Answers = { practiceChallenge: () => ({ challenge }), openPracticeAccount: () => SESSION };

beforeEach(async () => {
  useSession.setState({ token: '', device: '', userInfo: undefined });
  useFeed.setState({ online: true });
  await loadTexts(['start', 'login', 'nav', 'home', 'newStocks']);
});

const bytes = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.codePointAt(0)!);

async function starting(answers: Answers = given) {
  const server = answering(answers);
  const onDone = vi.fn<() => void>();
  const screen = await show(<StartSheet open onClose={() => undefined} onDone={onDone} />);
  const button = screen.getByRole('button', { name: 'Start with ₹1,00,000.00' });
  return { ...server, screen, button, onDone };
}

/** The device key of a request. */
const keyOf = (payload: unknown) => (payload as { publicKey: string }).publicKey;

describe('starting without a phone', () => {
  it('says before the tap what it is and is not, then signs with a key that stays in this browser', async () => {
    const { asked, screen, button, onDone } = await starting();
    await expect.element(screen.getByText(/Kept elsewhere\./)).toBeVisible();
    await button.click();
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
    await expect.element(screen.getByText(/^Your practice account is ready\./)).toBeVisible();
    await button.click();
    await expect.poll(() => asked('openPracticeAccount').length).toBe(2);
    const [first, second] = asked('openPracticeAccount');
    expect(first).toMatchObject({ agree: true, challenge });
    expect(second!['publicKey']).toBe(first!['publicKey']);
    const kind = { name: 'ECDSA', namedCurve: 'P-256' };
    const key = await crypto.subtle.importKey('raw', bytes(String(first!['publicKey'])), kind, true, ['verify']);
    const message = new TextEncoder().encode(deviceKeyMessage(challenge));
    const signature = bytes(String(first!['signature']));
    expect(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, message)).toBe(true);
  });

  it('says how long a network that has opened too many has to wait', async () => {
    const words = 'Too many accounts from this network. Try again in 12 min, or create one with a phone number';
    const { screen, button } = await starting({
      ...given,
      openPracticeAccount: () => refusal('too_many_practice_accounts', words, { retryAfter: 700, minutes: 12 }),
    });
    await button.click();
    await expect.element(screen.getByText(words)).toBeVisible();
    await expect.element(button).toBeDisabled();
    expect(screen.getByText(/You can try again/).elements(), 'said once').toEqual([]);
    await expect
      .element(screen.getByRole('link', { name: 'Create one with a phone number' }))
      .toHaveAttribute('href', '#/pages/login/index?mode=register');
  });

  it('opens the account of this browser again after a log out, and a new one where that has ended', async () => {
    const first = await starting();
    await first.button.click();
    await expect.poll(() => first.onDone.mock.calls.length).toBe(1);
    await first.screen.unmount();
    forgetSession();
    const hero = await show(<GuestHero onStart={() => undefined} />);
    await expect.element(hero.getByRole('button', { name: 'Open my practice account' })).toBeVisible();
    await hero.unmount();
    let hasEnded = false;
    const words = 'No practice account has this device’s key.';
    const { asked, screen, button, onDone } = await starting({
      ...given,
      practiceSignIn: () => (hasEnded ? refusal('device_key_unknown', words) : SESSION),
    });
    const open = screen.getByRole('button', { name: 'Open my practice account' });
    await open.click();
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
    expect([asked('practiceSignIn').length, asked('openPracticeAccount').length]).toEqual([1, 0]);
    hasEnded = true;
    await open.click();
    await expect.element(screen.getByText(words)).toBeVisible();
    await button.click();
    await expect.poll(() => asked('openPracticeAccount').length).toBe(1);
  });

  it('says where the browser keeps nothing, and goes on for as long as the page is open', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const { screen, button, onDone } = await starting();
    await expect.element(screen.getByText(/^This browser keeps nothing\./)).toBeVisible();
    await button.click();
    await expect.poll(() => onDone.mock.calls.length).toBe(1);
  });

  it('needs a line', async () => {
    useFeed.setState({ online: false });
    const { screen } = await starting();
    await expect.element(screen.getByRole('button', { name: 'Needs a line' })).toBeDisabled();
  });
});

const none = () => ({ list: [], nextCursor: null });

const next = async (orders: NonNullable<Answers['orders']>, more: Partial<UserInfo> = {}) => {
  useSession.setState({ ...SESSION, userInfo: { ...MEMBER, id: `m${Math.random()}`, ...more } });
  answering({ orders, totalCapital: () => CAPITAL, subscriptions: none, newStocks: none });
  queryClient.clear(); // what the member before was answered
  return show(<NextRow place={null} />);
};

describe('what waits for a practice account', () => {
  it('is the first mission, and after the first fill once whether to keep it', async () => {
    const before = await next(none);
    await expect.element(before.getByText('First share, mission 1')).toBeVisible();
    await before.unmount();
    const after = await next(() => ({ list: [makeOrder({ filledQuantity: 1 })], nextCursor: null }));
    await after.getByRole('button', { name: 'Not now' }).click();
    await expect.element(after.getByText('Keep this account?')).not.toBeInTheDocument();
  });

  it.each([
    ['is keeping it on the second real day, without an order', 0, 'Keep this account?'],
    ['is the first mission where the clock of the device alone is a day ahead', -86_400_000, 'First share, mission 1'],
  ])('%s', async (_fact, aheadMs, title) => {
    useMarketClock.setState({ market: { session: 'open' } as MarketState, aheadMs }); // the session alone is looked at
    const screen = await next(none, { createdAt: Date.now() - 86_400_000 });
    await expect.element(screen.getByText(title)).toBeVisible();
  });
});

describe('keeping it', () => {
  const route = findRoute('/pages/personal/keep');
  const keeping = async (answer: NonNullable<Answers['keepPracticeAccount']>, nickname = '') => {
    const server = answering({
      ...given,
      keepPracticeAccount: answer,
      missions: () => ({ missions: [] }),
      totalCapital: () => CAPITAL,
      orders: () => ({ list: [], nextCursor: null }),
      fills: () => ({ list: [], nextCursor: null }),
    });
    await startPractice();
    const screen = await show(
      <div style={{ display: 'flex', height: 600 }}>
        <PlaceContext value={{ route: route!, key: 'k', direction: 'none' }}>
          <Keep />
        </PlaceContext>
      </div>,
    );
    await screen.getByLabelText('Phone number').fill('98200 12345');
    await screen.getByLabelText('Login password', { exact: true }).fill('saffron-99');
    await screen.getByLabelText('Password again').fill('saffron-99');
    await screen.getByLabelText('Transaction password, six digits').fill('4829');
    await expect.element(screen.getByRole('button', { name: '2 more digits' })).toBeVisible();
    await screen.getByLabelText('Transaction password, six digits').fill('482916');
    await screen.getByLabelText('Your name, if you like').fill(nickname);
    await screen.getByRole('checkbox').click();
    await expect.element(screen.getByText('Orders and trades')).toBeVisible();
    const keep = screen.getByRole('button', { name: 'Keep this account' });
    // It stands below the form wherever that is scrolled to.
    await expect.element(keep).toBeInViewport({ ratio: 1 });
    await keep.click();
    return { ...server, screen };
  };

  it('is led to from a page that is for kept accounts, and sends phone, passwords and the proof of its key', async () => {
    useSession.setState(SESSION);
    expect(turnedAway('/pages/personal/kyc/index')).toMatch(/^\/pages\/personal\/keep\?redirect=/);
    const kept = { ...MEMBER, deviceOnly: false, phone: '+91 98XXXXXX45' };
    const { asked } = await keeping(() => ({ userInfo: kept }), 'Asha Rao');
    await expect.poll(() => useSession.getState().userInfo?.deviceOnly).toBe(false);
    const sent = {
      phone: '+919820012345',
      password: 'saffron-99',
      transactionPassword: '482916',
      nickname: 'Asha Rao',
    };
    const proof = { challenge };
    expect(asked('keepPracticeAccount')).toMatchObject([{ ...sent, ...proof }]);
    expect(turnedAway('/pages/personal/kyc/index')).toBeUndefined();
  });

  it('says beside the number that it has an account', async () => {
    const words = 'This number has an account. Log in there; this one cannot be joined to it';
    const { screen, asked } = await keeping(() => refusal('phone_taken', words, { field: 'phone' }));
    await expect.element(screen.getByText(words)).toBeVisible();
    expect(useSession.getState().userInfo?.deviceOnly).toBe(true);
    expect(asked('keepPracticeAccount')[0]).not.toHaveProperty('nickname'); // none was typed: it stays as it is
  });
});

const over = () => Response.json({ code: 2001, msg: 'Your session has ended', data: null });

describe('a session that is over', () => {
  const said: string[] = [];
  const again = { ...SESSION, token: 'U'.repeat(43) };

  beforeEach(() => {
    said.length = 0;
    whenPracticeOver((leave, message) => void reopenSession(leave, () => void said.push(message)));
    useSession.setState(SESSION);
  });

  it('is opened again by the key of this device, and nothing is said', async () => {
    const { asked } = answering({ ...given, practiceSignIn: () => again, userDetail: over });
    await startPractice();
    await call('userDetail');
    await expect.poll(() => useSession.getState().token).toBe(again.token);
    expect(asked('practiceSignIn')).toMatchObject([{ challenge }]);
  });

  it('ends where the key or its account is gone, and not for a line that is', async () => {
    let isLost = true;
    const { asked } = answering({
      ...given,
      practiceSignIn: () => (isLost ? lost() : refusal('device_key_unknown', 'It has ended')),
      userDetail: over,
    });
    await startPractice();
    await call('userDetail');
    await expect.poll(() => asked('practiceSignIn').length).toBeGreaterThan(0);
    expect(useSession.getState().token).toBe(SESSION.token);
    isLost = false;
    await expect
      .poll(async () => {
        await call('userDetail');
        return useSession.getState().token;
      })
      .toBe('');
  });

  it('says that a seat was moved, and comes back to the account that this device had before', async () => {
    const seat = { ...SESSION, token: 'S'.repeat(43) };
    const { asked } = answering({
      ...given,
      joinClass: () =>
        asked('joinClass').length === 1 ? refusal('class_device_taken', 'Another account') : { ...seat, seat: 7 },
      userDetail: () => Response.json({ code: 2001, msg: 'This seat was moved', data: null }),
      practiceSignIn: () => (asked('practiceSignIn').length === 1 ? refusal('device_key_unknown', 'Gone') : again),
    });
    await startPractice();
    await joinClass('CB0J', false);
    await call('userDetail');
    await expect.poll(() => useSession.getState().token).toBe(again.token);
    expect(said).toEqual(['This seat was moved']);
  });

  it('comes back to the seat that it has when the code of the wall is read again', async () => {
    const { asked } = answering({ ...given, joinClass: () => ({ ...SESSION, seat: 7 }) });
    await startPractice();
    await joinClass('CB0J', false);
    await joinClass('CB0J', false);
    expect(new Set(asked('joinClass').map(keyOf)).size).toBe(1);
    expect(keyOf(asked('joinClass')[0])).toBe(keyOf(asked('openPracticeAccount')[0]));
  });
});
