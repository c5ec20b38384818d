import { RULES, RULES_VERSION, THRESHOLD } from '@khara/credit';
import { describe, expect, it } from 'vitest';
import { healingOf, recomputeScore, type CreditScore } from './recompute-score.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 24);

const mismatch = (id: string, at: number) => ({
  id,
  rule: 'name_mismatch',
  points: -25,
  at,
  expiresAt: at + 14 * DAY,
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
  nextRecoveryAt: NOW - 2 * HOUR + 14 * DAY,
  unblocksAt: NOW - 2 * HOUR + 14 * DAY,
  at: NOW,
  rulesVersion: RULES_VERSION,
  rules: RULES.map(({ id, points, floor, lifeMs }) => {
    return { id, title: id, points, floor: floor ?? null, hours: lifeMs / HOUR, heals: '' };
  }),
  events: [mismatch('b', NOW - HOUR), mismatch('a', NOW - 2 * HOUR)],
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
    ['an opening later than the rules say', { unblocksAt: NOW + 30 * DAY }],
    ['rules that are not published', { rules: [] }],
    ['an event that costs more than its rule', { events: [{ ...mismatch('a', NOW - HOUR), points: -50 }] }],
    [
      'an event that lasts longer than its rule',
      { events: [{ ...mismatch('a', NOW - HOUR), expiresAt: NOW + 99 * DAY }] },
    ],
    ['an event of an unknown rule', { events: [{ ...mismatch('a', NOW - HOUR), rule: 'withdraws_too_much' }] }],
  ] as const)('does not agree with %s', (_, change) => {
    expect(recomputeScore(reportWith(change as Partial<CreditScore>)).agrees).toBe(false);
  });
});

describe('the way back', () => {
  it('names what can be done now, then what comes by itself, and which of them opens withdrawals', () => {
    const steps = healingOf(reportWith());
    expect(steps.map(({ cure, gain, score, opens }) => ({ cure, gain, score, opens }))).toEqual([
      { cure: 'account', gain: 50, score: 100, opens: true },
      { cure: undefined, gain: 25, score: 75, opens: true },
      { cure: undefined, gain: 25, score: 100, opens: false },
    ]);
    expect(steps[1]?.at).toBe(NOW - 2 * HOUR + 14 * DAY);
  });

  it('is no paid withdrawal while none is accepted', () => {
    const returned = { ...mismatch('c', NOW - HOUR), rule: 'payout_returned', points: -10 };
    const cures = (blocked: boolean) =>
      healingOf(reportWith({ events: [returned], withdrawalBlocked: blocked })).flatMap(({ cure }) => cure ?? []);
    expect(cures(true)).toEqual([]);
    expect(cures(false)).toEqual(['paid']);
  });
});
