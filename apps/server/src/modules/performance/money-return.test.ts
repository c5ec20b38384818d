import { readFileSync } from 'node:fs';
import { paise } from '@khara/money';
import { DAY_MS } from '@khara/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyFactor, exactReturn, excessAt } from '#test/exact-return.ts';
import { moneyReturn, type Flow } from './money-return.ts';

type WorkedCase = {
  readonly id: string;
  readonly what: string;
  readonly flows: readonly (readonly [date: string, rupees: string])[];
  readonly end: string;
  readonly worth: string;
  /** Days on which money was there, where these are not all until the end. */
  readonly worked?: number;
  readonly derivation: string;
  readonly expect: { readonly yearly: string } | { readonly reason: string };
};

const { cases } = JSON.parse(readFileSync(new URL('money-return-cases.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly WorkedCase[];
}; // our own file, whose fields the tests below read

const YEAR = 365;
const dayOf = (date: string): number => Date.parse(date) / DAY_MS;
const flowsOf = ({ flows }: WorkedCase): readonly Flow[] =>
  flows.map(([date, rupees]) => ({ day: dayOf(date), paise: paise(rupees)! }));

describe('the money-weighted return', () => {
  it('has thirty worked cases with a figure and more, each with how it was worked', () => {
    expect(cases.filter((worked) => 'yearly' in worked.expect).length).toBeGreaterThan(30);
    expect(cases.filter(({ derivation }) => derivation === '')).toEqual([]);
  });

  it.each(cases)('of $id: $what', (worked) => {
    const flows = flowsOf(worked);
    const end = dayOf(worked.end);
    const days = end - Math.min(...flows.map(({ day }) => day));
    const workedDays = worked.worked ?? days;
    const found = moneyReturn(flows, { day: end, paise: paise(worked.worth)!, workedDays });
    if ('reason' in worked.expect) return expect(found).toEqual({ reason: worked.expect.reason });
    if (!('yearly' in found)) throw new Error(found.reason);
    const expected = Number(worked.expect.yearly);
    expect(Math.abs(found.yearly - expected) / Math.max(1, Math.abs(expected))).toBeLessThan(1e-9);
    expect(found.whole).toBeCloseTo((1 + expected) ** (workedDays / YEAR) - 1, 9);
    // Zero that is only touched has no change of sign, and a loss of all no factor.
    if (expected === -1 || worked.id.startsWith('touch')) return;
    const exact = exactReturn(flows, end, paise(worked.worth)!);
    expect(Math.abs(exact - expected) / Math.max(1, Math.abs(expected))).toBeLessThan(1e-9);
  });
});

/** What moved on each day: two flows of a day that undo one another move nothing. */
function movedOn(flows: readonly Flow[]): readonly Flow[] {
  const days = Map.groupBy(flows, ({ day }) => day);
  const net = [...days].map(([day, all]) => ({ day, paise: all.reduce((sum, { paise: units }) => sum + units, 0n) }));
  return net.filter(({ paise: units }) => units !== 0n);
}

/** Of money that was there from the first flow until the end. */
function returnOf(flows: readonly Flow[], day: number, worth: bigint) {
  const first = Math.min(...movedOn(flows).map((flow) => flow.day));
  return moneyReturn(flows, { day, paise: worth, workedDays: Math.max(0, day - first) });
}

/** Whole days and paise, with withdrawals among the deposits. */
const flowsGiven = fc
  .array(fc.record({ day: fc.nat(400), paise: fc.integer({ min: -500_000, max: 1_000_000 }).map(BigInt) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((flows): readonly Flow[] => flows);
const END = 401;
/** Growth over the whole time that is looked at by steps, as powers of ten. */
const [LOWEST, HIGHEST, STEPS] = [-6, 9, 900];

/** Changes of sign of the excess, counted over equal steps in whole numbers: none that lies between two is seen. */
function signChanges(flows: readonly Flow[], worth: bigint): readonly number[] {
  const days = END - Math.min(...flows.filter(({ paise: units }) => units !== 0n).map(({ day }) => day));
  const places = Array.from({ length: STEPS + 1 }, (_, step) => LOWEST + ((HIGHEST - LOWEST) * step) / STEPS);
  const signs = places.map((place) => excessAt(dailyFactor(place, days), flows, END, worth) < 0n);
  return places.filter((_, at) => at > 0 && signs[at] !== signs[at - 1]);
}

describe('a money-weighted return of any flows', () => {
  it('makes the flows the end to the paisa, and no other rate of the range does', { timeout: 60_000 }, () => {
    let figures = 0;
    fc.assert(
      fc.property(flowsGiven, fc.bigInt({ min: 0n, max: 5_000_000n }), (flows, worth) => {
        const found = returnOf(flows, END, worth);
        const moved = movedOn(flows);
        const changes = moved.length === 0 ? [] : signChanges(moved, worth);
        if (!('whole' in found)) {
          if (found.reason !== 'several_solutions' && found.reason !== 'too_large') expect(changes).toEqual([]);
          return;
        }
        figures += 1;
        const log = Math.log10(1 + found.whole);
        if (log < LOWEST) return;
        expect(changes).toHaveLength(1);
        expect(Math.abs(changes[0]! - log)).toBeLessThan((HIGHEST - LOWEST) / STEPS + 1e-9);
        // At the rate itself the excess is nothing, beside all that moved.
        const days = END - Math.min(...moved.map(({ day }) => day));
        const terms = moved.map(({ day, paise: units }) => Number(units) * (1 + found.whole) ** ((END - day) / days));
        const size = terms.reduce((sum, term) => sum + Math.abs(term), Number(worth));
        expect(Math.abs(terms.reduce((sum, term) => sum + term, -Number(worth))) / size).toBeLessThan(1e-6);
      }),
      { numRuns: 60, examples: [[[4, 3, 3].map((day, at) => ({ day, paise: [1n, -7n, 7n][at]! })), 2n]] },
    );
    expect(figures).toBeGreaterThan(10);
  });

  it('is no figure where two rates were built in, and one where both are the same', () => {
    const rate = fc.integer({ min: 2, max: 300 }); // growth in per cent of 100 rupees
    fc.assert(
      fc.property(rate, rate, (one, other) => {
        // 100 (g - one) (g - other), times 100: whole paise.
        const flows: readonly Flow[] = [
          { day: 0, paise: 10_000n },
          { day: YEAR, paise: -100n * BigInt(one + other) },
          { day: 2 * YEAR, paise: BigInt(one * other) },
        ];
        const found = returnOf(flows, 2 * YEAR, 0n);
        if (one === other) expect('yearly' in found && Math.abs(found.yearly - (one / 100 - 1))).toBeLessThan(1e-6);
        else expect(found).toEqual({ reason: 'several_solutions' });
      }),
      {
        numRuns: 500,
        examples: [
          [110, 110],
          [2, 2],
          [110, 111],
        ],
      },
    );
  });

  it('comes within a second with a flow on each of 2,500 days', () => {
    const flows = Array.from({ length: 2_500 }, (_, day) => ({ day, paise: BigInt((day * 7_919) % 20_011) - 8_000n }));
    const began = performance.now();
    const found = returnOf(flows, 2_501, 50_000_000n);
    expect(found).toEqual({ reason: 'several_solutions' });
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
