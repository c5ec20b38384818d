import type { Interval } from '@khara/contract';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { showCompact } from '#lib/compact.ts';
import { showNumber, UNKNOWN } from '#lib/number.ts';
import { onResize } from '#lib/throttle.ts';
import { CandleTable } from './candle-table.tsx';
import css from './chart-panel.module.css';
import { chartWords } from './chart-words.ts';
import { isIntraday } from './candles.ts';
import { useRenderedChart } from './use-rendered-chart.ts';

/** As they are written on the keys: the same in every language. */
const INTERVALS: readonly { readonly interval: Interval; readonly label: string }[] = [
  { interval: '1m', label: '1m' },
  { interval: '5m', label: '5m' },
  { interval: '15m', label: '15m' },
  { interval: '1h', label: '1h' },
  { interval: '1d', label: '1D' },
  { interval: '1w', label: '1W' },
  { interval: '1M', label: '1M' },
];

/** Six figures of prices with more characters (10000.00) are too long for one line of a phone. */
const SHORT_PRICE = 7;
/** Decimals of a price on the chart. */
const DECIMALS = 2;

type Props = {
  readonly code: string;
  readonly previousClose: string;
  /** False for an index: nothing of it is traded, so no auction marks its candles. */
  readonly traded: boolean;
  readonly closesByAuction: boolean;
};

/** Chart with its intervals, its legend and the same data as a table. Needs the namespaces `stock` and `session`. */
export function ChartPanel({ code, previousClose, traded, closesByAuction }: Props) {
  const { t } = useTranslation(['stock', 'common', 'session']);
  const language = useLanguage();
  const [interval, setInterval] = useState<Interval>('5m');
  const [table, setTable] = useState(false);
  const canvas = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const { full, enter, leave } = useFullScreen(panel);

  // By the word, not by `t`, which is new with every file of texts: the chart would be drawn again each time.
  const closeWord = t('prevClose');
  const words = useMemo(() => chartWords(language, DECIMALS, closeWord), [language, closeWord]);
  const view = useRenderedChart(canvas, {
    code,
    interval,
    words,
    decimals: DECIMALS,
    previousClose: Number(previousClose),
    traded,
    auctions: !traded ? 'none' : closesByAuction ? 'both' : 'opening',
  });

  useEffect(() => view.chart?.resize(), [view.chart, full, table]);
  useEffect(() => onResize(() => view.chart?.resize()), [view.chart]);

  const price = (value: number | undefined): string =>
    value === undefined ? UNKNOWN : showNumber(value.toFixed(DECIMALS), language);
  // Until there are figures, some that are as long keep their place unseen: a legend that wraps when they
  // come would push the chart down.
  const coming = view.state === 'loading' && !view.point;
  const close = Number(previousClose);
  const alike = {
    candle: { open: close, high: close, low: close, close, volume: close },
    average: traded ? close : undefined,
  };
  const { candle, average } = view.point ?? (coming ? alike : {});

  return (
    <section ref={panel} className={cx(css.panel, full && css.full)} aria-label={t('chart', { code })}>
      <div className={css.bar}>
        <div role="radiogroup" aria-label={t('intervals')} className={css.intervals}>
          {INTERVALS.map((each) => (
            <label key={each.interval} className={css.interval}>
              <input
                type="radio"
                name={`interval-${code}`}
                checked={each.interval === interval}
                onChange={() => setInterval(each.interval)}
              />
              <span>{each.label}</span>
            </label>
          ))}
        </div>
        <IconButton
          icon={full ? 'close' : 'full'}
          size={20}
          className={css.fullButton ?? ''}
          label={full ? t('leaveFullScreen') : t('fullScreen')}
          onClick={full ? leave : enter}
        />
      </div>

      <dl
        className={cx(css.legend, previousClose.length > SHORT_PRICE && css.longLegend, coming && css.toCome)}
        aria-hidden={!view.held}
      >
        <div>
          <dt title={t('open')}>O</dt>
          <dd>{price(candle?.open)}</dd>
        </div>
        <div>
          <dt title={t('high')}>H</dt>
          <dd>{price(candle?.high)}</dd>
        </div>
        <div>
          <dt title={t('low')}>L</dt>
          <dd>{price(candle?.low)}</dd>
        </div>
        <div>
          <dt title={t('close')}>C</dt>
          <dd>{price(candle?.close)}</dd>
        </div>
        <div>
          <dt title={t('volume')}>V</dt>
          <dd>{showCompact(candle?.volume, language)}</dd>
        </div>
        {average !== undefined && (
          <div className={css.average}>
            <dt>{isIntraday(interval) ? t('average') : t('average20')}</dt>
            <dd>{price(average)}</dd>
          </div>
        )}
      </dl>

      <div className={css.stage}>
        <div
          ref={canvas}
          className={cx(css.canvas, view.state !== 'ready' && css.waiting, table && css.away)}
          role="img"
          aria-label={t('chart', { code })}
        />
        {view.state === 'loading' && <div className={css.skeleton} aria-hidden="true" />}
        {view.state === 'empty' && <p className={css.note}>{t('noCandles')}</p>}
        {view.state === 'failed' && (
          <button type="button" className={css.note} onClick={view.retry}>
            {t('common:retry.part')}
            {view.failure && <small>{view.failure.message}</small>}
          </button>
        )}
        {table && view.state === 'ready' && (
          <CandleTable candles={view.chart?.candles() ?? []} interval={interval} decimals={DECIMALS} />
        )}
      </div>
      {/* While it loads its place is kept: what is below does not move when the chart comes. */}
      {(view.state === 'ready' || view.state === 'loading') && (
        <div className={cx(css.below, view.state === 'loading' && css.toCome)}>
          {traded && isIntraday(interval) && !table && (
            <p className={css.key}>
              <i aria-hidden="true" /> {t('session:auction.mark')}
            </p>
          )}
          <button type="button" className={css.toggle} aria-pressed={table} onClick={() => setTable(!table)}>
            {table ? t('showChart') : t('showTable')}
          </button>
        </div>
      )}
    </section>
  );
}

/**
 * Fills the page with the chart and, where the device lets it, turns it to landscape. The practice marker
 * stays on top: the page is made full, not the chart alone.
 */
function useFullScreen(panel: RefObject<HTMLElement | null>) {
  const [full, setFull] = useState(false);

  // The marker is as high as its words need: the page begins where it ends.
  useLayoutEffect(() => {
    const page = full ? panel.current?.closest<HTMLElement>('[data-enter]') : undefined;
    if (!page) return undefined;
    const place = () => panel.current?.style.setProperty('--page-top', `${page.getBoundingClientRect().top}px`);
    place();
    const resized = new ResizeObserver(place);
    resized.observe(page);
    return () => resized.disconnect();
  }, [full, panel]);

  const enter = useCallback(() => {
    setFull(true);
    void (async () => {
      await document.documentElement.requestFullscreen?.();
      // Not in the DOM types: only phones have it.
      await (screen.orientation as ScreenOrientation & { lock?: (to: string) => Promise<void> }).lock?.('landscape');
    })().catch(() => undefined); // a desktop has nothing to turn
  }, []);
  const leave = useCallback(() => {
    setFull(false);
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
  }, []);

  useEffect(() => {
    if (!full) return undefined;
    const left = () => {
      if (!document.fullscreenElement) setFull(false);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave();
    };
    document.addEventListener('fullscreenchange', left);
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('fullscreenchange', left);
      document.removeEventListener('keydown', key);
    };
  }, [full, leave]);

  return { full, enter, leave };
}
