import { useTranslation } from '#i18n/use-translation.ts';
import { labelled } from '#i18n/joined.ts';
import { useLanguage } from '#lib/language.ts';
import { showCount, showMoney } from '#lib/number.ts';
import { showMarketDate } from '#lib/time.ts';
import { Money, Price } from '#ui/amount.tsx';
import { IconButton } from '#ui/button.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import { copyText } from '#ui/copy.ts';
import { Note } from '#ui/note.tsx';
import { shortHash, type subscriptionCost, type Offering } from './offering.ts';
import css from './subscribe-terms.module.css';

type Props = { readonly offering: Offering };

/** How lots are given out, as far as it bears on how many to apply for. Needs `newStocks`. */
export function RuleNote({ offering: { allotmentRule, kind, lotsLeft } }: Props) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  return (
    <>
      {allotmentRule === 'retail_lottery' && (
        <Note tone="sky" className={css.note}>
          <b>{t('moreLots')}</b> {t('moreLotsText')}
        </Note>
      )}
      {allotmentRule === 'pro_rata' && (
        <Note tone="sky" className={css.note}>
          {t('proRataText')}
        </Note>
      )}
      {kind === 'block' && (
        <Note tone="sky" className={css.note}>
          {t('firstComeText', { left: showCount(lotsLeft ?? 0, language) })}
        </Note>
      )}
    </>
  );
}

type TermsProps = Props & {
  readonly cost: ReturnType<typeof subscriptionCost>;
  readonly available: string | undefined;
};

/** The price, the days, and what is blocked for the lots. Needs `newStocks`. */
export function SubscribeTerms({ offering, cost, available }: TermsProps) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const isBlock = offering.kind === 'block';
  const isOffer = offering.kind === 'offline_placement';
  const inPart = cost !== undefined && cost.amount !== cost.blocked;
  return (
    <>
      <KeyValue label={t(offering.cutOff ? 'cutOffPrice' : 'price')}>
        <Price value={offering.discountedPrice} />
      </KeyValue>
      {offering.marketPrice !== null && (
        <KeyValue label={t('marketPrice')}>
          <Price value={offering.marketPrice} />
        </KeyValue>
      )}
      <KeyValue label={t('availableNow')}>
        <Money value={available} hideable={false} />
      </KeyValue>
      {!isBlock && <KeyValue label={t('allotment')}>{showMarketDate(offering.issueDate, language)}</KeyValue>}
      {!isBlock && <KeyValue label={t('listing')}>{showMarketDate(offering.listingDate, language)}</KeyValue>}
      <div className={css.total}>
        {cost && offering.chargesOn !== null && (
          <KeyValue label={t('statutoryCharges')}>
            <Money value={cost.charges} hideable={false} />
          </KeyValue>
        )}
        {inPart && (
          <KeyValue label={t('wholeAmount')}>
            <Money value={cost.amount} hideable={false} />
          </KeyValue>
        )}
        <KeyValue total label={t(isBlock ? 'blockedUntilWindow' : 'blockedUntilAllotment')}>
          {showMoney(cost?.blocked, language)}
        </KeyValue>
        {offering.chargesOn !== null && <p className={css.small}>{t('statutoryChargesText')}</p>}
        <p className={css.small}>
          {t(isBlock ? 'blockAsba' : inPart ? 'placementAsba' : isOffer ? 'offerAsba' : 'asba')}
        </p>
        {offering.cutOff && <p className={css.small}>{t('cutOffText')}</p>}
      </div>
    </>
  );
}

/** What the draw was bound to before the first application. Needs `newStocks` and `common`. */
export function Seal({ commitment }: { readonly commitment: string | null }) {
  const { t } = useTranslation(['newStocks', 'common']);
  if (commitment === null) return null;
  return (
    <div className={css.seal}>
      <div>
        <b>{t('sealedBefore')}</b>
        <span className={css.hash}>{shortHash(commitment)}</span>
      </div>
      <IconButton
        icon="copy"
        size={20}
        label={labelled(t('common:copy'), t('seal'))}
        onClick={() => void copyText(commitment)}
      />
    </div>
  );
}
