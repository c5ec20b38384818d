import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showNumber } from '#lib/number.ts';
import css from './offerings.module.css';
import { offeredLots, type Offering } from './offering.ts';

/**
 * The bar ends a little beyond what is asked for, and never before this: a book that is just full does not
 * look like a rush.
 */
const MIN_SCALE = 2;

/**
 * How often the shares are asked for, against all of them taken once, and what that means for one applicant.
 * Needs the namespace `newStocks`.
 */
export function Odds({ offering }: { readonly offering: Offering }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const times = Number(offering.oversubscription); // for pixels only
  const scale = Math.max(MIN_SCALE, times * 1.2);
  const { odds } = offering;
  return (
    <div className={css.odds}>
      <p className={css.oddsHead}>
        <b>{t('appliedTimes', { times: showNumber(offering.oversubscription, language) })}</b>
        <span>{t('onceIsAll')}</span>
      </p>
      <div className={css.bar} aria-hidden="true">
        <i style={{ width: `${Math.min(100, (100 * times) / scale)}%` }} />
        <u style={{ left: `${100 / scale}%` }} />
      </div>
      {odds && (
        <p className={css.small}>
          {odds.oneLotChance === '100.00'
            ? t('chanceAll')
            : t('chance', {
                chance: showNumber(odds.oneLotChance, language),
                winners: showCount(odds.winners, language),
                applications: showCount(odds.applications, language),
              })}
        </p>
      )}
      {!odds && offering.allotmentRule === 'pro_rata' && (
        <p className={css.small}>
          {t('inProportion', {
            asked: showCount(offering.appliedLots, language),
            offered: showCount(offeredLots(offering), language),
          })}
        </p>
      )}
    </div>
  );
}
