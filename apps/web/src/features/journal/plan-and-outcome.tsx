import { useTranslation } from '#i18n/use-translation.ts';
import { listed } from '#i18n/joined.ts';
import { useCall } from '#api/use-call.ts';
import type { OrderDetail } from '#features/orders/outcome.ts';
import { useLanguage } from '#lib/language.ts';
import { showNumber, showPercent, showPrice } from '#lib/number.ts';
import { KeyValue } from '#ui/key-value.tsx';
import { Percent } from '#ui/amount.tsx';
import type { OrderNote } from './note-draft.ts';
import css from './journal.module.css';

/** The plan of an order, and beside it what its shares came to. Prices alone before a share was opened. */
export function PlanAndOutcome({ order, note }: { readonly order: OrderDetail; readonly note: OrderNote }) {
  const { t } = useTranslation('journal');
  const language = useLanguage();
  const { data } = useCall('planOutcome', { id: order.id }, { enabled: order.filledQuantity > 0 });
  const at = (which: 'stop' | 'target'): readonly string[] => {
    const price = note[which];
    if (price === null) return [];
    const part = data?.[which];
    const words = { price: showPrice(price, language) };
    return [
      part ? t(`${which}At`, { ...words, percent: showPercent(part, language, 'always') }) : t(`${which}Only`, words),
    ];
  };
  return (
    <>
      <KeyValue label={t('planned')}>{listed(...at('stop'), ...at('target'))}</KeyValue>
      {data && (
        <KeyValue label={t('came')}>
          <span className={css.came}>
            <b>{t(`outcome.${data.outcome}`)}</b>
            <span>
              <Percent value={data.gain} />{' '}
              {data.risks === null
                ? t('beforeCharges')
                : listed(t('inRisks', { times: showNumber(data.risks, language) }), t('beforeCharges'))}
            </span>
          </span>
        </KeyValue>
      )}
    </>
  );
}
