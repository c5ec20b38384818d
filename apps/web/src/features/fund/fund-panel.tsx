import type { Data } from '@khara/contract';
import { useQuote } from '#api/client.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showCompact } from '#lib/compact.ts';
import { showCount, showPercent, showPrice } from '#lib/number.ts';
import { asOfNow } from '#features/quotes/live-quote.ts';
import { detailsHref } from '#features/quotes/quote.ts';
import { Term } from '#features/terms/term.tsx';
import { at, href } from '#shell/navigation.ts';
import { SectionHead } from '#ui/card.tsx';
import css from './fund-panel.module.css';
import { premiumPercent, unitValueNow } from './unit-value.ts';

type Stock = Data<'marketDetail'>;
type Fund = NonNullable<Stock['fund']>;

/**
 * On the page of a fund: its price beside what a unit is worth now, what it costs, and what it holds. Needs `stock`.
 */
export default function FundPanel({ stock, fund }: { readonly stock: Stock; readonly fund: Fund }) {
  const { t } = useTranslation('stock');
  const language = useLanguage();
  const { price } = asOfNow(stock, useQuote(stock.code));
  const level = useQuote(fund.index)?.price ?? fund.indexLevel;
  const worth = unitValueNow(fund, level);
  const figures = [
    [
      <Term key="term" name="unitValue">
        {t('fund.unitValue')}
      </Term>,
      showPrice(worth, language),
    ],
    [t('fund.premium'), showPercent(premiumPercent(price, worth), language)],
    [t('fund.expense'), showPercent(fund.expensePercent, language, 'negative')],
    [t('fund.units'), showCompact(fund.units, language)],
  ] as const;
  return (
    <section className={css.block}>
      <SectionHead title={<Term name="etf">{t('fund.title')}</Term>}>
        <a className={css.link} href={detailsHref(fund.index)}>
          {t('fund.follows', { index: fund.indexName })}
        </a>
      </SectionHead>
      <dl className={css.figures}>
        {figures.map(([label, value], place) => (
          // A row of fixed places.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={place}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className={css.subhead}>
        {t('fund.largest', { n: fund.holdings.length, all: showCount(fund.members, language) })}
      </h3>
      <ul className={css.holdings}>
        {fund.holdings.map(({ code, name, weightPercent }) => (
          <li key={code}>
            <a href={detailsHref(code)}>
              <span className={css.holding}>
                <b>{code}</b>
                <span>{name}</span>
              </span>
              <span>{showPercent(weightPercent, language, 'negative')}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className={css.more}>
        <a className={css.link} href={href(at('/pages/news/details', { id: 'what-an-index-fund-is' }))}>
          {t('fund.article')}
        </a>
      </p>
    </section>
  );
}
