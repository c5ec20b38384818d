import { listed } from '#i18n/joined.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Term } from '#features/terms/term.tsx';
import { at, href } from '#shell/navigation.ts';
import { useLanguage } from '#lib/language.ts';
import { Percent, Price } from '#ui/amount.tsx';
import { Card } from '#ui/card.tsx';
import { Tag } from '#ui/choice.tsx';
import { ListRow } from '#ui/row.tsx';
import { showPrice } from '#lib/number.ts';
import { KeyEntry } from './key-entry.tsx';
import { Monogram } from './monogram.tsx';
import { Odds } from './odds.tsx';
import { isOpen, OFFERING_TONES, shortBand, sinceIssue, type Offering } from './offering.ts';
import css from './offerings.module.css';
import { TimeLeft } from './time-left.tsx';

/** Who issues, how far it is, and what is asked for it. Needs the namespace `newStocks`. */
export function OfferingHead({ offering }: { readonly offering: Offering }) {
  const { t } = useTranslation('newStocks');
  const language = useLanguage();
  const { code, sector, board, state } = offering;
  const priceBand = offering.priceBand && shortBand(offering.priceBand);
  const gained = sinceIssue(offering);
  const isListed = state === 'listed' || state === 'listed_today';
  return (
    <Card>
      <div className={css.head}>
        <Monogram code={code} />
        <span className={css.words}>
          <b>{code}</b>
          <span>{board === 'sme' ? listed(sector, t('sme')) : sector}</span>
        </span>
        <Tag tone={OFFERING_TONES[state]}>{t(`state.${state}`)}</Tag>
      </div>
      <div className={`${css.between} ${css.gap}`}>
        <div>
          <div className={css.label}>
            {priceBand && !isListed ? <Term name="cutOff">{t('priceBand')}</Term> : t('price')}
          </div>
          <div className={css.hero}>
            {offering.locked
              ? t('afterKey')
              : priceBand && !isListed
                ? t('band', { low: showPrice(priceBand[0], language), high: showPrice(priceBand[1], language) })
                : showPrice(offering.discountedPrice, language)}
          </div>
        </div>
        {isOpen(offering) && (
          <div className={css.corner}>
            <TimeLeft until={offering.closesAt} />
            <span>{t('toClose')}</span>
          </div>
        )}
        {isListed && gained !== undefined && (
          <div className={css.corner}>
            <Price value={offering.marketPrice} className={css.price} />
            <Percent value={gained} />
            <span>{t('sinceIssue')}</span>
          </div>
        )}
      </div>
      <p className={`${css.text} ${css.gap}`}>{offering.description}</p>
      {isListed && (
        <ListRow
          className={css.lastRow}
          title={t('onTheExchange')}
          href={href(at('/pages/market/details', { code }))}
        />
      )}
      {isOpen(offering) && <Odds offering={offering} />}
      {isOpen(offering) && offering.odds && <p className={css.small}>{t('moreLots')}</p>}
      {offering.locked && isOpen(offering) && <KeyEntry offering={offering} />}
    </Card>
  );
}
