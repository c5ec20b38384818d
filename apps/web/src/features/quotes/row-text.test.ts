import { textsFor } from '@khara/texts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addBundle } from '#i18n/bundles.ts';
import type { Quote } from './quote.ts';
import { rowText } from './row-text.ts';
import type { RowWords } from './row-words.ts';

beforeAll(() => addBundle('en', 'common', textsFor('en').common));

const words: RowWords = {
  language: 'en',
  suspended: 'Suspended',
  notListed: 'Not listed yet',
  listedToday: 'Listed today',
  fund: 'ETF',
  moved: (direction, percent) => (direction === 'flat' ? 'unchanged' : `${direction} ${percent} per cent`),
};
const quote: Quote = {
  code: 'THEWA',
  name: 'Thewa Jewels',
  exchange: 'NSE',
  price: '3894.30',
  changeAmount: '88.30',
  changePercent: '2.32',
  open: null,
  high: null,
  low: null,
  prevClose: '3806.00',
  volume: 0,
  value: '0.00',
  marketCap: '1.00',
  pe: null,
  collected: false,
  tradable: true,
  at: 0,
};
const now = (price: string, changeAmount: string, changePercent: string) => ({ price, changeAmount, changePercent });

const allOf = (said: ReturnType<typeof rowText>) => ({ ...said, spoken: said.spoken() });

describe('what a market row says', () => {
  it('is the price of now, its signed change, and in words where it went', () => {
    expect(allOf(rowText(quote, quote, words))).toMatchObject({
      price: '3,894.30',
      change: '+88.30',
      pill: '+2.32%',
      spoken: 'THEWA, Thewa Jewels, 3,894.30, up 2.32 per cent',
    });
    expect(allOf(rowText(quote, now('3700.00', '-106.00', '-2.79'), words))).toMatchObject({
      change: '−106.00',
      pill: '−2.79%',
      direction: 'down',
      spoken: 'THEWA, Thewa Jewels, 3,700.00, down 2.79 per cent',
    });
  });

  it('has neither sign nor direction without a change', () => {
    const same = rowText(quote, now('3806.00', '0.00', '0.00'), words);
    expect(same).toMatchObject({ change: '0.00', pill: '0.00%', direction: 'flat' });
    expect(same.spoken()).toMatch(/, unchanged$/);
  });

  it('says that a share is suspended instead of where its price went, and that one was listed today', () => {
    const suspended = rowText({ ...quote, tradable: false }, quote, words);
    expect(suspended).toMatchObject({ suspended: true, pill: 'Suspended', direction: 'flat' });
    expect(suspended.spoken()).toBe('THEWA, Thewa Jewels, 3,894.30, Suspended');
    expect(rowText({ ...quote, listedToday: true }, quote, words).spoken()).toMatch(/2\.32 per cent, Listed today$/);
  });

  it('names an index once, to the eye and to the ear', () => {
    const index = { ...quote, code: 'KHARABANK', name: 'KHARA Bank', marketCap: null, tradable: false };
    expect(allOf(rowText(index, quote, words))).toMatchObject({
      title: 'KHARA Bank',
      name: '',
      suspended: false,
      direction: 'up',
      spoken: 'KHARA Bank, 3,894.30, up 2.32 per cent',
    });
  });
});
