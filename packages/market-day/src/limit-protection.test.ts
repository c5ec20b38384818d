import { describe, expect, it } from 'vitest';
import { PLAIN, QuietDay } from '../test/quiet-day.ts';

/** Members quote nothing else: participants stand at 154.56 and 154.62, and the last price is the previous close. */
const open = () => new QuietDay().until('continuous', false);
const rangeOf = (quiet: QuietDay) => quiet.day.protectedRange(quiet.share(PLAIN))!;
const lastOf = (quiet: QuietDay) => quiet.day.market.quote(quiet.share(PLAIN)).last;
const reasonsOf = (quiet: QuietDay, orderId: number) =>
  quiet.events().flatMap((event) => (event.orderId === orderId && 'reason' in event ? [event.reason] : []));

describe('limit price protection of a day', () => {
  it('refuses a buy above its range and a sale below it, and takes what waits far away', () => {
    const quiet = open();
    const { lower, upper } = rangeOf(quiet);
    quiet.place(1, { code: PLAIN, price: upper + 1 });
    expect(reasonsOf(quiet, 1)).toEqual(['price_beyond_protection']);
    quiet.place(2, { code: PLAIN, side: 'sell', price: lower - 1 });
    expect(reasonsOf(quiet, 2)).toEqual(['price_beyond_protection']);
    const { band } = { band: quiet.day.market.band(quiet.share(PLAIN)) };
    quiet.place(3, { code: PLAIN, side: 'sell', price: band.upper });
    quiet.place(4, { code: PLAIN, price: band.lower });
    expect(quiet.day.market.openOrder(3)).toBeDefined();
    expect(quiet.day.market.openOrder(4)).toBeDefined();
    quiet.give({ kind: 'modify', orderId: 4, price: upper + 1, quantity: 10 });
    expect(reasonsOf(quiet, 4)).toEqual(['price_beyond_protection']);
  });

  it('counts from the last price before the minute: orders of one minute go no further, one after the other', () => {
    const quiet = open();
    const { upper } = rangeOf(quiet);
    const far = quiet.day.market.band(quiet.share(PLAIN)).upper;
    quiet.trade(PLAIN, 15_460, 1);
    quiet.day.skipTo(quiet.day.step + 60, 0);
    for (let price = upper; price < far; price += 100)
      quiet.place(price, { code: PLAIN, side: 'sell', price, quantity: 5 });
    for (let orderId = 1; orderId <= 20; orderId += 1) {
      const { ask } = quiet.day.market.quote(quiet.share(PLAIN));
      quiet.place(orderId, { code: PLAIN, price: ask!, quantity: 1_000_000, validity: 'ioc' });
    }
    expect(lastOf(quiet)).toBeLessThanOrEqual(rangeOf(quiet).upper);
    const reached = lastOf(quiet);
    quiet.day.skipTo(quiet.day.step + 60, 0);
    expect(rangeOf(quiet).upper).toBeGreaterThan(reached);
  });

  it('holds stops that trigger each other: one order sets off no ladder through the band', () => {
    const quiet = open();
    quiet.trade(PLAIN, 15_460, 1);
    quiet.day.skipTo(quiet.day.step + 60, 0);
    const { upper } = rangeOf(quiet);
    const far = quiet.day.market.band(quiet.share(PLAIN)).upper;
    for (let rung = 15_500; rung + 200 <= far; rung += 200) {
      quiet.place(rung, { code: PLAIN, side: 'sell', price: rung + 200, quantity: 10 });
      quiet.place(rung + 1, { code: PLAIN, triggerPrice: rung, price: rung + 200, quantity: 1_000_000 });
    }
    const asks = quiet.day.market.depth(quiet.share(PLAIN), Infinity).asks.filter(({ price }) => price <= 15_500);
    const quantity = asks.reduce((sum, level) => sum + level.quantity, 0) + 1;
    quiet.place(1, { code: PLAIN, side: 'sell', price: 15_500, quantity: 1 });
    quiet.place(2, { code: PLAIN, price: 15_500, quantity });
    expect(lastOf(quiet)).toBeGreaterThan(15_500);
    expect(lastOf(quiet)).toBeLessThanOrEqual(upper);
  });

  it('does not hold an order by which the system closes a position, and says in the log that it was one', () => {
    const quiet = open();
    const { lower } = quiet.day.market.band(quiet.share(PLAIN));
    quiet.place(1, { code: PLAIN, side: 'sell', price: lower, bySystem: true, validity: 'ioc' });
    expect(quiet.fills().length).toBeGreaterThan(0);
  });

  it('holds in no auction: one price is made of all orders', () => {
    const quiet = new QuietDay().until('preopen_entry_1', false);
    expect(quiet.day.protectedRange(quiet.share(PLAIN))).toBeUndefined();
    quiet.place(1, { code: PLAIN, price: quiet.day.market.band(quiet.share(PLAIN)).upper });
    expect(quiet.day.market.openOrder(1)).toBeDefined();
  });
});
