import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  firstTrigger,
  leastDisclosed,
  missingMoney,
  orderValue,
  quickQuantities,
  readPrice,
  readQuantity,
  stepPrice,
  stepQuantity,
  whatIsWrong,
  type Limits,
  type Terms,
} from './terms.ts';

const limits: Limits = { tick: 10n, bandLow: 138_890n, bandHigh: 169_750n, minimum: 1, maximum: 100_000 };

describe('reading what is typed', () => {
  it('takes the grouping that the screen shows', () => {
    expect(readPrice('1,562.40')).toBe(156_240n);
    expect(readQuantity('1,000')).toBe(1000);
  });

  it('never rounds: a third decimal or half a lot is no number', () => {
    expect(readPrice('1562.405')).toBeUndefined();
    expect(readQuantity('1.5')).toBeUndefined();
    expect(readQuantity('1e3')).toBeUndefined();
    expect(readQuantity('99999999999999999')).toBeUndefined();
  });
});

describe('the price keys', () => {
  it('go one tick', () => {
    expect(stepPrice(156_240n, 1, limits)).toBe(156_250n);
    expect(stepPrice(156_240n, -1, limits)).toBe(156_230n);
  });

  it('bring an off-tick price onto the grid', () => {
    expect(stepPrice(156_243n, 1, limits)).toBe(156_250n);
    expect(stepPrice(156_243n, -1, limits)).toBe(156_240n);
  });

  it('stop at the band', () => {
    expect(stepPrice(169_750n, 1, limits)).toBe(169_750n);
    expect(stepPrice(138_890n, -1, limits)).toBe(138_890n);
    expect(stepPrice(10n, -1, { ...limits, bandLow: null })).toBe(10n);
  });

  it('always land on a tick inside the band, from wherever they start', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 400_000n }),
        fc.constantFrom<1 | -1>(1, -1),
        fc.constantFrom(1n, 5n, 10n, 50n),
        (price, direction, tick) => {
          const low = 138_893n;
          const high = 169_747n;
          const next = stepPrice(price, direction, { ...limits, tick, bandLow: low, bandHigh: high });
          expect(next % tick).toBe(0n);
          expect(next >= low && next <= high).toBe(true);
        },
      ),
    );
  });
});

describe('a stop', () => {
  it('begins with a trigger on its own side of the price, on the tick and inside the band', () => {
    expect(firstTrigger('buy', 156_240n, limits)).toBe(157_810n);
    expect(firstTrigger('sell', 156_240n, limits)).toBe(154_670n);
    expect(firstTrigger('buy', 169_700n, limits)).toBe(169_750n);
  });
});

describe('the quantity keys', () => {
  it('stay between one lot and the most that is possible', () => {
    expect(stepQuantity(undefined, 1, 79)).toBe(1);
    expect(stepQuantity(1, -1, 79)).toBe(1);
    expect(stepQuantity(79, 1, 79)).toBe(79);
    expect(stepQuantity(5, 1, 0)).toBe(1);
  });

  it('steps by the market lot of a small company, and keeps to multiples of it', () => {
    expect(stepQuantity(1000, 1, 2500, 1000)).toBe(2000);
    expect(stepQuantity(2000, 1, 2500, 1000)).toBe(2000);
    expect(stepQuantity(1000, -1, 2500, 1000)).toBe(1000);
  });

  it('offer round quantities below the most', () => {
    expect(quickQuantities(79)).toEqual([10, 20, 50]);
    expect(quickQuantities(2500)).toEqual([500, 1000, 2000]);
    expect(quickQuantities(3)).toEqual([1, 2]);
    expect(quickQuantities(1)).toEqual([]);
    expect(quickQuantities(0)).toEqual([]);
  });
});

describe('what is wrong with a ticket', () => {
  const good: Terms = { side: 'buy', type: 'limit', quantity: '40', price: '1562.40', trigger: '', disclosed: '' };
  it.each<[Partial<Terms>, ReturnType<typeof whatIsWrong>]>([
    [{}, undefined],
    [{ quantity: '' }, { field: 'quantity', reason: 'quantity_required' }],
    [{ quantity: '0' }, { field: 'quantity', reason: 'quantity_invalid' }],
    [{ quantity: '-4' }, { field: 'quantity', reason: 'quantity_invalid' }],
    [{ quantity: '1.5' }, { field: 'quantity', reason: 'quantity_invalid' }],
    [{ quantity: '100001' }, { field: 'quantity', reason: 'quantity_above_maximum' }],
    [{ price: '' }, { field: 'price', reason: 'price_required' }],
    [{ price: 'abc' }, { field: 'price', reason: 'price_invalid' }],
    [{ price: '0' }, { field: 'price', reason: 'price_invalid' }],
    [{ price: '1562.45' }, { field: 'price', reason: 'tick_invalid' }],
    [{ price: '1697.60' }, { field: 'price', reason: 'price_out_of_band' }],
    [{ price: '1388.80' }, { field: 'price', reason: 'price_out_of_band' }],
    [{ type: 'market', price: '' }, undefined],
    [{ type: 'sl' }, { field: 'trigger', reason: 'trigger_required' }],
    [
      { type: 'sl', trigger: '1562.45' },
      { field: 'trigger', reason: 'tick_invalid' },
    ],
    [
      { type: 'sl', trigger: '1697.60' },
      { field: 'trigger', reason: 'price_out_of_band' },
    ],
    [{ type: 'sl', trigger: '1562.40' }, undefined],
    [
      { type: 'sl', trigger: '1562.50' },
      { field: 'trigger', reason: 'trigger_price_relation' },
    ],
    [{ type: 'sl', side: 'sell', trigger: '1562.50' }, undefined],
    [
      { type: 'sl', side: 'sell', trigger: '1562.30' },
      { field: 'trigger', reason: 'trigger_price_relation' },
    ],
    [{ type: 'sl_m', price: '', trigger: '1570' }, undefined],
    [{ disclosed: '4' }, undefined],
    [{ disclosed: '3' }, { field: 'disclosed', reason: 'disclosed_qty_invalid' }],
    [{ disclosed: '40' }, { field: 'disclosed', reason: 'disclosed_qty_invalid' }],
    [{ disclosed: 'some' }, { field: 'disclosed', reason: 'disclosed_qty_invalid' }],
    [
      { quantity: '', price: '' },
      { field: 'quantity', reason: 'quantity_required' },
    ],
  ])('%o: %o', (change, wrong) => {
    expect(whatIsWrong({ ...good, ...change }, limits)).toEqual(wrong);
  });

  it('has no band to leave where the share has none', () => {
    expect(whatIsWrong({ ...good, price: '9999.90' }, { ...limits, bandLow: null, bandHigh: null })).toBeUndefined();
  });

  it('is no odd number of shares that is sold: it may be all that is held, which the server knows', () => {
    const lots = { ...limits, minimum: 1_000 };
    const odd = { field: 'quantity', reason: 'quantity_invalid' } as const;
    expect(whatIsWrong({ ...good, side: 'buy', quantity: '105' }, lots)).toEqual(odd);
    expect(whatIsWrong({ ...good, side: 'sell', quantity: '105' }, lots)).toBeUndefined();
    expect(whatIsWrong({ ...good, side: 'sell', quantity: '0' }, lots)).toEqual(odd);
  });
});

it('an order shows a tenth of itself at least, and one lot cannot be split', () => {
  expect([leastDisclosed(1), leastDisclosed(2), leastDisclosed(40), leastDisclosed(41)]).toEqual([undefined, 1, 4, 5]);
});

describe('figures shown before the server answers', () => {
  it('multiplies exactly', () => {
    expect(orderValue(40, 156_240n)).toBe('62496.00');
    expect(orderValue(150, 1n)).toBe('1.50');
    expect(orderValue(undefined, 156_240n)).toBeUndefined();
  });

  it('says what is missing, to the paisa', () => {
    expect(missingMoney('62592.94', '62592.93')).toBe('0.01');
    expect(missingMoney('62592.94', '62592.94')).toBeUndefined();
  });
});
