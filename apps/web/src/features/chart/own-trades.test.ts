import { describe, expect, it } from 'vitest';
import { ownMarks, readTrade, sumShares, type OwnTrade } from './own-trades.ts';

const at = (time: string, day = 25): number => Date.parse(`2026-11-${day}T${time}:00+05:30`);
const trade = (t: number, side: OwnTrade['side'] = 'buy', quantity = 10): OwnTrade => ({
  t,
  side,
  quantity,
  price: '100.00',
});
/** Five-minute candles of the end of one market day and the beginning of the next. */
const TIMES = [at('15:20', 24), at('15:25', 24), at('09:15'), at('09:20'), at('09:25')];
const placed = (...trades: OwnTrade[]) => [...ownMarks(trades, TIMES).keys()];

describe('own trades on a chart', () => {
  it('stand at the candle in which they were made, each side by itself', () => {
    const marks = ownMarks([trade(at('09:24'), 'sell', 4), trade(at('09:20')), trade(at('09:22'))], TIMES);
    expect([...marks.keys()]).toEqual([3]);
    expect(marks.get(3)?.buy.map(({ t }) => t)).toEqual([at('09:20'), at('09:22')]);
    expect(sumShares(marks.values())).toEqual({ bought: 20, sold: 4 });
  });

  it('of an opening auction stand at the first candle of their day, and of a closing one at its last', () => {
    expect(placed(trade(at('09:08')))).toEqual([2]);
    expect(placed(trade(at('15:35', 24)))).toEqual([1]);
    expect([...ownMarks([trade(at('09:08'))], [at('09:15')]).keys()]).toEqual([0]);
  });

  it('that are newer than the newest candle stand at it, and older ones than the oldest nowhere', () => {
    expect(placed(trade(at('11:00')))).toEqual([4]);
    expect(placed(trade(at('11:00', 24)))).toEqual([]);
    expect([...ownMarks([trade(at('09:40'))], [at('12:00')]).keys()]).toEqual([]);
  });

  it('of a week stand at its candle', () => {
    const weeks = [at('09:15', 16), at('09:15', 23)];
    expect([...ownMarks([trade(at('09:08', 23)), trade(at('12:00', 20))], weeks).keys()]).toEqual([0, 1]);
  });

  it('are read at their market instant', () => {
    const fill = { marketTime: '2026-11-25T09:20:00+05:30', side: 'sell', quantity: 3, price: '9.95' };
    const read = readTrade(fill as Parameters<typeof readTrade>[0]); // what it reads of a fill
    expect(read).toEqual({ t: at('09:20'), side: 'sell', quantity: 3, price: '9.95' });
  });
});
