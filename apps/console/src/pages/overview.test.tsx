import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectPatience, makeList, refused, serveCalls, show, signIn, waitingRequest } from '../../test/show.tsx';
import { queries } from '../api/data.ts';
import { Overview } from './overview.tsx';

beforeEach(() => signIn('S2'));
afterEach(() => queries.clear());

const health = (more: object = {}) => ({
  phase: 'preopen_entry_1',
  marketTime: '2026-11-23T09:04:00+05:30',
  withdrawalsWaiting: 0,
  oldestWithdrawalAt: null,
  identitiesWaiting: 0,
  appealsOpen: 0,
  supportUnread: 0,
  unsealed: 0,
  jobsFailed: 0,
  booksStopped: false,
  source: { repository: '', commit: '' },
  booksStop: null,
  ...more,
});

it('the overview is waited for, fails with a way to try again, and names the phase and the market’s time', async () => {
  await expectPatience('consoleHealth', health(), () => show(<Overview />));
  await expect.element(page.getByText('Market phase: preopen entry 1, 09:04 on 2026-11-23.')).toBeVisible();
});

it('the overview counts what waits, and each count leads to its page', async () => {
  const hours = Date.now() - 3 * 3_600_000;
  const counts = { identitiesWaiting: 2, withdrawalsWaiting: 1, appealsOpen: 3, supportUnread: 4, jobsFailed: 5 };
  serveCalls({ consoleHealth: health({ ...counts, oldestWithdrawalAt: hours }) });
  await show(<Overview />);
  await expect.element(page.getByRole('link').first()).toBeVisible();
  const links = page
    .getByRole('link')
    .elements()
    .map((link) => `${link.getAttribute('href')}: ${link.textContent}`);
  expect(links).toEqual([
    '/identities: Identities2under review',
    '/withdrawals: Withdrawals1oldest 3 h 0 min ago',
    '/appeals: Appeals3open',
    '/support: Messages4unread',
    '/health: Jobs5failed',
  ]);
});

describe('what is for this person to decide', () => {
  const mine = page.getByRole('region', { name: 'For you to decide' });

  it('is what others asked for, and nothing of their own', async () => {
    const own = waitingRequest({ id: '8', subject: 'THEWA', maker: 'S2' });
    const asked = serveCalls({ consoleHealth: health(), consoleRequests: makeList(waitingRequest({}), own) });
    await show(<Overview />);
    await expect.element(mine.getByText('About AAMRAI')).toBeVisible();
    await expect.element(mine.getByText('About THEWA')).not.toBeInTheDocument();
    await mine.getByRole('button', { name: 'Decline' }).click();
    await expect.poll(() => asked('consoleDecide')).toEqual([{ id: '7', approve: false, reason: 'review' }]);
  });

  it('is nothing, and says so', async () => {
    serveCalls({ consoleHealth: health() });
    await show(<Overview />);
    await expect.element(mine.getByText('Nothing waits for a second person.')).toBeVisible();
  });
});

describe('a contradiction of the books', () => {
  const stopped = health({ booksStopped: true, booksStop: { id: 'B1', check: 'accounts_sum' } });
  const record = page.getByRole('button', { name: 'Record the cause' });
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Ask for it' });

  it('stops money, and says so, until its cause is asked for in ten characters', async () => {
    const asked = serveCalls({ consoleHealth: stopped });
    await show(<Overview />);
    await expect.element(page.getByRole('alert')).toMatchTextContent('No money moves: the check accounts_sum');
    await record.click();
    const cause = dialog.getByRole('textbox');
    await cause.fill('No idea.');
    await send.click();
    await expect.element(cause).toHaveFocus(); // the form goes back to what is too short
    expect(asked('consoleRequest')).toEqual([]);
    await cause.fill('A disk was restored.');
    await send.click();
    await expect
      .poll(() => asked('consoleRequest'))
      .toEqual([
        {
          action: 'books.cause',
          subject: 'B1',
          payload: { cause: 'A disk was restored.' },
          reason: 'books_explained',
        },
      ]);
  });

  it('whose cause is refused says why', async () => {
    serveCalls({ consoleHealth: stopped, consoleRequest: refused('state', 'It was explained already.') });
    await show(<Overview />);
    await record.click();
    await dialog.getByRole('textbox').fill('A disk was restored.');
    await send.click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('It was explained already.');
  });

  it('whose cause was asked for waits for the second person, and is not asked for again', async () => {
    const payload = { cause: 'A disk was restored.' };
    const other = waitingRequest({ action: 'books.cause', subject: 'B0', payload: { cause: 'Another stop.' } });
    const request = waitingRequest({ id: '8', action: 'books.cause', subject: 'B1', payload });
    serveCalls({ consoleHealth: stopped, consoleRequests: makeList(other, request) });
    await show(<Overview />);
    const stop = page.getByRole('alert');
    await expect.element(stop.getByText(/A disk was restored\./)).toBeVisible();
    await expect.element(stop.getByRole('button', { name: 'Agree' })).toBeEnabled();
    await expect.element(record).not.toBeInTheDocument();
  });
});
