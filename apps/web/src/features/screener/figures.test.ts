import { expect, it } from 'vitest';
import {
  existingValues,
  figuresAtClose,
  printSorting,
  readSorting,
  screened,
  sortScreened,
  type ScreenedShare,
} from './figures.ts';
import { screenCsv } from './save-csv.ts';

const share = (code: string, figures: Partial<ScreenedShare> = {}): ScreenedShare => ({
  code,
  name: code,
  sector: 'Banks',
  sectorKey: 'banks',
  price: '110.00',
  prevClose: '100.00',
  changePercent: '10.00',
  pe: '11.00',
  pb: '2.20',
  size: '1100.00',
  yearGrowth: '12.00',
  returnOnEquity: '15.00',
  debtToEquity: '0.40',
  dividendYield: '1.00',
  payout: '30.00',
  words: {},
  stage: 'normal',
  band: '20',
  ...figures,
});

it('sorts by any figure, the unknown last in either order, and by code where they are equal', () => {
  const shares = screened([share('C'), share('B', { pe: null }), share('A'), share('D', { pe: '9.50' })]);
  const codes = (sort: string): string =>
    sortScreened(shares, readSorting(sort))
      .map(({ share: { code } }) => code)
      .join('');
  expect(codes('pe')).toBe('DACB');
  expect(codes('-pe')).toBe('ACDB');
  expect(codes('-code')).toBe('DCBA');
});

it('keeps its order in the address, and code is the one that needs no word', () => {
  for (const text of ['pe', '-size', '-code']) expect(printSorting(readSorting(text))).toBe(text);
  for (const text of [null, 'code', 'nothing', '-']) expect(printSorting(readSorting(text))).toBeUndefined();
});

it('goes back to the close before with what hangs on the price', () => {
  const [one] = screened([share('A')]);
  expect(figuresAtClose(one!)).toMatchObject({
    pe: 1_000,
    pb: 200,
    debt: 40,
    size: 100_000,
    price: 10_000,
    yield: 110,
  });
});

it('goes back to the stage and the band of that day', () => {
  const placeAtClose = { stage: 'watched', band: '5' } as const;
  const [one] = screened([share('A', { placeAtClose })]);
  expect(figuresAtClose(one!)).toMatchObject({ stage: 'watched', band: '5', pe: 1_000 });
  const atClose = { pe: null, pb: null, yearGrowth: null, returnOnEquity: null, debtToEquity: null, payout: null };
  const [published] = screened([share('A', { placeAtClose, atClose: { ...atClose, dividendYield: '0.00' } })]);
  expect(figuresAtClose(published!)).toMatchObject({ stage: 'watched', band: '5', pe: undefined });
});

it('knows which values exist', () => {
  expect(existingValues(screened([share('A'), share('B', { pe: '9.50' }), share('C', { pe: null })]), 'pe')).toEqual([
    950, 1_100,
  ]);
});

it('goes back to the accounts before, of a company that has published since', () => {
  const before = { pe: null, pb: '2.10', yearGrowth: '-8.00', returnOnEquity: '-3.00' };
  const atClose = { ...before, debtToEquity: '0.50', dividendYield: '1.20', payout: null };
  const [one] = screened([share('A', { atClose })]);
  expect(figuresAtClose(one!)).toMatchObject({
    pe: undefined,
    pb: 210,
    growth: -800,
    roe: -300,
    debt: 50,
    yield: 120,
    size: 100_000,
    price: 10_000,
    stage: 'normal',
  });
});

it('writes a file with the words of the table', () => {
  const words = { pe: 'loss', debtToEquity: 'no debt', payout: '–' };
  const figures = { name: 'A, of "B"', pe: null, pb: null, debtToEquity: '0.00', payout: null, words };
  expect(screenCsv(screened([share('A', figures)])).split('\r\n')).toEqual([
    'code,name,sector,price,changePercent,pe,pb,size,yearGrowth,returnOnEquity,debtToEquity,dividendYield,payout,band,stage',
    'A,"A, of ""B""",Banks,110.00,10.00,loss,,1100.00,12.00,15.00,no debt,1.00,–,20,normal',
    '',
  ]);
});
