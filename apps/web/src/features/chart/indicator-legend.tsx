import { useMemo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { showCompact } from '#lib/compact.ts';
import { useLanguage } from '#lib/language.ts';
import { listed } from '#i18n/joined.ts';
import { showCount, showNumber, UNKNOWN } from '#lib/number.ts';
import { DECIMALS } from './chart-legend.tsx';
import type { ChartPoint } from './chart-pointer.ts';
import { candlesNeeded, computedWith, computeLines, type ActiveIndicator, indicatorSign } from './indicators.ts';
import css from './indicators.module.css';
import type { RenderedChart } from './render-chart.ts';

type Props = {
  readonly chart: RenderedChart | undefined;
  readonly point: ChartPoint | undefined;
  readonly active: readonly ActiveIndicator[];
};

/**
 * Each indicator with its numbers and its values at the candle that the chart tells of; the average stands with the
 * candle's own figures. Needs `chart`.
 */
export function IndicatorLegend({ chart, point, active: all }: Props) {
  const { t } = useTranslation('chart');
  const language = useLanguage();
  const active = useMemo(() => all.filter(({ id }) => id !== 'vwap'), [all]);
  const values = useMemo(() => {
    const candles = active.length === 0 ? [] : (chart?.candles() ?? []);
    const at = candles.findLastIndex(({ t: time }) => time === point?.candle.t);
    return active.map((one) => computeLines(candles, one).map((line) => line[at]));
  }, [chart, point, active]);
  if (active.length === 0) return null;
  return (
    <ul className={css.legend}>
      {active.map(({ id, settings }, index) => {
        const said = values[index]!.filter((value) => value !== undefined).map((value) =>
          id === 'obv' ? showCompact(value, language) : showNumber(value.toFixed(DECIMALS), language),
        );
        const missing = candlesNeeded({ id, settings });
        return (
          <li key={id} data-indicator={id}>
            {id === 'stoch' ? t('stochastic') : indicatorSign(id)} {computedWith({ id, settings }).join(' ')}{' '}
            <b>
              {said.length > 0
                ? said.join(' ')
                : listed(UNKNOWN, t('needs', { n: showCount(missing, language), count: missing }))}
            </b>
          </li>
        );
      })}
    </ul>
  );
}
