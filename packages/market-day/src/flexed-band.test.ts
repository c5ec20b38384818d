import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUniverse } from '@khara/universe/node';
import { bandAfter, MAX_FLEXES } from './flexed-band.ts';
import { planDay } from './market-clock.ts';
import { TradingDay } from './trading-day.ts';
import { OWN_NUMBERS } from './order-log.ts';

describe('a band', () => {
  it('grows on one side with each shift and never comes in, and its limits are prices of the share', () => {
    const ticks = fc.constantFrom(1, 5, 10, 50, 100);
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 100_000 }), ticks, (units, tick) => {
        const base = units * tick;
        let { lower, upper } = bandAfter(base, tick, 0);
        expect(lower < base && base < upper).toBe(true);
        for (let flexes = 1; flexes <= MAX_FLEXES; flexes += 1) {
          const up = bandAfter(base, tick, flexes);
          const down = bandAfter(base, tick, -flexes);
          expect(up.upper).toBeGreaterThanOrEqual(upper);
          expect(down.lower).toBeLessThanOrEqual(lower);
          for (const limit of [up.lower, up.upper, down.lower, down.upper]) {
            expect(limit >= tick && limit % tick === 0).toBe(true);
          }
          [lower, upper] = [down.lower, up.upper];
        }
      }),
    );
  });

  it('and limit price protection decide alone whether a limit on the tick is taken in continuous trading', () => {
    const all = readUniverse();
    const issuers = all.issuers.filter(({ code }) => code === 'AAMRAI' || code === 'ACHALGARH');
    const day = new TradingDay(
      {
        marketDay: 1,
        marketDate: '2026-11-23',
        names: OWN_NUMBERS,
        firstStep: 0,
        before: new Map(),
        participants: undefined,
        plan: planDay('compressed', 60),
        seed: new Uint8Array(32).fill(1),
      },
      { issuers, indices: [], offerings: [] },
    );
    while (day.phaseFor(true) !== 'continuous') day.advance(0);
    day.take();
    let orderId = 0;
    fc.assert(
      fc.property(fc.constantFrom(0, 1), fc.integer({ min: -800, max: 800 }), (share, permille) => {
        const { code, tick, previousClose } = day.spec.instruments[share]!;
        const price = Math.max(1, Math.floor((previousClose * (1_000 + permille)) / 1_000 / tick)) * tick;
        const { lower, upper } = day.market.band(share);
        const protectedTo = day.protectedRange(share)!.upper;
        orderId += 1;
        const order = { orderId, accountKey: orderId, code, side: 'buy', price, quantity: 1 } as const;
        day.apply({ seq: orderId, kind: 'place', ...order, validity: 'ioc', market: false }, 0);
        const isRefused = day.take().events.some((event) => event.kind === 'rejected');
        expect(isRefused).toBe(price < lower || price > Math.min(upper, protectedTo));
      }),
    );
  });
});
