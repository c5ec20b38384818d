import { describe, expect, it } from 'vitest';
import { returnOfDays } from './my-record.ts';

type Given = { readonly in?: bigint; readonly out?: bigint; readonly worth: bigint };

/** Every day of the calendar from 2026-03-01 on: what moved on it, and what all of it was worth at its close. */
function returnOf(length: number, given: Readonly<Record<number, Given>>) {
  let worth = 0n;
  const days = Array.from({ length }, (_, at) => {
    worth = given[at]?.worth ?? worth;
    return {
      marketDate: new Date(Date.UTC(2026, 2, 1 + at)).toISOString().slice(0, 10),
      inPaise: given[at]?.in ?? 0n,
      outPaise: given[at]?.out ?? 0n,
      worth,
    };
  });
  return returnOfDays(
    days,
    days.map((day) => day.worth),
  );
}

describe('the return of money that has all been taken out', () => {
  it.each([11, 41, 101, 2_500])('stays what it was on its last day, %i days from the first', (length) => {
    // 1,000 became 1,200 within ten days.
    const found = returnOf(length, { 0: { in: 1_000n, worth: 1_000n }, 10: { out: 1_200n, worth: 0n } });
    if (!('whole' in found)) throw new Error(found.reason);
    expect(found.whole).toBeCloseTo(0.2, 9);
    expect(found.yearly / (1.2 ** 36.5 - 1)).toBeCloseTo(1, 9);
  });

  it.each([3, 8, 22])('is the loss of those who lost before they left, %i days from the first', (length) => {
    // 4,92,272.32 of 5,00,000.00 is left: -1.545536 %.
    const found = returnOf(length, {
      0: { in: 5_00_000_00n, worth: 4_92_272_32n },
      2: { out: 4_92_272_32n, worth: 0n },
    });
    expect(found).toMatchObject({ whole: expect.closeTo(-0.01545536, 9) as number });
  });

  it('is all of it where it was lost without a withdrawal, and none where it came and went on one day', () => {
    expect(returnOf(30, { 0: { in: 1_000n, worth: 1_000n }, 9: { worth: 0n } })).toEqual({ whole: -1, yearly: -1 });
    expect(returnOf(30, { 0: { in: 1_000n, out: 900n, worth: 0n } })).toEqual({ reason: 'one_day' });
  });
});

describe('the return of money that came again', () => {
  const spells = { 0: { in: 100n, worth: 100n }, 10: { out: 110n, worth: 0n } };

  it('works on the days on which money was there, and not in between', () => {
    // A tenth in ten days, nothing for ninety, a tenth in ten days: 1.1 x 1.1, and not 1.1 to the power of eleven.
    const found = returnOf(111, { ...spells, 100: { in: 100n, worth: 100n }, 110: { worth: 110n } });
    if (!('whole' in found)) throw new Error(found.reason);
    expect(found.whole).toBeCloseTo(0.21, 9);
    expect(found.yearly / (1.1 ** 36.5 - 1)).toBeCloseTo(1, 9);
  });

  it('does not leap on the day on which it comes', () => {
    const found = returnOf(102, { ...spells, 100: { in: 100n, worth: 100n } });
    // By its own rate of a day, which is at most 1.1 ^ (1 / 10), over eleven days.
    expect(found).toMatchObject({
      whole: expect.toSatisfy((whole: number) => whole > 0.09 && whole < 0.111) as number,
    });
  });

  it('of a period that begins with nothing is that of the money that comes in it', () => {
    const later = { 5: { in: 200n, worth: 200n }, 15: { worth: 220n } };
    const found = returnOf(16, { 0: { worth: 0n }, ...later });
    expect(found).toMatchObject({ whole: expect.closeTo(0.1, 9) as number });
  });

  it('of a period with nothing in it is none', () => {
    expect(returnOf(5, {})).toEqual({ reason: 'nothing_put_in' });
  });
});
