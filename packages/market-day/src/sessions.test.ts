import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeFloatValue, type Universe } from '@khara/universe';
import { readUniverse } from '@khara/universe/node';
import type { JournalledCommand } from './commands.ts';
import { instantOfStep, marketTimeText, planDay } from './market-clock.ts';
import { marketStatus } from './market-status.ts';
import type { OrderEvent } from './order-events.ts';
import type { TradingPhase } from './phases.ts';
import { type DaySnapshot, TradingDay } from './trading-day.ts';
import { OWN_NUMBERS } from './order-log.ts';

const all = readUniverse();
const issuerOf = (code: string) => all.issuers.find((issuer) => issuer.code === code)!;
/**
 * AAMRAI has derivatives, a closing auction and a band that shifts; ACHALGARH has none of them, and makes the
 * whole index.
 */
const [CAS, PLAIN] = ['AAMRAI', 'ACHALGARH'];
const plain = issuerOf(PLAIN);
const universe: Universe = {
  issuers: [issuerOf(CAS), plain, issuerOf('DIVAKARI')],
  indices: [
    {
      ...all.indices.find(({ code }) => code === 'KHARA50')!,
      constituents: [PLAIN],
      basePaise: freeFloatValue(plain, plain.referencePricePaise) / 10_000n,
    },
  ],
  offerings: [],
};

const inputsOf = (seed: number, seconds = 900) => ({
  marketDay: 1,
  marketDate: '2026-11-23',
  names: OWN_NUMBERS,
  firstStep: 0,
  before: new Map(),
  participants: undefined,
  plan: planDay('compressed', seconds),
  seed: new Uint8Array(32).fill(seed),
});

type PlaceFields = Partial<Extract<JournalledCommand, { kind: 'place' }>>;
type UnnumberedCommand<Command> = Command extends JournalledCommand ? Omit<Command, 'seq'> : never;

/** A day under the hands of a test. */
class TestDay {
  readonly day: TradingDay;
  #seq = 0;

  constructor(seed = 1, seconds = 900, from?: DaySnapshot) {
    this.day = new TradingDay(inputsOf(seed, seconds), universe, from);
  }

  /** Lets time pass until a phase begins; answers the events so far. */
  until(phase: TradingPhase, auctioned = true): readonly OrderEvent[] {
    while (this.day.phaseFor(auctioned) !== phase) this.day.advance(0);
    return this.day.take().events;
  }

  give(command: UnnumberedCommand<JournalledCommand>): readonly OrderEvent[] {
    this.#seq += 1;
    this.day.apply({ ...command, seq: this.#seq }, 0);
    return this.day.take().events;
  }

  place(orderId: number, order: PlaceFields): readonly OrderEvent[] {
    return this.give({
      kind: 'place',
      orderId,
      accountKey: orderId,
      code: CAS,
      side: 'buy',
      price: 1_325_00,
      quantity: 10,
      validity: 'day',
      market: false,
      ...order,
    });
  }

  quote(code: string) {
    return this.day.market.quote(this.day.shareNumber(code)!);
  }

  time(): string {
    const { inputs, step } = this.day;
    return marketTimeText(instantOfStep(inputs.plan, inputs.marketDate, step)).slice(11, 19);
  }
}

const refused = (reason: string) => [expect.objectContaining({ kind: 'rejected', reason })];

const hasEnded = ({ kind }: Pick<OrderEvent, 'kind'>) =>
  kind === 'cancelled' || kind === 'expired' || kind === 'rejected';

describe('a market day', () => {
  it('takes both kinds of shares through their phases, at NSE’s times', () => {
    const played = new TestDay();
    const seen: string[] = [];
    let last = '';
    for (; !played.day.isOver; played.day.advance(0)) {
      const { session, phase, phaseOfOthers } = marketStatus(played.day, 0);
      const now = `${session}: ${phase} / ${phaseOfOthers}`;
      if (now !== last) seen.push(`${played.time().slice(0, 5)} ${now}`);
      last = now;
    }
    expect(seen.map((line) => line.replace(/^09:0[89]|^15:2[89]/, 'stop '))).toEqual([
      '08:45 closed: closed / closed',
      '09:00 pre_open: preopen_entry_1 / preopen_entry_1',
      '09:05 pre_open: preopen_entry_2 / preopen_entry_2',
      'stop  pre_open: preopen_match / preopen_match',
      '09:12 pre_open: preopen_buffer / preopen_buffer',
      '09:15 open: continuous / continuous',
      '15:15 closing_auction: cas_reference / continuous',
      '15:20 closing_auction: cas_entry_1 / continuous',
      '15:25 closing_auction: cas_entry_2 / continuous',
      'stop  closing_auction: cas_match / continuous',
      '15:30 closing_auction: cas_match / close_calc',
      '15:35 post_close: close_calc / close_calc',
      '15:50 post_close: post_close / post_close',
    ]);
    expect(played.day.closing).toBeDefined();
    const { auctioned, others } = marketStatus(new TestDay().day, 0).squareOff;
    expect([auctioned.slice(0, 5), others.slice(0, 5)]).toEqual(['15:12', '15:25']);
  });

  it('stops the order entry of its auctions at an instant that the seed decides and keeps secret', () => {
    const stops = [1, 2, 3, 4, 5, 6].map((seed) => {
      const played = new TestDay(seed);
      played.until('preopen_entry_2');
      const { nextPhaseAt } = marketStatus(played.day, 0);
      expect(nextPhaseAt / 250 + played.day.step).toBe(played.day.phases.latestStops.preopen);
      played.until('preopen_match');
      return played.time();
    });
    expect(stops.every((time) => time >= '09:08:00' && time <= '09:10:00')).toBe(true);
    expect(new Set(stops).size).toBeGreaterThan(2);
  });

  it('opens by an auction: market orders are frozen from 09:05, everything trades at one price, what is left goes on', () => {
    const played = new TestDay();
    expect(played.place(1, {})).toEqual(refused('market_closed'));
    played.until('preopen_entry_1');
    expect(played.place(2, { triggerPrice: 1_330_00, price: 1_331_00 })).toEqual(
      refused('stop_loss_not_allowed_in_phase'),
    );
    expect(played.place(3, { validity: 'ioc' })).toEqual(refused('ioc_not_allowed_in_phase'));
    expect(played.place(4, { disclosedQuantity: 2 })).toEqual(refused('disclosed_qty_not_allowed_in_phase'));
    expect(played.place(5, { market: true, quantity: 30 })).toMatchObject([{ kind: 'opened' }]);
    expect(played.place(6, { side: 'sell', market: true, quantity: 500_000 })).toMatchObject([{ kind: 'opened' }]);
    played.place(7, { price: 1_340_00, quantity: 40 });
    played.until('preopen_entry_2');
    expect(played.place(8, { market: true })).toEqual(refused('market_not_allowed_in_phase'));
    expect(played.give({ kind: 'cancel', orderId: 5 })).toMatchObject([
      { kind: 'change_refused', change: 'cancel', reason: 'market_order_frozen' },
    ]);
    expect(played.give({ kind: 'modify', orderId: 7, price: 1_341_00, quantity: 40 })).toMatchObject([
      { kind: 'modified', price: 1_341_00 },
    ]);
    const auction = played.day.auctionState(0)!;
    expect(auction).toMatchObject({ kind: 'opening', referencePrice: 1_325_40 });
    const events = played.until('preopen_match');
    const matched = events.filter((event) => event.kind === 'filled');
    expect(matched.length).toBeGreaterThan(3);
    expect(new Set(matched.map(({ price }) => price))).toEqual(new Set([auction.indicativePrice]));
    expect(new Set(matched.map(({ phase }) => phase))).toEqual(new Set(['opening_auction']));
    for (const orderId of [5, 7]) {
      const bought = matched
        .filter((fill) => fill.orderId === orderId)
        .reduce((sum, { quantity }) => sum + quantity, 0);
      expect(bought).toBe(orderId === 5 ? 30 : 40);
    }
    expect(played.quote(CAS).open).toBe(auction.indicativePrice);
    expect(played.place(9, {})).toEqual(refused('phase_not_accepting'));
    // The rest of the sale at the market stands in the book at the opening price.
    const rest = played.day.market.openOrder(6)!;
    expect(rest.price).toBe(auction.indicativePrice);
    expect(events.filter(({ kind }) => kind === 'became_limit')).toMatchObject([
      { orderId: 6, price: auction.indicativePrice, quantity: rest.remaining },
    ]);
    played.until('continuous');
    expect(played.place(10, { triggerPrice: 1_450_00, price: 1_451_00 })).toMatchObject([{ kind: 'trigger_pending' }]);
  });

  it('closes shares with derivatives by an auction inside 3 % of its reference, and the others at their average', () => {
    const played = new TestDay();
    played.until('continuous');
    while (played.time() < '15:14:30') played.day.advance(0);
    const { last } = played.quote(CAS);
    const near = Math.floor((last * 0.985) / 10) * 10;
    played.place(1, { price: near, quantity: 5 });
    played.place(2, { price: Math.floor((last * 0.95) / 10) * 10 });
    played.place(3, { triggerPrice: 1_450_00, price: 1_451_00 });
    played.place(4, { code: PLAIN, price: played.day.market.band(1).lower });
    const ended = played.until('cas_reference').filter(hasEnded);
    expect(ended).toMatchObject([
      { orderId: 2, kind: 'cancelled', reason: 'out_of_band' },
      { orderId: 3, kind: 'cancelled', reason: 'not_in_auction' },
    ]);
    const reference = played.day.auctionState(0)!.referencePrice;
    const { lower, upper } = played.day.market.band(0);
    expect(lower >= reference * 0.97 && upper <= reference * 1.03).toBe(true);
    expect(played.place(5, {})).toEqual(refused('phase_not_accepting'));
    expect(played.give({ kind: 'cancel', orderId: 1 })).toMatchObject([{ kind: 'change_refused' }]);
    played.until('cas_entry_1');
    played.place(6, { side: 'sell', market: true, quantity: 100 });
    played.place(7, { price: upper, quantity: 60 });
    const { indicativePrice } = played.day.auctionState(0)!;
    expect(indicativePrice).toBeDefined();
    const events = played.until('cas_match');
    const fills = events.filter((event) => event.kind === 'filled');
    expect(fills.some(({ phase }) => phase === 'closing_auction')).toBe(true);
    const closing = played.day.closingPrice(0)!;
    expect(closing.from).toBe('auction');
    expect(new Set(fills.map(({ price }) => price))).toEqual(new Set([closing.price]));
    expect(events.filter(hasEnded).every(({ kind }) => kind === 'expired')).toBe(true);
    expect(played.day.market.openOrders().filter(({ instrument }) => instrument === 0)).toEqual([]);
    expect(played.until('close_calc', false)).toMatchObject([{ orderId: 4, kind: 'expired', reason: 'day_end' }]);
    expect(played.day.closingPrice(1)).toMatchObject({ from: 'average' });
    expect(played.day.closingPrice(2)).toBeUndefined(); // suspended
    played.until('closed');
  });

  it('trades at the close after it, by market orders alone and in order of arrival', () => {
    const played = new TestDay();
    played.until('post_close');
    const { price } = played.day.closingPrice(0)!;
    expect(played.place(1, { price })).toEqual(refused('limit_not_allowed_in_phase'));
    played.place(2, { market: true, quantity: 1_000_000 });
    const sold = played.place(3, { market: true, side: 'sell', quantity: 10 });
    expect(sold.filter((event) => event.kind === 'filled')).toMatchObject([
      { orderId: 2, price, phase: 'post_close' },
      { orderId: 3, price, phase: 'post_close' },
    ]);
    expect(played.give({ kind: 'modify', orderId: 2, price: 1, quantity: 900_000 })).toMatchObject([
      { kind: 'modified', price, quantity: 899_990, keptPriority: true }, // 10 are filled
    ]);
    const rest = played.until('closed');
    expect(rest.filter(hasEnded)).toMatchObject([{ orderId: 2, reason: 'day_end' }]);
    expect(played.day.closing!.closes[0]).toBe(price);
  });

  it('takes orders out for the system in any phase', () => {
    const played = new TestDay();
    played.until('preopen_entry_1');
    played.place(1, { market: true });
    played.until('preopen_entry_2');
    expect(played.give({ kind: 'expire', orderId: 1, reason: 'square_off' })).toMatchObject([
      { kind: 'expired', reason: 'square_off' },
    ]);
  });

  it('tells an order what it met, and what stood in front of it', () => {
    const played = new TestDay();
    played.until('continuous');
    const { bids } = played.day.market.depth(0, 3);
    const [best, , third] = bids;
    const [opened] = played.place(1, { price: third!.price });
    const ahead = bids.reduce((sum, { quantity }) => sum + quantity, 0);
    expect(opened).toMatchObject({ kind: 'opened', book: { bidPaise: best!.price, aheadQuantity: ahead } });
  });
});

/** Buys everything on offer up to a price, and leaves that price as the last. */
function sweepTo(played: TestDay, code: string, price: number, orderId: number): void {
  played.place(orderId, { code, side: 'sell', price, quantity: 10, accountKey: 900 });
  const share = played.day.shareNumber(code)!;
  const below = played.day.market
    .depth(share, Infinity)
    .asks.filter((ask) => ask.price < price)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  played.place(orderId + 1, { code, price, quantity: below + 5, accountKey: 901, bySystem: true });
  expect(played.quote(code).last).toBe(price);
}

describe('the market-wide breaker', () => {
  const limit = Math.ceil(plain.referencePricePaise * 1.101);

  function halted(): TestDay {
    const played = new TestDay();
    played.until('continuous');
    while (played.time() < '11:00:00') played.day.advance(0);
    played.day.take();
    played.place(50, { price: 1_200_00 });
    sweepTo(played, PLAIN, limit, 1);
    played.until('halted');
    return played;
  }

  it('holds all trading when the index has moved by a tenth, and goes on through an auction', () => {
    const played = halted();
    const { volume } = played.quote(CAS);
    const at = played.time();
    expect(at.slice(0, 5)).toBe('11:00');
    expect(marketStatus(played.day, 0)).toMatchObject({
      session: 'halted',
      phase: 'halted',
      phaseOfOthers: 'halted',
      halt: { level: 10, index: 'KHARA50', resumesAt: expect.stringContaining('T12:00:') },
    });
    expect(played.place(60, {})).toEqual(refused('market_halted'));
    expect(played.give({ kind: 'modify', orderId: 50, price: 1_301_00, quantity: 1 })).toMatchObject([
      { kind: 'change_refused', reason: 'market_halted' },
    ]);
    expect(played.give({ kind: 'cancel', orderId: 50 })).toMatchObject([{ kind: 'cancelled' }]);
    played.until('preopen_entry_1');
    expect(played.time().slice(0, 5)).toBe('11:45');
    expect(played.quote(CAS).volume).toBe(volume);
    expect(played.day.auctionState(1)).toMatchObject({ kind: 'opening', referencePrice: limit });
    expect(marketStatus(played.day, 0).session).toBe('pre_open');
    played.until('preopen_match');
    played.until('continuous');
    expect(played.time().slice(0, 5)).toBe('12:00');
    expect(marketStatus(played.day, 0)).not.toHaveProperty('halt');
    for (let step = 0; step < 40; step += 1) played.day.advance(0);
    expect(played.quote(CAS).volume).toBeGreaterThan(volume);
    played.until('cas_reference');
    played.until('closed');
  });

  it('ends the day at a fifth: no auction, and closes by the average or the last trade', () => {
    const played = new TestDay();
    played.until('continuous');
    // The last paisa inside the band is less than a fifth away: the previous close is no round number.
    sweepTo(played, PLAIN, Math.floor(plain.referencePricePaise * 1.2), 1);
    expect(played.day.halt).toMatchObject({ level: 15, reopening: expect.anything() });
    const late = new TestDay();
    late.until('continuous');
    while (late.time() < '14:05:00') late.day.advance(0);
    sweepTo(late, PLAIN, Math.ceil(plain.referencePricePaise * 1.151), 1);
    late.until('halted');
    expect(marketStatus(late.day, 0).halt).toEqual({ level: 15, index: 'KHARA50' });
    late.until('closed');
    expect(late.time().slice(0, 5)).toBe('15:30');
    expect(late.day.closingPrice(0)!.from).toBe('last_trade');
    while (!late.day.isOver) late.day.advance(0);
    expect(late.day.closing!.closes).toHaveLength(3);
  });
});

describe('a band that shifts', () => {
  it('does so after fifty trades at its edge and a quarter of an hour', () => {
    const played = new TestDay();
    played.until('continuous');
    const { lower, upper } = played.day.market.band(0);
    sweepTo(played, CAS, upper, 1);
    for (let orderId = 10; orderId < 60; orderId += 1) {
      played.place(2 * orderId, { side: 'sell', price: upper, quantity: 1, accountKey: 900 });
      played.place(2 * orderId + 1, { price: upper, quantity: 1, accountKey: 901, bySystem: true });
    }
    const began = played.time();
    played.place(500, { price: lower });
    while (played.day.market.band(0).upper === upper) played.day.advance(0);
    expect(began.slice(0, 5)).toBe('09:15');
    expect(played.time().slice(0, 5)).toBe('09:30');
    const base = played.quote(CAS).previousClose;
    const shifted = played.day.market.band(0);
    expect([Math.round((shifted.lower / base) * 100), Math.round((shifted.upper / base) * 100)]).toEqual([95, 115]);
    expect(played.day.take().events.find(({ orderId }) => orderId === 500)).toBeDefined();
    played.until('closed');
  });
});

describe('a snapshot', () => {
  it('goes on the same from any step, in every phase and in a halt', () => {
    const order = fc.record({
      code: fc.constantFrom(CAS, PLAIN),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      quantity: fc.integer({ min: 1, max: 2_000 }),
      market: fc.boolean(),
      away: fc.integer({ min: -12, max: 12 }),
      triggerAway: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    });
    const plays = fc.array(fc.array(order, { maxLength: 2 }), { minLength: 60, maxLength: 60 });
    const give = (
      played: TestDay,
      { away, triggerAway, ...terms }: typeof order extends fc.Arbitrary<infer O> ? O : never,
      orderId: number,
    ) => {
      const { last } = played.quote(terms.code);
      const tick = terms.code === CAS ? 10 : 1;
      const sign = terms.side === 'buy' ? 1 : -1;
      const trigger = triggerAway === undefined ? {} : { triggerPrice: last + sign * triggerAway * tick };
      return played.place(orderId, { ...terms, price: last + away * tick, ...trigger });
    };
    fc.assert(
      fc.property(plays, fc.nat(58), fc.boolean(), (steps, cut, withHalt) => {
        const one = new TestDay(7, 15);
        let other: TestDay | undefined;
        const events: (readonly OrderEvent[])[][] = [[], []];
        for (let step = 0; step < 60; step += 1) {
          for (const [at, played] of [one, other].entries()) {
            if (!played) continue;
            if (withHalt && step === 24) sweepTo(played, PLAIN, Math.ceil(plain.referencePricePaise * 1.101), 9_000);
            for (const [nth, each] of steps[step]!.entries()) events[at]!.push(give(played, each, 1 + 10 * step + nth));
            played.day.advance(step);
            events[at]!.push(played.day.take().events);
          }
          if (step === cut) {
            other = new TestDay(7, 15, one.day.snapshot());
            events[0] = [];
          }
        }
        expect(events[1]).toEqual(events[0]);
        expect(other!.day.market.hash()).toBe(one.day.market.hash());
        expect(other!.day.hashes).toEqual(one.day.hashes);
        expect([other!.day.closingPrice(0), other!.day.closingPrice(1)]).toEqual([
          one.day.closingPrice(0),
          one.day.closingPrice(1),
        ]);
      }),
      { numRuns: 40 },
    );
  });
});
