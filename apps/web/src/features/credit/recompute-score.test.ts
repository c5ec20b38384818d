import { RULES, RULES_VERSION, THRESHOLD } from '@khara/credit';
import { DAY_MS, HOUR_MS } from '@khara/rules';
import { describe, expect, it } from 'vitest';
import { healingSteps, recomputeScore, type CreditScore } from './recompute-score.ts';

const NOW = Date.UTC(2026, 10, 24);

const mismatch = (id: string, at: number) => ({
  id,
  rule: 'name_mismatch',
  points: -25,
  at,
  expiresAt: at + 14 * DAY_MS,
  endedAt: null,
  endReason: null,
  inForce: true,
  explanation: '',
  cure: '',
});
const reportWith = (change: Partial<CreditScore> = {}): CreditScore => ({
  score: 50,
  threshold: THRESHOLD,
  withdrawalBlocked: true,
  nextRecoveryAt: NOW - 2 * HOUR_MS + 14 * DAY_MS,
  unblocksAt: NOW - 2 * HOUR_MS + 14 * DAY_MS,
  at: NOW,
  rulesVersion: RULES_VERSION,
  rules: RULES.map(({ id, points, floor, lifeMs }) => {
    return { id, title: id, points, floor: floor ?? null, hours: lifeMs / HOUR_MS, heals: '' };
  }),
  events: [mismatch('b', NOW - HOUR_MS), mismatch('a', NOW - 2 * HOUR_MS)],
  appeal: null,
  ...change,
});

describe('the score, worked out again on the device', () => {
  it('agrees with a server that keeps the rules', () => {
    expect(recomputeScore(reportWith())).toEqual({ score: 50, agrees: true });
  });

  it.each([
    ['a score that the events do not give', { score: 40 }],
    ['a threshold that is not published', { threshold: 70 }],
    ['a block without reason', { events: [], score: 50 }],
    ['an opening later than the rules say', { unblocksAt: NOW + 30 * DAY_MS }],
    ['rules that are not published', { rules: [] }],
    ['an event that costs more than its rule', { events: [{ ...mismatch('a', NOW - HOUR_MS), points: -50 }] }],
    [
      'an event that lasts longer than its rule',
      { events: [{ ...mismatch('a', NOW - HOUR_MS), expiresAt: NOW + 99 * DAY_MS }] },
    ],
    ['an event of an unknown rule', { events: [{ ...mismatch('a', NOW - HOUR_MS), rule: 'withdraws_too_much' }] }],
  ] as const)('does not agree with %s', (_, change) => {
    expect(recomputeScore(reportWith(change as Partial<CreditScore>)).agrees).toBe(false);
  });
});

describe('the way back', () => {
  it('names what can be done now, then what comes by itself, and which of them opens withdrawals', () => {
    const steps = healingSteps(reportWith());
    expect(steps.map(({ cure, gain, score, opens }) => ({ cure, gain, score, opens }))).toEqual([
      { cure: 'account', gain: 50, score: 100, opens: true },
      { cure: undefined, gain: 25, score: 75, opens: true },
      { cure: undefined, gain: 25, score: 100, opens: false },
    ]);
    expect(steps[1]?.at).toBe(NOW - 2 * HOUR_MS + 14 * DAY_MS);
  });

  it('is no paid withdrawal while none is accepted', () => {
    const returned = { ...mismatch('c', NOW - HOUR_MS), rule: 'payout_returned', points: -10 };
    const cures = (blocked: boolean) =>
      healingSteps(reportWith({ events: [returned], withdrawalBlocked: blocked })).flatMap(({ cure }) => cure ?? []);
    expect(cures(true)).toEqual([]);
    expect(cures(false)).toEqual(['paid']);
  });
});
