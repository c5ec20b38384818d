import { describe, expect, it } from 'vitest';
import type { MarketSession } from '#src/ports.ts';
import { refusalsOf, worstPrice, type OrderRefusal, type Share, type Terms } from './rules.ts';

const share: Share = {
  instrument: { code: 'THEWA', kind: 'share', asset: 'EQ:ZZK065C01018', tickPaise: 10, tradable: true },
  quote: {
    code: 'THEWA',
    lastPaise: 1_325_40,
    previousClosePaise: 1_300_00,
    volume: 0,
    valuePaise: 0n,
    bandLowPaise: 1_170_00,
    bandHighPaise: 1_430_00,
  },
};
const suspended: Share = { ...share, instrument: { ...share.instrument, tradable: false } };
const limit: Terms = {
  side: 'buy',
  type: 'limit',
  product: 'delivery',
  validity: 'day',
  quantity: 5,
  pricePaise: 1_325_40n,
  triggerPaise: undefined,
  disclosedQuantity: undefined,
};

type Row = {
  readonly title: string;
  readonly terms?: Partial<Terms>;
  readonly share?: Share | undefined;
  readonly session?: MarketSession;
  readonly refusals: readonly OrderRefusal[];
};

const rows: readonly Row[] = [
  { title: 'a limit order on the tick and inside the band is taken', refusals: [] },
  { title: 'so is one at either end of the band', terms: { pricePaise: 1_430_00n }, refusals: [] },
  { title: 'a market order needs no price', terms: { type: 'market', pricePaise: undefined }, refusals: [] },
  { title: 'ioc is taken', terms: { validity: 'ioc' }, refusals: [] },
  { title: 'a code that nobody knows', share: undefined, refusals: ['unknown_code'] },
  { title: 'a suspended share', share: suspended, refusals: ['not_tradable'] },
  { title: 'one share more than the maximum', terms: { quantity: 100_001 }, refusals: ['quantity_above_maximum'] },
  { title: 'the maximum itself is taken', terms: { quantity: 100_000 }, refusals: [] },
  { title: 'intraday', terms: { product: 'intraday' }, refusals: ['product_not_available'] },
  {
    title: 'a stop-loss order',
    terms: { type: 'sl', triggerPaise: 1_330_00n },
    refusals: ['order_type_not_available'],
  },
  { title: 'a stop-loss market order', terms: { type: 'sl_m' }, refusals: ['order_type_not_available'] },
  { title: 'a trigger without a stop', terms: { triggerPaise: 1_330_00n }, refusals: ['trigger_not_available'] },
  { title: 'a disclosed quantity', terms: { disclosedQuantity: 1 }, refusals: ['disclosed_quantity_not_available'] },
  ...(['closed', 'pre_open', 'post_close', 'closing_auction', 'halted'] as const).map((session): Row => ({
    title: `session ${session}`,
    session,
    refusals: ['market_closed'],
  })),
  { title: 'a limit order without a price', terms: { pricePaise: undefined }, refusals: ['price_required'] },
  { title: 'a price between two ticks', terms: { pricePaise: 1_325_45n }, refusals: ['tick_invalid'] },
  { title: 'a price above the band', terms: { pricePaise: 1_430_10n }, refusals: ['price_out_of_band'] },
  { title: 'a price below the band', terms: { pricePaise: 1_169_90n }, refusals: ['price_out_of_band'] },
  {
    title: 'all that is wrong comes in the published order',
    share: suspended,
    session: 'closed',
    terms: { quantity: 200_000, product: 'intraday', pricePaise: 1n, triggerPaise: 1n, disclosedQuantity: 1 },
    refusals: [
      'not_tradable',
      'quantity_above_maximum',
      'product_not_available',
      'trigger_not_available',
      'disclosed_quantity_not_available',
      'market_closed',
      'tick_invalid',
      'price_out_of_band',
    ],
  },
];

describe('checks before an order is placed', () => {
  it.each(rows)('$title', (row) => {
    const given = 'share' in row ? row.share : share;
    expect(refusalsOf({ ...limit, ...row.terms }, given, row.session ?? 'open')).toEqual(row.refusals);
  });
});

describe('the worst price of an order', () => {
  it('is its limit', () => {
    expect(worstPrice(limit, share)).toBe(1_325_40n);
  });

  it('is the protected price of a market order: half a per cent from the last price above Rs 1,000', () => {
    expect(worstPrice({ ...limit, type: 'market' }, share)).toBe(1_332_00n);
    expect(worstPrice({ ...limit, type: 'market', side: 'sell' }, share)).toBe(1_318_80n);
  });
});
