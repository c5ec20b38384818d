import { freeFloatValue, type Universe } from '@khara/universe';
import { describe, expect, it } from 'vitest';
import { readUniverse } from '@khara/universe/node';
import type { JournalledCommand } from './commands.ts';
import { finishedDay } from './finished-day.ts';
import { planDay } from './market-clock.ts';
import { marketStatus } from './market-status.ts';
import type { TradingPhase } from './phases.ts';
import { type DaySnapshot, TradingDay } from './trading-day.ts';
import { OWN_NUMBERS } from './order-log.ts';

const all = readUniverse();
const issuerOf = (code: string) => all.issuers.find((issuer) => issuer.code === code)!;
/** AAMRAI closes through an auction; ACHALGARH does not, and makes the whole index. */
const [CAS, PLAIN] = ['AAMRAI', 'ACHALGARH'];
const plain = issuerOf(PLAIN);
const universe: Universe = {
  issuers: [issuerOf(CAS), plain],
  indices: [
    {
      ...all.indices.find(({ code }) => code === 'KHARA50')!,
      constituents: [PLAIN],
      basePaise: freeFloatValue(plain, plain.referencePricePaise) / 10_000n,
    },
  ],
  offerings: [],
};
const [SHARE_CAS, SHARE_PLAIN, INDEX] = [0, 1, 2];

const inputs = {
  marketDay: 1,
  marketDate: '2026-11-23',
  names: OWN_NUMBERS,
  firstStep: 0,
  before: new Map(),
  participants: undefined,
  plan: planDay('compressed', 120),
  seed: new Uint8Array(32).fill(3),
};
const newDay = (from?: DaySnapshot) => new TradingDay(inputs, universe, from);

const until = (day: TradingDay, phase: TradingPhase, auctioned = true): void => {
  while (day.phaseFor(auctioned) !== phase) day.advance(0);
};
const toTheEnd = (day: TradingDay): void => {
  while (!day.isOver) day.advance(0);
};
const suspend = (day: TradingDay, code: string, seq = 1): void =>
  day.apply({ seq, kind: 'suspend', requestId: String(seq), code }, 0);
const order = (orderId: number, code: string, price: number): JournalledCommand => ({
  seq: 100 + orderId,
  kind: 'place',
  orderId,
  accountKey: orderId,
  code,
  side: 'buy',
  price,
  quantity: 10,
  validity: 'day',
  market: false,
});

/** Steps taken in a phase, so that something has been traded in it. */
const further = (day: TradingDay, steps: number): void => {
  for (let made = 0; made < steps; made += 1) day.advance(0);
};

describe('a share that is suspended within the day', () => {
  it('has no orders and takes none, keeps its last price and its minutes, and its index stands where it was', () => {
    const day = newDay();
    until(day, 'continuous');
    further(day, 40);
    const { lower } = day.market.band(SHARE_PLAIN);
    day.apply(order(1, PLAIN, lower), 0);
    day.take();
    const before = { ...day.market.quote(SHARE_PLAIN), level: day.tape.lastPrice(INDEX) };

    suspend(day, PLAIN);
    expect(day.take()).toMatchObject({
      applied: [{ seq: 1 }],
      events: [{ kind: 'cancelled', orderId: 1, reason: 'suspended' }],
    });
    day.apply(order(2, PLAIN, lower), 0);
    expect(day.take().events).toMatchObject([{ kind: 'rejected', reason: 'not_tradable' }]);
    expect(marketStatus(day, 0).suspended).toEqual([PLAIN]);
    expect(day.closingPrice(SHARE_PLAIN)).toEqual({ price: before.last, from: 'last_trade' });

    toTheEnd(day);
    expect(day.market.quote(SHARE_PLAIN)).toMatchObject({ last: before.last, volume: before.volume });
    expect(day.tape.lastPrice(INDEX)).toBe(before.level);
    const [, closed, index] = finishedDay(day);
    expect(closed).toMatchObject({ closePrice: before.last, closeFrom: 'last_trade', lastPrice: before.last });
    expect(index!.closePrice).toBe(before.level);
    // The other share had its auction, and closed by it or at its reference.
    expect(day.closingPrice(SHARE_CAS)!.from).toMatch(/^auction/);
    expect(day.market.quote(SHARE_CAS).volume).toBeGreaterThan(0);
  });

  it.each([
    ['preopen_entry_1', 'previous_close'],
    ['cas_reference', 'average'],
    ['cas_entry_1', 'average'],
  ] as const)('in %s closes at the %s, and no auction of it is held', (phase, from) => {
    const day = newDay();
    until(day, phase);
    further(day, 1);
    const { last, volume } = day.market.quote(SHARE_CAS);
    suspend(day, CAS);
    expect(day.closingPrice(SHARE_CAS)!.from).toBe(from);
    expect(day.auctionState(SHARE_CAS)).toBeUndefined();
    toTheEnd(day);
    expect(day.market.quote(SHARE_CAS)).toMatchObject({ last, volume });
    const { lower, upper } = day.spec.instruments[SHARE_CAS]!;
    const { closePrice } = finishedDay(day)[SHARE_CAS]!;
    expect(closePrice).toBeGreaterThanOrEqual(lower);
    expect(closePrice).toBeLessThanOrEqual(upper);
  });

  it('keeps the close that it already had', () => {
    const day = newDay();
    until(day, 'post_close');
    const closing = day.closingPrice(SHARE_PLAIN);
    suspend(day, PLAIN);
    toTheEnd(day);
    expect(day.closingPrice(SHARE_PLAIN)).toEqual(closing);
    expect(finishedDay(day)[SHARE_PLAIN]!.closePrice).toBe(closing!.price);
  });

  it('stays so in a day that goes on from a snapshot, in whatever phase it was suspended', () => {
    for (const phase of ['preopen_entry_2', 'continuous', 'cas_entry_2', 'post_close'] as const) {
      const day = newDay();
      until(day, phase);
      suspend(day, CAS);
      day.take();
      const restored = newDay(day.snapshot());
      expect(restored.suspended).toEqual([CAS]);
      for (const one of [day, restored]) toTheEnd(one);
      expect(restored.market.hash(), phase).toBe(day.market.hash());
      expect(restored.hashes).toEqual(day.hashes);
      expect(finishedDay(restored)).toEqual(finishedDay(day));
    }
  });

  it('is suspended once; after the close the next day is meant, also of a closed day that comes back', () => {
    const day = newDay();
    until(day, 'continuous');
    suspend(day, PLAIN);
    suspend(day, PLAIN, 2);
    toTheEnd(day);
    const { hashes } = day;
    expect(day.suspendedNext).toEqual([]);
    suspend(day, CAS, 3);
    expect([day.suspended, day.suspendedNext]).toEqual([[PLAIN], [CAS]]);
    // It is of no log of the day that it came after.
    expect(day.hashes).toEqual(hashes);
    const restored = newDay(day.snapshot());
    suspend(restored, PLAIN, 4);
    expect(restored.suspendedNext).toEqual([CAS, PLAIN]);
  });
});
