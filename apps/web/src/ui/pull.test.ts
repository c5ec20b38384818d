import { describe, expect, it } from 'vitest';
import { AT_REST, letGo, pulledTo } from './pull-to-refresh.tsx';

/** Two thresholds, as two configurations would have them. */
describe.each([64, 90])('with a threshold of %i px', (threshold) => {
  const enough = threshold * 2; // the page gives half of the way

  it('a pull that reaches it refreshes when it is let go, and stands at the threshold meanwhile', () => {
    const pull = pulledTo(enough, threshold);
    expect(pull).toEqual({ phase: 'ready', height: threshold });
    expect(letGo(pull, threshold)).toEqual({ phase: 'refreshing', height: threshold });
    expect(letGo(pulledTo(enough + 200, threshold), threshold)).toEqual({ phase: 'refreshing', height: threshold });
  });

  it('a pull that does not is aborted and springs back', () => {
    const pull = pulledTo(enough - 1, threshold);
    expect(pull.phase).toBe('pulling');
    expect(letGo(pull, threshold)).toEqual({ phase: 'aborted', height: 0 });
  });

  it('a pull that goes back above the threshold before it is let go is aborted as well', () => {
    expect(letGo(pulledTo(enough / 2, threshold), threshold).phase).toBe('aborted');
  });
});

it('a finger that goes up pulls nothing, and nothing is left when nothing was pulled', () => {
  expect(pulledTo(-40, 64)).toEqual({ phase: 'pulling', height: 0 });
  expect(letGo(AT_REST, 64)).toEqual(AT_REST);
});
