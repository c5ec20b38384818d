import type { Data } from '@khara/contract';
import { page } from 'vitest/browser';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { useSession } from '#api/session.ts';
import { queryClient } from '#api/client.ts';
import { replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering, refusal, type Answers } from '../../../test/server.ts';
import { choose, show } from '../../../test/show.tsx';
import { useNewKey } from '#features/programs/new-key.ts';
import { PaneFrame } from '#shell/desk/pane-frame.tsx';
import NewKeyPane from '../desk/new-key.tsx';
import Keys from './keys.tsx';

type Key = Data<'makeProgramKey'>['key'];

const DAY_MS = 86_400_000;
const key = (more: Partial<Key> = {}): Key => ({
  id: 'ab12000000000f9e',
  name: 'Morning notebook',
  scope: 'trade',
  redirect: 'http://127.0.0.1:5000/back',
  postback: null,
  addresses: [],
  createdAt: Date.now() - DAY_MS,
  expiresAt: Date.now() + DAY_MS,
  lastUsedAt: null,
  lastAddress: null,
  endedAt: null,
  ...more,
});
const listed = (...keys: Key[]) => ({ programKeys: () => ({ list: keys, nextCursor: null }) });
const place = { route: findRoute('/pages/personal/keys/index')!, key: 'k', direction: 'none' } as const;

beforeEach(() => {
  queryClient.clear();
  replace('/pages/personal/keys/index');
  useNewKey.setState({ isOpen: false, made: undefined });
  useSession.setState({ token: `T${Math.random()}`, device: 'D', userInfo: undefined });
});

async function showing(answers: Answers) {
  const { asked } = answering(answers);
  const screen = await show(
    <PlaceContext value={place}>
      <Keys />
    </PlaceContext>,
  );
  // A page that stayed would ask the next test's server.
  onTestFinished(() => screen.unmount());
  return { screen, asked };
}

it('lists keys with what they may do and when they were used; one that ended cannot be revoked', async () => {
  const used = key({ lastUsedAt: Date.now(), lastAddress: '203.0.113.7' });
  const { screen } = await showing(listed(used, key({ id: '0000000000000001', name: 'Old bot', endedAt: Date.now() })));
  await expect.element(screen.getByText('may place orders').first()).toBeVisible();
  await expect.element(screen.getByText('ab12…9e')).toBeVisible();
  await expect.element(screen.getByText(/from 203\.0\.113\.7/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Revoke Morning notebook?' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Revoke Old bot?' }).elements()).toEqual([]);
});

it('makes a key, and shows its secret until the reader says that it is stored', async () => {
  const { asked } = await showing({
    ...listed(),
    makeProgramKey: ({ name }) => ({
      key: key({ name }),
      secret: 'the-secret',
      accessToken: 'the-token',
      refreshToken: 'the next one',
    }),
  });
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabelText('Name').fill('Evening bot');
  await choose('Read and place orders');
  await page.getByLabelText('Transaction password', { exact: true }).fill('135790');
  await page.getByLabelText('IP addresses (optional)').fill('203.0.113.7, 203.0.113.8');
  await page.getByLabelText('Address for order updates (optional)').fill('https://bot.example/orders');
  await page.getByRole('button', { name: 'Make the key' }).click();
  await expect.element(page.getByText('Evening bot is ready')).toBeVisible();
  await expect.element(page.getByText('the-secret')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByText('Tick that you have stored it')).toBeVisible();
  await page.getByText('I have stored the secret').click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByText('the-secret')).not.toBeInTheDocument();
  expect(asked('makeProgramKey')).toEqual([
    {
      name: 'Evening bot',
      scope: 'trade',
      days: 7,
      postback: 'https://bot.example/orders',
      addresses: '["203.0.113.7","203.0.113.8"]',
      transactionPassword: '135790',
    },
  ]);
});

it('says at its field what is wrong with a new key, and keeps what was typed', async () => {
  await showing({
    ...listed(),
    makeProgramKey: () => refusal('program_postback_invalid', 'Not such an address', { field: 'postback' }),
  });
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabelText('Name').fill('Evening bot');
  await page.getByRole('button', { name: 'Make the key' }).click();
  await expect.element(page.getByText('Not such an address')).toBeVisible();
  await expect.element(page.getByLabelText('Name')).toHaveValue('Evening bot');
});

it('asks who it is where the login was a while ago, and then makes the key', async () => {
  const { asked } = await showing({
    ...listed(),
    makeProgramKey: ({ name, password }) =>
      password === undefined
        ? refusal('password_required', 'Type it', { field: 'password' })
        : {
            key: key({ name, scope: 'read' }),
            secret: 'the-secret',
            accessToken: 'the-token',
            refreshToken: 'the next one',
          },
  });
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabelText('Name').fill('Reader');
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.getByLabelText('Login password').fill('correct horse');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(page.getByText('Reader is ready')).toBeVisible();
  expect(asked('makeProgramKey')).toHaveLength(2);
});

it('revokes a key when that was confirmed', async () => {
  const { asked } = await showing({ ...listed(key()), endProgramKey: () => null });
  await page.getByRole('button', { name: 'Revoke Morning notebook?' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(() => asked('endProgramKey')).toEqual([{ id: 'ab12000000000f9e' }]);
});

it('has no sixth key', async () => {
  const five = Array.from({ length: 5 }, (_, at) => key({ id: `000000000000000${at}` }));
  await showing(listed(...five));
  await expect.element(page.getByRole('button', { name: '5 of 5 keys. Revoke one to make another.' })).toBeDisabled();
});

it.each([
  ['ab12000000000f9e', 'Let Morning notebook log in?'],
  ['ffffffffffffffff', 'No such key'],
  ['0000000000000002', 'This key has no address after login'],
])('asks whether the program of key %s may log in: %s', async (id, said) => {
  replace(`/pages/personal/keys/index?api_key=${id}`);
  await showing(listed(key(), key({ id: '0000000000000002', redirect: null })));
  await expect.element(page.getByText(said)).toBeVisible();
});

it('is one button when the keys did not come', async () => {
  let isUp = false;
  await showing({
    programKeys: () => (isUp ? { list: [key()], nextCursor: null } : refusal('maintenance', 'Not now')),
  });
  // The page may ask again by itself: only the tap finds the server up.
  document.addEventListener('click', () => (isUp = true), { capture: true, once: true });
  await page.getByText('Tap the screen to retry').click();
  await expect.element(page.getByText('Morning notebook')).toBeVisible();
});

const pane = (name: 'main' | 'side') => ({
  ...place,
  pane: { name, path: place.route.path, search: '', change: () => {}, Frame: PaneFrame, hasSide: true },
});

/** The panes of the desk: the keys, and beside them a key that is being made. */
function Panes({ isHere = true }: { readonly isHere?: boolean }) {
  const { isOpen, made } = useNewKey();
  if (!isHere) return null;
  return (
    <>
      <PlaceContext value={pane('main')}>
        <Keys />
      </PlaceContext>
      {(isOpen || made) && (
        <PlaceContext value={pane('side')}>
          <NewKeyPane />
        </PlaceContext>
      )}
    </>
  );
}

it('on the desk makes a key beside the list: no sheet covers it, and the focus goes there and back', async () => {
  answering({
    ...listed(),
    makeProgramKey: ({ name }) => ({
      key: key({ name }),
      secret: 'the-secret',
      accessToken: 'the-token',
      refreshToken: 'the next one',
    }),
  });
  const screen = await show(<Panes />);
  onTestFinished(() => screen.unmount());
  const make = screen.getByRole('button', { name: 'Make a key' });
  await make.click();
  await expect.element(screen.getByLabelText('Name')).toHaveFocus();
  await screen.getByLabelText('Name').fill('Evening bot');
  await screen.getByRole('button', { name: 'Make the key' }).click();
  await expect.element(screen.getByRole('group', { name: 'Evening bot is ready' })).toHaveFocus();
  expect(screen.getByRole('dialog').elements()).toEqual([]);
  // A key is made once the reader has stored the one before.
  await make.click();
  await expect.element(screen.getByRole('group', { name: 'Evening bot is ready' })).toHaveFocus();

  // Another page and back: the secret is shown this once, so it waits.
  await screen.rerender(<Panes isHere={false} />);
  const leaving = new Event('beforeunload', { cancelable: true });
  expect(dispatchEvent(leaving)).toBe(false);
  await screen.rerender(<Panes />);
  await expect.element(screen.getByText('the-secret')).toBeVisible();
  await screen.getByText('I have stored the secret').click();
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByText('the-secret')).not.toBeInTheDocument();
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
});

it('on the desk a form of a new key is closed by its button, and the focus goes back', async () => {
  answering(listed());
  const screen = await show(<Panes />);
  onTestFinished(() => screen.unmount());
  await screen.getByRole('button', { name: 'Make a key' }).click();
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(screen.getByRole('button', { name: 'Make a key' })).toHaveFocus();
  await expect.element(screen.getByLabelText('Name')).not.toBeInTheDocument();
});
