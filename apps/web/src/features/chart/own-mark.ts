import type { IndicatorDrawParams, KLineData } from 'klinecharts';
import type { ChartTheme } from './chart-theme.ts';
import type { ChartWords } from './chart-words.ts';
import type { CandleExtent } from './label-place.ts';
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

type Axes = Pick<IndicatorDrawParams<unknown, unknown, unknown>, 'chart' | 'xAxis' | 'yAxis'>;
/** In px: its middle, and its radius. */
type Ring = { readonly x: number; readonly y: number; readonly radius: number; readonly side: 'buy' | 'sell' };

/** Rings in view, above `bottom`: of buys under the candle, of sells over it. */
export function ownRings(
  { chart, xAxis, yAxis }: Axes,
  { theme, marks }: { readonly theme: Pick<ChartTheme, 'textSize'>; readonly marks?: MarksOf },
  bottom: number,
): readonly Ring[] {
  if (!marks) return [];
  const { from, to } = chart.getVisibleRange();
  const bars = chart.getDataList();
  const radius = theme.textSize / 2 + AROUND;
  return [...marks(bars)].flatMap(([index, { buy, sell }]): readonly Ring[] => {
    const bar = bars[index];
    if (!bar || index < from || index >= to) return [];
    const ring = (side: Ring['side'], middle: number): Ring => ({
      x: Math.round(xAxis.convertToPixel(index)),
      y: Math.max(radius + 1, Math.min(middle, bottom - radius)), // never cut, nor among the volumes
      radius,
      side,
    });
    return [
      ...(buy.length > 0 ? [ring('buy', yAxis.convertToPixel(bar.low) + GAP + radius)] : []),
      ...(sell.length > 0 ? [ring('sell', yAxis.convertToPixel(bar.high) - GAP - radius)] : []),
    ];
  });
}

/** Each with the letter of its side, before the candles. */
export function renderOwnTrades(
  { ctx }: Pick<IndicatorDrawParams<unknown, unknown, unknown>, 'ctx'>,
  { theme, words }: { readonly theme: ChartTheme; readonly words: ChartWords },
  rings: readonly Ring[],
): void {
  if (rings.length === 0) return;
  ctx.save();
  ctx.globalCompositeOperation = 'source-over'; // the library slides a backdrop under the candles
  ctx.setLineDash([]);
  ctx.lineWidth = 1.5;
  ctx.font = `700 ${theme.textSize}px ${theme.font}`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  for (const { x, y, radius, side } of rings) {
    ctx.strokeStyle = side === 'buy' ? theme.upText : theme.downText;
    ctx.fillStyle = theme.ground;
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = ctx.strokeStyle;
    ctx.fillText(words.marks[side], x, y + 0.5);
  }
  ctx.restore();
}

/** Room that rings take, for words that have to stay clear of them: their middles and both sides. */
export const ringExtents = (rings: readonly Ring[]): readonly CandleExtent[] =>
  rings.flatMap(({ x, y, radius }) =>
    [x - radius, x, x + radius].map((at) => ({ x: at, top: y - radius, bottom: y + radius })),
  );
