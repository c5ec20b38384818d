import { protectedPrice } from '@khara/exchange';
import { clock } from '@khara/rules';
import { describe, expect, it } from 'vitest';
import { live, placed, stepAtClock, tapeOf } from '../test/lived-day.ts';
import { planDay } from './market-clock.ts';
import { type ImaginedOrder, type PlayedShare, playShare } from './play-share.ts';
import { replayDay } from './replay-day.ts';
import { readShareDay, type ShareDay } from './share-log.ts';
import type { TradingDay } from './trading-day.ts';

type Quote = ReturnType<TradingDay['market']['quote']>;

const NOON = stepAtClock(clock(12, 0));
const CODE = 'AAMRAI';
const PLAIN = 'ACHALGARH';
const FUND = 'KHARAFIFTY';

/** Three members in two shares: orders at the market, one that rests and is cancelled, and one in the pre-open. */
const COMMANDS = [
  placed(stepAtClock(clock(9, 1)), 1, CODE, { quantity: 25 }),
  placed(NOON, 2, CODE, { quantity: 400, price: 1_330_00 }),
  placed(NOON, 3, PLAIN, { side: 'sell', quantity: 90, price: 1 }),
  placed(NOON + 5, 4, CODE, { market: false, price: 1_326_00, accountKey: 2 }),
  { step: NOON + 9, index: 0, command: { seq: 5, kind: 'cancel' as const, orderId: 4 } },
];
const lived = live(COMMANDS);
/** Shares of companies: a fund's value is that of others, so it is played among all and moves with them. */
const companies = [...lived.day.spec.instruments.entries()].filter(
  ([, { code, tradable }]) =>
    tradable && !lived.day.universe.issuers.some((issuer) => issuer.code === code && issuer.fund),
);

const dayOf = (code: string, lines = lived.lines): ShareDay => {
  const read = readShareDay(lines, code);
  if ('refused' in read) throw new Error(read.refused);
  return read;
};
const played = (...of: Parameters<typeof playShare>): PlayedShare => {
  const found = playShare(...of);
  if ('refused' in found) throw new Error(found.refused);
  return found;
};
/** The share as orders of a step find it. */
const quoteAt = (step: number, code = CODE): Quote => {
  let found: Quote | undefined;
  played(dayOf(code), [], (day, share) => {
    if (day.step === step) found = day.market.quote(share);
  });
  return found!;
};
const fillsOf = ({ events }: Pick<PlayedShare, 'events'>, orderId: number) =>
  events.flatMap((event) => (event.kind === 'filled' && event.orderId === orderId ? [event] : []));
const imagined = (more: Partial<ImaginedOrder> = {}): ImaginedOrder => ({
  step: NOON + 20,
  side: 'buy',
  price: 1_000_000_00,
  quantity: 50,
  validity: 'day',
  market: true,
  ...more,
});

const reasonOf = (order: ImaginedOrder) => {
  const { events, orders } = played(dayOf(CODE), [{ kind: 'add', order }]);
  return events.find(({ orderId }) => orderId === orders[0]);
};
const cut = (code: string, lines = lived.lines) => [
  lines[0]!,
  JSON.stringify({ share: code, index: null }),
  ...lines.slice(1),
];

const terms = ({ orderId, price, quantity, step }: ReturnType<typeof fillsOf>[number]) => ({
  orderId,
  price,
  quantity,
  step,
});

describe('the day of one share, played alone', () => {
  it('has the tape that it had among all, for every company of the day', () => {
    const differing = companies.filter(([share, { code }]) => {
      const alone = played(dayOf(code));
      expect(alone.closePrice, code).toBe(lived.day.closingPrice(share)?.price);
      return JSON.stringify(tapeOf(alone.trades, share)) !== JSON.stringify(tapeOf(lived.trades, share));
    });
    expect(differing).toEqual([]);
  }, 120_000);

  it('is played among all where it is a fund, and has the same tape', () => {
    expect(playShare(dayOf(FUND))).toEqual({ refused: 'whole_market' });
    const whole = readShareDay(lived.lines, FUND, { isWhole: true });
    if ('refused' in whole) throw new Error(whole.refused);
    const { trades, share } = played(whole);
    expect(trades.length).toBeGreaterThan(0);
    expect(tapeOf(trades, share)).toEqual(tapeOf(lived.trades, share));
  });

  it('gives members the fills that they had', () => {
    const alone = played(dayOf(CODE));
    for (const orderId of [1, 2, 4])
      expect(fillsOf(alone, orderId).map(terms)).toEqual(fillsOf(lived, orderId).map(terms));
    expect(alone.events.some(({ orderId }) => orderId === 3)).toBe(false);
  });

  it('is a day of the market in which the tapes of all other companies are the same, byte for byte', () => {
    const { last } = quoteAt(NOON + 20);
    const price = protectedPrice('buy', last, 10, 0, 9_999_00);
    const order = placed(NOON + 20, 9, CODE, { quantity: 5_000, price });
    const other = live([...COMMANDS, order]);
    const own = lived.day.shareNumber(CODE)!;
    expect(tapeOf(other.trades, own)).not.toEqual(tapeOf(lived.trades, own));
    for (const [share] of companies) {
      if (share === own) continue;
      expect(JSON.stringify(tapeOf(other.trades, share))).toBe(JSON.stringify(tapeOf(lived.trades, share)));
    }
    const alone = played(dayOf(CODE), [{ kind: 'add', order: imagined({ quantity: 5_000 }) }]);
    expect(tapeOf(alone.trades, own)).toEqual(tapeOf(other.trades, own));
  });

  it('of 15 minutes takes half a second of a core at most: 2 s where one is four times as slow', () => {
    const { lines } = live([placed(1_500, 1, CODE, { price: 1_330_00 })], { plan: planDay('compressed', 900) });
    const day = dayOf(CODE, lines);
    // The least of a few: others may be at work on this core.
    const taken = Array.from({ length: 4 }, () => {
      const { user, system } = process.cpuUsage();
      played(day, [{ kind: 'add', order: imagined({ step: 1_600 }) }], ({ market }, share) => market.depth(share, 5));
      const now = process.cpuUsage();
      return now.user - user + now.system - system;
    });
    expect(Math.min(...taken)).toBeLessThanOrEqual(500_000);
  });

  it('is the same however often it is played', () => {
    const change = [{ kind: 'add', order: imagined() }] as const;
    expect(played(dayOf(CODE), change).trades).toEqual(played(dayOf(CODE), change).trades);
  });
});

describe('a change of the day', () => {
  it('fills an order that waits behind 500 shares only when they have traded', () => {
    const day = dayOf(PLAIN);
    const best = quoteAt(NOON + 20, PLAIN).bid!;
    const front = imagined({ quantity: 500, price: best, market: false });
    const behind = imagined({ quantity: 10, price: best, market: false });
    const both = played(day, [
      { kind: 'add', order: front },
      { kind: 'add', order: behind },
    ]);
    const [first, second] = both.orders;
    const [firstFills, secondFills] = [fillsOf(both, first!), fillsOf(both, second!)];
    expect(secondFills.length).toBeGreaterThan(0);
    expect(firstFills.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(500);
    expect(Math.max(...firstFills.map(({ eventNo }) => eventNo))).toBeLessThan(secondFills[0]!.eventNo);
    const opened = both.events.find((event) => event.kind === 'opened' && event.orderId === second);
    expect(opened).toMatchObject({ book: { aheadQuantity: expect.any(Number) } });
    expect((opened as { book: { aheadQuantity: number } }).book.aheadQuantity).toBeGreaterThanOrEqual(500);
  });

  it('takes an order out with all that became of it', () => {
    const without = played(dayOf(CODE), [{ kind: 'remove', orderId: 4 }]);
    expect(without.events.some(({ orderId }) => orderId === 4)).toBe(false);
    expect(without.events.some(({ orderId }) => orderId === 2)).toBe(true);
  });

  it('gives an order other terms, at its own place or later', () => {
    const smaller = played(dayOf(CODE), [{ kind: 'change', orderId: 2, order: imagined({ step: NOON, quantity: 5 }) }]);
    expect(fillsOf(smaller, 2).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(5);
    expect(fillsOf(smaller, 2)[0]!.step).toBe(NOON);
    const later = played(dayOf(CODE), [{ kind: 'change', orderId: 2, order: imagined({ step: NOON + 30 }) }]);
    expect(fillsOf(later, 2)[0]!.step).toBe(NOON + 30);
  });

  it('is refused for an order that the log does not have, and for a step that the day does not have', () => {
    expect(playShare(dayOf(CODE), [{ kind: 'remove', orderId: 3 }])).toEqual({ refused: 'unknown_order' });
    expect(playShare(dayOf(CODE), [{ kind: 'add', order: imagined({ step: 400 }) }])).toEqual({
      refused: 'no_such_moment',
    });
    expect(playShare(dayOf(CODE), [{ kind: 'add', order: imagined({ step: -1 }) }])).toEqual({
      refused: 'no_such_moment',
    });
  });

  it('is rejected by the exchange as an order would have been', () => {
    const limit = { market: false, price: 1_325_00 };
    expect(reasonOf(imagined({ ...limit, price: 1_325_03 }))).toMatchObject({
      kind: 'rejected',
      reason: 'tick_invalid',
    });
    expect(reasonOf(imagined({ ...limit, price: 9_999_00 }))).toMatchObject({ reason: 'price_out_of_band' });
    expect(reasonOf(imagined({ ...limit, quantity: 0 }))).toMatchObject({ reason: 'quantity_invalid' });
    expect(reasonOf(imagined({ step: stepAtClock(clock(9, 13)) }))).toMatchObject({ kind: 'rejected' });
  });
});

describe('the log of one share', () => {
  it('is read as the log of the whole day is', () => {
    expect(dayOf(CODE, cut(CODE))).toEqual(dayOf(CODE));
    expect(readShareDay(cut(CODE), PLAIN)).toEqual({ refused: 'unreadable' });
  });

  it('is refused when it is none, is of another exchange, or has no such share', () => {
    expect(readShareDay(['{"a":1}', '{}'], CODE)).toEqual({ refused: 'unreadable' });
    expect(readShareDay(['<html>'], CODE)).toEqual({ refused: 'unreadable' });
    expect(readShareDay([], CODE)).toEqual({ refused: 'unreadable' });
    const older = lived.lines.with(0, lived.lines[0]!.replace(/"engine":"[^"]*"/, '"engine":"sessions/1"'));
    expect(readShareDay(older, CODE)).toEqual({ refused: 'other_version' });
    expect(readShareDay(lived.lines, 'NOSUCH')).toEqual({ refused: 'unknown_code' });
  });

  it('is not played alone when the market-wide breaker may have held trading', () => {
    const day = dayOf(CODE);
    expect(playShare({ ...day, index: [18_000_00, 18_900_00] })).toHaveProperty('trades');
    expect(playShare({ ...day, index: [15_000_00, 18_900_00] })).toEqual({ refused: 'whole_market' });
    const whole = readShareDay(lived.lines, CODE, { isWhole: true, index: [15_000_00, 18_900_00] });
    if ('refused' in whole) throw new Error(whole.refused);
    expect(tapeOf(played(whole).trades, played(day).share)).toEqual(tapeOf(played(day).trades, played(day).share));
  });

  it('belongs to a log that replays to the same hashes, and tells how far it has come', () => {
    const steps: number[] = [];
    const { found, said } = replayDay(lived.lines, (step) => steps.push(step));
    expect(found.trades).toBe(said.trades);
    expect(steps.at(-1)).toBe(400);
    const at = lived.lines.findIndex((line) => line.includes('"place"') && line.includes(',400,'));
    expect(replayDay(lived.lines.with(at, lived.lines[at]!.replace(',400,', ',401,'))).found.trades).not.toBe(
      said.trades,
    );
  });
});
