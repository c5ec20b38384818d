import fc from 'fast-check';
import { casBand } from '@khara/rules';
import { describe, expect, it } from 'vitest';
import { readUniverse } from '@khara/universe/node';
import { AUCTIONED, PLAIN, QuietDay } from '../test/quiet-day.ts';
import type { JournalledCommand } from './commands.ts';
import { planDay } from './market-clock.ts';
import type { OrderEvent } from './order-events.ts';
import type { TradingPhase } from './phases.ts';
import { TradingDay } from './trading-day.ts';
import { OWN_NUMBERS } from './order-log.ts';

const CODE = 'AAMRAI';
const issuers = readUniverse().issuers.filter(({ code }) => code === CODE);

const dayOf = (seed: number): TradingDay =>
  new TradingDay(
    {
      marketDay: 1,
      marketDate: '2026-11-23',
      names: OWN_NUMBERS,
      firstStep: 0,
      before: new Map(),
      participants: undefined,
      plan: planDay('compressed', 60),
      seed: new Uint8Array(32).fill(seed),
    },
    { issuers, indices: [], offerings: [] },
  );

const until = (day: TradingDay, phase: TradingPhase): readonly OrderEvent[] => {
  while (day.phaseFor(true) !== phase) day.advance(0);
  return day.take().events;
};

/** Orders of members: each an account of its own, around the price that the auction goes by. */
const orders = fc.array(
  fc.record({
    side: fc.constantFrom('buy', 'sell'),
    ticks: fc.integer({ min: -60, max: 60 }),
    quantity: fc.integer({ min: 1, max: 500 }),
    market: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);
const seeds = fc.nat(255);

function placeAll(
  day: TradingDay,
  list: readonly { side: 'buy' | 'sell'; ticks: number; quantity: number; market: boolean }[],
): void {
  const { tick } = day.spec.instruments[0]!;
  const { referencePrice } = day.auctionState(0)!;
  const { lower, upper } = day.market.band(0);
  for (const [at, { side, ticks, quantity, market }] of list.entries()) {
    const price = Math.min(upper, Math.max(lower, referencePrice + ticks * tick));
    const command: JournalledCommand = {
      seq: at + 1,
      kind: 'place',
      orderId: at + 1,
      accountKey: at + 1,
      code: CODE,
      side,
      price,
      quantity,
      validity: 'day',
      market,
    };
    day.apply(command, 0);
  }
}

const fillsOf = (events: readonly OrderEvent[]) => events.filter((event) => event.kind === 'filled');

describe('a call auction', () => {
  it('that opens the day trades at one price inside the band, fills none beyond its limit, leaves no crossed book', () => {
    fc.assert(
      fc.property(seeds, orders, (seed, list) => {
        const day = dayOf(seed);
        until(day, 'preopen_entry_1');
        placeAll(day, list);
        day.take();
        const fills = fillsOf(until(day, 'preopen_match'));
        const { tick } = day.spec.instruments[0]!;
        const { lower, upper } = day.market.band(0);
        expect(new Set(fills.map(({ price }) => price)).size).toBeLessThanOrEqual(1);
        const filled = new Map<number, number>();
        for (const { orderId, price, quantity, aggressor, phase } of fills) {
          const { side, ticks, market } = list[orderId - 1]!;
          const limit = Math.min(upper, Math.max(lower, day.spec.instruments[0]!.previousClose + ticks * tick));
          expect(price >= lower && price <= upper && price % tick === 0).toBe(true);
          if (!market) expect(side === 'buy' ? price <= limit : price >= limit).toBe(true);
          expect([aggressor, phase]).toEqual([false, 'opening_auction']);
          filled.set(orderId, (filled.get(orderId) ?? 0) + quantity);
        }
        for (const [orderId, quantity] of filled) expect(quantity).toBeLessThanOrEqual(list[orderId - 1]!.quantity);
        const { bid, ask } = day.market.quote(0);
        if (bid !== undefined && ask !== undefined) expect(bid).toBeLessThan(ask);
      }),
      { numRuns: 40 },
    );
  });

  it('that closes the day finds its price inside 3 % of its reference, and that price is the close', () => {
    fc.assert(
      fc.property(seeds, orders, (seed, list) => {
        const day = dayOf(seed);
        until(day, 'cas_entry_1');
        const { referencePrice } = day.auctionState(0)!;
        const { tick } = day.spec.instruments[0]!;
        expect(day.market.band(0)).toMatchObject(casBand(referencePrice, tick));
        placeAll(day, list);
        const fills = fillsOf(until(day, 'close_calc'));
        const { price, from } = day.closingPrice(0)!;
        expect(['auction', 'auction_reference', 'previous_close']).toContain(from);
        if (from !== 'auction') expect([fills, price]).toEqual([[], referencePrice]);
        const { lower, upper } = casBand(referencePrice, tick);
        expect(price >= lower && price <= upper && price % tick === 0).toBe(true);
        for (const fill of fills.filter(({ phase }) => phase === 'closing_auction')) expect(fill.price).toBe(price);
      }),
      { numRuns: 25 },
    );
  });
});

/** Of a limit order that came first and a market order: in which sequence an auction serves them. */
const served = (quiet: QuietDay, until: TradingPhase): readonly number[] => {
  quiet.place(1, { side: 'buy', price: quiet.day.market.band(0).upper });
  quiet.place(2, { side: 'buy', market: true });
  quiet.place(3, { side: 'sell' });
  return quiet
    .until(until)
    .fills()
    .map(({ orderId }) => orderId)
    .filter((orderId) => orderId !== 3);
};

describe('a call auction that collects orders', () => {
  it('publishes its price, what executes at it and what is left over, and none of them while nothing can', () => {
    const quiet = new QuietDay().until('preopen_entry_1');
    const { previousClose: referencePrice } = quiet.day.spec.instruments[0]!;
    quiet.place(1, { side: 'sell', quantity: 10 });
    expect(quiet.day.auctionState(0)).toEqual({ kind: 'opening', referencePrice });
    quiet.place(2, { side: 'buy', quantity: 25 });
    const found = { kind: 'opening', referencePrice, indicativePrice: referencePrice };
    expect(quiet.day.auctionState(0)).toEqual({ ...found, indicativeQuantity: 10, imbalance: 15 });
    quiet.place(3, { side: 'sell', quantity: 55 });
    expect(quiet.day.auctionState(0)).toEqual({ ...found, indicativeQuantity: 25, imbalance: -40 });
  });

  it.each([
    ['2026-09-04', 'preopen_entry', 'limit', [1, 2]],
    ['2026-09-07', 'preopen_entry_1', 'market', [2, 1]],
    ['2026-09-08', 'preopen_entry_1', 'market', [2, 1]],
  ] as const)('in the morning of %s, in %s, serves %s orders first', (marketDate, phase, _kind, order) => {
    const quiet = new QuietDay({ marketDate }).until(phase);
    expect(served(quiet, 'preopen_match')).toEqual(order);
  });

  it('at the close serves market orders first', () => {
    expect(served(new QuietDay().until('cas_entry_1'), 'cas_match')).toEqual([2, 1]);
  });

  it('at the close has participants in it, though none while its reference is made', () => {
    const day = dayOf(1);
    until(day, 'cas_reference');
    const { volume } = day.market.quote(0);
    while (day.phaseFor(true) === 'cas_reference') {
      expect(day.auctionState(0)).not.toHaveProperty('indicativePrice');
      day.advance(0);
    }
    until(day, 'close_calc');
    expect(day.market.quote(0).volume).toBeGreaterThan(volume);
    expect(day.closingPrice(0)!.from).toBe('auction');
  });
});

describe('the prices that a day makes of its trades', () => {
  it('are a reference at 15:15 of what was traded since 15:00, by quantity, to the nearest price', () => {
    const quiet = new QuietDay().until('continuous');
    quiet.trade(AUCTIONED, 132_530, 500);
    quiet.at(15, 1);
    quiet.trade(AUCTIONED, 132_540, 10);
    quiet.trade(AUCTIONED, 132_550, 30); // on average 1,325.475
    quiet.until('cas_reference');
    expect(quiet.day.auctionState(0)!.referencePrice).toBe(132_550);
  });

  it('are a reference at 15:15 that is the last price, when nothing was traded since 15:00', () => {
    const quiet = new QuietDay().until('continuous');
    quiet.trade(AUCTIONED, 132_530, 10);
    quiet.trade(AUCTIONED, 132_550, 10);
    quiet.until('cas_reference');
    expect(quiet.day.auctionState(0)!.referencePrice).toBe(132_550);
  });

  it('are a reference at 14:00 for block trades of what was traded since 13:45, and none without a trade', () => {
    const quiet = new QuietDay().at(13, 40);
    for (const code of [AUCTIONED, PLAIN]) quiet.trade(code, code === PLAIN ? 15_457 : 132_530, 40);
    quiet.at(13, 50);
    quiet.trade(AUCTIONED, 132_540, 10);
    quiet.trade(AUCTIONED, 132_550, 30);
    expect(quiet.day.blockReference(0)).toBeUndefined();
    quiet.at(14, 1);
    expect(quiet.day.blockReference(0)).toBe(132_550);
    expect(quiet.day.blockReference(1)).toBeUndefined();
  });

  it('are a close of a share without a trade that is the previous one, and says so', () => {
    const quiet = new QuietDay().toTheEnd();
    for (const [share, { previousClose }] of quiet.day.spec.instruments.entries())
      expect(quiet.day.closingPrice(share)).toEqual({ price: previousClose, from: 'previous_close' });
  });

  it('are a close of one trade, which was before 15:00: the reference of an empty auction, or the last price', () => {
    const quiet = new QuietDay().until('continuous');
    quiet.trade(AUCTIONED, 132_550, 10);
    quiet.trade(PLAIN, 15_460, 10);
    quiet.toTheEnd();
    expect(quiet.day.closingPrice(0)).toEqual({ price: 132_550, from: 'auction_reference' });
    expect(quiet.day.closingPrice(1)).toEqual({ price: 15_460, from: 'last_trade' });
  });

  it('are a close of the others by the average since 15:00, by quantity', () => {
    const quiet = new QuietDay().until('continuous');
    quiet.trade(PLAIN, 15_457, 500);
    quiet.at(15, 1);
    quiet.trade(PLAIN, 15_458, 10);
    quiet.trade(PLAIN, 15_461, 30); // on average 154.6025
    quiet.toTheEnd();
    expect(quiet.day.closingPrice(1)).toEqual({ price: 15_460, from: 'average' });
  });

  it('are a close of a share suspended at noon that is its last price, and no average', () => {
    const quiet = new QuietDay().until('continuous');
    quiet.trade(PLAIN, 15_457, 10);
    quiet.trade(PLAIN, 15_461, 10);
    quiet.give({ kind: 'suspend', requestId: 'S', code: PLAIN });
    expect(quiet.day.closingPrice(1)).toEqual({ price: 15_461, from: 'last_trade' });
  });
});

describe('a band that is about to shift', () => {
  it('stays where it is when its share is suspended first, and the day goes on', () => {
    const quiet = new QuietDay().until('continuous');
    const { upper } = quiet.day.market.band(0);
    const { asks } = quiet.day.market.depth(0, Infinity);
    quiet.place(1, { quantity: asks.reduce((sum, { quantity }) => sum + quantity, 0), price: upper, bySystem: true });
    for (let trade = 0; trade < 50; trade += 1) quiet.trade(AUCTIONED, upper, 1);
    expect(quiet.day.market.quote(0).last).toBe(upper);
    quiet.give({ kind: 'suspend', requestId: 'S', code: AUCTIONED });
    quiet.at(9, 45);
    expect(quiet.day.market.band(0).upper).toBe(upper);
    expect(quiet.toTheEnd().day.isOver).toBe(true);
  });
});
