import { getSupportedIndicators, registerIndicator, type Chart, type IndicatorDrawParams } from 'klinecharts';
import type { ChartTheme } from '../chart-theme.ts';
import {
  findIndex,
  handles,
  RETRACEMENTS,
  strokes,
  type Box,
  type Drawing,
  type DrawnPoint,
  type Place,
} from './drawings.ts';

/*
 * Drawings on the canvas, over the candles. This file is fetched with the first of them.
 */

/** px from a handle's middle to its outside; of the room around words. */
const HANDLE = 5.5;
const GAP = 4;
const MEASURE_ALPHA = 0.09;

export type ShownDrawings = {
  readonly drawings: readonly Drawing[];
  /** Shown with its handles. */
  readonly selected?: Drawing | undefined;
  /** Where the next point would be set. */
  readonly cross?: DrawnPoint | undefined;
  readonly price: (price: number) => string;
  readonly measured: (from: DrawnPoint, to: DrawnPoint, candles: number) => string;
};
type Look = ShownDrawings & { readonly theme: ChartTheme };
/** A function: the library would lay a shorter list over the longer one before it. */
type DrawParams = IndicatorDrawParams<unknown, unknown, () => Look>;

const NAME = 'khara_drawings';
const PANE = { paneId: 'candle_pane' } as const;

/** Draws these and no others. */
export function renderDrawings(chart: Chart, theme: ChartTheme, shown: ShownDrawings): void {
  if (!getSupportedIndicators().includes(NAME)) {
    registerIndicator<unknown, unknown, () => Look>({
      name: NAME,
      shortName: '',
      series: 'price',
      zLevel: 1,
      figures: [],
      calc: () => [],
      createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
      draw: (params) => {
        renderAll(params);
        return true;
      },
    });
  }
  const extendData = (): Look => ({ ...shown, theme });
  if (chart.getIndicators({ name: NAME }).length > 0) chart.overrideIndicator({ name: NAME, ...PANE, extendData });
  else chart.createIndicator({ name: NAME, ...PANE, extendData }, true);
}

function renderAll(params: DrawParams): void {
  const { ctx, chart, indicator, bounding, xAxis, yAxis } = params;
  const { drawings, selected, cross, theme } = indicator.extendData();
  const times = chart.getDataList().map(({ timestamp }) => timestamp);
  if (times.length === 0) return;
  const index = ({ t }: DrawnPoint): number => findIndex(t, times);
  const place = (point: DrawnPoint): Place => ({
    x: xAxis.convertToPixel(index(point)),
    y: yAxis.convertToPixel(point.price),
  });
  ctx.save();
  ctx.font = `${theme.textSize}px ${theme.font}`;
  ctx.textBaseline = 'middle';
  for (const drawing of drawings) {
    const places = drawing.points.map(place);
    const color = drawing === selected ? theme.lines.accent : theme.lines.dark;
    renderStrokes(ctx, drawing, places, { color, box: bounding });
    renderWords(
      params,
      drawing,
      places,
      Math.round(Math.abs(index(drawing.points.at(-1)!) - index(drawing.points[0]!))),
    );
    if (drawing === selected) renderHandles(ctx, drawing, places, { theme, box: bounding });
  }
  if (cross) renderCross(ctx, place(cross), { color: theme.crosshair, box: bounding });
  ctx.restore();
}

type Ctx = CanvasRenderingContext2D;

function renderStrokes(
  ctx: Ctx,
  { tool }: Drawing,
  places: readonly Place[],
  { color, box }: { readonly color: string; readonly box: Box },
): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = tool === 'fibonacci' || tool === 'measure' ? 1 : 2;
  for (const { from, to, isDashed } of strokes(tool, places, box)) {
    ctx.setLineDash(isDashed ? [5, 4] : []);
    ctx.beginPath();
    ctx.moveTo(from.x, from.y);
    ctx.lineTo(to.x, to.y);
    ctx.stroke();
  }
  const [a, b] = places;
  if (tool !== 'measure' || !a || !b) return;
  ctx.save();
  ctx.globalAlpha = MEASURE_ALPHA;
  ctx.fillStyle = color;
  ctx.fillRect(Math.min(a.x, b.x), Math.min(a.y, b.y), Math.abs(b.x - a.x), Math.abs(b.y - a.y));
  ctx.restore();
}

function renderWords(
  { ctx, indicator, bounding }: DrawParams,
  { tool, points }: Drawing,
  [a, b]: readonly Place[],
  candles: number,
): void {
  const { theme, price, measured } = indicator.extendData();
  const say = (text: string, x: number, y: number): void => {
    const width = ctx.measureText(text).width + 2 * GAP;
    const height = theme.textSize + GAP;
    const left = Math.min(Math.max(x, 0), bounding.width - width);
    const middle = Math.min(Math.max(y, height / 2), bounding.height - height / 2);
    ctx.fillStyle = theme.ground;
    ctx.globalAlpha = 0.85;
    ctx.fillRect(left, middle - height / 2, width, height);
    ctx.globalAlpha = 1;
    ctx.fillStyle = theme.axisText;
    ctx.fillText(text, left + GAP, middle);
  };
  const [from, to] = points;
  if (tool === 'level' && a && from) say(price(from.price), bounding.width, a.y);
  if (!a || !b || !from || !to) return;
  if (tool === 'fibonacci') {
    for (const part of RETRACEMENTS) {
      say((100 * part).toFixed(1), Math.max(a.x, b.x) + 2, b.y + (a.y - b.y) * part);
    }
  }
  if (tool === 'measure') {
    const under = b.y > a.y ? 1 : -1;
    say(measured(from, to, candles), Math.min(a.x, b.x), b.y + under * (theme.textSize + GAP));
  }
}

function renderHandles(
  ctx: Ctx,
  drawing: Drawing,
  places: readonly Place[],
  { theme, box }: { readonly theme: ChartTheme; readonly box: Box },
): void {
  ctx.setLineDash([]);
  ctx.lineWidth = 2;
  ctx.strokeStyle = theme.lines.accent;
  ctx.fillStyle = theme.ground;
  for (const { x, y } of handles(drawing, places, box)) {
    ctx.beginPath();
    ctx.arc(x, y, HANDLE, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
}

function renderCross(ctx: Ctx, { x, y }: Place, { color, box }: { readonly color: string; readonly box: Box }): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.setLineDash([3, 3]);
  ctx.beginPath();
  ctx.moveTo(x, 0);
  ctx.lineTo(x, box.height);
  ctx.moveTo(0, y);
  ctx.lineTo(box.width, y);
  ctx.stroke();
}
