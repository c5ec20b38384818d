import { OWN_NUMBERS, planDay, TradingDay } from '@khara/market-day';
import { readUniverse } from '@khara/universe/node';
import { expect, it } from 'vitest';
import { TestClock } from '#test/deps.ts';
import { currentStatus } from './current-status.ts';

it('a market that is paused keeps its speed, by which times of the next days are worked out', () => {
  const day = new TradingDay(
    {
      marketDay: 0,
      marketDate: '2026-11-25',
      names: OWN_NUMBERS,
      firstStep: 0,
      before: new Map(),
      participants: undefined,
      plan: planDay('compressed', 900),
      seed: new Uint8Array(32),
    },
    { issuers: readUniverse().issuers.slice(0, 1), indices: [], offerings: [] },
  );
  const status = (pace?: 'paused') =>
    currentStatus(
      () => day,
      new TestClock(),
      () => pace,
    )();
  expect(status('paused')).toEqual({ ...status(), pace: 'paused' });
  expect(status('paused').speed).toBeCloseTo(29, 0);
});
