import type { Interval } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { toIndiaFields } from '#api/market-clock.ts';
import { useLanguage } from '#lib/language.ts';
import { listed } from '#i18n/joined.ts';
import { showCount, showNumber, showPrice } from '#lib/number.ts';
import { showMarketDate, showMarketTime } from '#lib/time.ts';
import { isIntraday, type Candle } from './candles.ts';
import { ownMarks, type OwnTrade } from './own-trades.ts';
import css from './candle-table.module.css';

/** Rows shown: what a chart shows before a drag. */
const ROWS = 60;

type Props = {
  readonly candles: readonly Candle[];
  /** Of the reader's own. */
  readonly trades: readonly OwnTrade[];
  readonly interval: Interval;
  readonly decimals: number;
};

/** The chart in figures, newest first; own trades have a column where there are any. */
export default function CandleTable({ candles, trades, interval, decimals }: Props) {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  const price = (value: number): string => showNumber(value.toFixed(decimals), language);
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
  const columns = marks.size > 0 ? 7 : 6;
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
                {marks.size > 0 && <td>{own(candle)}</td>}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
