import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Failure } from '#api/failure.ts';
import { useFeed } from '#api/feed.ts';
import { useShownTheme } from '#lib/theme.ts';
import type { ChartPoint } from './chart-pointer.ts';
import type { Adjustment } from './drawings/drawings.ts';
import type { PaneTops } from './draw-indicators.ts';
import { drawLiveChart } from './draw-live-chart.ts';
import type { ActiveIndicator } from './indicators.ts';
import type { OwnTrade } from './own-trades.ts';
import type { ChartSettings, RenderedChart } from './render-chart.ts';

export type ChartView = {
  readonly state: 'loading' | 'ready' | 'empty' | 'failed';
  readonly failure: Failure | undefined;
  /** The candle under the crosshair, or else the newest. */
  readonly point: ChartPoint | undefined;
  /** True while the reader holds the crosshair on a candle. */
  readonly held: boolean;
  /** Where the panes of indicators are. */
  readonly panes: PaneTops;
  readonly retry: () => void;
  readonly chart: RenderedChart | undefined;
  /** By what prices of the share were divided, once that is known. */
  readonly adjustments: readonly Adjustment[] | undefined;
};

const NO_PANES: PaneTops = {};

/** Draws candles into the element, keeps the newest one alive from the socket, and says what the legend shows. */
export function useRenderedChart(
  canvas: RefObject<HTMLElement | null>,
  settings: ChartSettings,
  { trades, active }: { readonly trades: readonly OwnTrade[]; readonly active: readonly ActiveIndicator[] },
): ChartView {
  const { code, interval, words, decimals, previousClose, traded, auctions } = settings;
  const [state, setState] = useState<ChartView['state']>('loading');
  const [failure, setFailure] = useState<Failure>();
  const [newest, setNewest] = useState<ChartPoint>();
  const [pointed, setPointed] = useState<ChartPoint>();
  const [panes, setPanes] = useState<PaneTops>(NO_PANES);
  const [attempt, setAttempt] = useState(0);
  const [chart, setChart] = useState<RenderedChart>();
  // With their share: another one's would move what is drawn on this one before they are asked for.
  const [adjusted, setAdjusted] = useState<{ readonly code: string; readonly list: readonly Adjustment[] }>();
  const theme = useShownTheme((shown) => shown.theme);
  const feed = useFeed((current) => current.state);
  const wasStale = useRef(false);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    setState('loading');
    setFailure(undefined);
    setPointed(undefined);
    setPanes(NO_PANES);
    const drawn = { code, interval, words, decimals, previousClose, traded, auctions };
    return drawLiveChart(element, drawn, {
      onChart: setChart,
      onNewest: setNewest,
      onPoint: setPointed,
      onPanes: setPanes,
      onFirstPage: (isEmpty, list) => {
        setAdjusted({ code, list });
        setState((now) => (now === 'failed' ? now : isEmpty ? 'empty' : 'ready'));
      },
      onFailure: (why) => {
        if (why) setFailure(why);
        setState('failed');
      },
    });
  }, [canvas, code, interval, words, decimals, previousClose, traded, auctions, attempt, theme]);

  useEffect(() => chart?.setTrades(trades), [chart, trades]);
  // What draws them may not come: the next change of a setting asks again.
  useEffect(() => void chart?.setIndicators(active).catch(() => undefined), [chart, active]);

  // What happened while the line was down is in no tick.
  useEffect(() => {
    if (feed === 'stale') wasStale.current = true;
    else if (feed === 'live' && wasStale.current) {
      wasStale.current = false;
      chart?.reload();
    }
  }, [feed, chart]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const adjustments = adjusted?.code === code ? adjusted.list : undefined;
  return { state, failure, point: pointed ?? newest, held: pointed !== undefined, panes, retry, chart, adjustments };
}
