import type { ReactNode } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { useSession } from '#api/session.ts';
import { MakeKeyForm, NO_DRAFT } from '#features/programs/make-key-form.tsx';
import Security from '#screens/security/security.tsx';
import VotePage from '#screens/vote/vote.tsx';
import { replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { makeMember } from '../../../test/member.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';

const MEMBER = makeMember();

const open = (path: string, page: ReactNode) => {
  replace(path);
  return show(<PlaceContext value={{ route: findRoute(path)!, key: 'k', direction: 'none' }}>{page}</PlaceContext>);
};
/** The address of the page that keeps the account, which leads back to `path`. */
const keepFrom = (path: string): string => `#/pages/personal/keep?redirect=${encodeURIComponent(path)}`;

beforeEach(() => {
  useSession.setState({ token: 'T', device: 'D', userInfo: MEMBER });
});

it('what a practice account has once it is kept is grey under Security, and leads to the page that keeps it', async () => {
  const path = '/pages/personal/security/index';
  answering({
    userDetail: () => ({ userInfo: MEMBER, transactionPasswordUntil: Date.now() + 86_400_000 }),
    passkeys: () => ({ list: [], nextCursor: null }),
    sessions: () => ({ list: [], nextCursor: null }),
  });
  const screen = await open(path, <Security />);
  for (const name of [/^Remember the transaction password/, /^Set up/, /^Add a passkey/]) {
    const row = screen.getByRole('link', { name });
    await expect.element(row).toHaveAttribute('aria-disabled', 'true');
    await expect.element(row.getByText('after keeping')).toBeVisible();
    await expect.element(row).toHaveAttribute('href', keepFrom(path));
  }
  for (const name of [/^Change login password/, /^Transaction password/])
    await expect.element(screen.getByRole('link', { name })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText(/^Remembered until/).elements()).toEqual([]);
});

it('a key of a practice account reads; one that places orders leads to the page that keeps it', async () => {
  const path = '/pages/personal/keys/index';
  const screen = await open(
    path,
    <MakeKeyForm
      draft={NO_DRAFT}
      failure={undefined}
      busy={false}
      onDraft={() => undefined}
      onMake={() => undefined}
    />,
  );
  await expect
    .element(screen.getByRole('link', { name: /^Read and place orders/ }))
    .toHaveAttribute('href', keepFrom(path));
  expect(screen.getByRole('radio', { name: 'Read and place orders' }).elements()).toEqual([]);
});

it('a vote asks a practice account to be kept before anything is chosen', async () => {
  answering({
    voteInfo: () => ({
      id: 'v',
      title: 'Which hours?',
      description: 'Of the market.',
      closesAt: Date.now() + 86_400_000,
      totalVotes: 0,
      votedOptionId: null,
      options: [{ id: 'a', name: 'As now', flag: 'in', votes: null, share: null }],
    }),
  });
  const screen = await open('/pages/index/vote/index', <VotePage />);
  await expect.element(screen.getByRole('button', { name: 'Keep this account' })).toBeVisible();
  await expect.element(screen.getByRole('radio')).toBeDisabled();
  await expect.element(screen.getByText(/^Closes .+, your clock$/)).toBeVisible();
});
