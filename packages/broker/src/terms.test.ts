import { describe, expect, it } from 'vitest';
import { orderWith } from '../test/order-with.ts';
import { type AskedChange, changePrice, changeTerms, shownBy, whyNotTerms } from './terms.ts';
import type { Order } from './order.ts';
import type { Share } from './order-checks.ts';

const NOW = '2026-11-23T10:20:00+05:30';
const share: Share = {
  instrument: { code: 'AAMRAI', asset: 'EQ:ZZK065C01018', tick: 10, tradable: true },
  quote: { lastPrice: 100_00, bandLow: 80_00, bandHigh: 120_00 },
  phase: 'continuous',
  marginBps: 2000,
  range: undefined,
  series: 'EQ',
  time: '10:20:00',
  squareOff: '15:25:00',
};
const stop = { side: 'sell', type: 'sl', triggerPaise: 96_00n, pricePaise: 95_00n, state: 'trigger_pending' } as const;

/** What becomes of an order by a change, or why it cannot have it. */
function changed(order: Partial<Order>, asked: AskedChange, waits = false) {
  const changing = { ...orderWith(order), waits };
  const terms = changeTerms(changing, asked, NOW);
  return { terms, shown: shownBy(changing, asked), why: whyNotTerms(changing, terms, share)?.reason };
}

describe('the terms of an order that is changed', () => {
  it.each<[title: string, order: Partial<Order>, asked: AskedChange, becomes: object]>([
    ['are those of before where the change says nothing', {}, { quantity: 20 }, { quantity: 20, pricePaise: 100_00n }],
    ['keep the trigger of a stop that waits', stop, { price: 94_00n }, { type: 'sl', triggerPaise: 96_00n }],
    [
      'are of a limit order once a stop has triggered',
      { ...stop, state: 'open' },
      { price: 94_00n },
      { type: 'limit' },
    ],
    ['have no trigger then', { ...stop, state: 'open' }, { price: 94_00n }, { triggerPaise: undefined }],
    [
      'have none either where a program sends all of the order again',
      { ...stop, state: 'open' },
      { type: 'sl', price: 94_00n, triggerPrice: 96_00n },
      { type: 'limit', pricePaise: 94_00n, triggerPaise: undefined },
    ],
    [
      'are asked for another trigger, which they are refused',
      { ...stop, state: 'open' },
      { triggerPrice: 97_00n },
      { type: 'limit', triggerPaise: 97_00n },
    ],
    ['have no price at the market', {}, { type: 'market' }, { type: 'market', pricePaise: undefined }],
    ['need a new price after the market', { type: 'market' }, { type: 'limit' }, { pricePaise: undefined }],
    ['count its minutes from the order on', {}, { validMinutes: 30 }, { validity: 'day', validMinutes: 50 }],
    ['have the minutes of a day at most', {}, { validMinutes: 375 }, { validMinutes: 375 }],
    ['lose its minutes for an instant', { validMinutes: 60 }, { validity: 'ioc' }, { validMinutes: undefined }],
    ['go on hiding', { quantity: 50, disclosedQuantity: 10 }, { quantity: 40 }, { disclosedQuantity: 10 }],
    [
      'show all of so small a rest',
      { quantity: 50, disclosedQuantity: 10 },
      { quantity: 10 },
      { disclosedQuantity: undefined },
    ],
    [
      'show all at the market',
      { quantity: 50, disclosedQuantity: 10 },
      { type: 'market' },
      { disclosedQuantity: undefined },
    ],
  ])('%s', (_title, order, asked, becomes) => {
    expect(changed(order, asked).terms).toMatchObject(becomes);
  });

  it('count no minutes while the order waits for a pre-open', () => {
    expect(changed({}, { validMinutes: 30 }, true).terms.validMinutes).toBe(30);
  });

  it('tell the exchange of what is shown where that changes, and of nothing else', () => {
    expect(changed({}, { quantity: 20 }).shown).toBeUndefined();
    expect(changed({ quantity: 50, disclosedQuantity: 10 }, { validity: 'ioc' }).shown).toBe(0);
  });
});

it.each<[reason: string | undefined, order: Partial<Order>, asked: AskedChange]>([
  [undefined, {}, { quantity: 20 }],
  ['nothing_to_modify', {}, {}],
  ['too_many_modifications', { modifications: 25 }, { quantity: 20 }],
  ['quantity_below_filled', { filled: 5 }, { quantity: 5 }],
  ['disclosed_quantity_not_available', { quantity: 50 }, { disclosedQuantity: 10 }],
  ['price_out_of_band', {}, { price: 130_00n }],
  ['price_required', { type: 'market' }, { type: 'limit' }],
])('a change is refused for %s', (reason, order, asked) => {
  expect(changed(order, asked).why).toBe(reason);
});

it('an order that stays at the market keeps its protected price, and another gets the price of its terms', () => {
  const market = { ...orderWith({ type: 'market', pricePaise: 103_00n }), waits: false };
  const priceAfter = (asked: AskedChange) => changePrice(market, changeTerms(market, asked, NOW), share);
  expect(priceAfter({ quantity: 20 })).toBe(103_00n);
  expect(priceAfter({ type: 'limit', price: 99_00n })).toBe(99_00n);
});
