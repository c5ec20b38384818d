import { afterEach, expect, it, vi } from 'vitest';
import { useConfig } from '#api/config.ts';
import { useSession } from '#api/session.ts';
import { currentLanguage } from '#lib/language.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { makeMember } from '../../../test/member.ts';
import { answering } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import Customer from '../customer/customer.tsx';
import Personal from './personal.tsx';

const route = findRoute('/pages/personal/index');
if (!route) throw new Error('no such route');

afterEach(() => useSession.setState({ token: '', userInfo: undefined }));

async function shown(page: React.ReactNode, url = '/pages/index/messages/index') {
  useConfig.setState({ info: undefined });
  const { asked } = answering({
    serviceAddress: () => ({ url }),
    configValue: () => ({ title: 'Help', body: 'Questions and answers.' }),
    articles: () => ({ list: [], nextCursor: null }),
    userDetail: () => ({ userInfo: useSession.getState().userInfo ?? MEMBER, transactionPasswordUntil: null }),
    setNickname: ({ nickname }) => ({ userInfo: { ...MEMBER, nickname: String(nickname) } }),
    unreadNotices: () => ({ all: 0, task: 0, system: 0, transaction: 0 }),
    bankAccounts: () => [],
    accessLog: () => ({ list: [], nextCursor: null }),
    languages: () => [
      { code: 'zh-Hans', flag: 4, name: '中文' },
      { code: 'en', flag: 1, name: 'English (India)' },
      { code: 'ta', flag: 9, name: 'தமிழ்' },
    ],
  });
  const screen = await show(<PlaceContext value={{ route: route!, key: 'k', direction: 'none' }}>{page}</PlaceContext>);
  return { screen, asked };
}

it('each row leads where it says: the certificate in one tap, help to help, rules to rules', async () => {
  const { screen } = await shown(<Personal />);
  for (const [name, to] of [
    [/^Platform certificate/, '#/pages/index/customer/index?topic=certificate'],
    [/^Help centre/, '#/pages/index/customer/index'],
    [/^Rules/, '#/pages/index/rules/index'],
  ] as const)
    await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', to);
});

it('help leads to a person: the thread of the app, or the address of the installation, which is named', async () => {
  const { screen } = await shown(<Customer />);
  const write = screen.getByRole('link', { name: /^Write to customer service/ });
  await expect.element(write).toHaveAttribute('href', '#/pages/index/messages/index');
  await expect.element(screen.getByRole('link', { name: 'Rules of this market' })).toBeVisible();
});

it('customer service outside the app opens beside it', async () => {
  const { screen } = await shown(<Customer />, 'https://help.example/khara');
  const write = screen.getByRole('button', { name: /^Write to customer service/ });
  await expect.element(write).toMatchTextContent(/Opens https:\/\/help\.example\/khara, outside this app/);
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  await write.click();
  expect(opened).toHaveBeenCalledWith('https://help.example/khara', '_blank', 'noopener,noreferrer');
});

it('an address that is a program is not one of customer service', async () => {
  const { screen } = await shown(<Customer />, 'javascript:alert(1)');
  const write = screen.getByRole('link', { name: /^Write to customer service/ });
  await expect.element(write).toHaveAttribute('href', '#/pages/index/messages/index');
});

it('the languages are those that the server lists and the app has, in its order and by its names', async () => {
  const { screen, asked } = await shown(<Personal />);
  expect(asked('languages')).toEqual([]);
  await screen.getByRole('button', { name: /^Language/ }).click();
  const choices = screen.getByRole('radiogroup');
  await expect.poll(() => choices.element().textContent).toBe('中文English (India)');
  expect(currentLanguage()).toBe('en');
});

it.each([
  ['https://source.example/khara', /Free software under the AGPL: source\.example/, 'https://source.example/khara'],
  [null, /ask customer service for it/, undefined],
] as const)('help says where the source of this copy is: %s', async (url, words, opened) => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const { screen } = await shown(<Customer />);
  useConfig.setState({ info: { source: { version: '1.0.2', url } } as never }); // no more of it is asked for
  const row = screen.getByRole('button', { name: /^Source code of version 1\.0\.2/ });
  await expect.element(row).toMatchTextContent(words);
  await row.click();
  if (opened !== undefined) expect(open).toHaveBeenCalledWith(opened, '_blank', 'noopener,noreferrer');
  else expect(open).not.toHaveBeenCalled();
  open.mockRestore();
});

const MEMBER = makeMember({ phone: '+91 98765 43210', deviceOnly: false, nickname: 'Asha', inviteCode: 'ABC123' });

it.each([
  ['standard', false, [true, true]],
  ['school', false, [false, false]],
  ['school', true, [false, true]], // what pauses a withdrawal is not hidden
] as const)(
  'of the profile %s shows code and score as its menus have them (paused: %s)',
  async (profile, paused, [code, score]) => {
    useSession.setState({ token: 'T', device: 'D', userInfo: { ...MEMBER, withdrawalBlocked: paused } });
    const { screen } = await shown(<Personal />);
    useConfig.setState({ info: { profile, operator: { registration: null } } as never }); // no more of it is asked for
    await expect.element(screen.getByRole('heading', { name: 'Asha' })).toBeVisible();
    await expect.poll(() => screen.getByRole('button', { name: /^Invite a friend/ }).query() !== null).toBe(code);
    await expect.poll(() => screen.getByRole('link', { name: /^Credit score/ }).query() !== null).toBe(score);
  },
);

it('a member’s name is changed under Personal', async () => {
  useSession.setState({ token: 'T', device: 'D', userInfo: MEMBER });
  const { screen, asked } = await shown(<Personal />);
  await screen.getByRole('button', { name: /^Name Asha/ }).click();
  const sheet = screen.getByRole('dialog', { name: 'Your name here' });
  await sheet.getByRole('textbox').fill('<b>');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByRole('alert')).toBeVisible();
  expect(asked('setNickname')).toEqual([]);
  await sheet.getByRole('textbox').fill('Asha Rao');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => useSession.getState().userInfo?.nickname).toBe('Asha Rao');
  expect(asked('setNickname')).toEqual([{ nickname: 'Asha Rao' }]);
});

it('a practice account has no name of its own yet, and none is shown', async () => {
  useSession.setState({ token: 'T', device: 'D', userInfo: { ...MEMBER, deviceOnly: true } });
  const { screen } = await shown(<Personal />);
  await expect.element(screen.getByRole('heading', { name: 'Practice account' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Name / })).not.toBeInTheDocument();
});

it('logging out says of a practice account that it stays on the device, and what opens it again', async () => {
  useSession.setState({ token: 'T', device: 'D', userInfo: { ...MEMBER, deviceOnly: true } });
  const { screen } = await shown(<Personal />);
  await screen.getByRole('button', { name: 'Log out' }).click();
  const words = 'This account stays on this device. “Open my practice account” on Home opens it again.';
  await expect.element(screen.getByRole('dialog').getByText(words)).toBeVisible();
});
