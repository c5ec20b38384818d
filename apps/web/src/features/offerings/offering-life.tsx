import { indiaFields } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { cx } from '#ui/class-names.ts';
import { showMarketDate, showMarketMoment } from '#lib/time.ts';
import css from './offering-life.module.css';
import { LIFE, type Offering } from './offering.ts';

/**
 * The states of an offering from first to last, with their market times; the one it is in stands out. Needs
 * the namespace `newStocks`.
 */
export function OfferingLife({ offering }: { readonly offering: Offering }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const { state } = offering;
  const ended = state === 'withdrawn' || state === 'lapsed';
  const reached = LIFE.findIndex((one) => one === state);
  const listing = showMarketDate(offering.listingDate, language);
  const when: Record<(typeof LIFE)[number], string> = {
    coming_soon: t('life.until', { time: showMarketMoment(indiaFields(offering.opensMarketTime), language) }),
    in_progress: t('life.until', { time: showMarketMoment(indiaFields(offering.closesMarketTime), language) }),
    allotting: t('life.until', { time: showMarketMoment(indiaFields(offering.allotmentMarketTime), language) }),
    pending_listing:
      offering.signingEndsMarketTime === null
        ? t('life.listsOn', { date: listing })
        : t('life.signBy', { time: showMarketMoment(indiaFields(offering.signingEndsMarketTime), language) }),
    listed_today: listing,
    listed: t('life.after', { date: listing }),
  };
  // What opened a moment before the reader came was never coming soon to them; states that are over show
  // their time only.
  return (
    <>
      <ol className={css.life}>
        {LIFE.map((one, index) => (
          <li
            key={one}
            className={cx(!ended && index < reached && css.past, !ended && index === reached && css.now)}
            aria-current={one === state ? 'step' : undefined}
          >
            <i />
            <span>
              <b>{t(`state.${one}`)}</b>
              {one !== 'coming_soon' || reached === 0 ? <span>{when[one]}</span> : null}
            </span>
          </li>
        ))}
      </ol>
      {ended && <p className={css.ended}>{t(`ended.${offering.lapsedFor ?? 'withdrawn'}`)}</p>}
    </>
  );
}
