import { indiaFields } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Term } from '#features/terms/term.tsx';
import { useLanguage } from '#lib/language.ts';
import { Money, Price } from '#ui/amount.tsx';
import { Card } from '#ui/card.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { showCompact } from '#lib/compact.ts';
import { showCount, showNumber, showPercent, showPrice } from '#lib/number.ts';
import { showMarketDate, showMarketMoment } from '#lib/time.ts';
import { subscriptionCost, isPlacement, offeredLots, underMarket, type Offering } from './offering.ts';
import css from './offerings.module.css';

/** On which terms it is sold. Needs the namespace `newStocks`. */
export function OfferingTerms({ offering }: { readonly offering: Offering }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const count = (value: number): string => showCount(value, language);
  const minimum = subscriptionCost(offering, offering.minimumSubscription);
  const fixed = offering.fixedSubscriptionQuantity;
  const showLots = (lots: number): string => t('lots', { count: lots, n: count(lots) });
  const hasDiscount = offering.discountRate !== null && Number(offering.discountRate) > 0;
  return (
    <Card>
      <h2 className={css.title}>{t('terms')}</h2>
      <KeyValue label={t('issuePrice')}>
        {offering.locked ? t('afterKey') : showPrice(offering.issuePrice, language)}
      </KeyValue>
      {hasDiscount && (
        <>
          <KeyValue label={t('discountedPrice')}>{showPrice(offering.discountedPrice, language)}</KeyValue>
          <KeyValue label={t('discountRate')}>{showPercent(offering.discountRate, language, 'negative')}</KeyValue>
        </>
      )}
      {isPlacement(offering) && offering.marketPrice !== null && (
        <>
          <KeyValue label={t('marketPrice')}>
            <Price value={offering.marketPrice} />
          </KeyValue>
          {!offering.locked && (
            <KeyValue label={t('againstMarket')}>
              {showPercent(underMarket(offering.discountToMarket), language)}
            </KeyValue>
          )}
        </>
      )}
      <KeyValue label={<Term name="lot">{t('perBoardLot')}</Term>}>
        {t('shares', { n: count(offering.sharesPerLot) })}
      </KeyValue>
      {fixed !== null ? (
        <KeyValue label={t('fixedQuantity')}>{showLots(fixed)}</KeyValue>
      ) : (
        <>
          <KeyValue label={t('minimum')}>{showLots(offering.minimumSubscription)}</KeyValue>
          <KeyValue label={t('ceiling')}>{showLots(offering.subscriptionCeiling)}</KeyValue>
        </>
      )}
      <KeyValue label={t('requiredAmount')}>
        {offering.locked ? t('afterKey') : <Money value={minimum?.amount} hideable={false} />}
      </KeyValue>
      {minimum && offering.chargesOn !== null && (
        <KeyValue label={t('ofThatCharges')}>
          <Money value={minimum.charges} hideable={false} />
        </KeyValue>
      )}
      {minimum && minimum.amount !== minimum.blocked && (
        <KeyValue
          label={t('blockedOnApplication', { rate: showNumber(offering.upfrontRate, language, { decimals: 0 }) })}
        >
          <Money value={minimum.blocked} hideable={false} />
        </KeyValue>
      )}
      <KeyValue label={t('subscriptionTime')}>
        <span className={css.whole}>{showMarketMoment(indiaFields(offering.opensMarketTime), language)} –</span>{' '}
        <span className={css.whole}>{showMarketMoment(indiaFields(offering.closesMarketTime), language)}</span>
      </KeyValue>
      <KeyValue label={t('issueDate')}>{showMarketDate(offering.issueDate, language)}</KeyValue>
      <KeyValue label={t('listingTime')}>{showMarketDate(offering.listingDate, language)}</KeyValue>
      {isPlacement(offering) && <KeyValue label={t('lockIn')}>{t(`lockInOf.${offering.lockIn}`)}</KeyValue>}
      <KeyValue label={t('applications')}>{count(offering.applications)}</KeyValue>
      <KeyValue label={t('appliedLots')}>{count(offering.appliedLots)}</KeyValue>
    </Card>
  );
}

/** What is real about the size, and what is made small so that a phone can run the draw. */
export function OfferingScale({ offering }: { readonly offering: Offering }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const { totalShares, reservedShares, offeredShares } = offering;
  return (
    <Card>
      <h2 className={css.title}>{t('practiceScale')}</h2>
      <KeyValue label={t('fullIssue')}>{t('shares', { n: showCompact(totalShares, language) })}</KeyValue>
      {reservedShares > 0 && (
        <KeyValue label={t('reserved')}>{t('shares', { n: showCompact(reservedShares, language) })}</KeyValue>
      )}
      <KeyValue label={t('onOfferHere')}>
        {t('sharesInLots', { n: showCount(offeredShares, language), lots: showCount(offeredLots(offering), language) })}
      </KeyValue>
      <p className={css.small}>{t('scaleText')}</p>
    </Card>
  );
}
