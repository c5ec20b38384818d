import { useMemo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { showCompact } from '#lib/compact.ts';
import { useLanguage } from '#lib/language.ts';
import { listed } from '#i18n/joined.ts';
import { showCount, showNumber, UNKNOWN } from '#lib/number.ts';
import { DECIMALS } from './chart-legend.tsx';
import {
  candlesNeeded,
  computedWith,
  computeLines,
  definition,
  indicatorSign,
  type ActiveIndicator,
} from './indicators.ts';
import css from './indicators.module.css';
import type { ChartView } from './use-rendered-chart.ts';

type Props = {
  readonly of: Pick<ChartView, 'chart' | 'point'>;
  readonly active: readonly ActiveIndicator[];
};

/** Indicators on the price; the average stands with the candle's own figures. Needs `chart`. */
export function PriceLegend({ of, active }: Props) {
  const own = useMemo(() => active.filter(({ id }) => id !== 'vwap' && definition(id).place === 'price'), [active]);
  if (own.length === 0) return null;
  return (
    <ul className={css.legend}>
      {own.map((one) => (
        <li key={one.id} data-indicator={one.id}>
          <Values of={of} one={one} />
        </li>
      ))}
    </ul>
  );
}

/** Each pane has its own, in its upper left corner. Needs `chart`. */
export function PaneLegends({ of, active }: Omit<Props, 'of'> & { readonly of: ChartView }) {
  return active.map((one) => {
    const top = of.panes[one.id];
    return top === undefined ? null : (
      <p key={one.id} className={css.paneLegend} style={{ top }}>
        <Values of={of} one={one} isNamed />
      </p>
    );
  });
}

type ValuesProps = {
  readonly of: Props['of'];
  readonly one: ActiveIndicator;
  /** Its lines but the first are called by their names. */
  readonly isNamed?: boolean;
};

/** An indicator with its numbers, and its values at the candle that the chart tells of. */
function Values({ of: { chart, point }, one, isNamed }: ValuesProps) {
  const { t } = useTranslation('chart');
  const language = useLanguage();
  const { id } = one;
  const values = useMemo(() => {
    const candles = chart?.candles() ?? [];
    const at = candles.findLastIndex(({ t: time }) => time === point?.candle.t);
    return computeLines(candles, one).map((line) => line[at]);
  }, [chart, point, one]);
  const missing = candlesNeeded(one);
  const name = id === 'stoch' ? t('stochastic') : indicatorSign(id);
  const show = (value: number): string =>
    id === 'obv' ? showCompact(value, language) : showNumber(value.toFixed(DECIMALS), language);
  return (
    <>
      {[name, ...computedWith(one)].join(' ')}
      {values.map((value, at) =>
        value === undefined ? null : (
          <span key={at}>
            {' '}
            {isNamed && at > 0 && `${t(`lines.${definition(id).lines[at] as 'upper'}`)} `}
            <b>{show(value)}</b>
          </span>
        ),
      )}
      {values.every((value) => value === undefined) && (
        <b> {listed(UNKNOWN, t('needs', { n: showCount(missing, language), count: missing }))}</b>
      )}
    </>
  );
}
