import type { TradingPhase } from '@khara/market-day';
import { describe, expect, it } from 'vitest';
import { findRefusals, worstPrice, type OrderRefusal, type Share, type Terms } from './order-checks.ts';

const share: Share = {
  instrument: { code: 'THEWA', asset: 'EQ:ZZK065C01018', tick: 10, tradable: true },
  quote: {
    lastPrice: 1_325_40,
    bandLow: 1_170_00,
    bandHigh: 1_430_00,
  },
  phase: 'continuous',
  marginBps: 2000,
  range: undefined,
  series: 'EQ',
  time: '11:00:00',
  squareOff: '15:25:00',
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
  readonly phase?: TradingPhase;
  readonly time?: string;
  readonly refusals: readonly OrderRefusal[];
};

const stop: Partial<Terms> = { type: 'sl', pricePaise: 1_335_00n, triggerPaise: 1_330_00n };
const market: Partial<Terms> = { type: 'market', pricePaise: undefined };

const rows: readonly Row[] = [
  { title: 'a limit order on the tick and inside the band is taken', refusals: [] },
  { title: 'so is one at either end of the band', terms: { pricePaise: 1_430_00n }, refusals: [] },
  { title: 'a market order needs no price', terms: market, refusals: [] },
  { title: 'ioc is taken', terms: { validity: 'ioc' }, refusals: [] },
  { title: 'intraday is taken', terms: { product: 'intraday' }, refusals: [] },
  { title: 'a stop above the last price is taken', terms: stop, refusals: [] },
  { title: 'a stop to market is taken', terms: { ...stop, type: 'sl_m', pricePaise: undefined }, refusals: [] },
  { title: 'a tenth may be disclosed', terms: { quantity: 100, disclosedQuantity: 10 }, refusals: [] },
  { title: 'an unknown code', share: undefined, refusals: ['unknown_code'] },
  { title: 'a suspended share', share: suspended, refusals: ['not_tradable'] },
  { title: 'one share more than the maximum', terms: { quantity: 100_001 }, refusals: ['quantity_above_maximum'] },
  { title: 'the maximum itself is taken', terms: { quantity: 100_000 }, refusals: [] },
  { title: 'intraday after 15:25', time: '15:25:00', terms: { product: 'intraday' }, refusals: ['mis_cutoff_passed'] },
  { title: 'delivery after 15:25 is taken', time: '15:25:00', refusals: [] },
  { title: 'a market that its teacher paused', share: { ...share, isPaused: true }, refusals: ['market_paused'] },
  { title: 'a halted market', phase: 'halted', refusals: ['market_halted'] },
  { title: 'the minute before the pre-open', phase: 'closed', time: '08:59:10', refusals: ['market_closed'] },
  { title: 'an evening: the order waits for the next pre-open', phase: 'closed', time: '16:30:00', refusals: [] },
  {
    title: 'one that waits keeps the band of its own day',
    phase: 'closed',
    time: '16:30:00',
    terms: { pricePaise: 1_500_00n },
    refusals: [],
  },
  {
    title: 'a stop cannot wait: the pre-open takes none',
    phase: 'closed',
    time: '16:30:00',
    terms: stop,
    refusals: ['stop_loss_not_allowed_in_phase'],
  },
  { title: 'matching takes no orders', phase: 'preopen_match', refusals: ['phase_not_accepting'] },
  { title: 'market orders enter the pre-open at first', phase: 'preopen_entry_1', terms: market, refusals: [] },
  {
    title: 'and are not taken later',
    phase: 'preopen_entry_2',
    terms: market,
    refusals: ['market_not_allowed_in_phase'],
  },
  {
    title: 'ioc in an auction',
    phase: 'cas_entry_1',
    terms: { validity: 'ioc' },
    refusals: ['ioc_not_allowed_in_phase'],
  },
  {
    title: 'a hidden part in an auction',
    phase: 'cas_entry_1',
    terms: { quantity: 100, disclosedQuantity: 10 },
    refusals: ['disclosed_qty_not_allowed_in_phase'],
  },
  { title: 'a limit after the close', phase: 'post_close', refusals: ['limit_not_allowed_in_phase'] },
  { title: 'a market order after the close is taken', phase: 'post_close', terms: market, refusals: [] },
  { title: 'a limit order without a price', terms: { pricePaise: undefined }, refusals: ['price_required'] },
  { title: 'a stop without a trigger', terms: { type: 'sl_m' }, refusals: ['trigger_required'] },
  { title: 'a trigger without a stop', terms: { triggerPaise: 1_330_00n }, refusals: ['trigger_not_available'] },
  { title: 'a price between two ticks', terms: { pricePaise: 1_325_45n }, refusals: ['tick_invalid'] },
  { title: 'a trigger between two ticks', terms: { ...stop, triggerPaise: 1_330_05n }, refusals: ['tick_invalid'] },
  { title: 'a price above the band', terms: { pricePaise: 1_430_10n }, refusals: ['price_out_of_band'] },
  { title: 'a price below the band', terms: { pricePaise: 1_169_90n }, refusals: ['price_out_of_band'] },
  {
    title: 'a buy stop at the last price',
    terms: { ...stop, triggerPaise: 1_325_40n },
    refusals: ['trigger_wrong_side_of_ltp'],
  },
  {
    title: 'a sell stop above it',
    terms: { ...stop, side: 'sell' },
    refusals: ['trigger_wrong_side_of_ltp', 'trigger_price_relation'],
  },
  {
    title: 'a limit before the trigger',
    terms: { ...stop, pricePaise: 1_329_00n },
    refusals: ['trigger_price_relation'],
  },
  {
    title: 'less than a tenth disclosed',
    terms: { quantity: 101, disclosedQuantity: 10 },
    refusals: ['disclosed_qty_invalid'],
  },
  { title: 'all of it disclosed', terms: { disclosedQuantity: 5 }, refusals: ['disclosed_qty_invalid'] },
  {
    title: 'all that is wrong comes in the published order',
    share: suspended,
    phase: 'closed',
    time: '08:58:00',
    terms: { quantity: 200_000, pricePaise: 1n, triggerPaise: 1n, disclosedQuantity: 1 },
    refusals: [
      'not_tradable',
      'quantity_above_maximum',
      'market_closed',
      'trigger_not_available',
      'tick_invalid',
      'price_out_of_band',
      'disclosed_qty_invalid',
    ],
  },
];

describe('checks before an order is placed', () => {
  it.each(rows)('$title', (row) => {
    const given = 'share' in row ? row.share : share;
    const now = given && { ...given, phase: row.phase ?? given.phase, time: row.time ?? given.time };
    expect(findRefusals({ ...limit, ...row.terms }, now)).toEqual(row.refusals);
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

  it('is the price of a stop to market protected from its trigger, and none without a trigger', () => {
    const stopToMarket: Terms = { ...limit, type: 'sl_m', pricePaise: undefined };
    expect(worstPrice({ ...stopToMarket, triggerPaise: 1_340_00n }, share)).toBe(1_346_70n);
    expect(worstPrice({ ...stopToMarket, side: 'sell', triggerPaise: 1_310_00n }, share)).toBe(1_303_50n);
    expect(worstPrice(stopToMarket, share)).toBeUndefined();
  });

  it('is an end of the band in an auction', () => {
    const auction: Share = { ...share, phase: 'preopen_entry_1' };
    expect(worstPrice({ ...limit, ...market }, auction)).toBe(1_430_00n);
    expect(worstPrice({ ...limit, ...market, side: 'sell' }, auction)).toBe(1_170_00n);
  });

  it('is beyond every band of the next day for an order of the evening: a fifth above the last price, or a tick', () => {
    const evening: Share = { ...share, phase: 'closed', time: '18:00:00' };
    expect(worstPrice({ ...limit, ...market }, evening)).toBe(1_603_80n);
    expect(worstPrice({ ...limit, ...market, side: 'sell' }, evening)).toBe(10n);
  });
});
