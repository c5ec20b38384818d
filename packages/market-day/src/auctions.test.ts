import fc from 'fast-check';
import { casBand } from '@khara/rules';
import { describe, expect, it } from 'vitest';
import { readUniverse } from '@khara/universe/node';
import type { JournalledCommand } from './commands.ts';
import { planOf } from './market-clock.ts';
import type { OrderEvent } from './order-events.ts';
import type { TradingPhase } from './phases.ts';
import { TradingDay } from './trading-day.ts';

const CODE = 'AAMRAI';
const issuers = readUniverse().issuers.filter(({ code }) => code === CODE);

const dayOf = (seed: number): TradingDay =>
  new TradingDay(
    {
      marketDay: 1,
      marketDate: '2026-11-23',
      firstStep: 0,
      before: new Map(),
      participants: undefined,
      plan: planOf('compressed', 60),
      seed: new Uint8Array(32).fill(seed),
    },
    { issuers, indices: [], offerings: [] },
  );

const until = (day: TradingDay, phase: TradingPhase): readonly OrderEvent[] => {
  while (day.phaseOf(true) !== phase) day.advance(0);
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
  const { referencePaise } = day.auctionOf(0)!;
  const { lower, upper } = day.market.band(0);
  for (const [at, { side, ticks, quantity, market }] of list.entries()) {
    const pricePaise = Math.min(upper, Math.max(lower, referencePaise + ticks * tick));
    const command: JournalledCommand = {
      seq: at + 1,
      kind: 'place',
      orderId: at + 1,
      accountKey: at + 1,
      code: CODE,
      side,
      pricePaise,
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
        expect(new Set(fills.map(({ pricePaise }) => pricePaise)).size).toBeLessThanOrEqual(1);
        const filled = new Map<number, number>();
        for (const { orderId, pricePaise, quantity, aggressor, phase } of fills) {
          const { side, ticks, market } = list[orderId - 1]!;
          const limit = Math.min(upper, Math.max(lower, day.spec.instruments[0]!.previousClose + ticks * tick));
          expect(pricePaise >= lower && pricePaise <= upper && pricePaise % tick === 0).toBe(true);
          if (!market) expect(side === 'buy' ? pricePaise <= limit : pricePaise >= limit).toBe(true);
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
        const { referencePaise } = day.auctionOf(0)!;
        const { tick } = day.spec.instruments[0]!;
        expect(day.market.band(0)).toMatchObject(casBand(referencePaise, tick));
        placeAll(day, list);
        const fills = fillsOf(until(day, 'close_calc'));
        const { pricePaise, from } = day.closingOf(0)!;
        expect(['auction', 'auction_reference', 'previous_close']).toContain(from);
        if (from !== 'auction') expect([fills, pricePaise]).toEqual([[], referencePaise]);
        const { lower, upper } = casBand(referencePaise, tick);
        expect(pricePaise >= lower && pricePaise <= upper && pricePaise % tick === 0).toBe(true);
        for (const fill of fills.filter(({ phase }) => phase === 'closing_auction'))
          expect(fill.pricePaise).toBe(pricePaise);
      }),
      { numRuns: 25 },
    );
  });
});
