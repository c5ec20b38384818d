import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RULES, scoreAt, standingAt, THRESHOLD, type CreditEvent } from './index.ts';

const DAY = 86_400_000;
const T = 1_767_225_600_000;
let count = 0;
const event = (rule: string, at = T, change: Partial<CreditEvent> = {}): CreditEvent => {
  const { points, lifeMs } = RULES.find(({ id }) => id === rule)!;
  return { id: `E${++count}`, rule, points, at, expiresAt: at + lifeMs, ...change };
};

describe('the score', () => {
  it('is 100 without events, and says that nothing is to heal', () => {
    expect(standingAt([], T)).toEqual({ score: 100, blocked: false, nextRecoveryAt: undefined, unblocksAt: undefined });
  });

  it.each([
    [['name_mismatch'], 75, false],
    [['payout_returned', 'payout_returned'], 80, false],
    [['recharge_reversed'], 50, true],
    [['takeover_signals'], 55, true],
    [['name_mismatch', 'payout_returned'], 65, false],
    [['name_mismatch', 'payout_returned', 'order_flood'], 60, false],
    [['order_flood', 'order_flood', 'order_flood', 'order_flood', 'order_flood', 'order_flood'], 80, false],
    [['duplicate_identity', 'recharge_reversed'], 0, true],
  ])('with %o is %i', (rules, score, blocked) => {
    expect(
      standingAt(
        rules.map((rule) => event(rule)),
        T,
      ),
    ).toMatchObject({ score, blocked });
  });

  it('counts an event from its instant until its end, and not a moment longer', () => {
    const reversed = event('recharge_reversed');
    expect([T - 1, T, T + 30 * DAY - 1, T + 30 * DAY].map((at) => scoreAt([reversed], at))).toEqual([100, 50, 50, 100]);
    const cured = { ...reversed, endedAt: T + DAY };
    expect([T + DAY - 1, T + DAY].map((at) => scoreAt([cured], at))).toEqual([50, 100]);
  });

  it('opens by itself when enough has ended, and says when', () => {
    const events = [event('takeover_signals'), event('name_mismatch'), event('payout_returned', T - DAY)];
    const { unblocksAt, nextRecoveryAt } = standingAt(events, T);
    expect([unblocksAt, nextRecoveryAt]).toEqual([T + DAY, T + DAY]);
    expect(standingAt(events, T + DAY)).toMatchObject({ score: 65, blocked: false });
  });

  it('a block has an end within thirty days, whatever has happened', () => {
    const events = fc.array(
      fc.record({ rule: fc.constantFrom(...RULES.map(({ id }) => id)), ago: fc.integer({ min: 0, max: 60 * DAY }) }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(events, (drawn) => {
        const all = drawn.map(({ rule, ago }) => event(rule, T - ago));
        const { score, blocked, unblocksAt } = standingAt(all, T);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(blocked).toBe(score < THRESHOLD);
        if (!blocked) {
          expect(unblocksAt).toBeUndefined();
          return;
        }
        expect(unblocksAt).toBeGreaterThan(T);
        expect(unblocksAt).toBeLessThanOrEqual(T + 30 * DAY);
        expect(standingAt(all, unblocksAt!).blocked).toBe(false);
        expect(standingAt(all, unblocksAt! - 1).blocked).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the rules', () => {
  it('only ever lower, for thirty days at most, and are healed by no payment', () => {
    for (const { id, points, floor, lifeMs, cure } of RULES) {
      expect([id, points < 0, lifeMs > 0 && lifeMs <= 30 * DAY]).toEqual([id, true, true]);
      if (floor !== undefined) expect(floor).toBeLessThanOrEqual(points);
      expect(cure ?? '').not.toMatch(/recharge|deposit|pay_?in|pay_?more|amount|profit|loss|invite|fee/);
    }
  });
});
