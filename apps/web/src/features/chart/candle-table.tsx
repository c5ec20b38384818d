import type { Interval } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { toIndiaFields } from '#api/market-clock.ts';
import { useLanguage } from '#lib/language.ts';
import { listed } from '#i18n/joined.ts';
import { showCount, showNumber, showPrice, UNKNOWN } from '#lib/number.ts';
import { showMarketDate, showMarketTime } from '#lib/time.ts';
import { averages, isIntraday, type Candle } from './candles.ts';
import type { ChartWords } from './chart-words.ts';
import { DrawingList } from './drawings/drawing-list.tsx';
import {
  computeLines,
  definition,
  indicatorSign,
  type ActiveIndicator,
  type IndicatorId,
  type Series,
} from './indicators.ts';
import { ownMarks, type OwnTrade } from './own-trades.ts';
import css from './candle-table.module.css';

/** Rows shown: what a chart shows before a drag. */
const ROWS = 60;

type Props = {
  readonly candles: readonly Candle[];
  /** Of the reader's own. */
  readonly trades: readonly OwnTrade[];
  readonly active: readonly ActiveIndicator[];
  readonly code: string;
  readonly interval: Interval;
  /** False for an index: the volume of its members weighs no price of its own. */
  readonly traded: boolean;
  readonly words: ChartWords;
  readonly decimals: number;
};

/** The chart in figures, newest first; own trades have a column where there are any. */
export default function CandleTable({ candles, trades, active, code, interval, traded, words, decimals }: Props) {
  const { t } = useTranslation(['stock', 'chart']);
  const language = useLanguage();
  const price = (value: number): string => showNumber(value.toFixed(decimals), language);
  const shownValue = (value: number | undefined, isCount: boolean): string =>
    value === undefined ? UNKNOWN : isCount ? showCount(value, language) : price(value);
  // Of our own table.
  const lineName = (id: IndicatorId, at: number): string => t(`chart:lines.${definition(id).lines[at] as 'upper'}`);
  const intraday = isIntraday(interval);
  const day = ({ t: at }: Candle): string => showMarketDate(toIndiaFields(at), language);
  const moment = (candle: Candle): string => {
    const fields = toIndiaFields(candle.t);
    return intraday ? showMarketTime(fields) : `${day(candle)} ${new Date(fields).getUTCFullYear()}`;
  };
  const shown = candles.slice(-ROWS);
  const newest = shown.toReversed();
  const marks = ownMarks(
    trades,
    shown.map((candle) => candle.t),
  );
  const said = ({ side, quantity, price: paid }: OwnTrade): string =>
    t(side === 'buy' ? 'own.boughtAt' : 'own.soldAt', {
      n: showCount(quantity, language),
      price: showPrice(paid, language),
    });
  const own = (candle: Candle): string => {
    const mark = marks.get(shown.indexOf(candle));
    return mark ? listed(...[...mark.buy, ...mark.sell].map(said)) : '';
  };
  const from = candles.length - shown.length;
  // As the chart draws it: over days another average, and none of an index within the day.
  const average = averages(candles, interval, traded);
  const valuesOf = (one: ActiveIndicator): readonly Series[] =>
    one.id !== 'vwap' ? computeLines(candles, one) : average.length > 0 ? [average] : [];
  const nameOf = (id: IndicatorId): string =>
    id === 'stoch' ? t('chart:stochastic') : id === 'vwap' && !intraday ? t('average20') : indicatorSign(id);
  const lines = active.flatMap((one) =>
    valuesOf(one).map((values, at) => ({
      key: `${one.id}-${at}`,
      title: [nameOf(one.id), ...(definition(one.id).lines.length > 1 ? [lineName(one.id, at)] : [])].join(' '),
      values: values.slice(from),
      isCount: one.id === 'obv',
    })),
  );
  const columns = 6 + (marks.size > 0 ? 1 : 0) + lines.length;
  // A day stands once above its times: with it in every row no phone has room for the volume.
  const groups = intraday ? [...Map.groupBy(newest, day)] : [['', newest] as const];
  return (
    // Scrolls sideways by itself, so it can be reached by the keyboard.
    // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex
    <div className={css.frame} tabIndex={0}>
      <DrawingList code={code} interval={interval} words={words} />
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('open')}</th>
            <th scope="col">{t('high')}</th>
            <th scope="col">{t('low')}</th>
            <th scope="col">{t('close')}</th>
            <th scope="col">{t('volume')}</th>
            {lines.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
            {marks.size > 0 && <th scope="col">{t('own.trades')}</th>}
          </tr>
        </thead>
        {groups.map(([title, ofDay]) => (
          <tbody key={title}>
            {title !== '' && (
              <tr>
                <th scope="rowgroup" colSpan={columns} className={css.day}>
                  {title}
                </th>
              </tr>
            )}
            {ofDay.map((candle) => (
              <tr key={candle.t}>
                <th scope="row">{moment(candle)}</th>
                <td>{price(candle.open)}</td>
                <td>{price(candle.high)}</td>
                <td>{price(candle.low)}</td>
                <td>{price(candle.close)}</td>
                <td>{showCount(candle.volume, language)}</td>
                {lines.map(({ key, values, isCount }) => (
                  <td key={key}>{shownValue(values[shown.indexOf(candle)], isCount)}</td>
                ))}
                {marks.size > 0 && <td>{own(candle)}</td>}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
