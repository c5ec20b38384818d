import { expect, it } from 'vitest';
import { setMarket, type MarketState } from '#api/market-clock.ts';
import { show } from '../../../test/show.tsx';
import { SessionNote } from './market-words.tsx';

const market = (session: MarketState['session'], phase: MarketState['phase'], phaseOfOthers = phase): MarketState => ({
  profile: 'compressed',
  session,
  marketTime: '2026-12-01T15:50:00+05:30',
  marketDate: '2026-12-01',
  at: Date.now(),
  nextChangeAt: Date.now() + 60_000,
  speed: 30,
  ...(phase && { phase }),
  ...(phaseOfOthers && { phaseOfOthers }),
});

it.each([
  [market('post_close', 'post_close'), 'Trading at the close'],
  [market('closing_auction', 'cas_entry_1', 'close_calc'), 'Closing auction · Closing price is being worked out'],
  [market('closed', 'close_calc'), 'Closing price is being worked out'],
  [market('closed', 'closed'), 'Market closed, opens 09:15'],
  [market('pre_open', 'preopen_buffer'), 'Opening soon'],
  [market('halted', 'halted'), 'Trading halted'],
  [market('open', 'continuous'), ''],
])('home names the phase as the ticket does: %#', async (state, words) => {
  setMarket(state);
  const { container } = await show(<SessionNote />);
  expect(container.querySelector('p')?.textContent ?? '').toBe(words);
});
