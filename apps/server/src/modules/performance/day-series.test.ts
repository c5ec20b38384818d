import { expect, it } from 'vitest';
import { findFalls, cumulateGrowth, sameInIndex, type DayValue } from './day-series.ts';

type Given = Partial<Omit<DayValue, 'marketDate'>> & { readonly valuePaise: bigint };
const days = (...given: readonly Given[]): readonly DayValue[] =>
  given.map((day, at) => ({
    marketDate: `2026-01-${String(at + 1).padStart(2, '0')}`,
    inPaise: 0n,
    outPaise: 0n,
    index: undefined,
    ...day,
  }));

it('A deposit changes no growth, and a withdrawal is no loss', () => {
  const grown = cumulateGrowth(
    days(
      { inPaise: 100n, valuePaise: 110n }, // + 10 %
      { inPaise: 1_000n, valuePaise: 1_110n }, // nothing
      { outPaise: 555n, valuePaise: 555n }, // nothing
      { valuePaise: 500n }, // 500 of 555
    ),
  );
  expect(grown.map((growth) => growth.toFixed(6))).toEqual(['1.100000', '1.100000', '1.100000', '0.990991']);
});

it('Growth stands still while there is no money, and goes on when there is some again', () => {
  const grown = cumulateGrowth(
    days(
      { inPaise: 100n, valuePaise: 120n },
      { outPaise: 120n, valuePaise: 0n },
      { valuePaise: 0n },
      { inPaise: 50n, valuePaise: 55n },
    ),
  );
  expect(grown.map((growth) => growth.toFixed(2))).toEqual(['1.20', '1.20', '1.20', '1.32']);
});

it('Who owes more than there is has lost all, and no more than that', () => {
  expect(cumulateGrowth(days({ inPaise: 100n, valuePaise: 100n }, { valuePaise: -50n }, { valuePaise: -40n }))).toEqual(
    [1, 0, 0],
  );
});

it('The deepest fall is measured from the peak before it, and its days until that peak is reached again', () => {
  expect(findFalls([1.1, 1.05, 1.1, 1.2, 0.9, 1, 1.2, 1.19])).toEqual({ deepest: 0.9 / 1.2 - 1, days: 3, under: 4 });
});

it('A fall that goes on counts until now, and one from the first day begins before it', () => {
  expect(findFalls([0.9, 0.8, 0.85])).toEqual({ deepest: 0.8 - 1, days: 3, under: 3 });
});

it('What only rose has no fall', () => {
  expect(findFalls([1, 1.1, 1.1, 1.2])).toEqual({ deepest: 0, days: 0, under: 0 });
});

it('The same money in the index buys at the close of its day, to the paisa', () => {
  const same = sameInIndex(
    days(
      { inPaise: 10_000_00n, index: 20_000_00n, valuePaise: 0n },
      { index: 21_000_00n, valuePaise: 0n }, // 10,500
      { inPaise: 1_00n, index: 30_000_00n, valuePaise: 0n }, // 15,000 and 1
      { outPaise: 15_000_00n, index: 30_000_00n, valuePaise: 0n }, // 1 remains
    ),
  );
  expect(same).toEqual([10_000_00n, 10_500_00n, 15_001_00n, 1_00n]);
});

it('More taken out than the index would have had cannot be compared, nor can a flow without a close', () => {
  const flat = { index: 100_00n, valuePaise: 0n };
  expect(sameInIndex(days({ ...flat, inPaise: 100n }, { ...flat, outPaise: 150n }))).toBeUndefined();
  expect(sameInIndex(days({ inPaise: 100n, valuePaise: 100n }))).toBeUndefined();
});
