import { describe, expect, it } from 'vitest';
import { moneyReturn, type Flow } from './money-return.ts';

const YEAR = 365;
/** Rupees put in (or taken out) on days, and what it is worth on the last of them. */
type WorkedCase = readonly [
  what: string,
  flows: readonly (readonly [day: number, rupees: number])[],
  end: readonly [day: number, rupees: number],
  /** XIRR of a year, or why there is none. */
  expected: number | string,
];

/*
 * Worked by hand where the equation has a closed form: one flow gives (end / flow) ^ (365 / days) - 1, and two flows
 * half the time apart a quadratic. The case of a spreadsheet's manual is in OpenDocument 1.3, part 4, 6.12.51, and in
 * the manual of XIRR: -10,000, 2,750, 4,250, 3,250, 2,750 give 0.373362535.
 */
const CASES: readonly WorkedCase[] = [
  ['a tenth in a year', [[0, 100]], [YEAR, 110], 0.1],
  ['nothing in a year', [[0, 100]], [YEAR, 100], 0],
  ['a tenth lost in a year', [[0, 100]], [YEAR, 90], -0.1],
  ['double in two years', [[0, 100]], [2 * YEAR, 200], Math.SQRT2 - 1],
  ['half lost in half a year', [[0, 100]], [YEAR / 2, 50], -0.75],
  ['one per cent in 73 days, five times a year', [[0, 100]], [73, 101], 1.01 ** 5 - 1],
  ['one per cent in a day', [[0, 100]], [1, 101], 1.01 ** 365 - 1],
  ['ten times as much in five years', [[0, 100]], [5 * YEAR, 1_000], 10 ** 0.2 - 1],
  ['nearly all lost', [[0, 1_000_000]], [YEAR, 1], 0.000_001 - 1],
  ['all of it lost', [[0, 100]], [YEAR, 0], -1],
  [
    'two deposits and all of it lost',
    [
      [0, 100],
      [40, 50],
    ],
    [YEAR, 0],
    -1,
  ],
  [
    'two deposits on one day are one',
    [
      [0, 60],
      [0, 40],
    ],
    [YEAR, 110],
    0.1,
  ],
  [
    'a deposit and its return on the same day change nothing',
    [
      [0, 100],
      [50, 70],
      [50, -70],
    ],
    [YEAR, 110],
    0.1,
  ],
  // 100 g² + 100 g = 231: g = 1.1
  [
    'two deposits a year apart',
    [
      [0, 100],
      [YEAR, 100],
    ],
    [2 * YEAR, 231],
    0.1,
  ],
  // 100 g² + 100 g = 110: g = (-1 + √5.4) / 2
  [
    'two deposits a year apart, at a loss',
    [
      [0, 100],
      [YEAR, 100],
    ],
    [2 * YEAR, 110],
    (Math.sqrt(5.4) - 1) / 2 - 1,
  ],
  // 100 g² - 50 g = 66: g = 1.1
  [
    'a withdrawal in between',
    [
      [0, 100],
      [YEAR, -50],
    ],
    [2 * YEAR, 66],
    0.1,
  ],
  [
    'all of it withdrawn in between',
    [
      [0, 100],
      [YEAR, -121],
    ],
    [2 * YEAR, 0],
    0.21,
  ],
  [
    'a deposit on the last day has no time to work',
    [
      [0, 100],
      [YEAR, 50],
    ],
    [YEAR, 160],
    0.1,
  ],
  [
    'a withdrawal on the last day',
    [
      [0, 100],
      [YEAR, -50],
    ],
    [YEAR, 60],
    0.1,
  ],
  // 100 g³ + 100 g² + 100 g = 364.1: g = 1.1
  [
    'three deposits',
    [
      [0, 100],
      [YEAR, 100],
      [2 * YEAR, 100],
    ],
    [3 * YEAR, 364.1],
    0.1,
  ],
  [
    'flows in any order',
    [
      [2 * YEAR, 100],
      [0, 100],
      [YEAR, 100],
    ],
    [3 * YEAR, 364.1],
    0.1,
  ],
  // A share at 100 splits into two at 50 and closes at 55: the flows know nothing of it.
  ['a split in between', [[0, 1_000]], [YEAR, 20 * 55], 0.1],
  // 10 shares at 100 pay 2 a share, which stays as money: 1,000 becomes 10 × 108 + 20.
  ['a dividend that is kept', [[0, 1_000]], [YEAR, 10 * 108 + 20], 0.1],
  // It leaves the account after a year: 1,000 g² - 20 g = 1,188, so g = 1.1 - and 10 × 118.8 remain.
  [
    'a dividend that is taken out',
    [
      [0, 1_000],
      [YEAR, -20],
    ],
    [2 * YEAR, 1_188],
    0.1,
  ],
  // Money of a sale on Monday is owned on Monday, settled on Tuesday and out on Wednesday.
  [
    'a sale that settles a day later',
    [
      [0, 1_000],
      [2, -1_020.1],
    ],
    [2, 0],
    1.0201 ** (365 / 2) - 1,
  ],
  [
    'the example of the spreadsheets',
    [
      [0, 10_000],
      [60, -2_750],
      [303, -4_250],
      [411, -3_250],
    ],
    [456, 2_750],
    0.373_362_535,
  ],
  ['nothing put in', [], [YEAR, 0], 'nothing_put_in'],
  ['only taken out', [[0, -50]], [YEAR, 10], 'nothing_put_in'],
  ['all on one day', [[7, 100]], [7, 105], 'one_day'],
  // 100 - 230 / g + 132 / g²: both 10 % and 20 % are roots.
  [
    'two rates that both fit',
    [
      [0, 100],
      [YEAR, -230],
      [2 * YEAR, 132],
    ],
    [2 * YEAR, 0],
    'several_solutions',
  ],
  // 100 g² - 200 g + 150 has no real root.
  [
    'no rate that fits',
    [
      [0, 100],
      [YEAR, -200],
      [2 * YEAR, 150],
    ],
    [2 * YEAR, 0],
    'no_solution',
  ],
  // 100 g = -5: a worth below zero cannot be.
  ['an end below zero', [[0, 100]], [YEAR, -5], 'no_solution'],
];

const inPaise = (rupees: number): bigint => BigInt(Math.round(rupees * 100));
const flowsOf = (flows: WorkedCase[1]): readonly Flow[] =>
  flows.map(([day, rupees]) => ({ day, paise: inPaise(rupees) }));

/** The present value of everything at a rate of a year, discounted to the first day as a spreadsheet does. */
function presentValue(rate: number, flows: WorkedCase[1], [end, worth]: WorkedCase[2]): number {
  const first = Math.min(...flows.map(([day]) => day));
  const at = (day: number): number => (1 + rate) ** (-(day - first) / YEAR);
  return flows.reduce((sum, [day, rupees]) => sum - rupees * at(day), worth * at(end));
}

describe('the money-weighted return', () => {
  it('has thirty worked cases and more', () => expect(CASES.length).toBeGreaterThanOrEqual(30));

  it.each(CASES)('of %s', (_, flows, [end, worth], expected) => {
    const found = moneyReturn(flowsOf(flows), end, inPaise(worth));
    if (typeof expected === 'string') return expect(found).toEqual({ reason: expected });
    if (!('yearly' in found)) throw new Error(found.reason);
    expect(Math.abs(found.yearly - expected) / Math.max(1, Math.abs(expected))).toBeLessThan(1e-6);
    const days = end - Math.min(...flows.map(([day]) => day));
    expect(found.whole).toBeCloseTo((1 + found.yearly) ** (days / YEAR) - 1, 9);
    // Found again by another way: at this rate all of it is worth nothing on the first day.
    const invested = flows.reduce((sum, [, rupees]) => sum + Math.abs(rupees), 0);
    if (expected > -1) expect(Math.abs(presentValue(found.yearly, flows, [end, worth])) / invested).toBeLessThan(1e-6);
  });
});
