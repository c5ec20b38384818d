import { describe, expect, it } from 'vitest';
import { lowersScore, withdrawalSteps } from './withdrawal-status.ts';

describe('the steps of a withdrawal', () => {
  it('are listed newest first, with those to come above what has happened', () => {
    const steps = withdrawalSteps({ status: 'passed', timeline: [step('in_transfer', 1), step('passed', 2)] });
    expect(steps).toEqual([
      { status: 'paid', at: undefined },
      { status: 'passed', at: 2 },
      { status: 'in_transfer', at: 1 },
    ]);
  });

  it('end with a payout that came back: nothing is to come', () => {
    const timeline = [step('in_transfer', 1), step('passed', 2), step('paid', 3), step('failed', 4)];
    expect(withdrawalSteps({ status: 'failed', timeline }).map(({ status }) => status)).toEqual([
      'failed',
      'paid',
      'passed',
      'in_transfer',
    ]);
  });

  it('of one that was given up skip what never was', () => {
    const timeline = [step('in_transfer', 1), step('revoked', 2)];
    expect(withdrawalSteps({ status: 'revoked', timeline })).toHaveLength(2);
  });
});

it('only a payout that came back lowers the score', () => {
  expect(lowersScore({ reason: 'name_mismatch' })).toBe(true);
  expect(lowersScore({ reason: 'declined' })).toBe(false);
  expect(lowersScore({ reason: null })).toBe(false);
});

const step = <S extends string>(status: S, at: number) => ({ status, at });
