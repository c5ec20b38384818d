import { expect, it } from 'vitest';
import { DayState } from './day-state.ts';

it('an average is rounded to the tick once, and not to the paisa before', () => {
  const state = new DayState(1);
  state.beginAverage(0, 100, 100_000n);
  // Ten shares for 10,046 paise after that: 1,004.6 each, nearer to 1,000 than to 1,010.
  expect(state.average(0, { volume: 110, valuePaise: 110_046n, tick: 10 })).toBe(1_000);
  expect(state.average(0, { volume: 110, valuePaise: 110_050n, tick: 10 })).toBe(1_010);
  expect(state.average(0, { volume: 110, valuePaise: 110_046n, tick: 1 })).toBe(1_005);
  expect(state.average(0, { volume: 100, valuePaise: 100_000n, tick: 10 })).toBeUndefined();
});
