import fc from 'fast-check';
import { freeFloatValue } from '@khara/universe';
import { describe, expect, it } from 'vitest';
import { readUniverse } from '@khara/universe/node';
import { BREAKER_INDEX, CircuitBreaker } from './circuit-breaker.ts';
import { DayState } from './day-state.ts';
import { haltAt, phaseInHalt } from './halt.ts';
import { planDay, stepOfTime } from './market-clock.ts';
import type { TradingPhase } from './phases.ts';
import { Tape } from './tape.ts';

const plans = fc.integer({ min: 60, max: 3_600 }).map((seconds) => planDay('compressed', seconds));
const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
const levels = fc.constantFrom(10, 15, 20);
/** 15:15, when the closing auction begins. */
const CLOSING_MS = (15 * 60 + 15) * 60_000;
/** A place in continuous trading, as a fraction. */
const places = fc.double({ min: 0, max: 0.999, noNaN: true });

const ORDER = ['halted', 'preopen_entry_1', 'preopen_entry_2', 'preopen_match', 'preopen_buffer', 'closed'];

describe('a halt', () => {
  it('reopens through every part of an auction in order, before the closing auction, or not at all that day', () => {
    fc.assert(
      fc.property(plans, seeds, levels, places, (plan, seed, level, place) => {
        const step = plan.opensAt + Math.floor(place * (stepOfTime(plan, CLOSING_MS) - plan.opensAt));
        const halt = haltAt(plan, step, { level, index: BREAKER_INDEX }, seed);
        if (!halt) {
          expect(level).toBe(10); // late in the day a tenth holds nothing
          return;
        }
        const seen: TradingPhase[] = [];
        for (let at = step; at <= plan.steps; at += 1) {
          const phase = phaseInHalt(halt, at, plan.closesAt);
          if (phase !== undefined && seen.at(-1) !== phase) seen.push(phase);
        }
        if (!halt.reopening) {
          expect(seen).toEqual(['halted', 'closed']);
          return;
        }
        expect(level).not.toBe(20);
        expect(seen).toEqual(ORDER.slice(0, 5));
        const { entry1, entry2, match, buffer, resumes } = halt.reopening;
        expect([step, entry1, entry2, match, buffer, resumes]).toEqual(
          [step, entry1, entry2, match, buffer, resumes].toSorted((a, b) => a - b),
        );
        expect(resumes).toBeLessThan(stepOfTime(plan, CLOSING_MS));
        expect(phaseInHalt(halt, resumes, plan.closesAt)).toBeUndefined();
      }),
    );
  });
});

describe('the market-wide breaker', () => {
  const all = readUniverse();
  const share = all.issuers.find(({ code }) => code === 'ACHALGARH')!;
  const start = share.referencePricePaise;
  const index = {
    ...all.indices.find(({ code }) => code === BREAKER_INDEX)!,
    constituents: [share.code],
    basePaise: freeFloatValue(share, start) / 10_000n,
  };

  it('acts at 10, 15 and 20 %, up or down, once at each level that is higher than those before', () => {
    const moves = fc.array(fc.integer({ min: -26, max: 26 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(moves, (percents) => {
        const plan = planDay('compressed', 900);
        const state = new DayState(1);
        const tape = new Tape([share], [index], { shares: [start], indices: [] });
        const breaker = new CircuitBreaker({ plan, seed: new Uint8Array(32), state, tape, index: 1 });
        let reached = 0;
        for (const [at, percent] of percents.entries()) {
          // A paisa further, so that rounding the level keeps none below its percentage.
          tape.trade(0, Math.round((start * (100 + percent)) / 100) + Math.sign(percent), 1, at, 0);
          tape.moveIndices(at, 0);
          const level = [20, 15, 10].find((one) => Math.abs(percent) >= one) ?? 0;
          const isHigher = level > reached;
          expect(breaker.watch(plan.opensAt + 10 + at)).toBe(isHigher);
          if (isHigher) expect(breaker.haltAt(plan.opensAt + 10 + at)).toMatchObject({ level, index: BREAKER_INDEX });
          reached = Math.max(reached, level);
          expect(breaker.endsToday).toBe(reached === 20);
        }
      }),
    );
  });

  it('watches nothing in a universe without its index', () => {
    const state = new DayState(1);
    const tape = new Tape([share], [], { shares: [start], indices: [] });
    const plan = planDay('compressed', 900);
    const breaker = new CircuitBreaker({ plan, seed: new Uint8Array(32), state, tape, index: undefined });
    tape.trade(0, start * 2, 1, 0, 0);
    expect(breaker.watch(plan.opensAt)).toBe(false);
    expect(breaker.haltAt(plan.opensAt)).toBeUndefined();
  });
});
