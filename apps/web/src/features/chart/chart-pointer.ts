import type { Interval } from '@khara/contract';
import type { Chart } from 'klinecharts';
import { toCandle } from './bars.ts';
import { averages, type Candle } from './candles.ts';
import { gateTouches } from './touch-gate.ts';

/*
 * What the reader's finger or mouse does to the chart: pointing at a candle, zooming, and going back to the newest.
 */

/** A candle and its average, as the legend says them. */
export type ChartPoint = { readonly candle: Candle; readonly average: number | undefined };

/** px from one candle to the next before a zoom. */
const BAR_SPACE = 6;
/** Bodies this wide are drawn hollow when they rise. */
const HOLLOW_FROM = 6;

type PointerSettings = {
  readonly interval: Interval;
  readonly traded: boolean;
  /** The candle under the crosshair and its average; undefined when there is none. */
  readonly onPoint: (point: ChartPoint | undefined) => void;
};

/** Begins to listen. Returns how to stop. */
export function followPointer(
  chart: Chart,
  element: HTMLElement,
  { interval, traded, onPoint }: PointerSettings,
): () => void {
  const pointAt = (index: number | undefined): ChartPoint | undefined => {
    const all = chart.getDataList().map(toCandle);
    const at = index === undefined ? undefined : Math.min(Math.max(index, 0), all.length - 1);
    const candle = at === undefined ? undefined : all[at];
    return candle && at !== undefined ? { candle, average: averages(all, interval, traded)[at] } : undefined;
  };
  const indexAt = (x: number): number | undefined => {
    const point = chart.convertFromPixel([{ x }], { paneId: 'candle_pane' });
    return (Array.isArray(point) ? point[0] : point)?.dataIndex;
  };
  const setHollow = (): void =>
    chart.setStyles({
      candle: { type: chart.getBarSpace().gapBar >= HOLLOW_FROM ? 'candle_up_stroke' : 'candle_solid' },
    });
  const resetView = (): void => {
    chart.setBarSpace(BAR_SPACE);
    chart.scrollToRealTime();
    setHollow();
  };

  chart.setBarSpace(BAR_SPACE);
  // What the library tells here is only where the pointer is.
  chart.subscribeAction('onCrosshairChange', (data) => {
    const x = (data as { x?: number } | undefined)?.x;
    onPoint(x === undefined ? undefined : pointAt(indexAt(x)));
  });
  chart.subscribeAction('onZoom', setHollow);
  const leave = (): void => onPoint(undefined);
  element.addEventListener('mouseleave', leave);
  element.addEventListener('dblclick', resetView);
  const openGate = gateTouches(element, {
    onRest: (x, y) => {
      chart.executeAction('onCrosshairChange', { x, y, paneId: 'candle_pane' });
      onPoint(pointAt(indexAt(x)));
    },
    onDrag: leave,
    onDoubleTap: () => {
      resetView();
      onPoint(undefined);
    },
  });
  return () => {
    openGate();
    element.removeEventListener('mouseleave', leave);
    element.removeEventListener('dblclick', resetView);
  };
}
