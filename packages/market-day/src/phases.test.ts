import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDay, stepOfTime, timeOfStep } from './market-clock.ts';
import { beginningAt, randomBelow, phaseAtStep, planPhases, SHARE_GROUPS } from './phases.ts';

const plans = fc.oneof(
  fc.integer({ min: 30, max: 3_600 }).map((seconds) => planDay('compressed', seconds)),
  fc.constant(planDay('nse', 900)),
);
const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
const DAY = '2026-11-23';

describe('the phases of a day', () => {
  it('follow each other without overlap, each for a step at least, whatever the day’s length and seed', () => {
    fc.assert(
      fc.property(plans, seeds, (plan, seed) => {
        const phases = planPhases(plan, DAY, seed);
        for (const group of SHARE_GROUPS) {
          const spans = phases[group];
          for (const [at, { phase, fromStep, toStep }] of spans.entries()) {
            expect(toStep).toBeGreaterThan(fromStep);
            if (at > 0) expect(fromStep).toBeGreaterThanOrEqual(spans[at - 1]!.toStep);
            expect(phaseAtStep(spans, fromStep)).toBe(phase);
            expect(phaseAtStep(spans, toStep - 1)).toBe(phase);
            expect(beginningAt(spans, fromStep)).toBe(phase);
          }
          expect(spans[0]!.fromStep).toBeGreaterThan(0);
          expect(spans.at(-1)!.toStep).toBeLessThanOrEqual(plan.steps);
        }
      }),
    );
  });

  it('stop the entry of an auction inside its window of two minutes, at an instant of the seed', () => {
    fc.assert(
      fc.property(plans, seeds, (plan, seed) => {
        const { auctioned, latestStops } = planPhases(plan, DAY, seed);
        const stopOf = (phase: string) => auctioned.find((span) => span.phase === phase)!.toStep;
        const minute = (hours: number, minutes: number) => stepOfTime(plan, (hours * 60 + minutes) * 60_000);
        expect(stopOf('preopen_entry_2')).toBeGreaterThanOrEqual(minute(9, 8));
        expect(stopOf('preopen_entry_2')).toBeLessThanOrEqual(latestStops.preopen);
        expect(latestStops.preopen).toBe(minute(9, 10));
        expect(stopOf('cas_entry_2')).toBeGreaterThanOrEqual(minute(15, 28));
        expect(stopOf('cas_entry_2')).toBeLessThanOrEqual(latestStops.cas);
        expect(planPhases(plan, DAY, seed)).toEqual(planPhases(plan, DAY, new Uint8Array(seed)));
      }),
    );
  });

  it('are the same moments in steps and in time', () => {
    fc.assert(
      fc.property(plans, fc.nat(), (plan, any) => {
        const step = any % plan.steps;
        expect(stepOfTime(plan, timeOfStep(plan, step))).toBe(step);
      }),
    );
  });

  it('draws a whole number below the limit, of every size', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 1_000 }), (seed, limit) => {
        const drawn = randomBelow(limit, seed, 'a test');
        expect(Number.isInteger(drawn) && drawn >= 0 && drawn < limit).toBe(true);
        expect(randomBelow(1, seed, 'a test')).toBe(0);
      }),
    );
    const all = Array.from({ length: 200 }, (_, n) => randomBelow(5, new Uint8Array(32).fill(n), 'a test'));
    expect(new Set(all)).toEqual(new Set([0, 1, 2, 3, 4]));
  });
});
