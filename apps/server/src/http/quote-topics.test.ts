import { expect, it } from 'vitest';
import type { Instrument, MarketView, Quote } from '#src/ports/market.ts';
import { QuoteTopics } from './quote-topics.ts';

const instrument = (code: string): Instrument => ({ code, kind: 'share', tick: 5, tradable: true });
const quote = (code: string): Quote => ({
  code,
  lastPrice: 110_00,
  previousClose: 100_00,
  volume: 7,
  valuePaise: 0n,
  bandLow: 1,
  bandHigh: 200_00,
  lastTradeAt: 5,
});

/** A market whose codes change with the day. */
const marketOf = (codes: string[]): Pick<MarketView, 'instruments' | 'instrument' | 'quote' | 'depth'> => ({
  instruments: () => codes.map(instrument),
  instrument: (code) => (codes.includes(code) ? instrument(code) : undefined),
  quote: (code) => (codes.includes(code) ? quote(code) : undefined),
  depth: () => undefined,
});
/** What a frame says. */
const decoded = (frame: Buffer | undefined): unknown =>
  frame && JSON.parse(frame.toString('utf8').replace(/^[^{]*/, ''));

it('an instrument of a later day is announced, others keep their numbers, and one that is gone is silent', () => {
  const codes = ['AAMRAI', 'KORKAI'];
  const topics = new QuoteTopics(marketOf(codes) as MarketView, () => 1); // only what it asks for
  const korkai = topics.topicNumber('KORKAI')!;
  expect(topics.topicNumber('THEWA')).toBeUndefined();
  codes.splice(0, 2, 'THEWA', 'KORKAI');
  topics.changed(['THEWA', 'KORKAI']);
  expect(topics.topicNumber('KORKAI')).toBe(korkai);
  const numbers = ['AAMRAI', 'THEWA', 'KORKAI'].map((code) => topics.topicNumber(code)!);
  expect(new Set(numbers).size).toBe(3);
  expect(decoded(topics.since(numbers, 0))).toEqual({
    type: 'quotes',
    data: [
      ['THEWA', '110.00', '10.00', 7, 5],
      ['KORKAI', '110.00', '10.00', 7, 5],
    ],
  });
});
