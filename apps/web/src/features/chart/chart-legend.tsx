import type { Interval } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { showCompact } from '#lib/compact.ts';
import { useLanguage } from '#lib/language.ts';
import { showNumber, UNKNOWN } from '#lib/number.ts';
import { cx } from '#ui/class-names.ts';
import { isIntraday } from './candles.ts';
import css from './chart-legend.module.css';
import type { ChartPoint } from './chart-pointer.ts';

/** Six figures of prices with more characters (10000.00) are too long for one line of a phone. */
const SHORT_PRICE = 7;
/** Decimals of a price on the chart. */
export const DECIMALS = 2;

type Props = {
  readonly point: ChartPoint | undefined;
  /** The reader holds the crosshair on a candle. */
  readonly held: boolean;
  /** Figures are still to come. */
  readonly coming: boolean;
  readonly previousClose: string;
  readonly interval: Interval;
  /** The line of averages is drawn. */
  readonly averaged: boolean;
};

/** The figures of one candle over the chart. Needs the namespace `stock`. */
export function ChartLegend({ point, held, coming, previousClose, interval, averaged }: Props) {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  const price = (value: number | undefined): string =>
    value === undefined ? UNKNOWN : showNumber(value.toFixed(DECIMALS), language);
  // Until there are figures, some that are as long keep their place unseen: a legend that wraps when they
  // come would push the chart down.
  const isUnseen = coming && !point;
  const { candle, average } = point ?? (isUnseen ? figuresAsLong(Number(previousClose)) : NONE);
  return (
    <div>
      <dl
        className={cx(css.legend, previousClose.length > SHORT_PRICE && css.longLegend, isUnseen && css.toCome)}
        aria-hidden={!held}
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
        {averaged && average !== undefined && (
          <div className={css.average}>
            <dt>{isIntraday(interval) ? t('average') : t('average20')}</dt>
            <dd>{price(average)}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

const NONE = { candle: undefined, average: undefined };
const figuresAsLong = (close: number) => ({
  candle: { open: close, high: close, low: close, close, volume: close },
  average: close,
});
