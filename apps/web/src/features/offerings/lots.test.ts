import { expect, it } from 'vitest';
import { lotsProblem, stepLots } from './lots.ts';

const limits = { minimumSubscription: 2, subscriptionCeiling: 13, fixedSubscriptionQuantity: null };
const fixed = { minimumSubscription: 2, subscriptionCeiling: 2, fixedSubscriptionQuantity: 2 };

it.each([
  ['', 'lots_required'],
  ['  ', 'lots_required'],
  ['two', 'lots_invalid'],
  ['1.5', 'lots_invalid'],
  ['-3', 'lots_invalid'],
  ['14', 'lots_above_maximum'],
  ['1', 'lots_below_minimum'],
  ['0', 'lots_invalid'], // the server's message, too
  ['2', undefined],
  ['13', undefined],
])('%j lots of 2 to 13: %s', (text, problem) => {
  expect(lotsProblem(text, limits)).toBe(problem);
});

it('takes only the fixed quantity where there is one', () => {
  expect(lotsProblem('2', fixed)).toBeUndefined();
  expect(lotsProblem('3', fixed)).toBe('lots_above_maximum');
});

it('steps within the limits, and from anything that is no number to the least', () => {
  expect(stepLots('2', 1, limits)).toBe('3');
  expect(stepLots('2', -1, limits)).toBe('2');
  expect(stepLots('13', 1, limits)).toBe('13');
  expect(stepLots('99', -1, limits)).toBe('13');
  expect(stepLots('', 1, limits)).toBe('2');
});
