import type { Interval } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { indiaFieldsOf } from '#api/market-clock.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showNumber } from '#lib/number.ts';
import { showMarketDate, showMarketTime } from '#lib/time.ts';
import { isIntraday, type Candle } from './candles.ts';
import css from './candle-table.module.css';

/** Rows shown: what a chart shows before a drag. */
const ROWS = 60;

type Props = { readonly candles: readonly Candle[]; readonly interval: Interval; readonly decimals: number };

/** The chart in figures, newest first. */
export function CandleTable({ candles, interval, decimals }: Props) {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  const price = (value: number): string => showNumber(value.toFixed(decimals), language);
  const intraday = isIntraday(interval);
  const day = ({ t: at }: Candle): string => showMarketDate(indiaFieldsOf(at), language);
  const moment = (candle: Candle): string => {
    const fields = indiaFieldsOf(candle.t);
    return intraday ? showMarketTime(fields) : `${day(candle)} ${new Date(fields).getUTCFullYear()}`;
  };
  const newest = candles.slice(-ROWS).toReversed();
  // A day stands once above its times: with it in every row no phone has room for the volume.
  const groups = intraday ? [...Map.groupBy(newest, day)] : [['', newest] as const];
  return (
    // Scrolls sideways by itself, so it can be reached by the keyboard.
    // oxlint-disable-next-line jsx_a11y/no-noninteractive-tabindex
    <div className={css.frame} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('open')}</th>
            <th scope="col">{t('high')}</th>
            <th scope="col">{t('low')}</th>
            <th scope="col">{t('close')}</th>
            <th scope="col">{t('volume')}</th>
          </tr>
        </thead>
        {groups.map(([title, ofDay]) => (
          <tbody key={title}>
            {title !== '' && (
              <tr>
                <th scope="rowgroup" colSpan={6} className={css.day}>
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
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
