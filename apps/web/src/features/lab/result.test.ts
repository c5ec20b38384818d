import { describe, expect, it } from 'vitest';
import type { Lane, LaneOrder } from './lane.ts';
import { laneResult } from './result.ts';

const DAY = '2026-11-24';
const order = (more: Partial<LaneOrder> = {}): LaneOrder => ({
  id: '1',
  step: 10,
  side: 'buy',
  quantity: 500,
  price: 0,
  market: true,
  triggerPrice: undefined,
  validity: 'day',
  fills: [
    { step: 10, price: 1_548_40, quantity: 112 },
    { step: 10, price: 1_549_50, quantity: 388 },
  ],
  book: { ahead: 0, bid: 1_548_20, ask: 1_548_40 },
  rejected: undefined,
  ended: undefined,
  ...more,
});
const lane = (orders: readonly LaneOrder[]): Lane => ({
  trades: Int32Array.from([5, 1_560_00, 1, 10, 1_548_40, 112, 10, 1_549_50, 388, 20, 1_553_30, 10, 30, 1_540_00, 5]),
  meetings: new Int32Array(),
  books: new Int32Array(),
  firstStep: 0,
  closePrice: 1_543_60,
  isFund: false,
  orders,
  changed: ['1'],
});
const paisa = (rupees: string | undefined): number => Number(rupees?.replace('.', ''));

describe('what orders come to in a lane', () => {
  it('is worth the close less what was paid and the charges of a delivery purchase', () => {
    // 112 x 1,548.40 + 388 x 1,549.50 = 7,74,626.80. Brokerage 20.00, STT 775, exchange 22.93, SEBI 0.77, stamp 116,
    // GST 7.87: 942.57 as the rates of the day have it.
    const found = laneResult(lane([order()]), ['1'], DAY)!;
    expect(found).toMatchObject({
      filled: 500,
      quantity: 500,
      average: '1549.25',
      slippage: '0.85',
      turnover: '774626.80',
      best: '1553.30',
      close: '1543.60',
      ahead: 0,
    });
    const charges = BigInt(found.charges!.replace('.', ''));
    expect(found.worthPaise).toBe(500n * 1_543_60n - 774_626_80n - charges);
    expect(charges).toBeGreaterThan(900_00n);
    expect(charges).toBeLessThan(1_000_00n);
  });

  it('turns its sign for a sale, and looks for the lowest price after it', () => {
    const sale = order({ side: 'sell', fills: [{ step: 10, price: 1_548_20, quantity: 100 }], quantity: 100 });
    const found = laneResult(lane([sale]), ['1'], DAY)!;
    expect(found).toMatchObject({ best: '1540.00', slippage: '0.00' });
    const charges = BigInt(found.charges!.replace('.', ''));
    expect(found.worthPaise).toBe(154_820_00n - 154_360_00n - charges);
  });

  it('nets a purchase and a sale as the contract note does: 100 intraday, 400 delivered, no DP charge', () => {
    const sale = order({
      id: '2',
      side: 'sell',
      quantity: 100,
      fills: [{ step: 20, price: 1_553_30, quantity: 100 }],
    });
    const found = laneResult(lane([order(), sale]), ['1', '2'], DAY)!;
    // By hand. Bought 7,74,626.80 and sold 1,55,330.00. Delivered 400/500 of the purchase: 6,19,701.44 at 0.1 % of STT,
    // 619.70; sold 1,55,330.00 at 0.025 %, 38.83; together 658.53, so 659. Stamp 0.015 % of 6,19,701.44 and 0.003 % of
    // 1,54,925.36: 92.96 + 4.65, so 98. Exchange 0.00307 % of 9,29,956.80, SEBI 0.0001 %, brokerage 20.00 twice.
    const alone = [['1'], ['2']].map((ids) => paisa(laneResult(lane([order(), sale]), ids, DAY)!.charges));
    const fees = 40_00 + 28_55 + 93;
    const gst = Math.round(fees * 0.18);
    expect(paisa(found.charges)).toBe(659_00 + 98_00 + fees + gst);
    expect(paisa(found.charges)).toBeLessThan(alone[0]! + alone[1]!);
  });

  it('costs less if closed that day than delivered, and the same where nothing is over', () => {
    const found = laneResult(lane([order()]), ['1'], DAY)!;
    expect(found.chargesIfClosed).not.toBe(found.charges);
    const back = order({ id: '2', side: 'sell', fills: [{ step: 30, price: 1_540_00, quantity: 500 }] });
    const closed = laneResult(lane([order(), back]), ['1', '2'], DAY)!;
    expect(closed.chargesIfClosed).toBe(closed.charges);
  });

  it('is nothing for an order that did not fill, and costs nothing', () => {
    const found = laneResult(lane([order({ fills: [], rejected: 'tick_invalid' })]), ['1'], DAY)!;
    expect(found).toMatchObject({
      filled: 0,
      average: undefined,
      charges: undefined,
      worthPaise: 0n,
      rejected: 'tick_invalid',
    });
  });

  it('is absent from a lane that has no such order', () => {
    expect(laneResult(lane([order()]), ['9'], DAY)).toBeUndefined();
  });
});
