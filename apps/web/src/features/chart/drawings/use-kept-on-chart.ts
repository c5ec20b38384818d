import type { Interval } from '@khara/contract';
import { useEffect } from 'react';
import type { ChartWords } from '../chart-words.ts';
import type { RenderedChart } from '../render-chart.ts';
import { useDrawings } from './kept-drawings.ts';
import { useSayDrawing } from './say-drawing.ts';

type Shown = {
  readonly code: string;
  readonly interval: Interval;
  readonly words: ChartWords;
  /** The tools show what is drawn, and what is being drawn. */
  readonly isDrawing: boolean;
};

/** What is drawn on a share stands on its chart. */
export function useKeptOnChart(chart: RenderedChart | undefined, { code, interval, words, isDrawing }: Shown): void {
  const { list } = useDrawings(code);
  const { measured } = useSayDrawing(words, interval);
  useEffect(() => {
    if (isDrawing) return;
    // What draws them may not come: the next change asks again.
    void chart?.setDrawings({ drawings: list, price: words.price, measured }).catch(() => undefined);
  }, [chart, list, words, measured, isDrawing]);
}
