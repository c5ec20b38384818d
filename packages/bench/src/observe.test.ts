import { planDay, TradingDay, OWN_NUMBERS } from '@khara/market-day';
import { readUniverse } from '@khara/universe/node';
import { describe, expect, it } from 'vitest';
import { observeMarket } from './observe.ts';

const { issuers, indices } = readUniverse();
const universe = { issuers, indices, offerings: [] };
const CODES = ['AAMRAI', 'ACHALGARH'];
const inputs = {
  marketDay: 1,
  marketDate: '2026-11-23',
  names: OWN_NUMBERS,
  firstStep: 0,
  before: new Map(),
  participants: undefined,
  plan: planDay('compressed', 40),
  seed: new Uint8Array(32).fill(7),
  only: CODES,
};

/** What is seen of a day, as text. */
const seen = (day: TradingDay): string =>
  JSON.stringify(observeMarket({ day, codes: CODES, depth: 5, marginBps: () => 2_000 }));

/** The same day up to now, whose future is cut off: no step, phase, news or close of it comes any more. */
function cut(day: TradingDay): TradingDay {
  const past = new TradingDay(inputs, universe, day.snapshot());
  const { step } = day;
  const upTo = (spans: TradingDay['phases']['others']) => spans.filter(({ fromStep }) => fromStep <= step);
  const { auctioned, others, listing, schedule } = day.phases;
  const never = Object.fromEntries(Object.entries(schedule).map(([name, at]) => [name, at <= step ? at : Infinity]));
  Object.assign(past.phases, {
    auctioned: upTo(auctioned),
    others: upTo(others),
    listing: upTo(listing),
    latestStops: { preopen: Infinity, cas: Infinity },
    schedule: { ...schedule, ...never },
  });
  Object.assign(past.news, { length: 0 });
  past.market.advance = () => {
    throw new Error('the future was asked for');
  };
  return past;
}

describe('what an agent sees of the market', () => {
  it('is the same when the future is cut off, at each step of a day', () => {
    const day = new TradingDay(inputs, universe);
    while (!day.isOver) {
      day.advance(0);
      if (!day.isOver) expect(seen(cut(day)), String(day.step)).toBe(seen(day));
    }
  });

  it('differs from what a day shows whose future is seen: the cut takes something away', () => {
    const day = new TradingDay(inputs, universe);
    for (let step = 0; step < 60; step += 1) day.advance(0);
    expect(cut(day).phases.others.length).toBeLessThan(day.phases.others.length);
    expect(() => cut(day).advance(0)).toThrow('the future was asked for');
  });
});
