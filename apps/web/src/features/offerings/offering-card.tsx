import { indiaFields } from '#api/market-clock.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { at, href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Money, Percent, Price } from '#ui/amount.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { Icon } from '#ui/icons.tsx';
import { showCount, showPrice } from '#lib/number.ts';
import { showMarketDate, showMarketMoment } from '#lib/time.ts';
import { listed } from '#i18n/joined.ts';
import { Figures, type Figure } from './figures.tsx';
import { Monogram } from './monogram.tsx';
import { Odds } from './odds.tsx';
import {
  APPLICATION_TONES,
  subscriptionCost,
  isOpen,
  OFFERING_TONES,
  shortBand,
  sinceIssue,
  type Application,
  type Offering,
} from './offering.ts';
import css from './offerings.module.css';
import { TimeLeft } from './time-left.tsx';

export const NEW_STOCKS = '/pages/market/newStock/index';
export const offeringAddress = (id: string): string => at(NEW_STOCKS, { id });
export const drawAddress = (offeringId: string): string => at(NEW_STOCKS, { draw: offeringId });

type Props = {
  readonly offering: Offering;
  readonly application: Application | undefined;
  readonly onSubscribe: (offering: Offering) => void;
};

/**
 * An offering in a list: what it is, what it costs, how much it is asked for, and what can be done now. Needs
 * the namespace `newStocks`.
 */
export function OfferingCard({ offering, application, onSubscribe }: Props) {
  const { t } = useTranslation('newStocks');
  const { id, code, name, sector } = offering;
  const open = isOpen(offering);
  const figures = useFigures(offering, application);
  return (
    <Card>
      <a className={css.head} href={href(offeringAddress(id))}>
        <Monogram code={code} />
        <span className={css.words}>
          <b>{name}</b>
          <span>{offering.state === 'listed_today' ? <ListedText offering={offering} /> : listed(code, sector)}</span>
        </span>
        <Corner offering={offering} application={application} />
      </a>
      {offering.state !== 'listed' && offering.state !== 'listed_today' && <Figures figures={figures} />}
      {open && !application && <Odds offering={offering} />}
      {open && !application && (
        <div className={css.doing}>
          <Button size="md" onClick={() => onSubscribe(offering)}>
            {t(offering.locked ? 'enterKey' : 'subscribe')}
          </Button>
          {offering.drawCommitment !== null && (
            <a className={css.sealed} href={href(drawAddress(id))}>
              <Icon name="seal" size={20} />
              {t(offering.allotmentRule === 'retail_lottery' ? 'sealedDraw' : 'sealedTerms')}
            </a>
          )}
        </div>
      )}
    </Card>
  );
}

function ListedText({ offering }: { readonly offering: Offering }) {
  const { t } = useTranslation('newStocks');
  return t('listedAtIssue', { price: showPrice(offering.discountedPrice, useLanguage()) });
}

/** At the right of the head: the time that is left, the price of what is listed, else a state. */
function Corner({ offering, application }: Pick<Props, 'offering' | 'application'>) {
  const { t } = useTranslation('newStocks');
  if (application && application.state !== 'cancelled') {
    return <Tag tone={APPLICATION_TONES[application.state]}>{t(`applied.${application.state}`)}</Tag>;
  }
  if (isOpen(offering)) {
    return (
      <span className={css.corner}>
        <TimeLeft until={offering.closesAt} />
        <span>{t('toClose')}</span>
      </span>
    );
  }
  const gained = sinceIssue(offering);
  if (offering.state === 'listed_today' && gained !== undefined) {
    return (
      <span className={css.corner}>
        <Price value={offering.marketPrice} className={css.price} />
        <Percent value={gained} />
      </span>
    );
  }
  return <Tag tone={OFFERING_TONES[offering.state]}>{t(`state.${offering.state}`)}</Tag>;
}

/** The three figures that matter in its state. */
function useFigures(offering: Offering, application: Application | undefined): readonly Figure[] {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const lot: Figure = [t('oneLot'), t('shares', { n: showCount(offering.sharesPerLot, language) })];
  if (application && application.state !== 'cancelled') {
    return [
      [t('youApplied'), t('lots', { count: application.lots, n: showCount(application.lots, language) })],
      application.state === 'signed'
        ? [t('paid'), <Money key="paid" value={application.paidAmount} hideable={false} />]
        : [t('blocked'), <Money key="blocked" value={application.frozenAmount} hideable={false} />],
      isOpen(offering)
        ? [t('closes'), showMarketMoment(indiaFields(offering.closesMarketTime), language)]
        : [t('listing'), showMarketDate(offering.listingDate, language)],
    ];
  }
  const band = offering.priceBand && shortBand(offering.priceBand);
  const price: Figure = band
    ? [t('priceBand'), t('band', { low: showPrice(band[0], language), high: showPrice(band[1], language) })]
    : [t('price'), offering.locked ? t('afterKey') : <Price key="price" value={offering.discountedPrice} />];
  if (offering.state === 'coming_soon')
    return [price, lot, [t('opens'), showMarketMoment(indiaFields(offering.opensMarketTime), language)]];
  if (!isOpen(offering)) return [price, lot, [t('listing'), showMarketDate(offering.listingDate, language)]];
  return [
    price,
    lot,
    [t('toApply'), offering.locked ? '–' : <Money key="lot" value={minimumCost(offering)} hideable={false} />],
  ];
}

/** What the least application costs: of an SME issue two lots and more. */
const minimumCost = (offering: Offering): string | undefined =>
  subscriptionCost(offering, offering.minimumSubscription)?.amount;
