import { describe, expect, it } from 'vitest';
import { AT_REST, letGo, pulledTo } from './pull-to-refresh.tsx';

/** Two thresholds, as two configurations would have them. */
describe.each([64, 90])('a page with a threshold of %i px', (threshold) => {
  const enough = threshold * 2; // the page gives half of the way

  it('is read anew when it is pulled that far and let go, and shows so meanwhile', () => {
    const pull = pulledTo(enough, threshold);
    expect(pull).toEqual({ phase: 'ready', height: threshold });
    expect(letGo(pull, threshold)).toEqual({ phase: 'refreshing', height: threshold });
    expect(letGo(pulledTo(enough + 200, threshold), threshold)).toEqual({ phase: 'refreshing', height: threshold });
  });

  it('stays as it is, and springs back, when it is let go before', () => {
    const pull = pulledTo(enough - 1, threshold);
    expect(pull.phase).toBe('pulling');
    expect(letGo(pull, threshold)).toEqual({ phase: 'aborted', height: 0 });
  });

  it('stays as it is when the finger goes back before it lets go', () => {
    expect(letGo(pulledTo(enough / 2, threshold), threshold).phase).toBe('aborted');
  });
});

it('a page that is scrolled up is not pulled, and one that was not pulled asks for nothing', () => {
  expect(pulledTo(-40, 64)).toEqual({ phase: 'pulling', height: 0 });
  expect(letGo(AT_REST, 64)).toEqual(AT_REST);
});
