import { useTranslation } from '#i18n/use-translation.ts';
import { useLanguage } from '#lib/language.ts';
import { showMoney, showPercent } from '#lib/number.ts';
import type { Currency } from '#ui/amount.tsx';
import { KeyValue } from '#ui/key-value.tsx';
import type { Conversion } from './use-convert.ts';

/** What is given and received, the rate applied beside the middle one, and what their difference costs. */
export function Terms({ terms, example }: { readonly terms: Conversion; readonly example: boolean }) {
  const { t } = useTranslation('convert');
  const language = useLanguage();
  const money = (value: string, currency: Currency) => showMoney(value, language, { currency });
  return (
    <>
      {!example && (
        <>
          <KeyValue label={t('pay')}>{money(terms.amount, terms.from)}</KeyValue>
          <KeyValue total label={t('receive')}>
            {money(terms.received, terms.to)}
          </KeyValue>
        </>
      )}
      <KeyValue label={t('rate')}>{t('rateOf', { rate: money(terms.rate, 'INR') })}</KeyValue>
      <KeyValue label={t('middle')}>{money(terms.middleRate, 'INR')}</KeyValue>
      <KeyValue label={t('spread')}>{showPercent(terms.spreadPercent, language, 'negative')}</KeyValue>
      {!example && <KeyValue label={t('spreadCost')}>{money(terms.spreadCost, 'INR')}</KeyValue>}
    </>
  );
}
