import { describe, expect, it } from 'vitest';
import { marketStatus, planDay, TradingDay, OWN_NUMBERS } from '@khara/market-day';
import type { Universe } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import { DayMargins } from './margins.ts';
import { QuotePublisher } from './quote-publisher.ts';
import { createView } from './view.ts';

const all = readUniverse();
const universe = { issuers: all.issuers.slice(0, 12), indices: [], offerings: [] };
const newDay = (marketDay: number, marketDate: string, of: Universe = universe) =>
  new TradingDay(
    {
      marketDay,
      marketDate,
      names: OWN_NUMBERS,
      firstStep: 0,
      before: new Map(),
      participants: undefined,
      plan: planDay('compressed', 60),
      seed: new Uint8Array(32).fill(marketDay),
    },
    of,
  );

const margins = () => new DayMargins([]);

describe('the publisher of quotes', () => {
  it('publishes every code of a new day, then only those that changed, and no listener that has left', () => {
    let day = newDay(0, '2026-11-23');
    const view = createView({ margins, day: () => day, now: () => marketStatus(day, 0) });
    const publisher = new QuotePublisher(view);
    let published: readonly string[] = [];
    let calls = 0;
    const leave = publisher.onQuotes((codes) => {
      published = codes;
      calls += 1;
    });
    const codes = universe.issuers.map(({ code }) => code);
    publisher.publishQuotes(day);
    expect(published).toEqual(codes);
    publisher.publishQuotes(day);
    expect(calls).toBe(1); // nothing has changed

    while (day.phaseFor(true) !== 'continuous') day.advance(0);
    publisher.publishQuotes(day);
    const before = new Map(codes.map((code) => [code, view.quote(code)!.volume]));
    day.advance(0);
    publisher.publishQuotes(day);
    const traded = codes.filter((code) => view.quote(code)!.volume !== before.get(code));
    expect(published).toEqual(expect.arrayContaining(traded));

    day = newDay(1, '2026-11-25');
    publisher.publishQuotes(day);
    expect(published).toEqual(codes);
    leave();
    const last = calls;
    publisher.publishQuotes(newDay(2, '2026-11-26'));
    expect(calls).toBe(last);
  });

  it('publishes the session as the market shows it', () => {
    const day = newDay(0, '2026-11-23');
    const publisher = new QuotePublisher(createView({ margins, day: () => day, now: () => marketStatus(day, 0) }));
    const seen: string[] = [];
    publisher.onSession(({ session }) => seen.push(session));
    publisher.publishSession();
    while (day.phaseFor(true) !== 'continuous') day.advance(0);
    publisher.publishSession();
    expect(seen).toEqual(['closed', 'open']);
  });

  it('publishes all indices of a new day, then those alone whose shares were traded', () => {
    const [one, other] = universe.issuers;
    const indices = all.indices
      .slice(0, 2)
      .map((index, at) => ({ ...index, constituents: [(at === 0 ? one : other)!.code] }));
    const day = newDay(0, '2026-11-23', { issuers: [one!, other!], indices, offerings: [] });
    const publisher = new QuotePublisher(createView({ margins, day: () => day, now: () => marketStatus(day, 0) }));
    const published: (readonly string[])[] = [];
    publisher.onQuotes((codes) => published.push(codes));
    publisher.publishQuotes(day);
    expect(published.at(-1)!.toSorted()).toEqual([one, other, ...indices].map((each) => each!.code).toSorted());

    while (day.phaseFor(true) !== 'continuous') day.skipTo(day.step + 1, 0);
    publisher.publishQuotes(day);
    const price = day.market.depth(1, 1).asks[0]!.price; // of a participant
    const terms = { code: other!.code, side: 'buy', price, quantity: 1, validity: 'day', market: false } as const;
    day.apply({ seq: 1, kind: 'place', orderId: 1, accountKey: 1, ...terms }, 0);
    expect(day.market.quote(1).trades).toBe(1);
    publisher.publishQuotes(day);
    expect(published.at(-1)!.toSorted()).toEqual([indices[1]!.code, other!.code].toSorted());
  });

  it('publishes no session to a listener that has left', () => {
    const day = newDay(0, '2026-11-23');
    const publisher = new QuotePublisher(createView({ margins, day: () => day, now: () => marketStatus(day, 0) }));
    let calls = 0;
    const leave = publisher.onSession(() => (calls += 1));
    publisher.publishSession();
    leave();
    publisher.publishSession();
    expect(calls).toBe(1);
  });
});
