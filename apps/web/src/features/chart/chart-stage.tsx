import type { Interval } from '@khara/contract';
import { type CSSProperties, type RefObject } from 'react';
import { useStale } from '#api/feed.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { cx } from '#ui/class-names.ts';
import { DECIMALS } from './chart-legend.tsx';
import css from './chart-panel.module.css';
import { FailedTools } from './failed-tools.tsx';
import { PaneLegends } from './indicator-legend.tsx';
import { definition } from './indicators.ts';
import type { ShareChart } from './use-share-chart.ts';
import type { ChartView } from './use-rendered-chart.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

// Few readers ask for it.
const CandleTable = lazyPart(() => import('./candle-table.tsx'), { failed: FailedTools });
const DrawingTools = lazyPart(() => import('./drawings/drawing-tools.tsx'), { failed: FailedTools });

type Props = {
  readonly of: ShareChart;
  readonly code: string;
  readonly interval: Interval;
  readonly traded: boolean;
  readonly canvas: RefObject<HTMLDivElement | null>;
  /** What lies over the chart: its figures, or the tools to draw on it. */
  readonly over: 'table' | 'tools' | undefined;
  /** The tools stand beside the chart. */
  readonly isColumn: boolean;
  readonly onToolsClosed: () => void;
};

/** The chart itself, with what lies over it. Needs the namespaces `stock` and `common`. */
export function ChartStage({ of, code, interval, traded, canvas, over, isColumn, onToolsClosed }: Props) {
  const { view, words, trades, active, label } = of;
  const stale = useStale();
  const panes = active.filter(({ id }) => definition(id).place === 'pane').length;
  return (
    <div className={css.stage} data-panes={panes} style={{ '--panes': panes } as CSSProperties}>
      <div
        ref={canvas}
        className={cx(css.canvas, view.state !== 'ready' && css.waiting, over === 'table' && css.away)}
        data-held={view.held || undefined}
        data-stale={stale || undefined}
        role="img"
        aria-label={label}
      />
      {view.state === 'ready' && over !== 'table' && <PaneLegends of={view} active={active} />}
      <ChartState view={view} />
      {over === 'table' && view.state === 'ready' && (
        <CandleTable
          candles={view.chart?.candles() ?? []}
          trades={trades}
          active={active}
          code={code}
          interval={interval}
          traded={traded}
          words={words}
          decimals={DECIMALS}
        />
      )}
      {over === 'tools' && (
        <DrawingTools
          key={code}
          code={code}
          interval={interval}
          words={words}
          canvas={canvas}
          chart={view.chart}
          isColumn={isColumn}
          onClose={onToolsClosed}
        />
      )}
    </div>
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
