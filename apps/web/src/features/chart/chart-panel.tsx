import type { Interval } from '@khara/contract';
import {
  lazy,
  useContext,
  memo,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { useStale } from '#api/feed.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { IconButton } from '#ui/button.tsx';
import { definition } from './indicators.ts';
import { DrawButton } from './drawings/draw-button.tsx';
import { useKeptOnChart } from './drawings/use-kept-on-chart.ts';
import { IndicatorsButton } from './indicators-button.tsx';
import { IndicatorLegend } from './indicator-legend.tsx';
import { cx } from '#ui/class-names.ts';
import { onResize } from '#lib/throttle.ts';
import { listed, sentences } from '#i18n/joined.ts';
import { showCount, showPrice } from '#lib/number.ts';
import { useSignedIn } from '#api/session.ts';
import { useCall } from '#api/use-call.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { ChartLegend, DECIMALS } from './chart-legend.tsx';
import css from './chart-panel.module.css';
import { chartWords } from './chart-words.ts';
import { isIntraday } from './candles.ts';
import { INTERVALS } from './intervals.ts';
import { ownMarks, sumShares, type OwnTrade, readTrade } from './own-trades.ts';
import { useShownIndicators, activeIndicators } from './shown-indicators.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useRenderedChart, type ChartView } from './use-rendered-chart.ts';

/** Marked on a chart: the newest. */
const MAX_TRADES = 50;
const NONE: readonly OwnTrade[] = [];

/** The reader's own newest trades of a share; none of an index, and none for a guest. */
function useOwnTrades(code: string, traded: boolean): readonly OwnTrade[] {
  const signedIn = useSignedIn();
  const { data } = useCall('fills', { code, size: MAX_TRADES }, { enabled: signedIn && traded });
  return useMemo(() => (data ? data.list.map(readTrade) : NONE), [data]);
}

// Few readers ask for it.
const CandleTable = lazy(() => import('./candle-table.tsx'));
const DrawingTools = lazy(() => import('./drawings/drawing-tools.tsx'));

type Props = {
  readonly code: string;
  readonly previousClose: string;
  /** False for an index: nothing of it is traded, so no auction marks its candles. */
  readonly traded: boolean;
  readonly closesByAuction: boolean;
  /** By whom the interval is kept while shares come and go; by default by the chart itself. */
  readonly interval?: Interval;
  readonly onInterval?: (interval: Interval) => void;
  /** More buttons beside the one for full screen. */
  readonly tools?: ReactNode;
  /** Under the chart at the left, in the place of the mark's key. */
  readonly aside?: ReactNode;
};

/** Chart with its intervals, its legend and the same data as a table. Needs the namespaces `stock` and `session`. */
export function ChartPanel(props: Props) {
  const { code, previousClose, traded, closesByAuction, tools, aside } = props;
  const { t } = useTranslation(['stock', 'common', 'session']);
  const language = useLanguage();
  const [own, setOwn] = useState<Interval>('5m');
  const { interval = own, onInterval = setOwn } = props;
  const [table, setTable] = useState(false);
  const [isDrawing, setDrawing] = useState(false);
  const canvas = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const { full, enter, leave } = useFullScreen(panel);
  const isColumn = useContext(PlaceContext)?.pane !== undefined || full;
  const stale = useStale();

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

  useKeptOnChart(view.chart, { code, interval, words, isDrawing });
  useFitted(view.chart, canvas, { full, table });

  const toggleDrawing = () => {
    setTable(false);
    setDrawing(!isDrawing);
    panel.current?.scrollIntoView({ block: 'start' }); // its lower edge would lie under the tools
  };
  const panes = active.filter(({ id }) => definition(id).place === 'pane').length;
  return (
    <section
      ref={panel}
      className={cx(css.panel, isDrawing && css.drawing, isDrawing && isColumn && css.aside, full && css.full)}
      aria-label={t('chart', { code })}
      data-full={full || undefined}
    >
      <div className={css.bar}>
        <Intervals value={interval} onChange={onInterval} />
        {tools}
        <IconButton
          icon={full ? 'close' : 'full'}
          size={20}
          className={css.fullButton ?? ''}
          label={full ? t('leaveFullScreen') : t('fullScreen')}
          aria-keyshortcuts="F"
          onClick={full ? leave : enter}
        />
      </div>

      <ChartLegend
        point={view.point}
        held={view.held}
        coming={view.state === 'loading'}
        previousClose={previousClose}
        interval={interval}
        averaged={active.some(({ id }) => id === 'vwap')}
      />
      <IndicatorLegend chart={view.chart} point={view.point} active={active} />

      <div className={css.stage} data-panes={panes} style={{ '--panes': panes } as CSSProperties}>
        <div
          ref={canvas}
          className={cx(css.canvas, view.state !== 'ready' && css.waiting, table && css.away)}
          data-held={view.held || undefined}
          data-stale={stale || undefined}
          role="img"
          aria-label={label}
        />
        <ChartState view={view} />
        {table && view.state === 'ready' && (
          <Suspense fallback={null}>
            <CandleTable
              candles={view.chart?.candles() ?? []}
              trades={trades}
              active={active}
              code={code}
              interval={interval}
              words={words}
              decimals={DECIMALS}
            />
          </Suspense>
        )}
        {isDrawing && (
          <Suspense fallback={null}>
            <DrawingTools
              key={code}
              code={code}
              interval={interval}
              words={words}
              canvas={canvas}
              chart={view.chart}
              isColumn={isColumn}
              onClose={() => setDrawing(false)}
            />
          </Suspense>
        )}
      </div>
      {/* While it loads its place is kept: what is below does not move when the chart comes. */}
      {(view.state === 'ready' || view.state === 'loading') && (
        <div className={cx(css.below, view.state === 'loading' && css.toCome)}>
          {aside}
          {traded && isIntraday(interval) && !table && (
            <p className={css.key}>
              <i aria-hidden="true" /> {t('session:auction.mark')}
            </p>
          )}
          <IndicatorsButton count={active.length} />
          <DrawButton code={code} adjustments={view.adjustments} isOpen={isDrawing} onToggle={toggleDrawing} />
          <button
            type="button"
            className={css.toggle}
            aria-pressed={table}
            aria-keyshortcuts="T"
            onClick={() => {
              setTable(!table);
              setDrawing(false);
            }}
          >
            {table ? t('showChart') : t('showTable')}
          </button>
        </div>
      )}
    </section>
  );
}

/** What stands in the place of a chart that is not there: that it comes, has no candles, or failed. Needs `stock`. */
function ChartState({ view }: { readonly view: ChartView }) {
  const { t } = useTranslation(['stock', 'common']);
  return (
    <>
      {view.state === 'loading' && <div className={css.skeleton} aria-hidden="true" />}
      {view.state === 'empty' && <p className={css.note}>{t('noCandles')}</p>}
      {view.state === 'failed' && (
        <button type="button" className={css.note} onClick={view.retry}>
          {t('common:retry.part')}
          {view.failure && <small>{view.failure.message}</small>}
        </button>
      )}
    </>
  );
}

/** The chart fills its place, whatever changes its size. */
function useFitted(
  chart: ChartView['chart'],
  canvas: RefObject<HTMLDivElement | null>,
  { full, table }: { readonly full: boolean; readonly table: boolean },
): void {
  useEffect(() => chart?.resize(), [chart, full, table]);
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

type IntervalsProps = {
  readonly value: Interval;
  readonly onChange: (interval: Interval) => void;
};

/** Rendered by its own props alone: the chart's newest candle is another each second, and React writes inputs anew. */
const Intervals = memo(function Intervals({ value, onChange }: IntervalsProps) {
  const { t } = useTranslation('stock');
  const group = useId();
  return (
    <div role="radiogroup" aria-label={t('intervals')} className={css.intervals}>
      {INTERVALS.map(({ interval, label }, at) => (
        <label key={interval} className={css.interval}>
          <input
            type="radio"
            name={group}
            checked={interval === value}
            aria-keyshortcuts={String(at + 1)}
            onChange={() => onChange(interval)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
});
