import type { Data } from '@khara/contract';
import { useTranslation } from '#i18n/use-translation.ts';
import { href } from '#shell/navigation.ts';
import { SectionHead } from '#ui/card.tsx';
import css from './details.module.css';

type Stock = Data<'marketDetail'>;

/** What the company does and where it stands. Needs the namespace `stock`. */
export function About({ stock }: { readonly stock: Stock }) {
  const { t } = useTranslation('stock');
  return (
    <section className={css.block}>
      <SectionHead title={t('about')} />
      <div className={css.about}>
        <p>{stock.description}</p>
        <p>{stock.kind === 'index' ? t('indexNote') : stock.fund ? t('fund.note') : t('aboutPractice')}</p>
        <p>
          <a className={css.check} href={href('/pages/index/rules/index')}>
            {t('checkPrices')}
          </a>
        </p>
        <p className={css.isin}>
          {t('market')} {stock.exchange}
          {stock.isin && ` · ${t('isin')} ${stock.isin}`}
        </p>
      </div>
    </section>
  );
}
