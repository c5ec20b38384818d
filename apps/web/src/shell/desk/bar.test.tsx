import { page } from 'vitest/browser';
import { expect, it } from 'vitest';
import { setMarket } from '#api/market-clock.ts';
import { show } from '../../../test/show.tsx';
import PracticeSheet from '../practice-sheet.tsx';
import { Bar } from './bar.tsx';

/** A market day of 900 seconds: 26,100 of the market, 29 a second. */
const SPEED = 29;

const SAID = {
  profile: 'compressed',
  marketDate: '2026-11-25',
  marketTime: '2026-11-25T14:51:00+05:30',
  session: 'open',
  phase: 'continuous',
  speed: SPEED,
} as const;
const say = (pace?: 'paused') =>
  setMarket({ ...SAID, at: Date.now(), nextChangeAt: Date.now() + 60_000, ...(pace && { pace }) });

it('says in real time, not in minutes of the market, when the next part of the day begins', async () => {
  say();
  await show(<Bar tab={undefined} indices={null} inbox={null} />);
  // 24 minutes of the market until 15:15.
  await expect.element(page.getByText(/^auction in 0:(49|5\d)$/)).toBeInTheDocument();
});

it('and the practice sheet say no time of a market that is paused, and how long a day takes', async () => {
  say('paused');
  await show(
    <>
      <Bar tab={undefined} indices={null} inbox={null} />
      <PracticeSheet open onClose={() => undefined} />
    </>,
  );
  await expect.element(page.getByText(/takes 15 minutes of real time/)).toBeVisible();
  await expect.element(page.getByText(/14:51:00/).first()).toBeInTheDocument();
  expect(document.body.textContent).not.toMatch(/NaN|Infinity| in \d/);
});
