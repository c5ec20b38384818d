import { describe, expect, it } from 'vitest';
import { readUniverse } from '@khara/universe/node';
import type { Instrument, Quote } from '#src/ports/market.ts';
import { presentQuote } from './quotes.ts';

const issuer = readUniverse().issuers[0]!;
const quote: Quote = {
  code: issuer.code,
  lastPrice: 21_500,
  previousClose: 21_000,
  volume: 10,
  valuePaise: 2_15_000n,
  bandLow: 16_800,
  bandHigh: 25_200,
};
const listedQuote = (marketDate: string, listedOn: string) => {
  const instrument: Instrument = {
    code: issuer.code,
    kind: 'share',
    issuer: { ...issuer, listedOn },
    tick: 10,
    tradable: true,
  };
  return presentQuote(
    instrument,
    quote,
    { language: 'en', watched: new Set(), marketDate, yearlyProfit: () => undefined },
    5,
  );
};

describe('the quote of a share', () => {
  it('says on its first market day that it is listed today, and on no other', () => {
    expect(listedQuote('2026-11-25', '2026-11-25')).toMatchObject({ listedToday: true, changePercent: '2.38' });
    expect(listedQuote('2026-11-26', '2026-11-25').listedToday).toBeUndefined();
  });
});
