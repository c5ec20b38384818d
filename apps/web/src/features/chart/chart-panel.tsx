import type { Interval } from '@khara/contract';
import { memo, useContext, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { PlaceContext } from '#shell/route-context.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { isIntraday } from './candles.ts';
import { ChartLegend } from './chart-legend.tsx';
import css from './chart-panel.module.css';
import { ChartStage } from './chart-stage.tsx';
import { DrawButton } from './drawings/draw-button.tsx';
import { useKeptOnChart } from './drawings/use-kept-on-chart.ts';
import { PriceLegend } from './indicator-legend.tsx';
import { IndicatorsButton } from './indicators-button.tsx';
import { FullHead } from './full-head.tsx';
import { INTERVALS } from './intervals.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useShareChart, type ChartSubject } from './use-share-chart.ts';

type Props = Omit<ChartSubject, 'interval'> & {
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
  const [own, setOwn] = useState<Interval>('5m');
  const { interval = own, onInterval = setOwn } = props;
  const [over, setOver] = useState<'table' | 'tools'>();
  const canvas = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const { full, enter, leave } = useFullScreen(panel);
  const isColumn = useContext(PlaceContext)?.pane !== undefined || full;
  const chart = useShareChart(canvas, { code, interval, previousClose, traded, closesByAuction });
  const { view, active, words } = chart;
  const isDrawing = over === 'tools';
  useKeptOnChart(view.chart, { code, interval, words, isDrawing });
  useEffect(() => view.chart?.resize(), [view.chart, full, over]);

  const toggleDrawing = () => {
    setOver(isDrawing ? undefined : 'tools');
    if (!isColumn) panel.current?.scrollIntoView({ block: 'start' }); // its lower edge would lie under the tools
  };
  return (
    <section
      ref={panel}
      className={cx(css.panel, isDrawing && css.drawing, isDrawing && isColumn && css.aside, full && css.full)}
      aria-label={t('chart', { code })}
      data-full={full || undefined}
    >
      <div className={css.bar}>
        {full && <FullHead code={code} />}
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
      <PriceLegend of={view} active={active} />
      <ChartStage
        of={chart}
        code={code}
        interval={interval}
        traded={traded}
        canvas={canvas}
        over={over}
        isColumn={isColumn}
        onToolsClosed={() => setOver(undefined)}
      />
      {/* While it loads its place is kept: what is below does not move when the chart comes. */}
      {(view.state === 'ready' || view.state === 'loading') && (
        <div className={cx(css.below, view.state === 'loading' && css.toCome)}>
          {aside}
          {traded && isIntraday(interval) && over !== 'table' && (
            <p className={css.key}>
              <i aria-hidden="true" /> {t('session:auction.mark')}
            </p>
          )}
          <IndicatorsButton count={active.length} />
          <DrawButton code={code} adjustments={view.adjustments} isOpen={isDrawing} onToggle={toggleDrawing} />
          <button
            type="button"
            className={css.toggle}
            aria-pressed={over === 'table'}
            aria-keyshortcuts="T"
            onClick={() => setOver(over === 'table' ? undefined : 'table')}
          >
            {over === 'table' ? t('showChart') : t('showTable')}
          </button>
        </div>
      )}
    </section>
  );
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
