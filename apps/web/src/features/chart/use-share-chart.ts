import type { Interval } from '@khara/contract';
import { useEffect, useMemo, type RefObject } from 'react';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { listed, sentences } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { onResize } from '#lib/throttle.ts';
import { DECIMALS } from './chart-legend.tsx';
import { chartWords, type ChartWords } from './chart-words.ts';
import type { ActiveIndicator } from './indicators.ts';
import { ownMarks, readTrade, sumShares, type OwnTrade } from './own-trades.ts';
import { activeIndicators, useShownIndicators } from './shown-indicators.ts';
import { useRenderedChart, type ChartView } from './use-rendered-chart.ts';

/** What a chart is of. */
export type ChartSubject = {
  readonly code: string;
  readonly interval: Interval;
  readonly previousClose: string;
  /** False for an index: nothing of it is traded, so no auction marks its candles. */
  readonly traded: boolean;
  readonly closesByAuction: boolean;
};

/** A share's chart as a page shows it: with the reader's words, indicators and own trades. */
export type ShareChart = {
  readonly view: ChartView;
  readonly words: ChartWords;
  readonly trades: readonly OwnTrade[];
  readonly active: readonly ActiveIndicator[];
  /** What it is of, and what of own trades is marked on it. */
  readonly label: string;
};

/** Draws the chart of a share into the element, which it fills. Needs the namespace `stock`. */
export function useShareChart(
  canvas: RefObject<HTMLDivElement | null>,
  { code, interval, previousClose, traded, closesByAuction }: ChartSubject,
): ShareChart {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  // By the word, not by `t`, which is new with every file of texts: the chart would be drawn again each time.
  const [previousWord, buy, sell] = [t('prevClose'), t('own.buy'), t('own.sell')];
  const words = useMemo(
    () => chartWords(language, DECIMALS, { previousClose: previousWord, marks: { buy, sell } }),
    [language, previousWord, buy, sell],
  );
  const trades = useOwnTrades(code, traded);
  const settings = {
    code,
    interval,
    words,
    decimals: DECIMALS,
    previousClose: Number(previousClose),
    traded,
    auctions: !traded ? 'none' : closesByAuction ? 'both' : 'opening',
  } as const;
  const shown = useShownIndicators();
  const active = useMemo(() => activeIndicators(shown).filter(({ id }) => traded || id !== 'vwap'), [shown, traded]);
  const view = useRenderedChart(canvas, settings, { trades, active });
  const label = useChartLabel(code, view, trades);
  useFitted(view.chart, canvas);
  return { view, words, trades, active, label };
}

/** Marked on a chart: the newest. */
const MAX_TRADES = 50;
const NONE: readonly OwnTrade[] = [];

/** The reader's own newest trades of a share; none of an index, and none for a guest. */
function useOwnTrades(code: string, traded: boolean): readonly OwnTrade[] {
  const signedIn = useSignedIn();
  const { data } = useCall('fills', { code, size: MAX_TRADES }, { enabled: signedIn && traded });
  return useMemo(() => (data ? data.list.map(readTrade) : NONE), [data]);
}

/** The chart fills its place, whatever changes its size. */
function useFitted(chart: ChartView['chart'], canvas: RefObject<HTMLDivElement | null>): void {
  useEffect(() => onResize(() => chart?.resize()), [chart]);
  // A pane is made wider and higher without the window.
  useEffect(() => {
    if (!canvas.current || !chart) return undefined;
    const resized = new ResizeObserver(() => chart.resize());
    resized.observe(canvas.current);
    return () => resized.disconnect();
  }, [chart, canvas]);
}

/** What a chart is of, and what of own trades is marked on it. */
function useChartLabel(code: string, { state, chart }: ChartView, trades: readonly OwnTrade[]): string {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  // As it came: a name that changes with each trade would be read over and over.
  const candles = useMemo(() => (state === 'ready' && chart?.candles()) || [], [state, chart]);
  const { bought, sold } = useMemo(() => {
    const times = candles.map((candle) => candle.t);
    return sumShares(ownMarks(trades, times).values());
  }, [candles, trades]);
  const price = (value: number): string => showPrice(value.toFixed(DECIMALS), language);
  const marked = [
    ...(bought > 0 ? [t('own.boughtShares', { n: showCount(bought, language) })] : []),
    ...(sold > 0 ? [t('own.soldShares', { n: showCount(sold, language) })] : []),
  ];
  const [first] = candles;
  return [
    t('chart', { code }),
    ...(first ? [t('chartSays', { first: price(first.open), last: price((candles.at(-1) ?? first).close) })] : []),
    ...(marked.length > 0 ? [t('own.marked', { trades: listed(...marked) })] : []),
  ].reduce((said, next) => sentences(said, next));
}
