import { page } from 'vitest/browser';
import { expect, it } from 'vitest';
import { setMarket, type MarketState } from '#api/market-clock.ts';
import { show } from '../../../test/show.tsx';
import { Bar } from './bar.tsx';

/** A market day of 900 seconds: 26,100 of the market, 29 a second. */
const SPEED = 29;

it('says in real time, not in minutes of the market, when the next part of the day begins', async () => {
  setMarket({
    marketDate: '2026-11-25',
    marketTime: '2026-11-25T14:51:00+05:30',
    session: 'open',
    speed: SPEED,
    at: Date.now(),
    nextChangeAt: Date.now() + 60_000,
  } as MarketState); // of all its fields these count here
  await show(<Bar tab={undefined} indices={null} inbox={null} />);
  // 24 minutes of the market until 15:15.
  await expect.element(page.getByText(/^auction in 0:(49|5\d)$/)).toBeInTheDocument();
});
