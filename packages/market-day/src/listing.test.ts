import { makeIssuer } from '@khara/offerings';
import { clock } from '@khara/rules';
import { freeFloatValue, type Universe } from '@khara/universe';
import { describe, expect, it } from 'vitest';
import { readUniverse } from '@khara/universe/node';
import { PLAIN, QuietDay, issuerNamed } from '../test/quiet-day.ts';
import type { JournalledCommand } from './commands.ts';
import type { DayInputs } from './day-inputs.ts';
import { planDay, stepOfTime } from './market-clock.ts';
import { TradingDay } from './trading-day.ts';
import { OWN_NUMBERS } from './order-log.ts';

const DAY = '2026-11-25';
const all = readUniverse();
const [old] = all.issuers;
const newIssuer = (board: 'main' | 'sme') =>
  makeIssuer({
    code: board === 'main' ? 'ROHIDA' : 'KESUDO',
    names: old!.names,
    sector: 'Power',
    board,
    issuePrice: board === 'main' ? 21_000 : 8_800,
    demandHundredths: 455,
    totalShares: board === 'main' ? 114_286_200 : 3_168_000,
    reservedShares: board === 'main' ? 11_428_620 : 1_584_000,
    sharesPerLot: board === 'main' ? 70 : 1600,
    listedOn: DAY,
    blurb: old!.names,
  });
const universe: Universe = { issuers: [old!, newIssuer('main'), newIssuer('sme')], indices: [], offerings: [] };
const plan = planDay('compressed', 300);
const inputs: DayInputs = {
  marketDay: 3,
  marketDate: DAY,
  plan,
  names: OWN_NUMBERS,
  firstStep: 0,
  seed: new Uint8Array(32).fill(4),
  before: new Map(),
  participants: undefined,
};
const at = (hours: number, minutes: number) => stepOfTime(plan, clock(hours, minutes));
const order = (orderId: number, market: boolean): JournalledCommand => ({
  seq: orderId,
  kind: 'place',
  orderId,
  accountKey: 7,
  code: 'ROHIDA',
  side: 'buy',
  price: 23_000,
  quantity: 10,
  validity: 'day',
  market,
});

function playTo(day: TradingDay, step: number): TradingDay {
  while (day.step < step) day.advance(day.step * 250);
  return day;
}

describe('a share on its first day', () => {
  it('has an auction of its own, for limit orders, and trades from ten inside the band around the price it found', () => {
    const day = new TradingDay(inputs, universe);
    const rohida = 1;
    const kesudo = 2;
    playTo(day, at(9, 10));
    expect(day.phaseOfShare(rohida)).toBe('preopen_entry_2');
    expect(day.auctionState(rohida)).toMatchObject({ kind: 'opening', referencePrice: 21_000 });
    day.apply(order(1, false), 0);
    day.apply(order(2, true), 0);
    playTo(day, at(9, 30));
    expect(day.phaseOfShare(0)).toBe('continuous');
    expect(day.phaseOfShare(rohida)).toBe('preopen_entry_2');
    expect(day.market.quote(rohida).trades).toBe(0);
    while (day.phaseOfShare(rohida) === 'preopen_entry_2') playTo(day, day.step + 1);
    expect(day.phaseOfShare(rohida)).toBe('preopen_match');
    expect(day.step).toBeGreaterThanOrEqual(at(9, 35));
    expect(day.step).toBeLessThanOrEqual(at(9, 45));
    const printed = [rohida, kesudo].map((share) => day.market.quote(share));
    for (const { trades } of printed) expect(trades).toBeGreaterThan(0);
    playTo(day, at(9, 57));
    expect(day.phaseOfShare(rohida)).toBe('preopen_buffer');
    // The others trade; in a new share nothing does until ten, and its book stands still.
    expect([rohida, kesudo].map((share) => day.market.quote(share))).toEqual(printed);
    playTo(day, at(10, 0));
    expect(day.phaseOfShare(rohida)).toBe('continuous');
    for (const share of [rohida, kesudo]) {
      const { bid, ask } = day.market.quote(share);
      expect(ask).toBeGreaterThan(bid!);
    }
    const events = day.take().events;
    expect(events.filter(({ orderId }) => orderId === 2)).toMatchObject([{ kind: 'rejected' }]);
    expect(events.filter(({ orderId, kind }) => orderId === 1 && kind === 'filled').length).toBeGreaterThan(0);
    for (const share of [rohida, kesudo]) {
      const { last, trades } = day.market.quote(share);
      expect(trades).toBeGreaterThan(0);
      expect(day.market.auction(share)).toBeUndefined();
      const { lower, upper } = day.market.band(share);
      const percent = share === rohida ? 20 : 5;
      expect(Math.abs(upper - (last * (100 + percent)) / 100)).toBeLessThanOrEqual(last / 100);
      expect(lower).toBeLessThan(last);
    }
    playTo(day, plan.steps);
    expect(day.closingPrice(rohida)?.price).toBeGreaterThan(0);
  });

  it('is the same day when it goes on from the middle of the auction, and from the pause after it', () => {
    const whole = playTo(new TradingDay(inputs, universe), plan.steps);
    for (const [hours, minutes] of [
      [9, 30],
      [9, 50],
      [9, 58],
    ] as const) {
      const first = playTo(new TradingDay(inputs, universe), at(hours, minutes));
      const again = playTo(new TradingDay(inputs, universe, first.snapshot()), plan.steps);
      expect(again.hashes).toEqual(whole.hashes);
    }
  });
});

/** A price at which members alone trade. */
const betweenQuotes = (quiet: QuietDay, share: number): number => quiet.day.market.depth(share, 1).bids[0]!.price + 1;

const bandAtTen = (quiet: QuietDay) => quiet.at(10, 1).day.market.band(1);

describe('the band of a share on its first day', () => {
  it('is around the issue price when its auction found none', () => {
    const quiet = new QuietDay({ marketDate: DAY }, universe);
    expect(bandAtTen(quiet)).toEqual({ lower: 16_800, upper: 25_200 });
  });

  it('is around the price of its auction, be it of a single trade', () => {
    const quiet = new QuietDay({ marketDate: DAY }, universe).at(9, 10);
    const price = betweenQuotes(quiet, 1);
    quiet.trade('ROHIDA', price, 10);
    const { lower, upper } = bandAtTen(quiet);
    expect(quiet.day.market.quote(1)).toMatchObject({ trades: 1, last: price });
    expect([lower, upper]).toEqual([Math.ceil(price * 0.8), Math.floor(price * 1.2)]);
  });
});

describe('a halt on the first day of a share', () => {
  /** The index is one share, whose previous close lets it move by a fifth to the paisa. */
  const plain = issuerNamed(PLAIN);
  const withIndex: Universe = {
    ...universe,
    issuers: [plain, newIssuer('main')],
    indices: [
      {
        ...all.indices.find(({ code }) => code === 'KHARA50')!,
        constituents: [PLAIN],
        basePaise: freeFloatValue(plain, 10_000) / 10_000n,
      },
    ],
  };
  const before = new Map([[PLAIN, { date: '2026-11-24', closePaise: 10_000, tickPaise: 1 }]]);

  it('keeps it in its auction, which ends with the others, and then its band follows', () => {
    const quiet = new QuietDay({ marketDate: DAY, before }, withIndex).until('continuous');
    const price = betweenQuotes(quiet, 1);
    quiet.trade('ROHIDA', price, 10);
    const { asks } = quiet.day.market.depth(0, Infinity);
    const quantity = asks.filter((each) => each.price <= 11_000).reduce((sum, each) => sum + each.quantity, 0) + 10;
    quiet.place(3, { code: PLAIN, price: 11_000, quantity, bySystem: true });
    quiet.place(4, { code: PLAIN, side: 'sell', price: 11_000, quantity: 10 });
    expect(quiet.day.halt).toMatchObject({ level: 10 });
    quiet.at(10, 2);
    expect(quiet.day.market.quote(1).trades).toBe(0);
    quiet.until('continuous');
    expect(quiet.day.market.quote(1)).toMatchObject({ trades: 1, last: price });
    const { lower, upper } = quiet.day.market.band(1);
    expect([lower, upper]).toEqual([Math.ceil(price * 0.8), Math.floor(price * 1.2)]);
  });

  it('for the rest of the day ends its auction with the day: what can trade does, and that price is its close', () => {
    const quiet = new QuietDay({ marketDate: DAY, before }, withIndex).until('continuous');
    quiet.trade('ROHIDA', betweenQuotes(quiet, 1), 10);
    const { asks } = quiet.day.market.depth(0, Infinity);
    const quantity = asks.reduce((sum, each) => sum + each.quantity, 0) + 10;
    quiet.place(3, { code: PLAIN, price: 12_000, quantity, bySystem: true });
    quiet.place(4, { code: PLAIN, side: 'sell', price: 12_000, quantity: 10 });
    quiet.events();
    expect(quiet.day.halt).toMatchObject({ level: 20 });
    const price = quiet.day.market.depth(1, 1).bids[0]!.price;
    const fills = quiet.toTheEnd().fills();
    expect(fills.map(({ price, quantity }) => [price, quantity])).toEqual([
      [price, 10],
      [price, 10],
    ]);
    expect(quiet.day.closingPrice(1)).toEqual({ price, from: 'average' }); // of this one trade
  });
});
