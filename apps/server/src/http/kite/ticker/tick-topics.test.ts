import { expect, it } from 'vitest';
import type { Instrument, MarketView, Quote } from '#src/ports/market.ts';
import { makeTicker } from '#test/kite-client.ts';
import { instrumentToken } from '../market-words.ts';
import { MODES, TickTopics, type Mode } from './tick-topics.ts';

const SHARE: Instrument = { code: 'AAMRAI', kind: 'share', tick: 5, tradable: true };
const INDEX: Instrument = { code: 'KHARA50', kind: 'index', tick: 1, tradable: false };
const quote: Quote = {
  code: '',
  lastPrice: 1325_45,
  previousClose: 1330_00,
  openPrice: 1331_05,
  highPrice: 1340_10,
  lowPrice: 1320_15,
  averagePrice: 1328_00,
  volume: 70_000,
  valuePaise: 0n,
  bandLow: 1,
  bandHigh: 2000_00,
  lastTradeAt: 50_000,
  lastQuantity: 12,
};
const listed = [SHARE, INDEX];
const market = {
  now: () => ({ marketTime: '2026-11-23T10:00:00+05:30', speed: 29 }),
  instruments: () => listed,
  quote: () => quote,
  depth: () => ({ bids: [[1325_40, 12, 2]], asks: [[1325_50, 7, 1]], totalBid: 99, totalAsk: 41 }),
} as unknown as MarketView;

const client = makeTicker({ api_key: '', access_token: '' });
const topics = new TickTopics(market, () => 51_000);

/** What the npm client reads in the payload of a frame. */
function ticksOf(frame: Buffer): readonly unknown[] {
  const begins = frame[1]! < 126 ? 2 : 4;
  const payload = frame.subarray(begins);
  return client.parseBinary(new Uint8Array(payload).buffer);
}
const topicOf = (of: Instrument, mode: Mode) => topics.findTopic(instrumentToken(of), mode)!;

const NOW = new Date('2026-11-23T10:00:00+05:30');
const share = {
  tradable: true,
  instrument_token: instrumentToken(SHARE),
  last_price: 1325.45,
  last_traded_quantity: 12,
  average_traded_price: 1328,
  volume_traded: 70_000,
  total_buy_quantity: 99,
  total_sell_quantity: 41,
  ohlc: { open: 1331.05, high: 1340.1, low: 1320.15, close: 1330 },
  change: expect.closeTo(-0.342, 3) as number,
};
const index = {
  tradable: false,
  instrument_token: instrumentToken(INDEX),
  last_price: 1325.45,
  ohlc: share.ohlc,
  change: expect.closeTo(-0.342, 3) as number,
};
const none = { price: 0, quantity: 0, orders: 0 };

it.each([
  ['share', 'ltp', SHARE, { tradable: true, instrument_token: instrumentToken(SHARE), last_price: 1325.45 }],
  ['share', 'quote', SHARE, share],
  [
    'share',
    'full',
    SHARE,
    {
      ...share,
      last_trade_time: new Date(NOW.getTime() - 29_000), // a second ago, as market time passes
      exchange_timestamp: NOW,
      oi: 0,
      oi_day_high: 0,
      oi_day_low: 0,
      depth: {
        buy: [{ price: 1325.4, quantity: 12, orders: 2 }, none, none, none, none],
        sell: [{ price: 1325.5, quantity: 7, orders: 1 }, none, none, none, none],
      },
    },
  ],
  ['index', 'ltp', INDEX, { tradable: false, instrument_token: instrumentToken(INDEX), last_price: 1325.45 }],
  ['index', 'quote', INDEX, index],
  ['index', 'full', INDEX, { ...index, exchange_timestamp: NOW }],
] as const)('a packet of a %s in mode %s is read by the npm client', (_kind, mode, of, expected) => {
  expect(ticksOf(topics.since([topicOf(of, mode)], 0)!)).toEqual([{ mode, ...expected }]);
});

it('a frame has what changed after a count, in one message', () => {
  const all = MODES.flatMap((mode) => [topicOf(SHARE, mode), topicOf(INDEX, mode)]);
  const { count } = topics;
  expect(topics.since(all, count)).toBeUndefined();
  topics.changed(['KHARA50']);
  expect(ticksOf(topics.since(all, count)!)).toHaveLength(3);
});

it('a share that is listed later has a topic, and an unknown token has none', () => {
  expect(topics.findTopic(257, 'ltp')).toBeUndefined();
  const fresh: Instrument = { ...SHARE, code: 'THEWA' };
  listed.push(fresh);
  expect(ticksOf(topics.since([topicOf(fresh, 'ltp')], 0)!)).toHaveLength(1);
});
