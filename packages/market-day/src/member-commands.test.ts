import { describe, expect, it } from 'vitest';
import { AUCTIONED, QuietDay } from '../test/quiet-day.ts';
import type { TradingPhase } from './phases.ts';

const [BID, ASK] = [132_520, 132_560]; // of the participants
const open = () => new QuietDay().until('continuous');

/** What an order meets in the book, once others stand there. */
function bookOf(
  quiet: QuietDay,
  order: { readonly side: 'buy' | 'sell'; readonly price: number; readonly market?: boolean },
) {
  quiet.events();
  quiet.place(99, order);
  const event = quiet.events().find(({ orderId }) => orderId === 99);
  if (event?.kind !== 'opened') throw new Error('the order was not opened');
  return event.book;
}

const quotesOf = (quiet: QuietDay) => {
  const { bidQuantity, askQuantity } = quiet.day.market.quote(0);
  return { bidPaise: BID, bidQuantity, askPaise: ASK, askQuantity };
};

describe('the book as an order finds it', () => {
  it('has the last price, both sides, and nothing ahead of the best price', () => {
    const quiet = open();
    quiet.trade(AUCTIONED, 132_530, 1);
    const book = { lastPaise: 132_530, ...quotesOf(quiet), aheadQuantity: 0 };
    expect(bookOf(quiet, { side: 'buy', price: 132_530 })).toEqual(book);
    const other = open();
    other.trade(AUCTIONED, 132_530, 1);
    expect(bookOf(other, { side: 'sell', price: 132_550 })).toEqual(book);
  });

  it.each([
    ['buy', 132_540, 132_530, 132_550],
    ['sell', 132_540, 132_550, 132_530],
  ] as const)(
    'has ahead of a %s order what stands at its price and better, and not what stands behind',
    (side, at, worse, better) => {
      const quiet = open();
      for (const [index, price] of [at, worse, better].entries())
        quiet.place(index + 1, { side, price, quantity: 10 ** index });
      expect(bookOf(quiet, { side, price: at })?.aheadQuantity).toBe(101);
    },
  );

  it.each(['buy', 'sell'] as const)(
    'has ahead of it the queue at its own price, when no %s order stands better',
    (side) => {
      const quiet = open();
      quiet.place(1, { side, price: 132_540, quantity: 7 });
      expect(bookOf(quiet, { side, price: 132_540 })?.aheadQuantity).toBe(7);
    },
  );

  it('has nothing ahead of a market order, which does not wait', () => {
    const quiet = open();
    quiet.place(1, { side: 'buy', price: 132_540, quantity: 7 });
    const { upper } = quiet.day.protectedRange(0)!;
    expect(bookOf(quiet, { side: 'buy', price: upper, market: true })?.aheadQuantity).toBe(0);
  });

  it('has no price of a side that is empty', () => {
    const quiet = new QuietDay().until('post_close');
    const { price } = quiet.day.closingPrice(0)!;
    const empty = { bidQuantity: 0, askQuantity: 0, aheadQuantity: 0 };
    expect(bookOf(quiet, { side: 'buy', price, market: true })).toEqual({ lastPaise: price, ...empty });
  });
});

describe('a command that the day cannot carry out', () => {
  it('is a defect when it names a share that is not in the universe', () => {
    expect(() => open().give({ kind: 'suspend', requestId: 'S', code: 'NOSUCH' })).toThrow(/NOSUCH/);
  });

  it('is refused when it changes an order that has ended; a cancel of one has nothing to say', () => {
    const quiet = open();
    quiet.give({ kind: 'modify', orderId: 7, price: 132_540, quantity: 1 });
    expect(quiet.events()).toMatchObject([
      { kind: 'change_refused', orderId: 7, change: 'modify', reason: 'not_open' },
    ]);
    quiet.give({ kind: 'cancel', orderId: 7 });
    expect(quiet.events()).toEqual([]);
  });

  it('is refused for the suspension before the phase is looked at', () => {
    const quiet = new QuietDay().until('preopen_entry_1');
    quiet.give({ kind: 'suspend', requestId: 'S', code: AUCTIONED });
    quiet.place(1, { triggerPrice: 132_550, price: 132_560 });
    expect(quiet.events()).toMatchObject([{ kind: 'rejected', reason: 'not_tradable' }]);
  });
});

const inAuction = (market: boolean, phase: TradingPhase) => {
  const quiet = new QuietDay().until('preopen_entry_1');
  quiet.place(1, { market });
  quiet.until(phase);
  expect(quiet.events()).toMatchObject([{ kind: 'opened' }]);
  return quiet;
};

describe('a change of an order in an auction', () => {
  it.each([
    [true, 'preopen_entry_1', 'cancelled'],
    [false, 'preopen_entry_1', 'cancelled'],
    [true, 'preopen_entry_2', 'market_order_frozen'],
    [false, 'preopen_entry_2', 'cancelled'],
  ] as const)('market order %s, in %s: %s', (market, phase, outcome) => {
    const quiet = inAuction(market, phase);
    quiet.give({ kind: 'cancel', orderId: 1 });
    const refused = { kind: 'change_refused', reason: outcome };
    expect(quiet.events()).toMatchObject([outcome === 'cancelled' ? { kind: 'cancelled' } : refused]);
  });
});
