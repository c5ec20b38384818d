import type { Data } from '@khara/contract';
import { beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useFeed } from '#api/feed.ts';
import { useMarketClock } from '#api/market-clock.ts';
import { useSession } from '#api/session.ts';
import { readStored, store } from '#lib/storage.ts';
import { loadTexts } from '#i18n/index.ts';
import { replace } from '#shell/location.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { findRoute } from '#shell/route-table.ts';
import { answering, refusal, type Answers } from '../../../test/server.ts';
import { show } from '../../../test/show.tsx';
import ClassBoard from './board.tsx';

const PATH = '/pages/class/board';
const NAMES = 'classNames:c1';

const board: Data<'classBoard'> = {
  id: 'c1',
  name: 'Commerce 2B',
  code: 'CB0J',
  seats: 30,
  taken: 2,
  start: '100000.00',
  endsOn: '2026-12-27',
  endedAt: null,
  missions: [
    { id: 'buy', on: null },
    { id: 'sell', on: '2026-12-01' },
  ],
  list: [
    { seat: 1, done: ['buy'], movedAt: null },
    { seat: 2, done: [], movedAt: null },
  ],
  clock: 'own',
};
const given: Answers = { classBoard: () => board, classResults: () => ({ results: null }) };

beforeEach(async () => {
  store(NAMES, 'Aarav Deshmukh\nAnjali Nair');
  useSession.setState({ token: 'T'.repeat(43) });
  replace(`${PATH}?id=c1`);
  await loadTexts(['classes', 'learn']);
});

async function opened(answers: Answers = given) {
  const server = answering(answers);
  const screen = await show(
    <PlaceContext value={{ route: findRoute(PATH)!, key: 'k', direction: 'none' }}>
      <ClassBoard />
    </PlaceContext>,
  );
  return { ...server, screen };
}

const at = () => document.activeElement?.textContent;

it('is walked by arrows, a cell at a time, and not out of', async () => {
  const { screen } = await opened();
  const table = screen.getByRole('region', { name: 'Missions by seat' });
  await expect.element(table.getByRole('rowheader', { name: 'Anjali Nair' })).toBeVisible();
  (table.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(at()).toBe('1');
  await userEvent.keyboard('{ArrowUp}{ArrowLeft}{ArrowRight}');
  expect(at()).toBe('Aarav Deshmukh');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(at()).toBe('Anjali Nair');
  await userEvent.keyboard('{ArrowUp}{ArrowRight}');
  expect(document.activeElement?.querySelector('[role="img"]')?.getAttribute('aria-label')).toMatch(/: done$/);
});

it('has the names that another window of the teacher’s has read', async () => {
  const { screen } = await opened();
  const event = new StorageEvent('storage', { key: NAMES, newValue: 'Bhavna Solanki' });
  await expect.element(screen.getByText('Aarav Deshmukh')).toBeVisible();
  window.dispatchEvent(event);
  await expect.element(screen.getByRole('rowheader', { name: 'Bhavna Solanki' })).toBeVisible();
});

it('forgets the names of a class that has ended, by its date too', async () => {
  const { screen } = await opened({ ...given, classBoard: () => ({ ...board, name: '', list: [], endedAt: 1 }) });
  await expect.element(screen.getByText('Ended').first()).toBeVisible();
  await expect.poll(() => readStored(NAMES)).toBe(null);
});

it('asks before the space bar pauses, and says what another window was faster in', async () => {
  useMarketClock.setState({
    market: {
      session: 'open',
      marketDate: '2026-11-25',
      marketTime: '2026-11-25T11:38:00+05:30',
      speed: 29,
      nextChangeAt: Date.now() + 60_000,
      at: Date.now(),
    } as never,
  });
  const words = 'The market has moved on meanwhile. Look at the clock again';
  const { screen, asked } = await opened({ ...given, classClock: () => refusal('class_phase_passed', words) });
  await expect.element(screen.getByRole('button', { name: 'Next phase' })).toBeEnabled();
  await expect.element(screen.getByText('Auction 15:15')).toBeVisible();
  await userEvent.keyboard(' ');
  await expect.element(screen.getByRole('dialog', { name: 'Pause the market?' })).toBeVisible();
  expect(asked('classClock')).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Next phase' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Next phase' }).click();
  await expect.element(screen.getByText(words)).toBeVisible();
  expect(asked('classClock')).toEqual([{ id: 'c1', act: 'next_phase', session: 'open' }]);
});

it('says of when its dots are without a network, and moves no clock meanwhile', async () => {
  const { screen } = await opened();
  await expect.element(screen.getByRole('button', { name: 'Next phase' })).toBeEnabled();
  useFeed.setState({ online: false });
  await expect.element(screen.getByText(/Dots are as of \d\d:\d\d:\d\d/)).toBeVisible();
  for (const name of ['Pause', 'Next phase', 'Close the day'])
    await expect.element(screen.getByRole('button', { name })).toBeDisabled();
  await userEvent.keyboard(' ');
  expect(screen.getByRole('dialog').query()).toBeNull();
  useFeed.setState({ online: true });
  await expect.element(screen.getByRole('button', { name: 'Pause' })).toBeEnabled();
});

it('says before the end that names go, and gives them beside what is done', async () => {
  const { screen } = await opened();
  const saved = vi.spyOn(URL, 'createObjectURL');
  await screen.getByRole('button', { name: 'End the class' }).click();
  const sheet = screen.getByRole('dialog');
  await expect.element(sheet.getByText(/Names in this browser go, too/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Export CSV' }).click();
  expect(await (saved.mock.calls[0]![0] as Blob).text()).toMatch('"1","Aarav Deshmukh","done","not done"');
});
