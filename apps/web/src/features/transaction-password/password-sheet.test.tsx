import { useState } from 'react';
import { page } from 'vitest/browser';
import { beforeEach, expect, it, vi } from 'vitest';
import { call } from '#api/client.ts';
import { useSession } from '#api/session.ts';
import { answering, refusal, type Answers } from '../../../test/server.ts';
import { choose, press, show } from '../../../test/show.tsx';
import { forgetRemembered } from './remembered.ts';
import { useTransactionPassword } from './use-transaction-password.tsx';

const success = (data: object): Response => Response.json({ code: 200, msg: 'Operation successful', data });
const newMember: Answers = { userDetail: () => success({ userInfo: {}, transactionPasswordUntil: null }) };

beforeEach(() => {
  forgetRemembered();
  // Another session: what one remembered is gone.
  useSession.setState({ token: `T${Math.random()}`, device: 'D', userInfo: undefined });
});

/** A page with something to confirm. */
function Asking() {
  const password = useTransactionPassword();
  const [outcome, setOutcome] = useState('');
  const ask = async () => {
    const result = await password.confirm(
      { title: 'Close the account', text: 'At the end of the month', amount: '₹500.00' },
      (transactionPassword = '') => call('closeAccount', { transactionPassword }),
    );
    setOutcome(result === undefined ? 'left' : result.ok ? 'done' : (result.reason ?? result.cause));
  };
  return (
    <>
      <button type="button" onClick={() => void ask()}>
        Ask
      </button>
      <output data-testid="outcome">{outcome}</output>
      {password.sheet}
    </>
  );
}

async function asking(answers: Answers) {
  const { asked } = answering({ ...newMember, ...answers });
  const screen = await show(<Asking />);
  await screen.getByRole('button', { name: 'Ask' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Transaction password' });
  await expect.element(sheet).toBeVisible();
  return { screen, sheet, asked };
}
const outcome = (text: string) => expect.element(page.getByTestId('outcome')).toHaveTextContent(text);
const boxes = (digits: number) => page.getByRole('img', { name: `${digits} of 6 digits entered` });

it('repeats what is confirmed, and sends itself with the sixth digit of its own keys', async () => {
  const { sheet, asked } = await asking({ closeAccount: () => success({}) });
  await expect.element(sheet.getByText('Close the account')).toBeVisible();
  await expect.element(sheet.getByText('₹500.00')).toBeVisible();
  for (const digit of ['1', '2', '3', '4', '0']) await sheet.getByRole('button', { name: digit, exact: true }).click();
  await expect.element(boxes(5)).toBeVisible();
  expect(asked('closeAccount')).toEqual([]);
  await sheet.getByRole('button', { name: '6', exact: true }).click();
  await outcome('done');
  expect(asked('closeAccount')).toEqual([{ transactionPassword: '123406' }]);
  await expect.poll(() => sheet.query()).toBeNull();
});

let answer = (_: Response): void => undefined;

it('says after five seconds that there is no answer, and goes on waiting for it', async () => {
  await asking({ closeAccount: () => new Promise<Response>((resolve) => (answer = resolve)) });
  await press('12345');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await press('6');
  await expect.element(page.getByText('Checking…')).toBeVisible();
  await vi.advanceTimersByTimeAsync(5100);
  await expect.element(page.getByText(/^No answer yet\./)).toBeVisible();
  vi.useRealTimers();
  answer(success({}));
  await outcome('done');
});

it('a keyboard types too, and Backspace takes a digit back', async () => {
  const { asked } = await asking({ closeAccount: () => success({}) });
  await press('1239');
  await expect.element(boxes(4)).toBeVisible();
  await press('{Backspace}');
  await expect.element(boxes(3)).toBeVisible();
  await press('456');
  await outcome('done');
  expect(asked('closeAccount')).toEqual([{ transactionPassword: '123456' }]);
});

it('the boxes never show which digits they hold', async () => {
  const { sheet } = await asking({});
  await press('135');
  await expect.element(boxes(3)).toBeVisible();
  expect(boxes(3).element().textContent).toBe('');
  await sheet.getByRole('button', { name: 'Close' }).click();
});

it('a wrong one clears the boxes, says how many tries are left, and can be typed again', async () => {
  let tries = 5;
  const { sheet, asked } = await asking({
    closeAccount: ({ transactionPassword }) =>
      transactionPassword === '246810'
        ? success({})
        : refusal('transaction_password_wrong', 'Wrong password', { triesLeft: (tries -= 1) }),
  });
  await press('111111');
  await expect
    .element(sheet.getByRole('alert'))
    .toHaveTextContent('That is not your transaction password. Tries left: 4');
  await expect.element(boxes(0)).toBeVisible();
  await press('2');
  await expect.element(sheet.getByRole('alert')).not.toMatchTextContent(/Tries left/);
  await press('46810');
  await outcome('done');
  expect(asked('closeAccount')).toHaveLength(2);
});

it('a paused one says until when', async () => {
  const { sheet } = await asking({
    closeAccount: () =>
      refusal('transaction_password_paused', 'Paused after five wrong tries', {
        pausedUntil: Date.parse('2026-11-25T14:32:00+05:30'),
      }),
  });
  await press('111111');
  await expect
    .element(sheet.getByRole('alert'))
    .toHaveTextContent('Paused after five wrong tries. Paused until 14:32, your clock');
});

it('any other refusal closes it and is the page’s to tell', async () => {
  const { sheet } = await asking({ closeAccount: () => refusal('account_not_empty', 'There is money left') });
  await press('123456');
  await outcome('account_not_empty');
  await expect.poll(() => sheet.query()).toBeNull();
});

it('leaving it does nothing', async () => {
  const { asked } = await asking({});
  await press('12345{Escape}');
  await outcome('left');
  expect(asked('closeAccount')).toEqual([]);
});

it('is not asked again while the server remembers it', async () => {
  const { screen, sheet, asked } = await asking({
    rememberTransactionPassword: () => ({ until: Date.now() + 900_000 }),
    closeAccount: () => success({}),
  });
  await choose('15 minutes');
  await press('123456');
  await outcome('done');
  expect(asked('rememberTransactionPassword')).toEqual([{ transactionPassword: '123456', minutes: 15 }]);
  await expect.poll(() => sheet.query()).toBeNull();
  await screen.getByRole('button', { name: 'Ask' }).click();
  await expect.poll(() => asked('closeAccount').length).toBe(2);
  expect(sheet.query()).toBeNull();
});

it('another member of the same device is asked as if nothing had been chosen', async () => {
  const { sheet } = await asking({
    rememberTransactionPassword: () => ({ until: Date.now() + 900_000 }),
    closeAccount: () => success({}),
  });
  await choose('15 minutes');
  await press('123456');
  await outcome('done');
  await expect.poll(() => sheet.query()).toBeNull();
  useSession.setState({ token: 'of another member' });
  const { asked } = answering({ ...newMember, closeAccount: () => success({}) });
  await page.getByRole('button', { name: 'Ask' }).click();
  await press('123456');
  await expect.poll(() => asked('closeAccount')).toEqual([{ transactionPassword: '123456' }]);
});

it('asks soon on a line that is open and never answers', async () => {
  // Whether the server remembers a password is not known: then it is asked for.
  const { sheet } = await asking({ userDetail: () => new Promise(() => undefined) });
  await expect.element(sheet.getByText('Close the account')).toBeVisible();
});
