import { describe, expect, it } from 'vitest';
import { depthBalance, depthLines, type Depth } from './depth-shares.ts';

const depth: Depth = {
  bids: [
    ['1562.30', 412, 6],
    ['1562.20', 2950, 11],
  ],
  asks: [['1562.40', 268, 4]],
  totalBid: 842_000,
  totalAsk: 635_000,
};

describe('the picture of the book', () => {
  it('has five lines however thin the book is', () => {
    const lines = depthLines(depth);
    expect(lines).toHaveLength(5);
    expect(lines[4]).toEqual({ bid: undefined, ask: undefined, bidBar: 0, askBar: 0 });
  });

  it('measures every bar against the largest quantity of both sides', () => {
    expect(
      depthLines(depth)
        .map((line) => [line.bidBar, line.askBar])
        .slice(0, 2),
    ).toEqual([
      [14, 9],
      [100, 0],
    ]);
  });

  it('shows a sliver for the smallest order: it is there', () => {
    expect(depthLines({ ...depth, asks: [['1562.40', 1, 1]] })[0]?.askBar).toBe(2);
  });

  it('says how both sides weigh, to a hundred', () => {
    expect(depthBalance(depth)).toEqual({ buy: 57, sell: 43 });
    expect(depthBalance({ ...depth, totalBid: 0, totalAsk: 0 })).toBeUndefined();
  });
});
