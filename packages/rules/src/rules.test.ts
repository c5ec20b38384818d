import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  adjustPrice,
  adjustQuantity,
  asPrice,
  blockBand,
  blockMinimum,
  bonusFactor,
  breakerLevel,
  buyBlock,
  clock,
  dividend,
  dynamicBand,
  flexTriggerPrice,
  isOnTick,
  MARKET_DAY,
  ORDER_REFUSALS,
  phaseAt,
  phaseRules,
  randomCloseWindows,
  ratio,
  saleMoney,
  daySchedule,
  squareOffMs,
  toSession,
  splitFactor,
  staticBand,
  tickFor,
  whyNotOrder,
  type NewOrder,
  type OrderContext,
} from './index.ts';

const price = fc.integer({ min: 100, max: 20_000_000 });
const tick = fc.constantFrom(1, 5, 10, 50, 100, 500);

const phaseOn = (timeMs: number, preopenMs?: number): string =>
  phaseAt(
    { day: '2026-11-20', timeMs },
    { casEligible: true, ...(preopenMs !== undefined && { randomClose: { preopenMs } }) },
  );

describe('bands', () => {
  it('lie on the tick, inside the percentage, and no further inside than a tick', () => {
    fc.assert(
      fc.property(price, fc.constantFrom(2, 5, 10, 20), tick, (base, percent, step) => {
        const { lower, upper } = staticBand(base, percent, step);
        const [low, high] = [base * (100 - percent), base * (100 + percent)];
        expect([lower % step, upper % step]).toEqual([0, 0]);
        expect(lower * 100 >= low && (lower - step) * 100 < low).toBe(true);
        expect(upper * 100 <= high && (upper + step) * 100 > high).toBe(true);
      }),
    );
  });

  it('flex further with every step, and are triggered before their limit', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 0, max: 8 }), (base, flexes) => {
        const now = dynamicBand({ base, tick: 1, flexes, direction: 'up' });
        const next = dynamicBand({ base, tick: 1, flexes: flexes + 1, direction: 'up' });
        expect(next.upper > now.upper && next.lower > now.lower).toBe(true);
        const trigger = flexTriggerPrice({ base, tick: 1, flexNumber: flexes + 1, direction: 'up' });
        expect(trigger <= now.upper + 1 && trigger > base).toBe(true);
      }),
    );
  });

  it('of a block were narrower and its minimum lower before 2025-12-08', () => {
    expect(blockBand({ reference: 10_000, tick: 1, day: '2025-12-07' })).toEqual({ lower: 9_900, upper: 10_100 });
    expect(blockBand({ reference: 10_000, tick: 1, day: '2025-12-08' })).toEqual({ lower: 9_700, upper: 10_300 });
    expect([blockMinimum('2025-12-07'), blockMinimum('2025-12-08')]).toEqual([10_000_000_000, 25_000_000_000]);
  });

  it.each([
    [89.99, 10],
    [90.01, undefined],
    [110, 10],
    [115, 15],
    [79, 20],
  ] as const)('of the whole market: an index at %d of 100 reaches level %s', (level, reached) => {
    expect(breakerLevel(10_000, Math.round(level * 100))).toBe(reached);
  });
});

describe('ticks', () => {
  it('put exactly 250.00 into the higher slab', () => {
    expect(tickFor(24_999, '2026-11-20')).toBe(1);
    expect(tickFor(25_000, '2026-11-20')).toBe(5);
  });

  it('count a price of money exactly, or not at all', () => {
    expect(asPrice(1_234_567n)).toBe(1_234_567);
    for (const money of [2n ** 53n, 2n ** 54n + 5n, -(2n ** 60n)]) expect(() => asPrice(money)).toThrow(RangeError);
  });

  it.each([0, -5, 12.5, Number.NaN, 2 ** 60])('%d is no price', (value) => expect(isOnTick(value, 1)).toBe(false));
});

describe('the day of a share', () => {
  const day = fc.constantFrom('2026-07-31', '2026-08-03', '2026-09-04', '2026-09-07', '2026-11-20');

  it('has phases that follow each other without a gap from 9:00 to 16:00', () => {
    fc.assert(
      fc.property(day, fc.boolean(), (date, casEligible) => {
        const spans = daySchedule(date, { casEligible });
        expect(spans[0]?.fromMs).toBe(clock(9, 0));
        expect(spans.at(-1)?.toMs).toBe(MARKET_DAY.toMs);
        spans.slice(1).forEach((span, index) => expect(span.fromMs).toBe(spans[index]?.toMs));
        for (const { fromMs, toMs, phase } of spans) {
          expect(fromMs).toBeLessThan(toMs);
          expect(phaseAt({ day: date, timeMs: fromMs }, { casEligible })).toBe(phase);
        }
      }),
    );
  });

  it('stops auction entry at the drawn instant, and at the last possible one without a draw', () => {
    expect(phaseOn(clock(9, 8, 30), clock(9, 8, 30))).toBe('preopen_match');
    expect(phaseOn(clock(9, 8, 29), clock(9, 8, 30))).toBe('preopen_entry_2');
    expect(phaseOn(clock(9, 9, 59))).toBe('preopen_entry_2');
    expect(randomCloseWindows('2026-07-31').cas).toBeUndefined();
    expect(randomCloseWindows('2026-11-20').cas).toEqual({ fromMs: clock(15, 28), toMs: clock(15, 30) });
  });

  it('is closed all day on a holiday', () => {
    expect(daySchedule('2026-11-24', { casEligible: true })).toEqual([]);
    expect(squareOffMs('2026-11-24', { casEligible: true })).toBeUndefined();
    expect(toSession(phaseAt({ day: '2026-11-24', timeMs: clock(11, 0) }, { casEligible: true }))).toBe('closed');
  });

  it('matches in no phase that takes new orders, except the continuous one and at the close', () => {
    const spans = daySchedule('2026-11-20', { casEligible: true });
    const both = spans.filter(({ phase }) => {
      const { newLimit, newMarket, matching } = phaseRules(phase);
      return (newLimit || newMarket) && matching !== 'none';
    });
    expect(both.map(({ phase }) => phase)).toEqual(['continuous', 'post_close']);
  });
});

describe('the square-off of intraday positions', () => {
  it.each([
    ['2026-07-31', true, clock(15, 25)], // before there was a closing auction
    ['2026-08-03', true, clock(15, 12)],
    ['2026-11-20', true, clock(15, 12)],
    ['2026-11-20', false, clock(15, 25)],
  ])('is before continuous trading ends: %s, closing auction %s', (day, casEligible, expected) => {
    expect(squareOffMs(day, { casEligible })).toBe(expected);
  });
});

describe('the checks of an order', () => {
  const order: NewOrder = {
    side: 'buy',
    type: 'sl',
    product: 'intraday',
    validity: 'ioc',
    quantity: 10,
    price: 10_001,
    triggerPrice: 10_002,
    disclosedQuantity: 10,
  };
  const worst: OrderContext = {
    phase: 'closed',
    series: 'BE',
    lotSize: 3,
    tick: 5,
    band: { lower: 20_000, upper: 30_000 },
    lastPrice: 10_010,
    suspended: true,
    intradayCutoffPassed: true,
    sellableQuantity: 0,
    requiredFunds: 2n,
    availableFunds: 1n,
  };

  it('answer with the first reason in the published order, each in its turn as the one before is put right', () => {
    const repairs: readonly [Partial<NewOrder>, Partial<OrderContext>][] = [
      [{}, {}],
      [{}, { suspended: false }],
      [{}, { lotSize: 1 }],
      [{}, { series: 'EQ' }],
      [{}, { intradayCutoffPassed: false }],
      [{}, { phase: 'cas_reference' }],
      [{}, { phase: 'cas_entry_1' }],
      [{ type: 'limit' }, {}],
      [{ validity: 'day' }, {}],
      [{ type: 'sl' }, { phase: 'continuous' }],
      [{ price: 10_000, triggerPrice: 10_005 }, {}],
      [{}, { band: { lower: 9_000, upper: 11_000 } }],
      [{}, { lastPrice: 10_000 }],
      [{ price: 10_005 }, {}],
      [{ disclosedQuantity: 1 }, {}],
      [{}, { availableFunds: 2n }],
    ];
    let [asked, context] = [order, worst];
    const answers = repairs.map(([fix, mend]) => {
      asked = { ...asked, ...fix };
      context = { ...context, ...mend };
      return whyNotOrder(asked, context);
    });
    expect(answers).toEqual([
      'not_tradable',
      'qty_invalid',
      'product_not_allowed',
      'mis_cutoff_passed',
      'market_closed',
      'phase_not_accepting',
      'stop_loss_not_allowed_in_phase',
      'ioc_not_allowed_in_phase',
      'disclosed_qty_not_allowed_in_phase',
      'tick_invalid',
      'price_out_of_band',
      'trigger_wrong_side_of_ltp',
      'trigger_price_relation',
      'disclosed_qty_invalid',
      'insufficient_funds',
      undefined,
    ]);
    const places = answers.flatMap((answer) => (answer ? [ORDER_REFUSALS.indexOf(answer)] : []));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  const fine: OrderContext = {
    phase: 'continuous',
    series: 'EQ',
    lotSize: 1,
    tick: 5,
    band: { lower: 9_000, upper: 11_000 },
    lastPrice: 10_000,
  };
  const limit: NewOrder = {
    side: 'sell',
    type: 'limit',
    product: 'delivery',
    validity: 'day',
    quantity: 10,
    price: 9_000,
  };

  it.each([
    ['on the band is taken', limit, {}, undefined],
    ['without a price is on no tick', { ...limit, price: undefined }, {}, 'tick_invalid'],
    ['of half a share', { ...limit, quantity: 0.5 }, {}, 'qty_invalid'],
    [
      'to buy a part of a market lot',
      { ...limit, side: 'buy', quantity: 105 },
      { lotSize: 100, sellableQuantity: 105 },
      'qty_invalid',
    ],
    [
      'to sell a part of a holding',
      { ...limit, quantity: 105 },
      { lotSize: 100, sellableQuantity: 110 },
      'qty_invalid',
    ],
    ['to sell all that is held', { ...limit, quantity: 105 }, { lotSize: 100, sellableQuantity: 105 }, undefined],
    ['of more than is held', limit, { sellableQuantity: 9 }, 'insufficient_holdings'],
    ['short, intraday, needs no shares', { ...limit, product: 'intraday' }, { sellableQuantity: 0 }, undefined],
    ['at a limit after the close', limit, { phase: 'post_close' }, 'limit_not_allowed_in_phase'],
  ] as const)('an order %s', (_, asked, context, answer) => {
    const { price: given, ...rest } = asked;
    expect(whyNotOrder({ ...rest, ...(given !== undefined && { price: given }) }, { ...fine, ...context })).toBe(
      answer,
    );
  });
});

describe('funds', () => {
  const sale = {
    tradeDay: '2026-11-18',
    sold: 'settled',
    valuePaise: 1_000n,
    costPaise: 0n,
    chargesPaise: 10n,
  } as const;
  it.each([
    ['settled', 1_000n],
    ['t1', 0n],
    ['same_day', 900n],
    ['intraday', 900n],
  ] as const)('of a sale of %s shares buy at once as far as they are free, less the charges', (sold, usable) => {
    expect(saleMoney({ ...sale, sold, costPaise: 900n }).usableTodayPaise).toBe(usable - 10n);
    // A loss leaves less than was paid.
    expect(saleMoney({ ...sale, sold, costPaise: 2_000n }).usableTodayPaise).toBe(sold === 't1' ? -10n : 990n);
  });

  it('of a delivery sale before 2024-10-07 are 80 % usable at once, rounded down', () => {
    const t1 = { ...sale, sold: 't1', valuePaise: 1_009n, chargesPaise: 0n } as const;
    expect(saleMoney({ ...t1, tradeDay: '2024-10-04' }).usableTodayPaise).toBe(807n);
    expect(saleMoney({ ...t1, tradeDay: '2024-10-07' }).usableTodayPaise).toBe(0n);
  });

  it('leave only when the sale has settled, across a settlement holiday', () => {
    const money = saleMoney({ ...sale, tradeDay: '2026-08-25' });
    expect(money).toMatchObject({ usableFullyOn: '2026-08-26', withdrawableOn: '2026-08-27', usableTodayPaise: 990n });
  });

  it('held for an intraday order are never less than a fifth', () => {
    expect(buyBlock({ product: 'intraday', valuePaise: 101n, marginBps: 2000, estimatedChargesPaise: 0n })).toBe(21n);
  });
});

describe('corporate actions', () => {
  it('lose no share: whole shares and the fraction are the old ones times the factor', () => {
    const factors = fc
      .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
      .map(([a, b]) => bonusFactor(a, b));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), factors, (quantity, factor) => {
        const after = adjustQuantity(quantity, factor);
        const wholes = after.quantity * after.fraction.denominator + after.fraction.numerator;
        expect(wholes * factor.denominator).toBe(quantity * factor.numerator * after.fraction.denominator);
        expect(after.fraction.numerator).toBeLessThan(after.fraction.denominator);
      }),
    );
  });

  it('of a consolidation pay the fraction out too', () => {
    expect(adjustQuantity(7, splitFactor(1, 10))).toEqual({ quantity: 0, fraction: ratio(7, 10) });
    expect(adjustPrice(123, splitFactor(1, 10))).toBe(1_230);
  });

  it('deduct tax from a dividend by the threshold of its year', () => {
    const payment = { quantity: 100, perSharePaise: 6_000n, paidThisYearPaise: 0n };
    expect(dividend({ ...payment, day: '2025-03-31' }).tdsPaise).toBe(60_000n);
    expect(dividend({ ...payment, day: '2025-04-01' }).tdsPaise).toBe(0n);
  });
});
