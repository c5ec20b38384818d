import { describe, expect, it } from 'vitest';
import { planResult, type Plan } from './plans.ts';
import type { Trade, TradeEvent } from './holding-events.ts';
import { collectOutcomes } from './outcomes.ts';

const trade = (given: Partial<Trade> & Pick<Trade, 'side' | 'quantity' | 'valuePaise' | 'at'>): Trade => ({
  kind: 'trade',
  order: given.side,
  code: 'AAMRAI',
  type: 'limit',
  product: 'delivery',
  phase: 'continuous',
  chargesPaise: 0n,
  day: 0,
  ...given,
});
/** Ten shares for 1,000 paise each, at 100 ms, with what came after. */
const resultOf = (plan: Partial<Plan>, ...after: readonly TradeEvent[]) => {
  const events: TradeEvent[] = [trade({ side: 'buy', quantity: 10, valuePaise: 10_000n, at: 100 }), ...after];
  const own = collectOutcomes(events, () => 1_000n).filter(({ openedBy }) => openedBy === 'buy');
  const base = { side: 'buy', stopPaise: undefined, targetPaise: undefined, plannedAt: 100 } as const;
  return planResult({ ...base, filled: 10, filledPaise: 10_000n, ...plan }, own);
};
const soldAt = (paise: bigint, quantity = 10): Trade =>
  trade({ side: 'sell', quantity, valuePaise: paise * BigInt(quantity), at: 200 });
const BOTH = { stopPaise: 950n, targetPaise: 1_100n };

describe('a plan', () => {
  it.each([
    { title: 'is kept at its target', plan: BOTH, at: 1_100n, outcome: 'target' },
    { title: 'is kept above its target', plan: BOTH, at: 1_300n, outcome: 'target' },
    { title: 'is left before its target', plan: BOTH, at: 1_099n, outcome: 'early' },
    { title: 'is left before its target at a loss, too', plan: BOTH, at: 956n, outcome: 'early' },
    { title: 'is kept at its stop, from a tenth before it', plan: BOTH, at: 955n, outcome: 'stop' },
    { title: 'is kept at its stop', plan: BOTH, at: 950n, outcome: 'stop' },
    { title: 'is kept at its stop, to a tenth behind it', plan: BOTH, at: 945n, outcome: 'stop' },
    { title: 'lost more than was planned', plan: BOTH, at: 944n, outcome: 'beyond' },
    { title: 'without a target is kept above its stop', plan: { stopPaise: 950n }, at: 1_001n, outcome: 'within' },
    { title: 'without a stop is left before its target', plan: { targetPaise: 1_100n }, at: 1n, outcome: 'early' },
  ])('$title', ({ plan, at, outcome }) => {
    expect(resultOf(plan, soldAt(at))).toMatchObject({ outcome });
  });

  it('is open while a share is, and says what the last price makes of it', () => {
    expect(resultOf(BOTH, soldAt(1_200n, 5))).toMatchObject({ outcome: 'open', gain: 100_000n, closedDay: undefined });
  });

  it('that is written after the first share was sold does not count', () => {
    expect(resultOf({ ...BOTH, plannedAt: 201 }, soldAt(1_100n))).toMatchObject({ outcome: 'late' });
    expect(resultOf({ ...BOTH, plannedAt: 200 }, soldAt(1_100n))).toMatchObject({ outcome: 'target' });
  });

  it('of prices before a split is met by prices after it', () => {
    const split = { kind: 'added', code: 'AAMRAI', quantity: 10, day: 1 } as const;
    expect(resultOf(BOTH, split, { ...soldAt(550n, 20), day: 1 })).toMatchObject({
      outcome: 'target',
      target: 100_000n,
      gain: 100_000n,
    });
    expect(resultOf(BOTH, split, { ...soldAt(475n, 20), day: 1 })).toMatchObject({
      outcome: 'stop',
      stop: -50_000n,
      gain: -50_000n,
    });
  });

  it('of shares sold first has its stop above them', () => {
    const events = [
      trade({ side: 'sell', product: 'intraday', quantity: 10, valuePaise: 10_000n, at: 100 }),
      trade({ side: 'buy', product: 'intraday', quantity: 10, valuePaise: 9_000n, at: 200 }),
    ];
    const plan = { side: 'sell', stopPaise: 1_050n, targetPaise: 900n, plannedAt: 1, filled: 10 } as const;
    const result = planResult(
      { ...plan, filledPaise: 10_000n },
      collectOutcomes(events, () => 0n),
    );
    expect(result).toMatchObject({ outcome: 'target', stop: -50_000n, target: 100_000n, gain: 100_000n });
  });

  it('of an order that opened nothing says nothing', () => {
    expect(planResult({ ...BOTH, side: 'buy', plannedAt: 1, filled: 0, filledPaise: 0n }, [])).toBeUndefined();
  });
});
