import { issuerOf } from '@khara/offerings';
import { clock } from '@khara/rules';
import type { Universe } from '@khara/universe';
import { describe, expect, it } from 'vitest';
import { readUniverse } from '@khara/universe/node';
import type { JournalledCommand } from './commands.ts';
import type { DayInputs } from './day-inputs.ts';
import { planOf, stepOfTime } from './market-clock.ts';
import { TradingDay } from './trading-day.ts';

const DAY = '2026-11-25';
const all = readUniverse();
const [old] = all.issuers;
const newIssuer = (board: 'main' | 'sme') =>
  issuerOf({
    code: board === 'main' ? 'ROHIDA' : 'KESUDO',
    names: old!.names,
    sector: 'Power',
    board,
    issuePaise: board === 'main' ? 21_000 : 8_800,
    totalShares: board === 'main' ? 114_286_200 : 3_168_000,
    listedOn: DAY,
    blurb: old!.names,
  });
const universe: Universe = { issuers: [old!, newIssuer('main'), newIssuer('sme')], indices: [], offerings: [] };
const plan = planOf('compressed', 300);
const inputs: DayInputs = {
  marketDay: 3,
  marketDate: DAY,
  plan,
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
  pricePaise: 23_000,
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
    expect(day.auctionOf(rohida)).toMatchObject({ kind: 'opening', referencePaise: 21_000 });
    day.apply(order(1, false), 0);
    day.apply(order(2, true), 0);
    playTo(day, at(9, 30));
    expect(day.phaseOfShare(0)).toBe('continuous');
    expect(day.phaseOfShare(rohida)).toBe('preopen_entry_2');
    expect(day.market.quote(rohida).trades).toBe(0);
    playTo(day, at(9, 50));
    expect(day.phaseOfShare(rohida)).toBe('preopen_match');
    playTo(day, at(10, 0));
    expect(day.phaseOfShare(rohida)).toBe('continuous');
    const events = day.take().events;
    expect(events.filter(({ orderId }) => orderId === 2)).toMatchObject([{ kind: 'rejected' }]);
    expect(events.filter(({ orderId, kind }) => orderId === 1 && kind === 'filled').length).toBeGreaterThan(0);
    for (const share of [rohida, kesudo]) {
      const { last, trades } = day.market.quote(share);
      expect(trades).toBeGreaterThan(0);
      const { lower, upper } = day.market.band(share);
      const percent = share === rohida ? 20 : 5;
      expect(Math.abs(upper - (last * (100 + percent)) / 100)).toBeLessThanOrEqual(last / 100);
      expect(lower).toBeLessThan(last);
    }
    playTo(day, plan.steps);
    expect(day.closingOf(rohida)?.pricePaise).toBeGreaterThan(0);
  });

  it('is the same day when it is gone on with in the middle of the auction', () => {
    const whole = playTo(new TradingDay(inputs, universe), plan.steps);
    const first = playTo(new TradingDay(inputs, universe), at(9, 40));
    const again = playTo(new TradingDay(inputs, universe, first.snapshot()), plan.steps);
    expect(again.hashes).toEqual(whole.hashes);
  });
});
