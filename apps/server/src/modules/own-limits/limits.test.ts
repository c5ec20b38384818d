import { largestValue, orderValue } from '@khara/broker';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findStop, type LimitedOrder, type OwnLimits } from './limits.ts';

const NONE: OwnLimits = {
  now: 1_000,
  marketDate: '2026-11-25',
  dayLossPaise: undefined,
  dayOrders: undefined,
  largestOrderPaise: undefined,
  noIntraday: false,
  pausedUntil: undefined,
  pausedThrough: undefined,
  orders: 3,
  positions: [],
};
const ORDER: LimitedOrder = { product: 'delivery', valuePaise: 50_000_00n, opens: true, isNew: true };
const LOSS = -2_000_00n;

type Row = {
  readonly title: string;
  readonly limits?: Partial<OwnLimits>;
  readonly order?: Partial<LimitedOrder>;
  readonly profitPaise?: bigint;
  readonly stop: ReturnType<typeof findStop>;
};

const everything: Partial<OwnLimits> = {
  dayLossPaise: 1n,
  dayOrders: 1,
  largestOrderPaise: 1n,
  noIntraday: true,
  pausedUntil: 2_000,
};

const rows: readonly Row[] = [
  { title: 'an order without limits passes', stop: undefined },
  { title: 'an order that only reduces passes all', limits: everything, order: { opens: false }, stop: undefined },
  { title: 'a loss one paisa below the limit passes', limits: { dayLossPaise: 2_000_01n }, stop: undefined },
  { title: 'a loss that is the limit stops', limits: { dayLossPaise: 2_000_00n }, stop: 'own_limit_day_loss' },
  { title: 'a gain never stops', limits: { dayLossPaise: 1n }, profitPaise: 5n, stop: undefined },
  { title: 'the fourth of four orders passes', limits: { dayOrders: 4 }, stop: undefined },
  { title: 'the fourth of three orders stops', limits: { dayOrders: 3 }, stop: 'own_limit_day_orders' },
  { title: 'a change is no other order', limits: { dayOrders: 3 }, order: { isNew: false }, stop: undefined },
  { title: 'an order as large as the largest passes', limits: { largestOrderPaise: 50_000_00n }, stop: undefined },
  {
    title: 'one that is a paisa larger stops',
    limits: { largestOrderPaise: 49_999_99n },
    stop: 'own_limit_largest_order',
  },
  { title: 'delivery passes without intraday', limits: { noIntraday: true }, stop: undefined },
  {
    title: 'intraday stops without intraday',
    limits: { noIntraday: true },
    order: { product: 'intraday' },
    stop: 'own_limit_no_intraday',
  },
  { title: 'a pause stops until its instant', limits: { pausedUntil: 1_001 }, stop: 'own_limit_pause' },
  { title: 'a pause has ended at its instant', limits: { pausedUntil: 1_000 }, stop: undefined },
  { title: 'a pause stops on its last day', limits: { pausedThrough: '2026-11-25' }, stop: 'own_limit_pause' },
  { title: 'a pause has ended on the day after', limits: { pausedThrough: '2026-11-24' }, stop: undefined },
  { title: 'the first of all is the pause', limits: everything, stop: 'own_limit_pause' },
];

describe("a member's own limits", () => {
  it.each(rows)('$title', ({ limits, order, profitPaise = LOSS, stop }) => {
    expect(findStop({ ...NONE, ...limits }, { ...ORDER, ...order }, profitPaise)).toBe(stop);
  });
});

describe('the value of an order', () => {
  const price = fc.bigInt({ min: 1n, max: 10_000_00n });
  const quantity = fc.integer({ min: 1, max: 1_000 });

  it('to buy is the one that the database counts; to sell no less', () => {
    fc.assert(
      fc.property(quantity, price, price, (shares, limit, last) => {
        const share = { quote: { lastPrice: Number(last) } } as Parameters<typeof largestValue>[1];
        const valueAs = (side: 'buy' | 'sell') => largestValue({ side, quantity: shares }, share, limit);
        expect(valueAs('buy')).toBe(orderValue(shares, limit));
        expect(valueAs('sell')).toBeGreaterThanOrEqual(orderValue(shares, limit));
      }),
      { numRuns: 50 },
    );
  });
});
