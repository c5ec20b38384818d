import type { IndicatorDrawParams, KLineData } from 'klinecharts';
import type { ChartTheme } from './chart-theme.ts';
import type { ChartWords } from './chart-words.ts';
import { ownMarks, type OwnMark, type OwnTrade } from './own-trades.ts';

/** px from a ring's middle to its outside, around a letter of the axis' size; and from it to the candle. */
const AROUND = 3;
const GAP = 4;

export type MarksOf = (bars: readonly KLineData[]) => ReadonlyMap<number, OwnMark>;

/** Own trades at their candles, worked out when there are others of these, and not in each frame. */
export function createMarks(trades: readonly OwnTrade[]): MarksOf {
  let marks: ReadonlyMap<number, OwnMark> = new Map();
  let [first, count] = [0, 0];
  return (bars) => {
    const begins = bars[0]?.timestamp ?? 0;
    if (trades.length === 0 || (begins === first && bars.length === count)) return marks;
    [first, count] = [begins, bars.length];
    marks = ownMarks(
      trades,
      bars.map(({ timestamp }) => timestamp),
    );
    return marks;
  };
}

/**
 * A ring with the letter of its side, before the candles and above `bottom`: of buys under the candle, of
 * sells over it.
 */
export function renderOwnTrades(
  {
    ctx,
    chart,
    xAxis,
    yAxis,
  }: Pick<IndicatorDrawParams<unknown, unknown, unknown>, 'ctx' | 'chart' | 'xAxis' | 'yAxis'>,
  { theme, words, marks }: { readonly theme: ChartTheme; readonly words: ChartWords; readonly marks?: MarksOf },
  bottom: number,
): void {
  if (!marks) return;
  const { from, to } = chart.getVisibleRange();
  const bars = chart.getDataList();
  const radius = theme.textSize / 2 + AROUND;
  const ring = (index: number, middle: number, side: 'buy' | 'sell'): void => {
    const x = Math.round(xAxis.convertToPixel(index));
    const y = Math.max(radius + 1, Math.min(middle, bottom - radius)); // never cut, nor among the volumes
    ctx.strokeStyle = side === 'buy' ? theme.upText : theme.downText;
    ctx.fillStyle = theme.ground;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = ctx.strokeStyle;
    ctx.fillText(words.marks[side], x, y + 0.5);
  };
  ctx.save();
  ctx.globalCompositeOperation = 'source-over'; // the library slides a backdrop under the candles
  ctx.setLineDash([]);
  ctx.lineWidth = 1.5;
  ctx.font = `700 ${theme.textSize}px ${theme.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const [index, { buy, sell }] of marks(bars)) {
    const bar = bars[index];
    if (!bar || index < from || index >= to) continue;
    if (buy.length > 0) ring(index, yAxis.convertToPixel(bar.low) + GAP + radius, 'buy');
    if (sell.length > 0) ring(index, yAxis.convertToPixel(bar.high) - GAP - radius, 'sell');
  }
  ctx.restore();
}
