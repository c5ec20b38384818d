import { planDay, stepAt, STEP_MS, TradingDay, OWN_NUMBERS } from '@khara/market-day';
import { readUniverse } from '@khara/universe/node';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestClock } from '#test/deps.ts';
import { StepLoop } from './step-loop.ts';

const { issuers } = readUniverse();
const MARKET_DATE = '2026-11-23';
const AT_TEN = Date.parse(`${MARKET_DATE}T10:00:00+05:30`);

/** A loop over a real day; `onStep` happens inside a step, and lasts as long as its promise. */
function newLoop(profile: Parameters<typeof planDay>[0], { at = AT_TEN }: { readonly at?: number } = {}) {
  const clock = new TestClock(at);
  const day = new TradingDay(
    {
      marketDay: 0,
      marketDate: MARKET_DATE,
      names: OWN_NUMBERS,
      firstStep: 0,
      before: new Map(),
      participants: undefined,
      plan: planDay(profile, 60),
      seed: new Uint8Array(32).fill(1),
    },
    { issuers: issuers.slice(0, 1), indices: [], offerings: [] },
  );
  const made: number[] = [];
  const leftOut: number[] = [];
  const errors: unknown[] = [];
  const log = pino({ level: 'silent' });
  log.error = ((error: unknown) => errors.push(error)) as typeof log.error;
  const seen = {
    day,
    clock,
    made,
    leftOut,
    errors,
    underWay: 0,
    most: 0,
    paces: [] as unknown[],
    onStep: async () => undefined as void,
  };
  const loop = new StepLoop({
    day: () => day,
    step: async () => {
      seen.underWay += 1;
      seen.most = Math.max(seen.most, seen.underWay);
      try {
        await seen.onStep();
        if (!day.isOver) day.skipTo(day.step + 1, 0);
        made.push(day.step);
      } finally {
        seen.underWay -= 1;
      }
    },
    leaveOut: async (step) => {
      leftOut.push(step);
      day.skipTo(step, 0);
    },
    clock,
    log,
    onPace: () => seen.paces.push(loop.pace),
  });
  /** Real time and the time of the process go on together. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      clock.advance(STEP_MS);
      await vi.advanceTimersByTimeAsync(STEP_MS);
    }
  };
  return { loop, seen, pass };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('the loop of steps', () => {
  it('makes one step a quarter of a second in compressed time, each after the last', async () => {
    const { loop, seen, pass } = newLoop('compressed');
    loop.run();
    await pass(10 * STEP_MS);
    loop.stop();
    expect(seen.made).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(seen.most).toBe(1);
  });

  it('makes up four steps at most in compressed time, forgets the rest, and leaves none out', async () => {
    const { loop, seen, pass } = newLoop('compressed');
    // The machine sleeps for ten seconds within the first step.
    seen.onStep = async () => {
      seen.onStep = async () => undefined;
      vi.advanceTimersByTime(40 * STEP_MS);
    };
    loop.run();
    await pass(STEP_MS);
    const afterSleep = seen.made.length;
    await pass(4 * STEP_MS);
    loop.stop();
    expect(afterSleep).toBeLessThanOrEqual(5);
    expect(seen.made.length - afterSleep).toBeLessThanOrEqual(5);
    expect(seen.made).toEqual(seen.made.map((_step, index) => index + 1));
    expect(seen.leftOut).toEqual([]);
  });

  it('goes to the step of the instant in the nse profile: what was missed is left out, once', async () => {
    const { loop, seen, pass } = newLoop('nse');
    const { plan } = seen.day.inputs;
    const opened = stepAt(plan, MARKET_DATE, AT_TEN);
    loop.run();
    await pass(STEP_MS);
    expect(seen.leftOut).toEqual([opened + 1]);
    await pass(8 * STEP_MS);
    expect(seen.day.step).toBe(opened + 9);
    // Twenty steps too late are made up, four a turn; one more would be left out.
    seen.clock.advance(19 * STEP_MS);
    await pass(20 * STEP_MS);
    loop.stop();
    expect(seen.leftOut).toHaveLength(1);
    expect(seen.day.step).toBe(stepAt(plan, MARKET_DATE, seen.clock.now()));
  });

  it('asks for the next day when the day is over in the nse profile', async () => {
    const { loop, seen, pass } = newLoop('nse', { at: AT_TEN + 86_400_000 });
    loop.run();
    await pass(STEP_MS);
    loop.stop();
    expect(seen.day.isOver).toBe(true);
    expect(seen.made).toEqual([seen.day.inputs.plan.steps]);
  });

  it('goes on after a step that failed, and says so', async () => {
    const { loop, seen, pass } = newLoop('compressed');
    seen.onStep = async () => {
      seen.onStep = async () => undefined;
      throw new Error('the disk is full');
    };
    loop.run();
    await pass(4 * STEP_MS);
    loop.stop();
    expect(seen.errors).toHaveLength(1);
    expect(seen.made).toEqual([1, 2, 3]);
  });

  it('shows for how long a step hangs, and begins no other beside it', async () => {
    const { loop, seen, pass } = newLoop('compressed');
    const hang = Promise.withResolvers<void>();
    seen.onStep = () => hang.promise;
    loop.run();
    await pass(STEP_MS);
    expect(loop.turningForMs).toBe(0);
    await pass(5_000);
    expect([loop.isTurning, loop.turningForMs, seen.most]).toEqual([true, 5_000, 1]);
    hang.resolve();
    loop.stop();
    await pass(STEP_MS);
    expect([loop.isTurning, loop.turningForMs]).toEqual([false, 0]);
  });

  it('begins no step once it is stopped', async () => {
    const { loop, seen, pass } = newLoop('compressed');
    loop.run();
    await pass(2 * STEP_MS);
    loop.stop();
    await pass(20 * STEP_MS);
    expect(seen.made).toEqual([1, 2]);
  });

  it('makes up none of the steps for which it has to wait', async () => {
    const { loop, seen, pass } = newLoop('compressed');
    seen.onStep = async () => {
      seen.onStep = async () => loop.wait();
      vi.advanceTimersByTime(40 * STEP_MS);
      loop.wait();
    };
    loop.run();
    await pass(STEP_MS);
    expect(seen.made).toEqual([1]);
    await pass(3 * STEP_MS);
    loop.stop();
    expect(seen.made).toEqual([1, 2, 3, 4]);
  });

  it('stands while it is paused, and makes up for nothing afterwards', async () => {
    const { loop, seen, pass } = newLoop('compressed');
    loop.run();
    await pass(4 * STEP_MS);
    loop.pause();
    await pass(40 * STEP_MS);
    expect(seen.made).toEqual([1, 2, 3, 4]);
    loop.goOn();
    await pass(3 * STEP_MS);
    loop.stop();
    expect(seen.made).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(seen.paces).toEqual(['paused', undefined]);
  });

  it('makes each step up to where it is hurried, then goes on at its pace', async () => {
    const { loop, seen, pass } = newLoop('compressed');
    loop.run();
    await pass(2 * STEP_MS);
    loop.pause();
    loop.hurryTo(100);
    await vi.advanceTimersByTimeAsync(50);
    expect(seen.made).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    await pass(2 * STEP_MS);
    loop.stop();
    expect(seen.made).toHaveLength(102);
    expect(seen.paces).toEqual(['paused', 'hurried', undefined]);
  });
});
