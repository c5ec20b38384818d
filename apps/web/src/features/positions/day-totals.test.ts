import { describe, expect, it } from 'vitest';
import { dayResult, dayTotals, inDayOrder, type DayPosition } from './day-totals.ts';

const position: DayPosition = {
  code: 'THEWA',
  name: 'Thewa',
  product: 'intraday',
  netQuantity: -4,
  overnightQuantity: 0,
  overnightValue: '0.00',
  averagePrice: '100.00',
  buyQuantity: 6,
  buyValue: '590.00',
  sellQuantity: 10,
  sellValue: '1000.00',
  lastPrice: '101.00',
  realised: '10.00',
  unrealised: '-4.00',
  profit: '6.00',
  convertible: 0,
};

describe('positions of the day', () => {
  it('gain when the price falls, where shares were sold first', () => {
    expect(dayResult(position, '99.50')).toEqual({ unrealised: '2.00', profit: '12.00' });
    expect(dayResult(position, undefined)).toEqual({ unrealised: '-4.00', profit: '6.00' });
  });

  it('sum to what was realised and what is open', () => {
    const closed = { ...position, code: 'AAMRAI', netQuantity: 0, unrealised: '0.00', profit: '10.00' };
    expect(dayTotals([position, closed], () => undefined)).toEqual({
      profit: '16.00',
      unrealised: '-4.00',
      realised: '20.00',
    });
    expect(inDayOrder([closed, position]).map(({ code }) => code)).toEqual(['THEWA', 'AAMRAI']);
  });
});
