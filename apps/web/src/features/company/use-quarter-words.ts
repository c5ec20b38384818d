import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showPercent, showPrice } from '#lib/number.ts';
import { marginPercent, monthKey, type Earned } from './quarters.ts';

/** A quarter's name and figures in the reader's language. */
export function useQuarterWords() {
  const { t } = useTranslation('company');
  const language = useLanguage();
  const name = (quarter: string): string => t(`months.${monthKey(quarter)}`, { year: quarter.slice(0, 4) });
  const figures = (of: Earned) => {
    const margin = marginPercent(of);
    return {
      revenue: showPrice(of.profitAndLoss.revenue, language),
      profit: showPrice(of.profitAndLoss.profit, language),
      margin: margin === undefined ? t('loss') : showPercent(margin, language, 'negative'),
    };
  };
  return { name, figures };
}
