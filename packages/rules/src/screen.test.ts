import { describe, expect, it } from 'vitest';
import {
  conditionsOfScreen,
  countUnknown,
  loosenScreen,
  passesScreen,
  printScreen,
  readScreen,
  withCondition,
  type ScreenedFigures,
} from './screen.ts';

const share = (figures: Partial<ScreenedFigures>): ScreenedFigures => ({
  pe: 1_500,
  pb: 200,
  size: 1_000_000,
  growth: 1_200,
  roe: 1_400,
  debt: 0,
  yield: 100,
  payout: 3_000,
  price: 50_000,
  stage: 'normal',
  band: '20',
  sector: 'banks',
  ...figures,
});
const screenOf = (query: string) => readScreen(query).screen;

describe('a screen as text', () => {
  it.each([
    'pe=5-20&size=10000-',
    'yield=-2.5',
    'pe=-3--1',
    'stage=normal,t2t&band=none',
    'sector=financial_services,it',
    '',
  ])('is read and printed as the same: "%s"', (query) => expect(printScreen(screenOf(query))).toBe(query));

  it('has one order, whatever the order of its address, and leaves out what is no condition', () => {
    expect(printScreen(screenOf('stage=normal&sort=pe&pe=5-&cols=pe'))).toBe('pe=5-&stage=normal');
  });

  it.each(['pe=20-5', 'pe=-', 'pe=5', 'pe=a-b', 'pe=1.234-', 'stage=great', 'band=7', 'sector=a%20b', 'stage='])(
    'says that "%s" is no condition',
    (query) => {
      const { screen, wrong } = readScreen(query);
      expect(wrong).toEqual([query.split('=')[0]]);
      expect(conditionsOfScreen(screen)).toEqual([]);
    },
  );
});

describe('a share', () => {
  it('passes a range with both its ends', () => {
    const screen = screenOf('pe=5-20');
    expect([499, 500, 2_000, 2_001].map((pe) => passesScreen(screen, share({ pe })))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('passes none of which it has no figure, which is counted', () => {
    const loss = share({ pe: undefined });
    expect(passesScreen(screenOf('pe=-20'), loss)).toBe(false);
    expect(passesScreen(screenOf('size=1-'), loss)).toBe(true);
    expect(countUnknown(screenOf('pe=-20&size=1-'), [loss, share({})])).toEqual({ pe: 1 });
    expect(countUnknown(screenOf('size=1-'), [loss])).toEqual({});
  });

  it('passes a choice that it is in', () => {
    const screen = screenOf('stage=normal,watched');
    expect(passesScreen(screen, share({ stage: 'watched' }))).toBe(true);
    expect(passesScreen(screen, share({ stage: 'suspended' }))).toBe(false);
  });
});

describe('what to loosen', () => {
  const shares = [share({ pe: 1_200, yield: 40 }), share({ pe: 1_400, yield: 300 }), share({ pe: 3_000, yield: 310 })];

  it('is each condition by itself, as little as finds something', () => {
    const found = loosenScreen(screenOf('pe=5-9&yield=3-'), shares);
    expect(found.map(({ screen, count }) => [printScreen(screen), count])).toEqual([['pe=5-14&yield=3-', 1]]);
    const either = loosenScreen(screenOf('pe=-13&yield=3-'), shares);
    expect(either.map(({ screen, count }) => [printScreen(screen), count])).toEqual([
      ['pe=-14&yield=3-', 1],
      ['pe=-13&yield=0.4-', 1],
    ]);
  });

  it('is a choice left out', () => {
    const found = loosenScreen(screenOf('stage=t2t'), shares);
    expect(found.map(({ screen, count }) => [printScreen(screen), count])).toEqual([['', 3]]);
  });

  it('is nothing where no single one helps', () => {
    expect(loosenScreen(screenOf('pe=-1&yield=90-'), shares)).toEqual([]);
  });

  it('is a range without its figures where none of the others has one', () => {
    const found = loosenScreen(screenOf('pe=-5&price=1-'), [share({ pe: undefined })]);
    expect(found.map(({ screen, count }) => [printScreen(screen), count])).toEqual([['price=1-', 1]]);
  });
});

it('a condition is set, changed and taken away', () => {
  const one = withCondition(screenOf('pe=5-'), 'pe', { to: 900 });
  expect(printScreen(one)).toBe('pe=-9');
  expect(printScreen(withCondition(one, 'pe', {}))).toBe('');
  expect(printScreen(withCondition(one, 'band', ['none', '5']))).toBe('pe=-9&band=none,5');
  expect(printScreen(withCondition(one, 'band', []))).toBe('pe=-9');
});
