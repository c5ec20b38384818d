import type { Data } from '@khara/contract';

type Fill = Data<'fills'>['list'][number];
const none = '0.00';

/** A trade of the reader's own, with its charges in all and what a test says of it. */
export const makeFill = (id: string, charges: string, more: Partial<Fill> = {}): Fill => ({
  id,
  orderId: id,
  positionId: '1',
  code: 'THEWA',
  name: 'Thewa Jewellery',
  side: 'buy',
  quantity: 10,
  price: '100.00',
  value: '1000.00',
  charges: {
    brokerage: charges,
    stt: none,
    exchange: none,
    sebi: none,
    stamp: none,
    gst: none,
    dp: none,
    total: charges,
  },
  at: 1_795_335_656_582,
  marketDate: '2026-11-25',
  marketTime: '2026-11-25T10:23:59+05:30',
  product: 'delivery',
  tradeNo: 1,
  phase: 'continuous',
  ...more,
});
