import { expect, it } from 'vitest';
import { depthBalance } from './market-depth.tsx';

it('says how both sides of the book weigh, to a hundred', () => {
  expect(depthBalance({ totalBid: 842_000, totalAsk: 635_000 })).toEqual({ buy: 57, sell: 43 });
  expect(depthBalance({ totalBid: 1, totalAsk: 199 })).toEqual({ buy: 1, sell: 99 });
});

it('has nothing to weigh in an empty book', () => {
  expect(depthBalance({ totalBid: 0, totalAsk: 0 })).toBeUndefined();
});
