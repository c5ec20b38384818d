import type { Data } from '@khara/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { setMarket, useMarketClock, type MarketState } from '#api/market-clock.ts';
import { useFeed } from '#api/feed.ts';
import { useSession } from '#api/session.ts';
import { loadTexts } from '#i18n/index.ts';
import { makeMember } from '../../../test/member.ts';
import { answering } from '../../../test/server.ts';
import { drawn, show } from '../../../test/show.tsx';
import { Doors } from './doors.tsx';

/** 12:00 of a compressed day of 30 times real time: four market hours are eight minutes. */
const market = (more: Partial<MarketState> = {}): MarketState => ({
  profile: 'compressed',
  session: 'open',
  marketTime: '2026-11-27T12:00:00+05:30',
  marketDate: '2026-11-27',
  at: Date.now(),
  nextChangeAt: Date.now() + 400_000,
  speed: 30,
  ...more,
});
const mission = (id: string, state: Mission['state']): Mission => ({
  id,
  state,
  at: null,
  nearly: null,
  about: null,
  other: null,
  quantity: null,
});
type Mission = Data<'missions'>['missions'][number];
const MISSIONS = [
  mission('buy', 'seen'),
  mission('price', 'nearly'),
  mission('result', 'asked'),
  mission('cheap', 'asked'),
];

const heights = (): readonly number[] =>
  page
    .getByRole('link')
    .elements()
    .map((door) => door.getBoundingClientRect().height);

beforeEach(async () => {
  useSession.setState({ token: '', device: '', userInfo: undefined });
  useMarketClock.setState({ market: undefined });
  useFeed.setState({ stoppedAt: undefined, seenAt: undefined });
  for (const key of ['lessonSeen', 'missionsAnswered']) localStorage.removeItem(key);
  await loadTexts(['home', 'nav']);
});

describe('a guest’s door to a day', () => {
  it('says the date of the day that closed last', async () => {
    const screen = await show(<Doors tiles={false} />);
    await expect.element(screen.getByText('A closed day, with an order of yours in it')).toBeVisible();
    const before = heights();
    setMarket(market({ closedDate: '2026-11-26' }));
    await expect.element(screen.getByText('Thu 26 Nov, with an order of yours in it')).toBeVisible();
    expect(heights()).toEqual(before);
    await expect
      .element(screen.getByRole('link', { name: /^Relive a day/ }))
      .toHaveAttribute('href', '#/pages/lab/day');
  });

  it.each([320, 390])(
    'counts down to the first close and offers a finished day, at %i px without a jump',
    async (width) => {
      await page.viewport(width, 844);
      const screen = await show(<Doors tiles={false} />);
      const before = heights();
      setMarket(market());
      await expect.element(screen.getByText(/^First day closes in [78]:\d\d\. See a finished one$/)).toBeVisible();
      expect(heights()).toEqual(before);
      await page.viewport(390, 844);
    },
  );

  it('promises no time while a teacher has stopped the clock', async () => {
    setMarket(market({ pace: 'paused' }));
    const screen = await show(<Doors tiles={false} />);
    await drawn();
    await expect.element(screen.getByText('A closed day, with an order of yours in it')).toBeVisible();
  });
});

describe('a member’s tiles', () => {
  beforeEach(() => useSession.setState({ token: 'T', device: 'D', userInfo: makeMember() }));

  it('say how many missions are done, which day closed last, and that the lesson was seen', async () => {
    localStorage.setItem('missionsAnswered', '["cheap"]');
    localStorage.setItem('lessonSeen', '1');
    const missions = Promise.withResolvers<Data<'missions'>>();
    answering({ missions: () => missions.promise });
    const screen = await show(<Doors tiles />);
    await expect.element(screen.getByText('seen', { exact: true })).toBeVisible();
    const before = heights();
    setMarket(market({ closedDate: '2026-11-26' }));
    missions.resolve({ missions: MISSIONS });
    await expect.element(screen.getByRole('link', { name: 'Learn 2 of 4' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Relive a day Thu 26 Nov' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Inside the fake app seen' })).toBeVisible();
    expect(heights()).toEqual(before);
  });

  it('say nothing that is not known, and when the first day closes', async () => {
    answering({ missions: () => new Promise(() => undefined) });
    setMarket(market());
    const screen = await show(<Doors tiles />);
    await expect.element(screen.getByText(/^first in [78]:\d\d$/)).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Learn', exact: true })).toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'Inside the fake app 12 minutes', exact: true }))
      .toBeVisible();
  });
});
